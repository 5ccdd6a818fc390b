#include "stream/accounting.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace ferry::cli {
namespace {

using std::chrono::milliseconds;

FrameRecord frame(FramePhase phase, StreamTime begin, StreamTime time, std::uint64_t bytes = 0) {
  FrameRecord one;
  one.phase = phase;
  one.begin = begin;
  one.time = time;
  one.streamed_bytes = bytes;
  return one;
}

TimedWork timed(int submitted, int seen, int gpu_begin, int gpu_end) {
  TimedWork work;
  work.submitted = milliseconds(submitted);
  work.seen = milliseconds(seen);
  work.gpu_begin = milliseconds(gpu_begin);
  work.gpu_end = milliseconds(gpu_end);
  return work;
}

TEST(Covered, CountsOverlapsOnceAndOnlyWithin) {
  const std::vector<BusySpan> spans = {{milliseconds(5), milliseconds(9)},
                                       {milliseconds(1), milliseconds(3)},
                                       {milliseconds(2), milliseconds(6)},
                                       {milliseconds(20), milliseconds(30)}};
  EXPECT_EQ(covered(spans, milliseconds(0), milliseconds(40)), milliseconds(18));
  EXPECT_EQ(covered(spans, milliseconds(2), milliseconds(8)), milliseconds(6));
  EXPECT_EQ(covered(spans, milliseconds(9), milliseconds(20)), milliseconds(0));
  EXPECT_EQ(covered(spans, milliseconds(25), milliseconds(26)), milliseconds(1));
  EXPECT_EQ(covered({}, milliseconds(0), milliseconds(1)), milliseconds(0));
}

TEST(Place, FindsTheOffsetOfTheGpusClockBetweenSubmissionAndSight) {
  // The GPU's clock is 1000 ms ahead. The first work begins 2 ms after its submission, the second at once.
  const std::vector<TimedWork> work = {timed(10, 20, 1012, 1017), timed(30, 41, 1030, 1038)};
  const PlacedWork placed = place(work);
  EXPECT_EQ(placed.source, SpanSource::kTimestamps);
  ASSERT_EQ(placed.spans.size(), 2u);
  EXPECT_EQ(placed.spans[0].begin, milliseconds(12));
  EXPECT_EQ(placed.spans[0].end, milliseconds(17));
  EXPECT_EQ(placed.spans[1].begin, milliseconds(30));
  EXPECT_EQ(placed.error, milliseconds(3)) << "the latest place that fits is 3 ms later";
}

TEST(Place, TakesTheMiddleWhereADriftingClockFitsNowhere) {
  const std::vector<TimedWork> work = {timed(10, 15, 10, 15), timed(100, 105, 104, 109)};
  const PlacedWork placed = place(work);
  EXPECT_EQ(placed.error, milliseconds(2));
  EXPECT_EQ(placed.spans[0].begin, milliseconds(8));
  EXPECT_EQ(placed.spans[1].begin, milliseconds(102));
}

TEST(Place, WithoutTimestampsReachesFromTheWorkBeforeToWhereItWasSeen) {
  const std::vector<TimedWork> work = {{milliseconds(1), milliseconds(5), {}, {}, {}, 10},
                                       {milliseconds(2), milliseconds(9), {}, {}, {}, 20}};
  const PlacedWork placed = place(work);
  EXPECT_EQ(placed.source, SpanSource::kSeen);
  EXPECT_EQ(placed.spans[1].begin, milliseconds(5));
  EXPECT_EQ(placed.spans[1].end, milliseconds(9));
  EXPECT_EQ(placed.spans[1].bytes, 20u);
}

TEST(Place, EstimatesEndBeforeTheEndWasSeen) {
  const std::vector<TimedWork> work = {{milliseconds(1), milliseconds(9), {}, {}, milliseconds(2), 10},
                                       {milliseconds(2), milliseconds(9), {}, {}, milliseconds(3), 20},
                                       {milliseconds(8), milliseconds(9), {}, {}, milliseconds(5), 30}};
  const PlacedWork placed = place(work);
  EXPECT_EQ(placed.source, SpanSource::kEstimated);
  EXPECT_EQ(placed.spans[0].end, milliseconds(3));
  EXPECT_EQ(placed.spans[1].begin, milliseconds(3));
  EXPECT_EQ(placed.spans[1].end, milliseconds(6));
  EXPECT_EQ(placed.spans[2].begin, milliseconds(8));
  EXPECT_EQ(placed.spans[2].end, milliseconds(9)) << "never after it was seen";
}

TEST(Account, CountsHitchesAgainstTheFramesBefore) {
  ModeResult result;
  for (int i = 0; i < 4; ++i)
    result.frames.push_back(frame(FramePhase::kStart, milliseconds(i * 90), milliseconds(90)));
  for (int i = 0; i < 10; ++i) {
    result.frames.push_back(frame(FramePhase::kBefore, milliseconds(360 + i * 10), milliseconds(10)));
  }
  StreamTime at = milliseconds(460);
  for (const int ms : {10, 20, 21, 9, 80}) {
    result.frames.push_back(frame(FramePhase::kDuring, at, milliseconds(ms), 1000));
    at += milliseconds(ms);
  }
  account(result);
  const PhaseSummary& during = result.phases[static_cast<std::size_t>(FramePhase::kDuring)];
  EXPECT_EQ(during.hitches, 2u) << "21 and 80: over twice 10";
  EXPECT_FALSE(result.frames[0].hitch) << "the start is in no statistics";
  EXPECT_EQ(during.frames, 5u);
  EXPECT_EQ(during.time.p50, milliseconds(20));
  EXPECT_EQ(during.time.max, milliseconds(80));
  EXPECT_EQ(during.wall, milliseconds(140));
  EXPECT_EQ(during.bytes, 5000u);
  EXPECT_NEAR(result.bytes_per_second, 5000 / 0.14, 1);
  const auto& counts = result.frame_histogram.counts;
  EXPECT_EQ(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}), 5u);
}

