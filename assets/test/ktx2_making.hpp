#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <zlib.h>

#include "has_zstd.hpp"
#if FERRY_TEST_HAS_ZSTD
#include <zstd.h>
#endif

namespace ferry::test {

using Bytes = std::vector<std::byte>;

inline void put_u32(Bytes& out, std::uint64_t value) {
  for (int i = 0; i < 4; ++i) out.push_back(static_cast<std::byte>(value >> (8 * i)));
}
inline void put_u64(Bytes& out, std::uint64_t value) {
  put_u32(out, value & 0xffffffff);
  put_u32(out, value >> 32);
}

/// Without Zstandard: the bytes as they are, which will do where they are not looked at.
inline Bytes zstd(const Bytes& raw, int level = 3) {
#if FERRY_TEST_HAS_ZSTD
  Bytes out(ZSTD_compressBound(raw.size()));
  out.resize(ZSTD_compress(out.data(), out.size(), raw.data(), raw.size(), level));
  return out;
#else
  (void)level;
  return raw;
#endif
}
inline Bytes zlib(const Bytes& raw) {
  uLongf size = compressBound(static_cast<uLong>(raw.size()));
  Bytes out(size);
  compress(reinterpret_cast<Bytef*>(out.data()), &size, reinterpret_cast<const Bytef*>(raw.data()),
           static_cast<uLong>(raw.size()));
  out.resize(size);
  return out;
}

/// A KTX2 file, field by field, with everything in its place; what a test changes after make() is up to it.
struct Ktx2File {
  std::uint32_t vk_format = 37;  // R8G8B8A8_UNORM
  std::uint32_t type_size = 1;
  std::uint32_t width = 1;
  std::uint32_t height = 1;
  std::uint32_t depth = 0;
  std::uint32_t layers = 0;
  std::uint32_t faces = 1;
  /// As stored; the number of `levels` where this is UINT32_MAX.
  std::uint32_t level_count = UINT32_MAX;
  std::uint32_t scheme = 0;
  std::uint8_t color_model = 1;
  std::uint8_t transfer = 1;
  std::uint8_t flags = 0;
  std::uint8_t block_bytes = 4;
  bool descriptor = true;
  std::vector<std::pair<std::string, std::string>> metadata;
  /// The largest first; not yet supercompressed.
  std::vector<Bytes> levels;

  [[nodiscard]] Bytes make() const {
    Bytes out;
    for (const int c : {0xab, 0x4b, 0x54, 0x58, 0x20, 0x32, 0x30, 0xbb, 0x0d, 0x0a, 0x1a, 0x0a}) {
      out.push_back(static_cast<std::byte>(c));
    }
    const std::uint32_t count =
        level_count == UINT32_MAX ? static_cast<std::uint32_t>(levels.size()) : level_count;
    for (const std::uint32_t field :
         {vk_format, type_size, width, height, depth, layers, faces, count, scheme}) {
      put_u32(out, field);
    }
    Bytes pairs;
    for (const auto& [key, value] : metadata) {
      const std::string pair = key + '\0' + value;
      put_u32(pairs, pair.size());
      for (const char c : pair) pairs.push_back(static_cast<std::byte>(c));
      while (pairs.size() % 4 != 0) pairs.push_back(std::byte{0});
    }
    const std::uint32_t descriptor_bytes = descriptor ? 28 : 0;
    const std::size_t descriptor_at = 80 + 24 * levels.size();
    put_u32(out, descriptor ? descriptor_at : 0);
    put_u32(out, descriptor_bytes);
    put_u32(out, pairs.empty() ? 0 : descriptor_at + descriptor_bytes);
    put_u32(out, pairs.size());
    put_u64(out, 0);
    put_u64(out, 0);

    Bytes texels;
    std::vector<std::size_t> offsets(levels.size());
    std::vector<std::size_t> sizes(levels.size());
    const std::size_t texels_at = descriptor_at + descriptor_bytes + pairs.size();
    for (std::size_t i = levels.size(); i-- > 0;) {
      const Bytes packed = scheme == 2 ? zstd(levels[i]) : scheme == 3 ? zlib(levels[i]) : levels[i];
      const std::size_t alignment = scheme == 0 ? std::lcm<std::size_t>(block_bytes, 4) : 1;
      while ((texels_at + texels.size()) % alignment != 0) texels.push_back(std::byte{0});
      offsets[i] = texels_at + texels.size();
      sizes[i] = packed.size();
      texels.insert(texels.end(), packed.begin(), packed.end());
    }
    for (std::size_t i = 0; i < levels.size(); ++i) {
      put_u64(out, offsets[i]);
      put_u64(out, sizes[i]);
      put_u64(out, levels[i].size());
    }
    if (descriptor) {
      put_u32(out, 28);
      put_u32(out, 0);
      put_u32(out, 2 | 24U << 16);
      put_u32(out, std::uint32_t{color_model} | 1U << 8 | std::uint32_t{transfer} << 16 |
                       std::uint32_t{flags} << 24);
      put_u32(out, 0);
      put_u32(out, scheme == 0 ? block_bytes : 0);
      put_u32(out, 0);
    }
    out.insert(out.end(), pairs.begin(), pairs.end());
    out.insert(out.end(), texels.begin(), texels.end());
    return out;
  }
};

/// Bytes that differ from place to place.
inline Bytes pattern(std::size_t size, unsigned seed) {
  Bytes out(size);
  for (std::size_t i = 0; i < size; ++i)
    out[i] = static_cast<std::byte>((i * 7 + i / 251 + seed * 31) & 0xff);
  return out;
}

}  // namespace ferry::test
