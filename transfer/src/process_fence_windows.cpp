#include <ferry/gpu/d3d12.hpp>

#include "process_fence.hpp"

namespace ferry {

bool has_process_fence() noexcept {
  return true;
}

bool process_fence() noexcept {
  FlushProcessWriteBuffers();
  return true;
}

}  // namespace ferry
