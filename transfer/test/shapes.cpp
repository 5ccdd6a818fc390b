#include "shapes.hpp"

#include <algorithm>
#include <cstring>

#include <ferry/base/text.hpp>

namespace ferry::test {
namespace {

struct NaiveFormat {
  Format format;
  std::uint32_t block;
  std::size_t bytes;
};
constexpr std::array<NaiveFormat, 12> kFormats = {{{Format::kR8Unorm, 1, 1},
                                                   {Format::kR8G8Unorm, 1, 2},
                                                   {Format::kR8G8B8A8Unorm, 1, 4},
                                                   {Format::kB8G8R8A8Unorm, 1, 4},
                                                   {Format::kR16G16B16A16Unorm, 1, 8},
                                                   {Format::kR16G16B16A16Float, 1, 8},
                                                   {Format::kR32G32B32A32Float, 1, 16},
                                                   {Format::kR10G10B10A2Unorm, 1, 4},
                                                   {Format::kBc1Unorm, 4, 8},
                                                   {Format::kBc3Unorm, 4, 16},
                                                   {Format::kBc5Unorm, 4, 16},
                                                   {Format::kBc7Unorm, 4, 16}}};
constexpr std::array kKinds = {Shape::Kind::k1D, Shape::Kind::k2D, Shape::Kind::k3D, Shape::Kind::kArray,
                               Shape::Kind::kCube};
constexpr int kMipKinds = 3;  // One level, two, the full chain.

std::size_t number_of(Format format) {
  for (std::size_t i = 0; i < kFormats.size(); ++i) {
    if (kFormats[i].format == format) return i;
  }
  return 0;
}

Dimension dimension_of(Shape::Kind kind) {
  switch (kind) {
    case Shape::Kind::k1D:
      return Dimension::kTexture1D;
    case Shape::Kind::k3D:
      return Dimension::kTexture3D;
    default:
      return Dimension::kTexture2D;
  }
}

/// Nothing left over, one, one less than a whole, something else.
int remainder_kind(std::uint64_t size, std::uint64_t divisor) {
  const std::uint64_t rest = size % divisor;
  if (rest == 0) return 0;
  if (rest == 1) return 1;
  return rest + 1 == divisor ? 2 : 3;
}

std::uint32_t levels_of(const TextureDesc& desc) {
  std::uint64_t largest = std::max<std::uint64_t>(desc.width, desc.height);
  if (desc.dimension == Dimension::kTexture3D) {
    largest = std::max<std::uint64_t>(largest, desc.depth_or_array_size);
  }
  std::uint32_t levels = 0;
  for (; largest != 0; largest /= 2) ++levels;
  return levels;
}

bool can_be(const NaiveFormat& format, Shape::Kind kind, std::uint64_t width, Allowed allowed) {
  if (format.block != 1 && (kind == Shape::Kind::k1D || width % format.block != 0)) return false;
  return allowed(format.format, dimension_of(kind));
}

void set_mips(Shape& shape, int mip_kind) {
  const std::uint32_t levels = levels_of(shape.desc);
  shape.desc.mip_levels = mip_kind == 0 ? 1 : mip_kind == 1 ? std::min(2u, levels) : levels;
}

Shape random_shape(std::mt19937_64& random, std::uint64_t biggest, Allowed allowed) {
  while (true) {
    const NaiveFormat& format = kFormats[random() % kFormats.size()];
    Shape shape;
    shape.kind = kKinds[random() % kKinds.size()];
    shape.queue = random() % 2 == 0 ? QueueKind::kCopy : QueueKind::kDirect;
    shape.seed = random();
    TextureDesc& desc = shape.desc;
    desc.format = format.format;
    desc.dimension = dimension_of(shape.kind);
    constexpr std::array<std::uint64_t, 6> kNear = {4, 64, 128, 256, 320, 512};
    desc.width = kNear[random() % kNear.size()] + random() % 5 - 2;
    if (random() % 4 == 0) desc.width = 1 + random() % 300;
    if (format.block != 1) desc.width = desc.width / 4 * 4 + 4 * (random() % 2);
    if (desc.width == 0 || !can_be(format, shape.kind, desc.width, allowed)) continue;
    const std::uint64_t layers = shape.kind == Shape::Kind::kCube ? 6 : 1 + random() % 5;
    const std::uint64_t row = desc.width * format.bytes / (std::uint64_t{format.block} * format.block);
    const std::uint64_t most = std::max<std::uint64_t>(biggest / (row * layers), 1);
    switch (shape.kind) {
      case Shape::Kind::k1D:
        desc.depth_or_array_size = static_cast<std::uint32_t>(layers);
        break;
      case Shape::Kind::kCube:
        desc.height = static_cast<std::uint32_t>(desc.width);
        desc.depth_or_array_size = 6;
        if (desc.width > most * 2) continue;
        break;
      case Shape::Kind::k2D:
      case Shape::Kind::kArray:
      case Shape::Kind::k3D:
        desc.height = static_cast<std::uint32_t>(1 + random() % std::min<std::uint64_t>(most, 500));
        if (format.block != 1) desc.height = (desc.height + 3) / 4 * 4;
        if (shape.kind == Shape::Kind::kArray)
          desc.depth_or_array_size = static_cast<std::uint32_t>(layers + 1);
        if (shape.kind == Shape::Kind::k3D) desc.depth_or_array_size = static_cast<std::uint32_t>(layers);
        break;
    }
    set_mips(shape, static_cast<int>(random() % kMipKinds));
    return shape;
  }
}

}  // namespace

std::string Shape::text() const {
  static constexpr std::array kNames = {"1D", "2D", "3D", "array", "cube"};
  return ferry::text(kNames[static_cast<std::size_t>(kind)], " ", format_name(desc.format), " ", desc.width,
                     "x", desc.height, "x", desc.depth_or_array_size, ", ", desc.mip_levels, " mips, ",
                     to_string(queue), ", seed ", seed);
}

std::array<int, kFactors> factors_of(const Shape& shape) {
  const TextureDesc& desc = shape.desc;
  const int mips = desc.mip_levels == 1 ? 0 : desc.mip_levels == 2 ? 1 : 2;
  return {static_cast<int>(number_of(desc.format)),
          static_cast<int>(shape.kind),
          mips,
          static_cast<int>(desc.width % 4),
          remainder_kind(desc.width, 64),
          remainder_kind(desc.width, 256),
          shape.queue == QueueKind::kCopy ? 0 : 1};
}

std::array<std::uint32_t, kFactors*(kFactors - 1) / 2> pairs_of(const Shape& shape) {
  const auto factors = factors_of(shape);
  std::array<std::uint32_t, kFactors*(kFactors - 1) / 2> pairs = {};
  std::size_t next = 0;
  for (std::size_t a = 0; a < kFactors; ++a) {
    for (std::size_t b = a + 1; b < kFactors; ++b) {
      const auto first = static_cast<std::size_t>(factors[a]);
      const auto second = static_cast<std::size_t>(factors[b]);
      pairs[next++] = static_cast<std::uint32_t>(((a * kFactors + b) * 12 + first) * 12 + second);
    }
  }
  return pairs;
}

std::string pair_text(std::uint32_t pair) {
  return ferry::text("factor ", pair / 144 / kFactors, " = ", pair / 12 % 12, " beside factor ",
                     pair / 144 % kFactors, " = ", pair % 12);
}

PairSet possible_pairs(Allowed allowed) {
  PairSet all(kPairNumbers);
  for (const NaiveFormat& format : kFormats) {
    for (const Shape::Kind kind : kKinds) {
      for (std::uint64_t width = 8; width <= 8 + 256; ++width) {
        if (!can_be(format, kind, width, allowed)) continue;
        for (int mips = 0; mips < kMipKinds; ++mips) {
          for (const QueueKind queue : {QueueKind::kCopy, QueueKind::kDirect}) {
            Shape shape;
            shape.kind = kind;
            shape.desc.format = format.format;
            shape.desc.dimension = dimension_of(kind);
            shape.desc.width = width;
            shape.queue = queue;
            set_mips(shape, mips);
            for (const std::uint32_t pair : pairs_of(shape)) all[pair] = true;
          }
        }
      }
    }
  }
  return all;
}

std::vector<Shape> choose_shapes(std::uint64_t seed, std::size_t count, std::uint64_t biggest,
                                 Allowed allowed) {
  std::mt19937_64 random(seed);
  PairSet covered(kPairNumbers);
  std::vector<Shape> shapes;
  while (shapes.size() < count) {
    Shape best = random_shape(random, biggest, allowed);
    std::size_t best_gain = 0;
    for (int i = 0; i < 6; ++i) {
      const Shape candidate = random_shape(random, biggest, allowed);
      std::size_t gain = 0;
      for (const std::uint32_t pair : pairs_of(candidate)) gain += covered[pair] ? 0 : 1;
      if (gain > best_gain) {
        best = candidate;
        best_gain = gain;
      }
    }
    for (const std::uint32_t pair : pairs_of(best)) covered[pair] = true;
    shapes.push_back(best);
  }
  return shapes;
}

TextureModel::TextureModel(const TextureDesc& desc) : desc_(desc), mips_(desc.mip_levels) {
  const NaiveFormat& format = kFormats[number_of(desc.format)];
  block_ = format.block;
  block_bytes_ = format.bytes;
  const std::uint32_t layers = desc.dimension == Dimension::kTexture3D ? 1 : desc.depth_or_array_size;
  for (std::uint32_t i = 0; i < mips_ * layers; ++i) {
    const Box box = whole(i);
    bytes_.emplace_back(row_bytes(box) * rows(box) * box.back);
  }
}

TextureModel::Size TextureModel::size_of(std::uint32_t subresource) const {
  Size size = {static_cast<std::uint32_t>(desc_.width), desc_.height,
               desc_.dimension == Dimension::kTexture3D ? desc_.depth_or_array_size : 1};
  for (std::uint32_t mip = 0; mip < subresource % mips_; ++mip) {
    size = {std::max(size.width / 2, 1u), std::max(size.height / 2, 1u), std::max(size.depth / 2, 1u)};
  }
  return size;
}

Box TextureModel::whole(std::uint32_t subresource) const {
  const Size size = size_of(subresource);
  return {0, 0, 0, size.width, size.height, size.depth};
}

std::size_t TextureModel::row_bytes(const Box& box) const {
  return (box.right - box.left + block_ - 1) / block_ * block_bytes_;
}

std::uint32_t TextureModel::rows(const Box& box) const {
  return (box.bottom - box.top + block_ - 1) / block_;
}

Box TextureModel::random_box(std::uint32_t subresource, std::mt19937_64& random) const {
  const auto part = [&](std::uint32_t size, std::uint32_t step) {
    const auto steps = (size + step - 1) / step;
    const auto first = static_cast<std::uint32_t>(random() % steps);
    const auto last = first + 1 + static_cast<std::uint32_t>(random() % (steps - first));
    return std::pair{first * step, std::min(last * step, size)};
  };
  const Size size = size_of(subresource);
  const auto [left, right] = part(size.width, block_);
  const auto [top, bottom] = part(size.height, block_);
  const auto [front, back] = part(size.depth, 1);
  return {left, top, front, right, bottom, back};
}

std::size_t TextureModel::at(std::uint32_t subresource, std::uint32_t x, std::uint32_t row,
                             std::uint32_t slice) const {
  const Box all = whole(subresource);
  return (std::size_t{slice} * rows(all) + row) * row_bytes(all) + x / block_ * block_bytes_;
}

void TextureModel::write(std::uint32_t subresource, const Box& box, const std::byte* source,
                         std::size_t row_pitch, std::size_t slice_pitch) {
  for (std::uint32_t slice = box.front; slice < box.back; ++slice) {
    for (std::uint32_t row = 0; row < rows(box); ++row) {
      std::memcpy(bytes_[subresource].data() + at(subresource, box.left, box.top / block_ + row, slice),
                  source + (slice - box.front) * slice_pitch + row * row_pitch, row_bytes(box));
    }
  }
}

std::vector<std::byte> TextureModel::read(std::uint32_t subresource, const Box& box) const {
  std::vector<std::byte> out;
  for (std::uint32_t slice = box.front; slice < box.back; ++slice) {
    for (std::uint32_t row = 0; row < rows(box); ++row) {
      const std::byte* from =
          bytes_[subresource].data() + at(subresource, box.left, box.top / block_ + row, slice);
      out.insert(out.end(), from, from + row_bytes(box));
    }
  }
  return out;
}

}  // namespace ferry::test
