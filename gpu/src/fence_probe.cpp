#include "fence_probe.hpp"

#include <utility>

#include <ferry/gpu/d3d12.hpp>
#include <ferry/gpu/resource_desc.hpp>

namespace ferry {

void FenceProbe::watch(ID3D12CommandQueue* queue) {
  const std::lock_guard lock(mutex_);
  queue_ = queue;
}

std::uint64_t FenceProbe::look(ID3D12Device* device, std::uint64_t value, std::uint64_t submitted,
                               std::chrono::nanoseconds patience) {
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock) return 0;
  if (pending_ != 0) {
    const std::uint64_t reached = fence_->GetCompletedValue();
    // UINT64_MAX is of a lost device and no completion.
    if (reached < signals_ || reached == UINT64_MAX) return 0;
    return std::exchange(pending_, 0);
  }
  if (queue_ == nullptr) return 0;
  const auto now = std::chrono::steady_clock::now();
  if (value != seen_ || seen_since_ == std::chrono::steady_clock::time_point()) {
    seen_ = value;
    seen_since_ = now;
    return 0;
  }
  if (now - seen_since_ < patience) return 0;
  seen_since_ = now;
  if (!fence_) {
    // A failure here leaves everything as it was: the next look tries again.
    const HRESULT hr =
        device->CreateFence(0, D3D12_FENCE_FLAG_NONE, iid_of<ID3D12Fence>(), fence_.put_void());
    if (FAILED(hr)) return 0;
    set_object_name(fence_.get(), "ferry fence probe");
  }
  if (SUCCEEDED(queue_->Signal(fence_.get(), signals_ + 1))) {
    ++signals_;
    pending_ = submitted;
  }
  return 0;
}

}  // namespace ferry
