#include <ferry/transfer/transfer_recording.hpp>

#include <chrono>
#include <thread>

#include "../../gpu/test/gated_queue.hpp"
#include "spy_list.hpp"
#include "transfer_fixture.hpp"

namespace ferry::test {
namespace {

constexpr std::uint32_t kPixelShaderResource = 0x80;
constexpr std::uint32_t kVertexBuffer = 0x1;

/// An application with its own DIRECT queue, lists, fence and values.
class TransferRecordingTest : public TransferTest {
 protected:
  void SetUp() override {
    TransferTest::SetUp();
    queue_ = queue(QueueKind::kDirect);
    fence_ = fence();
  }
  void TearDown() override {
    fence_->Signal(1000000);
    TransferTest::TearDown();
  }
  struct List {
    ComPtr<ID3D12CommandAllocator> allocator;
    ComPtr<ID3D12GraphicsCommandList> list;
  };
  List list() {
    List made;
    device_->d3d()->CreateCommandAllocator(D3D12_COMMAND_LIST_TYPE_DIRECT, iid_of<ID3D12CommandAllocator>(),
                                           made.allocator.put_void());
    device_->d3d()->CreateCommandList(0, D3D12_COMMAND_LIST_TYPE_DIRECT, made.allocator.get(), nullptr,
                                      iid_of<ID3D12GraphicsCommandList>(), made.list.put_void());
    return made;
  }
  void execute(const List& what) {
    ASSERT_EQ(what.list->Close(), S_OK);
    ID3D12CommandList* lists[] = {what.list.get()};
    queue_->d3d()->ExecuteCommandLists(1, lists);
    ASSERT_EQ(queue_->d3d()->Signal(fence_.get(), ++value_), S_OK);
  }

