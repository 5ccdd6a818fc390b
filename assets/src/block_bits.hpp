#pragma once

#include <cstddef>
#include <cstdint>

#include "little_endian.hpp"

namespace ferry {

/// The 128 bits of a block, taken from the lowest on.
class BlockBits {
 public:
  explicit BlockBits(const std::byte* block) noexcept : low_(read_u64(block)), high_(read_u64(block + 8)) {}

  /// The next `count` bits, 0 to 32 of them; zeros past the end.
  std::uint32_t take(int count) noexcept {
    const std::uint64_t taken = low_ & ((std::uint64_t{1} << count) - 1);
    low_ = low_ >> count | high_ << 1 << (63 - count);
    high_ >>= count;
    return static_cast<std::uint32_t>(taken);
  }

 private:
  std::uint64_t low_;
  std::uint64_t high_;
};

}  // namespace ferry
