#include "trace_log.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include <ferry/base/json_text.hpp>
#include <ferry/base/text.hpp>

namespace ferry {
namespace {

constexpr std::array<std::string_view, 6> kLanes = {"queue", "read",        "decode",
                                                    "stage", "copy engine", "consumer waits"};

/// Nanoseconds as microseconds with their fraction.
std::string micros(std::int64_t nanoseconds) {
  std::string fraction = text(nanoseconds % 1000);
  fraction.insert(0, 3 - std::min<std::size_t>(fraction.size(), 3), '0');
  return text(nanoseconds / 1000, '.', fraction);
}

}  // namespace

void TraceLog::add(Lane lane, std::uint64_t number, std::uint64_t bytes, ScheduleTime begin,
                   ScheduleTime end) {
  if (most_ == 0) return;
  const std::lock_guard lock(mutex_);
  if (spans_.size() >= most_) {
    ++dropped_;
    return;
  }
  spans_.push_back({lane, number, bytes, begin, end});
}

std::string TraceLog::json(const std::string& name) const {
  const std::lock_guard lock(mutex_);
  std::vector<Span> sorted = spans_;
  std::sort(sorted.begin(), sorted.end(), [](const Span& a, const Span& b) {
    return a.lane != b.lane ? a.lane < b.lane : a.begin < b.begin;
  });
  // Spans of one lane may overlap, and viewers nest what is on one line: each gets the first row that is
  // free.
  std::vector<std::vector<ScheduleTime>> free_from(kLanes.size());
  std::string out =
      text("{\"displayTimeUnit\":\"ms\",\"otherData\":{\"dropped\":", dropped_,
           "},\"traceEvents\":[\n{\"ph\":\"M\",\"pid\":1,\"tid\":0,\"name\":\"process_name\",\"args\":"
           "{\"name\":");
  append_json_string(out, name);
  out += "}}";
  for (const Span& span : sorted) {
    const auto lane = static_cast<std::size_t>(span.lane);
    std::vector<ScheduleTime>& rows = free_from[lane];
    std::size_t row = 0;
    while (row < rows.size() && rows[row] > span.begin && row + 1 < 99) ++row;
    const std::size_t tid = lane * 100 + row + 1;
    if (row == rows.size()) {
      rows.push_back({});
      out +=
          text(",\n{\"ph\":\"M\",\"pid\":1,\"tid\":", tid, ",\"name\":\"thread_name\",\"args\":{\"name\":\"",
               kLanes[lane], row == 0 ? std::string() : text(' ', row + 1), "\"}}");
    }
    rows[row] = std::max(rows[row], span.end);
    out += text(",\n{\"ph\":\"X\",\"pid\":1,\"tid\":", tid, ",\"name\":\"load ", span.number, "\",\"cat\":\"",
                kLanes[lane], "\",\"ts\":", micros(span.begin.count()),
                ",\"dur\":", micros((span.end - span.begin).count()), ",\"args\":{\"load\":", span.number,
                ",\"bytes\":", span.bytes, "}}");
  }
  return out + "\n]}\n";
}

}  // namespace ferry
