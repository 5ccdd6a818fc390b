#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <ferry/base/result.hpp>
#include <ferry/layout/texture_plan.hpp>

namespace ferry {

/// Some rows (of blocks) of some slices of a subresource, in a piece: either all rows of one or more slices,
/// or some rows of one.
struct PlacedPart {
  std::uint32_t subresource = 0;
  std::uint32_t first_slice = 0;
  std::uint32_t slices = 1;
  std::uint32_t first_row = 0;
  std::uint32_t rows = 0;
  /// From the start of the piece, a multiple of kPlacementAlignment. The rows lie there as in the footprint
  /// of their box.
  std::uint64_t offset = 0;

  friend constexpr bool operator==(const PlacedPart&, const PlacedPart&) = default;
};

/// One run of bytes of a file that is staged at once.
struct PlacedPiece {
  /// In the file.
  std::uint64_t file_offset = 0;
  std::uint64_t stored_bytes = 0;
  /// In staging memory; as many as are stored unless the piece is packed.
  std::uint64_t bytes = 0;
  /// The stored bytes are not the staged ones: an UnpackPiece makes those of them.
  bool packed = false;
  /// Of a texture: its parts.
  std::uint32_t first_part = 0;
  std::uint32_t part_count = 0;

  friend constexpr bool operator==(const PlacedPiece&, const PlacedPiece&) = default;
};

/// Where a buffer or a whole texture lies in a file, piece by piece, as staging memory takes it. The pieces
/// of a buffer follow each other in it and have no parts.
struct PlacedPieces {
  std::vector<PlacedPiece> pieces;
  std::vector<PlacedPart> parts;

  friend bool operator==(const PlacedPieces&, const PlacedPieces&) = default;
};

/// Makes the staged bytes of piece number `piece` of its stored ones, and looks at checksums. Writes all of
/// `out`; where that is write-combined memory, in order, and reads nothing back. Called from any thread, by
/// several at once.
using UnpackPiece = std::function<Result<void>(std::size_t piece, std::span<const std::byte> stored,
                                               std::span<std::byte> out, bool write_combined)>;

/// The plan that copies these pieces into a texture. Each row of each subresource is there once, and those of
/// one subresource are in order. `sources` of the plan stay empty. kCorrupt names what is not so; errors as
/// for footprint().
Result<TexturePlan> placed_plan(const TextureDesc& desc, const PlacedPieces& placed);

/// Bytes of the buffer. kCorrupt: a piece has parts or no bytes, or the sum does not fit 64 bits.
Result<std::uint64_t> placed_buffer_bytes(const PlacedPieces& placed);

}  // namespace ferry
