// Waiting where events know time limits: Windows.
#include "cpu_wait.hpp"

#include <algorithm>
#include <thread>

#include <ferry/gpu/d3d12.hpp>

namespace ferry {
namespace {

using namespace std::chrono_literals;

constexpr auto kSpin = 100us;
constexpr auto kLongestSleep = 1ms;

}  // namespace

CpuWait::CpuWait(std::chrono::nanoseconds timeout)
    : start_(std::chrono::steady_clock::now()), timeout_(timeout) {}

CpuWait::~CpuWait() {
  if (event_ != nullptr) CloseHandle(event_);
}

bool CpuWait::pause(ID3D12Fence* fence, std::uint64_t value) {
  const auto waited = std::chrono::steady_clock::now() - start_;
  if (waited >= timeout_) return false;
  if (waited < kSpin) {
    std::this_thread::yield();
    return true;
  }
  slept_ = true;
  if (event_ == nullptr) {
    event_ = CreateEventW(nullptr, FALSE, FALSE, nullptr);
    if (event_ == nullptr || FAILED(fence->SetEventOnCompletion(value, event_))) {
      std::this_thread::sleep_for(kLongestSleep);
      return true;
    }
  }
  // Wakes now and then even so: a removed device must end the wait.
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(timeout_ - waited);
  WaitForSingleObject(event_, static_cast<DWORD>(std::clamp<long long>(left.count(), 1, 100)));
  return true;
}

}  // namespace ferry
