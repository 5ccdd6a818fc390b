#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "../../gpu/test/fake_resource.hpp"
#include "../src/touched_ranges.hpp"
#include "../src/touched_resources.hpp"

namespace ferry::test {
namespace {

TouchedRange bytes(std::uint64_t offset, std::uint64_t count) {
  return TouchedRange::of_bytes(offset, count);
}

TEST(TouchedRanges, NeighboursDoNotOverlapAndEqualsDo) {
  TouchedRanges ranges(bytes(10, 10));
  EXPECT_TRUE(ranges.add(bytes(20, 10)));
  EXPECT_TRUE(ranges.add(bytes(0, 10)));
  EXPECT_FALSE(ranges.add(bytes(29, 1)));
  EXPECT_FALSE(ranges.add(bytes(0, 1)));
  EXPECT_FALSE(ranges.add(bytes(0, 100)));
  EXPECT_TRUE(ranges.add(bytes(30, 1)));
}

TEST(TouchedRanges, AGapBetweenFewRangesCanBeFilled) {
  TouchedRanges ranges(bytes(0, 10));
  EXPECT_TRUE(ranges.add(bytes(100, 10)));
  EXPECT_TRUE(ranges.add(bytes(50, 10)));
  EXPECT_FALSE(ranges.add(bytes(59, 2)));
  EXPECT_TRUE(ranges.add(bytes(60, 40)));
}

TEST(TouchedRanges, BoxesOverlapOnlyInAllThreeDirections) {
  const TouchedRange box = {{4, 4, 4}, {8, 8, 8}};
  EXPECT_TRUE(box.overlaps({{7, 7, 7}, {9, 9, 9}}));
  EXPECT_FALSE(box.overlaps({{8, 4, 4}, {9, 8, 8}}));
  EXPECT_FALSE(box.overlaps({{4, 8, 4}, {8, 9, 8}}));
  EXPECT_FALSE(box.overlaps({{4, 4, 8}, {8, 8, 9}}));
}

TEST(TouchedRanges, StartingAfreshForgets) {
  TouchedRanges ranges(bytes(0, 10));
  ranges.reset(bytes(100, 10));
  EXPECT_TRUE(ranges.add(bytes(0, 10)));
  EXPECT_FALSE(ranges.add(bytes(105, 1)));
}

TEST(TouchedRanges, ManyNeighboursInARowStayCertain) {
  TouchedRanges ranges(bytes(0, 10));
  for (std::uint64_t i = 1; i < 1000; ++i) ASSERT_TRUE(ranges.add(bytes(i * 10, 10)));
  EXPECT_TRUE(ranges.add(bytes(20000, 10)));
  EXPECT_TRUE(ranges.add(bytes(15000, 10))) << "two ranges only";
}

/// Where two ranges overlap this must see it, whatever it has forgotten; it may see more than there is.
template <typename MakeRange>
void compare_with_naive(std::uint64_t seed, MakeRange make_range) {
  std::mt19937_64 random(seed);
  int yes = 0;
  int no = 0;
  for (int round = 0; round < 300; ++round) {
    const TouchedRange first = make_range(random);
    TouchedRanges ranges(first);
    std::vector<TouchedRange> naive = {first};
    for (int i = 0; i < 120; ++i) {
      const TouchedRange next = make_range(random);
      bool overlaps = false;
      for (const TouchedRange& other : naive) overlaps = overlaps || other.overlaps(next);
      const bool taken = ranges.add(next);
      ASSERT_FALSE(taken && overlaps) << "seed " << seed << " round " << round << " step " << i;
      if (naive.size() < TouchedRanges::kKept / 2 && !overlaps) {
        ASSERT_TRUE(taken) << "certain while few";
      }
      if (taken) {
        naive.push_back(next);
        ++yes;
      } else if (random() % 4 == 0) {
        ranges.reset(next);
        naive = {next};
      }
      no += taken ? 0 : 1;
    }
  }
  EXPECT_GT(yes, 1000);
  EXPECT_GT(no, 1000);
}

TEST(TouchedRanges, NeverOverlookAnOverlapOfBytes) {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    const std::uint64_t span = 50u << seed;
    compare_with_naive(seed,
                       [span](std::mt19937_64& random) { return bytes(random() % span, 1 + random() % 12); });
  }
}

TEST(TouchedRanges, NeverOverlookAnOverlapOfBoxes) {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    compare_with_naive(seed, [seed](std::mt19937_64& random) {
      TouchedRange range;
      for (int i = 0; i < 3; ++i) {
        range.low[i] = random() % (4 + 3 * seed);
        range.high[i] = range.low[i] + 1 + random() % 4;
      }
      return range;
    });
  }
}

TEST(TouchedResources, FindsEachSubresourceAgainAndForgetsAllAtOnce) {
  std::vector<std::unique_ptr<FakeResource>> fakes;
  for (int i = 0; i < 40; ++i) fakes.push_back(std::make_unique<FakeResource>(FakeResource::buffer_of(64)));
  TouchedResources touched;
  for (int round = 0; round < 3; ++round) {
    for (std::uint32_t i = 0; i < 40; ++i) {
      for (std::uint32_t subresource = 0; subresource < 20; ++subresource) {
        bool is_new = false;
        touched.find_or_add(fakes[i].get(), subresource, is_new).after = i * 100 + subresource;
        ASSERT_TRUE(is_new);
      }
    }
    for (std::uint32_t i = 0; i < 40; ++i) {
      EXPECT_EQ(fakes[i]->references(), 21u) << "each entry holds one";
      for (std::uint32_t subresource = 0; subresource < 20; ++subresource) {
        bool is_new = true;
        EXPECT_EQ(touched.find_or_add(fakes[i].get(), subresource, is_new).after, i * 100 + subresource);
        ASSERT_FALSE(is_new);
      }
    }
    EXPECT_EQ(touched.clear().size(), 800u);
    EXPECT_EQ(fakes[0]->references(), 1u);
  }
}

}  // namespace
}  // namespace ferry::test
