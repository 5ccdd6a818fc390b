// That what `ferry bench` measures is looked at: ways that bring wrong bytes are refused.
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <utility>

#include <ferry/gpu/queue.hpp>
#include <ferry/transfer/transfer_manager.hpp>

#include "gpu_load.hpp"
#include "list_runner.hpp"
#include "readback_frames.hpp"
#include "readback_way.hpp"
#include "rule_watch.hpp"
#include "staging_way.hpp"
#include "upload_frames.hpp"

namespace ferry::measure {
namespace {

class FramesTest : public testing::Test {
 protected:
  void SetUp() override {
    device_ = ferry::test::make_watched_device();
    ASSERT_NE(device_, nullptr);
    manager_ = *TransferManager::create(device_);
    runner_ = std::make_unique<ListRunner>(device_, *manager_->queue(QueueKind::kDirect), "frames");
    load_ = *GpuLoad::create(device_, *runner_, 0.0002, true);
  }

  std::shared_ptr<Device> device_;
  std::unique_ptr<TransferManager> manager_;
  std::unique_ptr<ListRunner> runner_;
  std::unique_ptr<GpuLoad> load_;
};

/// Gives every second piece the place of the one before.
class Confused final : public StagingWay {
 public:
  explicit Confused(StagingWay& below) : below_(below) {}
  void begin(std::uint64_t frame) override { below_.begin(frame); }
  Result<StagingSpace> take(std::uint64_t bytes) override {
    if (last_) return *std::exchange(last_, std::nullopt);
    auto space = below_.take(bytes);
    if (space) last_ = *space;
    return space;
  }
  Result<void> end(FencePoint point) override {
    last_.reset();
    return below_.end(point);
  }
  [[nodiscard]] std::uint64_t memory_bytes() const override { return below_.memory_bytes(); }
  [[nodiscard]] double waited() const override { return below_.waited(); }

 private:
  StagingWay& below_;
  std::optional<StagingSpace> last_;
};

TEST_F(FramesTest, EveryWayUploadsTheRightBytesAndTakesItsMemory) {
  for (const UploadPattern& pattern : upload_patterns()) {
    const auto frames = UploadFrames::create(device_, *runner_, *load_, pattern);
    ASSERT_TRUE(frames) << frames.error().message;
    std::uint64_t seed = 0;
    for (const StagingKind kind : kStagingKinds) {
      SCOPED_TRACE(pattern.name + ", " + to_string(kind));
      const auto way = make_staging(kind, device_, *runner_, pattern.peak_bytes());
      ASSERT_TRUE(way) << way.error().message;
      const auto times = (*frames)->run(**way, 20, ++seed);
      ASSERT_TRUE(times) << times.error().message;
      EXPECT_GT(times->each, 0);
      EXPECT_GE(times->waited, 0);
      const auto right = (*frames)->verify(*manager_, 20, seed);
      EXPECT_TRUE(right) << right.error().message;
      // Bytes of another run are no excuse.
      EXPECT_FALSE((*frames)->verify(*manager_, 20, seed + 1));
      const std::uint64_t peak = pattern.peak_bytes();
      const std::uint64_t memory = (*way)->memory_bytes();
      if (kind == StagingKind::kBufferPerFrame) {
        EXPECT_EQ(memory, kFramesInFlight * peak);
      }
      if (kind == StagingKind::kWaitEveryTime) {
        EXPECT_EQ(memory, peak);
      }
      if (kind == StagingKind::kRing) {
        EXPECT_GE(memory, peak);
        EXPECT_LT(memory, 2 * peak);
      }
    }
  }
}

TEST_F(FramesTest, AWayThatMixesUpItsPiecesIsFoundOut) {
  for (const UploadPattern& pattern : upload_patterns()) {
    const auto frames = UploadFrames::create(device_, *runner_, *load_, pattern);
    ASSERT_TRUE(frames);
    const auto way = make_staging(StagingKind::kBufferPerFrame, device_, *runner_, pattern.peak_bytes());
    Confused confused(**way);
    ASSERT_TRUE((*frames)->run(confused, 16, 3));
    const auto right = (*frames)->verify(*manager_, 16, 3);
    ASSERT_FALSE(right) << pattern.name;
    EXPECT_EQ(right.error().code, ErrorCode::kCorrupt);
    EXPECT_NE(right.error().message.find(pattern.name), std::string::npos) << right.error().message;
  }
}

TEST_F(FramesTest, EveryReadbackBringsItsOwnFrameWhenItIsDue) {
  for (const std::uint32_t height : {0u, 64u}) {
    const auto frames = ReadbackFrames::create(device_, *runner_, *load_, 256, height);
    ASSERT_TRUE(frames) << frames.error().message;
    const auto synchronous = synchronous_way(device_, *runner_, (*frames)->source());
    const auto first = (*frames)->run(*synchronous, 8);
    ASSERT_TRUE(first) << first.error().message;
    EXPECT_GT(first->waited, 0);
    for (const std::size_t late : {0, 1, 2, 3}) {
      const auto way = pooled_way(*manager_, (*frames)->source(), late);
      const auto times = (*frames)->run(*way, 12);
      ASSERT_TRUE(times) << late << ": " << times.error().message;
      EXPECT_GT(times->age, 0);
    }
  }
}

/// Says that a frame arrived, and brings the one before.
class Stale final : public ReadbackWay {
 public:
  explicit Stale(std::unique_ptr<ReadbackWay> below) : below_(std::move(below)) {}
  Result<std::optional<std::uint64_t>> frame(std::uint64_t frame, std::span<std::byte> out) override {
    auto came = below_->frame(frame, out);
    if (came && *came) return std::optional(**came + 1);
    return came;
  }
  Result<std::optional<std::uint64_t>> rest(std::span<std::byte> out) override { return below_->rest(out); }

 private:
  std::unique_ptr<ReadbackWay> below_;
};

TEST_F(FramesTest, AStaleReadbackIsFoundOut) {
  const auto frames = ReadbackFrames::create(device_, *runner_, *load_, 64, 0);
  ASSERT_TRUE(frames);
  Stale stale(pooled_way(*manager_, (*frames)->source(), 1));
  const auto times = (*frames)->run(stale, 4);
  ASSERT_FALSE(times);
  EXPECT_EQ(times.error().code, ErrorCode::kCorrupt);
  EXPECT_NE(times.error().message.find("was to bring frame 1 and brought 0"), std::string::npos)
      << times.error().message;
}

}  // namespace
}  // namespace ferry::measure
