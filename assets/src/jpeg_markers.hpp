#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace ferry {

/// What a walk over a JPEG's markers, up to the first scan, finds.
struct JpegMarkers {
  /// The number of the first start-of-frame marker (SOF0 to SOF15), or -1: there is none.
  int frame = -1;
  /// Bits per sample as that frame says.
  std::uint8_t precision = 8;
  /// EXIF's orientation, 1 to 8; 1 where there is none or it makes no sense.
  std::uint8_t orientation = 1;
};

/// Never fails: what is not found keeps its default. Nothing outside `file` is read.
JpegMarkers find_jpeg_markers(std::span<const std::byte> file) noexcept;

/// The orientation tag in the first directory of a TIFF structure, as EXIF holds it, in either byte order;
/// 1 to 8, or 0 where there is none or anything is out of bounds.
std::uint8_t tiff_orientation(std::span<const std::byte> tiff) noexcept;

}  // namespace ferry
