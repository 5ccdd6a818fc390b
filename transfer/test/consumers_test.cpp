#include "transfer_fixture.hpp"

namespace ferry::test {
namespace {

/// One copy, two queues that need it: each waits for it on the GPU and copies the bytes on.
class ConsumersTest : public TransferTest {
 protected:
  static constexpr std::uint64_t kBytes = 300000;

  struct Consumer {
    ComPtr<ID3D12CommandQueue> queue;
    std::unique_ptr<CommandRecycler> lists;
    ComPtr<ID3D12Resource> target;
    ComPtr<ID3D12Fence> fence;
    std::uint64_t value = 0;
  };

  Consumer consumer(ID3D12CommandQueue* on, QueueKind kind) {
    Consumer made;
    made.queue = ComPtr(on);
    made.lists = std::make_unique<CommandRecycler>(device_, kind, "consumer");
    made.target = buffer(kBytes);
    made.fence = fence();
    return made;
  }
  static ComPtr<ID3D12CommandQueue> raw_queue(QueueKind kind) {
    D3D12_COMMAND_QUEUE_DESC desc = {};
    desc.Type = static_cast<D3D12_COMMAND_LIST_TYPE>(kind);
    ComPtr<ID3D12CommandQueue> made;
    EXPECT_EQ(device_->d3d()->CreateCommandQueue(&desc, iid_of<ID3D12CommandQueue>(), made.put_void()), S_OK);
    return made;
  }

  /// Copies `source` to the consumer's own buffer, on its queue, with plain Direct3D 12.
  FencePoint consume(Consumer& who, ID3D12Resource* source) {
    auto context = who.lists->acquire();
    EXPECT_TRUE(context);
    context->list->CopyBufferRegion(who.target.get(), 0, source, 0, kBytes);
    EXPECT_EQ(context->list->Close(), S_OK);
    ID3D12CommandList* lists[] = {context->list.get()};
    who.queue->ExecuteCommandLists(1, lists);
    EXPECT_EQ(who.queue->Signal(who.fence.get(), ++who.value), S_OK);
    auto point = manager_->point_of(who.fence.get(), who.value);
    EXPECT_TRUE(point);
    who.lists->give_back(*std::move(context), *point);
    return *point;
  }

  void run(std::vector<Consumer> consumers, int rounds) {
    TransferOptions options;
    auto source = buffer(kBytes);
    const auto data = noise(kBytes + 1000, 1);
    // A GPU is done with so few bytes before anybody looks: there more goes with them.
    const auto ballast = device_->adapter().software ? std::vector<std::byte>() : noise(8_MiB, 2);
    auto ballast_target = buffer(8_MiB);
    auto batch = begin();
    int pending = 0;
    for (int round = 0; round < rounds; ++round) {
      const auto bytes = std::span(data).subspan(static_cast<std::size_t>(round % 1000), kBytes);
      ASSERT_TRUE(batch.upload_buffer(source.get(), 0, bytes));
      if (!ballast.empty()) {
        ASSERT_TRUE(batch.upload_buffer(ballast_target.get(), 0, ballast));
      }
      const FencePoint point = submit(batch);
      pending += manager_->is_complete(point) ? 0 : 1;
      std::vector<FencePoint> done;
      for (Consumer& who : consumers) {
        ASSERT_TRUE(manager_->wait_on(who.queue.get(), point));
        done.push_back(consume(who, source.get()));
      }
      for (std::size_t i = 0; i < consumers.size(); ++i) {
        ASSERT_TRUE(manager_->wait(done[i]));
        const auto back = read_back(consumers[i].target.get(), 0, kBytes);
        ASSERT_TRUE(std::equal(back.begin(), back.end(), bytes.begin()))
            << "round " << round << ", consumer " << i;
      }
    }
    EXPECT_GT(pending, 0) << "some waits had something to wait for";
  }
};

TEST_F(ConsumersTest, DirectAndComputeBothConsumeOnePendingCopyAThousandTimes) {
  std::vector<Consumer> consumers;
  for (const QueueKind kind : {QueueKind::kDirect, QueueKind::kCompute}) {
    auto on = manager_->queue(kind);
    ASSERT_TRUE(on);
    consumers.push_back(consumer((*on)->d3d(), kind));
  }
  run(std::move(consumers), 1000);
}

TEST_F(ConsumersTest, QueuesOfTheApplicationConsumeIt) {
  std::vector<Consumer> consumers;
  for (const QueueKind kind :
       {QueueKind::kDirect, QueueKind::kCompute, QueueKind::kDirect, QueueKind::kCopy}) {
    const auto raw = raw_queue(kind);
    consumers.push_back(consumer(raw.get(), kind));
  }
  run(std::move(consumers), 100);
}

TEST_F(ConsumersTest, AManagerOnQueuesOfTheApplicationDoesTheSame) {
  const auto copy = raw_queue(QueueKind::kCopy);
  const auto direct = raw_queue(QueueKind::kDirect);
  TransferOptions options;
  options.copy_queue = copy.get();
  options.direct_queue = direct.get();
  make_manager(options);
  EXPECT_EQ((*manager_->queue(QueueKind::kCopy))->d3d(), copy.get());
  std::vector<Consumer> consumers;
  consumers.push_back(consumer(direct.get(), QueueKind::kDirect));
  consumers.push_back(consumer(raw_queue(QueueKind::kCompute).get(), QueueKind::kCompute));
  run(std::move(consumers), 100);
  manager_.reset();
}

TEST_F(ConsumersTest, WaitsThatMakeNoSenseAreRefused) {
  auto direct = manager_->queue(QueueKind::kDirect);
  auto copy = manager_->queue(QueueKind::kCopy);
  const TimelineId copies = (*copy)->timeline()->id();
  expect_error(manager_->wait_on(nullptr, {copies, 1}), ErrorCode::kInvalidArgument, {"null"});
  expect_error(manager_->wait_on((*direct)->d3d(), {copies, 1000}), ErrorCode::kNotSubmitted, {"1000"});
  expect_error(manager_->wait_on((*direct)->d3d(), {static_cast<TimelineId>(99999), 1}),
               ErrorCode::kInvalidArgument, {"99999"});
  EXPECT_TRUE(manager_->wait_on((*direct)->d3d(), {copies, 0}));
  expect_error(manager_->wait({copies, 1000}), ErrorCode::kNotSubmitted, {"1000"});
  expect_error(manager_->point_of(nullptr, 1), ErrorCode::kInvalidArgument, {"null"});
  auto own = fence();
  auto point = manager_->point_of(own.get(), 3);
  ASSERT_TRUE(point);
  expect_error(manager_->wait(*point, std::chrono::nanoseconds(0)), ErrorCode::kTimeout);
  own->Signal(3);
  EXPECT_TRUE(manager_->is_complete(*point));
  EXPECT_TRUE(manager_->wait_on((*direct)->d3d(), *point));
}

}  // namespace
}  // namespace ferry::test
