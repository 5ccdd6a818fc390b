#include <gtest/gtest.h>

#include <chrono>
#include <random>
#include <vector>

#include <ferry/schedule/replay.hpp>

namespace ferry::test {
namespace {

using namespace std::chrono_literals;

LoadTraceEvent submit(ScheduleTime time, std::uint64_t number, LoadPriority priority, std::uint64_t bytes) {
  LoadTraceEvent event;
  event.time = time;
  event.request = number;
  event.priority = priority;
  event.bytes = bytes;
  return event;
}

LoadTraceEvent stages(ScheduleTime time, std::uint64_t number, std::chrono::nanoseconds read,
                      std::chrono::nanoseconds copy) {
  LoadTraceEvent event;
  event.kind = LoadTraceEvent::Kind::kStageTimes;
  event.time = time;
  event.request = number;
  event.read = read;
  event.copy = copy;
  return event;
}

/// A flood of background work with an immediate request every 20 ms.
LoadTrace flood() {
  LoadTrace trace;
  for (std::uint64_t i = 0; i < 20; ++i) {
    trace.events.push_back(submit(0ms, i, LoadPriority::kBackground, 64_MiB));
  }
  for (std::uint64_t i = 0; i < 10; ++i) {
    trace.events.push_back(submit(i * 20ms, 100 + i, LoadPriority::kImmediate, 256_KiB));
  }
  for (std::uint64_t i = 0; i < 20; ++i) trace.events.push_back(stages(900ms, i, 16ms, 13ms));
  for (std::uint64_t i = 0; i < 10; ++i) trace.events.push_back(stages(900ms, 100 + i, 60us, 50us));
  return trace;
}

ReplayResult run(const LoadTrace& trace, SchedulePolicy policy) {
  ReplayOptions options;
  options.scheduler.policy = policy;
  auto result = replay(trace, options);
  EXPECT_TRUE(result) << to_string(result.error());
  return *std::move(result);
}

TEST(Replay, GivesTheSameOrderEachTime) {
  const LoadTrace trace = flood();
  const ReplayResult a = run(trace, SchedulePolicy::kAging);
  const ReplayResult b = run(trace, SchedulePolicy::kAging);
  ASSERT_EQ(a.order.size(), b.order.size());
  for (std::size_t i = 0; i < a.order.size(); ++i) {
    ASSERT_EQ(a.order[i].request, b.order[i].request);
    ASSERT_EQ(a.order[i].offset, b.order[i].offset);
  }
  EXPECT_EQ(a.duration, b.duration);
  EXPECT_EQ(a.finished, 30u);
  EXPECT_EQ(a.bytes, 20 * 64_MiB + 10 * 256_KiB);
}

TEST(Replay, ShowsWhatThePoliciesDoToImmediateRequests) {
  const LoadTrace trace = flood();
  const auto p99 = [&](SchedulePolicy policy) { return run(trace, policy).latency[0].percentile(99); };
  const auto aging = p99(SchedulePolicy::kAging);
  const auto first_come = p99(SchedulePolicy::kFirstCome);
  EXPECT_LT(aging * 20, first_come);
  EXPECT_LT(aging, 5ms);
}

TEST(Replay, CancelsAndChangesPriorities) {
  LoadTrace trace;
  trace.events.push_back(submit(0ms, 1, LoadPriority::kBackground, 64_MiB));
  trace.events.push_back(submit(0ms, 2, LoadPriority::kBackground, 64_MiB));
  trace.events.push_back(submit(0ms, 3, LoadPriority::kBackground, 8_MiB));
  LoadTraceEvent cancel;
  cancel.kind = LoadTraceEvent::Kind::kCancel;
  cancel.time = 1ms;
  cancel.request = 1;
  trace.events.push_back(cancel);
  LoadTraceEvent raise;
  raise.kind = LoadTraceEvent::Kind::kSetPriority;
  raise.time = 1ms;
  raise.request = 3;
  raise.priority = LoadPriority::kHigh;
  trace.events.push_back(raise);
  for (std::uint64_t i = 1; i <= 3; ++i) trace.events.push_back(stages(500ms, i, 100ms, 50ms));
  const ReplayResult result = run(trace, SchedulePolicy::kAging);
  EXPECT_EQ(result.cancelled, 1u);
  EXPECT_EQ(result.finished, 2u);
  EXPECT_EQ(result.latency[1].count(), 1u);
  EXPECT_EQ(result.latency[4].count(), 1u);
  EXPECT_LT(result.latency[1].max(), result.latency[4].max());
}

TEST(Replay, RefusesNonsense) {
  LoadTrace unknown;
  unknown.events.push_back(stages(0ms, 5, 1ms, 1ms));
  EXPECT_EQ(replay(unknown).error().code, ErrorCode::kCorrupt);
  LoadTrace backwards;
  backwards.events.push_back(submit(2ms, 1, LoadPriority::kLow, 5));
  backwards.events.push_back(submit(1ms, 2, LoadPriority::kLow, 5));
  EXPECT_EQ(replay(backwards).error().code, ErrorCode::kCorrupt);
  LoadTrace twice;
  twice.events.push_back(submit(1ms, 1, LoadPriority::kLow, 5));
  twice.events.push_back(submit(1ms, 1, LoadPriority::kLow, 5));
  EXPECT_EQ(replay(twice).error().code, ErrorCode::kCorrupt);
  const auto empty = replay(LoadTrace{});
  ASSERT_TRUE(empty);
  EXPECT_EQ(empty->finished, 0u);
}

TEST(Replay, RefusesTimesThatNanosecondsIn64BitsMightNotHold) {
  const auto years = [](std::uint64_t requests, std::chrono::nanoseconds read, std::uint64_t bytes) {
    LoadTrace trace;
    for (std::uint64_t i = 0; i < requests; ++i) {
      trace.events.push_back(submit(0ms, i, LoadPriority::kLow, bytes));
      trace.events.push_back(stages(0ms, i, read, 1ns));
    }
    ReplayOptions options;
    options.copy_rate = 1;
    return replay(trace, options);
  };
  const auto year = std::chrono::hours(24 * 365);
  EXPECT_TRUE(years(9, year, 5));
  EXPECT_EQ(years(11, year, 5).error().code, ErrorCode::kCorrupt);
  EXPECT_EQ(years(1, std::chrono::nanoseconds::max(), 5).error().code, ErrorCode::kCorrupt);
  // 1 MiB at a byte a second are twelve days.
  EXPECT_TRUE(years(290, 1ns, 1_MiB));
  EXPECT_EQ(years(310, 1ns, 1_MiB).error().code, ErrorCode::kCorrupt);
}

TEST(Replay, RefusesMorePiecesThanItMayKeep) {
  LoadTrace trace;
  trace.events.push_back(submit(0ms, 1, LoadPriority::kLow, 9 * 4_MiB));
  trace.events.push_back(submit(0ms, 2, LoadPriority::kLow, 5));
  ReplayOptions options;
  options.most_pieces = 11;
  EXPECT_TRUE(replay(trace, options));
  options.most_pieces = 10;
  const auto refused = replay(trace, options);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kInvalidArgument);
  EXPECT_NE(refused.error().message.find("request 2 of 5 B"), std::string::npos) << refused.error().message;
  LoadTrace absurd;
  for (std::uint64_t i = 0; i < 3; ++i) {
    absurd.events.push_back(submit(0ms, i, LoadPriority::kLow, UINT64_MAX - i));
  }
  EXPECT_EQ(replay(absurd).error().code, ErrorCode::kInvalidArgument);
}

TEST(LoadTraceText, ComesBackAsItWas) {
  std::mt19937_64 random(5);
  LoadTrace trace;
  for (int i = 0; i < 500; ++i) {
    LoadTraceEvent event;
    event.kind = static_cast<LoadTraceEvent::Kind>(random() % 4);
    event.time = std::chrono::nanoseconds(random() >> 2);
    event.request = random();
    if (event.kind == LoadTraceEvent::Kind::kSubmit) {
      event.bytes = random();
      event.tag = random();
      if (random() % 2 == 0) event.deadline = std::chrono::nanoseconds(random() >> 2);
    }
    if (event.kind == LoadTraceEvent::Kind::kSubmit || event.kind == LoadTraceEvent::Kind::kSetPriority) {
      event.priority = static_cast<LoadPriority>(random() % 5);
    }
    if (event.kind == LoadTraceEvent::Kind::kStageTimes) {
      event.read = std::chrono::nanoseconds(random() >> 2);
      event.copy = std::chrono::nanoseconds(random() >> 2);
    }
    trace.events.push_back(event);
  }
  const auto again = load_trace_from(to_text(trace));
  ASSERT_TRUE(again) << to_string(again.error());
  EXPECT_EQ(again->events, trace.events);
}

TEST(LoadTraceText, NamesTheLineThatIsWrong) {
  for (const char* bad :
       {"", "something else\n", "ferry-load-trace 1\nsubmit 1\n",
        "ferry-load-trace 1\nsubmit 1 2 urgent 5 0 -\n", "ferry-load-trace 1\ncancel 1 2 3\n",
        "ferry-load-trace 1\ncancel -1 2\n", "ferry-load-trace 1\nstages 1 2 3 4 5\n",
        "ferry-load-trace 1\nsubmit 1 2 low 5 0 x\n", "ferry-load-trace 1\ncancel 1 2x\n"}) {
    const auto result = load_trace_from(bad);
    ASSERT_FALSE(result) << bad;
    EXPECT_EQ(result.error().code, ErrorCode::kCorrupt);
  }
  EXPECT_NE(load_trace_from("ferry-load-trace 1\ncancel 1 2\n\nwhat\n").error().message.find("line 4"),
            std::string::npos);
}

}  // namespace
}  // namespace ferry::test
