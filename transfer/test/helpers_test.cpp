#include <array>
#include <thread>

#include "../../gpu/test/gated_queue.hpp"
#include "transfer_fixture.hpp"

namespace ferry::test {
namespace {

/// Big transfers that several threads copy.
class HelpersTest : public TransferTest {
 protected:
  void SetUp() override { make_helped(32_MiB, 4_MiB); }
  void make_helped(std::uint64_t ring, std::uint64_t piece) {
    TransferOptions options;
    options.ring_bytes = ring;
    options.piece_bytes = piece;
    options.helper_threads = 3;
    make_manager(options);
  }
  void make_gated(std::uint64_t ring) {
    manager_.reset();
    gate_ = std::make_unique<GatedQueue>(device_->d3d(), D3D12_COMMAND_LIST_TYPE_COPY);
    TransferOptions options;
    options.ring_bytes = ring;
    options.piece_bytes = 1_MiB;
    options.helper_threads = 2;
    options.timeout = std::chrono::milliseconds(100);
    options.copy_queue = gate_.get();
    make_manager(options);
  }
  void TearDown() override {
    if (gate_) gate_->open();
    TransferTest::TearDown();
  }

  /// A COPY queue that the test can hold back; it outlives the manager.
  std::unique_ptr<GatedQueue> gate_;
};

TEST_F(HelpersTest, EveryByteOfABufferComesBackWhateverTheRingAndThePieces) {
  const auto bytes = noise(9'000'003, 1);
  for (const auto& [ring, piece] : std::vector<std::pair<std::uint64_t, std::uint64_t>>{
           {32_MiB, 4_MiB}, {8_MiB, 1_MiB}, {1_MiB, 4_MiB}, {64_KiB, 4_MiB}, {64_MiB, 64_KiB}}) {
    make_helped(ring, piece);
    auto target = buffer(bytes.size() + 100);
    auto batch = begin();
    ASSERT_TRUE(batch.upload_buffer(target.get(), 37, bytes));
    EXPECT_EQ(batch.staged_bytes(), bytes.size());
    const FencePoint point = submit(batch);
    ReadbackOptions options;
    options.after = point;
    EXPECT_EQ(read_back(target.get(), 37, bytes.size(), options), bytes)
        << "ring " << ring << ", piece " << piece;
    manager_->poll();
    EXPECT_EQ(manager_->statistics().ring.ring.open_segments, 0u);
    EXPECT_EQ(manager_->statistics().upload_calls, 1u);
    EXPECT_EQ(manager_->statistics().upload_bytes, bytes.size());
  }
}

TEST_F(HelpersTest, SmallAndBigCallsOfOneBatchKeepTheirOrder) {
  auto target = buffer(6_MiB);
  std::vector<std::byte> model(6_MiB);
  auto batch = begin();
  ASSERT_TRUE(batch.upload_buffer(target.get(), 0, model));
  std::mt19937_64 random(5);
  for (std::uint64_t i = 0; i < 30; ++i) {
    const std::size_t size = i % 3 == 0 ? 1_MiB + random() % 3_MiB : 1 + random() % 200'000;
    const std::size_t offset = random() % (6_MiB - size);
    const auto bytes = noise(size, i);
    ASSERT_TRUE(batch.upload_buffer(target.get(), offset, bytes));
    std::copy(bytes.begin(), bytes.end(), model.begin() + static_cast<std::ptrdiff_t>(offset));
  }
  EXPECT_EQ(read_back(target.get(), 6_MiB, submit(batch)), model);
}

TEST_F(HelpersTest, TexturesOfEveryDimension) {
  TextureDesc volume;
  volume.dimension = Dimension::kTexture3D;
  volume.width = 130;
  volume.height = 67;
  volume.depth_or_array_size = 61;
  TextureDesc blocks = rgba8(2044, 1024);
  blocks.format = Format::kBc7Unorm;
  for (const TextureDesc& desc : {rgba8(1024, 1024), rgba8(1111, 777), blocks, volume}) {
    for (const QueueKind kind : {QueueKind::kCopy, QueueKind::kDirect}) {
      auto target = texture(desc);
      const auto texels = texels_of(desc, 0, 3);
      auto batch = begin(kind);
      ASSERT_TRUE(batch.upload_texture(target.get(), 0, TextureData{texels.data()}));
      EXPECT_EQ(read_texture(target.get(), 0, 1, submit(batch)), texels)
          << desc.width << " x " << desc.height << " x " << desc.depth_or_array_size;
    }
  }
}

TEST_F(HelpersTest, ARegionWithPaddedRows) {
  const TextureDesc desc = rgba8(1024, 1024);
  auto target = texture(desc);
  auto model = texels_of(desc, 0, 1);
  auto batch = begin();
  ASSERT_TRUE(batch.upload_texture(target.get(), 0, TextureData{model.data()}));
  const Box box = {8, 16, 0, 908, 1000, 1};
  TextureData data;
  data.row_pitch = 900 * 4 + 52;
  const auto padded = noise(static_cast<std::size_t>(data.row_pitch) * 984, 2);
  data.data = padded.data();
  ASSERT_TRUE(batch.upload_region(target.get(), 0, box, data));
  for (std::size_t row = 0; row < 984; ++row) {
    const auto from = padded.begin() + static_cast<std::ptrdiff_t>(row * data.row_pitch);
    std::copy(from, from + 3600, model.begin() + static_cast<std::ptrdiff_t>(((row + 16) * 1024 + 8) * 4));
  }
  EXPECT_EQ(read_texture(target.get(), 0, 1, submit(batch)), model);
}

TEST_F(HelpersTest, SeveralBatchesAndReadbacksShareThem) {
  std::array<ComPtr<ID3D12Resource>, 3> targets;
  for (auto& target : targets) target = buffer(3_MiB);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < targets.size(); ++t) {
    threads.emplace_back([&, t] {
      for (std::uint64_t round = 0; round < 4; ++round) {
        const auto bytes = noise(3_MiB, t * 10 + round);
        auto batch = begin();
        EXPECT_TRUE(batch.upload_buffer(targets[t].get(), 0, bytes));
        EXPECT_EQ(read_back(targets[t].get(), 3_MiB, submit(batch)), bytes);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST_F(HelpersTest, AGpuThatHangsLeavesNothingBehind) {
  // The ring holds a part: the rest waits for a GPU that does not come on.
  make_gated(4_MiB);
  gate_->shut();
  auto target = buffer(16_MiB);
  const auto bytes = noise(16_MiB, 1);
  auto batch = begin();
  const auto refused = batch.upload_buffer(target.get(), 0, bytes);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kTimeout);
  EXPECT_FALSE(batch.submit());
  gate_->open();
  ASSERT_TRUE(manager_->wait_idle());
  manager_->poll();
  EXPECT_EQ(manager_->statistics().ring.ring.open_segments, 0u);
  // And the batch goes on.
  ASSERT_TRUE(batch.upload_buffer(target.get(), 0, bytes));
  EXPECT_EQ(read_back(target.get(), 16_MiB, submit(batch)), bytes);
}

TEST_F(HelpersTest, ASubmissionThatFailsKeepsOnlyWhatTheGpuMaySee) {
  make_gated(32_MiB);
  gate_->fail_signals(2);
  auto target = buffer(16_MiB);
  auto batch = begin();
  const auto refused = batch.upload_buffer(target.get(), 0, noise(16_MiB, 1));
  ASSERT_FALSE(refused);
  EXPECT_FALSE(batch.submit());
  // The first submission's piece; those that were being filled came back.
  EXPECT_EQ(manager_->statistics().ring.ring.open_segments, 1u);
}

TEST_F(HelpersTest, ARecordingUsesThemToo) {
  auto queue = *manager_->queue(QueueKind::kDirect);
  CommandRecycler lists(device_, QueueKind::kDirect, "test");
  auto context = *lists.acquire();
  auto target = buffer(5_MiB);
  const auto bytes = noise(5_MiB, 4);
  auto recording = manager_->begin_recording();
  ASSERT_TRUE(recording.upload_buffer(target.get(), 0, bytes));
  ASSERT_TRUE(recording.record(context.list.get()));
  ASSERT_TRUE(SUCCEEDED(context.list->Close()));
  ID3D12CommandList* list = context.list.get();
  auto point = queue->execute({&list, 1}, "test");
  ASSERT_TRUE(point);
  ASSERT_TRUE(recording.retire_with(queue->timeline()->d3d(), point->value));
  EXPECT_EQ(read_back(target.get(), 5_MiB, *point), bytes);
}

}  // namespace
}  // namespace ferry::test
