#pragma once

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include <ferry/base/result.hpp>

namespace ferry {

/// Threads that do the slices of a piece of work together with the thread that has it: copies to staging
/// memory and out of READBACK memory, which one thread alone does far below the bus's speed.
///
///     CopyCrew::Place* place = crew.start({run, &copy, slices});  // Others begin at once.
///     ...                                                         // Start more, submit what is done.
///     crew.finish(place);                                         // Does what nobody has taken, then waits.
///
/// Slices are taken with one atomic exchange each; there is no lock while work goes on. Helpers that find
/// nothing to do look again for a moment, since the next piece is likely to follow, then sleep.
///
/// Threading: any thread may start work, several at a time; each finishes its own. Lifetime: `context` and
/// what it names must live until `finish` returns; the crew, until all work is finished.
class CopyCrew {
 public:
  /// `run(context, slice)` is called once for each slice below `slices`, on any thread, in any order.
  struct Work {
    using Run = void (*)(const void* context, std::uint32_t slice);
    Run run = nullptr;
    const void* context = nullptr;
    std::uint32_t slices = 0;
  };
  class Place;

  /// `helpers` threads besides those that start work: 1 to kMostHelpers. kOutOfMemory where the system gives
  /// no more threads.
  static Result<std::unique_ptr<CopyCrew>> create(std::uint32_t helpers);
  static constexpr std::uint32_t kMostHelpers = 256;
  ~CopyCrew();
  CopyCrew(const CopyCrew&) = delete;
  CopyCrew& operator=(const CopyCrew&) = delete;

  [[nodiscard]] std::uint32_t helpers() const { return static_cast<std::uint32_t>(threads_.size()); }

  /// Offers the work to the helpers. Null where there are as many pieces of work under way as there are
  /// places: then the caller does it alone.
  [[nodiscard]] Place* start(const Work& work);
  /// Takes part until no slice is left, waits for those that helpers have begun, and gives the place back.
  /// What the slices wrote happens before this returns.
  void finish(Place* place);
  void own_part(Place* place);
  /// Whether all its slices are done already.
  [[nodiscard]] static bool is_done(const Place* place);

 private:
  static constexpr std::size_t kPlaces = 16;

  CopyCrew();
  void help();
  /// Does one slice of any work there is.
  bool help_once(std::size_t& from);
  [[nodiscard]] bool anything_to_take() const;

  std::unique_ptr<std::array<Place, kPlaces>> places_;
  std::atomic<std::uint32_t> sleepers_ = 0;
  std::atomic<bool> stop_ = false;
  std::mutex mutex_;
  std::condition_variable work_came_;
  std::vector<std::thread> threads_;
};

}  // namespace ferry
