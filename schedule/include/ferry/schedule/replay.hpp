#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <ferry/base/result.hpp>
#include <ferry/schedule/latency_histogram.hpp>
#include <ferry/schedule/load_trace.hpp>

namespace ferry {

struct ReplayOptions {
  SchedulerOptions scheduler;
  /// Pieces that are read, decoded and staged at once. Default: 4. At least 1.
  std::uint32_t workers = 4;
  /// Bytes a second of the copy engine. Default: 0; taken from the trace (its bytes over its copy times).
  std::uint64_t copy_rate = 0;
  /// The most pieces that all requests together may be cut into; each takes some memory and time. Default:
  /// 4,194,304 (16 TiB in pieces of 4 MiB, some seconds).
  std::uint64_t most_pieces = std::uint64_t{1} << 22;
};

struct ReplayStep {
  std::uint64_t request = 0;  ///< Its number in the trace.
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
};

struct ReplayResult {
  /// The pieces in the order in which they went.
  std::vector<ReplayStep> order;
  std::array<LatencyHistogram, kLoadPriorities> latency;  ///< By the priority a request ended with.
  std::uint64_t finished = 0;
  std::uint64_t cancelled = 0;
  std::uint64_t bytes = 0;
  /// From the first request to the end of the last.
  std::chrono::nanoseconds duration{};
};

/// Runs a recorded stream of requests through the scheduler, with a model of the machine in place of the
/// machine: workers that take as long as was recorded, and one copy engine. No device, no thread, no clock:
/// the same trace gives the same order each time.
///
/// Requests that the trace has no stage times for take no time to read and decode. Events must be in order of
/// time; kCorrupt where one names a request that was not submitted, or where all of it would take more than
/// ten years. kInvalidArgument: more pieces than `most_pieces`.
Result<ReplayResult> replay(const LoadTrace& trace, const ReplayOptions& options = {});

}  // namespace ferry
