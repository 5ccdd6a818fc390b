#include "bc6h_decode.hpp"

#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "bc6h_modes.hpp"
#include "block_bits.hpp"
#include "bptc_tables.hpp"

namespace ferry {

namespace {

constexpr std::size_t kTexels = 16;
constexpr std::size_t kChannels = 3;
constexpr std::uint16_t kHalfOne = 0x3c00;

constexpr std::array<std::uint8_t, 32> kModePlaces = bc6h::mode_places();

/// Two for each subset; the place of a channel is bc6h::Value.
using EndPoints = std::array<int, 12>;

int sign_extended(int value, int bits) {
  const int sign = 1 << (bits - 1);
  return ((value & (2 * sign - 1)) ^ sign) - sign;
}

EndPoints take_stored(BlockBits& bits, const bc6h::Mode& mode) {
  EndPoints points = {};
  for (const bc6h::Field& field : mode.fields) {
    const auto taken = static_cast<int>(bits.take(field.count));
    for (int i = 0; i < field.count; ++i) {
      const int bit = field.reversed ? field.low + field.count - 1 - i : field.low + i;
      points[field.value] |= (taken >> i & 1) << bit;
    }
  }
  return points;
}

/// From the differences and the few bits of a block to numbers that fill 16 bits.
int unquantized(int value, int bits, bool is_signed) {
  if (!is_signed) {
    if (bits >= 15 || value == 0) return value;
    if (value == (1 << bits) - 1) return 0xffff;
    return ((value << 16) + 0x8000) >> bits;
  }
  if (bits >= 16 || value == 0) return value;
  const int magnitude = std::abs(value);
  const int widened =
      magnitude >= (1 << (bits - 1)) - 1 ? 0x7fff : ((magnitude << 15) + 0x4000) >> (bits - 1);
  return value < 0 ? -widened : widened;
}

EndPoints take_end_points(BlockBits& bits, const bc6h::Mode& mode, bool is_signed) {
  EndPoints points = take_stored(bits, mode);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const std::size_t channel = i % kChannels;
    const bool is_first = i < kChannels;
    int value = points[i];
    if (is_signed || (mode.deltas && !is_first))
      value = sign_extended(value, is_first ? mode.point_bits : mode.stored_bits[channel]);
    if (mode.deltas && !is_first) {
      value = (value + points[channel]) & ((1 << mode.point_bits) - 1);
      if (is_signed) value = sign_extended(value, mode.point_bits);
    }
    points[i] = value;
  }
  for (int& value : points) value = unquantized(value, mode.point_bits, is_signed);
  return points;
}

/// The bits of a half float: what is left of 16 bits once the exponent of infinity is left out.
std::uint16_t finished(int value, bool is_signed) {
  if (!is_signed) return static_cast<std::uint16_t>(value * 31 >> 6);
  const int magnitude = std::abs(value) * 31 >> 5;
  return static_cast<std::uint16_t>(value < 0 && magnitude != 0 ? magnitude | 0x8000 : magnitude);
}

}  // namespace

void decode_bc6h_block(const std::byte* block, bool is_signed, std::byte* texels) noexcept {
  std::array<std::uint16_t, kTexels* 4> halves = {};
  for (std::size_t texel = 0; texel < kTexels; ++texel) halves[texel * 4 + 3] = kHalfOne;

  BlockBits bits(block);
  std::uint32_t number = bits.take(2);
  if (number >= 2) number |= bits.take(3) << 2;
  if (const std::size_t place = kModePlaces[number]; place < bc6h::kModes.size()) {
    const bc6h::Mode& mode = bc6h::kModes[place];
    const EndPoints points = take_end_points(bits, mode, is_signed);
    const Partition& partition = mode.subsets == 1 ? kOneSubset : kTwoSubsets[bits.take(5)];
    const int index_bits = mode.subsets == 1 ? 4 : 3;
    for (std::size_t texel = 0; texel < kTexels; ++texel) {
      const std::uint32_t index = bits.take(partition.is_anchor(texel) ? index_bits - 1 : index_bits);
      const int weight = bptc_weight(index_bits, index);
      const std::size_t first = 2 * kChannels * partition.subset(texel);
      for (std::size_t channel = 0; channel < kChannels; ++channel) {
        const int mixed = bptc_between(points[first + channel], points[first + kChannels + channel], weight);
        halves[texel * 4 + channel] = finished(mixed, is_signed);
      }
    }
  }
  std::memcpy(texels, halves.data(), sizeof halves);
}

}  // namespace ferry
