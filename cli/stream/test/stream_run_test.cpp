// Small flights on lavapipe, in the test's own process, watched by the rule checker.
#include "stream/stream_run.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <numeric>

#include <rule_watch.hpp>

#include "test/sampling_works.hpp"

namespace ferry::cli {
namespace {

class StreamRunTest : public testing::Test {
 protected:
  void SetUp() override {
    FERRY_SKIP_WITHOUT_DRAWING();
    device_ = test::make_watched_device();
    ASSERT_TRUE(device_);
    auto tiles = generated_tiles(4);
    ASSERT_TRUE(tiles);
    tiles_ = *std::move(tiles);
  }
  void TearDown() override {
    setup_ = {};
    if (device_) test::end_watched_device(device_);
  }

  void make_setup(std::uint32_t side, double reach, std::uint32_t frames) {
    setup_.device = device_;
    setup_.source = tiles_.get();
    setup_.world = TileWorld(side, reach);
    setup_.path = CameraPath(side, reach);
    setup_.width = 160;
    setup_.height = 90;
    setup_.grid = 4;
    setup_.frames_before = frames / 5;
    setup_.frames_flying = frames - 2 * (frames / 5);
    setup_.frames_after = frames / 5;
    setup_.ring_bytes = std::uint64_t{16} << 20;
    setup_.threads = 2;
    setup_.film_frames = 3;
  }

  ModeResult fly(StreamMode mode) {
    auto run = run_stream_mode(setup_, mode, [](double, std::string_view) {});
    EXPECT_TRUE(run) << to_string(run.error());
    return run ? std::move(run->result) : ModeResult();
  }

  /// What any flight must satisfy, whatever happened on it.
  void expect_right_account(const ModeResult& result) const {
    EXPECT_EQ(result.tiles_failed, 0u) << (result.errors.empty() ? "" : result.errors[0]);
    EXPECT_GT(result.last_visible, 0u);
    EXPECT_EQ(result.last_sharp, result.last_visible);
    std::uint64_t ready_bytes = 0;
    for (const RequestRecord& request : result.requests) {
      ASSERT_TRUE(request.ended) << "tile " << request.tile;
      EXPECT_EQ(request.bytes, tiles_->bytes(tiles_->content_of(request.tile)));
      if (request.outcome == RequestOutcome::kReady) ready_bytes += request.bytes;
      if (request.shown) {
        EXPECT_LE(*request.in_view, *request.shown);
        EXPECT_LE(*request.first_mip, *request.shown);
      }
    }
    EXPECT_EQ(result.bytes_ready, ready_bytes);
    // Staging has padding: a little more is copied than the textures have.
    EXPECT_GE(result.bytes_copied, ready_bytes);
    EXPECT_EQ(result.tiles_asked, result.tiles_ready + result.tiles_cancelled);
    EXPECT_EQ(result.tiles_asked, result.requests.size());
    const auto streamed =
        std::accumulate(result.frames.begin(), result.frames.end(), std::uint64_t{0},
                        [](std::uint64_t sum, const FrameRecord& f) { return sum + f.streamed_bytes; });
    EXPECT_LE(streamed, ready_bytes);
    for (std::size_t i = 1; i < result.frames.size(); ++i) {
      EXPECT_EQ(result.frames[i - 1].begin + result.frames[i - 1].time, result.frames[i].begin);
    }
    for (const FrameRecord& frame : result.frames) {
      if (frame.phase == FramePhase::kBefore || frame.phase == FramePhase::kAfter) {
        EXPECT_EQ(frame.sharp, frame.visible);
        EXPECT_EQ(frame.streamed_bytes, 0u);
      }
    }
  }

  std::shared_ptr<Device> device_;
  std::unique_ptr<TileSource> tiles_;
  StreamSetup setup_;
};

TEST_F(StreamRunTest, AllModesEndWithTheSamePictureAndARightAccount) {
  make_setup(12, 2, 40);
  std::uint64_t hash = 0;
  for (const StreamMode mode : {StreamMode::kBlocking, StreamMode::kDirect, StreamMode::kCopy}) {
    SCOPED_TRACE(to_string(mode));
    const ModeResult result = fly(mode);
    expect_right_account(result);
    EXPECT_GT(result.tiles_ready, 30u);
    if (hash == 0) hash = result.last_frame_hash;
    EXPECT_EQ(result.last_frame_hash, hash);
    EXPECT_EQ(result.film.size(), 3u);
    EXPECT_EQ(result.phases[static_cast<std::size_t>(FramePhase::kBefore)].frames, 8u);
    EXPECT_EQ(result.phases[static_cast<std::size_t>(FramePhase::kAfter)].frames, 8u);
    EXPECT_GE(result.phases[static_cast<std::size_t>(FramePhase::kDuring)].frames, 24u);
    EXPECT_FALSE(result.direct_spans.empty());
    EXPECT_EQ(result.copy_spans.empty(), mode != StreamMode::kCopy);
  }
}

TEST_F(StreamRunTest, AnotherWorldIsAnotherPicture) {
  make_setup(12, 2, 10);
  const std::uint64_t one = fly(StreamMode::kCopy).last_frame_hash;
  make_setup(14, 2, 10);
  EXPECT_NE(fly(StreamMode::kCopy).last_frame_hash, one);
}

TEST_F(StreamRunTest, HundredsOfQuickCancelsAndEvictionsLeaveNothing) {
  // The camera leaps several tiles in each frame: whatever is on its way has fallen out of reach at the next.
  make_setup(44, 2, 40);
  const ModeResult result = fly(StreamMode::kCopy);
  expect_right_account(result);
  EXPECT_GT(result.tiles_cancelled + result.tiles_evicted, 200u);
  // TearDown looks for whatever still lives.
}

TEST_F(StreamRunTest, ARateBoundsWhatIsAskedFor) {
  make_setup(12, 2, 20);
  setup_.rate_limit = std::uint64_t{80} << 20;
  const ModeResult result = fly(StreamMode::kCopy);
  expect_right_account(result);
  const RequestRecord& last = result.requests.back();
  std::uint64_t asked = 0;
  for (const RequestRecord& request : result.requests) asked += request.bytes;
  // A tenth of a second's bytes and one tile may come in advance.
  const double seconds = std::chrono::duration<double>(last.asked).count();
  EXPECT_LE(static_cast<double>(asked), static_cast<double>(setup_.rate_limit) * (seconds + 0.1) + 9e6);
}

}  // namespace
}  // namespace ferry::cli
