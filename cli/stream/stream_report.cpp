#include "stream_report.hpp"

#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <ferry/base/text.hpp>

#include <stream_report_js.hpp>

#include "../report_page/report_page.hpp"
#include "stream_json.hpp"
#include "stream_text.hpp"

namespace ferry::cli {

namespace {

constexpr FramePhase kShownPhases[] = {FramePhase::kBefore, FramePhase::kDuring, FramePhase::kAfter};

/// A table that can be moved sideways where the window is narrow. Cells are text.
class HtmlTable {
 public:
  explicit HtmlTable(std::initializer_list<std::string_view> titles) {
    out_ = "<div class=\"wide\"><table>\n";
    row("th", titles);
  }
  void add(const std::vector<std::string>& cells) { row("td", cells); }
  [[nodiscard]] std::string end() { return std::move(out_) + "</table></div>\n"; }

 private:
  template <typename Cells>
  void row(std::string_view element, const Cells& cells) {
    out_ += "<tr>";
    bool first = true;
    for (const auto& cell : cells) {
      out_ += fmt::format("<{}{}>{}</{}>", element, first ? " class=\"text\"" : "", html_text(cell), element);
      first = false;
    }
    out_ += "</tr>\n";
  }

  std::string out_;
};

std::string percent_text(double share) {
  return fmt::format("{:.0f}%", share * 100);
}

/// The modes side by side.
std::string comparison(const StreamResults& results) {
  HtmlTable table({"mode", "streamed", "GB/s while loading", "p50 before", "p99 before", "p50 during",
                   "p99 during", "max during", "hitches during", "limited by"});
  for (const ModeResult& mode : results.modes) {
    const PhaseSummary& before = mode.phases[static_cast<std::size_t>(FramePhase::kBefore)];
    const PhaseSummary& during = mode.phases[static_cast<std::size_t>(FramePhase::kDuring)];
    table.add({std::string(to_string(mode.mode)), byte_text(mode.bytes_ready),
               fmt::format("{:.3g}", mode.bytes_per_second / 1e9), duration_text(before.time.p50),
               duration_text(before.time.p99), duration_text(during.time.p50), duration_text(during.time.p99),
               duration_text(during.time.max), fmt::format("{}", during.hitches),
               std::string(to_string(mode.verdict.bottleneck))});
  }
  return table.end();
}

std::string frame_table(const ModeResult& mode) {
  HtmlTable table({"frames", "count", "p50", "p95", "p99", "max", "hitches", "CPU waited", "DIRECT busy",
                   "COPY busy", "both idle"});
  for (const FramePhase phase : kShownPhases) {
    const PhaseSummary& summary = mode.phases[static_cast<std::size_t>(phase)];
    table.add(
        {std::string(to_string(phase)), fmt::format("{}", summary.frames), duration_text(summary.time.p50),
         duration_text(summary.time.p95), duration_text(summary.time.p99), duration_text(summary.time.max),
         fmt::format("{}", summary.hitches), percent_text(summary.waited), percent_text(summary.direct_busy),
         percent_text(summary.copy_busy), percent_text(summary.both_idle)});
  }
  return table.end();
}

/// Of no requests nothing is known.
std::string known(const LatencySummary& times, StreamTime time) {
  return times.count == 0 ? std::string("-") : duration_text(time);
}

std::string priority_table(const ModeResult& mode) {
  HtmlTable table({"priority", "ready", "cancelled", "failed", "bytes", "ready after p50", "p99",
                   "shown after p50", "p99", "all mips after p50", "p99"});
  for (std::size_t i = 0; i < kLoadPriorities; ++i) {
    const PrioritySummary& summary = mode.priorities[i];
    if (summary.requests == 0) continue;
    table.add({std::string(to_string(static_cast<LoadPriority>(i))), fmt::format("{}", summary.ready),
               fmt::format("{}", summary.cancelled), fmt::format("{}", summary.failed),
               byte_text(summary.bytes), known(summary.ready_after, summary.ready_after.p50),
               known(summary.ready_after, summary.ready_after.p99),
               known(summary.shown_after, summary.shown_after.p50),
               known(summary.shown_after, summary.shown_after.p99),
               known(summary.sharp_after, summary.sharp_after.p50),
               known(summary.sharp_after, summary.sharp_after.p99)});
  }
  return table.end();
}

std::string paragraph(std::string_view text) {
  return fmt::format("<p>{}</p>\n", html_text(text));
}

/// Of one mode; stream_report.js fills the film and the timeline.
std::string section(const ModeResult& mode) {
  const std::string_view name = to_string(mode.mode);
  std::string out = fmt::format("<section>\n<h2>{}</h2>\n", name);
  out += paragraph(mode.verdict.why) + paragraph(mode.verdict.advice) +
         paragraph("More of it: ferry explain " + page_of(mode.verdict.bottleneck));
  for (const std::string& error : mode.errors) out += paragraph(error);
  out += fmt::format("<div class=\"film\" id=\"film-{}\"></div>\n", name);
  out += "<h3>Frames</h3>\n" + frame_table(mode);
  out += "<h3>Requests</h3>\n" + priority_table(mode);
  out += fmt::format("<div id=\"timeline-{}\"></div>\n", name);
  if (mode.span_error > StreamTime::zero()) {
    out +=
        paragraph(fmt::format("The clocks of GPU and CPU are not calibrated: where the queues' work lies in "
                              "time follows from when it was "
                              "submitted and seen to be over, and may be off by {}, all of it alike.",
                              duration_text(mode.span_error)));
  }
  return out + "</section>\n";
}

}  // namespace

std::string stream_report_html(const StreamResults& results) {
  std::string body = "<h1>A world that streams</h1>\n";
  for (const std::string& line : header_lines(results)) body += paragraph(line);
  body += comparison(results);
  for (const std::string& line : closing_lines(results)) body += paragraph(line);
  body += "<div class=\"plots\" id=\"plots\"></div>\n";
  for (const ModeResult& mode : results.modes) body += section(mode);
  return report_page("ferry stream", body,
                     to_json(results, true).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace),
                     embedded::stream_report_js);
}

}  // namespace ferry::cli
