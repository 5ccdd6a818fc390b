#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <ferry/assets/png.hpp>
#include <ferry/base/result.hpp>

#include "png_session.hpp"

namespace ferry {

/// A PNG's chunks, for decoders that say little of what is wrong with a file: every checksum, the order, the
/// sizes and the compressed stream are looked at here, so that what is handed on is whole.
class PngChunks {
 public:
  /// Reads the header. `file` begins with PNG's signature, as far as it goes, and outlives this.
  static Result<PngChunks> open(std::span<const std::byte> file, const PngLimits& limits);
  /// Reads to the first chunk of pixels.
  Result<void> read_to_pixels();
  /// Reads the rest, and unpacks the pixels to see that there are as many as the header says.
  Result<void> check_pixels();

  PngHeader header;
  PngColorChunks colors;
  /// RGBA; entries that the file does not have stay opaque black.
  std::array<std::array<std::uint8_t, 4>, 256> palette = {};
  std::uint32_t palette_entries = 0;
  /// Grey and truecolour: the one colour that is transparent, samples as stored.
  bool has_key = false;
  std::array<std::uint16_t, 3> key = {};
  /// The content of the IDAT chunks, once check_pixels() has read them.
  std::vector<std::span<const std::byte>> pixels;

 private:
  struct Chunk {
    std::uint32_t name = 0;
    std::span<const std::byte> content;
  };
  Result<Chunk> next_chunk();
  Result<void> take(const Chunk& chunk);
  Result<void> take_transparency(std::span<const std::byte> content);

  std::span<const std::byte> file_;
  std::size_t at_ = 0;
  std::uint64_t max_chunk_bytes_ = 0;
  Chunk first_pixels_;
};

}  // namespace ferry
