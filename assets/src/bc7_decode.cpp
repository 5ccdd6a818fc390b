#include "bc7_decode.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <utility>

#include "block_bits.hpp"
#include "bptc_tables.hpp"

namespace ferry {

namespace {

constexpr std::size_t kTexels = 16;
constexpr std::size_t kAlpha = 3;

/// Bits below the lowest bit of every channel of an end point.
enum class LowBits : std::uint8_t { kNone, kPerEndPoint, kPerSubset };

/// How many bits each field of a block has. They lie in this order, above the mode's own.
struct Mode {
  std::uint8_t subsets;
  std::uint8_t partition;
  std::uint8_t rotation;
  std::uint8_t selection;
  std::uint8_t color;
  std::uint8_t alpha;
  LowBits low_bits;
  std::uint8_t index;
  /// Of a second index for each texel; 0: colour and alpha share the first.
  std::uint8_t second_index;
};

constexpr std::array<Mode, 8> kModes = {{
    {3, 4, 0, 0, 4, 0, LowBits::kPerEndPoint, 3, 0},
    {2, 6, 0, 0, 6, 0, LowBits::kPerSubset, 3, 0},
    {3, 6, 0, 0, 5, 0, LowBits::kNone, 2, 0},
    {2, 6, 0, 0, 7, 0, LowBits::kPerEndPoint, 2, 0},
    {1, 0, 2, 1, 5, 6, LowBits::kNone, 2, 3},
    {1, 0, 2, 0, 7, 8, LowBits::kNone, 2, 2},
    {1, 0, 0, 0, 7, 7, LowBits::kPerEndPoint, 4, 0},
    {2, 6, 0, 0, 5, 5, LowBits::kPerEndPoint, 2, 0},
}};

using EndPoint = std::array<int, 4>;
/// Two for each subset.
using EndPoints = std::array<EndPoint, 6>;
using Indices = std::array<std::uint32_t, kTexels>;

const Partition& partition_of(const Mode& mode, std::uint32_t number) {
  if (mode.subsets == 1) return kOneSubset;
  return mode.subsets == 2 ? kTwoSubsets[number] : kThreeSubsets[number];
}

/// To eight bits, from four to eight: the highest bits are repeated below the lowest.
int widened(int value, int bits) {
  return value << (8 - bits) | value >> (2 * bits - 8);
}

EndPoints take_end_points(BlockBits& bits, const Mode& mode) {
  EndPoints points = {};
  const std::size_t count = std::size_t{2} * mode.subsets;
  const auto take = [&bits](int width) { return static_cast<int>(bits.take(width)); };
  for (std::size_t channel = 0; channel < kAlpha; ++channel) {
    for (std::size_t i = 0; i < count; ++i) points[i][channel] = take(mode.color);
  }
  for (std::size_t i = 0; i < count; ++i) points[i][kAlpha] = take(mode.alpha);
  const int low_bits = mode.low_bits == LowBits::kNone ? 0 : 1;
  for (std::size_t i = 0, low = 0; low_bits != 0 && i < count; ++i) {
    if (i % 2 == 0 || mode.low_bits == LowBits::kPerEndPoint) low = bits.take(1);
    for (int& channel : points[i]) channel = channel << 1 | static_cast<int>(low);
  }
  for (EndPoint& point : points) {
    for (std::size_t channel = 0; channel < kAlpha; ++channel)
      point[channel] = widened(point[channel], mode.color + low_bits);
    point[kAlpha] = mode.alpha == 0 ? 255 : widened(point[kAlpha], mode.alpha + low_bits);
  }
  return points;
}

Indices take_indices(BlockBits& bits, int width, const Partition& partition) {
  Indices indices;
  for (std::size_t texel = 0; texel < kTexels; ++texel)
    indices[texel] = bits.take(partition.is_anchor(texel) ? width - 1 : width);
  return indices;
}

}  // namespace

void decode_bc7_block(const std::byte* block, std::byte* texels) noexcept {
  // The mode is the number of zeros below the lowest one.
  const int mode_number = std::countr_zero(std::to_integer<std::uint8_t>(block[0]));
  if (mode_number >= 8) {
    std::memset(texels, 0, kTexels * 4);
    return;
  }
  const Mode& mode = kModes[static_cast<std::size_t>(mode_number)];
  BlockBits bits(block);
  bits.take(mode_number + 1);
  const Partition& partition = partition_of(mode, bits.take(mode.partition));
  const std::size_t rotation = bits.take(mode.rotation);
  const bool swapped = bits.take(mode.selection) != 0;
  const EndPoints points = take_end_points(bits, mode);

  struct Choice {
    int bits;
    Indices indices;
  };
  Choice color = {mode.index, take_indices(bits, mode.index, partition)};
  Choice alpha = color;
  if (mode.second_index != 0) alpha = {mode.second_index, take_indices(bits, mode.second_index, partition)};
  if (swapped) std::swap(color, alpha);

  for (std::size_t texel = 0; texel < kTexels; ++texel) {
    const EndPoint& first = points[2 * partition.subset(texel)];
    const EndPoint& second = points[2 * partition.subset(texel) + 1];
    const int color_weight = bptc_weight(color.bits, color.indices[texel]);
    const int alpha_weight = bptc_weight(alpha.bits, alpha.indices[texel]);
    EndPoint mixed;
    for (std::size_t channel = 0; channel < mixed.size(); ++channel) {
      mixed[channel] =
          bptc_between(first[channel], second[channel], channel == kAlpha ? alpha_weight : color_weight);
    }
    if (rotation != 0) std::swap(mixed[kAlpha], mixed[rotation - 1]);
    for (std::size_t channel = 0; channel < mixed.size(); ++channel)
      texels[texel * 4 + channel] = static_cast<std::byte>(mixed[channel]);
  }
}

}  // namespace ferry
