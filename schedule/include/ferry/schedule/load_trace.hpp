#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <ferry/base/result.hpp>
#include <ferry/schedule/scheduler.hpp>

namespace ferry {

/// One thing that happened to a request, as it is recorded.
struct LoadTraceEvent {
  enum class Kind : std::uint8_t {
    kSubmit,       ///< It came.
    kCancel,       ///< It was cancelled.
    kSetPriority,  ///< `priority` from now on.
    kStageTimes,   ///< It is done: `read`, `decode`, `stage`, `copy` are what its stages took.
  };
  Kind kind = Kind::kSubmit;
  /// Since the recording began.
  ScheduleTime time{};
  /// The request's number in this trace.
  std::uint64_t request = 0;

  LoadPriority priority = LoadPriority::kNormal;
  std::optional<ScheduleTime> deadline = std::nullopt;
  std::uint64_t tag = 0;
  std::uint64_t bytes = 0;

  std::chrono::nanoseconds read{};
  std::chrono::nanoseconds decode{};
  std::chrono::nanoseconds stage{};
  std::chrono::nanoseconds copy{};

  friend bool operator==(const LoadTraceEvent&, const LoadTraceEvent&) = default;
};

/// The stream of requests of a run and what their stages took: what `replay` needs.
///
/// As text: a line `ferry-load-trace 1`, then a line for each event, its words separated by one blank; times
/// are nanoseconds:
///
///     submit TIME REQUEST PRIORITY BYTES TAG DEADLINE|-
///     cancel TIME REQUEST
///     priority TIME REQUEST PRIORITY
///     stages TIME REQUEST READ DECODE STAGE COPY
struct LoadTrace {
  std::vector<LoadTraceEvent> events;
};

std::string to_text(const LoadTrace& trace);
/// kCorrupt names the line.
Result<LoadTrace> load_trace_from(std::string_view text);

}  // namespace ferry
