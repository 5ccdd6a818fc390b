#pragma once

// A naive ring that paints every byte with its owner, and a driver that does the same random things to it and
// to a real one. Slow and plain on purpose: it shares no arithmetic with what it checks.

#include <ferry/ring/ring_stats.hpp>
#include <ferry/ring/ring_types.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <deque>
#include <iostream>
#include <optional>
#include <random>
#include <vector>

namespace ferry::test {

/// A new one for each run, printed; FERRY_SEED=n in the environment repeats a run.
inline std::uint64_t run_seed() {
  const char* given = std::getenv("FERRY_SEED");
  const std::uint64_t seed = given != nullptr ? std::strtoull(given, nullptr, 10) : std::random_device{}();
  std::cout << "FERRY_SEED=" << seed << '\n';
  return seed;
}

inline constexpr std::size_t kTimelines = 4;

class RingModel {
 public:
  struct Segment {
    RingSegment segment;
    RingSegmentState state = RingSegmentState::kReserved;
    FencePoint point;
  };

  struct Answer {
    RingStatus status = RingStatus::kInvalid;
    std::uint64_t offset = 0;
    bool wait_is_enough = false;
    FencePoint wait_for;
  };

  RingModel(std::uint64_t capacity, bool newest_comes_back)
      : newest_comes_back_(newest_comes_back), owners_(capacity, 0) {}

  Answer expect(std::uint64_t size, std::uint64_t alignment) const {
    Answer answer;
    bool power = false;
    for (std::uint64_t bit = 1; bit <= capacity() && bit != 0; bit *= 2) power = power || bit == alignment;
    if (size == 0 || !power) return answer;
    if (size > capacity()) {
      answer.status = RingStatus::kTooBig;
      return answer;
    }
    if (const auto offset = room(segments, size, alignment)) {
      answer.status = RingStatus::kOk;
      answer.offset = *offset;
      return answer;
    }
    std::deque<Segment> left = segments;
    std::vector<FencePoint> in_the_way;
    while (!room(left, size, alignment)) {
      if (left.front().state == RingSegmentState::kReserved) {
        answer.status = RingStatus::kNeedsSubmit;
        return answer;
      }
      if (!returnable(left.front())) in_the_way.push_back(left.front().point);
      left.pop_front();
    }
    answer.status = RingStatus::kFull;
    answer.wait_for = in_the_way.front();
    answer.wait_is_enough = true;
    for (const FencePoint& point : in_the_way) {
      if (point.timeline != answer.wait_for.timeline) {
        answer.wait_is_enough = false;
      } else {
        answer.wait_for.value = std::max(answer.wait_for.value, point.value);
      }
    }
    return answer;
  }

  void reserved(const RingSegment& segment) {
    ASSERT_LE(segment.offset + segment.size, capacity());
    ++painted_;
    for (std::uint64_t i = 0; i < segment.size; ++i) {
      ASSERT_EQ(owners_[segment.offset + i], 0u) << "byte " << segment.offset + i << " has an owner already";
      owners_[segment.offset + i] = painted_;
    }
    if (!segments.empty() && segment.offset < end_of(segments.back().segment)) {
      wrap_lost_ = capacity() - end_of(segments.back().segment);
      wrap_lost_total += wrap_lost_;
    }
    segments.push_back({segment, RingSegmentState::kReserved, {}});
    high_water = std::max(high_water, used());
  }

  void dropped(std::size_t index) {
    segments[index].state = RingSegmentState::kDropped;
    if (newest_comes_back_ && index + 1 == segments.size()) {
      while (!segments.empty() && segments.back().state == RingSegmentState::kDropped) {
        erase(segments.back().segment);
        segments.pop_back();
      }
    }
    collect();
  }

  std::uint64_t trimmed(std::size_t index, std::uint64_t used_bytes) {
    Segment& segment = segments[index];
    if (index + 1 != segments.size() || used_bytes == 0 || used_bytes > segment.segment.size) return 0;
    const std::uint64_t back = segment.segment.size - used_bytes;
    erase({segment.segment.offset + used_bytes, back, {}});
    segment.segment.size = used_bytes;
    return back;
  }

  void retired(FencePoint reached) {
    if (reached.value == kLostFenceValue) return;
    std::uint64_t& value = completed[static_cast<std::size_t>(reached.timeline)];
    value = std::max(value, reached.value);
    collect();
  }

  void collect() {
    while (!segments.empty() && returnable(segments.front())) {
      erase(segments.front().segment);
      segments.pop_front();
    }
  }

  bool returnable(const Segment& segment) const {
    if (segment.state == RingSegmentState::kDropped) return true;
    return segment.state == RingSegmentState::kCommitted &&
           completed[static_cast<std::size_t>(segment.point.timeline)] >= segment.point.value;
  }

