#include <ferry/ring/concurrent_ring.hpp>

#include <algorithm>
#include <bit>
#include <mutex>
#include <new>
#include <thread>
#include <utility>

#if defined(__x86_64__) || defined(__i386__) || defined(_M_X64) || defined(_M_IX86)
#define FERRY_RING_X86
#include <immintrin.h>
#endif

namespace ferry {

using detail::RingPage;
using detail::RingRecord;
using detail::RingRecordState;
using detail::RingTimelines;

namespace {
constexpr std::uint32_t kTimelinePages = kMaxRingTimelines / RingTimelines::kCount;
constexpr std::uint64_t kMostSegments = 1ull << 21;
static_assert(kMaxRingTimelines == 1u << 16, "a RingRecord keeps 16 bits of the timeline");

void pause(unsigned times) {
  for (unsigned i = 0; i < times; ++i) {
#ifdef FERRY_RING_X86
    _mm_pause();
#else
    std::atomic_signal_fence(std::memory_order_seq_cst);  // Keeps the loop, no more.
#endif
  }
}
}  // namespace

namespace detail {

void ring_back_off(unsigned& collisions) noexcept {
  constexpr unsigned kFirst = 16;
  constexpr unsigned kMostDoublings = 5;
  pause(kFirst << std::min(collisions, kMostDoublings));
  ++collisions;
}

void SpinLock::lock() noexcept {
  for (unsigned tries = 0; !try_lock(); ++tries) {
    if (tries < 16) {
      pause(8);
    } else {
      std::this_thread::yield();
    }
  }
}

}  // namespace detail

Result<std::unique_ptr<ConcurrentRing>> ConcurrentRing::create(std::uint64_t capacity) {
  if (capacity == 0 || capacity > kMaxCapacity) {
    return fail(ErrorCode::kInvalidArgument, "a concurrent ring's capacity is ", capacity,
                " bytes; give 1 to 2^32, or make several rings");
  }
  const std::uint64_t pages = std::bit_ceil(std::min(capacity, kMostSegments) / RingPage::kRecords + 2);
  std::unique_ptr<ConcurrentRing> ring(new (std::nothrow) ConcurrentRing());
  if (ring != nullptr) {
    ring->pages_.reset(new (std::nothrow) std::atomic<RingPage*>[pages]());
    ring->timelines_.reset(new (std::nothrow) std::atomic<RingTimelines*>[kTimelinePages]());
  }
  if (ring == nullptr || ring->pages_ == nullptr || ring->timelines_ == nullptr) {
    return fail(ErrorCode::kOutOfMemory, "no memory for the tables of a concurrent ring");
  }
  ring->capacity_ = capacity;
  ring->page_mask_ = static_cast<std::uint32_t>(pages - 1);
  ring->max_segments_ = static_cast<std::uint32_t>((pages - 1) * RingPage::kRecords);
  return Result<std::unique_ptr<ConcurrentRing>>(std::move(ring));
}

ConcurrentRing::~ConcurrentRing() {
  if (pages_ != nullptr) {
    for (std::uint32_t i = 0; i <= page_mask_; ++i) delete pages_[i].load(std::memory_order_relaxed);
  }
  while (spare_pages_ != nullptr) delete std::exchange(spare_pages_, spare_pages_->next);
  if (timelines_ != nullptr) {
    for (std::uint32_t i = 0; i < kTimelinePages; ++i) delete timelines_[i].load(std::memory_order_relaxed);
  }
}

RingStatus ConcurrentRing::commit(std::span<const SegmentId> ids, FencePoint point) {
  for (const SegmentId id : ids) {
    if (const RingStatus status = commit(id, point); status != RingStatus::kOk) return status;
  }
  return RingStatus::kOk;
}

RingStatus ConcurrentRing::drop(SegmentId id) {
  RingRecord* record = open_record(id);
  if (record == nullptr) return RingStatus::kInvalid;
  record->word.store(RingRecord::make(place_of(id), RingRecordState::kDropped, 0), std::memory_order_release);
  collect_if_worth_it();
  return RingStatus::kOk;
}

std::uint64_t ConcurrentRing::trim(SegmentId id, std::uint64_t used_bytes) {
  RingRecord* record = open_record(id);
  if (record == nullptr) return 0;
  const std::uint64_t size = record->size.load(std::memory_order_relaxed);
  if (used_bytes == 0 || used_bytes >= size) return 0;
  const std::uint32_t next = RingWord::after(place_of(id));
  std::uint64_t head = RingWord::make(next, record->offset + size);
  const std::uint64_t shorter = RingWord::make(next, record->offset + used_bytes);
  const std::uint64_t used_now = used_between(head, tail_.value.load(std::memory_order_acquire));
  if (!head_.value.compare_exchange_strong(head, shorter, std::memory_order_acq_rel,
                                           std::memory_order_relaxed)) {
    return 0;
  }
  detail::raise_to(high_water_, used_now);
  record->size.store(used_bytes, std::memory_order_relaxed);
  return size - used_bytes;
}

void ConcurrentRing::retire(std::span<const FencePoint> completed) {
  for (const FencePoint& point : completed) note(point.timeline, point.value);
  collect_if_worth_it();
}

std::uint64_t ConcurrentRing::collect() {
  const std::scoped_lock hold(lock_.value);
  return collect_locked();
}

std::uint64_t ConcurrentRing::used() const noexcept {
  // The tail first, so that the head is never behind it.
  const std::uint64_t tail = tail_.value.load(std::memory_order_acquire);
  return used_between(head_.value.load(std::memory_order_acquire), tail);
}

RingTimelines* ConcurrentRing::add_timelines(std::uint32_t timeline) {
  std::atomic<RingTimelines*>& entry = timelines_[timeline / RingTimelines::kCount];
  std::unique_ptr<RingTimelines> made(new (std::nothrow) RingTimelines());
  RingTimelines* present = nullptr;
  if (made == nullptr || entry.compare_exchange_strong(present, made.get(), std::memory_order_acq_rel)) {
    return made.release();
  }
  return present;
}

void ConcurrentRing::count_wrap(std::uint64_t head) {
  wrap_lost_total_.fetch_add(capacity_ - RingWord::offset(head), std::memory_order_relaxed);
}

void ConcurrentRing::try_collect() {
  // The newest of the lot is complete; without the oldest one nothing comes back.
  if (!looks_returnable(RingWord::place(tail_.value.load(std::memory_order_acquire)))) return;
  if (!lock_.value.try_lock()) return;
  collect_locked();
  lock_.value.unlock();
}

std::uint64_t ConcurrentRing::collect_locked() {
  const std::uint64_t tail = tail_.value.load(std::memory_order_relaxed);
  const std::uint64_t head = head_.value.load(std::memory_order_acquire);
  const std::uint64_t used_before = used_between(head, tail);
  const std::uint32_t newest = RingWord::place(head);
  std::uint32_t place = RingWord::place(tail);
  // Where the oldest segment that stays begins at the earliest: the end of the last one that goes, or where
  // it does begin once that can be read.
  std::uint64_t offset = RingWord::offset(tail);
  std::uint64_t drops = 0;
  while (place != newest) {
    RingPage* page = page_of(place);
    RingRecord& record = page->record(place);
    const std::uint64_t word = record.word.load(std::memory_order_acquire);
    if (!RingRecord::is_written(word, place)) break;
    if (!is_returnable(word, record)) {
      offset = record.offset;
      break;
    }
    offset = record.offset + record.size.load(std::memory_order_relaxed);
    record.word.store(0, std::memory_order_relaxed);
    if (RingRecord::state(word) == RingRecordState::kDropped) ++drops;
    place = RingWord::after(place);
    if (place % RingPage::kRecords == 0) {
      pages_[((place - 1) / RingPage::kRecords) & page_mask_].store(nullptr, std::memory_order_relaxed);
      page->next = std::exchange(spare_pages_, page);
    }
  }
  const std::uint32_t gone = RingWord::distance(RingWord::place(tail), place);
  counts_.reservations += gone;
  counts_.drops += drops;
  counts_.commits += gone - drops;
  // Drained: begin again at 0. The head goes first. Until the tail follows, the old tail leaves room below
  // itself alone, so that whatever is reserved in between lies at the buffer's start as the new tail says.
  // If the exchange fails somebody has reserved, and the ring is not drained.
  std::uint64_t expected = head;
  if (place == newest &&
      head_.value.compare_exchange_strong(expected, RingWord::make(place, 0), std::memory_order_acq_rel,
                                          std::memory_order_relaxed)) {
    offset = 0;
  }
  const std::uint64_t moved = RingWord::make(place, offset);
  if (moved == tail) return 0;
  detail::raise_to(high_water_, used_before);
  tail_.value.store(moved, std::memory_order_release);
  return used_before - used_between(head, moved);
}

RingReservation ConcurrentRing::reserve_slowly(std::uint64_t size, std::uint64_t alignment) {
  const std::scoped_lock hold(lock_.value);
  return reserve_locked(size, alignment);
}

RingReservation ConcurrentRing::reserve_locked(std::uint64_t size, std::uint64_t alignment) {
  RingReservation result;
  if (size == 0 || !is_power_of_two(alignment) || alignment > capacity_) {
    ++counts_.failed_invalid;
    return result;
  }
  detail::raise_to(largest_request_.value, size);
  if (size > capacity_) {
    ++counts_.failed_too_big;
    result.status = RingStatus::kTooBig;
    return result;
  }
  for (unsigned collisions = 0;; detail::ring_back_off(collisions)) {
    std::uint64_t head = head_.value.load(std::memory_order_acquire);
    std::uint64_t tail = tail_.value.load(std::memory_order_relaxed);
    std::uint64_t offset = 0;
    if (!find_room(head, tail, size, alignment, offset)) {
      collect_locked();
      head = head_.value.load(std::memory_order_acquire);
      tail = tail_.value.load(std::memory_order_relaxed);
      if (!find_room(head, tail, size, alignment, offset)) return refuse(head, size, alignment);
    }
    const std::uint32_t place = RingWord::place(head);
    if (page_of(place) == nullptr && !add_page(place)) {
      ++counts_.failed_out_of_memory;
      result.status = RingStatus::kOutOfMemory;
      return result;
    }
    const std::uint64_t next = RingWord::make(RingWord::after(place), offset + size);
    if (head_.value.compare_exchange_strong(head, next, std::memory_order_acq_rel,
                                            std::memory_order_relaxed)) {
      if (offset < RingWord::offset(head)) count_wrap(head);
      return publish(*page_of(place), place, offset, size);
    }
  }
}

// As RingAllocator::refuse. `head` is what the request did not fit behind.
RingReservation ConcurrentRing::refuse(std::uint64_t head, std::uint64_t size, std::uint64_t alignment) {
  RingReservation result;
  result.wait_is_enough = true;
  bool found = false;
  const std::uint32_t newest = RingWord::place(head);
  const std::uint32_t oldest = RingWord::place(tail_.value.load(std::memory_order_relaxed));
  for (std::uint32_t place = oldest; place != newest; place = RingWord::after(place)) {
    const RingRecord& record = page_of(place)->record(place);
    const std::uint64_t word = record.word.load(std::memory_order_acquire);
    if (!RingRecord::is_written(word, place) || RingRecord::state(word) == RingRecordState::kReserved) {
      ++counts_.failed_needs_submit;
      result = {};
      result.status = RingStatus::kNeedsSubmit;
      return result;
    }
    if (!is_returnable(word, record)) {
      const FencePoint point{static_cast<TimelineId>(RingRecord::timeline(word)),
                             record.value.load(std::memory_order_relaxed)};
      if (!found) {
        found = true;
        result.wait_for = point;
      } else if (point.timeline != result.wait_for.timeline) {
        result.wait_is_enough = false;
      } else {
        result.wait_for.value = std::max(result.wait_for.value, point.value);
      }
    }
    const std::uint32_t next = RingWord::after(place);
    if (next == newest) break;
    RingPage* next_page = page_of(next);
    const RingRecord& after = next_page->record(next);
    std::uint64_t offset = 0;
    if (RingRecord::is_written(after.word.load(std::memory_order_acquire), next) &&
        find_room(head, RingWord::make(next, after.offset), size, alignment, offset)) {
      break;
    }
  }
  // All that stood in the way may have become complete during the walk: then there is nothing to wait for,
  // and the point of the moment before everything says so.
  ++counts_.failed_full;
  result.status = RingStatus::kFull;
  return result;
}

bool ConcurrentRing::add_page(std::uint32_t place) {
  RingPage* page = spare_pages_;
  if (page != nullptr) {
    spare_pages_ = page->next;
  } else {
    page = new (std::nothrow) RingPage();
    if (page == nullptr) return false;
  }
  pages_[(place / RingPage::kRecords) & page_mask_].store(page, std::memory_order_release);
  return true;
}

}  // namespace ferry
