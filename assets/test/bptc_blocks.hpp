#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>

// Blocks of BC6H and BC7 made bit by bit, so that the decoders under test have no part in them, and what many
// texels come to.

namespace ferry::test {

using Block = std::array<std::byte, 16>;

/// Fills a block from its lowest bit on.
class BlockWriter {
 public:
  BlockWriter& put(std::uint32_t value, unsigned bits) {
    for (unsigned i = 0; i < bits; ++i, ++at_) {
      block_[at_ / 8] |= static_cast<std::byte>((value >> i & 1U) << at_ % 8);
    }
    return *this;
  }
  /// The same for each of several values.
  template <std::size_t kCount>
  BlockWriter& each(const std::uint32_t (&values)[kCount], unsigned bits) {
    for (const std::uint32_t value : values) put(value, bits);
    return *this;
  }
  /// Throws unless 128 bits were put: a test that does so has made something else than it meant.
  [[nodiscard]] const Block& block() const { return at_ == 128 ? block_ : throw at_; }

 private:
  Block block_ = {};
  std::size_t at_ = 0;
};

/// The modes of BC7, and the reserved one.
constexpr unsigned kBc7Modes = 8;
constexpr unsigned kBc7Reserved = 8;

/// The numbers of BC6H's modes, and the reserved ones.
constexpr std::array<unsigned, 14> kBc6hModes = {0, 1, 2, 6, 10, 14, 18, 22, 26, 30, 3, 7, 11, 15};
constexpr std::array<unsigned, 4> kBc6hReserved = {19, 23, 27, 31};

/// A block whose lowest `bits` are `value`, and all others chance. The generator's sequence is the same
/// everywhere.
inline Block random_block(std::mt19937_64& random, std::uint32_t value, unsigned bits) {
  BlockWriter writer;
  writer.put(value, bits);
  std::uint64_t chance = 0;
  for (unsigned at = bits; at < 128; ++at) {
    chance = at == bits || at % 64 == 0 ? random() : chance >> 1;
    writer.put(chance & 1U, 1);
  }
  return writer.block();
}

/// FNV-1a, begun anew or gone on with.
inline std::uint64_t digest(std::span<const std::byte> bytes, std::uint64_t hash = 0xcbf29ce484222325) {
  for (const std::byte value : bytes) hash = (hash ^ std::to_integer<std::uint64_t>(value)) * 0x100000001b3;
  return hash;
}

inline Block random_bc7_block(std::mt19937_64& random, unsigned mode) {
  return mode == kBc7Reserved ? random_block(random, 0, 8) : random_block(random, 1U << mode, mode + 1);
}

inline Block random_bc6h_block(std::mt19937_64& random, unsigned mode) {
  return random_block(random, mode, mode < 2 ? 2 : 5);
}

}  // namespace ferry::test
