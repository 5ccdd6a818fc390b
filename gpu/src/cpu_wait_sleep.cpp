// Waiting where Direct3D 12 is libvkd3d: vkd3d_wait_event knows no time limit.
#include "cpu_wait.hpp"

#include <algorithm>
#include <thread>

#include <ferry/gpu/d3d12.hpp>

namespace ferry {
namespace {

using namespace std::chrono_literals;

constexpr auto kSpin = 100us;
constexpr auto kShortestSleep = 20us;
constexpr auto kLongestSleep = 1ms;
/// Which part of the time waited so far a sleep may add.
constexpr int kLateness = 64;

}  // namespace

CpuWait::CpuWait(std::chrono::nanoseconds timeout)
    : start_(std::chrono::steady_clock::now()), timeout_(timeout) {}

// The other implementation has an event to close.
CpuWait::~CpuWait() = default;  // NOLINT(performance-trivially-destructible)

bool CpuWait::pause(ID3D12Fence*, std::uint64_t) {
  const auto waited = std::chrono::steady_clock::now() - start_;
  if (waited >= timeout_) return false;
  if (waited < kSpin) {
    std::this_thread::yield();
    return true;
  }
  slept_ = true;
  const auto left = std::chrono::duration_cast<std::chrono::nanoseconds>(timeout_ - waited);
  const auto sleep = std::clamp<std::chrono::nanoseconds>(waited / kLateness, kShortestSleep, kLongestSleep);
  std::this_thread::sleep_for(std::min(sleep, left));
  return true;
}

}  // namespace ferry