  // Counted byte by byte, round the ring.
  std::uint64_t used() const {
    if (segments.empty()) return 0;
    std::uint64_t at = segments.front().segment.offset;
    std::uint64_t count = 0;
    do {
      ++count;
      at = at + 1 == capacity() ? 0 : at + 1;
    } while (at != end_of(segments.back().segment) % capacity());
    return count;
  }

  std::uint64_t wrap_lost_now() const {
    for (std::size_t i = 1; i < segments.size(); ++i) {
      if (segments[i].segment.offset < segments[i - 1].segment.offset) return wrap_lost_;
    }
    return 0;
  }

  std::uint64_t blocked() const {
    std::uint64_t bytes = 0;
    bool behind = false;
    for (const Segment& segment : segments) {
      if (!returnable(segment)) behind = true;
      if (behind && returnable(segment)) bytes += segment.segment.size;
    }
    return bytes;
  }

  std::uint64_t capacity() const { return owners_.size(); }
  bool all_free() const {
    return std::all_of(owners_.begin(), owners_.end(), [](std::uint32_t owner) { return owner == 0; });
  }

  std::deque<Segment> segments;
  std::array<std::uint64_t, kTimelines> completed{};
  std::uint64_t high_water = 0;
  std::uint64_t wrap_lost_total = 0;

 private:
  static std::uint64_t end_of(const RingSegment& segment) { return segment.offset + segment.size; }

  // The ring rule: after the newest segment, or at the buffer's start, never past the oldest one.
  std::optional<std::uint64_t> room(const std::deque<Segment>& live, std::uint64_t size,
                                    std::uint64_t alignment) const {
    if (live.empty()) return 0;
    const std::uint64_t newest_end = end_of(live.back().segment);
    const std::uint64_t oldest = live.front().segment.offset;
    const bool straight = newest_end > oldest;
    const std::uint64_t last = straight ? capacity() : oldest;
    for (std::uint64_t offset = newest_end; offset + size <= last; ++offset) {
      if (offset % alignment == 0) return offset;
    }
    if (straight && size <= oldest) return 0;
    return std::nullopt;
  }

  void erase(const RingSegment& segment) {
    for (std::uint64_t i = 0; i < segment.size; ++i) owners_[segment.offset + i] = 0;
  }

  bool newest_comes_back_;
  std::vector<std::uint32_t> owners_;
  std::uint32_t painted_ = 0;
  std::uint64_t wrap_lost_ = 0;
};

/// What the driver needs to know of a ring. `Make` gives something that `->` works on.
///   kNewestComesBack  a dropped segment comes back at once when it is the newest
///   kLazy             bytes come back when needed, so offsets cannot be foretold
template <typename Traits>
class RingDriver {
 public:
  RingDriver(std::uint64_t capacity, std::uint64_t seed)
      : random_(seed), ring_(Traits::make(capacity)), model_(capacity, Traits::kNewestComesBack) {}

  void run(int operations) {
    for (int i = 0; i < operations && !::testing::Test::HasFatalFailure(); ++i) {
      step();
      if (i % 32 == 0) compare();
    }
    if (!::testing::Test::HasFatalFailure()) drain();
  }

 private:
  std::uint64_t below(std::uint64_t n) {
    return std::uniform_int_distribution<std::uint64_t>(0, n - 1)(random_);
  }

  void step() {
    const std::uint64_t kind = below(100);
    if (kind < 40) {
      reserve();
    } else if (kind < 65) {
      if (const auto index = open_segment()) commit(*index);
    } else if (kind < 72) {
      if (const auto index = open_segment()) drop(*index);
    } else if (kind < 77) {
      if (const auto index = open_segment()) trim(*index);
    } else if (kind < 98) {
      retire();
    } else if (kind < 99) {
      misuse();
    } else if (below(20) == 0) {
      drain();
    }
  }

  void reserve() {
    const std::uint64_t capacity = model_.capacity();
    std::uint64_t size = 1 + below(std::max<std::uint64_t>(capacity / 6, 1));
    if (below(8) == 0) size = 1 + below(capacity);
    if (below(40) == 0) size = capacity - below(2);
    if (below(100) == 0) size = capacity + 1 + below(3);
    std::uint64_t alignment = 1;
    while (below(3) != 0 && alignment * 2 <= capacity) alignment *= 2;
    if (below(100) == 0) alignment = below(2 * capacity + 4);

    model_.collect();
    const RingModel::Answer expected = model_.expect(size, alignment);
    const RingReservation got = take(size, alignment);
    ASSERT_EQ(got.status, expected.status) << where(size, alignment);
    if (got) return;
    if (got.status != RingStatus::kFull) return;
    ASSERT_EQ(got.wait_for, expected.wait_for) << where(size, alignment);
    ASSERT_EQ(got.wait_is_enough, expected.wait_is_enough) << where(size, alignment);
    if (below(2) == 0) wait(got, size, alignment);
  }

