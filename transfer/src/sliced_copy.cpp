#include "sliced_copy.hpp"

#include <algorithm>

#include <ferry/base/units.hpp>

namespace ferry {
namespace {

/// Some tens of microseconds of one thread: far more than taking a slice costs, and little to wait for at the
/// end.
constexpr std::uint64_t kSliceBytes = 128_KiB;

}  // namespace

SlicedCopy::SlicedCopy(const RowCopy& copy) : copy_(copy) {
  copy_.fence = WriteFence::kAtEnd;
  if (copy_.rows == 1 || (copy_.dst_row_pitch == copy_.row_bytes && copy_.src_row_pitch == copy_.row_bytes)) {
    copy_.row_bytes *= copy_.rows;
    copy_.rows = 1;
    if (copy_.slices == 1 ||
        (copy_.dst_slice_pitch == copy_.row_bytes && copy_.src_slice_pitch == copy_.row_bytes)) {
      copy_.row_bytes *= copy_.slices;
      copy_.slices = 1;
    }
  }
  if (copy_.rows == 1 && copy_.slices == 1) {
    // Never so many that their number does not fit.
    bytes_at_once_ = std::max(kSliceBytes, align_up(copy_.row_bytes >> 30, 64));
    slices_ = static_cast<std::uint32_t>(divide_up(copy_.row_bytes, bytes_at_once_));
    return;
  }
  rows_at_once_ = std::clamp<std::uint64_t>(kSliceBytes / std::max<std::uint64_t>(copy_.row_bytes, 1), 1,
                                            std::max<std::uint64_t>(copy_.rows, 1));
  bands_ = divide_up(copy_.rows, rows_at_once_);
  slices_ = static_cast<std::uint32_t>(bands_ * copy_.slices);
}

void SlicedCopy::run(std::uint32_t slice) const {
  RowCopy part = copy_;
  auto* dst = static_cast<std::byte*>(copy_.dst);
  const auto* src = static_cast<const std::byte*>(copy_.src);
  if (bytes_at_once_ != 0) {
    const std::uint64_t begin = slice * bytes_at_once_;
    part.dst = dst + begin;
    part.src = src + begin;
    part.row_bytes = std::min(bytes_at_once_, copy_.row_bytes - begin);
  } else {
    const std::uint64_t depth = slice / bands_;
    const std::uint64_t row = slice % bands_ * rows_at_once_;
    part.dst = dst + depth * copy_.dst_slice_pitch + row * copy_.dst_row_pitch;
    part.src = src + depth * copy_.src_slice_pitch + row * copy_.src_row_pitch;
    part.rows = std::min(rows_at_once_, copy_.rows - row);
    part.slices = 1;
  }
  copy_rows(part);
}

void SlicedCopy::start(CopyCrew& crew) {
  const auto run = [](const void* self, std::uint32_t slice) {
    static_cast<const SlicedCopy*>(self)->run(slice);
  };
  place_ = crew.start({run, this, slices_});
}

void SlicedCopy::finish(CopyCrew& crew) {
  if (place_ != nullptr) {
    crew.finish(place_);
    place_ = nullptr;
    return;
  }
  for (std::uint32_t slice = 0; slice < slices_; ++slice) run(slice);
}

}  // namespace ferry
