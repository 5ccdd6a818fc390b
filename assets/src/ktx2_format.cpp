#include "ktx2_format.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>

namespace ferry::ktx2 {
namespace {

/// A field of bits that moves from one place in a word to another.
struct Field {
  std::uint8_t from;
  std::uint8_t to;
  std::uint8_t bits;
};
using Fields = std::array<Field, 4>;

template <typename Word>
RowConversion move_fields(const Fields& fields) {
  return [fields](const std::byte* source, std::byte* destination, std::uint32_t texels) {
    for (std::uint32_t i = 0; i < texels; ++i) {
      Word word = 0;
      std::memcpy(&word, source + i * sizeof(Word), sizeof(Word));
      std::uint32_t moved = 0;
      for (const Field& field : fields) {
        moved |= ((std::uint32_t{word} >> field.from) & ((1U << field.bits) - 1U)) << field.to;
      }
      word = static_cast<Word>(moved);
      std::memcpy(destination + i * sizeof(Word), &word, sizeof(Word));
    }
  };
}

/// `channels` channels to four, the missing colours 0 and alpha `one`.
template <typename Channel>
RowConversion expand(std::size_t channels, std::uint16_t one, bool reversed) {
  return [=](const std::byte* source, std::byte* destination, std::uint32_t texels) {
    std::array<Channel, 4> texel = {0, 0, 0, static_cast<Channel>(one)};
    for (std::uint32_t i = 0; i < texels; ++i) {
      std::memcpy(texel.data(), source, channels * sizeof(Channel));
      if (reversed) std::swap(texel[0], texel[2]);
      std::memcpy(destination, texel.data(), sizeof texel);
      source += channels * sizeof(Channel);
      destination += sizeof texel;
    }
  };
}

}  // namespace

std::uint32_t block_bytes(const VkFormatEntry& entry) noexcept {
  switch (entry.change) {
    case TexelChange::kExpand8:
    case TexelChange::kExpand8Reversed:
      return entry.channels;
    case TexelChange::kExpand16:
      return entry.channels * 2U;
    default:
      break;
  }
  // Depth and stencil lie together in the file ("Depth and Stencil Formats" in the KTX specification).
  if (entry.format == Format::kD24UnormS8Uint) return 4;
  if (entry.format == Format::kD32FloatS8X24Uint) return 8;
  return format_info(entry.format)->planes[0].block_bytes;
}

RowConversion row_conversion(const VkFormatEntry& entry) {
  using enum TexelChange;
  switch (entry.change) {
    case kNone:
      break;
    case kExpand8:
      return expand<std::uint8_t>(entry.channels, entry.one, false);
    case kExpand8Reversed:
      return expand<std::uint8_t>(entry.channels, entry.one, true);
    case kExpand16:
      return expand<std::uint16_t>(entry.channels, entry.one, false);
    case kSwap8888:
      return move_fields<std::uint32_t>({{{16, 0, 8}, {8, 8, 8}, {0, 16, 8}, {24, 24, 8}}});
    case kSwap1010102:
      return move_fields<std::uint32_t>({{{20, 0, 10}, {10, 10, 10}, {0, 20, 10}, {30, 30, 2}}});
    case kB5G6R5:
      return move_fields<std::uint16_t>({{{11, 0, 5}, {5, 5, 6}, {0, 11, 5}, {0, 0, 0}}});
    case kB4G4R4A4:
      return move_fields<std::uint16_t>({{{12, 0, 4}, {8, 4, 4}, {4, 8, 4}, {0, 12, 4}}});
    case kA4B4G4R4:
      return move_fields<std::uint16_t>({{{8, 0, 4}, {4, 4, 4}, {0, 8, 4}, {12, 12, 4}}});
    case kR5G5B5A1:
      return move_fields<std::uint16_t>({{{1, 0, 5}, {6, 5, 5}, {11, 10, 5}, {0, 15, 1}}});
    case kB5G5R5A1:
      return move_fields<std::uint16_t>({{{11, 0, 5}, {6, 5, 5}, {1, 10, 5}, {0, 15, 1}}});
    case kA1B5G5R5:
      return move_fields<std::uint16_t>({{{10, 0, 5}, {5, 5, 5}, {0, 10, 5}, {15, 15, 1}}});
  }
  return {};
}

}  // namespace ferry::ktx2
