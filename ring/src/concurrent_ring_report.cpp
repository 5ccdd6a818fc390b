#include <ferry/ring/concurrent_ring.hpp>

#include <algorithm>
#include <mutex>

namespace ferry {

using detail::RingRecord;
using detail::RingRecordState;

RingStats ConcurrentRing::stats() {
  const std::scoped_lock hold(lock_.value);
  collect_locked();
  return stats_locked();
}

std::vector<RingSegmentInfo> ConcurrentRing::segments() {
  const std::scoped_lock hold(lock_.value);
  collect_locked();
  return segments_locked();
}

std::string ConcurrentRing::dump(std::uint64_t width) {
  const std::scoped_lock hold(lock_.value);
  collect_locked();
  const RingStats stats = stats_locked();
  return dump_ring(stats, segments_locked(), width);
}

RingStats ConcurrentRing::stats_locked() const {
  RingStats stats = counts_;
  const std::uint64_t tail = tail_.value.load(std::memory_order_relaxed);
  const std::uint64_t head = head_.value.load(std::memory_order_acquire);
  stats.capacity = capacity_;
  stats.used = used_between(head, tail);
  stats.high_water = std::max(high_water_.load(std::memory_order_relaxed), stats.used);
  stats.wrap_lost_total = wrap_lost_total_.load(std::memory_order_relaxed);
  stats.largest_request = largest_request_.value.load(std::memory_order_relaxed);
  stats.segments = RingWord::distance(RingWord::place(tail), RingWord::place(head));
  stats.reservations += stats.segments;
  bool behind = false;
  std::uint64_t end_before = 0;
  for (std::uint32_t place = RingWord::place(tail); place != RingWord::place(head);
       place = RingWord::after(place)) {
    const RingRecord& record = page_of(place)->record(place);
    const std::uint64_t word = record.word.load(std::memory_order_acquire);
    const bool written = RingRecord::is_written(word, place);
    if (!written || RingRecord::state(word) == RingRecordState::kReserved) ++stats.open_segments;
    if (!written) {
      behind = true;
      continue;
    }
    const std::uint64_t size = record.size.load(std::memory_order_relaxed);
    if (RingRecord::state(word) == RingRecordState::kCommitted) ++stats.commits;
    if (RingRecord::state(word) == RingRecordState::kDropped) ++stats.drops;
    if (!is_returnable(word, record)) {
      behind = true;
    } else if (behind) {
      stats.blocked += size;
    }
    if (record.offset < end_before) stats.wrap_lost_now = capacity_ - end_before;
    end_before = record.offset + size;
  }
  return stats;
}

std::vector<RingSegmentInfo> ConcurrentRing::segments_locked() const {
  std::vector<RingSegmentInfo> infos;
  const std::uint64_t tail = tail_.value.load(std::memory_order_relaxed);
  const std::uint64_t head = head_.value.load(std::memory_order_acquire);
  for (std::uint32_t place = RingWord::place(tail); place != RingWord::place(head);
       place = RingWord::after(place)) {
    const RingRecord& record = page_of(place)->record(place);
    const std::uint64_t word = record.word.load(std::memory_order_acquire);
    if (!RingRecord::is_written(word, place)) continue;
    RingSegmentInfo info;
    info.segment = {record.offset, record.size.load(std::memory_order_relaxed), SegmentId{}};
    if (RingRecord::state(word) == RingRecordState::kReserved) {
      info.segment.id = static_cast<SegmentId>(place);
    } else if (RingRecord::state(word) == RingRecordState::kDropped) {
      info.state = RingSegmentState::kDropped;
    } else {
      info.state = is_returnable(word, record) ? RingSegmentState::kComplete : RingSegmentState::kCommitted;
      info.point = {static_cast<TimelineId>(RingRecord::timeline(word)),
                    record.value.load(std::memory_order_relaxed)};
    }
    infos.push_back(info);
  }
  return infos;
}

}  // namespace ferry
