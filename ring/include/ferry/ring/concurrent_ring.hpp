#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <ferry/base/fence_point.hpp>
#include <ferry/base/result.hpp>
#include <ferry/base/units.hpp>
#include <ferry/ring/concurrent_ring_parts.hpp>
#include <ferry/ring/ring_stats.hpp>
#include <ferry/ring/ring_types.hpp>

namespace ferry {

/// RingAllocator for several threads at once: the same segments, order, answers and statistics.
///
/// Any thread may call anything at any time; one segment belongs to one thread at a time (hand it over with
/// the usual care). What a thread wrote or read in a segment before it committed or dropped it happens before
/// whoever gets those bytes next.
///
/// Differences from RingAllocator:
///   - Bytes come back lazily: `retire` notes what is complete, and the bytes themselves are taken back once
///     some have gathered, or when a reservation lacks room, or by `collect`. `reserve` never fails for want
///     of bytes that are known to be complete.
///   - A dropped segment comes back in ring order even when it is the newest.
///   - The capacity is at most 4 GiB and at most about two million segments are in the ring at once; beyond
///     that `reserve` answers as if bytes were lacking.
///   - A SegmentId is used again after 2^31 reservations.
///   - RingStats::high_water counts what was complete but not yet taken back (at most 1/32 of the capacity,
///     or 32 segments).
///
/// How: one 64-bit word holds the next segment's place and offset, and a reservation is one compare-exchange
/// of it. Each segment has a record of its own, which its owner alone writes; whoever holds a small lock
/// walks them from the oldest and moves the tail. Threads that collide step back for a moment. A ring per
/// thread (ring_slices.hpp) shares nothing at all and is faster still, where a fixed share for each thread
/// will do.
class ConcurrentRing {
 public:
  static constexpr std::uint64_t kMaxCapacity = 1ull << 32;

  /// `capacity` in bytes: 1 to kMaxCapacity.
  static Result<std::unique_ptr<ConcurrentRing>> create(std::uint64_t capacity);

  ConcurrentRing(const ConcurrentRing&) = delete;
  ConcurrentRing& operator=(const ConcurrentRing&) = delete;
  ~ConcurrentRing();

  /// As RingAllocator::reserve. kNeedsSubmit may also mean that another thread is in the middle of `reserve`.
  [[nodiscard]] RingReservation reserve(std::uint64_t size, std::uint64_t alignment) {
    unsigned collisions = 0;
    for (;;) {
      // The head first: a tail that is older than it leaves less room, never more, and one that is newer
      // means that the head has moved and the exchange fails.
      std::uint64_t head = head_.value.load(std::memory_order_acquire);
      const std::uint64_t tail = tail_.value.load(std::memory_order_acquire);
      std::uint64_t offset = 0;
      if (size > largest_request_.value.load(std::memory_order_relaxed) || !is_power_of_two(alignment) ||
          alignment > capacity_ || !find_room(head, tail, size, alignment, offset)) [[unlikely]] {
        return reserve_slowly(size, alignment);
      }
      const std::uint32_t place = RingWord::place(head);
      detail::RingPage* page = page_of(place);
      if (page == nullptr) [[unlikely]]
        return reserve_slowly(size, alignment);
      const std::uint64_t next = RingWord::make(RingWord::after(place), offset + size);
      if (head_.value.compare_exchange_strong(head, next, std::memory_order_acq_rel,
                                              std::memory_order_relaxed)) [[likely]] {
        if (offset < RingWord::offset(head)) [[unlikely]]
          count_wrap(head);
        return publish(*page, place, offset, size);
      }
      detail::ring_back_off(collisions);
    }
  }

  /// As RingAllocator::commit.
  [[nodiscard]] RingStatus commit(SegmentId id, FencePoint point) {
    detail::RingRecord* record = open_record(id);
    const auto timeline = static_cast<std::uint32_t>(point.timeline);
    if (record == nullptr || timeline >= kMaxRingTimelines) [[unlikely]]
      return RingStatus::kInvalid;
    record->value.store(point.value, std::memory_order_relaxed);
    record->word.store(detail::RingRecord::make(place_of(id), detail::RingRecordState::kCommitted, timeline),
                       std::memory_order_release);
    return RingStatus::kOk;
  }

