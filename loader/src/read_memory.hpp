#pragma once

#include <cstddef>
#include <cstdint>

#include <ferry/base/byte_buffer.hpp>
#include <ferry/base/units.hpp>

namespace ferry {

/// Files are read to multiples of this. Some processors (AMD's of several generations) copy at a third of
/// their speed to a place that lies a few bytes behind its source, counted modulo 4096; and big memory from
/// the heap begins 16 bytes behind a page, where the system's own copy of a file begins at one.
inline constexpr std::uint64_t kReadAlignment = 64;

/// The first such place in the memory; it has kReadAlignment bytes more than are read.
inline std::byte* read_start(ByteBuffer& memory) {
  const auto begin = reinterpret_cast<std::uintptr_t>(memory.data());
  return memory.data() + (align_up(begin, kReadAlignment) - begin);
}

}  // namespace ferry
