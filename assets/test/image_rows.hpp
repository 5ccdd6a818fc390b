#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <ferry/assets/texture_image.hpp>
#include <ferry/layout/footprint.hpp>

namespace ferry::test {

/// One subresource of an image, tightly packed, by write_rows; empty where that fails.
inline std::vector<std::byte> texels_of(const TextureImage& image, std::uint32_t subresource) {
  auto shape = footprint(image.desc, subresource);
  if (!shape) return {};
  std::vector<std::byte> out(static_cast<std::size_t>(tight_bytes(*shape)));
  std::byte* to = out.data();
  for (std::uint32_t slice = 0; slice < shape->depth; ++slice) {
    const RowRange all = {subresource, slice, 0, shape->rows};
    if (!write_rows(image, all, to, shape->row_bytes)) return {};
    to += shape->row_bytes * shape->rows;
  }
  return out;
}

/// All subresources, one after the other.
inline std::vector<std::byte> texels_of(const TextureImage& image) {
  std::vector<std::byte> out;
  for (std::uint32_t i = 0; i < subresource_count(image.desc); ++i) {
    const std::vector<std::byte> one = texels_of(image, i);
    out.insert(out.end(), one.begin(), one.end());
  }
  return out;
}

}  // namespace ferry::test
