#include "sampling/sampler.hpp"

#include <gtest/gtest.h>

#include <string>

namespace ferry::measure {
namespace {

/// Contenders that only note their turns, and a clock that they move on.
class SamplerTest : public testing::Test {
 protected:
  Contender contender(char name, double seconds, double figure = 1, double growth = 0) {
    return {std::string(1, name), [=, this, runs = 0]() mutable -> Result<std::vector<double>> {
              turns_ += name;
              clock_ += seconds;
              return std::vector<double>{figure + growth * runs++, seconds};
            }};
  }
  SampleHooks hooks() {
    SampleHooks made;
    made.now = [this] { return clock_; };
    made.progress = [this](double part) { progress_.push_back(part); };
    return made;
  }

  std::string turns_;
  double clock_ = 1000;
  std::vector<double> progress_;
};

TEST_F(SamplerTest, EachRoundBeginsWithAnother) {
  const std::vector<Contender> three = {contender('a', 1), contender('b', 1), contender('c', 1)};
  SampleLimits limits;
  limits.seconds = 9;
  limits.warm_ups = 1;
  const auto samples = sample_in_turn(three, limits, hooks());
  ASSERT_TRUE(samples);
  EXPECT_EQ(turns_, "abcbcacababc");
  EXPECT_EQ(samples->rounds, 3u);
  EXPECT_FALSE(samples->stopped);
  ASSERT_EQ(samples->figures.size(), 3u);
  ASSERT_EQ(samples->figures[0].size(), 2u);
  EXPECT_EQ(samples->figures[2][1], (std::vector<double>{1, 1, 1}));
}

TEST_F(SamplerTest, TheFirstRoundsDoNotCount) {
  const std::vector<Contender> one = {contender('a', 1, 10, 1)};
  SampleLimits limits;
  limits.seconds = 4;
  limits.warm_ups = 3;
  const auto samples = sample_in_turn(one, limits, hooks());
  ASSERT_TRUE(samples);
  EXPECT_EQ(samples->figures[0][0], (std::vector<double>{13, 14, 15, 16}));
}

TEST_F(SamplerTest, SlowOnesAreRunOftenEnoughAndQuickOnesUntilTheTimeIsOver) {
  SampleLimits limits;
  limits.seconds = 5;
  limits.least_rounds = 4;
  const std::vector<Contender> slow = {contender('a', 100)};
  EXPECT_EQ(sample_in_turn(slow, limits, hooks())->rounds, 4u);
  const std::vector<Contender> quick = {contender('a', 0.5)};
  EXPECT_EQ(sample_in_turn(quick, limits, hooks())->rounds, 10u);
  limits.most_rounds = 7;
  EXPECT_EQ(sample_in_turn(quick, limits, hooks())->rounds, 7u);
  for (const double part : progress_) EXPECT_TRUE(part >= 0 && part <= 1) << part;
  EXPECT_GT(progress_.back(), 0.5);
}

TEST_F(SamplerTest, StopsOnceTheMiddleIsKnown) {
  SampleLimits limits;
  limits.seconds = 1000;
  limits.least_rounds = 5;
  limits.precision = 0.01;
  const std::vector<Contender> steady = {contender('a', 1), contender('b', 1)};
  EXPECT_EQ(sample_in_turn(steady, limits, hooks())->rounds, 5u);
  // One that never settles holds both.
  const std::vector<Contender> mixed = {contender('a', 1), contender('b', 1, 1, 1)};
  EXPECT_EQ(sample_in_turn(mixed, limits, hooks())->rounds, 500u);
}

TEST_F(SamplerTest, StopsWhenAskedAndKeepsWholeRounds) {
  SampleLimits limits;
  limits.seconds = 1000;
  const std::vector<Contender> two = {contender('a', 1), contender('b', 1)};
  SampleHooks asked = hooks();
  asked.stop = [&] { return turns_.size() >= 13; };
  const auto samples = sample_in_turn(two, limits, asked);
  ASSERT_TRUE(samples);
  EXPECT_EQ(samples->rounds, 5u);
  EXPECT_EQ(samples->figures[0][0].size(), samples->figures[1][0].size());
  EXPECT_FALSE(samples->stopped);
  turns_.clear();
  asked.stop = [&] { return turns_.size() >= 5; };
  EXPECT_TRUE(sample_in_turn(two, limits, asked)->stopped);
}

TEST_F(SamplerTest, AnErrorEndsIt) {
  const std::vector<Contender> two = {contender('a', 1), {"b", []() -> Result<std::vector<double>> {
                                                            return fail(ErrorCode::kDeviceLost,
                                                                        "the device is gone");
                                                          }}};
  const auto samples = sample_in_turn(two, {}, hooks());
  ASSERT_FALSE(samples);
  EXPECT_EQ(samples.error().code, ErrorCode::kDeviceLost);
  EXPECT_EQ(turns_, "a");
}

TEST(Timed, GivesTheTimeOfItsWorkAndItsError) {
  int runs = 0;
  const Contender good = timed("good", [&]() -> Result<void> {
    ++runs;
    return {};
  });
  const auto figures = good.run();
  ASSERT_TRUE(figures);
  ASSERT_EQ(figures->size(), 1u);
  EXPECT_GE(figures->front(), 0);
  EXPECT_EQ(runs, 1);
  const Contender bad = timed("bad", []() -> Result<void> { return fail(ErrorCode::kTimeout, "late"); });
  EXPECT_FALSE(bad.run());
}

}  // namespace
}  // namespace ferry::measure
