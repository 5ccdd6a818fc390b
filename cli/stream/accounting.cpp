#include "accounting.hpp"

#include <algorithm>
#include <limits>

#include "verdict.hpp"

namespace ferry::cli {

namespace {

constexpr std::size_t at(FramePhase phase) {
  return static_cast<std::size_t>(phase);
}

/// Percentiles of the durations themselves: of a few hundred frames the p99 must not be rounded.
LatencySummary summary_of(std::vector<StreamTime> times) {
  LatencySummary summary;
  summary.count = times.size();
  if (times.empty()) return summary;
  std::sort(times.begin(), times.end());
  const auto percentile = [&](std::size_t percent) {
    // The smallest that so many percent do not exceed.
    const std::size_t rank = (times.size() * percent + 99) / 100;
    return times[std::max<std::size_t>(rank, 1) - 1];
  };
  summary.p50 = percentile(50);
  summary.p95 = percentile(95);
  summary.p99 = percentile(99);
  summary.max = times.back();
  return summary;
}

double share(StreamTime part, StreamTime whole) {
  return whole.count() > 0 ? static_cast<double>(part.count()) / static_cast<double>(whole.count()) : 0;
}

std::vector<BusySpan> both(std::span<const BusySpan> a, std::span<const BusySpan> b) {
  std::vector<BusySpan> all(a.begin(), a.end());
  all.insert(all.end(), b.begin(), b.end());
  return all;
}

void account_phase(const ModeResult& result, FramePhase phase, PhaseSummary& summary) {
  std::vector<StreamTime> times;
  StreamTime waited{};
  StreamTime begin = StreamTime::max();
  StreamTime end{};
  for (const FrameRecord& frame : result.frames) {
    if (frame.phase != phase) continue;
    times.push_back(frame.time);
    summary.wall += frame.time;
    waited += frame.waited;
    summary.bytes += frame.streamed_bytes;
    if (frame.hitch) ++summary.hitches;
    begin = std::min(begin, frame.begin);
    end = std::max(end, frame.begin + frame.time);
  }
  summary.frames = times.size();
  summary.time = summary_of(std::move(times));
  if (summary.frames == 0) return;
  // Frames of one phase follow each other, so its wall time is one stretch.
  summary.waited = share(waited, summary.wall);
  summary.direct_busy = share(covered(result.direct_spans, begin, end), end - begin);
  summary.copy_busy = share(covered(result.copy_spans, begin, end), end - begin);
  summary.both_idle =
      1 - share(covered(both(result.direct_spans, result.copy_spans), begin, end), end - begin);
}

void account_requests(ModeResult& result) {
  std::array<std::vector<StreamTime>, kLoadPriorities> ready;
  std::array<std::vector<StreamTime>, kLoadPriorities> shown;
  std::array<std::vector<StreamTime>, kLoadPriorities> sharp;
  for (const RequestRecord& request : result.requests) {
    const auto priority = static_cast<std::size_t>(request.last_priority);
    PrioritySummary& summary = result.priorities[priority];
    ++summary.requests;
    ++result.tiles_asked;
    if (request.ended) {
      if (request.outcome == RequestOutcome::kReady) {
        ++summary.ready;
        summary.bytes += request.bytes;
        ready[priority].push_back(*request.ended - request.asked);
      }
      if (request.outcome == RequestOutcome::kCancelled) ++summary.cancelled;
      if (request.outcome == RequestOutcome::kFailed) ++summary.failed;
    }
    if (request.in_view && request.shown) shown[priority].push_back(*request.shown - *request.in_view);
    if (request.in_view && request.sharp) sharp[priority].push_back(*request.sharp - *request.in_view);
  }
  for (std::size_t i = 0; i < kLoadPriorities; ++i) {
    PrioritySummary& summary = result.priorities[i];
    result.tiles_ready += summary.ready;
    result.tiles_cancelled += summary.cancelled;
    result.tiles_failed += summary.failed;
    result.bytes_ready += summary.bytes;
    summary.ready_after = summary_of(std::move(ready[i]));
    summary.shown_after = summary_of(std::move(shown[i]));
    summary.sharp_after = summary_of(std::move(sharp[i]));
  }
}

/// Four limits for each doubling, from `least` on.
StreamHistogram empty_histogram(StreamTime least) {
  StreamHistogram histogram;
  double limit = static_cast<double>(least.count());
  for (int i = 0; i < 64; ++i) {
    histogram.limits.emplace_back(static_cast<std::int64_t>(limit));
    limit *= 1.189207115002721;  // the fourth root of 2
  }
  histogram.limits.emplace_back(StreamTime::max());
  histogram.counts.resize(histogram.limits.size());
  return histogram;
}

void count(StreamHistogram& histogram, StreamTime time) {
  const auto above = std::upper_bound(histogram.limits.begin(), histogram.limits.end() - 1, time);
  ++histogram.counts[static_cast<std::size_t>(above - histogram.limits.begin())];
}

}  // namespace

PlacedWork place(std::span<const TimedWork> work) {
  PlacedWork placed;
  const bool timed = !work.empty() && std::all_of(work.begin(), work.end(), [](const TimedWork& one) {
    return one.gpu_begin.has_value() && one.gpu_end.has_value();
  });
  if (!timed) {
    StreamTime free_from{};
    for (const TimedWork& one : work) {
      const StreamTime begin = std::min(std::max(one.submitted, free_from), one.seen);
      StreamTime end = one.seen;
      if (one.estimate) {
        end = std::min(end, begin + *one.estimate);
        placed.source = SpanSource::kEstimated;
      }
      placed.spans.push_back({begin, end, one.bytes});
      free_from = std::max(free_from, end);
    }
    return placed;
  }
  placed.source = SpanSource::kTimestamps;
  StreamTime least = StreamTime::min();
  StreamTime most = StreamTime::max();
  for (const TimedWork& one : work) {
    least = std::max(least, one.submitted - *one.gpu_begin);
    most = std::min(most, one.seen - *one.gpu_end);
  }
  // Clocks drift, so that over a long run nothing may fit: then the middle is the least wrong.
  const StreamTime offset = least <= most ? least : most + (least - most) / 2;
  placed.error = least <= most ? most - least : (least - most) / 2;
  for (const TimedWork& one : work) {
    placed.spans.push_back({*one.gpu_begin + offset, *one.gpu_end + offset, one.bytes});
  }
  return placed;
}

StreamTime covered(std::span<const BusySpan> spans, StreamTime begin, StreamTime end) {
  std::vector<BusySpan> sorted(spans.begin(), spans.end());
  std::sort(sorted.begin(), sorted.end(),
            [](const BusySpan& a, const BusySpan& b) { return a.begin < b.begin; });
  StreamTime sum{};
  StreamTime from = begin;
  for (const BusySpan& span : sorted) {
    const StreamTime until = std::min(span.end, end);
    from = std::max(from, span.begin);
    if (until > from) {
      sum += until - from;
      from = until;
    }
  }
  return sum;
}

StreamTime median_before(std::span<const FrameRecord> frames) {
  std::vector<StreamTime> times;
  for (const FrameRecord& frame : frames) {
    if (frame.phase == FramePhase::kBefore) times.push_back(frame.time);
  }
  return summary_of(std::move(times)).p50;
}

void account(ModeResult& result) {
  const StreamTime median = median_before(result.frames);
  result.frame_histogram = empty_histogram(std::chrono::microseconds(100));
  result.ready_histogram = empty_histogram(std::chrono::microseconds(100));
  for (FrameRecord& frame : result.frames) {
    frame.hitch = frame.phase != FramePhase::kStart && median.count() > 0 && frame.time > 2 * median;
    result.most_memory_bytes = std::max(result.most_memory_bytes, frame.memory_bytes);
    if (frame.phase == FramePhase::kDuring) count(result.frame_histogram, frame.time);
  }
  for (const RequestRecord& request : result.requests) {
    if (request.ended && request.outcome == RequestOutcome::kReady) {
      count(result.ready_histogram, *request.ended - request.asked);
    }
  }
  account_requests(result);
  for (const FramePhase phase :
       {FramePhase::kStart, FramePhase::kBefore, FramePhase::kDuring, FramePhase::kAfter}) {
    account_phase(result, phase, result.phases[at(phase)]);
  }
  const PhaseSummary& during = result.phases[at(FramePhase::kDuring)];
  if (during.wall.count() > 0) {
    result.bytes_per_second =
        static_cast<double>(during.bytes) / std::chrono::duration<double>(during.wall).count();
  }
  if (!result.frames.empty()) {
    result.last_visible = result.frames.back().visible;
    result.last_sharp = result.frames.back().sharp;
  }
  result.verdict = judge(result);
}

}  // namespace ferry::cli
