#include <ferry/schedule/scheduler.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <numeric>
#include <set>
#include <vector>

namespace ferry::test {
namespace {

using namespace std::chrono_literals;

constexpr ScheduleTime kNow = 1s;

SchedulerOptions small_pieces() {
  SchedulerOptions options;
  options.piece_bytes = 100;
  options.least_piece_bytes = 10;
  options.in_flight_bytes = 1000;
  return options;
}

ScheduleRequest request(LoadPriority priority, std::uint64_t bytes, std::uint64_t tag = 0) {
  ScheduleRequest made;
  made.priority = priority;
  made.bytes = bytes;
  made.tag = tag;
  return made;
}

/// The requests in the order in which their pieces go, each piece completing at once.
std::vector<RequestId> run_all(Scheduler& scheduler, ScheduleTime now = kNow) {
  std::vector<RequestId> order;
  while (const auto piece = scheduler.next(now)) {
    order.push_back(piece->request);
    scheduler.complete(*piece, now);
  }
  return order;
}

TEST(Scheduler, MoreUrgentRequestsGoFirstWhateverCameFirst) {
  Scheduler scheduler(small_pieces());
  std::vector<RequestId> ids;
  for (int p = 4; p >= 0; --p) {
    ids.push_back(scheduler.submit(request(static_cast<LoadPriority>(p), 50), kNow));
  }
  std::reverse(ids.begin(), ids.end());
  EXPECT_EQ(run_all(scheduler), ids);
}

TEST(Scheduler, AnImmediateRequestOvertakesABackgroundOneBetweenTwoPieces) {
  Scheduler scheduler(small_pieces());
  const RequestId slow = scheduler.submit(request(LoadPriority::kBackground, 1000), kNow);
  const auto first = scheduler.next(kNow);
  ASSERT_TRUE(first);
  EXPECT_EQ(first->request, slow);
  EXPECT_EQ(first->bytes, 100u);
  const RequestId quick = scheduler.submit(request(LoadPriority::kImmediate, 150), kNow);
  const auto second = scheduler.next(kNow);
  const auto third = scheduler.next(kNow);
  ASSERT_TRUE(second && third);
  EXPECT_EQ(second->request, quick);
  EXPECT_FALSE(second->last);
  EXPECT_EQ(third->request, quick);
  EXPECT_EQ(third->offset, 100u);
  EXPECT_EQ(third->bytes, 50u);
  EXPECT_EQ(third->index, 1u);
  EXPECT_TRUE(third->last);
}

TEST(Scheduler, EqualsGoInTheOrderOfArrivalAndDeadlinesBeforeThem) {
  Scheduler scheduler(small_pieces());
  const RequestId a = scheduler.submit(request(LoadPriority::kNormal, 50), kNow);
  const RequestId b = scheduler.submit(request(LoadPriority::kNormal, 50), kNow);
  ScheduleRequest late = request(LoadPriority::kNormal, 50);
  late.deadline = kNow + 5s;
  const RequestId c = scheduler.submit(late, kNow);
  late.deadline = kNow + 2s;
  const RequestId d = scheduler.submit(late, kNow);
  late.deadline = -1s;
  const RequestId e = scheduler.submit(late, kNow);
  EXPECT_EQ(run_all(scheduler), (std::vector{e, d, c, a, b}));
}

TEST(Scheduler, FirstComeFirstServedLooksAtNothingElse) {
  SchedulerOptions options = small_pieces();
  options.policy = SchedulePolicy::kFirstCome;
  Scheduler scheduler(options);
  const RequestId a = scheduler.submit(request(LoadPriority::kBackground, 250), kNow);
  const RequestId b = scheduler.submit(request(LoadPriority::kImmediate, 50), kNow);
  EXPECT_EQ(run_all(scheduler), (std::vector{a, a, a, b}));
}

// The bound of the class comment, in its worst case: every other priority always has work.
TEST(Scheduler, TheOldestOfEachPriorityIsServedWithinTheStatedNumberOfPieces) {
  for (const std::uint32_t aging : {8u, 20u, 64u}) {
    SchedulerOptions options = small_pieces();
    options.aging_pieces = aging;
    options.hold_after = 0s;
    Scheduler scheduler(options);
    constexpr std::size_t kOlder = 3;
    std::vector<RequestId> older;
    for (std::size_t i = 0; i < kOlder; ++i) {
      older.push_back(scheduler.submit(request(LoadPriority::kBackground, 200), kNow));
    }
    const RequestId watched = scheduler.submit(request(LoadPriority::kBackground, 100), kNow);
    std::size_t pieces = 0;
    bool served = false;
    while (!served && pieces < 100000) {
      for (int p = 0; p < 4; ++p) {
        const auto priority = static_cast<LoadPriority>(p);
        if (scheduler.queued(priority) == 0) scheduler.submit(request(priority, 300), kNow);
      }
      // Younger ones of its own priority, with deadlines that put them before it.
      if (scheduler.queued(LoadPriority::kBackground) < 10) {
        ScheduleRequest pushing = request(LoadPriority::kBackground, 100);
        pushing.deadline = 0s;
        scheduler.submit(pushing, kNow);
      }
      const auto piece = scheduler.next(kNow);
      ASSERT_TRUE(piece);
      ++pieces;
      served = piece->request == watched;
      scheduler.complete(*piece, kNow);
    }
    const std::size_t pieces_before = kOlder * 2;
    EXPECT_LE(pieces, (pieces_before + 1) * (aging + 5));
    EXPECT_GT(pieces, pieces_before * aging) << "strict priorities should still be the rule";
  }
}

TEST(Scheduler, StrictPrioritiesDoStarveTheRest) {
  SchedulerOptions options = small_pieces();
  options.policy = SchedulePolicy::kStrict;
  Scheduler scheduler(options);
  const RequestId low = scheduler.submit(request(LoadPriority::kLow, 100), kNow);
  for (int i = 0; i < 5000; ++i) {
    scheduler.submit(request(LoadPriority::kHigh, 100), kNow);
    const auto piece = scheduler.next(kNow);
    ASSERT_TRUE(piece);
    ASSERT_NE(piece->request, low);
    scheduler.complete(*piece, kNow);
  }
}

TEST(Scheduler, AShareInFlightIsKeptForUrgentRequests) {
  Scheduler scheduler(small_pieces());  // 1000 in flight, a quarter of it kept.
  scheduler.submit(request(LoadPriority::kNormal, 5000), kNow);
  std::uint64_t normal = 0;
  while (const auto piece = scheduler.next(kNow)) normal += piece->bytes;
  EXPECT_EQ(normal, 750u);
  EXPECT_EQ(scheduler.why_none(), NoPiece::kReserved);
  scheduler.submit(request(LoadPriority::kHigh, 5000), kNow);
  std::uint64_t high = 0;
  while (const auto piece = scheduler.next(kNow)) high += piece->bytes;
  EXPECT_EQ(high, 250u);
  EXPECT_EQ(scheduler.why_none(), NoPiece::kInFlight);
}

TEST(Scheduler, UrgentRequestsMayUseEverything) {
  Scheduler scheduler(small_pieces());
  scheduler.submit(request(LoadPriority::kImmediate, 5000), kNow);
  while (scheduler.next(kNow)) {
  }
  EXPECT_EQ(scheduler.in_flight(), 1000u);
}

TEST(Scheduler, OthersAreHeldWhileImmediateRequestsAreServed) {
  SchedulerOptions options = small_pieces();
  options.hold_depth = 1ms;
  options.hold_after = 20ms;
  Scheduler scheduler(options);
  scheduler.set_rate(120'000);  // 120 bytes in a millisecond.
  scheduler.submit(request(LoadPriority::kImmediate, 100), kNow);
  scheduler.submit(request(LoadPriority::kBackground, 5000), kNow);
  const auto urgent = scheduler.next(kNow);
  ASSERT_TRUE(urgent);
  std::uint64_t held = 0;
  std::vector<SchedulePiece> pieces;
  while (const auto piece = scheduler.next(kNow)) {
    held += piece->bytes;
    pieces.push_back(*piece);
  }
  EXPECT_EQ(held, 120u);
  EXPECT_EQ(scheduler.why_none(), NoPiece::kHeld);
  scheduler.complete(*urgent, kNow);
  EXPECT_FALSE(scheduler.next(kNow + 19ms)) << "the next immediate request may come at once";
  const auto after = scheduler.next(kNow + 20ms);
  ASSERT_TRUE(after);
  EXPECT_EQ(after->bytes, 100u);
}

TEST(Scheduler, BackgroundWorkObeysTheFramesBytes) {
  Scheduler scheduler(small_pieces());
  scheduler.submit(request(LoadPriority::kLow, 1000), kNow);
  scheduler.submit(request(LoadPriority::kNormal, 150), kNow);
  scheduler.begin_frame(230);
  const auto spend = [&] {
    std::uint64_t low = 0;
    while (const auto piece = scheduler.next(kNow)) {
      if (piece->priority == LoadPriority::kLow) low += piece->bytes;
      scheduler.complete(*piece, kNow);
    }
    return low;
  };
  EXPECT_EQ(spend(), 230u);
  EXPECT_EQ(scheduler.why_none(), NoPiece::kFrameSpent);
  EXPECT_EQ(spend(), 0u);
  scheduler.begin_frame(0);
  EXPECT_EQ(spend(), 0u);
  scheduler.begin_frame(205);
  EXPECT_EQ(spend(), 200u) << "a piece of five bytes is below the least";
  scheduler.begin_frame(UINT64_MAX);
  EXPECT_EQ(spend(), 570u);
}

TEST(Scheduler, GivenPieceSizesAreKeptAndBigOnesGoWhenTheirBudgetIsUntouched) {
  Scheduler scheduler(small_pieces());
  const std::vector<std::uint64_t> sizes = {5, 1200, 90};
  ScheduleRequest cut = request(LoadPriority::kLow, 1295);
  cut.piece_sizes = sizes;
  scheduler.submit(cut, kNow);
  scheduler.begin_frame(300);
  const auto first = scheduler.next(kNow);
  ASSERT_TRUE(first);
  EXPECT_EQ(first->bytes, 5u);
  EXPECT_FALSE(scheduler.next(kNow));
  scheduler.complete(*first, kNow);
  EXPECT_FALSE(scheduler.next(kNow)) << "part of the frame is spent";
  scheduler.begin_frame(300);
  const auto second = scheduler.next(kNow);
  ASSERT_TRUE(second);
  EXPECT_EQ(second->bytes, 1200u);
  scheduler.complete(*second, kNow);
  for (int frame = 0; frame < 3; ++frame) {
    scheduler.begin_frame(300);
    EXPECT_FALSE(scheduler.next(kNow)) << "the debt of frame " << frame;
  }
  scheduler.begin_frame(300);
  const auto third = scheduler.next(kNow);
  ASSERT_TRUE(third);
  EXPECT_EQ(third->bytes, 90u);
  EXPECT_TRUE(third->last);
}

TEST(Scheduler, CancellingBeforeAnythingWentForgetsItAtOnce) {
  Scheduler scheduler(small_pieces());
  const RequestId id = scheduler.submit(request(LoadPriority::kNormal, 500), kNow);
  EXPECT_EQ(scheduler.cancel(id), Scheduler::Cancelled::kGone);
  EXPECT_FALSE(scheduler.knows(id));
  EXPECT_EQ(scheduler.cancel(id), Scheduler::Cancelled::kUnknown);
  EXPECT_FALSE(scheduler.next(kNow));
  EXPECT_EQ(scheduler.why_none(), NoPiece::kEmpty);
}

TEST(Scheduler, CancellingInFlightWaitsForItsPiecesAndGivesTheBudgetBack) {
  Scheduler scheduler(small_pieces());
  const RequestId id = scheduler.submit(request(LoadPriority::kNormal, 500), kNow);
  const auto a = scheduler.next(kNow);
  const auto b = scheduler.next(kNow);
  ASSERT_TRUE(a && b);
  EXPECT_EQ(scheduler.cancel(id), Scheduler::Cancelled::kInFlight);
  EXPECT_EQ(scheduler.cancel(id), Scheduler::Cancelled::kUnknown);
  EXPECT_FALSE(scheduler.next(kNow));
  EXPECT_EQ(scheduler.in_flight(), 200u);
  EXPECT_FALSE(scheduler.complete(*b, kNow));
  EXPECT_TRUE(scheduler.complete(*a, kNow));
  EXPECT_EQ(scheduler.in_flight(), 0u);
  EXPECT_FALSE(scheduler.knows(id));
}

TEST(Scheduler, AWholeGroupIsCancelledOrRaisedInOneCall) {
  Scheduler scheduler(small_pieces());
  std::vector<RequestId> region;
  std::vector<RequestId> others;
  for (int i = 0; i < 20; ++i) {
    region.push_back(scheduler.submit(request(LoadPriority::kLow, 50, 7), kNow));
    others.push_back(scheduler.submit(request(LoadPriority::kNormal, 50, i % 2 == 0 ? 0u : 8u), kNow));
  }
  EXPECT_EQ(scheduler.set_priority_of_tag(7, LoadPriority::kHigh, kNow), 20u);
  for (int i = 0; i < 5; ++i) {
    const auto piece = scheduler.next(kNow);
    ASSERT_TRUE(piece);
    EXPECT_EQ(piece->request, region[static_cast<std::size_t>(i)]) << "raised, in the order of arrival";
    scheduler.complete(*piece, kNow);
  }
  EXPECT_EQ(scheduler.cancel_tag(7).size(), 15u);
  EXPECT_EQ(scheduler.cancel_tag(7).size(), 0u);
  EXPECT_EQ(scheduler.cancel_tag(0).size(), 0u) << "0 is no group";
  EXPECT_EQ(run_all(scheduler), others);
}

TEST(Scheduler, LoweringTheLastImmediateRequestEndsTheHold) {
  SchedulerOptions options = small_pieces();
  options.hold_after = 0s;
  Scheduler scheduler(options);
  const RequestId id = scheduler.submit(request(LoadPriority::kImmediate, 50), kNow);
  EXPECT_TRUE(scheduler.holding(kNow));
  EXPECT_TRUE(scheduler.set_priority(id, LoadPriority::kLow, kNow));
  EXPECT_FALSE(scheduler.holding(kNow));
  EXPECT_TRUE(scheduler.set_priority(id, LoadPriority::kImmediate, kNow));
  EXPECT_TRUE(scheduler.holding(kNow));
  scheduler.cancel(id);
  EXPECT_FALSE(scheduler.holding(kNow));
}

TEST(Scheduler, SuspendedRequestsKeepTheirPlace) {
  Scheduler scheduler(small_pieces());
  const RequestId a = scheduler.submit(request(LoadPriority::kNormal, 250), kNow);
  const RequestId b = scheduler.submit(request(LoadPriority::kNormal, 50), kNow);
  const auto piece = scheduler.next(kNow);
  ASSERT_TRUE(piece);
  ASSERT_TRUE(scheduler.suspend(a));
  EXPECT_EQ(scheduler.queued(), 1u);
  scheduler.complete(*piece, kNow);
  EXPECT_TRUE(scheduler.knows(a));
  ASSERT_TRUE(scheduler.resume(a));
  EXPECT_EQ(run_all(scheduler), (std::vector{a, a, b}));
}

TEST(Scheduler, UndoIsAsIfNothingHappened) {
  Scheduler scheduler(small_pieces());
  scheduler.begin_frame(100);
  const RequestId id = scheduler.submit(request(LoadPriority::kBackground, 100), kNow);
  const auto piece = scheduler.next(kNow);
  ASSERT_TRUE(piece);
  EXPECT_TRUE(piece->last);
  scheduler.undo(*piece);
  EXPECT_EQ(scheduler.in_flight(), 0u);
  const auto again = scheduler.next(kNow);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->request, id);
  EXPECT_EQ(again->bytes, 100u);
  EXPECT_TRUE(scheduler.complete(*again, kNow));
}

TEST(Scheduler, ARequestTakesOverThePlaceOfAnother) {
  Scheduler scheduler(small_pieces());
  const RequestId a = scheduler.submit(request(LoadPriority::kNormal, 50), kNow);
  const std::uint64_t order = scheduler.order_of(a);
  const RequestId b = scheduler.submit(request(LoadPriority::kNormal, 50), kNow);
  scheduler.cancel(a);
  ScheduleRequest heir = request(LoadPriority::kNormal, 50);
  heir.order = order;
  const RequestId c = scheduler.submit(heir, kNow);
  EXPECT_EQ(run_all(scheduler), (std::vector{c, b}));
}

TEST(Scheduler, ForgottenNamesAreNotTakenForNewRequests) {
  Scheduler scheduler(small_pieces());
  const RequestId a = scheduler.submit(request(LoadPriority::kNormal, 50), kNow);
  scheduler.cancel(a);
  const RequestId b = scheduler.submit(request(LoadPriority::kNormal, 50), kNow);
  EXPECT_NE(a, b);
  EXPECT_FALSE(scheduler.set_priority(a, LoadPriority::kHigh, kNow));
  EXPECT_FALSE(scheduler.suspend(a));
  EXPECT_TRUE(scheduler.knows(b));
}

TEST(LoadPriorityNames, GoBothWays) {
  for (std::size_t i = 0; i < kLoadPriorities; ++i) {
    const auto priority = static_cast<LoadPriority>(i);
    EXPECT_EQ(load_priority_from(to_string(priority)), priority);
  }
  EXPECT_FALSE(load_priority_from("urgent"));
}

}  // namespace
}  // namespace ferry::test
