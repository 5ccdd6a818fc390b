// What the ring's arithmetic costs: reserve, commit and retire of one segment is one item ('pair').
//
//     ring_bench                                    everything
//     ring_bench --benchmark_filter=one_thread      ratios against a bare bump pointer and a mutex
//
// On several threads the time shown is the process's, so that items_per_second is what all threads did
// together.

#include <benchmark/benchmark.h>

#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <thread>

#include <ferry/base/units.hpp>
#include <ferry/ring/concurrent_ring.hpp>
#include <ferry/ring/ring_allocator.hpp>
#include <ferry/ring/ring_slices.hpp>

namespace {

using namespace ferry;

constexpr std::uint64_t kCapacity = 64_MiB;
constexpr std::uint64_t kSize = 1024;
constexpr std::uint64_t kAlignment = 256;
// So many segments are in flight before the oldest is retired.
constexpr std::uint64_t kInFlight = 32;
constexpr int kMostThreads = 16;

// What every program writes first: an offset that wraps. It knows nothing of what is still in use.
struct BumpPointer {
  std::uint64_t head = 0;
  std::uint64_t capacity = kCapacity;

  std::uint64_t reserve(std::uint64_t size, std::uint64_t alignment) {
    std::uint64_t offset = align_up(head, alignment);
    if (offset + size > capacity) offset = 0;
    head = offset + size;
    return offset;
  }
};

class MutexRing {
 public:
  RingReservation reserve(std::uint64_t size, std::uint64_t alignment) {
    const std::scoped_lock hold(mutex_);
    return ring_.reserve(size, alignment);
  }
  RingStatus commit(SegmentId id, FencePoint point) {
    const std::scoped_lock hold(mutex_);
    return ring_.commit(id, point);
  }
  void retire(TimelineId timeline, std::uint64_t completed) {
    const std::scoped_lock hold(mutex_);
    ring_.retire(timeline, completed);
  }

