#include <ferry/gpu/com_ptr.hpp>
#include <ferry/gpu/d3d12.hpp>
#include <ferry/layout/footprint.hpp>

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "dxgi_formats.hpp"
#include "rule_watch.hpp"

// Ferry's footprints beside the device's own.

namespace ferry {
namespace {

/// What the device says of a run of subresources. Empty where it has no answer.
struct Answer {
  std::vector<Footprint> footprints;  // total_bytes of each is 0: the device does not give it
  std::uint64_t total_bytes = 0;
};

class DeviceFootprints : public testing::Test {
 protected:
  void SetUp() override {
    ComPtr<ID3D12Device> below;
    ASSERT_EQ(D3D12CreateDevice(nullptr, D3D_FEATURE_LEVEL_11_0, iid_of<ID3D12Device>(), below.put_void()),
              S_OK)
        << "no Direct3D 12 device here; these tests need one (Debian: mesa-vulkan-drivers)";
    device_ = test::watched(below.get());
    ASSERT_TRUE(device_);
  }

  [[nodiscard]] Answer ask(const TextureDesc& desc, std::uint32_t first, std::uint32_t count,
                           std::uint64_t base) const {
    D3D12_RESOURCE_DESC d = {};
    d.Dimension = static_cast<D3D12_RESOURCE_DIMENSION>(desc.dimension);
    d.Width = desc.width;
    d.Height = desc.height;
    d.DepthOrArraySize = static_cast<UINT16>(desc.depth_or_array_size);
    d.MipLevels = static_cast<UINT16>(desc.mip_levels);
    d.Format = static_cast<DXGI_FORMAT>(desc.format);
    d.SampleDesc.Count = 1;
    d.Layout =
        desc.dimension == Dimension::kBuffer ? D3D12_TEXTURE_LAYOUT_ROW_MAJOR : D3D12_TEXTURE_LAYOUT_UNKNOWN;
    std::vector<D3D12_PLACED_SUBRESOURCE_FOOTPRINT> placed(count);
    std::vector<UINT> rows(count);
    std::vector<std::uint64_t> row_bytes(count);
    std::uint64_t total = 0;
    device_->GetCopyableFootprints(&d, first, count, base, placed.data(), rows.data(), row_bytes.data(),
                                   &total);
    if (total == UINT64_MAX) return {};  // and all else is filled with ones
    Answer out;
    out.total_bytes = total;
    for (std::uint32_t i = 0; i < count; ++i) {
      Footprint f;
      f.offset = placed[i].Offset;
      f.format = static_cast<Format>(placed[i].Footprint.Format);
      f.width = placed[i].Footprint.Width;
      f.height = placed[i].Footprint.Height;
      f.depth = placed[i].Footprint.Depth;
      f.rows = rows[i];
      f.row_bytes = row_bytes[i];
      f.row_pitch = placed[i].Footprint.RowPitch;
      f.slice_pitch = f.row_pitch * f.rows;
      out.footprints.push_back(f);
    }
    return out;
  }

