#include <ferry/ring/range_allocator.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <iostream>
#include <map>
#include <random>
#include <vector>

namespace ferry {
namespace {

TEST(RangeAllocator, JoinsWhatIsFreed) {
  RangeAllocator ranges = *RangeAllocator::create(16);
  // |####....########|  b lies between a and c
  const auto a = ranges.allocate(4, 4);
  const auto b = ranges.allocate(4, 4);
  const auto c = ranges.allocate(8, 8);
  ASSERT_TRUE(a && b && c);
  EXPECT_EQ(ranges.dump(0).substr(0, 18), "|################|");
  EXPECT_FALSE(ranges.allocate(1, 1));
  EXPECT_TRUE(ranges.free(*b));
  EXPECT_EQ(ranges.dump(0).substr(0, 18), "|####....########|");
  EXPECT_FALSE(ranges.allocate(5, 1));
  EXPECT_TRUE(ranges.free(*a));
  EXPECT_EQ(*ranges.allocate(8, 8), 0u);
  EXPECT_TRUE(ranges.free(0));
  EXPECT_TRUE(ranges.free(*c));
  EXPECT_EQ(*ranges.allocate(16, 16), 0u);
}

TEST(RangeAllocator, RefusesWhatMakesNoSense) {
  EXPECT_FALSE(RangeAllocator::create(0));
  EXPECT_FALSE(RangeAllocator::create((1ull << 62) + 1));
  RangeAllocator ranges = *RangeAllocator::create(100);
  EXPECT_FALSE(ranges.allocate(0, 1));
  EXPECT_FALSE(ranges.allocate(1, 0));
  EXPECT_FALSE(ranges.allocate(1, 3));
  EXPECT_FALSE(ranges.allocate(101, 1));
  EXPECT_FALSE(ranges.allocate(UINT64_MAX, 1));
  EXPECT_FALSE(ranges.free(0));
  ASSERT_EQ(*ranges.allocate(10, 1), 0u);
  EXPECT_FALSE(ranges.free(5)) << "the middle of an allocation";
  EXPECT_TRUE(ranges.free(0));
  EXPECT_FALSE(ranges.free(0));
}

TEST(RangeAllocator, TheBiggestAddresses) {
  RangeAllocator ranges = *RangeAllocator::create(1ull << 62);
  ASSERT_EQ(*ranges.allocate(1, 1), 0u);
  EXPECT_EQ(*ranges.allocate(1ull << 61, 1ull << 61), 1ull << 61);
  EXPECT_FALSE(ranges.allocate(1, 1ull << 62));
  EXPECT_TRUE(ranges.free(0));
  EXPECT_EQ(*ranges.allocate(1, 1ull << 62), 0u);
}

// Fragmentation of a heap with every second 64 KiB in use.
TEST(RangeAllocator, StatisticsOfAComb) {
  RangeAllocator ranges = *RangeAllocator::create(64 << 16);
  for (int i = 0; i < 64; ++i) ASSERT_TRUE(ranges.allocate(1 << 16, 1 << 16));
  for (std::uint64_t i = 0; i < 64; i += 2) ASSERT_TRUE(ranges.free(i << 16));
  const RangeStats stats = ranges.stats();
  EXPECT_EQ(stats.free, 32u << 16);
  EXPECT_EQ(stats.largest_free, 1u << 16);
  EXPECT_EQ(stats.free_ranges, 32u);
  EXPECT_EQ(stats.allocations, 32u);
  EXPECT_EQ(stats.high_water, 64u << 16);
  EXPECT_DOUBLE_EQ(stats.fragmentation, 31.0 / 32.0);
}

// A million operations against a byte map. An allocation fails exactly when no run of free bytes holds it.
TEST(RangeAllocator, IsTheNaiveByteMap) {
  const char* given = std::getenv("FERRY_SEED");
  const std::uint64_t seed = given != nullptr ? std::strtoull(given, nullptr, 10) : std::random_device{}();
  std::cout << "FERRY_SEED=" << seed << '\n';
  std::mt19937_64 random(seed);
  const auto below = [&](std::uint64_t n) {
    return std::uniform_int_distribution<std::uint64_t>(0, n - 1)(random);
  };

  for (int round = 0; round < 500; ++round) {
    const std::uint64_t capacity = 1 + below(round % 5 == 0 ? 1000 : 100);
    RangeAllocator ranges = *RangeAllocator::create(capacity);
    std::vector<bool> painted(capacity, false);
    std::map<std::uint64_t, std::uint64_t> live;
    std::vector<std::uint64_t> offsets;
    std::uint64_t used = 0;
    std::uint64_t high = 0;
    // Some rounds fill up, some stay nearly empty.
    const std::uint64_t appetite = 3 + below(5);
    for (int i = 0; i < 2000; ++i) {
      if (below(10) < appetite) {
        const std::uint64_t size =
            1 + below(below(10) == 0 ? capacity : std::max<std::uint64_t>(capacity / 12, 1));
        std::uint64_t alignment = 1;
        while (below(3) != 0 && alignment < 2 * capacity) alignment *= 2;
        bool possible = false;
        for (std::uint64_t at = 0; at + size <= capacity && !possible; at += alignment) {
          possible = std::find(painted.begin() + static_cast<std::ptrdiff_t>(at),
                               painted.begin() + static_cast<std::ptrdiff_t>(at + size),
                               true) == painted.begin() + static_cast<std::ptrdiff_t>(at + size);
        }
        const auto got = ranges.allocate(size, alignment);
        ASSERT_EQ(got.has_value(), possible) << size << " at " << alignment << " in\n" << ranges.dump(0);
        if (!got) continue;
        ASSERT_EQ(*got % alignment, 0u);
        ASSERT_LE(*got + size, capacity);
        for (std::uint64_t byte = *got; byte < *got + size; ++byte) {
          ASSERT_FALSE(painted[byte]) << "byte " << byte << " is given twice";
          painted[byte] = true;
        }
        live[*got] = size;
        offsets.push_back(*got);
        used += size;
        high = std::max(high, used);
      } else if (!offsets.empty()) {
        std::swap(offsets[below(offsets.size())], offsets.back());
        const std::uint64_t offset = offsets.back();
        offsets.pop_back();
        const std::uint64_t size = live[offset];
        ASSERT_EQ(ranges.size_at(offset), size);
        ASSERT_TRUE(ranges.free(offset));
        ASSERT_FALSE(ranges.free(offset));
        std::fill_n(painted.begin() + static_cast<std::ptrdiff_t>(offset), size, false);
        live.erase(offset);
        used -= size;
      }
      if (i % 64 != 0) continue;
      std::uint64_t largest = 0;
      std::uint64_t run = 0;
      std::uint64_t runs = 0;
      for (std::uint64_t byte = 0; byte < capacity; ++byte) {
        run = painted[byte] ? 0 : run + 1;
        if (run == 1) ++runs;
        largest = std::max(largest, run);
      }
      const RangeStats stats = ranges.stats();
      ASSERT_EQ(stats.used, used);
      ASSERT_EQ(stats.free, capacity - used);
      ASSERT_EQ(stats.high_water, high);
      ASSERT_EQ(stats.allocations, live.size());
      ASSERT_EQ(stats.largest_free, largest);
      ASSERT_EQ(stats.free_ranges, runs);
    }
    for (const auto& [offset, size] : live) ASSERT_TRUE(ranges.free(offset));
    ASSERT_TRUE(ranges.empty());
    ASSERT_EQ(*ranges.allocate(capacity, std::bit_floor(capacity)), 0u)
        << "every byte came back, as one range";
  }
}

}  // namespace
}  // namespace ferry
