#include "sampling/sample_bytes.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace ferry::measure {
namespace {

TEST(SampleBytes, DifferWithTheSeedAndAtEachPlace) {
  std::vector<std::byte> one(1001);
  std::vector<std::byte> two(1001);
  fill_noise(one, 1);
  fill_noise(two, 1);
  EXPECT_EQ(first_difference(one, two, "it"), "");
  fill_noise(two, 2);
  EXPECT_EQ(first_difference(one, two, "it"), "it differs from byte 0 on");
  EXPECT_NE(first_difference(std::span(one).subspan(8, 100), std::span(one).first(100), "it"), "");
  EXPECT_NE(std::vector(one.end() - 9, one.end()), std::vector<std::byte>(9));
}

TEST(SampleBytes, TheFirstDifferenceIsNamed) {
  std::vector<std::byte> one(64, std::byte{3});
  std::vector<std::byte> two = one;
  two[41] = std::byte{4};
  two[50] = std::byte{4};
  EXPECT_EQ(first_difference(one, two, "buffer 7"), "buffer 7 differs from byte 41 on");
  EXPECT_EQ(first_difference(std::span(one).first(10), one, "a short one"),
            "a short one differs from byte 10 on");
}

}  // namespace
}  // namespace ferry::measure