  /// Commits all of these segments to one point. Stops at the first that cannot be, with its status.
  [[nodiscard]] RingStatus commit(std::span<const SegmentId> ids, FencePoint point);

  /// As RingAllocator::drop.
  RingStatus drop(SegmentId id);

  /// As RingAllocator::trim; answers 0 too where another thread reserved in between.
  std::uint64_t trim(SegmentId id, std::uint64_t used_bytes);

  /// Says that `timeline` has reached `completed`. kLostFenceValue is ignored, as are values lower than
  /// before.
  void retire(TimelineId timeline, std::uint64_t completed) {
    note(timeline, completed);
    collect_if_worth_it();
  }

  /// The same for several timelines at once: each entry is a timeline and the value that it has reached.
  void retire(std::span<const FencePoint> completed);

  /// Takes back everything that is known to be complete, in ring order; answers how many bytes that gave.
  std::uint64_t collect();

  std::uint64_t capacity() const noexcept { return capacity_; }
  /// RingStats::used at this moment, without collecting first.
  std::uint64_t used() const noexcept;

  /// These collect first and hold the ring's lock while they walk its segments. Other threads' `reserve` and
  /// `commit` go on meanwhile, so a segment that is just being made may be missing.
  RingStats stats();
  std::vector<RingSegmentInfo> segments();
  std::string dump(std::uint64_t width = 64);

 private:
  using RingWord = detail::RingWord;

  // So many segments, or 1/kLazyShare of the capacity, may be complete before `retire` takes them back.
  static constexpr std::uint32_t kLazySegments = 32;
  static constexpr std::uint64_t kLazyShare = 32;

  ConcurrentRing() = default;

  static std::uint32_t place_of(SegmentId id) {
    return static_cast<std::uint32_t>(id) & RingWord::kPlaceMask;
  }
  detail::RingPage* page_of(std::uint32_t place) const {
    return pages_[(place / detail::RingPage::kRecords) & page_mask_].load(std::memory_order_acquire);
  }

  // Where `size` bytes go when the ring's ends are these; false where they do not fit (or the words do not
  // belong together, or the size is 0).
  bool find_room(std::uint64_t head, std::uint64_t tail, std::uint64_t size, std::uint64_t alignment,
                 std::uint64_t& offset) const {
    const std::uint64_t begin = RingWord::offset(head);
    const std::uint64_t end = RingWord::offset(tail);
    const std::uint32_t segments = RingWord::distance(RingWord::place(tail), RingWord::place(head));
    if (segments >= max_segments_) [[unlikely]]
      return false;
    const bool straight = begin > end || segments == 0;
    const std::uint64_t limit = straight ? capacity_ : end;
    offset = align_up(begin, alignment);
    if (offset <= limit && size - 1 < limit - offset) [[likely]]
      return true;
    offset = 0;
    return straight && segments != 0 && size - 1 < end;
  }

  RingReservation publish(detail::RingPage& page, std::uint32_t place, std::uint64_t offset,
                          std::uint64_t size) {
    detail::RingRecord& record = page.record(place);
    record.offset = offset;
    record.size.store(size, std::memory_order_relaxed);
    record.word.store(detail::RingRecord::make(place, detail::RingRecordState::kReserved, 0),
                      std::memory_order_release);
    RingReservation result;
    result.status = RingStatus::kOk;
    result.segment = {offset, size, static_cast<SegmentId>(place)};
    return result;
  }

  detail::RingRecord* open_record(SegmentId id) const {
    if (static_cast<std::uint64_t>(id) > RingWord::kPlaceMask) return nullptr;
    const std::uint32_t place = place_of(id);
    detail::RingPage* page = page_of(place);
    if (page == nullptr) return nullptr;
    detail::RingRecord& record = page->record(place);
    const std::uint64_t reserved = detail::RingRecord::make(place, detail::RingRecordState::kReserved, 0);
    return record.word.load(std::memory_order_relaxed) == reserved ? &record : nullptr;
  }

  void note(TimelineId timeline, std::uint64_t completed) {
    const auto index = static_cast<std::uint32_t>(timeline);
    if (completed == kLostFenceValue || index >= kMaxRingTimelines) [[unlikely]]
      return;
    detail::RingTimelines* timelines =
        timelines_[index / detail::RingTimelines::kCount].load(std::memory_order_acquire);
    if (timelines == nullptr) [[unlikely]] {
      timelines = add_timelines(index);
      if (timelines == nullptr) return;
    }
    // Not a compare-exchange: with one here a pair costs about a third more.
    std::atomic<std::uint64_t>& noted = timelines->completed(index);
    if (noted.load(std::memory_order_relaxed) < completed) noted.store(completed, std::memory_order_release);
  }