TEST(Account, SharesOfTheTimeAreOfThePhasesOwnStretch) {
  ModeResult result;
  result.frames.push_back(frame(FramePhase::kBefore, milliseconds(0), milliseconds(100)));
  result.frames.push_back(frame(FramePhase::kDuring, milliseconds(100), milliseconds(100)));
  result.frames.back().waited = milliseconds(25);
  result.direct_spans = {{milliseconds(50), milliseconds(150)}};
  result.copy_spans = {{milliseconds(140), milliseconds(180), 7}, {milliseconds(150), milliseconds(160), 7}};
  account(result);
  const PhaseSummary& before = result.phases[static_cast<std::size_t>(FramePhase::kBefore)];
  const PhaseSummary& during = result.phases[static_cast<std::size_t>(FramePhase::kDuring)];
  EXPECT_DOUBLE_EQ(before.direct_busy, 0.5);
  EXPECT_DOUBLE_EQ(before.copy_busy, 0);
  EXPECT_DOUBLE_EQ(during.direct_busy, 0.5);
  EXPECT_DOUBLE_EQ(during.copy_busy, 0.4);
  EXPECT_DOUBLE_EQ(during.both_idle, 0.2);
  EXPECT_DOUBLE_EQ(during.waited, 0.25);
}

TEST(Account, SumsRequestsByTheirLastPriority) {
  ModeResult result;
  const auto request = [&](LoadPriority last, RequestOutcome outcome, std::uint64_t bytes) -> RequestRecord& {
    RequestRecord& one = result.requests.emplace_back();
    one.last_priority = last;
    one.outcome = outcome;
    one.bytes = bytes;
    one.asked = milliseconds(10);
    one.ended = milliseconds(30);
    return one;
  };
  RequestRecord& seen = request(LoadPriority::kHigh, RequestOutcome::kReady, 100);
  seen.in_view = milliseconds(15);
  seen.shown = milliseconds(21);
  request(LoadPriority::kHigh, RequestOutcome::kCancelled, 1000);
  request(LoadPriority::kLow, RequestOutcome::kReady, 10);
  request(LoadPriority::kLow, RequestOutcome::kFailed, 10000);
  account(result);
  EXPECT_EQ(result.tiles_asked, 4u);
  EXPECT_EQ(result.tiles_ready, 2u);
  EXPECT_EQ(result.tiles_cancelled, 1u);
  EXPECT_EQ(result.tiles_failed, 1u);
  EXPECT_EQ(result.bytes_ready, 110u) << "what was cancelled or failed does not count";
  const PrioritySummary& high = result.priorities[static_cast<std::size_t>(LoadPriority::kHigh)];
  EXPECT_EQ(high.ready_after.p50, milliseconds(20));
  EXPECT_EQ(high.shown_after.count, 1u);
  EXPECT_EQ(high.shown_after.max, milliseconds(6)) << "from when it came into view";
}

}  // namespace
}  // namespace ferry::cli
