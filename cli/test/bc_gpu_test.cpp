// Block-compressed textures as the GPU's own decoder shows them, held against decode_bc().
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <random>
#include <span>
#include <vector>

#include <ferry/assets/bc_decode.hpp>
#include <ferry/gpu/d3d12.hpp>
#include <ferry/transfer/transfer_manager.hpp>

#include "../../assets/src/half_float.hpp"
#include "../../assets/test/bptc_blocks.hpp"
#include "draw_picture.hpp"
#include "rule_watch.hpp"
#include "sampling_works.hpp"

namespace ferry::cli {
namespace {

constexpr std::uint32_t kSide = 512;
constexpr std::size_t kBlocks = std::size_t{kSide / 4} * (kSide / 4);

class BcOnTheGpu : public testing::Test {
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

  /// Four floats for each texel of a texture of these blocks, as a shader reads them.
  std::vector<float> drawn(Format format, const std::vector<std::byte>& blocks) {
    TextureDesc desc;
    desc.format = format;
    desc.width = kSide;
    desc.height = kSide;
    auto picture = device_->create_texture(desc, "picture");
    desc.format = Format::kR32G32B32A32Float;
    auto target = device_->create_texture(desc, "target", D3D12_RESOURCE_FLAG_ALLOW_RENDER_TARGET);
    EXPECT_TRUE(picture && target);
    auto direct = manager_->queue(QueueKind::kDirect);
    auto drawer = PictureDrawer::create(device_, *direct);
    auto batch = manager_->begin_upload();
    EXPECT_TRUE(drawer && batch);
    EXPECT_TRUE(batch->upload_texture(picture->get(), 0, {.data = blocks.data()}));
    const Result<FencePoint> copied = batch->submit();
    EXPECT_TRUE(copied);
    EXPECT_TRUE(manager_->wait_on((*direct)->d3d(), *copied));
    const Result<FencePoint> point = (*drawer)->draw(picture->get(), kStateCommon, target->get());
    EXPECT_TRUE(point) << point.error().message;
    std::vector<float> texels(std::size_t{kSide} * kSide * 4);
    auto ticket = manager_->read_texture({.source = target->get()}, {.after = *point});
    EXPECT_TRUE(ticket);
    EXPECT_TRUE(ticket->copy_to(std::as_writable_bytes(std::span(texels))));
    return texels;
  }

