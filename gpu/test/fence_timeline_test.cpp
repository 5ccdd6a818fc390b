#include <atomic>
#include <chrono>
#include <thread>

#include "gated_queue.hpp"
#include "gpu_fixture.hpp"
#include "stub_object.hpp"

namespace ferry::test {
namespace {

using namespace std::chrono_literals;

class FenceTimelineTest : public GpuTest {};

TEST_F(FenceTimelineTest, ANewTimelineStandsAtZeroAndZeroIsComplete) {
  auto timeline = FenceTimeline::create(*device_, "new one");
  ASSERT_TRUE(timeline);
  EXPECT_EQ((*timeline)->name(), "new one");
  EXPECT_EQ((*timeline)->last_submitted(), 0u);
  EXPECT_EQ((*timeline)->next_value(), 1u);
  EXPECT_EQ((*timeline)->completed().value(), 0u);
  EXPECT_TRUE((*timeline)->is_complete(0));
  EXPECT_TRUE((*timeline)->wait(0));
  EXPECT_FALSE((*timeline)->is_complete(1));
  EXPECT_TRUE((*timeline)->recent().empty());
}

TEST_F(FenceTimelineTest, AWaitForAValueThatNobodySubmittedIsRefusedAtOnce) {
  auto own = fence();
  auto timeline = timeline_of(own.get(), 5);
  expect_error(timeline->wait(6), ErrorCode::kNotSubmitted, {"value 6", "application", "is 5", "submit"});
}

TEST_F(FenceTimelineTest, ASubmittedValueThatDoesNotCompleteEndsInATimeout) {
  auto own = fence();
  auto timeline = timeline_of(own.get(), 5);
  expect_error(timeline->wait(5, 0ns), ErrorCode::kTimeout, {"value 5", "application", "stands at 0 of 5"});
  expect_error(timeline->wait(5, 3ms), ErrorCode::kTimeout, {"within 3 ms"});
  EXPECT_FALSE(timeline->is_complete(5));
  own->Signal(5);
  EXPECT_TRUE(timeline->wait(5, 0ns));
}

TEST_F(FenceTimelineTest, TheSameFenceIsTheSameTimeline) {
  auto own = fence();
  auto first = FenceTimeline::adopt(*device_, own.get(), "a");
  auto second = FenceTimeline::adopt(*device_, own.get(), "b");
  auto other = fence();
  auto third = FenceTimeline::adopt(*device_, other.get(), "c");
  ASSERT_TRUE(first && second && third);
  EXPECT_EQ(first->get(), second->get());
  EXPECT_NE((*first)->id(), (*third)->id());
  expect_error(FenceTimeline::adopt(*device_, nullptr, "none"), ErrorCode::kInvalidArgument,
               {"'none'", "null"});
}

TEST_F(FenceTimelineTest, TwoThreadsThatAdoptOneFenceGetOneTimeline) {
  for (int round = 0; round < 50; ++round) {
    auto own = fence();
    std::shared_ptr<FenceTimeline> from_a;
    std::thread other([&] { from_a = *FenceTimeline::adopt(*device_, own.get(), "a"); });
    const std::shared_ptr<FenceTimeline> from_b = *FenceTimeline::adopt(*device_, own.get(), "b");
    other.join();
    ASSERT_EQ(from_a.get(), from_b.get());
  }
}

TEST_F(FenceTimelineTest, AWalkNeverMeetsATimelineThatHasNoIdYet) {
  std::atomic<bool> stop = false;
  int out_of_order = 0;
  std::thread walker([&] {
    while (!stop) {
      std::int64_t last = -1;
      device_->timelines().for_each_completed([&](TimelineId id, std::uint64_t) {
        if (static_cast<std::int64_t>(id) <= last) ++out_of_order;
        last = static_cast<std::int64_t>(id);
      });
      // A thread that takes a mutex again and again may keep all others from it.
      std::this_thread::sleep_for(50us);
    }
  });
  for (int i = 0; i < 200; ++i) {
    auto own = fence();
    EXPECT_TRUE(FenceTimeline::adopt(*device_, own.get(), "one more"));
  }
  stop = true;
  walker.join();
  EXPECT_EQ(out_of_order, 0);
}

TEST_F(FenceTimelineTest, AFenceThatIsAlreadyOnItsWayCountsAsSubmittedThatFar) {
  auto own = fence();
  own->Signal(41);
  auto timeline = FenceTimeline::adopt(*device_, own.get(), "old");
  ASSERT_TRUE(timeline);
  EXPECT_EQ((*timeline)->last_submitted(), 41u);
  EXPECT_TRUE((*timeline)->is_complete(41));
  EXPECT_FALSE((*timeline)->is_complete(42));
}

TEST_F(FenceTimelineTest, ValuesOnlyRise) {
  auto own = fence();
  auto timeline = timeline_of(own.get(), 10);
  timeline->note_submitted(7, "late");
  timeline->note_submitted(10, "again");
  EXPECT_EQ(timeline->last_submitted(), 10u);
  EXPECT_EQ(timeline->recent().size(), 1u);
  timeline->note_submitted(12, "on");
  EXPECT_EQ(timeline->next_value(), 13u);
}

TEST_F(FenceTimelineTest, LabelsSayWhatWasSubmittedAndWhatOfItIsDone) {
  auto own = fence();
  auto timeline = timeline_of(own.get(), 1);
  timeline->note_submitted(2, "a label of more than forty-seven bytes, which is cut there");
  own->Signal(1);
  EXPECT_TRUE(timeline->is_complete(1));
  const auto recent = timeline->recent();
  ASSERT_EQ(recent.size(), 2u);
  EXPECT_EQ(recent[0].value, 1u);
  EXPECT_EQ(recent[0].label, "application work");
  EXPECT_TRUE(recent[0].complete);
  EXPECT_EQ(recent[1].label, "a label of more than forty-seven bytes, which i");
  EXPECT_FALSE(recent[1].complete);
}

TEST_F(FenceTimelineTest, TheLastLabelsAreKeptOldestFirst) {
  auto own = fence();
  auto timeline = timeline_of(own.get(), 1);
  const std::uint64_t last = FenceTimeline::kKeptLabels + 20;
  for (std::uint64_t value = 2; value <= last; ++value)
    timeline->note_submitted(value, std::to_string(value));
  const auto recent = timeline->recent();
  ASSERT_EQ(recent.size(), FenceTimeline::kKeptLabels);
  for (std::size_t i = 0; i < recent.size(); ++i) {
    EXPECT_EQ(recent[i].value, 21 + i);
    EXPECT_EQ(recent[i].label, std::to_string(21 + i));
  }
}

TEST_F(FenceTimelineTest, ALostTimelineAnswersLostAndNothingIsComplete) {
  auto own = fence();
  auto timeline = timeline_of(own.get(), 2);
  own->Signal(1);
  EXPECT_TRUE(timeline->is_complete(1));
  timeline->mark_lost();
  EXPECT_FALSE(timeline->is_complete(1));
  EXPECT_FALSE(timeline->is_complete(0));
  expect_error(timeline->wait(1), ErrorCode::kDeviceLost, {"application", "1 of 2"});
  expect_error(timeline->wait(9), ErrorCode::kDeviceLost);
  expect_error(timeline->completed(), ErrorCode::kDeviceLost);
}

TEST_F(FenceTimelineTest, TheValueOfALostFenceIsLostAndNotComplete) {
  auto own = fence();
  auto timeline = timeline_of(own.get(), 5);
  own->Signal(UINT64_MAX);
  EXPECT_FALSE(timeline->is_complete(5));
  expect_error(timeline->wait(5), ErrorCode::kDeviceLost);
  EXPECT_TRUE(timeline->lost());
}

TEST_F(FenceTimelineTest, AThreadThatWaitsIsWokenByTheSignalAndByTheLoss) {
  auto own = fence();
  auto timeline = timeline_of(own.get(), 2);
  Result<void> first = fail(ErrorCode::kTimeout, "not run");
  std::thread waits_for_signal([&] { first = timeline->wait(1); });
  own->Signal(1);
  waits_for_signal.join();
  EXPECT_TRUE(first);
  Result<void> second;
  std::thread waits_for_loss([&] { second = timeline->wait(2); });
  timeline->mark_lost();
  waits_for_loss.join();
  expect_error(second, ErrorCode::kDeviceLost);
}

TEST_F(FenceTimelineTest, TheRegistryAnswersForAPointAlone) {
  auto own = fence();
  auto timeline = timeline_of(own.get(), 3);
  own->Signal(2);
  TimelineRegistry& registry = device_->timelines();
  EXPECT_TRUE(registry.is_complete({timeline->id(), 2}));
  EXPECT_FALSE(registry.is_complete({timeline->id(), 3}));
  EXPECT_TRUE(registry.wait({timeline->id(), 2}));
  EXPECT_EQ(registry.find(timeline->id()), timeline);
  const auto unknown = static_cast<TimelineId>(1u << 30);
  EXPECT_EQ(registry.find(unknown), nullptr);
  EXPECT_FALSE(registry.is_complete({unknown, 1}));
  EXPECT_TRUE(registry.is_complete({unknown, 0}));
  EXPECT_TRUE(registry.wait({unknown, 0}));
  expect_error(registry.wait({unknown, 1}), ErrorCode::kInvalidArgument, {"1073741824"});
}

/// A fence that fell back behind what it had shown, as libvkd3d's do.
class FallenFence : public StubObject<ID3D12Fence> {
 public:
  UINT64 STDMETHODCALLTYPE GetCompletedValue() override { return 3; }
  HRESULT STDMETHODCALLTYPE SetEventOnCompletion(UINT64, HANDLE) override { return S_OK; }
  HRESULT STDMETHODCALLTYPE Signal(UINT64) override { return S_OK; }
};

TEST_F(FenceTimelineTest, AFenceThatFellBackIsSeenThrough) {
  if (!kOnLibvkd3d) GTEST_SKIP() << "fences do not fall back here";
  FallenFence fallen;
  // A device of its own, which keeps the timeline and ends before the fence does.
  auto device = Device::create();
  ASSERT_TRUE(device);
  auto adopted = FenceTimeline::adopt(**device, &fallen, "fallen");
  ASSERT_TRUE(adopted);
  const auto& timeline = *adopted;
  timeline->note_submitted(5, "what is done");
  expect_error(timeline->wait(5, 100ms), ErrorCode::kTimeout, {"stands at 3 of 5"});
  auto on = Queue::create(*device, QueueKind::kCopy, "signals it");
  ASSERT_TRUE(on);
  timeline->watch_queue((*on)->d3d());
  EXPECT_TRUE(timeline->wait(5));
  EXPECT_EQ(timeline->completed().value(), 5u);
  // Once more, by somebody who only looks.
  timeline->note_submitted(6, "later");
  const auto end = std::chrono::steady_clock::now() + 10s;
  while (!timeline->is_complete(6) && std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(1ms);
  EXPECT_TRUE(timeline->is_complete(6));
  timeline->watch_queue(nullptr);
  timeline->note_submitted(7, "nobody to ask any more");
  expect_error(timeline->wait(7, 100ms), ErrorCode::kTimeout);
}

TEST_F(FenceTimelineTest, AFenceThatStandsStillForGoodReasonIsNotSeenThrough) {
  GatedQueue gate(device_->d3d(), D3D12_COMMAND_LIST_TYPE_COPY);
  auto made = Queue::adopt(device_, &gate, "gated");
  ASSERT_TRUE(made);
  gate.shut();
  auto point = (*made)->signal("held back");
  ASSERT_TRUE(point);
  expect_error((*made)->timeline()->wait(point->value, 100ms), ErrorCode::kTimeout);
  gate.open();
  EXPECT_TRUE((*made)->timeline()->wait(point->value));
}

}  // namespace
}  // namespace ferry::test
