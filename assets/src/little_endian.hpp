#pragma once

#include <cstddef>
#include <cstdint>

namespace ferry {

/// Little-endian numbers at any address.
inline std::uint16_t read_u16(const std::byte* at) noexcept {
  return static_cast<std::uint16_t>(std::to_integer<unsigned>(at[0]) | std::to_integer<unsigned>(at[1]) << 8);
}
inline std::uint32_t read_u32(const std::byte* at) noexcept {
  return read_u16(at) | std::uint32_t{read_u16(at + 2)} << 16;
}
inline std::uint64_t read_u64(const std::byte* at) noexcept {
  return read_u32(at) | std::uint64_t{read_u32(at + 4)} << 32;
}

inline void write_u32(std::byte* at, std::uint32_t value) noexcept {
  for (unsigned i = 0; i < 4; ++i) at[i] = static_cast<std::byte>(value >> (8 * i));
}
inline void write_u64(std::byte* at, std::uint64_t value) noexcept {
  for (unsigned i = 0; i < 8; ++i) at[i] = static_cast<std::byte>(value >> (8 * i));
}

}  // namespace ferry
