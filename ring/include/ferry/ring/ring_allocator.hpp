#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <ferry/base/fence_point.hpp>
#include <ferry/base/result.hpp>
#include <ferry/base/units.hpp>
#include <ferry/ring/ring_stats.hpp>
#include <ferry/ring/ring_types.hpp>

namespace ferry {

/// Hands out pieces of one long-lived buffer in ring order and takes them back as fence points complete.
///
/// Pure arithmetic on offsets: it holds no memory of the buffer, knows no device and no clock, never waits.
///
///     auto ring = RingAllocator::create(32_MiB);
///     RingReservation r = ring->reserve(size, 512);
///     if (r) { ... write at base + r.segment.offset, record copies ...; ring->commit(r.segment.id, point); }
///     else if (r.status == RingStatus::kFull) { wait for r.wait_for; ring->retire(...); ask again }
///     ring->retire(timeline, completed_value);
///
/// Each segment is reserved, then committed or dropped, in any order among segments. Bytes come back in the
/// order of reservation: a segment that is complete behind one that is not waits for it ('blocked'). The
/// newest segment, when dropped, comes back at once.
///
/// Offsets count from the buffer's start, which must itself be aligned to the largest alignment asked for (a
/// D3D12 buffer starts at a multiple of 64 KiB). No segment crosses the buffer's end. A drained ring starts
/// again at offset 0 and so takes a request of its whole capacity.
///
/// Threading: one thread at a time; ConcurrentRing is for several. Errors change nothing. After device loss
/// nothing is ever retired: destroy the ring with its buffer.
class RingAllocator {
 public:
  /// `capacity` in bytes: 1 to kMaxCapacity, any number (multiples of 64 KiB are what buffers are made of).
  /// `expected_segments`: room for that many records is made at once; more is made when needed.
  static Result<RingAllocator> create(std::uint64_t capacity, std::uint64_t expected_segments = 64);

  static constexpr std::uint64_t kMaxCapacity = 1ull << 62;

  RingAllocator(RingAllocator&&) noexcept = default;
  RingAllocator& operator=(RingAllocator&&) noexcept = default;
  RingAllocator(const RingAllocator&) = delete;
  RingAllocator& operator=(const RingAllocator&) = delete;
  ~RingAllocator() = default;

  /// Reserves `size` bytes (not 0) at a multiple of `alignment` (a power of two, at most the capacity).
  ///
  /// Succeeds whenever the free bytes after the newest segment, or those at the buffer's start, hold it.
  [[nodiscard]] RingReservation reserve(std::uint64_t size, std::uint64_t alignment) {
    const std::uint64_t offset = align_up(head_, alignment);
    // `size - 1` makes 0 huge. Offsets, alignments and known sizes are at most 2^62: nothing overflows.
    if (!is_power_of_two(alignment) || alignment > capacity_ || size - 1 >= known_size_ ||
        offset + size > limit_ || next_ == full_at_) [[unlikely]] {
      return reserve_slowly(size, alignment);
    }
    return place(offset, size);
  }

  /// The segment's bytes come back once `point` is complete (and all older ones came back). Many segments may
  /// share a point, and points of several timelines may mix in any order. A point that is known to be
  /// complete gives the bytes back at once. kInvalid for a segment that is not reserved (any more) or a
  /// timeline id that is not below kMaxRingTimelines.
  [[nodiscard]] RingStatus commit(SegmentId id, FencePoint point) {
    Record& record = record_of(id);
    if (record.word != static_cast<std::uint64_t>(id)) [[unlikely]]
      return RingStatus::kInvalid;
    const auto timeline = static_cast<std::uint32_t>(point.timeline);
    if (timeline >= timelines_) [[unlikely]] {
      if (const RingStatus status = add_timeline(timeline); status != RingStatus::kOk) return status;
    }
    record.value = point.value;
    record.word = kCommitted | timeline;
    if (completed_[timeline] >= point.value) [[unlikely]]
      collect();
    return RingStatus::kOk;
  }

  /// Commits all of these segments to one point. Stops at the first that cannot be, with its status.
  [[nodiscard]] RingStatus commit(std::span<const SegmentId> ids, FencePoint point) {
    for (const SegmentId id : ids) {
      if (const RingStatus status = commit(id, point); status != RingStatus::kOk) return status;
    }
    return RingStatus::kOk;
  }

  /// Commits every segment that has no point yet, whoever reserved it: for a ring with one user, who submits
  /// all that was written so far. Looks only at segments newer than the last call.
  [[nodiscard]] RingStatus commit_all(FencePoint point);

  /// Gives a reserved segment up: no GPU work will ever read it. kInvalid for one that is not reserved.
  RingStatus drop(SegmentId id);

  /// Makes a reserved segment smaller: only its first `used_bytes` (1 to its size) are kept. Gives back the
  /// rest, and says how many bytes that is, if this is the newest segment; otherwise it gives back nothing,
  /// the segment stays as it is, and the answer is 0 (as for an unknown segment).
  std::uint64_t trim(SegmentId id, std::uint64_t used_bytes);

  /// Says that `timeline` has reached `completed`, and gives back what that completes, in ring order. Lower
  /// values than before are ignored; so is kLostFenceValue, which means that the device is lost.
  /// Answers how many bytes came back.
  std::uint64_t retire(TimelineId timeline, std::uint64_t completed) {
    if (completed == kLostFenceValue) [[unlikely]]
      return 0;
    const auto index = static_cast<std::uint32_t>(timeline);
    // Without memory for the value nothing is retired now; the caller will come with a higher one.
    if (index >= timelines_ && add_timeline(index) != RingStatus::kOk) [[unlikely]]
      return 0;
    if (completed > completed_[index]) completed_[index] = completed;
    return collect();
  }

