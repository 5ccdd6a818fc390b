#include <ferry/ring/concurrent_ring.hpp>
#include <ferry/ring/ring_slices.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <deque>
#include <random>
#include <thread>
#include <vector>

#include "ring_model.hpp"

namespace ferry {
namespace {

// Each thread paints its segments with its own number, looks at them again before it drops or retires them,
// and plays its own timeline's GPU. The bytes are plain memory: ThreadSanitizer sees it if the ring hands
// them over without an order between the threads.
class Painter {
 public:
  Painter(ConcurrentRing& ring, std::vector<unsigned char>& bytes, unsigned number, std::uint64_t seed)
      : ring_(ring), bytes_(bytes), number_(number), random_(seed) {}

  void run(int operations) {
    for (int i = 0; i < operations && faults == 0; ++i) {
      switch (random_() % 8) {
        case 0:
        case 1:
        case 2:
          reserve();
          break;
        case 3:
        case 4:
          if (!open_.empty()) commit_one();
          break;
        case 5:
          if (!open_.empty()) drop_one();
          break;
        case 6:
          if (!open_.empty()) trim_newest();
          break;
        default:
          complete(pending_.size() / 2);
      }
    }
    finish();
  }

  std::uint64_t reserved = 0;
  std::uint64_t dropped = 0;
  std::uint64_t faults = 0;

 private:
  struct Pending {
    RingSegment segment;
    std::uint64_t value;
  };

  void reserve() {
    std::uint64_t size = 1 + random_() % 40;
    if (random_() % 50 == 0) size = 1 + random_() % ring_.capacity();
    const std::uint64_t alignment = 1ull << random_() % 6;
    const RingReservation got = ring_.reserve(size, alignment);
    if (!got) {
      if (got.status != RingStatus::kFull && got.status != RingStatus::kNeedsSubmit) ++faults;
      finish();  // The others may need what we hold.
      std::this_thread::yield();
      return;
    }
    ++reserved;
    const RingSegment& segment = got.segment;
    if (segment.offset % alignment != 0 || segment.size != size || segment.offset + size > bytes_.size())
      ++faults;
    for (std::uint64_t i = 0; i < size; ++i) bytes_[segment.offset + i] = static_cast<unsigned char>(number_);
    open_.push_back(segment);
  }

  void check(const RingSegment& segment) {
    for (std::uint64_t i = 0; i < segment.size; ++i) {
      if (bytes_[segment.offset + i] != number_) ++faults;
    }
  }

  RingSegment take_open() {
    std::swap(open_[random_() % open_.size()], open_.back());
    const RingSegment segment = open_.back();
    open_.pop_back();
    return segment;
  }

  void commit_one() {
    const RingSegment segment = take_open();
    const std::uint64_t value = last_value_ + random_() % 2;  // Some share a point.
    last_value_ = value;
    if (ring_.commit(segment.id, {TimelineId{number_}, value}) != RingStatus::kOk) ++faults;
    if (ring_.commit(segment.id, {TimelineId{number_}, value}) != RingStatus::kInvalid) ++faults;
    pending_.push_back({segment, value});
  }

  void drop_one() {
    const RingSegment segment = take_open();
    check(segment);
    if (ring_.drop(segment.id) != RingStatus::kOk) ++faults;
    ++dropped;
  }

  void trim_newest() {
    RingSegment& segment = open_.back();
    const std::uint64_t keep = 1 + random_() % segment.size;
    if (keep == segment.size) return;
    check(segment);
    const std::uint64_t back = ring_.trim(segment.id, keep);
    if (back != 0 && back != segment.size - keep) ++faults;
    segment.size -= back;
  }

  // The GPU reads until the point is complete.
  void complete(std::size_t count) {
    if (count == 0) return;
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < count; ++i) value = std::max(value, pending_[i].value);
    while (!pending_.empty() && pending_.front().value <= value) {
      check(pending_.front().segment);
      pending_.pop_front();
    }
    ring_.retire(TimelineId{number_}, value);
    last_value_ = std::max(last_value_, value + 1);
  }

  void finish() {
    while (!open_.empty()) commit_one();
    complete(pending_.size());
  }

