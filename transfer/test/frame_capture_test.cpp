#include <ferry/transfer/frame_capture.hpp>

#include <map>
#include <string>
#include <vector>

#include <ferry/layout/format.hpp>

#include "transfer_fixture.hpp"

namespace ferry::test {
namespace {

class FrameCaptureTest : public TransferTest {
 protected:
  void SetUp() override {
    TransferTest::SetUp();
    target_ = texture(desc_);
  }

  /// Gives the target new texels, as drawing would, and waits for them.
  std::vector<std::byte> draw(std::uint64_t frame) {
    auto texels = noise(static_cast<std::size_t>(*tight_bytes(desc_, 0, 1)), frame);
    auto batch = manager_->begin_upload(QueueKind::kDirect);
    EXPECT_TRUE(batch->upload_texture(target_.get(), 0, TextureData{texels.data()}));
    EXPECT_TRUE(batch->submit());
    return texels;
  }

  static void expect_texels(const CapturedFrame& captured, const std::vector<std::byte>& expected) {
    auto bytes = captured.ticket.take();
    ASSERT_TRUE(bytes) << to_string(bytes.error());
    EXPECT_TRUE(std::equal(expected.begin(), expected.end(), bytes->bytes().begin(), bytes->bytes().end()));
  }

  TextureDesc desc_{.width = 100, .height = 50};
  ComPtr<ID3D12Resource> target_;
};

TEST_F(FrameCaptureTest, EveryThirdFrameInOrder) {
  FrameCapture capture(*manager_, {.every_nth = 3, .max_in_flight = 10});
  std::vector<std::vector<std::byte>> drawn;
  for (std::uint64_t i = 0; i < 9; ++i) {
    drawn.push_back(draw(i));
    auto outcome = capture.frame({.source = target_.get()});
    ASSERT_TRUE(outcome) << to_string(outcome.error());
    EXPECT_EQ(*outcome, i % 3 == 0 ? FrameCapture::Outcome::kAsked : FrameCapture::Outcome::kNotItsTurn);
  }
  ASSERT_TRUE(manager_->wait_idle());
  for (std::uint64_t expected : {0, 3, 6}) {
    auto captured = capture.next();
    ASSERT_TRUE(captured.has_value());
    EXPECT_EQ(captured->frame, expected);
    expect_texels(*captured, drawn[expected]);
  }
  EXPECT_FALSE(capture.next().has_value());
}

TEST_F(FrameCaptureTest, SkipsRatherThanWaitsWhenNobodyFetches) {
  FrameCapture capture(*manager_, {.max_in_flight = 2});
  draw(1);
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(capture.frame({.source = target_.get()}));
  EXPECT_EQ(capture.in_flight(), 2u);
  EXPECT_EQ(capture.skipped(), 3u);
}

TEST_F(FrameCaptureTest, LatestOnlyGivesTheNewest) {
  FrameCapture capture(*manager_, {.max_in_flight = 3, .latest_only = true});
  std::vector<std::byte> last;
  for (std::uint64_t i = 0; i < 6; ++i) {
    last = draw(i);
    ASSERT_EQ(*capture.frame({.source = target_.get()}), FrameCapture::Outcome::kAsked) << i;
    ASSERT_TRUE(manager_->wait_idle());
  }
  auto captured = capture.next();
  ASSERT_TRUE(captured.has_value());
  EXPECT_EQ(captured->frame, 5u);
  expect_texels(*captured, last);
  EXPECT_FALSE(capture.next().has_value());
}

// What ResizeBuffers of a swap chain asks for: no reference on a back buffer is left, and no picture is lost.
TEST_F(FrameCaptureTest, LetsGoOfTheSourceAndKeepsThePicture) {
  FrameCapture capture(*manager_);
  const auto texels = draw(1);
  ASSERT_TRUE(capture.frame({.source = target_.get()}));
  ASSERT_TRUE(manager_->wait_idle());
  manager_->poll();
  target_->AddRef();
  EXPECT_EQ(target_->Release(), 1u) << "a capture that is complete holds its source";
  target_.reset();
  auto captured = capture.next();
  ASSERT_TRUE(captured.has_value());
  expect_texels(*captured, texels);
}

/// Back buffers as swap chains have them, used in turn; PRESENT is COMMON.
class BackBufferTest : public TransferTest, public testing::WithParamInterface<Format> {
 protected:
  static TextureDesc desc_of(Format format) {
    TextureDesc desc;
    desc.width = 101;  // Rows that need padding.
    desc.height = 50;
    desc.format = format;
    return desc;
  }
};

TEST_P(BackBufferTest, EverySecondOfThemComesBackTexelForTexel) {
  const TextureDesc desc = desc_of(GetParam());
  constexpr std::size_t kBuffers = 3;
  std::vector<ComPtr<ID3D12Resource>> buffers;
  for (std::size_t i = 0; i < kBuffers; ++i) {
    buffers.push_back(texture(desc, D3D12_RESOURCE_FLAG_ALLOW_RENDER_TARGET));
  }
  FrameCapture capture(*manager_, {.every_nth = 2, .max_in_flight = 3});
  std::map<std::uint64_t, std::vector<std::byte>> drawn;
  std::uint64_t fetched = 0;
  const auto fetch = [&] {
    while (auto captured = capture.next()) {
      ASSERT_EQ(captured->frame % 2, 0u);
      ASSERT_EQ(captured->ticket.footprints().size(), 1u);
      EXPECT_EQ(captured->ticket.footprints()[0].format, desc.format);
      EXPECT_EQ(bytes_of(captured->ticket), drawn[captured->frame]) << "frame " << captured->frame;
      ++fetched;
    }
  };
  constexpr std::uint64_t kFrames = 24;
  for (std::uint64_t frame = 0; frame < kFrames; ++frame) {
    ID3D12Resource* const back = buffers[frame % kBuffers].get();
    drawn[frame] = texels_of(desc, 0, frame);
    auto batch = begin(QueueKind::kDirect);
    ASSERT_TRUE(batch.upload_texture(back, 0, TextureData{drawn[frame].data()}));
    submit(batch);
    const auto outcome = capture.frame({.source = back});
    ASSERT_TRUE(outcome) << to_string(outcome.error());
    EXPECT_LE(capture.in_flight(), 3u);
    fetch();
  }
  ASSERT_TRUE(manager_->wait_idle());
  fetch();
  EXPECT_EQ(fetched + capture.skipped(), kFrames / 2);
  EXPECT_GT(fetched, 0u);
}

INSTANTIATE_TEST_SUITE_P(Formats, BackBufferTest,
                         testing::Values(Format::kR8G8B8A8Unorm, Format::kB8G8R8A8Unorm,
                                         Format::kR10G10B10A2Unorm),
                         [](const auto& format) { return std::string(format_name(format.param)); });

/// On a GPU that runs only when the test says so.
class SlowCaptureTest : public testing::Test {
 protected:
  void SetUp() override {
    if (unchecked()) GTEST_SKIP() << "the slow GPU is the layer's";
    check::WrapOptions held;
    held.pace = check::GpuPace::kHeld;
    device_ = make_watched_device(held);
    ASSERT_TRUE(device_);
    device_->set_log([](std::string_view) {});
    manager_ = *TransferManager::create(device_);
    back_ = *device_->create_texture({.width = 64, .height = 8}, "back buffer");
  }
  void TearDown() override {
    if (!device_) return;
    if (device_->check_alive()) check::set_pace(device_->d3d(), check::GpuPace::kImmediate);
    manager_.reset();
  }

