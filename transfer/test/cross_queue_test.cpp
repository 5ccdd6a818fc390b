#include <array>
#include <cstring>

#include <ferry/gpu/fence_timeline.hpp>
#include <ferry/gpu/mapping.hpp>

#include "transfer_fixture.hpp"

namespace ferry::test {
namespace {

/// A queue of the application with what it needs to copy one buffer into READBACK memory again and again.
class Consumer {
 public:
  static constexpr std::size_t kInFlight = 8;

  Consumer(Device& device, D3D12_COMMAND_LIST_TYPE type, std::uint64_t bytes) : bytes_(bytes) {
    ID3D12Device* d3d = device.d3d();
    D3D12_COMMAND_QUEUE_DESC desc = {};
    desc.Type = type;
    EXPECT_EQ(d3d->CreateCommandQueue(&desc, iid_of<ID3D12CommandQueue>(), queue_.put_void()), S_OK);
    EXPECT_EQ(d3d->CreateFence(0, D3D12_FENCE_FLAG_NONE, iid_of<ID3D12Fence>(), fence_.put_void()), S_OK);
    // libvkd3d's fences fall back at times; Ferry's timelines see through that.
    timeline_ = *FenceTimeline::adopt(device, fence_.get(), "consumer");
    timeline_->watch_queue(queue_.get());
    for (Slot& slot : slots_) {
      EXPECT_EQ(
          d3d->CreateCommandAllocator(type, iid_of<ID3D12CommandAllocator>(), slot.allocator.put_void()),
          S_OK);
      EXPECT_EQ(d3d->CreateCommandList(0, type, slot.allocator.get(), nullptr,
                                       iid_of<ID3D12GraphicsCommandList>(), slot.list.put_void()),
                S_OK);
      slot.list->Close();
      slot.result = *device.create_buffer(HeapKind::kReadback, bytes, "consumer result");
    }
  }

  ~Consumer() { timeline_->watch_queue(nullptr); }
  Consumer(const Consumer&) = delete;
  Consumer& operator=(const Consumer&) = delete;

  [[nodiscard]] ID3D12CommandQueue* queue() const { return queue_.get(); }

  /// Copies `source` into slot `round`; whatever the queue was told to wait for comes first.
  void consume(std::uint64_t round, ID3D12Resource* source) {
    Slot& slot = slots_[round % kInFlight];
    ASSERT_EQ(slot.allocator->Reset(), S_OK);
    ASSERT_EQ(slot.list->Reset(slot.allocator.get(), nullptr), S_OK);
    slot.list->CopyBufferRegion(slot.result.get(), 0, source, 0, bytes_);
    ASSERT_EQ(slot.list->Close(), S_OK);
    ID3D12CommandList* lists[] = {slot.list.get()};
    queue_->ExecuteCommandLists(1, lists);
    ASSERT_EQ(queue_->Signal(fence_.get(), round + 1), S_OK);
    timeline_->note_submitted(round + 1, "consume");
  }

  /// Waits for that round and gives what it copied.
  std::vector<std::byte> result(std::uint64_t round) {
    EXPECT_TRUE(timeline_->wait(round + 1));
    auto mapping = ReadMapping::map(slots_[round % kInFlight].result.get(), 0, bytes_);
    EXPECT_TRUE(mapping);
    return {mapping->bytes().begin(), mapping->bytes().end()};
  }

 private:
  struct Slot {
    ComPtr<ID3D12CommandAllocator> allocator;
    ComPtr<ID3D12GraphicsCommandList> list;
    ComPtr<ID3D12Resource> result;
  };

  std::uint64_t bytes_;
  ComPtr<ID3D12CommandQueue> queue_;
  ComPtr<ID3D12Fence> fence_;
  std::shared_ptr<FenceTimeline> timeline_;
  std::array<Slot, kInFlight> slots_;
};

class CrossQueueTest : public TransferTest {
 protected:
  static constexpr std::uint64_t kBytes = 256_KiB;

  /// The same noise each round, but for a number in every 4 KiB that tells the rounds apart.
  static void mark(std::vector<std::byte>& bytes, std::uint64_t round) {
    for (std::size_t i = 0; i < bytes.size(); i += 4096) std::memcpy(bytes.data() + i, &round, sizeof round);
  }
};

TEST_F(CrossQueueTest, DirectAndComputeBothConsumeOnePendingCopyAThousandTimes) {
  Consumer direct(*device_, D3D12_COMMAND_LIST_TYPE_DIRECT, kBytes);
  Consumer compute(*device_, D3D12_COMMAND_LIST_TYPE_COMPUTE, kBytes);
  std::array<ComPtr<ID3D12Resource>, Consumer::kInFlight> sources;
  for (auto& source : sources) source = buffer(kBytes);
  std::vector<std::byte> bytes = noise(kBytes, 1);
  std::vector<std::byte> expected = bytes;
  std::uint64_t pending = 0;

  constexpr std::uint64_t kRounds = 1000;
  for (std::uint64_t round = 0; round < kRounds + Consumer::kInFlight; ++round) {
    if (round >= Consumer::kInFlight) {
      const std::uint64_t done = round - Consumer::kInFlight;
      mark(expected, done);
      ASSERT_EQ(direct.result(done), expected) << "DIRECT, round " << done;
      ASSERT_EQ(compute.result(done), expected) << "COMPUTE, round " << done;
    }
    if (round >= kRounds) continue;
    ID3D12Resource* source = sources[round % Consumer::kInFlight].get();
    mark(bytes, round);
    auto batch = begin();
    ASSERT_TRUE(batch.upload_buffer(source, 0, bytes));
    const FencePoint point = submit(batch);
    pending += manager_->is_complete(point) ? 0 : 1;
    ASSERT_TRUE(manager_->wait_on(direct.queue(), point));
    ASSERT_TRUE(manager_->wait_on(compute.queue(), point));
    direct.consume(round, source);
    compute.consume(round, source);
  }
  EXPECT_GT(pending, 0u) << "no copy was pending when its consumers came: nothing was tested";
}

TEST_F(CrossQueueTest, AWaitForWhatIsNotSubmittedIsRefused) {
  Consumer direct(*device_, D3D12_COMMAND_LIST_TYPE_DIRECT, 256);
  auto queue = manager_->queue(QueueKind::kCopy);
  ASSERT_TRUE(queue);
  const FencePoint never = {(*queue)->timeline()->id(), (*queue)->timeline()->last_submitted() + 1};
  const auto waits = manager_->wait_on(direct.queue(), never);
  ASSERT_FALSE(waits);
  EXPECT_EQ(waits.error().code, ErrorCode::kNotSubmitted);
}

TEST_F(CrossQueueTest, AReadbackWaitsForTheApplicationsOwnFence) {
  Consumer direct(*device_, D3D12_COMMAND_LIST_TYPE_DIRECT, 256);
  ComPtr<ID3D12Fence> fence;
  ASSERT_EQ(device_->d3d()->CreateFence(0, D3D12_FENCE_FLAG_NONE, iid_of<ID3D12Fence>(), fence.put_void()),
            S_OK);
  auto target = buffer(1000);
  auto batch = begin();
  ASSERT_TRUE(batch.upload_buffer(target.get(), 0, noise(1000, 3)));
  ASSERT_TRUE(manager_->wait_on(direct.queue(), submit(batch)));
  ASSERT_EQ(direct.queue()->Signal(fence.get(), 7), S_OK);
  auto point = manager_->point_of(fence.get(), 7);
  ASSERT_TRUE(point);
  EXPECT_EQ(read_back(target.get(), 1000, *point), noise(1000, 3));
}

}  // namespace
}  // namespace ferry::test