  ConcurrentRing& ring_;
  std::vector<unsigned char>& bytes_;
  unsigned number_;
  std::mt19937_64 random_;
  std::uint64_t last_value_ = 1;
  std::vector<RingSegment> open_;
  std::deque<Pending> pending_;
};

void stress(std::uint64_t capacity, int operations) {
  constexpr unsigned kThreads = 8;
  const std::uint64_t seed = test::run_seed();
  const std::unique_ptr<ConcurrentRing> ring = *ConcurrentRing::create(capacity);
  std::vector<unsigned char> bytes(capacity, 0xff);
  std::deque<Painter> painters;
  for (unsigned i = 0; i < kThreads; ++i) painters.emplace_back(*ring, bytes, i, seed + i);
  std::atomic<bool> done{false};
  std::uint64_t odd_reports = 0;
  std::thread reporter([&] {
    while (!done.load()) {
      const RingStats stats = ring->stats();
      if (stats.used > capacity || stats.open_segments > stats.segments || stats.blocked > capacity)
        ++odd_reports;
      (void)ring->dump();
      std::this_thread::yield();
    }
  });
  std::vector<std::thread> threads;
  threads.reserve(kThreads);
  for (Painter& painter : painters) threads.emplace_back([&painter, operations] { painter.run(operations); });
  for (std::thread& thread : threads) thread.join();
  done.store(true);
  reporter.join();
  EXPECT_EQ(odd_reports, 0u);

  std::uint64_t reserved = 0;
  std::uint64_t dropped = 0;
  for (const Painter& painter : painters) {
    EXPECT_EQ(painter.faults, 0u);
    reserved += painter.reserved;
    dropped += painter.dropped;
  }
  const RingStats stats = ring->stats();
  EXPECT_EQ(stats.segments, 0u);
  EXPECT_EQ(stats.used, 0u);
  EXPECT_EQ(stats.reservations, reserved);
  EXPECT_EQ(stats.drops, dropped);
  EXPECT_EQ(stats.commits, reserved - dropped);
  const RingReservation all = ring->reserve(capacity, 1);
  ASSERT_TRUE(all);
  EXPECT_EQ(all.segment.offset, 0u);
}

TEST(ConcurrentRing, EightThreadsInASmallRing) {
  stress(256, 20000);
}
TEST(ConcurrentRing, EightThreadsInAMiddlingRing) {
  stress(5000, 20000);
}
TEST(ConcurrentRing, EightThreadsInALargeRing) {
  stress(1 << 20, 8000);
}

// A ring that is drained all the time, while others reserve: the moment at which it starts again at 0.
TEST(ConcurrentRing, DrainedAgainAndAgain) {
  constexpr unsigned kThreads = 8;
  constexpr std::uint64_t kCapacity = 16;
  const std::unique_ptr<ConcurrentRing> ring = *ConcurrentRing::create(kCapacity);
  std::vector<std::atomic<unsigned>> owners(kCapacity);
  std::atomic<std::uint64_t> faults{0};
  std::vector<std::thread> threads;
  for (unsigned number = 1; number <= kThreads; ++number) {
    threads.emplace_back([&, number] {
      for (int i = 0; i < 100000; ++i) {
        const RingReservation got = ring->reserve(1 + (static_cast<unsigned>(i) + number) % 5, 1);
        if (!got) {
          std::this_thread::yield();
          continue;
        }
        const std::uint64_t end = got.segment.offset + got.segment.size;
        for (std::uint64_t at = got.segment.offset; at < end; ++at) {
          if (owners[at].exchange(number, std::memory_order_relaxed) != 0) ++faults;
        }
        for (std::uint64_t at = got.segment.offset; at < end; ++at) {
          if (owners[at].exchange(0, std::memory_order_relaxed) != number) ++faults;
        }
        (void)ring->drop(got.segment.id);
        ring->collect();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(faults.load(), 0u);
  EXPECT_TRUE(ring->reserve(1, 1));
}

TEST(ConcurrentRing, Limits) {
  EXPECT_FALSE(ConcurrentRing::create(0));
  EXPECT_FALSE(ConcurrentRing::create(ConcurrentRing::kMaxCapacity + 1));
  const std::unique_ptr<ConcurrentRing> ring = *ConcurrentRing::create(ConcurrentRing::kMaxCapacity);
  const RingReservation all = ring->reserve(ConcurrentRing::kMaxCapacity, 1ull << 32);
  ASSERT_TRUE(all);
  EXPECT_EQ(ring->used(), ConcurrentRing::kMaxCapacity);
  EXPECT_EQ(ring->reserve(1, 1).status, RingStatus::kNeedsSubmit);
}

// More segments than the tables hold: the answer is the same as for want of bytes, and waiting helps.
TEST(ConcurrentRing, MoreSegmentsThanPlaces) {
  const std::unique_ptr<ConcurrentRing> ring = *ConcurrentRing::create(16 << 20);
  std::uint64_t count = 0;
  RingReservation got = ring->reserve(1, 1);
  for (; got; got = ring->reserve(1, 1)) {
    ++count;
    ASSERT_EQ(ring->commit(got.segment.id, {TimelineId{70}, count}), RingStatus::kOk);
  }
  EXPECT_GT(count, 2000000u);
  EXPECT_EQ(got.status, RingStatus::kFull);
  EXPECT_EQ(got.wait_for, (FencePoint{TimelineId{70}, 1}));
  ring->retire(TimelineId{70}, 1);
  EXPECT_TRUE(ring->reserve(1, 1));
}

TEST(ConcurrentRing, BytesComeBackWithoutBeingAskedFor) {
  const std::unique_ptr<ConcurrentRing> ring = *ConcurrentRing::create(1 << 20);
  // Small ones in lots, a big one at once.
  for (std::uint64_t value = 1; value <= 1000; ++value) {
    const std::uint64_t size = value % 100 == 0 ? 1 << 17 : 64;
    const RingReservation got = ring->reserve(size, 64);
    ASSERT_TRUE(got);
    ASSERT_EQ(ring->commit(got.segment.id, {TimelineId{0}, value}), RingStatus::kOk);
    ring->retire(TimelineId{0}, value);
    ASSERT_LE(ring->used(), 1u << 15);
  }
}

TEST(RingSlices, CoverTheBuffer) {
  for (const std::uint64_t capacity :
       {1ull, 7ull, 100ull, 4096ull, 65536ull, 1000000ull, 64ull << 20, 1ull << 40}) {
    for (const std::uint32_t count : {1u, 2u, 3u, 7u, 8u, 64u}) {
      std::uint64_t next = 0;
      for (std::uint32_t i = 0; i < count; ++i) {
        const RingSlice slice = ring_slice(capacity, count, i);
        ASSERT_EQ(slice.offset, next);
        next += slice.size;
        if (capacity / count >= 65536) {
          ASSERT_EQ(slice.offset % 65536, 0u);
          ASSERT_GE(slice.size, 65536u);
        }
      }
      ASSERT_EQ(next, capacity);
    }
  }
}

}  // namespace
}  // namespace ferry
