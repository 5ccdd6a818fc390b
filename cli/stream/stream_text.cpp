#include "stream_text.hpp"

#include <cmath>

#include <fmt/format.h>

#include <ferry/base/text.hpp>

namespace ferry::cli {

namespace {

std::string times(const LatencySummary& summary) {
  return fmt::format("{:>9} {:>9} {:>9} {:>9}", duration_text(summary.p50), duration_text(summary.p95),
                     duration_text(summary.p99), duration_text(summary.max));
}

}  // namespace

int percent(double share) {
  return static_cast<int>(std::lround(share * 100));
}

std::vector<std::string> header_lines(const StreamResults& results) {
  std::vector<std::string> lines;
  lines.push_back(printable(fmt::format("{} ({}), {}x{}, {} threads for loading, ring {}", results.adapter,
                                        results.driver, results.width, results.height, results.threads,
                                        byte_text(results.ring_bytes))));
  lines.push_back(fmt::format(
      "{}x{} tiles: {}; the camera sees {:.1f} tiles far and flies {:.0f} tiles in {} frames", results.side,
      results.side, results.tiles, results.reach, results.path_length, results.frames));
  std::string asked = results.rate_limit == 0
                          ? std::string("tiles are asked for as soon as they are in reach")
                          : fmt::format("tiles are asked for at {}/s at most", byte_text(results.rate_limit));
  lines.push_back(fmt::format("{}; {} looks around each pixel", asked, results.glow_taps));
  return lines;
}

std::vector<std::string> mode_lines(const ModeResult& mode) {
  std::vector<std::string> lines;
  lines.push_back(fmt::format(
      "{}: {} tiles, {} while loading at {:.3g} GB/s; {} cancelled, {} evicted, {} failed; memory up to {}",
      to_string(mode.mode), mode.tiles_ready,
      byte_text(mode.phases[static_cast<std::size_t>(FramePhase::kDuring)].bytes),
      mode.bytes_per_second / 1e9, mode.tiles_cancelled, mode.tiles_evicted, mode.tiles_failed,
      byte_text(mode.most_memory_bytes)));
  lines.push_back(fmt::format("  {:<11} {:>6} {:>9} {:>9} {:>9} {:>9} {:>7} {:>7} {:>7} {:>7} {:>7}",
                              "frames", "count", "p50", "p95", "p99", "max", "hitches", "waited", "direct",
                              "copy", "idle"));
  for (const FramePhase phase : {FramePhase::kBefore, FramePhase::kDuring, FramePhase::kAfter}) {
    const PhaseSummary& summary = mode.phases[static_cast<std::size_t>(phase)];
    lines.push_back(fmt::format("  {:<11} {:>6} {} {:>7} {:>6}% {:>6}% {:>6}% {:>6}%", to_string(phase),
                                summary.frames, times(summary.time), summary.hitches, percent(summary.waited),
                                percent(summary.direct_busy), percent(summary.copy_busy),
                                percent(summary.both_idle)));
  }
  lines.push_back(fmt::format("  {:<11} {:>6} {:>9} {:>9} {:>9} {:>9}   from the request, once it is in view",
                              "until shown", "count", "p50", "p95", "p99", "max"));
  for (std::size_t i = 0; i < kLoadPriorities; ++i) {
    const PrioritySummary& summary = mode.priorities[i];
    if (summary.shown_after.count == 0) continue;
    lines.push_back(fmt::format("  {:<11} {:>6} {}", to_string(static_cast<LoadPriority>(i)),
                                summary.shown_after.count, times(summary.shown_after)));
  }
  if (mode.saved_frames + mode.unsaved_frames > 0) {
    lines.push_back(fmt::format("  {} frames saved, {} skipped because writing was behind", mode.saved_frames,
                                mode.unsaved_frames));
  }
  for (const std::string& error : mode.errors) lines.push_back(printable("  failed: " + error));
  const StreamVerdict& verdict = mode.verdict;
  lines.push_back(fmt::format("  bottleneck: {}. {}", to_string(verdict.bottleneck), verdict.why));
  lines.push_back(fmt::format("  what to change: {}", verdict.advice));
  lines.push_back(fmt::format("  explained: ferry explain {}", page_of(verdict.bottleneck)));
  return lines;
}

std::vector<std::string> closing_lines(const StreamResults& results) {
  std::vector<std::string> lines;
  if (results.modes.size() > 1) {
    lines.push_back(results.same_picture
                        ? fmt::format("the last frame is the same in all {} modes: {:016x}",
                                      results.modes.size(), results.modes.front().last_frame_hash)
                        : std::string("THE LAST FRAME DIFFERS between the modes:"));
    if (!results.same_picture) {
      for (const ModeResult& mode : results.modes) {
        lines.push_back(fmt::format("  {}: {:016x}, {} of {} tiles in view are all there",
                                    to_string(mode.mode), mode.last_frame_hash, mode.last_sharp,
                                    mode.last_visible));
      }
    }
  }
  if (results.interrupted) lines.emplace_back("interrupted: the modes that were not finished are left out");
  if (results.findings) lines.push_back(findings_line(*results.findings));
  return lines;
}

}  // namespace ferry::cli
