#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <ferry/schedule/latency_histogram.hpp>
#include <ferry/schedule/priority.hpp>

#include "../report.hpp"
#include "stream_mode.hpp"

namespace ferry::cli {

// What a run of `ferry stream` found out: plain data, filled by the run, shown as text, JSON and a page.
// Times are nanoseconds since the start of their mode unless they are durations.

using StreamTime = std::chrono::nanoseconds;

enum class FramePhase : std::uint8_t {
  kStart,   ///< Until all that the camera wants at the start is there; in no statistics.
  kBefore,  ///< The camera stands over tiles that are all there: nothing is loaded.
  kDuring,  ///< It flies, and then stands until everything is there.
  kAfter,   ///< It stands at the end; nothing is loaded.
};
inline constexpr std::size_t kFramePhases = 4;
/// `start`, `before`, `during`, `after`.
std::string_view to_string(FramePhase phase) noexcept;

struct FrameRecord {
  FramePhase phase = FramePhase::kStart;
  /// When there was room for it among the frames in flight, as a waitable swap chain tells an engine.
  StreamTime begin{};
  /// From its begin to the begin of the next.
  StreamTime time{};
  /// Of that, what the render thread waited for the GPU: for room, and in blocking mode for uploads.
  StreamTime waited{};
  /// What the GPU needed to draw it; none where the device has no timestamps.
  std::optional<StreamTime> gpu;
  /// Longer than twice the median of the frames before.
  bool hitch = false;
  /// Of textures that became complete in this frame.
  std::uint64_t streamed_bytes = 0;
  /// Of textures that exist, those kept for later use included.
  std::uint64_t memory_bytes = 0;
  /// Tiles in view; those of them with a texture of their own, and with all its mips.
  std::uint32_t visible = 0;
  std::uint32_t textured = 0;
  std::uint32_t sharp = 0;
  /// Requests that have not ended.
  std::uint32_t pending = 0;
};

/// A stretch of time in which a queue worked.
struct BusySpan {
  StreamTime begin{};
  StreamTime end{};
  /// Copied; 0 for drawing.
  std::uint64_t bytes = 0;
};

/// How one knows when a queue's work was.
enum class SpanSource : std::uint8_t {
  kTimestamps,  ///< Durations are exact; all places may be off by the same time.
  kEstimated,   ///< Durations are guessed from the bytes, at the rate of the queue when it had time.
  kSeen,        ///< From submission, or the end of the work before, to when the CPU saw the end.
};
/// `timestamps`, `estimated`, `seen`.
std::string_view to_string(SpanSource source) noexcept;

enum class RequestOutcome : std::uint8_t { kReady, kCancelled, kFailed };
std::string_view to_string(RequestOutcome outcome) noexcept;

/// One tile that was asked for, once.
struct RequestRecord {
  std::uint32_t tile = 0;
  std::uint64_t bytes = 0;
  LoadPriority first_priority = LoadPriority::kNormal;
  /// When it ended.
  LoadPriority last_priority = LoadPriority::kNormal;
  RequestOutcome outcome = RequestOutcome::kReady;
  StreamTime asked{};
  /// Its first piece was under way: as seen at a frame.
  std::optional<StreamTime> started;
  /// Some of its mips were there.
  std::optional<StreamTime> first_mip;
  std::optional<StreamTime> ended;
  /// The tile was in view for the first time since it was asked for.
  std::optional<StreamTime> in_view;
  /// It was drawn in view with some of its texture, and with all mips, for the first time.
  std::optional<StreamTime> shown;
  std::optional<StreamTime> sharp;
};

struct PhaseSummary {
  std::uint64_t frames = 0;
  LatencySummary time;
  std::uint64_t hitches = 0;
  StreamTime wall{};
  std::uint64_t bytes = 0;
  // What the time went to. Shares of `wall`, 0 to 1.
  double waited = 0;       ///< The CPU waited for the GPU.
  double direct_busy = 0;  ///< The DIRECT queue worked, or the part of it that is known.
  double copy_busy = 0;    ///< The COPY queue did.
  double both_idle = 0;    ///< Neither did.
};

struct PrioritySummary {
  std::uint64_t requests = 0;
  std::uint64_t ready = 0;
  std::uint64_t cancelled = 0;
  std::uint64_t failed = 0;
  std::uint64_t bytes = 0;
  LatencySummary ready_after;  ///< From the request until it was ready.
  LatencySummary shown_after;  ///< From when it was asked for and in view until it was shown.
  LatencySummary sharp_after;
};

/// A count of durations by size: `counts[i]` are those below `limits[i]` and not below the one before.
struct StreamHistogram {
  std::vector<StreamTime> limits;
  std::vector<std::uint64_t> counts;
};

/// What limits a mode while it loads.
enum class Bottleneck : std::uint8_t {
  kUnknown,       ///< Too little happened to tell.
  kNothing,       ///< There is room for more.
  kRenderThread,  ///< It loads and waits itself.
  kDirectQueue,   ///< Copies and drawing share it.
  kCopyQueue,     ///< It is full.
  kDrawing,       ///< The DIRECT queue is full without any loading.
  kCpu,
  kSharedMemory,  ///< Copies and drawing take turns at it, or at one engine.
};
inline constexpr std::size_t kBottlenecks = 8;
/// `unknown`, `nothing`, `render thread`, `direct queue`, `copy queue`, `drawing`, `cpu`, `shared memory`.
std::string_view to_string(Bottleneck bottleneck) noexcept;
/// The name of its page in docs/diagnoses.md: `stream-copy-queue`.
std::string page_of(Bottleneck bottleneck);

struct StreamVerdict {
  Bottleneck bottleneck = Bottleneck::kUnknown;
  /// A sentence or two on why, and one on what to change.
  std::string why;
  std::string advice;
};

/// A picture of the film, as a PNG file.
struct FilmFrame {
  std::uint32_t frame = 0;  ///< Index in `frames`.
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::vector<std::byte> png;
};

struct ModeResult {
  StreamMode mode = StreamMode::kCopy;
  std::vector<FrameRecord> frames;
  std::vector<RequestRecord> requests;
  std::vector<BusySpan> direct_spans;
  std::vector<BusySpan> copy_spans;
  /// The two clocks are not calibrated: places of spans in time follow from when the CPU submitted work
  /// and saw its end, and those of timestamps may be off by as much as `span_error`, all alike.
  StreamTime span_error{};
  SpanSource draw_source = SpanSource::kSeen;
  SpanSource copy_source = SpanSource::kSeen;

