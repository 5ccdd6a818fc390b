#include "copy_crew.hpp"

#include <chrono>
#include <new>
#include <system_error>

#if defined(__x86_64__) || defined(_M_X64)
#include <immintrin.h>
#endif

namespace ferry {
namespace {

/// How long a helper with nothing to do looks again before it sleeps: about what waking one up costs.
constexpr auto kLookAgain = std::chrono::microseconds(50);
/// Looks between two looks at the clock, and between two offers of the CPU to others.
constexpr unsigned kLooks = 64;

void pause_briefly() {
#if defined(__x86_64__) || defined(_M_X64)
  _mm_pause();
#else
  std::this_thread::yield();
#endif
}

}  // namespace

/// One piece of work under way.
///
/// `next` holds the number of the work in its upper half and its next slice in the lower. While a place
/// changes from one work to another the lower half is kClosed, and the number differs before and after: so
/// who has read a mixture of two works cannot take a slice of either.
// NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): what changes at different times shares no line.
class alignas(64) CopyCrew::Place {
 public:
  static constexpr std::uint64_t kClosed = UINT32_MAX;

  bool occupy(const Work& work) {
    if (occupied_.load(std::memory_order_relaxed) || occupied_.exchange(true, std::memory_order_acquire)) {
      return false;
    }
    const std::uint64_t number = (next_.load(std::memory_order_relaxed) >> 32) + 1;
    next_.store(number << 32 | kClosed, std::memory_order_seq_cst);
    run_.store(work.run, std::memory_order_release);
    context_.store(work.context, std::memory_order_release);
    slices_.store(work.slices, std::memory_order_release);
    left_.store(work.slices, std::memory_order_relaxed);
    // Ordered with the look at `sleepers_` that follows, as a sleeper's look at this is with its count.
    next_.store((number + 1) << 32, std::memory_order_seq_cst);
    return true;
  }
  void vacate() { occupied_.store(false, std::memory_order_release); }

  /// Takes a slice and does it. False where there is none.
  bool do_one() {
    std::uint64_t next = next_.load(std::memory_order_acquire);
    while (true) {
      const std::uint32_t slice = static_cast<std::uint32_t>(next);
      if (slice >= slices_.load(std::memory_order_acquire) || slice == kClosed) return false;
      const Work::Run run = run_.load(std::memory_order_acquire);
      const void* const context = context_.load(std::memory_order_acquire);
      if (!next_.compare_exchange_weak(next, next + 1, std::memory_order_acq_rel,
                                       std::memory_order_acquire)) {
        continue;
      }
      run(context, slice);
      left_.fetch_sub(1, std::memory_order_release);
      return true;
    }
  }
  [[nodiscard]] bool has_some() const {
    const auto slice = static_cast<std::uint32_t>(next_.load(std::memory_order_seq_cst));
    return slice != kClosed && slice < slices_.load(std::memory_order_acquire);
  }
  [[nodiscard]] bool is_done() const { return left_.load(std::memory_order_acquire) == 0; }

 private:
  std::atomic<std::uint64_t> next_ = kClosed;
  std::atomic<std::uint32_t> slices_ = 0;
  std::atomic<Work::Run> run_ = nullptr;
  std::atomic<const void*> context_ = nullptr;
  /// On a line of its own: it changes at the end of each slice, the rest at the beginning.
  alignas(64) std::atomic<std::uint32_t> left_ = 0;
  std::atomic<bool> occupied_ = false;
};

CopyCrew::CopyCrew() : places_(new (std::nothrow) std::array<Place, kPlaces>()) {}

Result<std::unique_ptr<CopyCrew>> CopyCrew::create(std::uint32_t helpers) {
  if (helpers == 0 || helpers > kMostHelpers) {
    return fail(ErrorCode::kInvalidArgument, "a crew of ", helpers, " helpers was asked for; use 1 to ",
                kMostHelpers);
  }
  std::unique_ptr<CopyCrew> crew(new (std::nothrow) CopyCrew());
  if (!crew || !crew->places_)
    return fail(ErrorCode::kOutOfMemory, "no memory for a crew of copying threads");
  crew->threads_.reserve(helpers);
  for (std::uint32_t i = 0; i < helpers; ++i)
    crew->threads_.emplace_back([raw = crew.get()] { raw->help(); });
  return crew;
}

CopyCrew::~CopyCrew() {
  {
    const std::lock_guard lock(mutex_);
    stop_.store(true, std::memory_order_relaxed);
  }
  work_came_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

CopyCrew::Place* CopyCrew::start(const Work& work) {
  for (Place& place : *places_) {
    if (!place.occupy(work)) continue;
    if (sleepers_.load(std::memory_order_seq_cst) != 0) {
      // Between a sleeper's last look and its sleep nobody else holds the lock.
      { const std::lock_guard lock(mutex_); }
      work_came_.notify_all();
    }
    return &place;
  }
  return nullptr;
}

bool CopyCrew::is_done(const Place* place) {
  return place->is_done();
}

void CopyCrew::own_part(Place* place) {
  while (place->do_one()) {
  }
}
void CopyCrew::finish(Place* place) {
  while (place->do_one()) {
  }
  for (unsigned looks = 0; !place->is_done();) {
    pause_briefly();
    if (++looks % kLooks == 0) std::this_thread::yield();
  }
  place->vacate();
}

bool CopyCrew::help_once(std::size_t& from) {
  for (std::size_t i = 0; i < kPlaces; ++i) {
    const std::size_t at = (from + i) % kPlaces;
    if (!(*places_)[at].do_one()) continue;
    from = at;
    return true;
  }
  return false;
}

bool CopyCrew::anything_to_take() const {
  for (const Place& place : *places_) {
    if (place.has_some()) return true;
  }
  return false;
}

void CopyCrew::help() {
  using Clock = std::chrono::steady_clock;
  std::size_t from = 0;
  Clock::time_point idle_since = Clock::now();
  for (unsigned looks = 0;;) {
    if (help_once(from)) {
      looks = 0;
      continue;
    }
    if (looks == 0) idle_since = Clock::now();
    pause_briefly();
    if (++looks % kLooks != 0) continue;
    std::this_thread::yield();
    if (Clock::now() - idle_since < kLookAgain) continue;
    std::unique_lock lock(mutex_);
    sleepers_.fetch_add(1, std::memory_order_seq_cst);
    work_came_.wait(lock, [this] { return stop_.load(std::memory_order_relaxed) || anything_to_take(); });
    sleepers_.fetch_sub(1, std::memory_order_relaxed);
    if (stop_.load(std::memory_order_relaxed)) return;
    looks = 0;
  }
}

}  // namespace ferry
