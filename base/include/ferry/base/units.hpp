#pragma once

#include <cstdint>

namespace ferry {

/// Sizes are bytes in 64 bits, always: `using namespace ferry::literals; auto size = 4_MiB;`
inline namespace literals {
constexpr std::uint64_t operator""_KiB(unsigned long long n) {
  return n << 10;
}
constexpr std::uint64_t operator""_MiB(unsigned long long n) {
  return n << 20;
}
constexpr std::uint64_t operator""_GiB(unsigned long long n) {
  return n << 30;
}
}  // namespace literals

/// True for 1, 2, 4, 8, ... and for nothing else (0 is not a power of two).
constexpr bool is_power_of_two(std::uint64_t n) {
  return n != 0 && (n & (n - 1)) == 0;
}

/// The smallest multiple of `alignment` (a power of two) that is not below `n`.
/// `n` must be at most 2^64 - alignment; `align_up_checked` is for values that come from outside.
constexpr std::uint64_t align_up(std::uint64_t n, std::uint64_t alignment) {
  return (n + (alignment - 1)) & ~(alignment - 1);
}

/// The greatest multiple of `alignment` (a power of two) that is not above `n`.
constexpr std::uint64_t align_down(std::uint64_t n, std::uint64_t alignment) {
  return n & ~(alignment - 1);
}

constexpr bool is_aligned(std::uint64_t n, std::uint64_t alignment) {
  return (n & (alignment - 1)) == 0;
}

/// n / d rounded up, with no overflow; d is not 0.
constexpr std::uint64_t divide_up(std::uint64_t n, std::uint64_t d) {
  return n / d + (n % d != 0 ? 1 : 0);
}

/// a + b into `out`; false, with `out` untouched, where it does not fit into 64 bits.
constexpr bool add_checked(std::uint64_t a, std::uint64_t b, std::uint64_t& out) {
  if (a > UINT64_MAX - b) return false;
  out = a + b;
  return true;
}

/// a * b into `out`; false, with `out` untouched, where it does not fit into 64 bits.
constexpr bool multiply_checked(std::uint64_t a, std::uint64_t b, std::uint64_t& out) {
  if (a != 0 && b > UINT64_MAX / a) return false;
  out = a * b;
  return true;
}

/// align_up into `out`; false, with `out` untouched, where it does not fit into 64 bits.
constexpr bool align_up_checked(std::uint64_t n, std::uint64_t alignment, std::uint64_t& out) {
  if (n > UINT64_MAX - (alignment - 1)) return false;
  out = align_up(n, alignment);
  return true;
}

}  // namespace ferry