  std::shared_ptr<Device> device_;
  std::unique_ptr<TransferManager> manager_;
};

/// decode_bc()'s texels; those of whole textures, so that edges and pitches have their part in it.
TextureImage decoded(Format format, const std::vector<std::byte>& blocks, std::uint64_t block_bytes) {
  TextureImage image;
  image.desc.format = format;
  image.desc.width = kSide;
  image.desc.height = kSide;
  image.parts = {{blocks.data(), kSide / 4 * block_bytes, blocks.size()}};
  auto whole = decode_bc(image);
  EXPECT_TRUE(whole) << whole.error().message;
  return *std::move(whole);
}

/// Bytes of blocks, in turn of each kind that `make` makes.
template <typename Make>
std::vector<std::byte> blocks_of(std::size_t kinds, Make make) {
  std::mt19937_64 random(20);
  std::vector<std::byte> blocks;
  for (std::size_t i = 0; i < kBlocks; ++i) {
    const auto block = make(random, i % kinds);
    blocks.insert(blocks.end(), block.begin(), block.end());
  }
  return blocks;
}

/// For each kind of block, how many texels differ.
template <typename Differs>
std::vector<std::size_t> differing(std::size_t kinds, Differs differs) {
  std::vector<std::size_t> counts(kinds);
  for (std::size_t y = 0; y < kSide; ++y) {
    for (std::size_t x = 0; x < kSide; ++x) {
      const std::size_t block = y / 4 * (kSide / 4) + x / 4;
      if (differs(y * kSide + x)) ++counts[block % kinds];
    }
  }
  return counts;
}

TEST_F(BcOnTheGpu, Bc7IsTheSameInEveryModeAndThereIsNoTolerance) {
  constexpr std::size_t kKinds = test::kBc7Modes + 1;
  const auto blocks = blocks_of(kKinds, [](std::mt19937_64& random, std::size_t kind) {
    return test::random_bc7_block(random, static_cast<unsigned>(kind));
  });
  const std::vector<float> theirs = drawn(Format::kBc7Unorm, blocks);
  const TextureImage ours = decoded(Format::kBc7Unorm, blocks, 16);
  const auto counts = differing(kKinds, [&](std::size_t texel) {
    for (std::size_t i = texel * 4; i < texel * 4 + 4; ++i) {
      // What a UNORM of 8 bits is as a float may be off by an ulp; which of the 256 it is may not.
      if (std::lround(theirs[i] * 255) != std::to_integer<long>(ours.parts[0].data[i])) return true;
    }
    return false;
  });
  EXPECT_EQ(counts, std::vector<std::size_t>(kKinds)) << "texels that differ, by mode";
}

TEST_F(BcOnTheGpu, Bc6hIsTheSameInEveryModeToTheLastBit) {
  constexpr std::size_t kModes = test::kBc6hModes.size();
  constexpr std::size_t kKinds = kModes + test::kBc6hReserved.size();
  const auto blocks = blocks_of(kKinds, [](std::mt19937_64& random, std::size_t kind) {
    return test::random_bc6h_block(
        random, kind < kModes ? test::kBc6hModes[kind] : test::kBc6hReserved[kind - kModes]);
  });
  for (const Format format : {Format::kBc6hUf16, Format::kBc6hSf16}) {
    SCOPED_TRACE(format_name(format));
    const std::vector<float> theirs = drawn(format, blocks);
    const TextureImage ours = decoded(format, blocks, 16);
    const auto counts = differing(kKinds, [&](std::size_t texel) {
      for (std::size_t i = texel * 4; i < texel * 4 + 4; ++i) {
        std::uint16_t half;
        std::memcpy(&half, ours.parts[0].data + i * 2, sizeof half);
        // Every half is a float; zeros of both signs are equal.
        if (theirs[i] != half_to_float(half)) return true;
      }
      return false;
    });
    EXPECT_EQ(counts, std::vector<std::size_t>(kKinds)) << "texels that differ, by mode";
  }
}

/// The one signed block that the specification leaves to the decoder: end points -127 and -128, in this order.
bool is_left_open(const test::Block& block, std::size_t first) {
  return block[first] == std::byte{0x81} && block[first + 1] == std::byte{0x80};
}

// These are not defined to the last bit, and lavapipe takes some liberty where it interpolates.
TEST_F(BcOnTheGpu, Bc1To5AreTheSameWithinTwoSteps) {
  struct Case {
    Format format;
    std::uint64_t block_bytes;
    std::size_t channels;
  };
  for (const Case& c :
       {Case{Format::kBc1Unorm, 8, 4}, Case{Format::kBc2Unorm, 16, 4}, Case{Format::kBc3Unorm, 16, 4},
        Case{Format::kBc4Unorm, 8, 1}, Case{Format::kBc4Snorm, 8, 1}, Case{Format::kBc5Unorm, 16, 2},
        Case{Format::kBc5Snorm, 16, 2}}) {
    SCOPED_TRACE(format_name(c.format));
    const auto blocks = blocks_of(1, [&](std::mt19937_64& random, std::size_t) {
      test::Block chance = test::random_block(random, 0, 0);
      while (is_left_open(chance, 0) || is_left_open(chance, 8)) chance = test::random_block(random, 0, 0);
      return std::vector<std::byte>(chance.begin(), chance.begin() + static_cast<int>(c.block_bytes));
    });
    const bool is_signed = c.format == Format::kBc4Snorm || c.format == Format::kBc5Snorm;
    const std::vector<float> theirs = drawn(c.format, blocks);
    const TextureImage ours = decoded(c.format, blocks, c.block_bytes);
    double worst = 0;
    for (std::size_t texel = 0; texel < std::size_t{kSide} * kSide; ++texel) {
      for (std::size_t i = 0; i < c.channels; ++i) {
        const auto stored = std::to_integer<int>(ours.parts[0].data[texel * c.channels + i]);
        const int here = is_signed && stored > 127 ? stored - 256 : stored;
        const double there = theirs[texel * 4 + i] * (is_signed ? 127.0 : 255.0);
        worst = std::max(worst, std::abs(here - there));
      }
    }
    EXPECT_LT(worst, 2.01);
  }
}

}  // namespace
}  // namespace ferry::cli
