#include "shape_sweep.hpp"

namespace ferry::test {
namespace {

/// The full sweep: many more seeds, and textures up to 16 MiB.
class FullShapeTest : public ShapeSweep, public testing::WithParamInterface<std::uint64_t> {};

TEST_P(FullShapeTest, EveryByteOfManySmallOnesComesBack) {
  TransferOptions options;
  options.ring_bytes = 64_KiB << (GetParam() % 6);
  make_manager(options);
  for (const Shape& shape : choose_shapes(1000 + GetParam(), 1500, 300000, allowed)) {
    run(shape);
    if (HasFailure()) return;
  }
}

TEST_P(FullShapeTest, EveryByteOfBigOnesComesBack) {
  TransferOptions options;
  options.ring_bytes = 1_MiB << (GetParam() % 6);
  make_manager(options);
  for (const Shape& shape : choose_shapes(2000 + GetParam(), 40, 16_MiB, allowed)) {
    run(shape);
    if (HasFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(Seed, FullShapeTest, testing::Range<std::uint64_t>(0, 20));

}  // namespace
}  // namespace ferry::test
