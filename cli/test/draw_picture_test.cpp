#include "draw_picture.hpp"

#include "checked_device.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <string>
#include <vector>

#include <ferry/gpu/d3d12.hpp>
#include <ferry/transfer/transfer_manager.hpp>

#include "rule_watch.hpp"
#include "sampling_works.hpp"

namespace ferry::cli {
namespace {

class DrawPicture : public testing::Test {
 protected:
  void SetUp() override {
    FERRY_SKIP_WITHOUT_DRAWING();
    device_ = test::make_watched_device();
    ASSERT_TRUE(device_);
    Result<std::unique_ptr<TransferManager>> manager = TransferManager::create(device_);
    ASSERT_TRUE(manager) << manager.error().message;
    manager_ = *std::move(manager);
  }
  void TearDown() override {
    manager_.reset();
    if (device_) test::end_watched_device(device_);
  }

  static TextureDesc describe_texture(std::uint32_t width, std::uint32_t height, Format format) {
    TextureDesc desc;
    desc.format = format;
    desc.width = width;
    desc.height = height;
    return desc;
  }

  /// Uploads noise, draws it, and gives true if every byte came back. `state`: the picture's around the draw.
  bool comes_back(std::uint32_t width, std::uint32_t height, Format format, std::size_t texel_bytes,
                  PixelRead read, std::uint32_t state = kStateCommon) {
    std::vector<std::byte> sent(std::size_t{width} * height * texel_bytes);
    std::mt19937 random(width * 7919 + height);
    for (std::byte& byte : sent) byte = static_cast<std::byte>(random() >> 24);

    const TextureDesc desc = describe_texture(width, height, format);
    auto picture = device_->create_texture(desc, "picture");
    auto target = device_->create_texture(desc, "target", D3D12_RESOURCE_FLAG_ALLOW_RENDER_TARGET);
    EXPECT_TRUE(picture && target);
    auto direct = manager_->queue(QueueKind::kDirect);
    EXPECT_TRUE(direct);
    auto drawer = PictureDrawer::create(device_, *direct, read);
    EXPECT_TRUE(drawer) << drawer.error().message;

    auto batch = manager_->begin_upload(state == kStateCommon ? QueueKind::kCopy : QueueKind::kDirect);
    EXPECT_TRUE(batch);
    EXPECT_TRUE(batch->upload_texture(picture->get(), 0, {.data = sent.data()}, {.after = state}));
    const Result<FencePoint> copied = batch->submit();
    EXPECT_TRUE(copied);
    EXPECT_TRUE(manager_->wait_on((*direct)->d3d(), *copied));
    const Result<FencePoint> drawn = (*drawer)->draw(picture->get(), state, target->get());
    EXPECT_TRUE(drawn) << drawn.error().message;

    std::vector<std::byte> returned(sent.size());
    auto ticket = manager_->read_texture({.source = target->get()}, {.after = *drawn});
    EXPECT_TRUE(ticket);
    EXPECT_TRUE(ticket->copy_to(returned));
    // The picture itself was left as it was, in the state it had.
    std::vector<std::byte> source(sent.size());
    auto source_ticket =
        manager_->read_texture({.source = picture->get(), .state = state}, {.after = *drawn});
    EXPECT_TRUE(source_ticket);
    EXPECT_TRUE(source_ticket->copy_to(source));
    EXPECT_EQ(source, sent);
    return returned == sent;
  }

