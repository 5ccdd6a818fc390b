// libvkd3d has no such question.
#include <ferry/gpu/video_memory.hpp>

#include <utility>

#include <ferry/gpu/device.hpp>

namespace ferry {
namespace {

Failure unsupported() {
  return fail(ErrorCode::kUnsupported, "libvkd3d does not tell how much GPU memory a process may use");
}

}  // namespace

struct VideoMemoryWatch::State {};

Result<VideoMemory> Device::video_memory() const {
  return unsupported();
}

Result<VideoMemoryGroups> query_video_memory(const Device&) {
  return unsupported();
}

VideoMemoryWatch::VideoMemoryWatch(std::unique_ptr<State> state) : state_(std::move(state)) {}

VideoMemoryWatch::~VideoMemoryWatch() = default;

Result<std::unique_ptr<VideoMemoryWatch>> VideoMemoryWatch::start(const Device&) {
  return unsupported();
}

bool VideoMemoryWatch::changed() {
  return false;
}

bool VideoMemoryWatch::wait(std::chrono::milliseconds) {
  return false;
}

Result<VideoMemoryGroups> VideoMemoryWatch::query() const {
  return unsupported();
}

}  // namespace ferry
