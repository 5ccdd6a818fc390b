#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <vector>

// Makes DDS files word by word, so that the code under test has no part in them.

namespace ferry::test {

using Bytes = std::vector<std::byte>;

inline Bytes bytes_of(std::initializer_list<unsigned> values) {
  Bytes bytes;
  for (const unsigned value : values) bytes.push_back(static_cast<std::byte>(value));
  return bytes;
}

/// 0, 1, 2, ..., with a step that keeps neighbours apart.
inline Bytes counted_bytes(std::size_t count) {
  Bytes bytes(count);
  for (std::size_t i = 0; i < count; ++i) bytes[i] = static_cast<std::byte>(i * 7 + i / 251);
  return bytes;
}

inline std::uint32_t letters(std::string_view four) {
  std::uint32_t code = 0;
  for (std::size_t i = 0; i < 4 && i < four.size(); ++i) {
    code |= std::uint32_t{static_cast<unsigned char>(four[i])} << (8 * i);
  }
  return code;
}

/// The words of a DDS, in their order; the defaults are one texel with no pixel format.
struct DdsFile {
  std::uint32_t size = 124;
  std::uint32_t flags = 0x1007;  // caps, height, width, pixel format
  std::uint32_t height = 1;
  std::uint32_t width = 1;
  std::uint32_t pitch = 0;
  std::uint32_t depth = 0;
  std::uint32_t mips = 0;
  std::uint32_t format_size = 32;
  std::uint32_t format_flags = 0;
  std::uint32_t four_cc = 0;
  std::uint32_t bits = 0;
  std::array<std::uint32_t, 4> masks = {};
  std::uint32_t caps = 0x1000;
  std::uint32_t caps2 = 0;
  /// With a DX10 header.
  bool dx10 = false;
  std::uint32_t dxgi_format = 28;
  std::uint32_t dimension = 3;
  std::uint32_t misc = 0;
  std::uint32_t array = 1;
  std::uint32_t misc2 = 0;
  Bytes body;

  [[nodiscard]] Bytes bytes() const {
    Bytes out;
    const auto word = [&](std::uint32_t value) {
      for (unsigned shift = 0; shift < 32; shift += 8) out.push_back(static_cast<std::byte>(value >> shift));
    };
    for (const std::uint32_t value : {letters("DDS "), size, flags, height, width, pitch, depth, mips})
      word(value);
    for (int i = 0; i < 11; ++i) word(0);
    word(format_size);
    word(dx10 ? 4 : format_flags);
    word(dx10 ? letters("DX10") : four_cc);
    word(bits);
    for (const std::uint32_t mask : masks) word(mask);
    word(caps);
    word(caps2);
    for (int i = 0; i < 3; ++i) word(0);
    if (dx10) {
      for (const std::uint32_t value : {dxgi_format, dimension, misc, array, misc2}) word(value);
    }
    out.insert(out.end(), body.begin(), body.end());
    return out;
  }
};

/// A file of one FourCC.
inline DdsFile coded_dds(std::uint32_t code, std::uint32_t width, std::uint32_t height, Bytes body) {
  DdsFile file;
  file.width = width;
  file.height = height;
  file.format_flags = 0x4;
  file.four_cc = code;
  file.body = std::move(body);
  return file;
}

/// A row of texels with bit masks; `flags` are the pixel format's.
inline DdsFile masked_dds(std::uint32_t flags, std::uint32_t bits, std::array<std::uint32_t, 4> masks,
                          Bytes row) {
  DdsFile file;
  file.width = bits == 0 ? 1 : static_cast<std::uint32_t>(row.size() * 8 / bits);
  file.format_flags = flags;
  file.bits = bits;
  file.masks = masks;
  file.body = std::move(row);
  return file;
}

/// A file with a DX10 header.
inline DdsFile dx10_dds(std::uint32_t dxgi_format, std::uint32_t width, std::uint32_t height, Bytes body) {
  DdsFile file;
  file.width = width;
  file.height = height;
  file.dx10 = true;
  file.dxgi_format = dxgi_format;
  file.body = std::move(body);
  return file;
}

}  // namespace ferry::test
