#include "jpeg_frame.hpp"

#include <algorithm>
#include <cstring>

namespace ferry {

namespace {

constexpr std::uint32_t kStart = 0xd8;
constexpr std::uint32_t kEnd = 0xd9;
constexpr std::uint32_t kScan = 0xda;
constexpr std::uint32_t kApp0 = 0xe0;
constexpr std::uint32_t kApp14 = 0xee;

std::uint32_t byte_at(std::span<const std::byte> bytes, std::size_t at) noexcept {
  return std::to_integer<std::uint32_t>(bytes[at]);
}

std::uint32_t number_at(std::span<const std::byte> bytes, std::size_t at) noexcept {
  return byte_at(bytes, at) << 8 | byte_at(bytes, at + 1);
}

struct Segment {
  std::uint32_t marker = 0;  // 0: the file ends first
  std::span<const std::byte> content;
  std::size_t end = 0;  // where the next one may begin
  bool whole = true;
};

/// The next marker from `at` on, and what stands behind it.
Segment next_segment(std::span<const std::byte> file, std::size_t at) noexcept {
  for (;;) {
    const void* const found =
        at < file.size() ? std::memchr(file.data() + at, 0xff, file.size() - at) : nullptr;
    if (found == nullptr) return {};
    at = static_cast<std::size_t>(static_cast<const std::byte*>(found) - file.data());
    while (at < file.size() && byte_at(file, at) == 0xff) ++at;
    if (at >= file.size()) return {};
    const std::uint32_t marker = byte_at(file, at++);
    // A stuffed byte and restart markers belong to a scan.
    if (marker <= 1 || (marker >= 0xd0 && marker <= kStart)) continue;
    if (marker == kEnd) return {marker, {}, at, true};
    if (file.size() - at < 2) return {marker, {}, file.size(), false};
    const std::size_t length = number_at(file, at);
    if (length < 2 || file.size() - at < length) return {marker, {}, file.size(), false};
    return {marker, file.subspan(at + 2, length - 2), at + length, true};
  }
}

bool is_frame(std::uint32_t marker) {
  return marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc;
}

Failure not_whole() {
  return fail(ErrorCode::kCorrupt, "the JPEG is cut short: its header is not whole");
}

struct Component {
  std::uint32_t id = 0;
  std::uint32_t across = 1;
  std::uint32_t down = 1;
};

/// As libjpeg guesses it where no marker says it.
JpegColor color_of(std::span<const Component> components, bool jfif, int transform) {
  if (components.size() == 1) return JpegColor::kGrey;
  if (components.size() == 4) return transform >= 0 && transform != 0 ? JpegColor::kYcck : JpegColor::kCmyk;
  if (jfif) return JpegColor::kYCbCr;
  if (transform >= 0) return transform == 0 ? JpegColor::kRgb : JpegColor::kYCbCr;
  const bool letters = components[0].id == 'R' && components[1].id == 'G' && components[2].id == 'B';
  return letters ? JpegColor::kRgb : JpegColor::kYCbCr;
}

}  // namespace

Result<JpegHeader> read_jpeg_header(std::span<const std::byte> file) {
  JpegHeader header;
  Component components[4];
  std::size_t count = 0;
  bool jfif = false;
  int transform = -1;
  for (std::size_t at = 2;;) {
    const Segment segment = next_segment(file, at);
    if (segment.marker == 0 || !segment.whole) return not_whole();
    const std::span<const std::byte> content = segment.content;
    at = segment.end;
    if (segment.marker == kEnd) {
      return fail(ErrorCode::kCorrupt, "the JPEG is damaged: it has no picture");
    }
    if (segment.marker == kApp0 && content.size() >= 5 && std::memcmp(content.data(), "JFIF", 5) == 0)
      jfif = true;
    if (segment.marker == kApp14 && content.size() >= 12 && std::memcmp(content.data(), "Adobe", 5) == 0) {
      header.adobe_marker = true;
      transform = static_cast<int>(byte_at(content, 11));
    }
    if (is_frame(segment.marker)) {
      if (count != 0) return fail(ErrorCode::kCorrupt, "the JPEG is damaged: it has two frame headers");
      if (content.size() < 6)
        return fail(ErrorCode::kCorrupt, "the JPEG is damaged: its frame header is too short");
      header.height = number_at(content, 1);
      header.width = number_at(content, 3);
      header.progressive = segment.marker == 0xc2;
      count = byte_at(content, 5);
      if (header.width == 0 || header.height == 0)
        return fail(ErrorCode::kCorrupt, "the JPEG is damaged: a side of the picture is 0");
      if (count != 1 && count != 3 && count != 4) {
        return fail(ErrorCode::kUnsupported, "the JPEG has ", count,
                    " components; 1 (grey), 3 and 4 are taken");
      }
      if (content.size() < 6 + count * 3)
        return fail(ErrorCode::kCorrupt, "the JPEG is damaged: its frame header is too short");
      for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t sampling = byte_at(content, 7 + i * 3);
        components[i] = {byte_at(content, 6 + i * 3), sampling >> 4, sampling & 0xf};
        if (components[i].across == 0 || components[i].across > 4 || components[i].down == 0 ||
            components[i].down > 4)
          return fail(ErrorCode::kCorrupt, "the JPEG is damaged: a component's sampling makes no sense");
      }
    }
    if (segment.marker == kScan) {
      if (count == 0)
        return fail(ErrorCode::kCorrupt, "the JPEG is damaged: a scan stands before the frame header");
      header.several_scans = header.progressive || (!content.empty() && byte_at(content, 0) < count);
      break;
    }
  }
  const std::span<const Component> all(components, count);
  header.color = color_of(all, jfif, transform);
  std::uint32_t most_across = 1;
  std::uint32_t most_down = 1;
  for (const Component& one : all) {
    most_across = std::max(most_across, one.across);
    most_down = std::max(most_down, one.down);
  }
  for (const Component& one : all) {
    const std::uint64_t across =
        (std::uint64_t{header.width} * one.across + most_across * 8 - 1) / (most_across * 8);
    const std::uint64_t down =
        (std::uint64_t{header.height} * one.down + most_down * 8 - 1) / (most_down * 8);
    header.blocks += across * down;
  }
  return header;
}

JpegScans walk_jpeg_scans(std::span<const std::byte> file) noexcept {
  JpegScans scans;
  for (std::size_t at = 2;;) {
    const Segment segment = next_segment(file, at);
    if (segment.marker == 0 || !segment.whole) return scans;
    if (segment.marker == kEnd) {
      scans.ended = true;
      return scans;
    }
    if (segment.marker == kScan) ++scans.count;
    at = segment.end;
  }
}

}  // namespace ferry
