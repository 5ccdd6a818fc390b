#include <ferry/ring/ring_allocator.hpp>

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

namespace ferry {
namespace {

using namespace ferry::literals;

// Each step is drawn as RingAllocator::dump draws it, one cell a byte: a letter for each segment from the
// oldest, small while reserved and capital once committed, '=' for complete or dropped but blocked, '.' free,
// '~' lost to wrapping.
class RingPicture : public testing::Test {
 protected:
  void make(std::uint64_t capacity) {
    ring_ = std::make_unique<RingAllocator>(*RingAllocator::create(capacity));
  }

  std::string drawn() const {
    const std::string dump = ring_->dump(0);
    return dump.substr(0, dump.find('|', 1) + 1);
  }

  SegmentId reserve(std::uint64_t size, std::uint64_t alignment = 1) {
    const RingReservation got = ring_->reserve(size, alignment);
    EXPECT_EQ(got.status, RingStatus::kOk);
    return got.segment.id;
  }

  RingStatus refused(std::uint64_t size, std::uint64_t alignment = 1) {
    return ring_->reserve(size, alignment).status;
  }

  void commit(SegmentId id, std::uint64_t value, std::uint32_t timeline = 0) {
    EXPECT_EQ(ring_->commit(id, {TimelineId{timeline}, value}), RingStatus::kOk);
  }

  std::uint64_t retire(std::uint64_t value, std::uint32_t timeline = 0) {
    return ring_->retire(TimelineId{timeline}, value);
  }

