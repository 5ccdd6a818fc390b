#include <ferry/transfer/upload_batch.hpp>

#include <algorithm>
#include <cstring>

#include "../../gpu/test/gated_queue.hpp"
#include "transfer_fixture.hpp"

namespace ferry::test {
namespace {

class UploadBatchTest : public TransferTest {
 protected:
  /// A COPY queue that the test can hold back, and a manager that submits to it.
  void make_gated(TransferOptions options = {}) {
    manager_.reset();
    gate_ = std::make_unique<GatedQueue>(device_->d3d(), D3D12_COMMAND_LIST_TYPE_COPY);
    options.copy_queue = gate_.get();
    make_manager(options);
  }
  void TearDown() override {
    if (gate_) gate_->open();
    TransferTest::TearDown();
  }

  std::unique_ptr<GatedQueue> gate_;
};

TEST_F(UploadBatchTest, TheLaterOfTwoUploadsToTheSameBytesWins) {
  for (const QueueKind kind : {QueueKind::kCopy, QueueKind::kDirect, QueueKind::kCompute}) {
    auto target = buffer(10000);
    std::vector<std::byte> model(10000);
    auto batch = begin(kind);
    ASSERT_TRUE(batch.upload_buffer(target.get(), 0, model));
    std::mt19937 random(3);
    for (std::uint64_t i = 0; i < 300; ++i) {
      const std::size_t offset = random() % 9000;
      const auto bytes = noise(1 + random() % 1000, i);
      ASSERT_TRUE(batch.upload_buffer(target.get(), offset, bytes));
      std::copy(bytes.begin(), bytes.end(), model.begin() + static_cast<std::ptrdiff_t>(offset));
    }
    EXPECT_EQ(read_back(target.get(), 10000, submit(batch)), model);
  }
}

TEST_F(UploadBatchTest, NeighboursThatFollowEachOtherBecomeOneCopy) {
  auto target = buffer(256_KiB);
  const auto bytes = noise(256_KiB, 1);
  auto batch = begin();
  for (std::uint64_t offset = 0; offset < 64_KiB; offset += 1_KiB) {
    ASSERT_TRUE(batch.upload_buffer(target.get(), offset, std::span(bytes).subspan(offset, 1_KiB)));
  }
  const FencePoint point = submit(batch);
  EXPECT_EQ(manager_->statistics().upload_calls, 64u);
  EXPECT_EQ(manager_->statistics().upload_copies, 1u);
  EXPECT_EQ(manager_->statistics().submissions, 1u);
  const auto back = read_back(target.get(), 64_KiB, point);
  EXPECT_TRUE(std::equal(back.begin(), back.end(), bytes.begin()));
}

TEST_F(UploadBatchTest, NeighboursOfOddSizesAreJoinedTooAndFarOnesAreNot) {
  auto target = buffer(64_KiB);
  const auto bytes = noise(30000, 2);
  auto batch = begin();
  std::size_t at = 0;
  for (std::size_t size = 1; at + size <= 20000; ++size) {
    ASSERT_TRUE(batch.upload_buffer(target.get(), at, std::span(bytes).subspan(at, size)));
    at += size;
  }
  ASSERT_TRUE(batch.upload_buffer(target.get(), at + 1, std::span(bytes).subspan(at + 1, 10)));
  const FencePoint point = submit(batch);
  EXPECT_EQ(manager_->statistics().upload_copies, 2u);
  const auto back = read_back(target.get(), at, point);
  EXPECT_TRUE(std::equal(back.begin(), back.end(), bytes.begin()));
}

TEST_F(UploadBatchTest, ManyBuffersEachGetTheirOwnBytes) {
  std::vector<ComPtr<ID3D12Resource>> targets;
  auto batch = begin();
  for (std::uint64_t i = 0; i < 200; ++i) {
    targets.push_back(buffer(4_KiB));
    ASSERT_TRUE(batch.upload_buffer(targets.back().get(), 0, noise(4_KiB, i)));
  }
  const FencePoint point = submit(batch);
  for (std::uint64_t i = 0; i < 200; i += 17) {
    EXPECT_EQ(read_back(targets[i].get(), 4_KiB, point), noise(4_KiB, i));
  }
}

TEST_F(UploadBatchTest, NothingToUploadIsASuccessThatReachesNoQueue) {
  auto target = buffer(100);
  auto picture = texture(rgba8(8, 8));
  auto batch = begin();
  EXPECT_TRUE(batch.upload_buffer(target.get(), 100, {}));
  EXPECT_TRUE(batch.upload_region(picture.get(), 0, {3, 3, 0, 3, 5, 1}, TextureData{}));
  EXPECT_TRUE(batch.upload_texture(picture.get(), 0, std::span<const TextureData>()));
  auto staged = batch.stage_buffer(target.get(), 0, 0);
  ASSERT_TRUE(staged);
  EXPECT_TRUE(staged->empty());
  auto point = batch.submit();
  ASSERT_TRUE(point);
  EXPECT_TRUE(manager_->is_complete(*point));
  EXPECT_EQ(manager_->statistics().submissions, 0u);
}

TEST_F(UploadBatchTest, AnEmptyBatchGivesACompletePointEvenBehindAPendingOne) {
  make_gated();
  auto target = buffer(100);
  auto batch = begin();
  gate_->shut();
  ASSERT_TRUE(batch.upload_buffer(target.get(), 0, noise(100, 1)));
  const FencePoint pending = submit(batch);
  EXPECT_FALSE(manager_->is_complete(pending));
  EXPECT_TRUE(manager_->is_complete(submit(batch)));
  gate_->open();
  EXPECT_TRUE(manager_->wait(pending));
}

TEST_F(UploadBatchTest, ABatchCanBeUsedAgainAfterSubmit) {
  auto target = buffer(1000);
  auto batch = begin();
  EXPECT_EQ(batch.queue_kind(), QueueKind::kCopy);
  for (std::uint64_t i = 0; i < 20; ++i) {
    ASSERT_TRUE(batch.upload_buffer(target.get(), 0, noise(1000, i)));
    EXPECT_EQ(batch.staged_bytes(), 1000u);
    const FencePoint point = submit(batch);
    EXPECT_EQ(batch.staged_bytes(), 0u);
    EXPECT_EQ(read_back(target.get(), 1000, point), noise(1000, i));
  }
}

TEST_F(UploadBatchTest, CancelGivesUpWhatWasNotSubmittedAndGivesItsStagingBack) {
  auto target = buffer(1000);
  auto batch = begin();
  ASSERT_TRUE(batch.upload_buffer(target.get(), 0, noise(1000, 1)));
  const FencePoint first = submit(batch);
  ASSERT_TRUE(batch.upload_buffer(target.get(), 0, noise(1000, 2)));
  batch.cancel();
  EXPECT_EQ(batch.staged_bytes(), 0u);
  ASSERT_TRUE(manager_->wait(first));
  manager_->poll();
  EXPECT_EQ(manager_->statistics().ring.ring.used, 0u);
  EXPECT_TRUE(batch.submit());
  EXPECT_EQ(read_back(target.get(), 1000, first), noise(1000, 1));
  ASSERT_TRUE(manager_->wait_idle());
  manager_->poll();
  target->AddRef();
  EXPECT_EQ(target->Release(), 1u) << "the batch holds it no more";
}

TEST_F(UploadBatchTest, EndingWithoutSubmitIsCancel) {
  auto target = buffer(1000);
  {
    auto batch = begin();
    ASSERT_TRUE(batch.upload_buffer(target.get(), 0, noise(1000, 2)));
  }
  EXPECT_EQ(manager_->statistics().ring.ring.used, 0u);
  EXPECT_EQ(manager_->statistics().submissions, 0u);
}

TEST_F(UploadBatchTest, StagedMemoryIsWrittenInPlace) {
  auto target = buffer(100000);
  auto batch = begin();
  const auto bytes = noise(100000, 5);
  std::size_t at = 0;
  for (const std::size_t size : {10u, 1000u, 50000u, 48990u}) {
    auto staged = batch.stage_buffer(target.get(), at, size);
    ASSERT_TRUE(staged) << to_string(staged.error());
    ASSERT_EQ(staged->size(), size);
    std::memcpy(staged->data(), bytes.data() + at, size);
    at += size;
  }
  EXPECT_EQ(batch.staged_bytes(), 100000u);
  EXPECT_EQ(read_back(target.get(), 100000, submit(batch)), bytes);
}

TEST_F(UploadBatchTest, StagingInPlaceManyTimesTheRingWorks) {
  TransferOptions options;
  options.ring_bytes = 256_KiB;
  make_manager(options);
  auto target = buffer(2_MiB);
  auto batch = begin();
  EXPECT_EQ(batch.max_in_place(), 64_KiB);
  const auto bytes = noise(2_MiB, 5);
  for (std::size_t at = 0; at < bytes.size(); at += 64_KiB) {
    auto staged = batch.stage_buffer(target.get(), at, 64_KiB);
    ASSERT_TRUE(staged) << to_string(staged.error());
    std::memcpy(staged->data(), bytes.data() + at, 64_KiB);
  }
  EXPECT_EQ(read_back(target.get(), bytes.size(), submit(batch)), bytes);
}

TEST_F(UploadBatchTest, ADestinationThatTheCallerReleasesLivesUntilTheCopyIsDone) {
  make_gated();
  auto batch = begin();
  gate_->shut();
  auto target = buffer(1000, "released early");
  auto picture = texture(rgba8(16, 16));
  set_object_name(picture.get(), "released early too");
  ASSERT_TRUE(batch.upload_buffer(target.get(), 0, noise(1000, 1)));
  ASSERT_TRUE(batch.upload_texture(picture.get(), 0, TextureData{noise(1024, 2).data()}));
  target.reset();
  picture.reset();
  EXPECT_EQ(alive("released early"), 1u);
  const FencePoint point = submit(batch);
  manager_->poll();
  EXPECT_EQ(alive("released early"), 1u);
  gate_->open();
  ASSERT_TRUE(manager_->wait(point));
  manager_->poll();
  EXPECT_EQ(alive("released early"), 0u);
}

TEST_F(UploadBatchTest, ABatchMayOutliveItsManager) {
  auto target = buffer(1000);
  auto batch = begin();
  ASSERT_TRUE(batch.upload_buffer(target.get(), 0, noise(500, 1)));
  manager_.reset();
  ASSERT_TRUE(batch.upload_buffer(target.get(), 500, noise(500, 2)));
  auto point = batch.submit();
  ASSERT_TRUE(point) << to_string(point.error());
  ASSERT_TRUE(device_->timelines().wait(*point));
  make_manager();
  const auto back = read_back(target.get(), 0, 1000);
  EXPECT_TRUE(std::equal(back.begin() + 500, back.end(), noise(500, 2).begin()));
}

TEST_F(UploadBatchTest, AMovedBatchGoesOnAndTheOneMovedFromRefuses) {
  auto target = buffer(1000);
  auto first = begin(QueueKind::kDirect);
  ASSERT_TRUE(first.upload_buffer(target.get(), 0, noise(1000, 1)));
  UploadBatch second = std::move(first);
  // NOLINTNEXTLINE(bugprone-use-after-move): that is what is tried here.
  expect_error(first.upload_buffer(target.get(), 0, noise(10, 1)), ErrorCode::kInvalidArgument,
               {"moved from"});
  expect_error(first.stage_buffer(target.get(), 0, 10), ErrorCode::kInvalidArgument, {"moved from"});
  expect_error(first.submit(), ErrorCode::kInvalidArgument, {"moved from"});
  first.cancel();
  EXPECT_EQ(first.staged_bytes(), 0u);
  EXPECT_EQ(second.queue_kind(), QueueKind::kDirect);
  EXPECT_EQ(second.staged_bytes(), 1000u);
  EXPECT_EQ(read_back(target.get(), 1000, submit(second)), noise(1000, 1));
  auto third = begin();
  ASSERT_TRUE(third.upload_buffer(target.get(), 0, noise(1000, 2)));
  third = std::move(second);
  EXPECT_EQ(manager_->statistics().ring.ring.open_segments, 0u) << "what was assigned over is cancelled";
}

TEST_F(UploadBatchTest, ACopyThatNobodyCanFollowKeepsItsMemoryForGood) {
  make_gated();
  auto target = buffer(1000, "named by a lost list");
  {
    auto batch = begin();
    ASSERT_TRUE(batch.upload_buffer(target.get(), 0, noise(1000, 1)));
    gate_->fail_signals(2, E_OUTOFMEMORY);
    expect_error(batch.submit(), ErrorCode::kOutOfMemory, {"Signal"});
    target.reset();
    manager_->poll();
    EXPECT_EQ(alive("named by a lost list"), 1u);
    EXPECT_EQ(manager_->statistics().ring.ring.open_segments, 1u);
    auto other = buffer(1000);
    ASSERT_TRUE(batch.upload_buffer(other.get(), 0, noise(1000, 1)));
    expect_error(batch.submit(), ErrorCode::kDeviceLost);
  }
  manager_.reset();
  EXPECT_EQ(alive("named by a lost list"), 0u);
}

TEST_F(UploadBatchTest, DedicatedStagingThatNobodyCanFollowIsKeptToo) {
  TransferOptions options;
  options.ring_bytes = 64_KiB;
  make_gated(options);
  TextureDesc desc = rgba8(16384, 1);
  desc.format = Format::kR32G32B32A32Float;
  auto wide = texture(desc);  // One row is four times the ring.
  const auto texels = texels_of(desc, 0, 1);
  auto batch = begin();
  ASSERT_TRUE(batch.upload_texture(wide.get(), 0, TextureData{texels.data()}));
  EXPECT_EQ(manager_->statistics().ring.dedicated, 1u);
  EXPECT_EQ(read_texture(wide.get(), 0, 1, submit(batch)), texels);
  manager_->poll();
  EXPECT_EQ(alive("dedicated upload buffer"), 0u);
  gate_->fail_signals(2, E_OUTOFMEMORY);
  expect_error(batch.upload_texture(wide.get(), 0, TextureData{texels.data()}), ErrorCode::kOutOfMemory);
  EXPECT_GE(alive("dedicated upload buffer"), 1u);
  manager_->poll();
  EXPECT_GE(alive("dedicated upload buffer"), 1u);
}

}  // namespace
}  // namespace ferry::test
