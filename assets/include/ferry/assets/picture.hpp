#pragma once

#include <cstddef>
#include <cstdint>

#include <ferry/base/byte_buffer.hpp>
#include <ferry/layout/format.hpp>

namespace ferry {

/// Somebody else's pixels: one 2D picture, the first row at the top.
struct PictureView {
  /// Row y starts at `pixels + y * row_pitch`.
  const void* pixels = nullptr;
  /// Bytes from row to row; at least the bytes of a row. Any value is taken, with no alignment.
  std::uint64_t row_pitch = 0;
  std::uint32_t width = 0;   ///< Texels.
  std::uint32_t height = 0;  ///< Texels.
  Format format = Format::kR8G8B8A8Unorm;
};

/// A decoded picture with its pixels: rows tightly packed from the top, row_pitch bytes apart.
struct Picture {
  ByteBuffer pixels;
  std::uint64_t row_pitch = 0;
  std::uint32_t width = 0;   ///< Texels.
  std::uint32_t height = 0;  ///< Texels.
  Format format = Format::kR8G8B8A8Unorm;

  /// Valid as long as the pixels are.
  [[nodiscard]] PictureView view() const noexcept {
    return {pixels.data(), row_pitch, width, height, format};
  }
};

}  // namespace ferry