  std::shared_ptr<Queue> queue_;
  ComPtr<ID3D12Fence> fence_;
  std::uint64_t value_ = 0;
};

TEST_F(TransferRecordingTest, UploadsAndReadsBackInTheApplicationsOwnList) {
  const auto bytes = noise(100000, 1);
  const TextureDesc desc = rgba8(100, 60, 2);
  auto target = buffer(bytes.size());
  auto picture = texture(desc);
  auto recording = manager_->begin_recording();
  for (std::uint64_t round = 0; round < 5; ++round) {
    const auto texels = texels_of(desc, 1, round);
    ASSERT_TRUE(recording.upload_buffer(target.get(), 0, bytes));
    ASSERT_TRUE(recording.upload_texture(picture.get(), 1, TextureData{texels.data()}));
    auto read_bytes = recording.read_buffer({target.get(), 500, 99000});
    TextureReadback request;
    request.source = picture.get();
    request.first_subresource = 1;
    auto read_texels = recording.read_texture(request);
    ASSERT_TRUE(read_bytes && read_texels);
    expect_error(read_bytes->wait(), ErrorCode::kNotSubmitted, {"retire_with"});
    expect_error(read_bytes->take(), ErrorCode::kNotSubmitted);
    EXPECT_FALSE(read_bytes->ready());
    const List mine = list();
    ASSERT_TRUE(recording.record(mine.list.get()));
    execute(mine);
    auto point = recording.retire_with(fence_.get(), value_);
    ASSERT_TRUE(point) << to_string(point.error());
    EXPECT_EQ(point->value, value_);
    const auto back = bytes_of(read_bytes);
    EXPECT_TRUE(std::equal(back.begin(), back.end(), bytes.begin() + 500));
    EXPECT_EQ(bytes_of(read_texels), texels);
  }
  manager_->poll();
  EXPECT_EQ(manager_->statistics().ring.ring.used, 0u);
  EXPECT_EQ(manager_->statistics().submissions, 0u) << "Ferry submitted nothing";
}

TEST_F(TransferRecordingTest, BarriersAreHandedBackAsData) {
  const TextureDesc desc = rgba8(16, 16, 3);
  auto picture = texture(desc, 0, kPixelShaderResource);
  auto target = buffer(1000);
  auto recording = manager_->begin_recording();
  for (std::uint32_t i = 0; i < 3; ++i) {
    ASSERT_TRUE(recording.upload_texture(picture.get(), i, TextureData{texels_of(desc, i, i).data()},
                                         {kPixelShaderResource, kPixelShaderResource}));
  }
  ASSERT_TRUE(recording.upload_buffer(target.get(), 0, noise(1000, 1), {kStateCommon, kVertexBuffer}));
  const std::vector<Barrier> before(recording.barriers_before().begin(), recording.barriers_before().end());
  const std::vector<Barrier> after(recording.barriers_after().begin(), recording.barriers_after().end());
  EXPECT_EQ(before,
            (std::vector<Barrier>{{picture.get(), kAllSubresources, kPixelShaderResource, kStateCopyDest},
                                  {target.get(), kAllSubresources, kStateCommon, kStateCopyDest}}));
  EXPECT_EQ(after,
            (std::vector<Barrier>{{picture.get(), kAllSubresources, kStateCopyDest, kPixelShaderResource},
                                  {target.get(), kAllSubresources, kStateCopyDest, kVertexBuffer}}));
  SpyList spy;
  ASSERT_TRUE(recording.record_copies(&spy));
  EXPECT_EQ(spy.shape(), "cccc") << "no barriers of its own";
}

TEST_F(TransferRecordingTest, RecordPutsTheSameBarriersAroundTheCopies) {
  const TextureDesc desc = rgba8(16, 16);
  auto picture = texture(desc, 0, kPixelShaderResource);
  auto recording = manager_->begin_recording();
  ASSERT_TRUE(recording.upload_texture(picture.get(), 0, TextureData{texels_of(desc, 0, 1).data()},
                                       {kPixelShaderResource, kPixelShaderResource}));
  SpyList spy;
  ASSERT_TRUE(recording.record(&spy));
  ASSERT_EQ(spy.shape(), "bcb");
  EXPECT_EQ(spy.steps[0].barrier,
            (Barrier{picture.get(), kAllSubresources, kPixelShaderResource, kStateCopyDest}));
  EXPECT_EQ(spy.steps[2].barrier,
            (Barrier{picture.get(), kAllSubresources, kStateCopyDest, kPixelShaderResource}));
  EXPECT_EQ(spy.barrier_calls, 2);
}

TEST_F(TransferRecordingTest, ARenderGraphPlacesTheBarriersItself) {
  const TextureDesc desc = rgba8(40, 30);
  auto picture = texture(desc);
  const auto texels = texels_of(desc, 0, 1);
  auto recording = manager_->begin_recording();
  ASSERT_TRUE(
      recording.upload_texture(picture.get(), 0, TextureData{texels.data()}, {0, kPixelShaderResource}));
  const List mine = list();
  record_barriers(mine.list.get(), recording.barriers_before());
  ASSERT_TRUE(recording.record_copies(mine.list.get()));
  record_barriers(mine.list.get(), recording.barriers_after());
  execute(mine);
  auto point = recording.retire_with(fence_.get(), value_);
  ASSERT_TRUE(point);
  EXPECT_EQ(read_texture(picture.get(), 0, 1, *point, kPixelShaderResource), texels);
}

TEST_F(TransferRecordingTest, AReadbackOfWhatTheSameListUploadsIsOrderedBehindIt) {
  const TextureDesc desc = rgba8(40, 30);
  auto picture = texture(desc);
  auto recording = manager_->begin_recording();
  std::vector<Result<ReadbackTicket>> tickets;
  TextureReadback request;
  request.source = picture.get();
  for (std::uint64_t i = 0; i < 4; ++i) {
    ASSERT_TRUE(recording.upload_texture(picture.get(), 0, TextureData{texels_of(desc, 0, i).data()}));
    tickets.push_back(recording.read_texture(request));
  }
  const List mine = list();
  ASSERT_TRUE(recording.record(mine.list.get()));
  execute(mine);
  ASSERT_TRUE(recording.retire_with(fence_.get(), value_));
  for (std::uint64_t i = 0; i < 4; ++i) EXPECT_EQ(bytes_of(tickets[i]), texels_of(desc, 0, i));
}

TEST_F(TransferRecordingTest, WhatDoesNotFitIntoTheRingGetsBuffersOfItsOwn) {
  TransferOptions options;
  options.ring_bytes = 64_KiB;
  make_manager(options);
  const auto bytes = noise(500000, 1);
  auto target = buffer(bytes.size());
  auto recording = manager_->begin_recording();
  ASSERT_TRUE(recording.upload_buffer(target.get(), 0, bytes));
  EXPECT_GT(manager_->statistics().ring.dedicated, 0u);
  const List mine = list();
  ASSERT_TRUE(recording.record(mine.list.get()));
  execute(mine);
  auto point = recording.retire_with(fence_.get(), value_);
  ASSERT_TRUE(point);
  EXPECT_EQ(read_back(target.get(), bytes.size(), *point), bytes);
  manager_->poll();
  EXPECT_EQ(alive("dedicated upload buffer"), 0u);
  EXPECT_EQ(manager_->statistics().ring.ring.used, 0u);
}

TEST_F(TransferRecordingTest, StagingAndResourcesAreHeldUntilTheApplicationsValueIsComplete) {
  auto target = buffer(1000, "named by the list");
  auto recording = manager_->begin_recording();
  ASSERT_TRUE(recording.upload_buffer(target.get(), 0, noise(1000, 1)));
  SpyList spy;
  ASSERT_TRUE(recording.record(&spy));
  ASSERT_TRUE(recording.retire_with(fence_.get(), 77));
  target.reset();
  manager_->poll();
  EXPECT_EQ(alive("named by the list"), 1u);
  EXPECT_GT(manager_->statistics().ring.ring.used, 0u);
  fence_->Signal(77);
  manager_->poll();
  EXPECT_EQ(alive("named by the list"), 0u);
  EXPECT_EQ(manager_->statistics().ring.ring.used, 0u);
}

TEST_F(TransferRecordingTest, RecordedAndNeverRetiredIsKeptAndNeverUsedAgain) {
  auto target = buffer(1000, "never retired");
  ReadbackTicket ticket;
  {
    auto recording = manager_->begin_recording();
    ASSERT_TRUE(recording.upload_buffer(target.get(), 0, noise(1000, 1)));
    auto read = recording.read_buffer({target.get(), 0, 10});
    ASSERT_TRUE(read);
    ticket = *read;
    SpyList spy;
    ASSERT_TRUE(recording.record(&spy));
  }
  target.reset();
  manager_->poll();
  EXPECT_EQ(alive("never retired"), 1u);
  EXPECT_EQ(manager_->statistics().ring.ring.open_segments, 1u);
  expect_error(ticket.wait(), ErrorCode::kNotSubmitted);
  ticket = {};
  EXPECT_EQ(manager_->statistics().readback_pool.idle_buffers, 0u);
  EXPECT_EQ(manager_->statistics().readback_pool.buffers, 1u);
  manager_.reset();
  EXPECT_EQ(alive("never retired"), 0u);
}

TEST_F(TransferRecordingTest, NeverRecordedGivesEverythingBack) {
  auto target = buffer(1000, "never recorded");
  {
    auto recording = manager_->begin_recording();
    ASSERT_TRUE(recording.upload_buffer(target.get(), 0, noise(1000, 1)));
    ASSERT_TRUE(recording.read_buffer({target.get(), 0, 10}));
  }
  target.reset();
  EXPECT_EQ(alive("never recorded"), 0u);
  EXPECT_EQ(manager_->statistics().ring.ring.used, 0u);
  EXPECT_EQ(manager_->statistics().readback_pool.idle_buffers, 1u);
}

TEST_F(TransferRecordingTest, IsRecordedOnceAndThenOnlyRetired) {
  auto target = buffer(1000);
  auto recording = manager_->begin_recording();
  ASSERT_TRUE(recording.upload_buffer(target.get(), 0, noise(1000, 1)));
  expect_error(recording.retire_with(fence_.get(), 1), ErrorCode::kInvalidArgument, {"record"});
  expect_error(recording.record(nullptr), ErrorCode::kInvalidArgument, {"null"});
  SpyList spy;
  ASSERT_TRUE(recording.record(&spy));
  expect_error(recording.record(&spy), ErrorCode::kInvalidArgument, {"retire_with"});
  expect_error(recording.record_copies(&spy), ErrorCode::kInvalidArgument, {"retire_with"});
  expect_error(recording.upload_buffer(target.get(), 0, noise(10, 1)), ErrorCode::kInvalidArgument,
               {"retire_with"});
  expect_error(recording.read_buffer({target.get(), 0, 10}), ErrorCode::kInvalidArgument, {"retire_with"});
  expect_error(recording.retire_with(nullptr, 1), ErrorCode::kInvalidArgument, {"null"});
  EXPECT_EQ(spy.shape(), "bcb");
  ASSERT_TRUE(recording.retire_with(fence_.get(), 5));
  EXPECT_TRUE(recording.barriers_before().empty());
  EXPECT_TRUE(recording.upload_buffer(target.get(), 0, noise(10, 1)));
}

TEST_F(TransferRecordingTest, ARefusedReadbackLeavesNoTrace) {
  const TextureDesc desc = rgba8(16, 16, 2);
  auto picture = texture(desc);
  auto recording = manager_->begin_recording();
  // Only the second subresource is in another state than the readback says.
  ASSERT_TRUE(recording.upload_texture(picture.get(), 1, TextureData{texels_of(desc, 1, 1).data()},
                                       {0, kPixelShaderResource}));
  TextureReadback request;
  request.source = picture.get();
  request.subresource_count = 2;
  expect_error(recording.read_texture(request), ErrorCode::kInvalidArgument,
               {"subresource 1", "in state PIXEL_SHADER_RESOURCE", "is in COMMON"});
  SpyList spy;
  ASSERT_TRUE(recording.record(&spy));
  EXPECT_EQ(spy.shape(), "bcb") << "only the upload";
  EXPECT_EQ(manager_->statistics().readback_pool.idle_buffers, 1u);
}

TEST_F(TransferRecordingTest, ARecordingForACopyListTakesOnlyCopyStates) {
  auto target = buffer(1000);
  auto recording = manager_->begin_recording(QueueKind::kCopy);
  expect_error(recording.upload_buffer(target.get(), 0, noise(10, 1), {0, kVertexBuffer}),
               ErrorCode::kInvalidArgument, {"VERTEX_AND_CONSTANT_BUFFER", "COPY queue"});
  expect_error(recording.read_buffer({target.get(), 0, 10}, kVertexBuffer), ErrorCode::kInvalidArgument,
               {"VERTEX_AND_CONSTANT_BUFFER", "COPY queue"});
  EXPECT_TRUE(recording.barriers_before().empty());
}

TEST_F(TransferRecordingTest, AnEmptyRecordingCanBeRecordedAndRetired) {
  auto recording = manager_->begin_recording();
  auto source = buffer(100);
  auto nothing = recording.read_buffer({source.get(), 0, 0});
  ASSERT_TRUE(nothing);
  EXPECT_TRUE(nothing->ready());
  SpyList spy;
  ASSERT_TRUE(recording.record(&spy));
  EXPECT_TRUE(spy.steps.empty());
  EXPECT_TRUE(recording.retire_with(fence_.get(), 1));
}

TEST_F(TransferRecordingTest, AMovedRecordingGoesOnAndTheOneMovedFromRefuses) {
  auto target = buffer(1000);
  auto first = manager_->begin_recording();
  ASSERT_TRUE(first.upload_buffer(target.get(), 0, noise(1000, 1)));
  TransferRecording second = std::move(first);
  SpyList spy;
  // NOLINTNEXTLINE(bugprone-use-after-move): that is what is tried here.
  expect_error(first.upload_buffer(target.get(), 0, noise(10, 1)), ErrorCode::kInvalidArgument,
               {"moved from"});
  expect_error(first.record(&spy), ErrorCode::kInvalidArgument, {"moved from"});
  expect_error(first.retire_with(fence_.get(), 1), ErrorCode::kInvalidArgument, {"moved from"});
  EXPECT_TRUE(first.barriers_before().empty());
  EXPECT_TRUE(first.barriers_after().empty());
  ASSERT_TRUE(second.record(&spy));
  EXPECT_TRUE(second.retire_with(fence_.get(), 2));
}

TEST_F(TransferRecordingTest, TheManagerEndsOnlyWhenTheApplicationsListIsDone) {
  GatedQueue gate(device_->d3d(), D3D12_COMMAND_LIST_TYPE_DIRECT);
  auto target = buffer(1_MiB);
  auto recording = manager_->begin_recording();
  ASSERT_TRUE(recording.upload_buffer(target.get(), 0, noise(1_MiB, 1)));
  const List mine = list();
  ASSERT_TRUE(recording.record(mine.list.get()));
  ASSERT_EQ(mine.list->Close(), S_OK);
  gate.shut();
  ID3D12CommandList* lists[] = {mine.list.get()};
  gate.ExecuteCommandLists(1, lists);
  ASSERT_EQ(gate.Signal(fence_.get(), 1), S_OK);
  ASSERT_TRUE(recording.retire_with(fence_.get(), 1));
  expect_error(manager_->wait_idle(std::chrono::milliseconds(2)), ErrorCode::kTimeout, {"value 1"});
  std::thread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    gate.open();
  });
  { auto gone = std::move(recording); }
  manager_.reset();
  EXPECT_EQ(fence_->GetCompletedValue(), 1u);
  later.join();
}

TEST_F(TransferRecordingTest, AListOfAnotherKindAndAValueThatIsReachedAreRefused) {
  auto target = buffer(100);
  auto recording = manager_->begin_recording(QueueKind::kCopy);
  ASSERT_TRUE(recording.upload_buffer(target.get(), 0, noise(100, 1)));
  const List mine = list();
  expect_error(recording.record(mine.list.get()), ErrorCode::kInvalidArgument, {"COPY", "DIRECT"});
  expect_error(recording.record_copies(mine.list.get()), ErrorCode::kInvalidArgument, {"COPY", "DIRECT"});
  expect_error(recording.retire_with(fence_.get(), 0), ErrorCode::kInvalidArgument, {"value 0"});
  ASSERT_EQ(mine.list->Close(), S_OK);
}

}  // namespace
}  // namespace ferry::test
