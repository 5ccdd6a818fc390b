#include "verdict.hpp"

#include <string>

#include <fmt/format.h>

#include "stream_text.hpp"

namespace ferry::cli {

namespace {

/// A queue that works so much of the time is full.
constexpr double kFull = 0.85;
/// Frames that take this much longer while loading are felt.
constexpr double kFelt = 1.05;
/// So many more hitches, by the frame, are not felt.
constexpr double kFewHitches = 0.005;
/// The CPU waits, or both queues stand still, for a good part of the time.
constexpr double kMuch = 0.3;

/// Of the frames.
double hitch_share(const PhaseSummary& phase) {
  return phase.frames > 0 ? static_cast<double>(phase.hitches) / static_cast<double>(phase.frames) : 0;
}

double ratio(StreamTime a, StreamTime b) {
  return b.count() > 0 ? static_cast<double>(a.count()) / static_cast<double>(b.count()) : 1;
}

StreamVerdict judge_blocking(const PhaseSummary& before, const PhaseSummary& during) {
  return {Bottleneck::kRenderThread,
          fmt::format("The render thread creates, copies and waits for each texture itself: {} of {} frames "
                      "took over twice the usual time, the longest {:.1f} times, and for {}% of the time no "
                      "queue had anything to do.",
                      during.hitches, during.frames, ratio(during.time.max, before.time.p50),
                      percent(during.both_idle)),
          "Hand the textures to a loader, draw with what is there, and wait for nothing."};
}

StreamVerdict judge_loader(const ModeResult& result, const PhaseSummary& before, const PhaseSummary& during) {
  const double slower = ratio(during.time.p99, before.time.p99);
  const bool felt = slower > kFelt || hitch_share(during) > hitch_share(before) + kFewHitches;
  const std::string how = fmt::format(
      "the slowest hundredth of the frames took {:.2f} times as long as before, and {} of {} took over twice "
      "the usual time",
      slower, during.hitches, during.frames);
  if (result.mode == StreamMode::kDirect && felt && during.direct_busy >= before.direct_busy) {
    return {
        Bottleneck::kDirectQueue,
        fmt::format("Copies and drawing share one queue, which was busy for {}% of the time ({}% before): "
                    "{}.",
                    percent(during.direct_busy), percent(before.direct_busy), how),
        "Copy on the COPY queue."};
  }
  if (during.copy_busy > kFull) {
    return {Bottleneck::kCopyQueue,
            fmt::format("The COPY queue was busy for {}% of the time: textures wait for it.",
                        percent(during.copy_busy)),
            "Ask for less: block-compressed textures, smaller mips first, a shorter reach; or ask earlier."};
  }
  if (before.waited > kMuch && before.direct_busy > kFull && !felt) {
    return {Bottleneck::kDrawing,
            fmt::format("Drawing alone keeps the DIRECT queue busy for {}% of the time; loading adds nothing "
                        "that is felt: {}.",
                        percent(before.direct_busy), how),
            "Nothing for the sake of loading; draw less for more frames."};
  }
  if (felt && during.both_idle > kMuch) {
    return {
        Bottleneck::kCpu,
        fmt::format("For {}% of the time neither queue had anything to do, and {}: the CPU is what is full.",
                    percent(during.both_idle), how),
        "Fewer threads for loading than the CPU has cores, or textures that need no decoding (a pack)."};
  }
  if (felt) {
    return {
        Bottleneck::kSharedMemory,
        fmt::format("Queues and CPU have time to spare, yet {}: copies and drawing take turns at the same "
                    "memory or engine.",
                    how),
        "Less at once: a smaller --ring, or a --rate."};
  }
  return {Bottleneck::kNothing,
          fmt::format("Loading is not felt: {}. The COPY queue was busy for {}% of the time.", how,
                      percent(during.copy_busy)),
          "Nothing; there is room for more."};
}

}  // namespace

StreamVerdict judge(const ModeResult& result) {
  const PhaseSummary& before = result.phases[static_cast<std::size_t>(FramePhase::kBefore)];
  const PhaseSummary& during = result.phases[static_cast<std::size_t>(FramePhase::kDuring)];
  if (during.frames == 0 || before.frames == 0) {
    return {Bottleneck::kUnknown, "There are too few frames to tell.", "Let it run longer."};
  }
  if (during.bytes == 0) {
    return {Bottleneck::kUnknown, "Nothing arrived while the camera flew: all that it saw was there before.",
            "Fly farther: more --tiles."};
  }
  if (result.mode == StreamMode::kBlocking) return judge_blocking(before, during);
  return judge_loader(result, before, during);
}

}  // namespace ferry::cli
