#include "shape_sweep.hpp"

namespace ferry::test {
namespace {

constexpr std::size_t kShapes = 2000;
constexpr std::size_t kShards = 16;
constexpr std::uint64_t kBiggest = 200000;

/// Each shard is a part of the same 2,000 shapes.
class ShapeTest : public ShapeSweep, public testing::WithParamInterface<std::size_t> {};

TEST_F(ShapeSweep, TheTwoThousandShapesHaveEveryPairThatCanBe) {
  for (const Format format : {Format::kR8Unorm, Format::kR8G8Unorm, Format::kR8G8B8A8Unorm,
                              Format::kB8G8R8A8Unorm, Format::kR16G16B16A16Unorm, Format::kR16G16B16A16Float,
                              Format::kR32G32B32A32Float, Format::kR10G10B10A2Unorm, Format::kBc1Unorm,
                              Format::kBc3Unorm, Format::kBc5Unorm, Format::kBc7Unorm}) {
    EXPECT_TRUE(allowed(format, Dimension::kTexture2D)) << format_name(format);
  }
  PairSet missing = possible_pairs(allowed);
  EXPECT_GT(std::count(missing.begin(), missing.end(), true), 400);
  for (const Shape& shape : choose_shapes(1, kShapes, kBiggest, allowed)) {
    for (const std::uint32_t pair : pairs_of(shape)) missing[pair] = false;
  }
  for (std::uint32_t pair = 0; pair < missing.size(); ++pair) {
    EXPECT_FALSE(missing[pair]) << pair_text(pair);
  }
}

TEST_P(ShapeTest, EveryByteComesBack) {
  // Small rings cut the same textures into pieces.
  constexpr std::array<std::uint64_t, 3> kRings = {256_KiB, 1_MiB, 32_MiB};
  TransferOptions options;
  options.ring_bytes = GetParam() == 0 ? 64_KiB : kRings[GetParam() % kRings.size()];
  make_manager(options);
  const auto shapes = choose_shapes(1, kShapes, kBiggest, allowed);
  for (std::size_t i = GetParam(); i < shapes.size(); i += kShards) {
    run(shapes[i]);
    if (HasFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(Shard, ShapeTest, testing::Range<std::size_t>(0, kShards));

}  // namespace
}  // namespace ferry::test
