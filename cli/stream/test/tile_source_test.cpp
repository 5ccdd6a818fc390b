#include "stream/tile_source.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <set>
#include <variant>
#include <vector>

#include <ferry/base/units.hpp>
#include <ferry/layout/footprint.hpp>

namespace ferry::cli {
namespace {

TEST(GeneratedTiles, AreOfOneToFourMebibytesWithEveryMip) {
  const auto tiles = generated_tiles(4);
  ASSERT_TRUE(tiles);
  std::set<std::uint64_t> sizes;
  for (std::uint32_t content = 0; content < (*tiles)->count(); ++content) {
    const TextureDesc& desc = (*tiles)->desc(content);
    EXPECT_EQ(desc.mip_levels, full_mip_count(desc));
    const std::uint64_t bytes = (*tiles)->bytes(content);
    sizes.insert(bytes);
    EXPECT_GE(bytes, 1_MiB);
    EXPECT_LE(bytes, 4_MiB + 16);
    const auto source = std::get<MemorySource>((*tiles)->request(content).source);
    EXPECT_EQ(source.bytes.size(), bytes) << "the loader takes it as it lies";
  }
  EXPECT_EQ(sizes.size(), 4u);
}

TEST(GeneratedTiles, AreTheSameForTheLoaderAndForWhoReadsThem) {
  const auto tiles = generated_tiles(4);
  ASSERT_TRUE(tiles);
  for (std::uint32_t content = 0; content < 4; ++content) {
    const auto image = (*tiles)->read(content);
    ASSERT_TRUE(image);
    EXPECT_EQ(image->desc, (*tiles)->desc(content));
    const auto source = std::get<MemorySource>((*tiles)->request(content).source);
    std::size_t at = 0;
    for (std::uint32_t mip = 0; mip < image->desc.mip_levels; ++mip) {
      const auto place = footprint(image->desc, mip);
      std::vector<std::byte> rows(place->row_bytes * place->rows);
      ASSERT_TRUE(write_rows(*image, {mip, 0, 0, place->rows}, rows.data(), place->row_bytes));
      EXPECT_EQ(std::memcmp(rows.data(), source.bytes.data() + at, rows.size()), 0) << mip;
      at += rows.size();
    }
    EXPECT_EQ(at, source.bytes.size());
  }
}

TEST(GeneratedTiles, SmallerMipsHaveTheSameMean) {
  const auto tiles = generated_tiles(1);
  ASSERT_TRUE(tiles);
  const auto image = (*tiles)->read(0);
  ASSERT_TRUE(image);
  const auto mean = [&](std::uint32_t mip) {
    const Extent size = mip_extent(image->desc, mip);
    double sum = 0;
    for (std::uint64_t i = 0; i < size.width * size.height; ++i) {
      sum += std::to_integer<int>(image->parts[mip].data[i * 4]);
    }
    return sum / static_cast<double>(size.width * size.height);
  };
  for (std::uint32_t mip = 1; mip < 6; ++mip) EXPECT_NEAR(mean(mip), mean(0), 4) << mip;
}

TEST(TileSource, SpreadsItsContentsOverTheTilesAlwaysAlike) {
  const auto tiles = generated_tiles(8);
  ASSERT_TRUE(tiles);
  std::vector<int> counts(8);
  int same_as_neighbour = 0;
  for (std::uint32_t tile = 0; tile < 8000; ++tile) {
    const std::uint32_t content = (*tiles)->content_of(tile);
    ASSERT_LT(content, 8u);
    EXPECT_EQ(content, (*tiles)->content_of(tile));
    ++counts[content];
    if (content == (*tiles)->content_of(tile + 1)) ++same_as_neighbour;
  }
  for (const int count : counts) EXPECT_NEAR(count, 1000, 150);
  EXPECT_LT(same_as_neighbour, 1300);
}

}  // namespace
}  // namespace ferry::cli
