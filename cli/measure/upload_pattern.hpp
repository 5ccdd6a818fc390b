#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ferry::measure {

/// What a game uploads each frame, in three kinds. Bursts come and go: every eighth frame uploads everything,
/// the others a quarter at most.
struct UploadPattern {
  std::string name;
  std::string about;
  /// One piece: what is written, and copied, at once.
  std::uint64_t piece_bytes = 0;
  /// Pieces of a frame that uploads everything.
  std::uint64_t most_pieces = 0;
  /// Pieces are bands of rows of an RGBA8 texture that is as wide as kTextureWidth; else parts of a buffer.
  bool texture = false;

  static constexpr std::uint32_t kTextureWidth = 1024;
  static constexpr std::uint64_t kRowBytes = std::uint64_t{kTextureWidth} * 4;

  [[nodiscard]] std::uint64_t peak_bytes() const { return piece_bytes * most_pieces; }
  [[nodiscard]] std::uint64_t pieces_in(std::uint64_t frame) const;
  [[nodiscard]] std::uint32_t rows_of_piece() const {
    return static_cast<std::uint32_t>(piece_bytes / kRowBytes);
  }
};

std::vector<UploadPattern> upload_patterns();

}  // namespace ferry::measure
