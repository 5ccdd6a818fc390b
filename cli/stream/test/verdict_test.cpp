#include "stream/verdict.hpp"

#include <gtest/gtest.h>

namespace ferry::cli {
namespace {

using std::chrono::milliseconds;

/// A run whose frames take 10 ms before, and `p99` in the slowest hundredth while loading.
ModeResult run_of(StreamMode mode, int p99) {
  ModeResult result;
  result.mode = mode;
  PhaseSummary& before = result.phases[static_cast<std::size_t>(FramePhase::kBefore)];
  before.frames = 100;
  before.time = {100, milliseconds(10), milliseconds(10), milliseconds(10), milliseconds(10)};
  before.direct_busy = 0.5;
  PhaseSummary& during = result.phases[static_cast<std::size_t>(FramePhase::kDuring)];
  during = before;
  during.time.p99 = milliseconds(p99);
  during.time.max = milliseconds(p99);
  during.copy_busy = 0.3;
  during.bytes = 1'000'000;
  return result;
}

PhaseSummary& during(ModeResult& result) {
  return result.phases[static_cast<std::size_t>(FramePhase::kDuring)];
}

TEST(Verdict, SaysNothingOfLoadingWhereNothingWasLoaded) {
  ModeResult result = run_of(StreamMode::kCopy, 70);
  during(result).bytes = 0;
  EXPECT_EQ(judge(result).bottleneck, Bottleneck::kUnknown);
  EXPECT_NE(judge(result).advice.find("--tiles"), std::string::npos);
}

TEST(Verdict, OfBlockingIsTheRenderThreadAndSaysHowBadItIs) {
  ModeResult result = run_of(StreamMode::kBlocking, 70);
  during(result).hitches = 42;
  during(result).both_idle = 0.61;
  const StreamVerdict verdict = judge(result);
  EXPECT_EQ(verdict.bottleneck, Bottleneck::kRenderThread);
  for (const char* said : {"42 of 100", "7.0 times", "61%"}) {
    EXPECT_NE(verdict.why.find(said), std::string::npos) << said << " in: " << verdict.why;
  }
}

TEST(Verdict, OfDirectIsTheSharedQueueOnlyWhereFramesFeelIt) {
  ModeResult result = run_of(StreamMode::kDirect, 14);
  during(result).direct_busy = 0.9;
  EXPECT_EQ(judge(result).bottleneck, Bottleneck::kDirectQueue);
  EXPECT_NE(judge(result).advice.find("COPY"), std::string::npos);
  during(result).time.p99 = milliseconds(10);
  EXPECT_NE(judge(result).bottleneck, Bottleneck::kDirectQueue);
}

TEST(Verdict, OfCopyTellsWhatIsFull) {
  ModeResult good = run_of(StreamMode::kCopy, 10);
  EXPECT_EQ(judge(good).bottleneck, Bottleneck::kNothing);

  ModeResult full = run_of(StreamMode::kCopy, 10);
  during(full).copy_busy = 0.95;
  EXPECT_EQ(judge(full).bottleneck, Bottleneck::kCopyQueue);

  ModeResult drawing = run_of(StreamMode::kCopy, 10);
  PhaseSummary& before = drawing.phases[static_cast<std::size_t>(FramePhase::kBefore)];
  before.waited = 0.8;
  before.direct_busy = 0.97;
  EXPECT_EQ(judge(drawing).bottleneck, Bottleneck::kDrawing);

  ModeResult cpu = run_of(StreamMode::kCopy, 20);
  during(cpu).both_idle = 0.6;
  EXPECT_EQ(judge(cpu).bottleneck, Bottleneck::kCpu);

  ModeResult shared = run_of(StreamMode::kCopy, 20);
  EXPECT_EQ(judge(shared).bottleneck, Bottleneck::kSharedMemory);
}

TEST(Verdict, HasAPage) {
  EXPECT_EQ(page_of(Bottleneck::kNothing), "stream-nothing");
  EXPECT_EQ(page_of(Bottleneck::kRenderThread), "stream-render-thread");
}

TEST(Verdict, OfTooFewFramesSaysSo) {
  EXPECT_EQ(judge(ModeResult()).bottleneck, Bottleneck::kUnknown);
}

}  // namespace
}  // namespace ferry::cli
