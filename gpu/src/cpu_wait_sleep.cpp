// Waiting where Direct3D 12 is libvkd3d: vkd3d_wait_event knows no time limit.
#include "cpu_wait.hpp"

#include <sys/prctl.h>

#include <algorithm>
#include <thread>

#include <ferry/gpu/d3d12.hpp>

namespace ferry {
namespace {

using namespace std::chrono_literals;

constexpr auto kSpin = 100us;
constexpr auto kShortestSleep = 5us;
constexpr auto kLongestSleep = 1ms;
/// Which part of the time waited so far a sleep may add.
constexpr int kLateness = 64;

}  // namespace

CpuWait::CpuWait(std::chrono::nanoseconds timeout)
    : start_(std::chrono::steady_clock::now()), timeout_(timeout) {}

CpuWait::~CpuWait() {
  if (slept_) prctl(PR_SET_TIMERSLACK, timer_slack_, 0, 0, 0);
}

bool CpuWait::pause(ID3D12Fence*, std::uint64_t) {
  const auto waited = std::chrono::steady_clock::now() - start_;
  if (waited >= timeout_) return false;
  if (waited < kSpin) {
    std::this_thread::yield();
    return true;
  }
  if (!slept_) {
    // Linux lets a thread sleep 50 us longer than asked, which would be most of a short wait.
    timer_slack_ = static_cast<unsigned long>(std::max(prctl(PR_GET_TIMERSLACK, 0, 0, 0, 0), 0));
    prctl(PR_SET_TIMERSLACK, 1UL, 0, 0, 0);
    slept_ = true;
  }
  const auto left = std::chrono::duration_cast<std::chrono::nanoseconds>(timeout_ - waited);
  const auto sleep = std::clamp<std::chrono::nanoseconds>(waited / kLateness, kShortestSleep, kLongestSleep);
  std::this_thread::sleep_for(std::min(sleep, left));
  return true;
}

}  // namespace ferry
