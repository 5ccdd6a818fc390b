#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace bench {

/// RGBA8 texels, tightly packed, as a JPEG of quality 90 with 4:2:0 chroma, as cameras write it. Alpha is
/// dropped.
std::vector<std::byte> jpeg_of(std::span<const std::uint8_t> rgba, std::uint32_t width, std::uint32_t height);

}  // namespace bench
