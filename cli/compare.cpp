#include "compare.hpp"

#include <cstring>

namespace ferry::cli {

namespace {

std::array<std::uint32_t, 4> channels(const std::byte* texel, bool wide) {
  std::array<std::uint32_t, 4> values{};
  for (std::size_t i = 0; i < 4; ++i) {
    if (wide) {
      std::uint16_t value = 0;
      std::memcpy(&value, texel + i * 2, sizeof value);
      values[i] = value;
    } else {
      values[i] = std::to_integer<std::uint32_t>(texel[i]);
    }
  }
  return values;
}

}  // namespace

std::optional<Difference> first_difference(const PictureView& picture, std::uint32_t first_row,
                                           std::uint32_t rows, const std::byte* returned,
                                           std::uint64_t row_pitch) {
  const bool wide = picture.format == Format::kR16G16B16A16Unorm;
  const std::uint64_t texel_bytes = wide ? 8 : 4;
  const auto row_bytes = static_cast<std::size_t>(picture.width * texel_bytes);
  for (std::uint32_t row = 0; row < rows; ++row) {
    const std::uint32_t y = first_row + row;
    const std::byte* const sent = static_cast<const std::byte*>(picture.pixels) + y * picture.row_pitch;
    const std::byte* const came = returned + row * row_pitch;
    if (std::memcmp(sent, came, row_bytes) == 0) continue;
    for (std::uint32_t x = 0; x < picture.width; ++x) {
      const std::uint64_t at = x * texel_bytes;
      if (std::memcmp(sent + at, came + at, static_cast<std::size_t>(texel_bytes)) != 0) {
        return Difference{x, y, channels(sent + at, wide), channels(came + at, wide)};
      }
    }
  }
  return std::nullopt;
}

}  // namespace ferry::cli