  /// The same for several timelines at once: each entry is a timeline and the value that it has reached.
  std::uint64_t retire(std::span<const FencePoint> completed);

  std::uint64_t capacity() const noexcept { return capacity_; }
  /// RingStats::used, at no cost.
  std::uint64_t used() const noexcept {
    if (empty()) return 0;
    return head_ > tail_ ? head_ - tail_ : capacity_ - tail_ + head_;
  }
  bool empty() const noexcept { return next_ == oldest_; }

  /// Walks the segments in the ring for the blocked bytes: not for every reservation.
  RingStats stats() const;
  /// Every segment in the ring, oldest first.
  std::vector<RingSegmentInfo> segments() const;
  /// The ring as text: draw_ring, then a line per segment.
  std::string dump(std::uint64_t width = 64) const;

 private:
  // A SegmentId is the segment's place in the order of reservation (40 bits, going round), plus kGeneration
  // for each time that the newest segment was taken back, so that its place can be used again but its name is
  // not (for the next four million times). The top bit is 0.
  static constexpr std::uint64_t kGeneration = 1ull << 40;

  // What a record's word says: a SegmentId while its segment is reserved, else one of these. A dropped
  // segment counts as committed to a point that is always complete (value 0 of timeline 0). What has left the
  // ring keeps its word: no id equals it.
  static constexpr std::uint64_t kCommitted = 1ull << 63;  // The low 32 bits are the timeline.
  static constexpr std::uint64_t kDropped = kCommitted | 1ull << 32;

  struct Record {
    std::uint64_t word = kDropped;
    std::uint64_t value = 0;  // Of the fence point, once committed.
    std::uint64_t offset = 0;
    std::uint64_t size = 0;

    bool is_open() const { return (word & kCommitted) == 0; }
    std::uint32_t timeline() const { return static_cast<std::uint32_t>(word); }
  };

  RingAllocator() = default;

  Record& record_at(std::uint64_t place) const { return records_[place & mask_]; }
  Record& record_of(SegmentId id) const { return record_at(static_cast<std::uint64_t>(id)); }

  RingReservation place(std::uint64_t offset, std::uint64_t size) {
    const std::uint64_t id = next_;
    Record& record = record_at(id);
    record.word = id;
    record.offset = offset;
    record.size = size;
    next_ = id + 1;
    head_ = offset + size;
    RingReservation result;
    result.status = RingStatus::kOk;
    result.segment = {offset, size, static_cast<SegmentId>(id)};
    return result;
  }

  bool is_returnable(const Record& record) const {
    return !record.is_open() && completed_[record.timeline()] >= record.value;
  }

  std::uint64_t collect() {
    if (empty() || !is_returnable(record_at(oldest_))) return 0;
    const std::uint64_t before = used();
    if (before > high_water_) high_water_ = before;
    do {
      ++oldest_;
    } while (!empty() && is_returnable(record_at(oldest_)));
    set_limits();
    return before - used();
  }

  // After the oldest or the newest segment has changed.
  void set_limits() {
    full_at_ = oldest_ + mask_ + 1;
    if (empty()) {
      head_ = 0;
      tail_ = 0;
      limit_ = capacity_;
    } else {
      tail_ = record_at(oldest_).offset;
      limit_ = head_ > tail_ ? capacity_ : tail_;
    }
  }

  bool wrapped() const { return !empty() && head_ <= tail_; }
  bool fits(std::uint64_t size, std::uint64_t alignment, std::uint64_t tail) const;
  bool is_open(SegmentId id) const { return record_of(id).word == static_cast<std::uint64_t>(id); }
  RingReservation reserve_slowly(std::uint64_t size, std::uint64_t alignment);
  RingReservation refuse(std::uint64_t size, std::uint64_t alignment);
  RingStatus add_timeline(std::uint32_t timeline);
  bool add_records();
  void start_generation();

  // Where the next segment may begin; where the oldest begins; how far the free bytes after head_ reach.
  // In a ring that is not empty head_ == tail_ means full.
  std::uint64_t head_ = 0;
  std::uint64_t limit_ = 0;
  // Places in the order of reservation: one past the newest, the oldest, and where the records run out.
  std::uint64_t next_ = 0;
  std::uint64_t oldest_ = 0;
  std::uint64_t full_at_ = 0;
  std::uint64_t mask_ = 0;
  std::uint64_t capacity_ = 0;
  std::uint64_t known_size_ = 0;  // The largest request so far that is not above the capacity.
  std::unique_ptr<Record[]> records_;
  std::unique_ptr<std::uint64_t[]> completed_;
  std::uint32_t timelines_ = 0;
  std::uint64_t tail_ = 0;
  std::uint64_t generations_ = 0;  // A multiple of kGeneration, contained in all places.
  std::uint64_t largest_request_ = 0;
  std::uint64_t high_water_ = 0;
  std::uint64_t all_committed_ = 0;  // commit_all has seen the places below this one.
  std::uint64_t wrap_lost_ = 0;      // By the wrap that is in the ring now, if one is.
  RingStats counts_;                 // Only the counters that no other member tells.
};

}  // namespace ferry
