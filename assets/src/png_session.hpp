#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include <ferry/assets/png.hpp>
#include <ferry/base/result.hpp>

namespace ferry {

/// What a PNG's first chunk says, numbers as stored.
struct PngHeader {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::uint8_t color_type = 0;
  std::uint8_t bits = 8;
  bool interlaced = false;

  [[nodiscard]] std::uint64_t texel_bytes() const noexcept { return bits == 16 ? 8 : 4; }
};

/// What it says about its colours.
struct PngColorChunks {
  bool icc_profile = false;
  bool srgb = false;
  std::uint32_t gamma = 0;
};

/// PNG's colour types.
inline constexpr std::uint8_t kPngGrey = 0;
inline constexpr std::uint8_t kPngTruecolor = 2;
inline constexpr std::uint8_t kPngPalette = 3;
inline constexpr std::uint8_t kPngGreyAlpha = 4;
inline constexpr std::uint8_t kPngTruecolorAlpha = 6;

/// One PNG being decoded, by the library or the system at hand: png_session_spng.cpp, png_session_wic.cpp.
/// The calls come in the order in which they stand here, rows or the whole picture; after an error none.
/// Texels come as RGBA, 8 or 16 bits per sample in the machine's byte order, with transparency applied.
/// Errors as PngReader says.
class PngSession {
 public:
  PngSession(PngSession&&) noexcept;
  PngSession& operator=(PngSession&&) noexcept;
  ~PngSession();

  /// Reads the header. `file` begins with PNG's signature, as far as it goes, and outlives the session.
  static Result<PngSession> open(std::span<const std::byte> file, const PngLimits& limits);
  [[nodiscard]] const PngHeader& header() const noexcept;
  /// Reads all that stands before the pixels.
  Result<PngColorChunks> read_color_chunks();

  /// The whole picture, tightly packed; what stands behind the pixels is looked at too.
  Result<void> decode_whole(std::span<std::byte> pixels);

  /// For pictures that are not interlaced: the next row. The last one ends with a look at what stands behind it.
  Result<void> read_row(std::span<std::byte> row);

 private:
  struct State;
  explicit PngSession(std::unique_ptr<State> state) noexcept;
  std::unique_ptr<State> state_;
};

}  // namespace ferry
