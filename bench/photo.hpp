#pragma once

#include <cstdint>
#include <vector>

namespace bench {

/// A square picture that compresses about as photographs do: soft shapes at every scale, edges, and a little
/// grain. RGBA8, opaque. It goes on seamlessly beyond its edges.
class Photo {
 public:
  /// `size`: texels of a side, a power of two.
  explicit Photo(std::uint32_t size);

  /// A part of it, tightly packed, from (left, top) on, wrapping around.
  [[nodiscard]] std::vector<std::uint8_t> part(std::uint32_t left, std::uint32_t top, std::uint32_t width,
                                               std::uint32_t height) const;

 private:
  std::uint32_t size_;
  std::vector<std::uint8_t> texels_;
};

}  // namespace bench
