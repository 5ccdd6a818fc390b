#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <random>
#include <vector>

#include <ferry/schedule/depth_control.hpp>
#include <ferry/schedule/frame_budget.hpp>
#include <ferry/schedule/hold_control.hpp>
#include <ferry/schedule/latency_histogram.hpp>
#include <ferry/schedule/memory_budget.hpp>

namespace ferry::test {
namespace {

using namespace std::chrono_literals;

/// An engine that moves `rate` bytes a second and whose completions are seen only every `seen_every`.
std::uint64_t settled_depth(double rate, std::chrono::nanoseconds seen_every, DepthControl& control,
                            std::uint64_t& throughput) {
  constexpr std::uint64_t kPiece = 1_MiB;
  struct Flight {
    ScheduleTime went{};
    ScheduleTime done{};
  };
  std::deque<Flight> flights;
  ScheduleTime now = 1s;
  ScheduleTime engine_free = now;
  std::uint64_t in_flight = 0;
  std::uint64_t moved = 0;
  const auto piece_time = std::chrono::nanoseconds(static_cast<std::int64_t>(kPiece * 1e9 / rate));
  const ScheduleTime half = 4s;
  ScheduleTime next_look = now + seen_every;
  while (now < 7s) {
    while (in_flight + kPiece <= control.depth()) {
      engine_free = std::max(engine_free, now) + piece_time;
      flights.push_back({now, engine_free});
      control.submitted(kPiece, now);
      in_flight += kPiece;
    }
    control.was_limited();
    now = next_look;
    next_look += seen_every;
    while (!flights.empty() && flights.front().done <= now) {
      control.completed(kPiece, now - flights.front().went, now);
      in_flight -= kPiece;
      if (now >= half) moved += kPiece;
      flights.pop_front();
    }
  }
  throughput = moved / 3;
  return control.depth();
}

TEST(DepthControl, GrowsUntilADelayedEngineIsBusyAndNoFurther) {
  // 10 GB/s seen every 5 ms: 50 MB pass between two looks.
  DepthOptions options;
  options.most_bytes = 512_MiB;
  options.start_bytes = 4_MiB;
  DepthControl control(options);
  std::uint64_t throughput = 0;
  const std::uint64_t depth = settled_depth(10e9, 5ms, control, throughput);
  EXPECT_GT(throughput, 8'000'000'000u);
  EXPECT_GE(depth, 40_MiB);
  EXPECT_LE(depth, 256_MiB);
  EXPECT_NEAR(static_cast<double>(control.rate()), 10e9, 2.5e9);
}

TEST(DepthControl, ComesDownWhereLessDoesAsWell) {
  // The same engine seen every 50 us needs less than a MiB or two.
  DepthOptions options;
  options.least_bytes = 2_MiB;
  options.start_bytes = 64_MiB;
  DepthControl control(options);
  std::uint64_t throughput = 0;
  const std::uint64_t depth = settled_depth(10e9, 50us, control, throughput);
  EXPECT_GT(throughput, 8'000'000'000u);
  EXPECT_LE(depth, 16_MiB);
}

TEST(DepthControl, KnowsTheRateStillWhenCopiesWereHeldBack) {
  DepthControl control;
  std::uint64_t throughput = 0;
  settled_depth(10e9, 100us, control, throughput);
  const std::uint64_t rate = control.rate();
  EXPECT_GT(rate, 8'000'000'000u);
  ScheduleTime now = 10s;
  for (int i = 0; i < 2000; ++i) {
    control.submitted(64_KiB, now);
    now += 1ms;
    control.completed(64_KiB, 1ms, now);
  }
  EXPECT_GT(control.rate(), rate / 2);
  EXPECT_EQ(control.sure_rate(), control.rate());
}

TEST(DepthControl, StaysWithinItsBoundsAndWhereNothingLimitsIt) {
  DepthOptions options;
  options.least_bytes = 4_MiB;
  options.most_bytes = 8_MiB;
  DepthControl control(options);
  EXPECT_EQ(control.depth(), 8_MiB);
  ScheduleTime now = 1s;
  for (int i = 0; i < 1000; ++i) {
    control.submitted(1_MiB, now);
    now += 1ms;
    control.completed(1_MiB, 1ms, now);
  }
  EXPECT_EQ(control.depth(), 8_MiB);
  EXPECT_EQ(control.delay(), 1ms);
  EXPECT_GT(control.rate(), 0u);
  EXPECT_EQ(control.sure_rate(), 0u);
}

/// Copies over an engine of this rate, each as big as the hold allows, seen `late` after they are done.
std::uint64_t settled_hold(double bytes_per_second, std::chrono::nanoseconds late, HoldControl& hold) {
  for (int i = 0; i < 400; ++i) {
    const double took = static_cast<double>(hold.bytes()) / bytes_per_second * 1e9;
    hold.was_limited();
    hold.completed(std::chrono::nanoseconds(static_cast<std::int64_t>(took)) + late);
  }
  return hold.bytes();
}

TEST(HoldControl, SettlesAtWhatTheEngineMovesInTheTimeThatItMayTake) {
  HoldControl hold;
  EXPECT_EQ(hold.bytes(), 2_MiB);
  EXPECT_NEAR(static_cast<double>(settled_hold(34e9, 0us, hold)), 34e6, 2e6);
  EXPECT_NEAR(static_cast<double>(settled_hold(34e9, 200us, hold)), 34e6 * 0.8, 2e6);
  EXPECT_NEAR(static_cast<double>(settled_hold(5e9, 0us, hold)), 5e6, 1e6) << "a slower one, from above";
  EXPECT_NEAR(static_cast<double>(hold.rate()), 5e9, 1e9);
}

TEST(HoldControl, StaysWithinItsBounds) {
  HoldControl hold;
  EXPECT_EQ(settled_hold(1e12, 0us, hold), 64_MiB);
  EXPECT_EQ(settled_hold(34e9, 9ms, hold), 2_MiB) << "seen so late, fewer bytes are no help, nor are more";
}

TEST(HoldControl, DoesNotGrowOnShortDelaysOfWorkThatWasNotLimited) {
  HoldControl hold;
  for (int i = 0; i < 100; ++i) hold.completed(10us);
  EXPECT_EQ(hold.bytes(), 2_MiB);
}

TEST(FrameBudget, FollowsTheRateAndTheSlack) {
  FrameBudget budget;
  const auto steady = budget.end_frame(10ms, 500us, 1'000'000'000);
  EXPECT_EQ(steady, 5'000'000u);
  EXPECT_LT(budget.end_frame(10ms, -1ms, 1'000'000'000), steady);
  std::uint64_t last = 0;
  for (int i = 0; i < 20; ++i) last = budget.end_frame(10ms, 5ms, 1'000'000'000);
  EXPECT_EQ(last, 10'000'000u);
  for (int i = 0; i < 50; ++i) last = budget.end_frame(10ms, -5ms, 1'000'000'000);
  EXPECT_EQ(last, 100'000u) << "never nothing";
  EXPECT_EQ(budget.end_frame(10ms, -5ms, 0), 64_KiB);
}

TEST(MemoryBudget, NamesTheOneThatWasNotUsedForTheLongestTime) {
  MemoryBudget budget(100);
  budget.add(1, 40);
  budget.add(2, 40);
  EXPECT_TRUE(budget.fits(20));
  EXPECT_FALSE(budget.fits(21));
  EXPECT_FALSE(budget.least_recent()) << "both are still loading";
  budget.make_evictable(1);
  budget.make_evictable(2);
  budget.make_evictable(2);
  EXPECT_EQ(budget.least_recent()->id, 1u);
  budget.touch(1);
  EXPECT_EQ(budget.least_recent()->id, 2u);
  EXPECT_EQ(budget.remove(2), 40u);
  EXPECT_EQ(budget.remove(2), 0u);
  EXPECT_EQ(budget.used(), 40u);
  EXPECT_EQ(budget.least_recent()->id, 1u);
  EXPECT_EQ(budget.busy(), 0u);
  budget.make_busy(1);
  EXPECT_FALSE(budget.least_recent());
  EXPECT_EQ(budget.busy(), 1u);
  budget.make_evictable(1);
  EXPECT_EQ(budget.evictable(), 1u);
  budget.set_limit(30);
  EXPECT_FALSE(budget.fits(0)) << "what is used is above the limit already";
  EXPECT_EQ(budget.remove(1), 40u);
  EXPECT_FALSE(budget.fits(UINT64_MAX));
}

TEST(LatencyHistogram, PercentilesAreRightToSevenPercentOfASortedList) {
  std::mt19937_64 random(3);
  for (int round = 0; round < 30; ++round) {
    LatencyHistogram histogram;
    std::vector<std::int64_t> all;
    const int count = 1 + static_cast<int>(random() % 3000);
    for (int i = 0; i < count; ++i) {
      const auto value = static_cast<std::int64_t>(random() >> (1 + random() % 62));
      all.push_back(value);
      histogram.add(std::chrono::nanoseconds(value));
    }
    std::sort(all.begin(), all.end());
    EXPECT_EQ(histogram.count(), all.size());
    EXPECT_EQ(histogram.max().count(), all.back());
    for (const double percent : {0.0, 50.0, 95.0, 99.0, 100.0}) {
      const auto rank =
          static_cast<std::size_t>(std::max(std::ceil(static_cast<double>(all.size()) * percent / 100), 1.0));
      const std::int64_t exact = all[rank - 1];
      const std::int64_t is = histogram.percentile(percent).count();
      EXPECT_GE(is, exact);
      EXPECT_LE(static_cast<double>(is), static_cast<double>(exact) * 1.07 + 1);
    }
  }
}

TEST(LatencyHistogram, AddsUpAndStandsEmptiness) {
  LatencyHistogram a;
  EXPECT_EQ(a.percentile(99), 0ns);
  EXPECT_EQ(a.mean(), 0ns);
  LatencyHistogram b;
  a.add(10ns);
  b.add(30ns);
  b.add(-5ns);
  a.add(b);
  EXPECT_EQ(a.count(), 3u);
  EXPECT_EQ(a.max(), 30ns);
  EXPECT_EQ(summarize(a).p50, 10ns);
}

}  // namespace
}  // namespace ferry::test