  ComPtr<ID3D12Device> device_;
};

/// Compares a run of subresources. 0 where the device gives no answer, 1 where it gives the same.
int compare(const Answer& theirs, const TextureDesc& desc, std::uint32_t first, std::uint32_t count,
            std::uint64_t base) {
  if (theirs.footprints.empty()) return 0;
  const auto ours = layout(desc, first, count, base);
  EXPECT_TRUE(ours.has_value()) << "the device has an answer and Ferry none: " << ours.error().message;
  if (!ours) return 0;
  const std::string what =
      text(format_name(desc.format), ' ', to_string(desc.dimension), ' ', desc.width, 'x', desc.height, 'x',
           desc.depth_or_array_size, " mips ", desc.mip_levels, " from ", first);
  EXPECT_EQ(ours->total_bytes, theirs.total_bytes) << what;
  for (std::uint32_t i = 0; i < count; ++i) {
    Footprint mine = ours->footprints[i];
    mine.total_bytes = 0;  // the device gives it for the run alone
    EXPECT_TRUE(mine == theirs.footprints[i]) << what << ", subresource " << first + i;
    const auto alone = footprint(desc, first + i, mine.offset);
    EXPECT_TRUE(alone && alone->total_bytes == ours->footprints[i].total_bytes) << what;
  }
  return 1;
}

TEST_F(DeviceFootprints, EqualOursForEveryFormatAndShape) {
  const std::uint32_t sizes[] = {1, 2, 3, 4, 5, 8, 12, 16, 63, 64, 100, 128, 255, 256, 300, 1024};
  struct Kind {
    Dimension dimension;
    std::uint32_t depth;
  };
  const Kind kinds[] = {{Dimension::kTexture1D, 1},  {Dimension::kTexture1D, 17}, {Dimension::kTexture2D, 1},
                        {Dimension::kTexture2D, 17}, {Dimension::kTexture2D, 6},  {Dimension::kTexture2D, 12},
                        {Dimension::kTexture3D, 5},  {Dimension::kTexture3D, 8}};
  int compared = 0;
  std::set<Format> answered;
  for (const DxgiFormat& dxgi : kDxgiFormats) {
    for (const Kind& kind : kinds) {
      for (const std::uint32_t width : sizes) {
        for (const std::uint32_t height : sizes) {
          if (kind.dimension == Dimension::kTexture1D && height != 1) continue;
          TextureDesc desc = {kind.dimension, dxgi.format, width, height, kind.depth, 1, 1};
          for (const std::uint32_t mips : {1u, full_mip_count(desc)}) {
            desc.mip_levels = mips;
            const std::uint32_t all = subresource_count(desc);
            // The whole, and a run from the middle at some offset.
            const int whole = compare(ask(desc, 0, all, 0), desc, 0, all, 0);
            compared += whole;
            if (whole != 0) answered.insert(dxgi.format);
            const std::uint32_t first = all / 3;
            const std::uint32_t count = (all - first + 1) / 2;
            const std::uint64_t base = 512 * std::uint64_t{width + height};
            compared += compare(ask(desc, first, count, base), desc, first, count, base);
            if (HasFailure()) return;
          }
        }
      }
    }
  }
  RecordProperty("compared", compared);
  RecordProperty("formats", static_cast<int>(answered.size()));
  EXPECT_GT(compared, 50000);
  EXPECT_GE(answered.size(), 70u);
  for (const Format needed : {Format::kR8Unorm, Format::kR8G8B8A8UnormSrgb, Format::kR32G32B32A32Float,
                              Format::kBc1Unorm, Format::kBc7UnormSrgb, Format::kD32Float}) {
    EXPECT_TRUE(answered.contains(needed)) << format_name(needed);
  }
}

TEST_F(DeviceFootprints, BuffersEqualOurs) {
  for (const std::uint64_t width : {1u, 255u, 256u, 257u, 1000u, 1u << 20, 3u << 30}) {
    const TextureDesc desc = {Dimension::kBuffer, Format::kUnknown, width, 1, 1, 1, 1};
    EXPECT_EQ(compare(ask(desc, 0, 1, 0), desc, 0, 1, 0), 1) << width;
  }
}

TEST_F(DeviceFootprints, BigTexturesWhereTheDeviceDoesNotOverflow) {
  const TextureDesc volume = {Dimension::kTexture3D, Format::kR32G32B32A32Float, 2048, 2048, 2048, 1, 1};
  EXPECT_EQ(compare(ask(volume, 0, 1, 0), volume, 0, 1, 0), 1);
  const TextureDesc wide = {Dimension::kTexture2D, Format::kR8G8B8A8Unorm, 16384, 16384, 6, 15, 1};
  EXPECT_EQ(compare(ask(wide, 0, 90, 0), wide, 0, 90, 0), 1);
}

TEST_F(DeviceFootprints, OursIsRightWhereTheDeviceOverflows32Bits) {
  constexpr std::uint64_t kTwoTo32 = std::uint64_t{1} << 32;
  const TextureDesc desc = {Dimension::kTexture2D, Format::kR32G32B32A32Float, 16384, 16384, 1, 1, 1};
  const Answer theirs = ask(desc, 0, 1, 0);
  ASSERT_EQ(theirs.footprints.size(), 1u);
  const auto ours = footprint(desc, 0);
  ASSERT_TRUE(ours);
  EXPECT_EQ(ours->total_bytes, kTwoTo32);
  EXPECT_EQ(ours->row_pitch, theirs.footprints[0].row_pitch);
  EXPECT_EQ(ours->rows, theirs.footprints[0].rows);
  EXPECT_EQ(ours->row_bytes, theirs.footprints[0].row_bytes);
  // libvkd3d says 0 for these 4 GiB. A device that counts right says the same as we do.
  EXPECT_TRUE(theirs.total_bytes == kTwoTo32 || theirs.total_bytes == 0) << theirs.total_bytes;
}

}  // namespace
}  // namespace ferry
