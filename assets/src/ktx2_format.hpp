#pragma once

#include <cstdint>
#include <string_view>

#include <ferry/assets/texture_image.hpp>
#include <ferry/layout/format.hpp>

namespace ferry::ktx2 {

/// How the texels of a VkFormat become those of a DXGI_FORMAT that has other bits.
enum class TexelChange : std::uint8_t {
  kNone,
  kExpand8,          ///< 1 to 3 bytes to four; colours that are not there are 0.
  kExpand8Reversed,  ///< B, G, R to R, G, B and one.
  kExpand16,         ///< Three 16-bit channels to four.
  kSwap8888,         ///< The first and the third byte change places.
  kSwap1010102,      ///< The lowest and the third field change places.
  kB5G6R5,           ///< The rest: fields of 16-bit words, named as VkFormat names them, change places.
  kB4G4R4A4,
  kA4B4G4R4,
  kR5G5B5A1,
  kB5G5R5A1,
  kA1B5G5R5,
};

/// What becomes of one VkFormat.
struct VkFormatEntry {
  std::uint32_t number = 0;
  std::string_view name;  ///< Without VK_FORMAT_.
  /// kUnknown: Direct3D 12 has no equal.
  Format format = Format::kUnknown;
  bool alpha = false;
  TexelChange change = TexelChange::kNone;
  std::uint8_t channels = 0;  ///< For the expansions: how many the file has.
  std::uint16_t one = 0;      ///< For the expansions: the bits of an opaque alpha.
};

/// nullptr for a number that is no VkFormat known here.
const VkFormatEntry* find_vk_format(std::uint32_t number) noexcept;

/// Bytes of one block of texels in the file. The entry has an equal.
std::uint32_t block_bytes(const VkFormatEntry& entry) noexcept;

/// Empty where nothing changes.
RowConversion row_conversion(const VkFormatEntry& entry);

}  // namespace ferry::ktx2
