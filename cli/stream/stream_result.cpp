#include "stream_result.hpp"

#include <algorithm>

namespace ferry::cli {

std::string_view to_string(StreamMode mode) noexcept {
  switch (mode) {
    case StreamMode::kBlocking:
      return "blocking";
    case StreamMode::kDirect:
      return "direct";
    case StreamMode::kCopy:
      break;
  }
  return "copy";
}

std::string_view to_string(FramePhase phase) noexcept {
  switch (phase) {
    case FramePhase::kStart:
      return "start";
    case FramePhase::kBefore:
      return "before";
    case FramePhase::kDuring:
      return "during";
    case FramePhase::kAfter:
      break;
  }
  return "after";
}

std::string_view to_string(SpanSource source) noexcept {
  switch (source) {
    case SpanSource::kTimestamps:
      return "timestamps";
    case SpanSource::kEstimated:
      return "estimated";
    case SpanSource::kSeen:
      break;
  }
  return "seen";
}

std::string_view to_string(RequestOutcome outcome) noexcept {
  switch (outcome) {
    case RequestOutcome::kReady:
      return "ready";
    case RequestOutcome::kCancelled:
      return "cancelled";
    case RequestOutcome::kFailed:
      break;
  }
  return "failed";
}

std::string_view to_string(Bottleneck bottleneck) noexcept {
  switch (bottleneck) {
    case Bottleneck::kUnknown:
      break;
    case Bottleneck::kNothing:
      return "nothing";
    case Bottleneck::kRenderThread:
      return "render thread";
    case Bottleneck::kDirectQueue:
      return "direct queue";
    case Bottleneck::kCopyQueue:
      return "copy queue";
    case Bottleneck::kDrawing:
      return "drawing";
    case Bottleneck::kCpu:
      return "cpu";
    case Bottleneck::kSharedMemory:
      return "shared memory";
  }
  return "unknown";
}

std::string page_of(Bottleneck bottleneck) {
  std::string name("stream-");
  name += to_string(bottleneck);
  std::replace(name.begin(), name.end(), ' ', '-');
  return name;
}

}  // namespace ferry::cli
