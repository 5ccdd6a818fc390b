#pragma once

#include <chrono>
#include <cstdint>

struct ID3D12Fence;

namespace ferry {

/// How a CPU thread lets time pass between two looks at a fence: it spins for a few dozen microseconds (most
/// copies end within them), then sleeps.
///
/// Windows: on an event of SetEventOnCompletion. libvkd3d: its events know no time limit, so by short sleeps
/// that grow with the time waited, to a few percent of it.
class CpuWait {
 public:
  explicit CpuWait(std::chrono::nanoseconds timeout);
  ~CpuWait();
  CpuWait(const CpuWait&) = delete;
  CpuWait& operator=(const CpuWait&) = delete;

  /// Lets some time pass. False once the timeout is over.
  bool pause(ID3D12Fence* fence, std::uint64_t value);
  /// Whether it is past spinning.
  [[nodiscard]] bool slept() const { return slept_; }

 private:
  std::chrono::steady_clock::time_point start_;
  std::chrono::nanoseconds timeout_;
  [[maybe_unused]] void* event_ = nullptr;
  /// Of this thread, in nanoseconds, to be put back; 0 puts the default back.
  [[maybe_unused]] unsigned long timer_slack_ = 0;
  bool slept_ = false;
};

}  // namespace ferry