  // Is the point that a full ring named the right one? One less must not do, and the point itself must.
  void wait(const RingReservation& full, std::uint64_t size, std::uint64_t alignment) {
    retire({full.wait_for.timeline, full.wait_for.value - 1});
    const RingReservation early = take(size, alignment);
    ASSERT_EQ(early.status, RingStatus::kFull) << where(size, alignment);
    if (full.wait_is_enough) {
      ASSERT_EQ(early.wait_for, full.wait_for);
    }
    retire(full.wait_for);
    const RingReservation after = take(size, alignment);
    if (full.wait_is_enough) {
      ASSERT_EQ(after.status, RingStatus::kOk) << where(size, alignment);
    } else {
      ASSERT_EQ(after.status, RingStatus::kFull) << where(size, alignment);
      ASSERT_NE(after.wait_for.timeline, full.wait_for.timeline);
    }
  }

  RingReservation take(std::uint64_t size, std::uint64_t alignment) {
    const RingModel::Answer expected = model_.expect(size, alignment);
    const RingReservation got = ring_->reserve(size, alignment);
    ++counts_[static_cast<std::size_t>(got.status)];
    largest_ = got.status == RingStatus::kInvalid ? largest_ : std::max(largest_, size);
    if (got) {
      EXPECT_EQ(got.segment.size, size);
      EXPECT_EQ(got.segment.offset % alignment, 0u);
      if (!Traits::kLazy) {
        EXPECT_EQ(got.segment.offset, expected.offset) << where(size, alignment);
      }
      model_.reserved(got.segment);
    }
    return got;
  }

  std::optional<std::size_t> open_segment() {
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < model_.segments.size(); ++i) {
      if (model_.segments[i].state == RingSegmentState::kReserved) open.push_back(i);
    }
    if (open.empty()) return std::nullopt;
    return open[below(open.size())];
  }

  FencePoint some_point() {
    const std::size_t timeline = below(kTimelines);
    // Up to 6 ahead of what is complete; now and then a point that is complete already.
    const std::uint64_t ahead = model_.completed[timeline] + 1 + below(6);
    return {static_cast<TimelineId>(timeline), below(30) == 0 ? below(ahead) : ahead};
  }

  void commit(std::size_t index) {
    RingModel::Segment& segment = model_.segments[index];
    segment.point = some_point();
    segment.state = RingSegmentState::kCommitted;
    ++commits_;
    old_.push_back(segment.segment.id);
    ASSERT_EQ(ring_->commit(segment.segment.id, segment.point), RingStatus::kOk);
  }

  void drop(std::size_t index) {
    old_.push_back(model_.segments[index].segment.id);
    ++drops_;
    ASSERT_EQ(ring_->drop(model_.segments[index].segment.id), RingStatus::kOk);
    model_.dropped(index);
  }

  void trim(std::size_t index) {
    const RingSegment segment = model_.segments[index].segment;
    const std::uint64_t used_bytes = below(segment.size + 2);
    ASSERT_EQ(ring_->trim(segment.id, used_bytes), model_.trimmed(index, used_bytes));
  }

  void retire() {
    const std::size_t timeline = below(kTimelines);
    retire({static_cast<TimelineId>(timeline), model_.completed[timeline] + below(3)});
  }

  void retire(FencePoint point) {
    model_.retired(point);
    if (below(2) == 0) {
      (void)ring_->retire(point.timeline, point.value);
    } else {
      const std::array<FencePoint, 2> points{FencePoint{TimelineId{0}, kLostFenceValue}, point};
      (void)ring_->retire(points);
    }
  }

  // Whatever is not a reserved segment is refused and changes nothing.
  void misuse() {
    ring_->retire(TimelineId{static_cast<std::uint32_t>(below(kTimelines))}, kLostFenceValue);
    for (const RingModel::Segment& segment : model_.segments) {
      if (segment.state != RingSegmentState::kReserved) continue;
      ASSERT_EQ(ring_->commit(segment.segment.id, {TimelineId{kMaxRingTimelines}, 1}), RingStatus::kInvalid);
    }
    if (!old_.empty()) {
      const SegmentId old = old_[below(old_.size())];
      ASSERT_EQ(ring_->commit(old, {TimelineId{0}, 1}), RingStatus::kInvalid);
      ASSERT_EQ(ring_->drop(old), RingStatus::kInvalid);
      ASSERT_EQ(ring_->trim(old, 1), 0u);
    }
    const SegmentId never{below(UINT64_MAX) | 1ull << 39};
    ASSERT_EQ(ring_->commit(never, {TimelineId{0}, 1}), RingStatus::kInvalid);
    ASSERT_EQ(ring_->drop(never), RingStatus::kInvalid);
  }

