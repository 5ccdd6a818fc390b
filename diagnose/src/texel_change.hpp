#pragma once

#include <cstdint>
#include <string_view>

#include <ferry/layout/format.hpp>

#include "block_rows.hpp"

namespace ferry::diagnose {

/// A change of each texel by itself, in formats of four channels of 8 bits.
enum class TexelChange : std::uint8_t {
  kNone,
  kRedAndBlueSwapped,
  kAlphaFirst,  ///< RGBA came as ARGB.
  kAlphaLast,   ///< ARGB came as RGBA.
  kReversed,    ///< RGBA came as ABGR.
  kEncoded,     ///< Linear values came as sRGB ones: too bright.
  kDecoded,     ///< sRGB values came as linear ones: too dark.
};

/// The change that explains all texels, kNone where none does or where several do.
TexelChange find_texel_change(Format format, const BlockRows& expected, const BlockRows& got);

constexpr bool is_channel_order(TexelChange change) {
  return change != TexelChange::kNone && change < TexelChange::kEncoded;
}
/// By how many bytes a picture of one colour would have to be moved to look so; 0 where by none.
constexpr std::int64_t offset_like(TexelChange change) {
  return change == TexelChange::kAlphaFirst ? -1 : change == TexelChange::kAlphaLast ? 1 : 0;
}

}  // namespace ferry::diagnose
