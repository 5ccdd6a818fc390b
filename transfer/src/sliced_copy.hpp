#pragma once

#include <cstdint>

#include <ferry/layout/row_copy.hpp>

#include "copy_crew.hpp"

namespace ferry {

/// A RowCopy cut into slices of about 128 KiB for a CopyCrew: runs of bytes where rows lie together on both
/// sides, else bands of rows. Each slice ends with the store fence it needs.
class SlicedCopy {
 public:
  explicit SlicedCopy(const RowCopy& copy);

  [[nodiscard]] std::uint32_t slices() const { return slices_; }
  void run(std::uint32_t slice) const;

  /// Copies, with the crew's help. Only one at a time is under way: `start` and `finish` of the same crew.
  void start(CopyCrew& crew);
  void finish(CopyCrew& crew);
  void own_part(CopyCrew& crew) {
    if (place_) crew.own_part(place_);
  }
  /// Whether `finish` would not wait.
  [[nodiscard]] bool is_done() const { return place_ != nullptr && CopyCrew::is_done(place_); }

 private:
  RowCopy copy_;
  /// Of one long row.
  std::uint64_t bytes_at_once_ = 0;
  /// Of many: bands in each depth slice.
  std::uint64_t rows_at_once_ = 0;
  std::uint64_t bands_ = 0;
  std::uint32_t slices_ = 0;
  CopyCrew::Place* place_ = nullptr;
};

}  // namespace ferry