  std::shared_ptr<Device> device_;
  std::unique_ptr<TransferManager> manager_;
};

TEST_F(DrawPicture, GivesEveryByteOfEveryFormat) {
  struct Case {
    Format format;
    std::size_t texel_bytes;
  };
  for (const Case& c : {Case{Format::kR8G8B8A8Unorm, 4}, Case{Format::kB8G8R8A8Unorm, 4},
                        Case{Format::kR16G16B16A16Unorm, 8}, Case{Format::kR8Unorm, 1}}) {
    for (const PixelRead read : {PixelRead::kLoad, PixelRead::kSample}) {
      SCOPED_TRACE(format_name(c.format));
      for (const auto& [width, height] :
           {std::pair{1U, 1U}, {3U, 5U}, {64U, 64U}, {255U, 31U}, {1000U, 17U}}) {
        EXPECT_TRUE(comes_back(width, height, c.format, c.texel_bytes, read))
            << width << "x" << height << (read == PixelRead::kLoad ? " load" : " sample");
      }
    }
  }
}

TEST_F(DrawPicture, GivesAllSixteenBits) {
  // Every value of 16 bits in every channel.
  std::vector<std::uint16_t> sent(256 * 256 * 4);
  for (std::uint32_t i = 0; i < 65536; ++i) {
    for (std::uint32_t c = 0; c < 4; ++c) sent[i * 4 + c] = static_cast<std::uint16_t>(i + c * 16384);
  }
  const TextureDesc desc = describe_texture(256, 256, Format::kR16G16B16A16Unorm);
  auto picture = device_->create_texture(desc, "picture");
  auto target = device_->create_texture(desc, "target", D3D12_RESOURCE_FLAG_ALLOW_RENDER_TARGET);
  auto direct = manager_->queue(QueueKind::kDirect);
  ASSERT_TRUE(picture && target && direct);
  auto drawer = PictureDrawer::create(device_, *direct);
  auto batch = manager_->begin_upload();
  ASSERT_TRUE(drawer && batch);
  ASSERT_TRUE(batch->upload_texture(picture->get(), 0, {.data = sent.data()}));
  const Result<FencePoint> copied = batch->submit();
  ASSERT_TRUE(copied);
  ASSERT_TRUE(manager_->wait_on((*direct)->d3d(), *copied));
  ASSERT_TRUE((*drawer)->draw(picture->get(), kStateCommon, target->get()));
  auto ticket = manager_->read_texture({.source = target->get()});
  ASSERT_TRUE(ticket);
  std::vector<std::uint16_t> returned(sent.size());
  ASSERT_TRUE(ticket->copy_to(std::as_writable_bytes(std::span(returned))));
  EXPECT_TRUE(returned == sent);
}

TEST_F(DrawPicture, LeavesThePictureInTheStateItHad) {
  EXPECT_TRUE(comes_back(20, 10, Format::kR8G8B8A8Unorm, 4, PixelRead::kLoad,
                         D3D12_RESOURCE_STATE_PIXEL_SHADER_RESOURCE));
  EXPECT_TRUE(
      comes_back(20, 10, Format::kR8G8B8A8Unorm, 4, PixelRead::kLoad, D3D12_RESOURCE_STATE_COPY_SOURCE));
}

/// On a device as `--checked` makes it, however small the picture and however fast the GPU.
TEST(CheckedDevice, FindsADrawThatDoesNotWaitForItsCopy) {
  for (const bool waits : {true, false}) {
    const auto below = Device::create();
    ASSERT_TRUE(below) << below.error().message;
    const auto device = make_checked(*below);
    ASSERT_TRUE(device) << device.error().message;
    auto manager = TransferManager::create(*device);
    ASSERT_TRUE(manager) << manager.error().message;
    const TextureDesc desc = {.width = 4, .height = 4};
    auto picture = (*device)->create_texture(desc, "picture");
    auto target = (*device)->create_texture(desc, "target", D3D12_RESOURCE_FLAG_ALLOW_RENDER_TARGET);
    auto direct = (*manager)->queue(QueueKind::kDirect);
    ASSERT_TRUE(picture && target && direct);
    auto drawer = PictureDrawer::create(*device, *direct);
    auto batch = (*manager)->begin_upload(QueueKind::kCopy);
    ASSERT_TRUE(drawer && batch);
    const std::vector<std::byte> texels(64, std::byte{7});
    ASSERT_TRUE(batch->upload_texture(picture->get(), 0, {.data = texels.data()}));
    const Result<FencePoint> copied = batch->submit();
    ASSERT_TRUE(copied);
    if (waits) {
      ASSERT_TRUE((*manager)->wait_on((*direct)->d3d(), *copied));
    }
    testing::internal::CaptureStderr();
    ASSERT_TRUE((*drawer)->draw(picture->get(), kStateCommon, target->get()));
    const std::string said = testing::internal::GetCapturedStderr();
    EXPECT_EQ(count_findings(**device).errors, waits ? 0U : 1U) << said;
    EXPECT_EQ(said.find("cross-queue-hazard") == std::string::npos, waits) << said;
    EXPECT_TRUE((*manager)->wait_idle());
  }
}

TEST_F(DrawPicture, RefusesATargetOfAnotherSizeAndAQueueThatCannotDraw) {
  auto picture = device_->create_texture(describe_texture(4, 4, Format::kR8G8B8A8Unorm), "picture");
  auto target = device_->create_texture(describe_texture(4, 5, Format::kR8G8B8A8Unorm), "target",
                                        D3D12_RESOURCE_FLAG_ALLOW_RENDER_TARGET);
  auto direct = manager_->queue(QueueKind::kDirect);
  auto copy = manager_->queue(QueueKind::kCopy);
  ASSERT_TRUE(picture && target && direct && copy);
  auto drawer = PictureDrawer::create(device_, *direct);
  ASSERT_TRUE(drawer);
  EXPECT_EQ((*drawer)->draw(picture->get(), kStateCommon, target->get()).error().code,
            ErrorCode::kInvalidArgument);
  EXPECT_EQ(PictureDrawer::create(device_, *copy).error().code, ErrorCode::kInvalidArgument);
}

}  // namespace
}  // namespace ferry::cli
