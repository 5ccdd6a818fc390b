#include "stream_report.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <ferry/base/text.hpp>

#include "../report_page/report_page.hpp"
#include "stream_json.hpp"
#include "stream_text.hpp"

namespace ferry::cli {

namespace {

std::string frame_table(const ModeResult& mode) {
  std::string out =
      "<table><tr><th>frames</th><th>count</th><th>p50</th><th>p95</th><th>p99</th><th>max</th>"
      "<th>hitches</th><th>CPU waited</th><th>DIRECT busy</th><th>COPY busy</th><th>both idle</th></tr>\n";
  for (const FramePhase phase : {FramePhase::kBefore, FramePhase::kDuring, FramePhase::kAfter}) {
    const PhaseSummary& summary = mode.phases[static_cast<std::size_t>(phase)];
    out += fmt::format(
        "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{:.0f}%</td>"
        "<td>{:.0f}%</td><td>{:.0f}%</td><td>{:.0f}%</td></tr>\n",
        to_string(phase), summary.frames, duration_text(summary.time.p50), duration_text(summary.time.p95),
        duration_text(summary.time.p99), duration_text(summary.time.max), summary.hitches,
        summary.waited * 100, summary.direct_busy * 100, summary.copy_busy * 100, summary.both_idle * 100);
  }
  return out + "</table>\n";
}

std::string priority_table(const ModeResult& mode) {
  std::string out =
      "<table><tr><th>priority</th><th>ready</th><th>bytes</th><th>ready after p50</th><th>p99</th>"
      "<th>shown after p50</th><th>p99</th></tr>\n";
  for (std::size_t i = 0; i < kLoadPriorities; ++i) {
    const PrioritySummary& summary = mode.priorities[i];
    if (summary.requests == 0) continue;
    out += fmt::format(
        "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
        to_string(static_cast<LoadPriority>(i)), summary.ready, byte_text(summary.bytes),
        duration_text(summary.ready_after.p50), duration_text(summary.ready_after.p99),
        duration_text(summary.shown_after.p50), duration_text(summary.shown_after.p99));
  }
  return out + "</table>\n";
}

}  // namespace

std::string stream_report_html(const StreamResults& results) {
  std::string body;
  for (const std::string& line : header_lines(results)) body += "<p>" + html_text(line) + "</p>\n";
  for (const ModeResult& mode : results.modes) {
    body += fmt::format("<section><h2>{}</h2>\n<p>{} in {} tiles, {:.3g} GB/s while loading.</p>\n",
                        to_string(mode.mode), byte_text(mode.bytes_ready), mode.tiles_ready,
                        mode.bytes_per_second / 1e9);
    body += frame_table(mode) + priority_table(mode);
    body += "<p>" + html_text(mode.verdict.why) + "</p>\n<p>" + html_text(mode.verdict.advice) +
            "</p></section>\n";
  }
  for (const std::string& line : closing_lines(results)) body += "<p>" + html_text(line) + "</p>\n";
  return report_page("ferry stream", body, to_json(results, true).dump(), "report.finish();");
}

}  // namespace ferry::cli