  // Taking bytes back makes every thread fetch the tail anew, so it is done for some segments at a time: once
  // a whole lot of small ones is complete, or as soon as one big one is.
  void collect_if_worth_it() {
    const std::uint64_t tail = tail_.value.load(std::memory_order_acquire);
    const std::uint64_t head = head_.value.load(std::memory_order_relaxed);
    const std::uint32_t oldest = RingWord::place(tail);
    const std::uint32_t segments = RingWord::distance(oldest, RingWord::place(head));
    const bool small = used_between(head, tail) <= segments * (capacity_ / kLazyShare / kLazySegments);
    const std::uint32_t lot = small ? kLazySegments : 1;
    if (segments >= lot && looks_returnable((oldest + lot - 1) & RingWord::kPlaceMask)) [[unlikely]]
      try_collect();
  }

  bool looks_returnable(std::uint32_t place) const {
    detail::RingPage* page = page_of(place);
    if (page == nullptr) return false;
    const detail::RingRecord& record = page->record(place);
    const std::uint64_t word = record.word.load(std::memory_order_acquire);
    return detail::RingRecord::is_written(word, place) && is_returnable(word, record);
  }

  std::uint64_t used_between(std::uint64_t head, std::uint64_t tail) const {
    if (RingWord::place(head) == RingWord::place(tail)) return 0;
    const std::uint64_t begin = RingWord::offset(head);
    const std::uint64_t end = RingWord::offset(tail);
    return begin > end ? begin - end : capacity_ - end + begin;
  }

  bool is_returnable(std::uint64_t word, const detail::RingRecord& record) const {
    if (detail::RingRecord::state(word) == detail::RingRecordState::kDropped) return true;
    if (detail::RingRecord::state(word) != detail::RingRecordState::kCommitted) return false;
    const std::uint32_t timeline = detail::RingRecord::timeline(word);
    detail::RingTimelines* timelines =
        timelines_[timeline / detail::RingTimelines::kCount].load(std::memory_order_acquire);
    const std::uint64_t completed =
        timelines == nullptr ? 0 : timelines->completed(timeline).load(std::memory_order_acquire);
    return completed >= record.value.load(std::memory_order_relaxed);
  }
  detail::RingTimelines* add_timelines(std::uint32_t timeline);
  RingReservation reserve_slowly(std::uint64_t size, std::uint64_t alignment);
  RingReservation reserve_locked(std::uint64_t size, std::uint64_t alignment);
  RingReservation refuse(std::uint64_t head, std::uint64_t size, std::uint64_t alignment);
  bool add_page(std::uint32_t place);
  void count_wrap(std::uint64_t head);
  void try_collect();
  std::uint64_t collect_locked();
  RingStats stats_locked() const;
  std::vector<RingSegmentInfo> segments_locked() const;

  // Each on its own cache lines: all threads write the head, whoever collects writes the tail.
  detail::OwnLines<std::atomic<std::uint64_t>> head_{};
  // The oldest segment's place and a bound on where it begins. Written under lock_ alone.
  detail::OwnLines<std::atomic<std::uint64_t>> tail_{};
  detail::OwnLines<detail::SpinLock> lock_{};
  detail::OwnLines<std::atomic<std::uint64_t>> largest_request_{};

  // Set by create and not changed after.
  std::uint64_t capacity_ = 0;
  std::uint32_t page_mask_ = 0;
  std::uint32_t max_segments_ = 0;
  std::unique_ptr<std::atomic<detail::RingPage*>[]> pages_;           // By place; null where not in use.
  std::unique_ptr<std::atomic<detail::RingTimelines*>[]> timelines_;  // By timeline; made when first needed.

  // Written seldom, by anybody.
  std::atomic<std::uint64_t> high_water_{0};
  std::atomic<std::uint64_t> wrap_lost_total_{0};

  // Under lock_.
  detail::RingPage* spare_pages_ = nullptr;
  RingStats counts_;  // reservations, commits and drops: of segments that left the ring.
};

}  // namespace ferry
