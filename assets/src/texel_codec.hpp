#pragma once

#include <cstddef>
#include <cstdint>

#include <ferry/layout/format.hpp>

namespace ferry {

/// Texels of a format as numbers that may be averaged, and back. The numbers are in the order R, G, B, A:
/// integers from 0 for UNORM channels (0 to 255, 1023, 65535), so that sums of them are exact; linear light
/// from 0 to 1 for sRGB colour; the values themselves for floats.
struct TexelCodec {
  /// Numbers per texel, 1 to 4. B8G8R8X8 has 3.
  int channels = 4;
  /// The number that stands for an alpha of 1; alpha is the fourth channel.
  float opaque = 1;
  std::uint32_t texel_bytes = 4;
  void (*load)(const std::byte* texels, float* numbers, std::size_t count) noexcept = nullptr;
  /// Rounds to the nearest; UNORM clamps, and takes NaN for 0. Unused bits are set.
  void (*store)(const float* numbers, std::byte* texels, std::size_t count) noexcept = nullptr;
};

/// nullptr where the format has none: block-compressed, integer, SNORM, depth, video and small packed ones.
const TexelCodec* texel_codec(Format format) noexcept;

}  // namespace ferry
