// Textures that look like ground, for a stream that needs no files.

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include <ferry/base/byte_buffer.hpp>
#include <ferry/base/text.hpp>
#include <ferry/layout/footprint.hpp>

#include "tile_source.hpp"

namespace ferry::cli {

namespace {

struct Size {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
};
/// RGBA8 with all mips: 1.33, 2, 3 and 4 MiB.
constexpr std::array<Size, 4> kSizes = {{{512, 512}, {768, 512}, {768, 768}, {1024, 768}}};

struct Color {
  double red = 0;
  double green = 0;
  double blue = 0;
};
constexpr std::array<Color, 6> kGrounds = {
    {{96, 128, 62}, {150, 132, 88}, {118, 112, 104}, {176, 160, 120}, {70, 104, 74}, {136, 100, 76}}};

std::byte to_byte(double value) {
  return static_cast<std::byte>(std::clamp(value, 0.0, 255.0));
}

/// The ground's colour with waves over it, a grain, and a dark edge around the tile, by which one sees where
/// each tile lies and how sharp it is.
void paint(std::byte* texels, Size size, std::uint32_t number) {
  const Color ground = kGrounds[number % kGrounds.size()];
  const double phase = number * 1.7;
  std::uint32_t grain = number * 2654435761U + 1;
  std::vector<double> across(size.width);
  for (std::uint32_t x = 0; x < size.width; ++x) across[x] = std::sin(phase + 19.0 * x / size.width);
  for (std::uint32_t y = 0; y < size.height; ++y) {
    const double down = std::sin(2 * phase + 23.0 * y / size.height);
    for (std::uint32_t x = 0; x < size.width; ++x) {
      grain = grain * 1664525U + 1013904223U;
      const double light = 1 + 0.14 * across[x] * down + (static_cast<double>(grain >> 24U) - 128) / 900;
      const std::uint32_t to_edge = std::min({x, y, size.width - 1 - x, size.height - 1 - y});
      const double shade = to_edge < size.width / 128 ? 0.45 : light;
      texels[0] = to_byte(ground.red * shade);
      texels[1] = to_byte(ground.green * shade);
      texels[2] = to_byte(ground.blue * shade);
      texels[3] = std::byte{255};
      texels += 4;
    }
  }
}

/// Half the size, each texel the mean of four.
void halve(const std::byte* from, Size from_size, std::byte* to, Size to_size) {
  for (std::uint32_t y = 0; y < to_size.height; ++y) {
    const std::size_t top = std::min(2 * y, from_size.height - 1);
    const std::size_t bottom = std::min(2 * y + 1, from_size.height - 1);
    for (std::uint32_t x = 0; x < to_size.width; ++x) {
      const std::size_t left = std::min(2 * x, from_size.width - 1);
      const std::size_t right = std::min(2 * x + 1, from_size.width - 1);
      for (std::size_t c = 0; c < 4; ++c) {
        const auto at = [&](std::size_t row, std::size_t column) {
          return std::to_integer<unsigned>(from[(row * from_size.width + column) * 4 + c]);
        };
        *to++ = static_cast<std::byte>(
            (at(top, left) + at(top, right) + at(bottom, left) + at(bottom, right)) / 4);
      }
    }
  }
}

class GeneratedTiles final : public TileSource {
 public:
  Result<void> make(std::uint32_t contents) {
    for (std::uint32_t number = 0; number < contents; ++number) {
      auto made = make_one(number);
      if (!made) return fail(std::move(made).error());
      contents_.push_back(*std::move(made));
    }
    return {};
  }

  [[nodiscard]] std::uint32_t count() const override { return static_cast<std::uint32_t>(contents_.size()); }
  [[nodiscard]] const TextureDesc& desc(std::uint32_t content) const override {
    return contents_[content].desc;
  }
  [[nodiscard]] LoadRequest request(std::uint32_t content) const override {
    LoadRequest request;
    request.source = MemorySource{contents_[content].memory->bytes()};
    return request;
  }
  [[nodiscard]] Result<TextureImage> read(std::uint32_t content) const override {
    const Content& one = contents_[content];
    TextureImage image;
    image.desc = one.desc;
    image.memory = one.memory;
    const std::byte* at = one.memory->data();
    for (std::uint32_t mip = 0; mip < one.desc.mip_levels; ++mip) {
      const Extent size = mip_extent(one.desc, mip);
      image.parts.push_back({at, size.width * 4, size.width * 4 * size.height});
      at += size.width * 4 * size.height;
    }
    return image;
  }
  [[nodiscard]] std::string what() const override {
    return text(contents_.size(), " generated textures of 1.3 to 4 MiB, in memory");
  }

 private:
  struct Content {
    TextureDesc desc;
    std::shared_ptr<const ByteBuffer> memory;
  };

  static Result<Content> make_one(std::uint32_t number) {
    const Size size = kSizes[number % kSizes.size()];
    Content content;
    content.desc.width = size.width;
    content.desc.height = size.height;
    content.desc.mip_levels = full_mip_count(size.width, size.height, 1);
    const auto bytes = tight_bytes(content.desc, 0, content.desc.mip_levels);
    if (!bytes) return fail(bytes.error());
    auto memory = ByteBuffer::make(*bytes, "a generated texture");
    if (!memory) return fail(std::move(memory).error());
    paint(memory->data(), size, number);
    std::byte* from = memory->data();
    Size from_size = size;
    for (std::uint32_t mip = 1; mip < content.desc.mip_levels; ++mip) {
      const Extent extent = mip_extent(content.desc, mip);
      const Size to_size = {static_cast<std::uint32_t>(extent.width), extent.height};
      std::byte* const to = from + std::size_t{from_size.width} * from_size.height * 4;
      halve(from, from_size, to, to_size);
      from = to;
      from_size = to_size;
    }
    content.memory = std::make_shared<const ByteBuffer>(*std::move(memory));
    return content;
  }

  std::vector<Content> contents_;
};

}  // namespace

Result<std::unique_ptr<TileSource>> generated_tiles(std::uint32_t contents) {
  auto tiles = std::make_unique<GeneratedTiles>();
  if (auto made = tiles->make(contents); !made) return fail(std::move(made).error());
  return std::unique_ptr<TileSource>(std::move(tiles));
}

}  // namespace ferry::cli
