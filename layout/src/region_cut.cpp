#include <ferry/layout/region_cut.hpp>

#include <algorithm>

#include <ferry/layout/format.hpp>

namespace ferry {

Result<RegionCut> RegionCut::make(const TextureDesc& desc, std::uint32_t subresource, const Box& box,
                                  std::uint64_t limit) {
  auto all = region_footprint(desc, subresource, box);
  if (!all) return fail(std::move(all).error());
  const FormatInfo* info = format_info(desc.format);
  if (info != nullptr && info->depth_stencil) limit = UINT64_MAX;
  RegionCut cut;
  cut.desc_ = desc;
  cut.subresource_ = subresource;
  cut.box_ = box;
  cut.all_ = *all;
  if (all->slice_pitch != 0) {
    cut.slices_at_once_ =
        static_cast<std::uint32_t>(std::clamp<std::uint64_t>(limit / all->slice_pitch, 1, all->depth));
  }
  cut.rows_at_once_ = cut.slices_at_once_ > 1 || all->total_bytes <= limit
                          ? all->rows
                          : std::max(rows_that_fit(*all, limit), 1u);
  return cut;
}

Result<RegionPiece> RegionCut::next() {
  RegionPiece piece;
  piece.first_slice = slice_;
  piece.slices = std::min(slices_at_once_, all_.depth - slice_);
  piece.first_row = row_;
  piece.rows = std::min(rows_at_once_, all_.rows - row_);
  piece.first = slice_ == 0 && row_ == 0;
  piece.last = slice_ + piece.slices == all_.depth && row_ + piece.rows == all_.rows;
  const std::uint32_t block_height = all_.height / all_.rows;
  piece.box = box_;
  piece.box.front = box_.front + slice_;
  piece.box.back = piece.box.front + piece.slices;
  piece.box.top = box_.top + row_ * block_height;
  piece.box.bottom = std::min(box_.bottom, piece.box.top + piece.rows * block_height);
  auto footprint = region_footprint(desc_, subresource_, piece.box);
  if (!footprint) return fail(std::move(footprint).error());
  piece.footprint = *footprint;
  row_ += piece.rows;
  if (row_ == all_.rows) {
    row_ = 0;
    slice_ += piece.slices;
  }
  return piece;
}

}  // namespace ferry
