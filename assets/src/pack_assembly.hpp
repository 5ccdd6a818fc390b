#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include <ferry/assets/texture_image.hpp>
#include <ferry/base/result.hpp>
#include <ferry/layout/placed_pieces.hpp>

#include "random_file.hpp"

namespace ferry::pack {

/// A piece that is in some file already, as it is to be stored.
struct ReadyPiece {
  /// Which of the files.
  std::size_t source = 0;
  std::uint64_t source_offset = 0;
  std::uint64_t stored_bytes = 0;
  std::uint64_t bytes = 0;
  std::uint64_t checksum = 0;
  bool packed = false;
  std::uint32_t part_count = 0;
};

/// An asset whose pieces are in files already.
struct ReadyEntry {
  std::string name;
  bool is_texture = false;
  TextureDesc desc;
  bool cube = false;
  AlphaMode alpha = AlphaMode::kUnknown;
  std::uint64_t bytes = 0;
  std::vector<ReadyPiece> pieces;
  std::vector<PlacedPart> parts;
};

struct Written {
  std::uint64_t piece_bytes = 0;
  std::uint32_t zstd_level = 0;
  std::uint64_t recipe = 0;

  friend bool operator==(const Written&, const Written&) = default;
};

/// Writes the pack of these assets: in the order of their names, whatever theirs is. kInvalidArgument: two
/// of one name, or more than the index can count.
Result<void> assemble(const std::filesystem::path& path, std::vector<ReadyEntry> entries,
                      std::span<RandomFile> sources, const Written& options);

}  // namespace ferry::pack
