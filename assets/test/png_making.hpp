#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <zlib.h>

// Makes PNGs of every kind with zlib alone, so that neither the code under test nor what it stands on has a
// part in them.

namespace ferry::test {

using Bytes = std::vector<std::byte>;

inline constexpr int kGrey = 0;
inline constexpr int kTruecolor = 2;
inline constexpr int kPalette = 3;
inline constexpr int kGreyAlpha = 4;
inline constexpr int kTruecolorAlpha = 6;

/// The chunks beside the pixels; what is empty, 0 or false is not there.
struct PngChunksAdded {
  std::vector<std::array<std::uint8_t, 3>> palette;
  std::vector<std::uint8_t> palette_alpha;
  /// The transparent colour: one sample for grey, three for truecolour.
  std::vector<std::uint16_t> transparent;
  bool icc_profile = false;
  bool srgb = false;
  std::uint32_t gamma = 0;
  /// A comment, packed (zTXt).
  std::string packed_text;
};

/// PNG's checksum over a chunk's name and content.
inline std::uint32_t png_crc(std::span<const std::byte> bytes) {
  std::uint32_t crc = 0xffffffff;
  for (const std::byte byte : bytes) {
    crc ^= std::to_integer<std::uint32_t>(byte);
    for (int bit = 0; bit < 8; ++bit) crc = (crc & 1U) != 0 ? 0xedb88320U ^ (crc >> 1) : crc >> 1;
  }
  return ~crc;
}

inline void append_number(Bytes& out, std::uint32_t number) {
  for (int shift = 24; shift >= 0; shift -= 8) out.push_back(static_cast<std::byte>(number >> shift & 0xff));
}

inline void append_chunk(Bytes& out, const char* name, std::span<const std::byte> content) {
  append_number(out, static_cast<std::uint32_t>(content.size()));
  const std::size_t begin = out.size();
  for (int i = 0; i < 4; ++i) out.push_back(static_cast<std::byte>(name[i]));
  out.insert(out.end(), content.begin(), content.end());
  append_number(out, png_crc(std::span(out).subspan(begin)));
}

inline Bytes png_signature() {
  Bytes out;
  for (const int c : {0x89, 'P' + 0, 'N' + 0, 'G' + 0, 13, 10, 26, 10})
    out.push_back(static_cast<std::byte>(c));
  return out;
}

/// Signature and IHDR with right checksums, whatever the numbers.
inline Bytes png_header(std::uint32_t width, std::uint32_t height, int color_type, int bits) {
  Bytes out = png_signature();
  Bytes content;
  append_number(content, width);
  append_number(content, height);
  for (const int value : {bits, color_type, 0, 0, 0}) content.push_back(static_cast<std::byte>(value));
  append_chunk(out, "IHDR", content);
  return out;
}

inline Bytes png_packed(std::span<const std::uint8_t> raw) {
  uLongf size = compressBound(static_cast<uLong>(raw.size()));
  Bytes out(size);
  compress(reinterpret_cast<Bytef*>(out.data()), &size, raw.data(), static_cast<uLong>(raw.size()));
  out.resize(size);
  return out;
}

/// A chunk of a keyword, the number of a way of packing, and what is packed.
inline void append_packed_chunk(Bytes& out, const char* name, std::string_view keyword,
                                std::string_view content) {
  Bytes chunk;
  for (const char c : keyword) chunk.push_back(static_cast<std::byte>(c));
  chunk.resize(chunk.size() + 2);
  const Bytes packed = png_packed({reinterpret_cast<const std::uint8_t*>(content.data()), content.size()});
  chunk.insert(chunk.end(), packed.begin(), packed.end());
  append_chunk(out, name, chunk);
}

/// A row filtered by one of PNG's five ways, behind the number of that way.
inline void append_filtered(std::vector<std::uint8_t>& out, std::span<const std::uint8_t> row,
                            std::span<const std::uint8_t> above, std::size_t step, int filter) {
  out.push_back(static_cast<std::uint8_t>(filter));
  for (std::size_t i = 0; i < row.size(); ++i) {
    const int a = i < step ? 0 : row[i - step];
    const int b = above.empty() ? 0 : above[i];
    const int c = i < step || above.empty() ? 0 : above[i - step];
    const int p = a + b - c;
    const int near_a = std::abs(p - a);
    const int near_b = std::abs(p - b);
    const int near_c = std::abs(p - c);
    const int paeth = near_a <= near_b && near_a <= near_c ? a : near_b <= near_c ? b : c;
    const int guesses[] = {0, a, b, (a + b) / 2, paeth};
    out.push_back(static_cast<std::uint8_t>(row[i] - guesses[filter]));
  }
}

/// `rows`: the raw scanlines as PNG stores them (big-endian samples, packed below 8 bits), with no filter
/// bytes. Each row is filtered another way than the one before.
inline Bytes make_png(std::uint32_t width, std::uint32_t height, int color_type, int bits,
                      std::span<const std::uint8_t> rows, const PngChunksAdded& more = {}) {
  Bytes out = png_header(width, height, color_type, bits);
  Bytes content;
  if (more.icc_profile) append_packed_chunk(out, "iCCP", "of one's own", "not really a profile");
  if (more.srgb) append_chunk(out, "sRGB", Bytes(1));
  if (more.gamma != 0) {
    append_number(content, more.gamma);
    append_chunk(out, "gAMA", content);
  }
  if (!more.palette.empty()) {
    content.clear();
    for (const auto& entry : more.palette) {
      for (const std::uint8_t sample : entry) content.push_back(static_cast<std::byte>(sample));
    }
    append_chunk(out, "PLTE", content);
  }
  if (!more.palette_alpha.empty() || !more.transparent.empty()) {
    content.clear();
    for (const std::uint8_t alpha : more.palette_alpha) content.push_back(static_cast<std::byte>(alpha));
    for (const std::uint16_t sample : more.transparent) {
      content.push_back(static_cast<std::byte>(sample >> 8));
      content.push_back(static_cast<std::byte>(sample & 0xff));
    }
    append_chunk(out, "tRNS", content);
  }
  if (!more.packed_text.empty()) append_packed_chunk(out, "zTXt", "Comment", more.packed_text);

  const int samples = color_type == kTruecolor        ? 3
                      : color_type == kGreyAlpha      ? 2
                      : color_type == kTruecolorAlpha ? 4
                                                      : 1;
  const std::size_t row_bytes = (std::size_t{width} * static_cast<std::size_t>(samples * bits) + 7) / 8;
  const std::size_t step = static_cast<std::size_t>(samples * bits + 7) / 8;
  if (rows.size() != row_bytes * height) throw std::runtime_error("make_png: rows of another size");
  std::vector<std::uint8_t> filtered;
  for (std::uint32_t y = 0; y < height; ++y) {
    const auto row = rows.subspan(y * row_bytes, row_bytes);
    const auto above =
        y == 0 ? std::span<const std::uint8_t>() : rows.subspan((y - 1) * row_bytes, row_bytes);
    append_filtered(filtered, row, above, step, static_cast<int>((y + 4) % 5));
  }
  append_chunk(out, "IDAT", png_packed(filtered));
  append_chunk(out, "IEND", {});
  return out;
}

}  // namespace ferry::test
