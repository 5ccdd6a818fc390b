#include <ferry/ring/concurrent_ring.hpp>
#include <ferry/ring/ring_allocator.hpp>

#include "ring_model.hpp"

namespace ferry {
namespace {

struct SingleTraits {
  static constexpr bool kNewestComesBack = true;
  static constexpr bool kLazy = false;
  static std::unique_ptr<RingAllocator> make(std::uint64_t capacity) {
    return std::make_unique<RingAllocator>(*RingAllocator::create(capacity));
  }
};

struct ConcurrentTraits {
  static constexpr bool kNewestComesBack = false;
  static constexpr bool kLazy = true;
  static std::unique_ptr<ConcurrentRing> make(std::uint64_t capacity) {
    return *ConcurrentRing::create(capacity);
  }
};

TEST(RingProperty, AllocatorIsTheNaiveRing) {
  test::compare_with_model<SingleTraits>();
}

TEST(RingProperty, ConcurrentRingIsTheNaiveRing) {
  test::compare_with_model<ConcurrentTraits>();
}

}  // namespace
}  // namespace ferry
