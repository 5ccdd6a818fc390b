#pragma once

#include <cstdint>
#include <vector>

#include <ferry/base/result.hpp>
#include <ferry/layout/footprint.hpp>

namespace ferry {

/// Some rows of some slices of one subresource: one CopyTextureRegion.
struct PlanPart {
  std::uint32_t subresource = 0;
  std::uint32_t mip = 0;
  bool whole = false;  ///< All of the subresource.
  Box box;
  /// Its offset counts from the start of the piece's staging memory.
  Footprint footprint;
  /// Where its texels are in the source: in which subresource (from the first that is loaded), from which
  /// row of blocks and slice on.
  std::uint32_t source_index = 0;
  std::uint32_t first_row = 0;
  std::uint32_t first_slice = 0;
};

/// Parts that are staged together.
struct PlanPiece {
  std::uint32_t first_part = 0;
  std::uint32_t part_count = 0;
};

/// One subresource in a source without padding.
struct TightSource {
  std::uint64_t offset = 0;
  std::uint64_t row_pitch = 0;
  std::uint64_t slice_pitch = 0;
};

/// How the subresources of a texture are cut into pieces: small mips first, and small ones together.
struct TexturePlan {
  std::vector<PlanPart> parts;
  std::vector<PlanPiece> pieces;
  /// Staging bytes of each piece.
  std::vector<std::uint64_t> sizes;
  std::uint64_t staged_bytes = 0;  ///< Of all pieces.
  /// By subresource, from the first that is loaded.
  std::vector<TightSource> sources;
  std::uint64_t source_bytes = 0;  ///< Of all sources.
  /// How many parts of each mip there are; 0 for mips that are not loaded.
  std::vector<std::uint32_t> parts_of_mip;
};

/// Cuts `count` subresources from number `first` into pieces of at most `piece_bytes` of staging memory, but
/// of one row at least. The same arguments give the same plan. Errors as for footprint(), and
/// kInvalidArgument for subresources that the texture does not have.
Result<TexturePlan> plan_texture(const TextureDesc& desc, std::uint32_t first, std::uint32_t count,
                                 std::uint64_t piece_bytes);

}  // namespace ferry