  std::shared_ptr<Device> device_;
  std::unique_ptr<TransferManager> manager_;
  ComPtr<ID3D12Resource> back_;
};

TEST_F(SlowCaptureTest, NoFrameWaitsForTheGpuAndTheNewestThatArrivedIsGiven) {
  FrameCapture capture(*manager_, {.max_in_flight = 4, .latest_only = true});
  std::vector<std::uint64_t> pending;
  for (int i = 0; i < 6; ++i) {
    const auto outcome = capture.frame({.source = back_.get()});
    ASSERT_TRUE(outcome);
    EXPECT_EQ(*outcome, i < 4 ? FrameCapture::Outcome::kAsked : FrameCapture::Outcome::kSkippedFull);
    pending.push_back(check::gpu_pending(device_->d3d()));
    EXPECT_FALSE(capture.next()) << "nothing has arrived";
  }
  EXPECT_EQ(capture.skipped(), 2u);
  ASSERT_EQ(pending[3], 4 * pending[0]) << "each frame is the same work";
  check::gpu_step(device_->d3d(), pending[2]);
  auto newest = capture.next();
  ASSERT_TRUE(newest);
  EXPECT_EQ(newest->frame, 2u) << "the two before it are forgotten";
  EXPECT_FALSE(capture.next());
  EXPECT_EQ(capture.in_flight(), 1u);
  EXPECT_EQ(*capture.frame({.source = back_.get()}), FrameCapture::Outcome::kAsked) << "there is room again";
}

TEST_F(SlowCaptureTest, AfterALossWhatWasOnItsWayIsGivenWithTheReason) {
  FrameCapture capture(*manager_, {.max_in_flight = 3});
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(capture.frame({.source = back_.get()}));
  check::lose_device(device_->d3d());
  for (std::uint64_t i = 0; i < 3; ++i) {
    auto lost = capture.next();
    ASSERT_TRUE(lost);
    EXPECT_EQ(lost->frame, i);
    EXPECT_FALSE(lost->ticket.ready());
    expect_error(lost->ticket.take(), ErrorCode::kDeviceLost);
  }
  EXPECT_FALSE(capture.next());
  expect_error(capture.frame({.source = back_.get()}), ErrorCode::kDeviceLost);
}

}  // namespace
}  // namespace ferry::test
