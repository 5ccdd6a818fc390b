// libvkd3d has no such question.
#include <ferry/gpu/device.hpp>

namespace ferry {

Result<VideoMemory> Device::video_memory() const {
  return fail(ErrorCode::kUnsupported, "libvkd3d does not tell how much GPU memory a process may use");
}

}  // namespace ferry
