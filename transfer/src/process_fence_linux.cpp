#include <sys/syscall.h>
#include <unistd.h>

#include "process_fence.hpp"

namespace ferry {
namespace {

// Of linux/membarrier.h, which not every C library's package brings (Linux 4.14).
constexpr int kPrivateExpedited = 1 << 3;
constexpr int kRegisterPrivateExpedited = 1 << 4;

}  // namespace

bool has_process_fence() noexcept {
  static const bool registered = syscall(SYS_membarrier, kRegisterPrivateExpedited, 0) == 0;
  return registered;
}

bool process_fence() noexcept {
  // Each CPU that runs a thread of this process executes a full barrier, which empties its write-combining
  // buffers; a thread that runs nowhere did so when it was switched out.
  return has_process_fence() && syscall(SYS_membarrier, kPrivateExpedited, 0) == 0;
}

}  // namespace ferry
