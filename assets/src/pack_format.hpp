#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

// The numbers of docs/pack-format.md.

namespace ferry::pack {

inline constexpr std::array<char, 8> kMagic = {'F', 'E', 'R', 'R', 'Y', 'P', 'C', 'K'};
inline constexpr std::uint32_t kVersion = 1;
/// Pieces start at multiples of this, and so does the end of the file: as reads past the system's cache ask.
inline constexpr std::uint64_t kAlignment = 4096;

inline constexpr std::size_t kHeaderBytes = 64;
inline constexpr std::size_t kIndexHeadBytes = 16;
inline constexpr std::size_t kEntryBytes = 72;
inline constexpr std::size_t kPieceBytes = 48;
inline constexpr std::size_t kPartBytes = 32;

inline constexpr std::uint32_t kBuffer = 1;
inline constexpr std::uint32_t kTexture = 2;
inline constexpr std::uint32_t kCube = 1;  ///< A flag of a texture.

inline constexpr std::uint32_t kAsItLies = 0;
inline constexpr std::uint32_t kZstandard = 1;

/// As the Unicode Standard has it: no overlong forms, no surrogates, nothing above U+10FFFF.
bool is_utf8(std::string_view text) noexcept;

/// XXH3, 64 bits.
std::uint64_t checksum(std::span<const std::byte> bytes) noexcept;

/// The index ends where the header says; the first piece is at the next multiple of the alignment.
constexpr std::uint64_t data_start(std::uint64_t index_bytes) {
  return (kHeaderBytes + index_bytes + (kAlignment - 1)) & ~(kAlignment - 1);
}

}  // namespace ferry::pack
