#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <ferry/assets/pack.hpp>
#include <ferry/layout/footprint.hpp>

#include "pack_making.hpp"

namespace ferry::test {

/// What a texture's pieces hold, put together by the words of docs/pack-format.md alone: all subresources,
/// each tightly packed. Counts as failures: padding that is not zero, and rows that are not there exactly
/// once.
inline Bytes texels_in_pack(const Pack& pack, const PackEntry& entry, const Bytes& file) {
  const std::uint32_t count = subresource_count(entry.desc);
  std::vector<Bytes> texels(count);
  std::vector<std::vector<bool>> seen(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    const Footprint shape = *footprint(entry.desc, i);
    texels[i].resize(static_cast<std::size_t>(tight_bytes(shape)));
    seen[i].resize(std::size_t{shape.rows} * shape.depth);
  }
  const auto pieces = pack.pieces(entry);
  for (std::size_t p = 0; p < pieces.size(); ++p) {
    const PackPiece& piece = pieces[p];
    const std::span<const std::byte> stored(file.data() + piece.file_offset,
                                            static_cast<std::size_t>(piece.stored_bytes));
    Bytes out(static_cast<std::size_t>(piece.bytes), std::byte{0xcd});
    const auto unpacked = pack.unpack(entry, p, stored, out);
    EXPECT_TRUE(unpacked) << unpacked.error().message;
    if (!unpacked) return {};
    for (const PlacedPart& part : pack.parts(piece)) {
      EXPECT_EQ(part.offset % 512, 0u);
      const Footprint shape = *footprint(entry.desc, part.subresource);
      const std::size_t row = static_cast<std::size_t>(shape.row_bytes);
      const std::size_t pitch = (row + 255) / 256 * 256;
      for (std::uint32_t s = 0; s < part.slices; ++s) {
        for (std::uint32_t r = 0; r < part.rows; ++r) {
          const std::size_t from =
              static_cast<std::size_t>(part.offset) + (std::size_t{s} * part.rows + r) * pitch;
          const std::size_t number = std::size_t{part.first_slice + s} * shape.rows + part.first_row + r;
          EXPECT_LE(from + row, out.size());
          EXPECT_FALSE(seen[part.subresource].at(number));
          seen[part.subresource].at(number) = true;
          const auto begin = out.begin() + static_cast<std::ptrdiff_t>(from);
          std::copy(begin, begin + static_cast<std::ptrdiff_t>(row),
                    texels[part.subresource].begin() + static_cast<std::ptrdiff_t>(number * row));
          std::fill(begin, begin + static_cast<std::ptrdiff_t>(row), std::byte{0});
        }
      }
    }
    EXPECT_EQ(out, Bytes(out.size())) << "what is between the rows is not zero";
  }
  Bytes all;
  for (std::uint32_t i = 0; i < count; ++i) {
    EXPECT_EQ(std::count(seen[i].begin(), seen[i].end(), false), 0);
    all.insert(all.end(), texels[i].begin(), texels[i].end());
  }
  return all;
}

}  // namespace ferry::test
