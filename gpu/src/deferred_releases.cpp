#include <ferry/gpu/deferred_releases.hpp>

#include <utility>

#include <ferry/gpu/d3d12.hpp>
#include <ferry/gpu/device.hpp>
#include <ferry/gpu/fence_timeline.hpp>

namespace ferry {

DeferredReleases::DeferredReleases(std::shared_ptr<Device> device) : device_(std::move(device)) {}

DeferredReleases::~DeferredReleases() = default;

void DeferredReleases::hold(void* object, FencePoint point) {
  const std::lock_guard lock(mutex_);
  held_.push_back({ComPtr<IUnknown>::attach(static_cast<IUnknown*>(object)), point});
}

void DeferredReleases::collect() {
  std::deque<Held> done;
  {
    const std::lock_guard lock(mutex_);
    std::deque<Held> still;
    for (Held& held : held_) {
      (device_->timelines().is_complete(held.point) ? done : still).push_back(std::move(held));
    }
    held_ = std::move(still);
  }
  // The releases themselves run here, with no lock held.
}

std::size_t DeferredReleases::pending() const {
  const std::lock_guard lock(mutex_);
  return held_.size();
}

}  // namespace ferry
