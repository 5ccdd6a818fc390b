#include <array>
#include <chrono>
#include <thread>

#include "gated_queue.hpp"
#include "gpu_fixture.hpp"

namespace ferry::test {
namespace {

using namespace std::chrono_literals;
using Kind = GatedQueue::Call::Kind;

class QueueTest : public GpuTest {
 protected:
  std::shared_ptr<Queue> adopt(GatedQueue& gate) {
    auto made = Queue::adopt(device_, &gate, "gated");
    EXPECT_TRUE(made) << to_string(made.error());
    return made ? *made : nullptr;
  }
};

TEST_F(QueueTest, EachKindCanBeMadeAndKnowsItsKind) {
  for (const QueueKind kind : {QueueKind::kDirect, QueueKind::kCompute, QueueKind::kCopy}) {
    auto made = queue(kind);
    EXPECT_EQ(made->kind(), kind);
    EXPECT_EQ(static_cast<std::uint32_t>(made->d3d()->GetDesc().Type), static_cast<std::uint32_t>(kind));
  }
  EXPECT_EQ(to_string(QueueKind::kCompute), "COMPUTE");
}

TEST_F(QueueTest, EachSignalIsOneAboveTheLastAndCarriesItsLabel) {
  auto made = queue();
  for (std::uint64_t i = 1; i <= 5; ++i) {
    auto point = made->signal(std::to_string(i));
    ASSERT_TRUE(point);
    EXPECT_EQ(*point, (FencePoint{made->timeline()->id(), i}));
  }
  ASSERT_TRUE(made->wait_idle());
  const auto recent = made->timeline()->recent();
  ASSERT_EQ(recent.size(), 5u);
  EXPECT_EQ(recent[4].label, "5");
  EXPECT_TRUE(recent[4].complete);
}

TEST_F(QueueTest, SeveralThreadsGetEachValueOnce) {
  auto made = queue();
  std::array<std::vector<std::uint64_t>, 4> values;
  std::vector<std::thread> threads;
  for (auto& mine : values) {
    threads.emplace_back([&] {
      for (int i = 0; i < 50; ++i) mine.push_back(made->signal("thread")->value);
    });
  }
  for (auto& thread : threads) thread.join();
  std::vector<bool> seen(201);
  for (const auto& mine : values) {
    for (std::size_t i = 0; i < mine.size(); ++i) {
      ASSERT_LE(mine[i], 200u);
      EXPECT_FALSE(seen[mine[i]]);
      seen[mine[i]] = true;
      if (i > 0) {
        EXPECT_LT(mine[i - 1], mine[i]);
      }
    }
  }
  EXPECT_TRUE(made->wait_idle());
}

TEST_F(QueueTest, WaitIdleTimesOutWhileTheGpuIsBusyAndThenSucceeds) {
  GatedQueue gate(device_->d3d(), D3D12_COMMAND_LIST_TYPE_COPY);
  auto made = adopt(gate);
  gate.shut();
  auto point = made->signal("held back");
  ASSERT_TRUE(point);
  expect_error(made->wait_idle(2ms), ErrorCode::kTimeout, {"gated timeline"});
  gate.open();
  EXPECT_TRUE(made->wait_idle());
  EXPECT_TRUE(made->timeline()->is_complete(point->value));
}

TEST_F(QueueTest, AQueueThatIsNullOrOfSeveralNodesIsRefused) {
  expect_error(Queue::adopt(device_, nullptr, "mine"), ErrorCode::kInvalidArgument, {"'mine'", "null"});
  GatedQueue gate(device_->d3d(), D3D12_COMMAND_LIST_TYPE_COPY);
  gate.node_mask = 2;
  expect_error(Queue::adopt(device_, &gate, "mine"), ErrorCode::kUnsupported, {"'mine'", "node mask", "2"});
}

TEST_F(QueueTest, AConsumerWaitsForAPendingValue) {
  GatedQueue producer_gate(device_->d3d(), D3D12_COMMAND_LIST_TYPE_COPY);
  auto producer = adopt(producer_gate);
  producer_gate.shut();
  auto point = producer->signal("pending");
  ASSERT_TRUE(point);
  GatedQueue consumer(device_->d3d(), D3D12_COMMAND_LIST_TYPE_DIRECT);
  consumer.shut();
  ASSERT_TRUE(producer->make_wait(&consumer, point->value));
  ASSERT_EQ(consumer.count(Kind::kWait), 1u);
  EXPECT_EQ(consumer.calls()[0].fence, producer->timeline()->d3d());
  EXPECT_GE(consumer.calls()[0].value, point->value);
  producer_gate.open();
  EXPECT_TRUE(producer->wait_idle());
  consumer.open();
}

TEST_F(QueueTest, EachConsumerOfOneValueHasASignalOfItsOwnWhereOneServesOnlyOneWait) {
  GatedQueue gate(device_->d3d(), D3D12_COMMAND_LIST_TYPE_COPY);
  auto producer = adopt(gate);
  gate.shut();
  auto point = producer->signal("pending");
  GatedQueue first(device_->d3d(), D3D12_COMMAND_LIST_TYPE_DIRECT);
  GatedQueue second(device_->d3d(), D3D12_COMMAND_LIST_TYPE_COMPUTE);
  first.shut();
  second.shut();
  ASSERT_TRUE(producer->make_wait(&first, point->value));
  ASSERT_TRUE(producer->make_wait(&second, point->value));
  ASSERT_EQ(first.count(Kind::kWait), 1u);
  ASSERT_EQ(second.count(Kind::kWait), 1u);
  const std::uint64_t a = first.calls()[0].value;
  const std::uint64_t b = second.calls()[0].value;
  if (device_->caps().one_wait_per_signal) {
    EXPECT_NE(a, b);
    EXPECT_GT(a, point->value);
    EXPECT_GT(b, point->value);
    EXPECT_EQ(gate.count(Kind::kSignal), 3u);
  } else {
    EXPECT_EQ(a, point->value);
    EXPECT_EQ(b, point->value);
  }
  EXPECT_LE(std::max(a, b), producer->timeline()->last_submitted());
  gate.open();
  EXPECT_TRUE(producer->wait_idle());
}

TEST_F(QueueTest, NoWaitIsMadeForWhatIsCompleteOrForTheQueueItself) {
  GatedQueue gate(device_->d3d(), D3D12_COMMAND_LIST_TYPE_COPY);
  auto producer = adopt(gate);
  auto done = producer->signal("done");
  ASSERT_TRUE(producer->wait_idle());
  GatedQueue consumer(device_->d3d(), D3D12_COMMAND_LIST_TYPE_DIRECT);
  EXPECT_TRUE(producer->make_wait(&consumer, done->value));
  EXPECT_TRUE(producer->make_wait(&consumer, 0));
  EXPECT_TRUE(consumer.calls().empty());
  gate.shut();
  auto pending = producer->signal("pending");
  EXPECT_TRUE(producer->make_wait(&gate, pending->value));
  EXPECT_EQ(gate.count(Kind::kWait), 0u);
  gate.open();
}

TEST_F(QueueTest, AWaitForAValueThatWasNotSubmittedIsRefused) {
  auto producer = queue();
  GatedQueue consumer(device_->d3d(), D3D12_COMMAND_LIST_TYPE_DIRECT);
  expect_error(producer->make_wait(&consumer, 1), ErrorCode::kNotSubmitted,
               {"value 1", "test queue", "submit"});
  expect_error(producer->make_wait(nullptr, 1), ErrorCode::kInvalidArgument, {"null"});
  EXPECT_TRUE(consumer.calls().empty());
}

TEST_F(QueueTest, ASignalThatFailsOnceIsTriedAgain) {
  GatedQueue gate(device_->d3d(), D3D12_COMMAND_LIST_TYPE_COPY);
  auto made = adopt(gate);
  gate.fail_signals(1);
  auto point = made->signal("second try");
  ASSERT_TRUE(point) << to_string(point.error());
  EXPECT_EQ(point->value, 1u);
  EXPECT_TRUE(made->wait_idle());
}

TEST_F(QueueTest, ASignalThatFailsTwiceLosesTheTimeline) {
  GatedQueue gate(device_->d3d(), D3D12_COMMAND_LIST_TYPE_COPY);
  auto made = adopt(gate);
  gate.fail_signals(2, E_OUTOFMEMORY);
  const Error error = error_of(made->signal("in vain"));
  expect_error(error, ErrorCode::kOutOfMemory, {"value 1", "gated timeline", "'in vain'"});
  EXPECT_EQ(error.hresult, E_OUTOFMEMORY);
  EXPECT_TRUE(made->timeline()->lost());
  expect_error(made->signal("after"), ErrorCode::kDeviceLost);
  expect_error(made->execute({}, "after"), ErrorCode::kDeviceLost);
  EXPECT_EQ(gate.count(Kind::kExecute), 0u);
  expect_error(made->make_wait(gate.real(), 1), ErrorCode::kDeviceLost);
}

TEST_F(QueueTest, DrainWaitsForWhatALostTimelineCannotTell) {
  GatedQueue gate(device_->d3d(), D3D12_COMMAND_LIST_TYPE_COPY);
  auto made = adopt(gate);
  EXPECT_TRUE(made->drain());
  gate.fail_signals(2);
  gate.shut();
  EXPECT_FALSE(made->execute({}, "nobody can follow this"));
  expect_error(made->wait_idle(), ErrorCode::kDeviceLost);
  expect_error(made->drain(2ms), ErrorCode::kTimeout, {"gated timeline", "2 ms"});
  gate.open();
  EXPECT_TRUE(made->drain());
}

}  // namespace
}  // namespace ferry::test
