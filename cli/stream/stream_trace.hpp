#pragma once

#include <chrono>
#include <string>

#include "stream_result.hpp"

namespace ferry::cli {

/// Collects the modes' timelines into one document in Chrome's trace format: frames and queues of each, and
/// what its loader says. Modes follow each other in time as they did.
class StreamTrace {
 public:
  /// `loader_trace`: Loader::chrome_trace(), whose times begin when the loader was made, or empty.
  /// `began`: the steady clock's time that is 0 in the result.
  void add(const ModeResult& mode, const std::string& loader_trace, std::chrono::nanoseconds began);
  [[nodiscard]] std::string text() const;

 private:
  void event(std::string_view event_json);
  void name(int process, int thread, std::string_view kind, std::string_view name);
  void span(int process, int thread, std::string_view name, StreamTime begin, StreamTime end,
            std::string_view arguments);

  std::string events_;
  int processes_ = 0;
  std::chrono::nanoseconds zero_{};
  bool any_ = false;
};

}  // namespace ferry::cli
