#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <ferry/base/result.hpp>

#include "jpeg_session.hpp"

namespace ferry {

/// The header of a JPEG, read to its first scan, for decoders that say too little of it. kCorrupt: cut short
/// or damaged; kUnsupported: a number of components that is not taken.
Result<JpegHeader> read_jpeg_header(std::span<const std::byte> file);

/// The scans of a JPEG, walked through to its end.
struct JpegScans {
  std::uint32_t count = 0;
  /// The end marker is there.
  bool ended = false;
};
JpegScans walk_jpeg_scans(std::span<const std::byte> file) noexcept;

}  // namespace ferry
