#include "photo.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>

namespace bench {
namespace {

std::uint32_t mixed(std::uint32_t value) {
  value = (value ^ (value >> 16)) * 0x45d9f3bu;
  value = (value ^ (value >> 16)) * 0x45d9f3bu;
  return value ^ (value >> 16);
}

/// From 0 to 1, of a point of a lattice of `cells` cells on a side.
float lattice(std::uint32_t x, std::uint32_t y, std::uint32_t cells, std::uint32_t seed) {
  const std::uint32_t at = (y % cells) * cells + x % cells;
  return static_cast<float>(mixed(at * 2654435761u + seed) & 0xffff) / 65535.0f;
}

/// Adds noise of `cells` cells on a side.
void add_octave(std::vector<float>& light, std::uint32_t size, std::uint32_t cells, float height,
                std::uint32_t seed) {
  const std::uint32_t cell = size / cells;
  for (std::uint32_t y = 0; y < size; ++y) {
    const float down = static_cast<float>(y % cell) / static_cast<float>(cell);
    for (std::uint32_t left = 0; left < cells; ++left) {
      const auto edge = [&](std::uint32_t x) {
        const float above = lattice(x, y / cell, cells, seed);
        return above + (lattice(x, y / cell + 1, cells, seed) - above) * down;
      };
      const float begin = edge(left) * height;
      const float step = (edge(left + 1) * height - begin) / static_cast<float>(cell);
      float* const to = light.data() + std::size_t{y} * size + left * cell;
      for (std::uint32_t x = 0; x < cell; ++x) to[x] += begin + step * static_cast<float>(x);
    }
  }
}

}  // namespace

Photo::Photo(std::uint32_t size) : size_(size), texels_(std::size_t{size} * size * 4, 255) {
  const std::size_t count = std::size_t{size} * size;
  std::vector<float> light(count);
  for (std::uint32_t channel = 0; channel < 3; ++channel) {
    std::fill(light.begin(), light.end(), 0.0f);
    float height = 0.5f;
    for (std::uint32_t cells = 4; cells <= size / 4; cells *= 4, height *= 0.4f) {
      // Large shapes are of one colour, most small ones of another.
      add_octave(light, size, cells, height, cells < 64 ? cells + channel * 77 : cells);
    }
    for (std::size_t i = 0; i < count; ++i) {
      // An edge where the shapes are half bright.
      const float lit = light[i] > 0.42f ? light[i] : light[i] * 0.6f;
      const float grain = static_cast<float>(mixed(static_cast<std::uint32_t>(i * 3 + channel)) % 5) - 2.0f;
      texels_[i * 4 + channel] = static_cast<std::uint8_t>(std::clamp(lit * 255.0f + grain, 0.0f, 255.0f));
    }
  }
}

std::vector<std::uint8_t> Photo::part(std::uint32_t left, std::uint32_t top, std::uint32_t width,
                                      std::uint32_t height) const {
  std::vector<std::uint8_t> out(std::size_t{width} * height * 4);
  for (std::uint32_t y = 0; y < height; ++y) {
    const std::uint8_t* const row = texels_.data() + std::size_t{(top + y) % size_} * size_ * 4;
    std::uint8_t* to = out.data() + std::size_t{y} * width * 4;
    for (std::uint32_t x = 0; x < width;) {
      const std::uint32_t from = (left + x) % size_;
      const std::uint32_t run = std::min(width - x, size_ - from);
      std::memcpy(to + std::size_t{x} * 4, row + std::size_t{from} * 4, std::size_t{run} * 4);
      x += run;
    }
  }
  return out;
}

}  // namespace bench
