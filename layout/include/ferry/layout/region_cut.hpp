#pragma once

#include <cstdint>

#include <ferry/base/result.hpp>
#include <ferry/layout/footprint.hpp>
#include <ferry/layout/texture_desc.hpp>

namespace ferry {

/// A piece of a region: some whole depth slices, or some rows (of blocks) of one slice.
struct RegionPiece {
  Box box;              ///< In the subresource.
  Footprint footprint;  ///< Of this piece alone, at offset 0.
  /// Slices and rows are counted from the region's first.
  std::uint32_t first_slice = 0;
  std::uint32_t slices = 0;
  std::uint32_t first_row = 0;
  std::uint32_t rows = 0;
  bool first = false;
  bool last = false;
};

/// Cuts a box of a subresource into pieces of at most `limit` bytes of staging, one after the other: several
/// whole slices where they fit, else bands of rows; never less than one row. Depth-stencil subresources are
/// not cut (Direct3D 12 documentation, "ID3D12GraphicsCommandList::CopyTextureRegion").
///
///     auto cut = RegionCut::make(desc, subresource, box, limit);
///     while (!cut->done()) { auto piece = cut->next(); ... }
class RegionCut {
 public:
  /// Errors as `region_footprint`.
  static Result<RegionCut> make(const TextureDesc& desc, std::uint32_t subresource, const Box& box,
                                std::uint64_t limit);

  [[nodiscard]] bool done() const { return slice_ >= all_.depth || row_ >= all_.rows; }
  /// The next piece. Only while not done. Errors as `region_footprint`.
  Result<RegionPiece> next();

 private:
  RegionCut() = default;

  TextureDesc desc_;
  std::uint32_t subresource_ = 0;
  Box box_;
  Footprint all_;
  std::uint32_t slices_at_once_ = 1;
  std::uint32_t rows_at_once_ = 1;
  std::uint32_t slice_ = 0;
  std::uint32_t row_ = 0;
};

}  // namespace ferry
