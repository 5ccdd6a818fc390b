#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <ferry/assets/file.hpp>
#include <ferry/assets/pack.hpp>
#include <ferry/assets/texture_image.hpp>
#include <ferry/layout/footprint.hpp>

namespace ferry::test {

using Bytes = std::vector<std::byte>;

/// Bytes that differ from place to place, and that Zstandard makes smaller.
inline Bytes noise(std::size_t size, unsigned seed) {
  Bytes out(size);
  std::uint32_t state = seed * 2654435761u + 1;
  for (std::size_t i = 0; i < size; ++i) {
    state = state * 1664525u + 1013904223u;
    out[i] = i % 3 == 0 ? static_cast<std::byte>(state >> 24) : static_cast<std::byte>(i / 64 + seed);
  }
  return out;
}

/// A texture with texels of its own, tightly packed.
inline TextureImage make_image(const TextureDesc& desc, unsigned seed) {
  TextureImage image;
  image.desc = desc;
  const std::uint32_t count = subresource_count(desc);
  auto texels = std::make_shared<Bytes>(noise(static_cast<std::size_t>(*tight_bytes(desc, 0, count)), seed));
  std::size_t at = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const Footprint shape = *footprint(desc, i);
    image.parts.push_back({texels->data() + at, shape.row_bytes, shape.row_bytes * shape.rows});
    at += static_cast<std::size_t>(tight_bytes(shape));
  }
  image.memory_bytes = texels->size();
  image.memory = std::move(texels);
  return image;
}

inline Bytes file_bytes(const std::filesystem::path& path) {
  auto file = read_file(path);
  if (!file) return {};
  return {file->data(), file->data() + file->size()};
}

}  // namespace ferry::test
