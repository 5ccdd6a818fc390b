#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include <ferry/assets/texture_image.hpp>

namespace ferry {

/// Some neighbouring bits of a texel that is read as a little-endian number.
struct BitField {
  std::uint8_t shift = 0;
  /// 0: the texel has no such channel.
  std::uint8_t bits = 0;

  [[nodiscard]] constexpr std::uint32_t mask() const noexcept {
    return bits == 0 ? 0 : (0xffffffffU >> (32 - bits)) << shift;
  }
  friend constexpr bool operator==(const BitField&, const BitField&) = default;
};

/// The field that a mask covers: none for 0, nothing where its bits do not lie side by side.
std::optional<BitField> bit_field(std::uint32_t mask) noexcept;

/// Red, green, blue and alpha, or the first two of them.
using TexelFields = std::array<BitField, 4>;

// Conversions from texels of 1 to 4 bytes. v of n bits becomes v * most / (2^n - 1), rounded to the nearest.
// Colours that a texel does not have become 0, alpha becomes 1.

/// To R8G8B8A8_UNORM. No field has more than 8 bits.
RowConversion expand_to_rgba8(unsigned texel_bytes, const TexelFields& fields);
/// To R16G16B16A16_UNORM. No field has more than 32 bits.
RowConversion expand_to_rgba16(unsigned texel_bytes, const TexelFields& fields);
/// To R8G8_UNORM and R16G16_UNORM: the first two fields, which are both there.
RowConversion expand_to_rg8(unsigned texel_bytes, const TexelFields& fields);
RowConversion expand_to_rg16(unsigned texel_bytes, const TexelFields& fields);

/// To R16G16B16A16_SNORM. `is_signed` tells which fields are two's complement; the least of those becomes
/// -1, as Direct3D reads it, and so does the next.
RowConversion expand_to_rgba16_snorm(unsigned texel_bytes, const TexelFields& fields,
                                     const std::array<bool, 4>& is_signed);

/// Changes 10:10:10:2 texels: red and blue change places, and alpha becomes 1, as said.
RowConversion change_10_10_10_2(bool swap_red_and_blue, bool opaque);

/// From R8G8B8X8, whose last byte says nothing, to R8G8B8A8 with an alpha of 1.
RowConversion make_rgba8_opaque();

/// From indices of one byte into 256 colours of R8G8B8A8 at `palette`, which must outlive the conversion; or
/// from indices with alpha in a second byte.
RowConversion look_up_palette(const std::byte* palette, bool with_alpha);

}  // namespace ferry
