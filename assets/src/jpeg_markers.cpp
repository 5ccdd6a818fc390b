#include "jpeg_markers.hpp"

#include <algorithm>
#include <array>

namespace ferry {

namespace {

std::uint32_t byte_at(std::span<const std::byte> bytes, std::size_t at) noexcept {
  return std::to_integer<std::uint32_t>(bytes[at]);
}

std::uint32_t number16(std::span<const std::byte> bytes, std::size_t at, bool big_endian) noexcept {
  const std::uint32_t a = byte_at(bytes, at);
  const std::uint32_t b = byte_at(bytes, at + 1);
  return big_endian ? a << 8 | b : b << 8 | a;
}

std::uint32_t number32(std::span<const std::byte> bytes, std::size_t at, bool big_endian) noexcept {
  const std::uint32_t a = number16(bytes, at, big_endian);
  const std::uint32_t b = number16(bytes, at + 2, big_endian);
  return big_endian ? a << 16 | b : b << 16 | a;
}

constexpr std::array kExifName = {std::byte{'E'}, std::byte{'x'}, std::byte{'i'},
                                  std::byte{'f'}, std::byte{0},   std::byte{0}};

}  // namespace

std::uint8_t tiff_orientation(std::span<const std::byte> tiff) noexcept {
  constexpr std::uint32_t kTag = 0x112;
  constexpr std::uint32_t kShort = 3;
  constexpr std::size_t kHeader = 8;
  constexpr std::size_t kEntry = 12;
  if (tiff.size() < kHeader) return 0;
  const bool big_endian = byte_at(tiff, 0) == 'M';
  if (byte_at(tiff, 0) != byte_at(tiff, 1) || (!big_endian && byte_at(tiff, 0) != 'I')) return 0;
  if (number16(tiff, 2, big_endian) != 42) return 0;
  const std::size_t directory = number32(tiff, 4, big_endian);
  if (directory > tiff.size() || tiff.size() - directory < 2) return 0;
  const std::size_t fit = (tiff.size() - directory - 2) / kEntry;
  const std::size_t entries = std::min<std::size_t>(number16(tiff, directory, big_endian), fit);
  for (std::size_t i = 0; i < entries; ++i) {
    const std::size_t entry = directory + 2 + i * kEntry;
    if (number16(tiff, entry, big_endian) != kTag) continue;
    if (number16(tiff, entry + 2, big_endian) != kShort || number32(tiff, entry + 4, big_endian) != 1)
      return 0;
    const std::uint32_t value = number16(tiff, entry + 8, big_endian);
    return value >= 1 && value <= 8 ? static_cast<std::uint8_t>(value) : std::uint8_t{0};
  }
  return 0;
}

JpegMarkers find_jpeg_markers(std::span<const std::byte> file) noexcept {
  constexpr std::uint32_t kPrefix = 0xff;
  constexpr std::uint32_t kStart = 0xd8;
  constexpr std::uint32_t kEnd = 0xd9;
  constexpr std::uint32_t kScan = 0xda;
  constexpr std::uint32_t kApp1 = 0xe1;
  JpegMarkers found;
  bool oriented = false;
  std::size_t at = 0;
  for (;;) {
    while (at < file.size() && byte_at(file, at) != kPrefix) ++at;
    while (at < file.size() && byte_at(file, at) == kPrefix) ++at;
    if (at >= file.size()) return found;
    const std::uint32_t marker = byte_at(file, at++);
    const bool alone = marker == 0 || marker == 1 || (marker >= 0xd0 && marker <= kStart);
    if (alone) continue;
    if (marker == kEnd || marker == kScan || file.size() - at < 2) return found;
    const std::size_t length = number16(file, at, true);
    if (length < 2) return found;
    const std::span<const std::byte> content =
        file.subspan(at + 2, std::min(length - 2, file.size() - at - 2));
    // C4, C8 and CC are Huffman tables, a reserved number and arithmetic conditioning.
    if (marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc &&
        found.frame < 0) {
      found.frame = static_cast<int>(marker - 0xc0);
      if (!content.empty()) found.precision = std::to_integer<std::uint8_t>(content[0]);
    }
    if (marker == kApp1 && !oriented && content.size() >= kExifName.size() &&
        std::equal(kExifName.begin(), kExifName.end(), content.begin())) {
      const std::uint8_t orientation = tiff_orientation(content.subspan(kExifName.size()));
      if (orientation != 0) {
        found.orientation = orientation;
        oriented = true;
      }
    }
    if (file.size() - at < length) return found;
    at += length;
  }
}

}  // namespace ferry
