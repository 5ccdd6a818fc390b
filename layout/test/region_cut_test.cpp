#include <ferry/layout/region_cut.hpp>

#include <gtest/gtest.h>

#include <cstdint>

namespace ferry {
namespace {

TEST(RegionCut, CoversTheRegionInOrderAndKeepsTheLimit) {
  for (const Format format : {Format::kR8G8B8A8Unorm, Format::kBc1Unorm}) {
    TextureDesc desc;
    desc.format = format;
    desc.dimension = Dimension::kTexture3D;
    desc.width = 68;
    desc.height = 36;
    desc.depth_or_array_size = 5;
    const Box box = {4, 8, 1, 64, 36, 5};
    const auto all = region_footprint(desc, 0, box);
    ASSERT_TRUE(all);
    for (std::uint64_t limit = 1; limit < 2 * all->total_bytes; limit += 97) {
      auto cut = RegionCut::make(desc, 0, box, limit);
      ASSERT_TRUE(cut);
      std::uint64_t rows_seen = 0;
      bool last = false;
      while (!cut->done()) {
        ASSERT_FALSE(last);
        const auto piece = cut->next();
        ASSERT_TRUE(piece);
        EXPECT_EQ(piece->first, rows_seen == 0);
        EXPECT_EQ(std::uint64_t{piece->first_slice} * all->rows + piece->first_row, rows_seen);
        EXPECT_EQ(piece->box.front, box.front + piece->first_slice);
        EXPECT_EQ(piece->box.back, piece->box.front + piece->slices);
        EXPECT_EQ(piece->footprint.rows, piece->rows);
        EXPECT_EQ(piece->footprint.depth, piece->slices);
        EXPECT_TRUE(piece->footprint.total_bytes <= limit || piece->rows * piece->slices == 1);
        rows_seen += std::uint64_t{piece->rows} * piece->slices;
        last = piece->last;
      }
      EXPECT_TRUE(last);
      EXPECT_EQ(rows_seen, std::uint64_t{all->rows} * all->depth);
    }
  }
}

TEST(RegionCut, LeavesDepthStencilWhole) {
  TextureDesc desc;
  desc.format = Format::kD32Float;
  desc.width = 64;
  desc.height = 64;
  auto cut = RegionCut::make(desc, 0, *whole_box(desc, 0), 1000);
  ASSERT_TRUE(cut);
  const auto piece = cut->next();
  ASSERT_TRUE(piece);
  EXPECT_TRUE(piece->first && piece->last);
  EXPECT_TRUE(cut->done());
}

}  // namespace
}  // namespace ferry