  std::unique_ptr<RingAllocator> ring_;
};

TEST_F(RingPicture, EmptyFullAndExact) {
  make(10);
  EXPECT_EQ(drawn(), "|..........|");
  EXPECT_TRUE(ring_->empty());
  const SegmentId all = reserve(10);
  EXPECT_EQ(drawn(), "|aaaaaaaaaa|");
  EXPECT_EQ(ring_->used(), 10u);
  EXPECT_EQ(refused(1), RingStatus::kNeedsSubmit);
  commit(all, 1);
  EXPECT_EQ(drawn(), "|AAAAAAAAAA|");
  EXPECT_EQ(refused(1), RingStatus::kFull);
  EXPECT_EQ(retire(0), 0u);
  EXPECT_EQ(drawn(), "|AAAAAAAAAA|");
  EXPECT_EQ(retire(1), 10u);
  EXPECT_EQ(drawn(), "|..........|");
  reserve(10);
  EXPECT_EQ(drawn(), "|aaaaaaaaaa|");
}

TEST_F(RingPicture, FullByManyIsNotEmpty) {
  make(4);
  const SegmentId a = reserve(1);
  reserve(3);
  EXPECT_EQ(drawn(), "|abbb|");
  commit(a, 1);
  EXPECT_EQ(retire(1), 1u);
  EXPECT_EQ(drawn(), "|.aaa|");
  reserve(1);
  // Head and tail meet at 1.
  EXPECT_EQ(drawn(), "|baaa|");
  EXPECT_EQ(ring_->used(), 4u);
  EXPECT_FALSE(ring_->empty());
  EXPECT_EQ(refused(1), RingStatus::kNeedsSubmit);
}

TEST_F(RingPicture, WrapsAndCountsWhatIsLost) {
  make(10);
  const SegmentId a = reserve(4);
  const SegmentId b = reserve(4);
  EXPECT_EQ(drawn(), "|aaaabbbb..|");
  commit(a, 1);
  commit(b, 2);
  EXPECT_EQ(refused(3), RingStatus::kFull);
  retire(1);
  EXPECT_EQ(drawn(), "|....AAAA..|");
  const SegmentId c = reserve(3);
  EXPECT_EQ(drawn(), "|bbb.AAAA~~|");
  EXPECT_EQ(ring_->stats().wrap_lost_now, 2u);
  EXPECT_EQ(ring_->used(), 9u);
  EXPECT_EQ(refused(2), RingStatus::kFull);
  retire(2);
  // The lost bytes came back with the segment before them.
  EXPECT_EQ(drawn(), "|aaa.......|");
  EXPECT_EQ(ring_->stats().wrap_lost_now, 0u);
  EXPECT_EQ(ring_->stats().wrap_lost_total, 2u);
  reserve(7);
  EXPECT_EQ(drawn(), "|aaabbbbbbb|");
  commit(c, 3);
}

TEST_F(RingPicture, CommittedInAnyOrderAndBlocked) {
  make(12);
  const SegmentId a = reserve(4);
  const SegmentId b = reserve(3);
  const SegmentId c = reserve(2);
  EXPECT_EQ(drawn(), "|aaaabbbcc...|");
  commit(c, 1);
  commit(a, 3);
  EXPECT_EQ(drawn(), "|AAAAbbbCC...|");
  EXPECT_EQ(retire(2), 0u);
  EXPECT_EQ(drawn(), "|AAAAbbb==...|");
  EXPECT_EQ(ring_->stats().blocked, 2u);
  EXPECT_EQ(retire(3), 4u);
  EXPECT_EQ(drawn(), "|....aaa==...|");
  // Complete from the start: it need not be retired.
  commit(b, 2);
  EXPECT_EQ(drawn(), "|............|");
}

TEST_F(RingPicture, Dropped) {
  make(10);
  const SegmentId a = reserve(2);
  const SegmentId b = reserve(3);
  const SegmentId c = reserve(4);
  EXPECT_EQ(ring_->drop(b), RingStatus::kOk);
  EXPECT_EQ(drawn(), "|aa===cccc.|");
  EXPECT_EQ(ring_->stats().blocked, 3u);
  // The newest comes back at once, and the dropped ones before it.
  EXPECT_EQ(ring_->drop(c), RingStatus::kOk);
  EXPECT_EQ(drawn(), "|aa........|");
  const SegmentId d = reserve(5);
  EXPECT_EQ(drawn(), "|aabbbbb...|");
  EXPECT_NE(d, b);
  EXPECT_NE(d, c);
  EXPECT_EQ(ring_->drop(b), RingStatus::kInvalid);
  EXPECT_EQ(ring_->drop(c), RingStatus::kInvalid);
  // The oldest comes back at once too.
  EXPECT_EQ(ring_->drop(a), RingStatus::kOk);
  EXPECT_EQ(drawn(), "|..aaaaa...|");
  EXPECT_EQ(ring_->drop(d), RingStatus::kOk);
  EXPECT_EQ(drawn(), "|..........|");
  reserve(10);
}

TEST_F(RingPicture, DroppingTheSegmentThatWrappedUndoesTheWrap) {
  make(10);
  const SegmentId a = reserve(4);
  reserve(4);
  commit(a, 1);
  retire(1);
  const SegmentId c = reserve(3);
  EXPECT_EQ(drawn(), "|bbb.aaaa~~|");
  EXPECT_EQ(ring_->drop(c), RingStatus::kOk);
  EXPECT_EQ(drawn(), "|....aaaa..|");
  reserve(2);
  EXPECT_EQ(drawn(), "|....aaaabb|");
}

TEST_F(RingPicture, NeedsSubmitOrFull) {
  make(10);
  const SegmentId a = reserve(4);
  const SegmentId b = reserve(4);
  commit(a, 5);
  EXPECT_EQ(drawn(), "|AAAAbbbb..|");
  // Four bytes fit once A is complete; five need b, and nobody can wait for b.
  const RingReservation four = ring_->reserve(4, 1);
  EXPECT_EQ(four.status, RingStatus::kFull);
  EXPECT_EQ(four.wait_for, (FencePoint{TimelineId{0}, 5}));
  EXPECT_TRUE(four.wait_is_enough);
  EXPECT_EQ(refused(5), RingStatus::kNeedsSubmit);
  commit(b, 6);
  const RingReservation five = ring_->reserve(5, 1);
  EXPECT_EQ(five.status, RingStatus::kFull);
  EXPECT_EQ(five.wait_for, (FencePoint{TimelineId{0}, 6}));
  EXPECT_EQ(ring_->stats().failed_full, 2u);
  EXPECT_EQ(ring_->stats().failed_needs_submit, 1u);
}

TEST_F(RingPicture, SeveralTimelines) {
  make(9);
  commit(reserve(3), 7, 0);
  commit(reserve(3), 4, 1);
  commit(reserve(3), 5, 0);
  EXPECT_EQ(drawn(), "|AAABBBCCC|");
  // The first on timeline 0, then one on timeline 1.
  const RingReservation six = ring_->reserve(6, 1);
  EXPECT_EQ(six.wait_for, (FencePoint{TimelineId{0}, 7}));
  EXPECT_FALSE(six.wait_is_enough);
  const RingReservation three = ring_->reserve(3, 1);
  EXPECT_EQ(three.wait_for, (FencePoint{TimelineId{0}, 7}));
  EXPECT_TRUE(three.wait_is_enough);
  EXPECT_EQ(retire(5, 0), 0u);
  EXPECT_EQ(drawn(), "|AAABBB===|");
  EXPECT_EQ(retire(4, 1), 0u);
  EXPECT_EQ(drawn(), "|AAA======|");
  const std::array<FencePoint, 2> reached{FencePoint{TimelineId{1}, kLostFenceValue}, {TimelineId{0}, 7}};
  EXPECT_EQ(ring_->retire(reached), 9u);
  EXPECT_EQ(drawn(), "|.........|");
}

TEST_F(RingPicture, ManySegmentsOnOnePoint) {
  make(8);
  const std::array<SegmentId, 3> batch{reserve(1), reserve(2), reserve(3)};
  EXPECT_EQ(drawn(), "|abbccc..|");
  EXPECT_EQ(ring_->commit(batch, {TimelineId{3}, 9}), RingStatus::kOk);
  EXPECT_EQ(drawn(), "|ABBCCC..|");
  EXPECT_EQ(retire(9, 3), 6u);
  const SegmentId dropped = reserve(1);
  reserve(2);
  commit(reserve(2), 20, 3);
  reserve(2);
  EXPECT_EQ(ring_->drop(dropped), RingStatus::kOk);
  EXPECT_EQ(drawn(), "|.aaBBcc.|");
  EXPECT_EQ(ring_->commit_all({TimelineId{3}, 11}), RingStatus::kOk);
  EXPECT_EQ(drawn(), "|.AABBCC.|");
  EXPECT_EQ(retire(11, 3), 2u);
  EXPECT_EQ(drawn(), "|...AA==.|");
}

TEST_F(RingPicture, CommitAllAgainAndAgain) {
  make(8);
  for (std::uint64_t value = 1; value < 100; ++value) {
    reserve(1);
    const SegmentId taken_back = reserve(1);
    EXPECT_EQ(ring_->drop(taken_back), RingStatus::kOk);
    reserve(1);
    EXPECT_EQ(ring_->commit_all({TimelineId{0}, value}), RingStatus::kOk);
    EXPECT_EQ(ring_->stats().open_segments, 0u);
    if (value > 2) {
      retire(value - 2);
    }
  }
}

TEST_F(RingPicture, Trim) {
  make(10);
  const SegmentId a = reserve(8);
  EXPECT_EQ(drawn(), "|aaaaaaaa..|");
  EXPECT_EQ(ring_->trim(a, 3), 5u);
  EXPECT_EQ(drawn(), "|aaa.......|");
  const SegmentId b = reserve(4);
  EXPECT_EQ(drawn(), "|aaabbbb...|");
  EXPECT_EQ(ring_->trim(a, 1), 0u) << "not the newest";
  EXPECT_EQ(ring_->trim(b, 0), 0u);
  EXPECT_EQ(ring_->trim(b, 5), 0u);
  EXPECT_EQ(ring_->trim(b, 4), 0u);
  EXPECT_EQ(drawn(), "|aaabbbb...|");
  commit(b, 1);
  EXPECT_EQ(ring_->trim(b, 1), 0u) << "committed";
  EXPECT_EQ(ring_->stats().high_water, 8u);
}

TEST_F(RingPicture, DrainedItStartsAgainAtZero) {
  make(100);
  commit(reserve(30), 1);
  commit(reserve(30), 2);
  retire(2);
  const RingReservation next = ring_->reserve(1, 1);
  EXPECT_EQ(next.segment.offset, 0u);
}

TEST_F(RingPicture, AlignmentAboveTheSize) {
  make(20);
  reserve(1, 8);
  reserve(1, 8);
  reserve(2, 16);
  EXPECT_EQ(drawn(), "|a.......b.......cc..|");
  EXPECT_EQ(refused(1, 32), RingStatus::kInvalid);
  // No multiple of 16 is left behind the newest.
  EXPECT_EQ(refused(1, 16), RingStatus::kNeedsSubmit);
  reserve(2, 2);
  EXPECT_EQ(drawn(), "|a.......b.......ccdd|");
}

TEST_F(RingPicture, RefusesWhatMakesNoSense) {
  make(10);
  EXPECT_EQ(refused(0), RingStatus::kInvalid);
  EXPECT_EQ(refused(1, 0), RingStatus::kInvalid);
  EXPECT_EQ(refused(1, 3), RingStatus::kInvalid);
  EXPECT_EQ(refused(1, 16), RingStatus::kInvalid);
  EXPECT_EQ(refused(1, 1ull << 63), RingStatus::kInvalid);
  EXPECT_EQ(refused(11), RingStatus::kTooBig);
  EXPECT_EQ(refused(UINT64_MAX), RingStatus::kTooBig);
  const SegmentId a = reserve(1);
  EXPECT_EQ(refused(UINT64_MAX, 8), RingStatus::kTooBig);
  EXPECT_EQ(refused(1, 1ull << 63), RingStatus::kInvalid);
  EXPECT_EQ(ring_->commit(a, {TimelineId{kMaxRingTimelines}, 1}), RingStatus::kInvalid);
  EXPECT_EQ(ring_->commit(SegmentId{99}, {TimelineId{0}, 1}), RingStatus::kInvalid);
  commit(a, 1, kMaxRingTimelines - 1);
  EXPECT_EQ(ring_->commit(a, {TimelineId{0}, 1}), RingStatus::kInvalid);
  EXPECT_EQ(retire(1, kMaxRingTimelines), 0u);
  EXPECT_EQ(retire(1, kMaxRingTimelines - 1), 1u);
  EXPECT_FALSE(RingAllocator::create(0));
  EXPECT_FALSE(RingAllocator::create(RingAllocator::kMaxCapacity + 1));
}

TEST_F(RingPicture, ALostDeviceRetiresNothing) {
  make(10);
  commit(reserve(10), 1);
  EXPECT_EQ(retire(kLostFenceValue), 0u);
  EXPECT_EQ(drawn(), "|AAAAAAAAAA|");
  EXPECT_EQ(refused(1), RingStatus::kFull);
}

TEST_F(RingPicture, TheBiggestCapacity) {
  ring_ = std::make_unique<RingAllocator>(*RingAllocator::create(RingAllocator::kMaxCapacity));
  reserve(1);
  EXPECT_EQ(refused(RingAllocator::kMaxCapacity, 1), RingStatus::kNeedsSubmit);
  EXPECT_EQ(refused(RingAllocator::kMaxCapacity, RingAllocator::kMaxCapacity), RingStatus::kNeedsSubmit);
  reserve(RingAllocator::kMaxCapacity - 1);
}

TEST(RingAllocator, AMillionLiveSegments) {
  RingAllocator ring = *RingAllocator::create(1 << 20, 1);
  for (std::uint64_t i = 1; i <= 1 << 20; ++i) {
    const RingReservation got = ring.reserve(1, 1);
    ASSERT_EQ(got.segment.offset, i - 1);
    ASSERT_EQ(ring.commit(got.segment.id, {TimelineId{0}, i}), RingStatus::kOk);
  }
  EXPECT_EQ(ring.stats().segments, 1u << 20);
  const RingReservation full = ring.reserve(1000, 1);
  EXPECT_EQ(full.wait_for.value, 1000u);
  EXPECT_EQ(ring.retire(TimelineId{0}, 1000), 1000u);
  EXPECT_TRUE(ring.reserve(1000, 1));
}

// The same place taken and given back until the names of it run out.
TEST(RingAllocator, NamesGoRound) {
  RingAllocator ring = *RingAllocator::create(16);
  const RingReservation first = ring.reserve(1, 1);
  for (int i = 0; i < 9000000; ++i) {
    const RingReservation got = ring.reserve(1, 1);
    ASSERT_TRUE(got);
    ASSERT_EQ(ring.drop(got.segment.id), RingStatus::kOk);
  }
  EXPECT_EQ(ring.commit(first.segment.id, {TimelineId{0}, 1}), RingStatus::kOk);
  EXPECT_EQ(ring.stats().reservations, 9000001u);
  EXPECT_EQ(ring.stats().segments, 1u);
  EXPECT_EQ(ring.retire(TimelineId{0}, 1), 1u);
}

TEST(RecommendCapacity, FromTheStatistics) {
  RingStats stats;
  EXPECT_EQ(recommend_capacity(stats), 64_KiB);
  stats.capacity = 16_MiB;
  stats.high_water = 8_MiB;
  stats.largest_request = 1_MiB;
  EXPECT_EQ(recommend_capacity(stats), 10_MiB);
  stats.largest_request = 4_MiB;
  EXPECT_EQ(recommend_capacity(stats), 12_MiB);
  stats.failed_full = 1;
  EXPECT_EQ(recommend_capacity(stats), 32_MiB);
  stats.largest_request = 100_MiB;
  EXPECT_EQ(recommend_capacity(stats), 200_MiB);
  stats.largest_request = UINT64_MAX;
  EXPECT_EQ(recommend_capacity(stats), 1ull << 61);
}

TEST(RingReport, Words) {
  EXPECT_EQ(to_string(RingStatus::kNeedsSubmit), "needs_submit");
  EXPECT_EQ(to_string(RingSegmentState::kCommitted), "committed");
  RingAllocator ring = *RingAllocator::create(64_KiB);
  ASSERT_TRUE(ring.reserve(32_KiB, 256));
  ASSERT_EQ(ring.commit_all({TimelineId{2}, 5}), RingStatus::kOk);
  EXPECT_EQ(ring.dump(8),
            "|AAAA....| 32 KiB of 64 KiB used, 0 B blocked\n  0 + 32768 committed timeline 2 value 5\n");
}

}  // namespace
}  // namespace ferry