  // Everything comes back, and then the ring takes a request of all of itself.
  void drain() {
    while (const auto index = open_segment()) below(4) == 0 ? drop(*index) : commit(*index);
    for (std::size_t timeline = 0; timeline < kTimelines; ++timeline) {
      retire({static_cast<TimelineId>(timeline), model_.completed[timeline] + 10});
    }
    compare();
    ASSERT_TRUE(model_.all_free());
    const RingReservation all = take(model_.capacity(), std::bit_floor(model_.capacity()));
    ASSERT_EQ(all.status, RingStatus::kOk);
    ASSERT_EQ(all.segment.offset, 0u);
    ASSERT_EQ(take(1, 1).status, RingStatus::kNeedsSubmit) << "a full ring is not an empty one";
    commit(0);
    model_.collect();
  }

  void compare() {
    model_.collect();
    const RingStats stats = ring_->stats();  // Collects, where the ring is lazy.
    ASSERT_EQ(stats.capacity, model_.capacity());
    ASSERT_EQ(stats.segments, model_.segments.size());
    ASSERT_EQ(stats.used, model_.used());
    ASSERT_EQ(stats.blocked, model_.blocked());
    ASSERT_EQ(stats.commits, commits_);
    ASSERT_EQ(stats.drops, drops_);
    ASSERT_EQ(stats.reservations, counts_[static_cast<std::size_t>(RingStatus::kOk)]);
    ASSERT_EQ(stats.failed_full, counts_[static_cast<std::size_t>(RingStatus::kFull)]);
    ASSERT_EQ(stats.failed_needs_submit, counts_[static_cast<std::size_t>(RingStatus::kNeedsSubmit)]);
    ASSERT_EQ(stats.failed_too_big, counts_[static_cast<std::size_t>(RingStatus::kTooBig)]);
    ASSERT_EQ(stats.failed_invalid, counts_[static_cast<std::size_t>(RingStatus::kInvalid)]);
    ASSERT_EQ(stats.largest_request, largest_);
    ASSERT_EQ(stats.wrap_lost_now, model_.wrap_lost_now());
    ASSERT_GE(stats.high_water, model_.high_water);
    if (!Traits::kLazy) {
      ASSERT_EQ(stats.high_water, model_.high_water);
      ASSERT_EQ(stats.wrap_lost_total, model_.wrap_lost_total);
    }
    const std::vector<RingSegmentInfo> infos = ring_->segments();
    ASSERT_EQ(infos.size(), model_.segments.size());
    for (std::size_t i = 0; i < infos.size(); ++i) {
      const RingModel::Segment& segment = model_.segments[i];
      ASSERT_EQ(infos[i].segment.offset, segment.segment.offset);
      ASSERT_EQ(infos[i].segment.size, segment.segment.size);
      const bool complete = segment.state == RingSegmentState::kCommitted && model_.returnable(segment);
      ASSERT_EQ(infos[i].state, complete ? RingSegmentState::kComplete : segment.state);
    }
  }

  std::string where(std::uint64_t size, std::uint64_t alignment) {
    return "asked for " + std::to_string(size) + " aligned to " + std::to_string(alignment) + " in\n" +
           ring_->dump(0);
  }

  std::mt19937_64 random_;
  decltype(Traits::make(1)) ring_;
  RingModel model_;
  std::vector<SegmentId> old_;  // No longer reserved.
  std::array<std::uint64_t, 6> counts_{};
  std::uint64_t commits_ = 0;
  std::uint64_t drops_ = 0;
  std::uint64_t largest_ = 0;
};

/// A million operations and more on rings of many sizes.
template <typename Traits>
void compare_with_model() {
  constexpr std::uint64_t kCapacities[] = {1, 2, 3, 7, 8, 10, 16, 31, 64, 100, 128, 255, 256, 1000};
  constexpr int kOperations = 1000;
  std::mt19937_64 seeds(run_seed());
  for (int round = 0; round < 75; ++round) {
    for (const std::uint64_t capacity : kCapacities) {
      const std::uint64_t seed = seeds();
      SCOPED_TRACE(testing::Message() << "capacity " << capacity << ", round " << round);
      RingDriver<Traits>(capacity, seed).run(kOperations);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

}  // namespace ferry::test
