#pragma once

#include <cstdint>

namespace ferry {

/// One thread's share of a buffer that several rings lie in.
struct RingSlice {
  /// Bytes from the buffer's start; a multiple of 64 KiB where the slices are that big.
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
};

/// A ring per thread: cuts one buffer of `capacity` bytes into `count` slices (not 0) and gives slice
/// `index`.
///
/// Each thread makes a RingAllocator of its slice's size and adds the slice's offset to what that gives; the
/// threads share no byte and no cache line, so that nothing slows them down as they become more. What it
/// costs: a request must fit into a slice, and what one thread leaves free no other can use.
///
/// The slices follow each other and cover the buffer. Each begins at a multiple of 64 KiB (so that alignments
/// up to that hold in the buffer as they do in the slice), the last takes what is left over; where that
/// would leave a slice empty, multiples of 256 bytes are taken, and where that does too, any byte.
/// With fewer bytes than slices the last slice holds them all.
constexpr RingSlice ring_slice(std::uint64_t capacity, std::uint32_t count, std::uint32_t index) {
  const std::uint64_t even = capacity / count;
  std::uint64_t grain = 64 * 1024;
  if (even < grain) grain = even < 256 ? 1 : 256;
  const std::uint64_t size = even - even % grain;
  const std::uint64_t offset = size * index;
  return {offset, index + 1 == count ? capacity - offset : size};
}

}  // namespace ferry
