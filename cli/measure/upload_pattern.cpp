#include "upload_pattern.hpp"

#include <algorithm>

#include <ferry/base/units.hpp>

namespace ferry::measure {

std::uint64_t UploadPattern::pieces_in(std::uint64_t frame) const {
  if (frame % 8 == 3) return most_pieces;
  // An eighth to a quarter, differently each frame.
  const std::uint64_t part = 128 + frame * 0x9e3779b1u % 128;
  return std::max<std::uint64_t>(1, most_pieces * part / 1024);
}

std::vector<UploadPattern> upload_patterns() {
  return {
      {"constants", "pages of 64 constant buffers of 256 bytes each, 512 KiB in a burst", 16_KiB, 32, false},
      {"vertices", "vertex updates of 128 KiB, 2 MiB in a burst", 128_KiB, 16, false},
      {"texture", "one texture 1024 texels wide, 4 MiB in a burst", 256_KiB, 16, true},
  };
}

}  // namespace ferry::measure
