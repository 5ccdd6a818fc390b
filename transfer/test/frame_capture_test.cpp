#include <ferry/transfer/frame_capture.hpp>

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

}  // namespace
}  // namespace ferry::test