  std::uint64_t tiles_asked = 0;
  std::uint64_t tiles_ready = 0;
  std::uint64_t tiles_cancelled = 0;
  std::uint64_t tiles_failed = 0;
  std::uint64_t tiles_evicted = 0;
  /// Of tiles that became ready; and what was copied in all, cancelled ones included.
  std::uint64_t bytes_ready = 0;
  std::uint64_t bytes_copied = 0;
  /// In `kDuring`.
  double bytes_per_second = 0;
  std::uint64_t most_memory_bytes = 0;
  /// Tiles in view in the last frame, and those of them with all mips.
  std::uint32_t last_visible = 0;
  std::uint32_t last_sharp = 0;
  std::uint64_t last_frame_hash = 0;
  /// The first failures, a sentence each.
  std::vector<std::string> errors;

  std::array<PhaseSummary, kFramePhases> phases;
  std::array<PrioritySummary, kLoadPriorities> priorities;
  StreamHistogram frame_histogram;  ///< Of `kDuring`.
  StreamHistogram ready_histogram;
  StreamVerdict verdict;
  std::vector<FilmFrame> film;
  std::uint64_t saved_frames = 0;
  std::uint64_t unsaved_frames = 0;  ///< Skipped, because writing was behind.
};

struct StreamResults {
  std::string adapter;
  std::string driver;
  bool software = false;
  bool copy_engine_known = false;  ///< Whether it is known that COPY is, or is not, an engine of its own.
  bool copy_engine = false;
  std::uint32_t cpu_threads = 0;
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::uint32_t frames = 0;  ///< As asked for: before, during the flight, and after.
  std::uint32_t side = 0;    ///< The plane has side x side tiles.
  double reach = 0;          ///< How far the camera sees, in tiles.
  double path_length = 0;    ///< In tiles.
  std::string tiles;         ///< What lies on them.
  std::uint32_t glow_taps = 0;
  std::uint64_t rate_limit = 0;  ///< Bytes a second that may be asked for; 0: no limit.
  std::uint64_t ring_bytes = 0;
  std::uint32_t threads = 0;
  double copy_rate = 0;  ///< Of the COPY queue alone, bytes a second; 0: unknown.
  std::vector<ModeResult> modes;
  /// Whether all modes ended with the same picture. True for one mode.
  bool same_picture = true;
  bool interrupted = false;
  std::optional<FindingCounts> findings;  ///< With --checked.
};

}  // namespace ferry::cli