 private:
  std::mutex mutex_;
  RingAllocator ring_ = *RingAllocator::create(kCapacity);
};

// One segment reserved, committed to this thread's timeline, and the one kInFlight before it retired.
template <typename Ring>
bool pair(Ring& ring, TimelineId timeline, std::uint64_t& value) {
  const RingReservation segment = ring.reserve(kSize, kAlignment);
  if (!segment) return false;
  ++value;
  benchmark::DoNotOptimize(segment.segment.offset);
  (void)ring.commit(segment.segment.id, {timeline, value});
  if (value > kInFlight) ring.retire(timeline, value - kInFlight);
  return true;
}

template <typename Ring>
void run_pairs(benchmark::State& state, Ring& ring) {
  const TimelineId timeline{static_cast<std::uint32_t>(state.thread_index())};
  std::uint64_t value = 0;
  std::uint64_t refused = 0;
  // Each batch leaves nothing in flight: threads that are done wait inside KeepRunningBatch for the others,
  // who need the ring.
  constexpr int kBatch = 4096;
  while (state.KeepRunningBatch(kBatch)) {
    for (int i = 0; i < kBatch; ++i) {
      while (!pair(ring, timeline, value)) {
        // Another thread was put to sleep with a segment in hand. Ours are complete; let it run.
        ++refused;
        ring.retire(timeline, value);
        std::this_thread::yield();
      }
    }
    ring.retire(timeline, value);
  }
  state.SetItemsProcessed(state.iterations());
  state.counters["refused"] = benchmark::Counter(static_cast<double>(refused));
}

void one_thread_bump_pointer(benchmark::State& state) {
  BumpPointer bump;
  benchmark::DoNotOptimize(&bump);
  for (auto _ : state) {
    benchmark::DoNotOptimize(bump.reserve(kSize, kAlignment));
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(one_thread_bump_pointer);

void one_thread_ring_allocator(benchmark::State& state) {
  RingAllocator ring = *RingAllocator::create(kCapacity);
  benchmark::DoNotOptimize(&ring);
  run_pairs(state, ring);
}
BENCHMARK(one_thread_ring_allocator);

// As frames do: many segments, one fence point, one retire.
void one_thread_ring_allocator_frames_of_64(benchmark::State& state) {
  RingAllocator ring = *RingAllocator::create(kCapacity);
  benchmark::DoNotOptimize(&ring);
  std::array<SegmentId, 64> ids{};
  std::uint64_t frame = 0;
  for (auto _ : state) {
    for (SegmentId& id : ids) id = ring.reserve(kSize, kAlignment).segment.id;
    ++frame;
    (void)ring.commit(ids, {TimelineId{0}, frame});
    if (frame > 2) ring.retire(TimelineId{0}, frame - 2);
  }
  state.SetItemsProcessed(state.iterations() * 64);
}
BENCHMARK(one_thread_ring_allocator_frames_of_64);

void one_thread_concurrent_ring(benchmark::State& state) {
  const std::unique_ptr<ConcurrentRing> ring = *ConcurrentRing::create(kCapacity);
  run_pairs(state, *ring);
}
BENCHMARK(one_thread_concurrent_ring);

void one_thread_mutex_ring(benchmark::State& state) {
  MutexRing ring;
  run_pairs(state, ring);
}
BENCHMARK(one_thread_mutex_ring);

// Shared by the threads of one benchmark; made afresh by its first thread.
std::unique_ptr<ConcurrentRing> shared_concurrent;
std::unique_ptr<MutexRing> shared_mutex;

void make_concurrent(const benchmark::State&) {
  shared_concurrent = *ConcurrentRing::create(kCapacity);
}
void make_mutex(const benchmark::State&) {
  shared_mutex = std::make_unique<MutexRing>();
}

void threads_concurrent_ring(benchmark::State& state) {
  run_pairs(state, *shared_concurrent);
}
BENCHMARK(threads_concurrent_ring)->Setup(make_concurrent)->ThreadRange(1, kMostThreads)->UseRealTime();

void threads_mutex_ring(benchmark::State& state) {
  run_pairs(state, *shared_mutex);
}
BENCHMARK(threads_mutex_ring)->Setup(make_mutex)->ThreadRange(1, kMostThreads)->UseRealTime();

void threads_ring_per_thread(benchmark::State& state) {
  const RingSlice slice = ring_slice(kCapacity, static_cast<std::uint32_t>(state.threads()),
                                     static_cast<std::uint32_t>(state.thread_index()));
  RingAllocator ring = *RingAllocator::create(slice.size);
  benchmark::DoNotOptimize(&ring);
  run_pairs(state, ring);
}
BENCHMARK(threads_ring_per_thread)->ThreadRange(1, kMostThreads)->UseRealTime();

// The cost of a pair while so many segments are live: it should not grow but for the caches.
template <typename Ring>
void run_with_live(benchmark::State& state, Ring& ring) {
  const auto live = static_cast<std::uint64_t>(state.range(0));
  std::uint64_t value = 0;
  for (; value < live;) {
    ++value;
    (void)ring.commit(ring.reserve(64, 64).segment.id, {TimelineId{0}, value});
  }
  for (auto _ : state) {
    ++value;
    ring.retire(TimelineId{0}, value - live);
    const RingReservation segment = ring.reserve(64, 64);
    if (!segment) state.SkipWithError("the ring is full");
    (void)ring.commit(segment.segment.id, {TimelineId{0}, value});
  }
  state.SetItemsProcessed(state.iterations());
}

void live_ring_allocator(benchmark::State& state) {
  RingAllocator ring = *RingAllocator::create(128_MiB);
  benchmark::DoNotOptimize(&ring);
  run_with_live(state, ring);
}
BENCHMARK(live_ring_allocator)->RangeMultiplier(10)->Range(10, 1000000);

void live_concurrent_ring(benchmark::State& state) {
  const std::unique_ptr<ConcurrentRing> ring = *ConcurrentRing::create(128_MiB);
  run_with_live(state, *ring);
}
BENCHMARK(live_concurrent_ring)->RangeMultiplier(10)->Range(10, 1000000);

}  // namespace

BENCHMARK_MAIN();
