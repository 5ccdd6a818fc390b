#include <ferry/ring/ring_allocator.hpp>

#include <gtest/gtest.h>

namespace ferry {
namespace {

TEST(RingAllocator, ExactCapacity) {
  RingAllocator ring = *RingAllocator::create(10);
  const RingReservation all = ring.reserve(10, 1);
  ASSERT_TRUE(all);
  EXPECT_EQ(ring.reserve(1, 1).status, RingStatus::kNeedsSubmit);
}

}  // namespace
}  // namespace ferry
