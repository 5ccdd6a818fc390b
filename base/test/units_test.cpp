#include <ferry/base/units.hpp>

#include <gtest/gtest.h>

namespace ferry {
namespace {

TEST(Units, Literals) {
  EXPECT_EQ(1_KiB, 1024u);
  EXPECT_EQ(4_MiB, 4194304u);
  EXPECT_EQ(64_GiB, 68719476736u);
}

TEST(Units, Alignment) {
  for (std::uint64_t alignment : {1u, 2u, 256u, 512u, 65536u}) {
    for (std::uint64_t n = 0; n < 2 * alignment + 3; ++n) {
      const std::uint64_t up = align_up(n, alignment);
      EXPECT_GE(up, n);
      EXPECT_LT(up, n + alignment);
      EXPECT_EQ(up % alignment, 0u);
      EXPECT_EQ(align_down(n, alignment), n - n % alignment);
      EXPECT_EQ(is_aligned(n, alignment), n % alignment == 0);
    }
  }
  EXPECT_FALSE(is_power_of_two(0));
  EXPECT_TRUE(is_power_of_two(1ull << 63));
  EXPECT_FALSE(is_power_of_two(6));
}

TEST(Units, CheckedArithmeticAtTheEdge) {
  std::uint64_t out = 7;
  EXPECT_FALSE(add_checked(UINT64_MAX, 1, out));
  EXPECT_FALSE(multiply_checked(1ull << 32, 1ull << 32, out));
  EXPECT_FALSE(align_up_checked(UINT64_MAX - 254, 256, out));
  EXPECT_EQ(out, 7u);
  EXPECT_TRUE(add_checked(UINT64_MAX, 0, out));
  EXPECT_EQ(out, UINT64_MAX);
  EXPECT_TRUE(multiply_checked((1ull << 32) - 1, 1ull << 32, out));
  EXPECT_EQ(out, ((1ull << 32) - 1) << 32);
  EXPECT_TRUE(align_up_checked(UINT64_MAX - 255, 256, out));
  EXPECT_EQ(out, UINT64_MAX - 255);
  EXPECT_EQ(divide_up(UINT64_MAX, 2), 1ull << 63);
  EXPECT_EQ(divide_up(0, 4), 0u);
}

}  // namespace
}  // namespace ferry
