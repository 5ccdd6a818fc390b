#pragma once

#include <spng.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

// Makes PNGs of every kind with libspng alone, so that the code under test has no part in them.

namespace ferry::test {

using Bytes = std::vector<std::byte>;

/// `rows`: the raw scanlines as PNG stores them (big-endian samples, packed below 8 bits), with no filter
/// bytes.
inline Bytes make_png(std::uint32_t width, std::uint32_t height, int color_type, int bits,
                      std::span<const std::uint8_t> rows, const std::function<void(spng_ctx*)>& more = {}) {
  spng_ctx* const context = spng_ctx_new(SPNG_CTX_ENCODER);
  const auto check = [](int result) {
    if (result != SPNG_OK) throw std::runtime_error(std::string("libspng: ") + spng_strerror(result));
  };
  spng_ihdr header = {};
  header.width = width;
  header.height = height;
  header.color_type = static_cast<std::uint8_t>(color_type);
  header.bit_depth = static_cast<std::uint8_t>(bits);
  check(spng_set_option(context, SPNG_ENCODE_TO_BUFFER, 1));
  check(spng_set_ihdr(context, &header));
  if (more) more(context);
  check(spng_encode_image(context, rows.data(), rows.size(), SPNG_FMT_RAW, SPNG_ENCODE_FINALIZE));
  std::size_t size = 0;
  int result = 0;
  void* const png = spng_get_png_buffer(context, &size, &result);
  check(result);
  Bytes bytes(size);
  std::memcpy(bytes.data(), png, size);
  std::free(png);
  spng_ctx_free(context);
  return bytes;
}

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

}  // namespace ferry::test
