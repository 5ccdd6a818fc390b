#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>

#include <ferry/assets/texture_image.hpp>
#include <ferry/layout/footprint.hpp>

namespace ferry::fuzz {

/// Ends the fuzzer where the image is not what texture_image.hpp promises, and writes every row of it, so that
/// every byte that it points to is read. Raise the allowance before, where rows may be long.
inline void touch(const TextureImage& image) {
  const auto holds = [](bool promise) {
    if (!promise) std::abort();
  };
  holds(validate(image.desc).has_value());
  holds(image.desc.mip_levels != 0);
  holds(!image.cube || array_size(image.desc) % 6 == 0);
  holds(image.parts.size() == subresource_count(image.desc));
  for (std::uint32_t i = 0; i < image.parts.size(); ++i) {
    const auto whole = footprint(image.desc, i);
    holds(whole.has_value());
    holds(image.parts[i].data != nullptr && image.parts[i].row_pitch != 0 && image.parts[i].slice_pitch != 0);
    // Of its very size, so that a row that is written too long is seen.
    const std::unique_ptr<std::byte[]> slice(new std::byte[whole->row_bytes * whole->rows]);
    for (std::uint32_t z = 0; z < whole->depth; ++z) {
      holds(write_rows(image, {i, z, 0, whole->rows}, slice.get(), whole->row_bytes).has_value());
    }
  }
}

}  // namespace ferry::fuzz
