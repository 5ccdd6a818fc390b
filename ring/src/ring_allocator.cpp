#include <ferry/ring/ring_allocator.hpp>

#include <algorithm>
#include <bit>
#include <new>
#include <utility>

namespace ferry {

namespace {
constexpr std::uint64_t kMaxRecords = 1ull << 32;
}

Result<RingAllocator> RingAllocator::create(std::uint64_t capacity, std::uint64_t expected_segments) {
  if (capacity == 0 || capacity > kMaxCapacity) {
    return fail(ErrorCode::kInvalidArgument, "a ring's capacity is ", capacity, " bytes; give 1 to 2^62");
  }
  if (expected_segments > kMaxRecords) {
    return fail(ErrorCode::kInvalidArgument, "expected_segments is ", expected_segments,
                "; a ring holds at most 2^32 segments");
  }
  const std::uint64_t records = std::bit_ceil(std::max<std::uint64_t>(expected_segments, 8));
  constexpr std::uint32_t kTimelines = 8;
  RingAllocator ring;
  ring.records_.reset(new (std::nothrow) Record[records]);
  ring.completed_.reset(new (std::nothrow) std::uint64_t[kTimelines]());
  if (ring.records_ == nullptr || ring.completed_ == nullptr) {
    return fail(ErrorCode::kOutOfMemory, "no memory for ", records,
                " segment records of a ring; expect fewer segments");
  }
  ring.capacity_ = capacity;
  ring.limit_ = capacity;
  ring.mask_ = records - 1;
  ring.full_at_ = records;
  ring.timelines_ = kTimelines;
  return Result<RingAllocator>(std::move(ring));
}

RingReservation RingAllocator::reserve_slowly(std::uint64_t size, std::uint64_t alignment) {
  RingReservation result;
  if (size == 0 || !is_power_of_two(alignment) || alignment > capacity_) {
    ++counts_.failed_invalid;
    return result;
  }
  largest_request_ = std::max(largest_request_, size);
  known_size_ = std::min(largest_request_, capacity_);
  if (size > capacity_) {
    ++counts_.failed_too_big;
    result.status = RingStatus::kTooBig;
    return result;
  }
  if (next_ == full_at_ && !add_records()) {
    ++counts_.failed_out_of_memory;
    result.status = RingStatus::kOutOfMemory;
    return result;
  }
  const std::uint64_t offset = align_up(head_, alignment);
  if (offset <= limit_ && size <= limit_ - offset) return place(offset, size);
  if (head_ > tail_ && size <= tail_) {
    wrap_lost_ = capacity_ - head_;
    counts_.wrap_lost_total += wrap_lost_;
    limit_ = tail_;
    return place(0, size);
  }
  return refuse(size, alignment);
}

bool RingAllocator::fits(std::uint64_t size, std::uint64_t alignment, std::uint64_t tail) const {
  const std::uint64_t offset = align_up(head_, alignment);
  if (head_ <= tail) return offset <= tail && size <= tail - offset;
  return (offset <= capacity_ && size <= capacity_ - offset) || size <= tail;
}

// The request is valid and does not fit. Walks from the oldest segment to find the shortest run of segments
// whose return would make room.
RingReservation RingAllocator::refuse(std::uint64_t size, std::uint64_t alignment) {
  RingReservation result;
  bool found = false;
  result.wait_is_enough = true;
  for (std::uint64_t place = oldest_; place != next_; ++place) {
    const Record& record = record_at(place);
    if (record.is_open()) {
      ++counts_.failed_needs_submit;
      result = {};
      result.status = RingStatus::kNeedsSubmit;
      return result;
    }
    if (!is_returnable(record)) {
      const FencePoint point{static_cast<TimelineId>(record.timeline()), record.value};
      if (!found) {
        found = true;
        result.wait_for = point;
      } else if (point.timeline != result.wait_for.timeline) {
        result.wait_is_enough = false;
      } else {
        result.wait_for.value = std::max(result.wait_for.value, point.value);
      }
    }
    if (place + 1 == next_ || fits(size, alignment, record_at(place + 1).offset)) break;
  }
  ++counts_.failed_full;
  result.status = RingStatus::kFull;
  return result;
}

RingStatus RingAllocator::commit_all(FencePoint point) {
  for (std::uint64_t place = std::max(oldest_, all_committed_); place != next_; ++place) {
    const Record& record = record_at(place);
    if (!record.is_open()) continue;
    const RingStatus status = commit(static_cast<SegmentId>(record.word), point);
    if (status != RingStatus::kOk) return status;
  }
  all_committed_ = next_;
  return RingStatus::kOk;
}

RingStatus RingAllocator::drop(SegmentId id) {
  if (!is_open(id)) return RingStatus::kInvalid;
  Record& record = record_of(id);
  record.word = kDropped;
  record.value = 0;
  ++counts_.drops;
  if (&record != &record_at(next_ - 1)) {
    collect();
    return RingStatus::kOk;
  }
  // The newest one: what was given last can be taken back at once, with dropped ones just before it.
  high_water_ = std::max(high_water_, used());
  do {
    --next_;
    ++counts_.reservations;
  } while (!empty() && record_at(next_ - 1).word == kDropped);
  all_committed_ = std::min(all_committed_, next_);
  start_generation();
  if (!empty()) {
    const Record& last = record_at(next_ - 1);
    head_ = last.offset + last.size;
  }
  set_limits();
  return RingStatus::kOk;
}

void RingAllocator::start_generation() {
  // All places move together, so that they can still be compared.
  std::uint64_t step = kGeneration;
  if (generations_ + step >= kCommitted / 2) step = 0 - generations_;
  generations_ += step;
  next_ += step;
  oldest_ += step;
  all_committed_ += step;
}

std::uint64_t RingAllocator::trim(SegmentId id, std::uint64_t used_bytes) {
  Record& record = record_of(id);
  if (!is_open(id) || &record != &record_at(next_ - 1)) return 0;
  if (used_bytes == 0 || used_bytes > record.size) return 0;
  high_water_ = std::max(high_water_, used());
  const std::uint64_t given_back = record.size - used_bytes;
  record.size = used_bytes;
  head_ -= given_back;
  return given_back;
}

std::uint64_t RingAllocator::retire(std::span<const FencePoint> completed) {
  for (const FencePoint& point : completed) {
    if (point.value == kLostFenceValue) continue;
    const auto index = static_cast<std::uint32_t>(point.timeline);
    if (index >= timelines_ && add_timeline(index) != RingStatus::kOk) continue;
    completed_[index] = std::max(completed_[index], point.value);
  }
  return collect();
}

RingStatus RingAllocator::add_timeline(std::uint32_t timeline) {
  if (timeline >= kMaxRingTimelines) return RingStatus::kInvalid;
  const std::uint32_t count = std::bit_ceil(timeline + 1);
  std::unique_ptr<std::uint64_t[]> grown(new (std::nothrow) std::uint64_t[count]());
  if (grown == nullptr) return RingStatus::kOutOfMemory;
  std::copy_n(completed_.get(), timelines_, grown.get());
  completed_ = std::move(grown);
  timelines_ = count;
  return RingStatus::kOk;
}

bool RingAllocator::add_records() {
  const std::uint64_t count = 2 * (mask_ + 1);
  if (count > kMaxRecords) return false;
  std::unique_ptr<Record[]> grown(new (std::nothrow) Record[count]);
  if (grown == nullptr) return false;
  for (std::uint64_t place = oldest_; place != next_; ++place) {
    grown[place & (count - 1)] = record_at(place);
  }
  records_ = std::move(grown);
  mask_ = count - 1;
  full_at_ = oldest_ + count;
  return true;
}

RingStats RingAllocator::stats() const {
  RingStats stats = counts_;
  stats.capacity = capacity_;
  stats.used = used();
  stats.high_water = std::max(high_water_, stats.used);
  stats.wrap_lost_now = wrapped() ? wrap_lost_ : 0;
  stats.largest_request = largest_request_;
  stats.segments = next_ - oldest_;
  bool behind = false;
  for (std::uint64_t place = oldest_; place != next_; ++place) {
    const Record& record = record_at(place);
    if (record.is_open()) ++stats.open_segments;
    if (!is_returnable(record)) {
      behind = true;
    } else if (behind) {
      stats.blocked += record.size;
    }
  }
  stats.reservations = next_ - generations_ + counts_.reservations;
  stats.commits = stats.reservations - stats.drops - stats.open_segments;
  return stats;
}

std::vector<RingSegmentInfo> RingAllocator::segments() const {
  std::vector<RingSegmentInfo> infos;
  infos.reserve(next_ - oldest_);
  for (std::uint64_t place = oldest_; place != next_; ++place) {
    const Record& record = record_at(place);
    RingSegmentInfo info;
    info.segment = {record.offset, record.size, SegmentId{}};
    if (record.is_open()) {
      info.segment.id = static_cast<SegmentId>(record.word);
    } else if (record.word == kDropped) {
      info.state = RingSegmentState::kDropped;
    } else {
      info.state = is_returnable(record) ? RingSegmentState::kComplete : RingSegmentState::kCommitted;
      info.point = {static_cast<TimelineId>(record.timeline()), record.value};
    }
    infos.push_back(info);
  }
  return infos;
}

std::string RingAllocator::dump(std::uint64_t width) const {
  const RingStats now = stats();
  const std::vector<RingSegmentInfo> infos = segments();
  return dump_ring(now, infos, width);
}

}  // namespace ferry
