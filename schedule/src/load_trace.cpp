#include <ferry/schedule/load_trace.hpp>

#include <charconv>
#include <span>

namespace ferry {
namespace {

constexpr std::string_view kHeader = "ferry-load-trace 1";

/// The words of one line.
class Words {
 public:
  explicit Words(std::string_view line) : rest_(line) {}

  std::string_view next() {
    const std::size_t end = rest_.find(' ');
    const std::string_view word = rest_.substr(0, end);
    rest_ = end == std::string_view::npos ? std::string_view() : rest_.substr(end + 1);
    return word;
  }
  template <typename Number>
  bool number(Number& out) {
    const std::string_view word = next();
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), out);
    return !word.empty() && error == std::errc() && end == word.data() + word.size();
  }
  bool time(std::chrono::nanoseconds& out) {
    std::int64_t count = 0;
    if (!number(count) || count < 0) return false;
    out = std::chrono::nanoseconds(count);
    return true;
  }
  bool priority(LoadPriority& out) {
    const auto found = load_priority_from(next());
    if (found) out = *found;
    return found.has_value();
  }
  [[nodiscard]] bool at_end() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

bool read_event(std::string_view line, LoadTraceEvent& event) {
  Words words(line);
  const std::string_view kind = words.next();
  if (!words.time(event.time) || !words.number(event.request)) return false;
  if (kind == "submit") {
    event.kind = LoadTraceEvent::Kind::kSubmit;
    if (!words.priority(event.priority) || !words.number(event.bytes) || !words.number(event.tag))
      return false;
    Words deadline(words.next());
    ScheduleTime time{};
    Words again = deadline;
    if (again.next() != "-") {
      if (!deadline.time(time)) return false;
      event.deadline = time;
    }
  } else if (kind == "cancel") {
    event.kind = LoadTraceEvent::Kind::kCancel;
  } else if (kind == "priority") {
    event.kind = LoadTraceEvent::Kind::kSetPriority;
    if (!words.priority(event.priority)) return false;
  } else if (kind == "stages") {
    event.kind = LoadTraceEvent::Kind::kStageTimes;
    if (!words.time(event.read) || !words.time(event.decode) || !words.time(event.stage) ||
        !words.time(event.copy)) {
      return false;
    }
  } else {
    return false;
  }
  return words.at_end();
}

}  // namespace

std::string to_text(const LoadTrace& trace) {
  std::string out = text(kHeader, '\n');
  for (const LoadTraceEvent& event : trace.events) {
    const auto start = [&](std::string_view kind) {
      return text(kind, ' ', event.time.count(), ' ', event.request);
    };
    switch (event.kind) {
      case LoadTraceEvent::Kind::kSubmit:
        out += text(start("submit"), ' ', to_string(event.priority), ' ', event.bytes, ' ', event.tag, ' ',
                    event.deadline ? text(event.deadline->count()) : std::string("-"), '\n');
        break;
      case LoadTraceEvent::Kind::kCancel:
        out += text(start("cancel"), '\n');
        break;
      case LoadTraceEvent::Kind::kSetPriority:
        out += text(start("priority"), ' ', to_string(event.priority), '\n');
        break;
      case LoadTraceEvent::Kind::kStageTimes:
        out += text(start("stages"), ' ', event.read.count(), ' ', event.decode.count(), ' ',
                    event.stage.count(), ' ', event.copy.count(), '\n');
        break;
    }
  }
  return out;
}

Result<LoadTrace> load_trace_from(std::string_view text_in) {
  LoadTrace trace;
  std::size_t number = 0;
  while (!text_in.empty()) {
    const std::size_t end = text_in.find('\n');
    const std::string_view line = text_in.substr(0, end);
    text_in = end == std::string_view::npos ? std::string_view() : text_in.substr(end + 1);
    ++number;
    if (number == 1) {
      if (line != kHeader) {
        return fail(ErrorCode::kCorrupt, "line 1 is not '", kHeader, "'; this is no recording of loads");
      }
      continue;
    }
    if (line.empty()) continue;
    LoadTraceEvent event;
    if (!read_event(line, event)) {
      return fail(ErrorCode::kCorrupt, "line ", number, " of the recording is not an event: '",
                  line.substr(0, 80), "'");
    }
    trace.events.push_back(event);
  }
  if (number == 0) return fail(ErrorCode::kCorrupt, "the recording is empty");
  return trace;
}

}  // namespace ferry
