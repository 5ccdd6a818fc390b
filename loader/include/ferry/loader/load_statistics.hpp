#pragma once

#include <array>
#include <chrono>
#include <cstdint>

#include <ferry/schedule/latency_histogram.hpp>
#include <ferry/schedule/priority.hpp>

namespace ferry {

/// The stages whose times are counted. A request's time in one is the sum over its pieces.
enum class LoadStage : std::uint8_t {
  kQueue,   ///< From the request until its first piece goes.
  kRead,    ///< In the file reader.
  kDecode,  ///< In the decoder.
  kStage,   ///< Copying into staging memory.
  kCopy,    ///< From the submission of a piece's copy until it is seen to be done.
};
inline constexpr std::size_t kLoadStages = 5;

struct PriorityStatistics {
  std::uint64_t requests = 0;
  std::uint64_t ready = 0;
  std::uint64_t failed = 0;
  std::uint64_t cancelled = 0;
  /// Of requests that became ready.
  std::uint64_t bytes = 0;
  /// From the request until it is ready.
  LatencySummary latency;
  /// The same by LoadStage.
  std::array<LatencySummary, kLoadStages> stages;
};

/// What a loader did so far. Counts and sums from its start.
struct LoadStatistics {
  std::array<PriorityStatistics, kLoadPriorities> by_priority;
  /// Requests that have not ended.
  std::uint64_t pending = 0;
  std::uint64_t pieces = 0;
  std::uint64_t bytes_copied = 0;
  /// ExecuteCommandLists calls.
  std::uint64_t submissions = 0;
  /// Bytes a second of the copy engine while it was busy, as measured now.
  std::uint64_t copy_rate = 0;
  /// Bytes that may be in flight on the GPU, as adapted now; and that are.
  std::uint64_t depth_bytes = 0;
  std::uint64_t gpu_bytes_in_flight = 0;
  /// Times that a piece could not go because the ring had no room, the bytes in flight were used up, urgent
  /// requests were served, or the frame's bytes were spent.
  std::uint64_t ring_full = 0;
  std::uint64_t stalls_in_flight = 0;
  std::uint64_t stalls_held = 0;
  std::uint64_t stalls_frame = 0;
  /// GPU memory of what the loader made and was not forgotten.
  std::uint64_t gpu_memory_bytes = 0;
  std::uint64_t evictions = 0;
  /// The most staging memory that was in use at once.
  std::uint64_t ring_high_water = 0;
};

/// Copies that were submitted together, for profilers.
struct CopiedBatch {
  /// Of staging memory.
  std::uint64_t bytes = 0;
  std::chrono::steady_clock::time_point submitted;
  /// When the CPU saw that they were done: later than they were, by as much as it looked away.
  std::chrono::steady_clock::time_point seen;
};

}  // namespace ferry
