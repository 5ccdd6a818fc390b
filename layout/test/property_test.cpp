#include <ferry/layout/footprint.hpp>
#include <ferry/layout/row_copy.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstddef>
#include <cstdlib>
#include <set>
#include <utility>
#include <vector>

#include "dxgi_formats.hpp"
#include "naive_layout.hpp"

namespace ferry {
namespace {

// RapidCheck reads its settings from the environment when the first property runs; its own default is 100
// cases.
[[maybe_unused]] const bool kManyCases = [] {
#if defined(_WIN32)
  return std::getenv("RC_PARAMS") != nullptr || _putenv_s("RC_PARAMS", "max_success=5000") == 0;
#else
  return setenv("RC_PARAMS", "max_success=5000", 0) == 0;
#endif
}();

RC_GTEST_PROP(CopyRowsProperty, IsTheNaiveCopy, ()) {
  const auto row_bytes = *rc::gen::inRange<std::uint64_t>(0, 700);
  const auto rows = *rc::gen::inRange<std::uint64_t>(0, 6);
  const auto slices = *rc::gen::inRange<std::uint64_t>(0, 4);
  const auto more = [] {
    return *rc::gen::oneOf(rc::gen::just<std::uint64_t>(0), rc::gen::inRange<std::uint64_t>(0, 300));
  };
  RowCopy copy;
  copy.row_bytes = row_bytes;
  copy.rows = rows;
  copy.slices = slices;
  copy.dst_row_pitch = row_bytes + more();
  copy.src_row_pitch = row_bytes + more();
  copy.dst_slice_pitch = copy.dst_row_pitch * rows + more();
  copy.src_slice_pitch = copy.src_row_pitch * rows + more();
  copy.hint = *rc::gen::element(StoreHint::kAuto, StoreHint::kCached, StoreHint::kStreaming);
  copy.write_combined = *rc::gen::arbitrary<bool>();
  const auto dst_at = *rc::gen::inRange<std::size_t>(0, 80);
  const auto src_at = *rc::gen::inRange<std::size_t>(0, 80);

  std::vector<std::uint8_t> src(src_at + copy.src_slice_pitch * slices + 80);
  for (std::size_t i = 0; i < src.size(); ++i) src[i] = static_cast<std::uint8_t>(i * 167 + (i >> 7));
  std::vector<std::uint8_t> dst(dst_at + copy.dst_slice_pitch * slices + 80, 0xcd);
  std::vector<std::uint8_t> model = dst;
  for (std::uint64_t z = 0; z < slices; ++z) {
    for (std::uint64_t y = 0; y < rows; ++y) {
      for (std::uint64_t x = 0; x < row_bytes; ++x) {
        model[dst_at + z * copy.dst_slice_pitch + y * copy.dst_row_pitch + x] =
            src[src_at + z * copy.src_slice_pitch + y * copy.src_row_pitch + x];
      }
    }
  }
  copy.dst = dst.data() + dst_at;
  copy.src = src.data() + src_at;
  RC_ASSERT(validate(copy).has_value());
  copy_rows(copy);
  RC_ASSERT(dst == model);
}

/// Formats whose regions may be cut: all that have a footprint but the depth formats.
std::vector<DxgiFormat> cuttable_formats() {
  std::vector<DxgiFormat> formats;
  for (const DxgiFormat& dxgi : kDxgiFormats) {
    if (naive::facts_of(dxgi.name).has_footprint && !format_info(dxgi.format)->depth_stencil)
      formats.push_back(dxgi);
  }
  return formats;
}

RC_GTEST_PROP(RegionProperty, HoldsExactlyTheBlocksItsTexelsTouch, ()) {
  static const std::vector<DxgiFormat> formats = cuttable_formats();
  const DxgiFormat dxgi = *rc::gen::elementOf(formats);
  const naive::FormatFacts facts = naive::facts_of(dxgi.name);
  const auto side = rc::gen::inRange<std::uint32_t>(1, 40);
  const TextureDesc desc = {
      Dimension::kTexture3D, dxgi.format, *side, *side, *rc::gen::inRange<std::uint32_t>(1, 6), 0, 1};
  const auto index = *rc::gen::inRange<std::uint32_t>(0, subresource_count(desc));
  const Subresource at = subresource_at(desc, index);
  const auto whole = *footprint(desc, index);
  const Extent mip = mip_extent(desc, at.mip);
  const std::uint32_t bw = facts.texels_in_blocks ? static_cast<std::uint32_t>(facts.block_width) : 1;
  const std::uint32_t bh = facts.texels_in_blocks ? static_cast<std::uint32_t>(facts.block_height) : 1;

  // Begin at a block, end at a block or at the texture's edge.
  const auto cut = [](std::uint32_t rounded, std::uint32_t edge, std::uint32_t block) {
    const auto begin = *rc::gen::inRange<std::uint32_t>(0, rounded / block) * block;
    const auto blocks = *rc::gen::inRange<std::uint32_t>(0, (rounded - begin) / block + 1);
    std::uint32_t end = begin + blocks * block;
    if (end == rounded && *rc::gen::arbitrary<bool>() && edge > begin) end = edge;
    return std::pair{begin, end};
  };
  const auto edge_x = facts.texels_in_blocks ? static_cast<std::uint32_t>(mip.width) : whole.width;
  const auto edge_y = facts.texels_in_blocks ? mip.height : whole.height;
  const auto [left, right] = cut(whole.width, edge_x, bw);
  const auto [top, bottom] = cut(whole.height, edge_y, bh);
  const auto [front, back] = cut(whole.depth, whole.depth, 1);

  const auto region = region_footprint(desc, index, {left, top, front, right, bottom, back}, 512);
  RC_ASSERT(region.has_value());
  std::set<std::pair<std::uint32_t, std::uint32_t>> blocks;
  for (std::uint32_t y = top; y < bottom; ++y) {
    for (std::uint32_t x = left; x < right; ++x) blocks.insert({x / bw, y / bh});
  }
  RC_ASSERT(tight_bytes(*region) == blocks.size() * facts.planes[at.plane].bytes * (back - front));
  RC_ASSERT(region->format == whole.format);
  RC_ASSERT(region->offset == 512u);
  if (!blocks.empty() && front != back) {
    RC_ASSERT(region->row_pitch % 256 == 0u);
    RC_ASSERT(region->row_pitch - region->row_bytes < 768u);
    RC_ASSERT(region->total_bytes >= tight_bytes(*region));
    RC_ASSERT(region->total_bytes <= whole.total_bytes);
    const bool one_slice_band = front + 1 == back;
    const std::uint32_t fit = rows_that_fit(*region, region->total_bytes);
    RC_ASSERT(!one_slice_band || fit == region->rows);
  }
}

RC_GTEST_PROP(SubresourceProperty, IndexRoundTrips, ()) {
  const auto mips = *rc::gen::inRange<std::uint32_t>(1, 16);
  const auto arrays = *rc::gen::inRange<std::uint32_t>(1, 2049);
  const auto index = *rc::gen::inRange<std::uint32_t>(0, mips * arrays * 3);
  const Subresource at = subresource_at(index, mips, arrays);
  RC_ASSERT(at.mip < mips);
  RC_ASSERT(at.array_slice < arrays);
  RC_ASSERT(at.plane < 3u);
  RC_ASSERT(subresource_index(at.mip, at.array_slice, at.plane, mips, arrays) == index);
}

}  // namespace
}  // namespace ferry
