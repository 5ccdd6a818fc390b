#pragma once

// The small parts that ConcurrentRing is made of. Nothing here is for its users.

#include <atomic>
#include <cstddef>
#include <cstdint>

#include <ferry/base/units.hpp>

namespace ferry::detail {

/// A value with nothing else on its cache lines, wherever the object begins. Two lines of 64 bytes, because
/// processors fetch them in pairs.
template <typename T>
struct OwnLines {
  char before[128];
  T value;
  char after[128 - sizeof(T)];
};

/// Raises an atomic to `value`; leaves it where it is already there or above.
inline void raise_to(std::atomic<std::uint64_t>& atomic, std::uint64_t value) {
  std::uint64_t seen = atomic.load(std::memory_order_relaxed);
  while (seen < value &&
         !atomic.compare_exchange_weak(seen, value, std::memory_order_acq_rel, std::memory_order_relaxed)) {
  }
}

/// Steps back after a collision, each time for longer, so that whoever won can go on undisturbed.
void ring_back_off(unsigned& collisions) noexcept;

/// For sections of a few hundred nanoseconds. Spins, then yields.
class SpinLock {
 public:
  bool try_lock() noexcept {
    return !held_.load(std::memory_order_relaxed) && !held_.exchange(true, std::memory_order_acquire);
  }
  void lock() noexcept;
  void unlock() noexcept { held_.store(false, std::memory_order_release); }

 private:
  std::atomic<bool> held_{false};
};

/// One end of the ring in one word: a segment's place in the order of reservation (31 bits, going round) and
/// an offset into the buffer (33 bits, so that the end of 4 GiB can be told from its start).
struct RingWord {
  static constexpr unsigned kOffsetBits = 33;
  static constexpr std::uint32_t kPlaceMask = 0x7fffffffu;

  static constexpr std::uint64_t make(std::uint32_t place, std::uint64_t offset) {
    return std::uint64_t{place} << kOffsetBits | offset;
  }
  static constexpr std::uint32_t place(std::uint64_t word) {
    return static_cast<std::uint32_t>(word >> kOffsetBits);
  }
  static constexpr std::uint64_t offset(std::uint64_t word) { return word & ((1ull << kOffsetBits) - 1); }
  static constexpr std::uint32_t after(std::uint32_t place) { return (place + 1) & kPlaceMask; }
  static constexpr std::uint32_t distance(std::uint32_t from, std::uint32_t to) {
    return (to - from) & kPlaceMask;
  }
};

enum class RingRecordState : std::uint32_t { kFree, kReserved, kCommitted, kDropped };

/// One segment. Its owner writes it; the word goes last, by a release. It names the place too, so that a
/// record which is not written yet is not taken for the one that lay here before.
struct RingRecord {
  std::atomic<std::uint64_t> word{0};
  std::atomic<std::uint64_t> value{0};  // Of the fence point, once committed.
  std::uint64_t offset = 0;
  std::atomic<std::uint64_t> size{0};

  static constexpr std::uint64_t make(std::uint32_t place, RingRecordState state, std::uint32_t timeline) {
    return std::uint64_t{place} << 18 | std::uint64_t{timeline} << 2 | static_cast<std::uint64_t>(state);
  }
  static constexpr std::uint32_t place(std::uint64_t word) { return static_cast<std::uint32_t>(word >> 18); }
  static constexpr std::uint32_t timeline(std::uint64_t word) {
    return static_cast<std::uint32_t>(word >> 2) & 0xffffu;
  }
  static constexpr RingRecordState state(std::uint64_t word) {
    return static_cast<RingRecordState>(word & 3u);
  }
  /// False while the owner of `of` is between taking the place and writing the record.
  static constexpr bool is_written(std::uint64_t word, std::uint32_t of) {
    return place(word) == of && state(word) != RingRecordState::kFree;
  }
};

/// The records of 256 segments that follow each other. Pages are used again, and freed with the ring alone.
struct RingPage {
  static constexpr std::uint32_t kRecords = 256;

  /// Neighbours in the order of reservation often belong to different threads: they lie on different lines.
  RingRecord& record(std::uint32_t place) { return records[(place % 16) * 16 + place / 16 % 16]; }

  RingRecord records[kRecords];
  RingPage* next = nullptr;  // In the list of spare pages.
};

/// The completed values of 16 timelines that follow each other, each on its own line.
struct RingTimelines {
  static constexpr std::uint32_t kCount = 16;

  std::atomic<std::uint64_t>& completed(std::uint32_t timeline) { return values[timeline % kCount].value; }

  OwnLines<std::atomic<std::uint64_t>> values[kCount]{};
};

}  // namespace ferry::detail
