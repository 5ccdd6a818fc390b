#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include <ferry/loader/load_statistics.hpp>
#include <ferry/schedule/scheduler.hpp>

namespace ferry {

/// Spans of time on lanes, for a viewer. Keeps the first `most` of them and counts the rest.
///
/// Threading: every method may be called from any thread.
class TraceLog {
 public:
  enum class Lane : std::uint8_t { kQueue, kRead, kDecode, kStage, kCopyEngine, kConsumerWait };

  explicit TraceLog(std::size_t most) : most_(most) {}

  [[nodiscard]] bool on() const { return most_ > 0; }
  void add(Lane lane, std::uint64_t number, std::uint64_t bytes, ScheduleTime begin, ScheduleTime end);
  /// Chrome's trace format.
  [[nodiscard]] std::string json(const std::string& name) const;

 private:
  struct Span {
    Lane lane = Lane::kQueue;
    std::uint64_t number = 0;
    std::uint64_t bytes = 0;
    ScheduleTime begin{};
    ScheduleTime end{};
  };

  std::size_t most_;
  mutable std::mutex mutex_;
  std::vector<Span> spans_;
  std::uint64_t dropped_ = 0;
};

}  // namespace ferry
