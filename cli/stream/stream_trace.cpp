#include "stream_trace.hpp"

#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace ferry::cli {

namespace {

constexpr int kFrames = 1;
constexpr int kDirect = 2;
constexpr int kCopy = 3;

double micros(std::chrono::nanoseconds time) {
  return static_cast<double>(time.count()) / 1e3;
}

}  // namespace

void StreamTrace::event(std::string_view event_json) {
  events_ += events_.empty() ? "\n" : ",\n";
  events_ += event_json;
}

void StreamTrace::name(int process, int thread, std::string_view kind, std::string_view name) {
  event(fmt::format(R"({{"ph":"M","pid":{},"tid":{},"name":"{}","args":{{"name":"{}"}}}})", process, thread,
                    kind, name));
}

void StreamTrace::span(int process, int thread, std::string_view name, StreamTime begin, StreamTime end,
                       std::string_view arguments) {
  event(fmt::format(R"({{"ph":"X","pid":{},"tid":{},"name":"{}","ts":{:.3f},"dur":{:.3f},"args":{{{}}}}})",
                    process, thread, name, micros(begin), micros(end - begin), arguments));
}

void StreamTrace::add(const ModeResult& mode, const std::string& loader_trace,
                      std::chrono::nanoseconds began) {
  if (!any_) zero_ = began;
  any_ = true;
  const StreamTime shift = began - zero_;
  const int frames = ++processes_;
  name(frames, 0, "process_name", fmt::format("{}: frames and queues", to_string(mode.mode)));
  name(frames, kFrames, "thread_name", "frames");
  name(frames, kDirect, "thread_name", "DIRECT queue");
  name(frames, kCopy, "thread_name", "COPY queue");
  for (std::size_t i = 0; i < mode.frames.size(); ++i) {
    const FrameRecord& frame = mode.frames[i];
    span(frames, kFrames, fmt::format("frame {}", i), shift + frame.begin, shift + frame.begin + frame.time,
         fmt::format(R"("phase":"{}","waited_ms":{:.3f},"visible":{},"sharp":{},"pending":{})",
                     to_string(frame.phase), micros(frame.waited) / 1e3, frame.visible, frame.sharp,
                     frame.pending));
  }
  for (const auto& [thread, spans] :
       {std::pair(kDirect, &mode.direct_spans), std::pair(kCopy, &mode.copy_spans)}) {
    for (const BusySpan& one : *spans) {
      span(frames, thread, one.bytes == 0 ? "draw" : "copy", shift + one.begin, shift + one.end,
           fmt::format(R"("bytes":{})", one.bytes));
    }
  }
  if (loader_trace.empty()) return;
  const int loader = ++processes_;
  // Its clock began a little before the frames'; nothing of it is earlier than the mode's first request.
  nlohmann::json document = nlohmann::json::parse(loader_trace, nullptr, false);
  if (!document.contains("traceEvents")) return;
  for (nlohmann::json& one : document["traceEvents"]) {
    one["pid"] = loader;
    if (one["name"] == "process_name") one["args"]["name"] = fmt::format("{}: loader", to_string(mode.mode));
    if (one.contains("ts")) one["ts"] = one["ts"].get<double>() + micros(shift);
    event(one.dump());
  }
}

std::string StreamTrace::text() const {
  return R"({"displayTimeUnit":"ms","traceEvents":[)" + events_ + "\n]}\n";
}

}  // namespace ferry::cli
