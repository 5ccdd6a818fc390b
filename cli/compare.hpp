#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include <ferry/assets/picture.hpp>

namespace ferry::cli {

/// A pixel whose value came back changed.
struct Difference {
  std::uint32_t x = 0;
  std::uint32_t y = 0;
  /// R, G, B, A as stored: 0 to 255, or 0 to 65535 for 16-bit pictures.
  std::array<std::uint32_t, 4> sent{};
  std::array<std::uint32_t, 4> returned{};

  friend bool operator==(const Difference&, const Difference&) = default;
};

/// Compares `rows` rows of the picture from `first_row` on with rows that came back, `row_pitch` bytes apart,
/// and gives the first difference, row by row from the left. The picture's format has 4 channels of 8 or 16
/// bits.
std::optional<Difference> first_difference(const PictureView& picture, std::uint32_t first_row,
                                           std::uint32_t rows, const std::byte* returned,
                                           std::uint64_t row_pitch);

}  // namespace ferry::cli
