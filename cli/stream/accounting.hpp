#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "stream_result.hpp"

namespace ferry::cli {

/// A piece of work of a queue, as the CPU saw it and, where the queue has timestamps, as the GPU did. GPU
/// times of one queue are on one clock, whose zero means nothing.
struct TimedWork {
  StreamTime submitted{};
  StreamTime seen{};  ///< Its end, by the CPU: later than it was, by as much as the CPU looked away.
  std::optional<StreamTime> gpu_begin;
  std::optional<StreamTime> gpu_end;
  /// Without GPU times: how long it takes where nothing else is in the way. Default: unknown.
  std::optional<StreamTime> estimate;
  std::uint64_t bytes = 0;
};

/// Work of one queue in the CPU's time.
struct PlacedWork {
  std::vector<BusySpan> spans;  ///< In the order of the work.
  /// How far off all of them may be, at most. 0 where there are no timestamps: then nobody knows.
  StreamTime error{};
  SpanSource source = SpanSource::kSeen;
};

/// Finds the places of GPU times on the CPU's clock: no work begins before it was submitted, nor ends
/// after it was seen; the earliest places that fit are taken. Work without GPU times begins at its
/// submission, or at the end of the work before it, and takes as long as is estimated, or until it was
/// seen where that is earlier.
PlacedWork place(std::span<const TimedWork> work);

/// How much of [begin, end) spans cover; overlapping ones count once.
StreamTime covered(std::span<const BusySpan> spans, StreamTime begin, StreamTime end);

/// Fills in what follows from the rest of a result: hitches, phases, priorities, histograms, sums, verdict.
void account(ModeResult& result);

/// Half of the frames before loading take less. 0 where there are none.
StreamTime median_before(std::span<const FrameRecord> frames);

}  // namespace ferry::cli
