#include "sampling/statistics.hpp"

#include <gtest/gtest.h>

namespace ferry::measure {
namespace {

TEST(Statistics, QuantilesLieBetweenSamples) {
  const std::vector<double> four = {10, 20, 30, 50};
  EXPECT_DOUBLE_EQ(quantile(four, 0), 10);
  EXPECT_DOUBLE_EQ(quantile(four, 0.25), 17.5);
  EXPECT_DOUBLE_EQ(quantile(four, 0.5), 25);
  EXPECT_DOUBLE_EQ(quantile(four, 0.75), 35);
  EXPECT_DOUBLE_EQ(quantile(four, 1), 50);
  EXPECT_DOUBLE_EQ(quantile({7}, 0.99), 7);
}

TEST(Statistics, ASpreadIsOfSortedSamples) {
  const Spread spread = spread_of({5, 1, 4, 2, 3, 100, 3});
  EXPECT_DOUBLE_EQ(spread.median, 3);
  EXPECT_DOUBLE_EQ(spread.first_quartile, 2.5);
  EXPECT_DOUBLE_EQ(spread.third_quartile, 4.5);
  EXPECT_DOUBLE_EQ(spread.least, 1);
  EXPECT_DOUBLE_EQ(spread.most, 100);
  EXPECT_EQ(spread.samples, 7u);
  EXPECT_DOUBLE_EQ(spread.relative(), 1.0 / 3);
}

TEST(Statistics, NothingAndOneAndNegativesHaveASpreadToo) {
  EXPECT_EQ(spread_of({}).samples, 0u);
  EXPECT_EQ(spread_of({}).relative(), 0);
  EXPECT_EQ(spread_of({4}).median, 4);
  EXPECT_EQ(spread_of({4}).relative(), 0);
  EXPECT_EQ(spread_of({0, 0, 0}).relative(), 0);
  EXPECT_GT(spread_of({-3, -2, -1}).relative(), 0);
}

TEST(Statistics, WhatOverlapsDoesNotDiffer) {
  const Spread low = spread_of({1, 2, 3});
  EXPECT_FALSE(differ(low, low));
  EXPECT_FALSE(differ(low, spread_of({2, 3, 4})));
  EXPECT_TRUE(differ(low, spread_of({5, 6, 7})));
  EXPECT_TRUE(differ(spread_of({5, 6, 7}), low));
}

}  // namespace
}  // namespace ferry::measure
