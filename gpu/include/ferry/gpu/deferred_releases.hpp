#pragma once

#include <deque>
#include <memory>
#include <mutex>

#include <ferry/base/fence_point.hpp>
#include <ferry/gpu/com_ptr.hpp>

struct IUnknown;

namespace ferry {

class Device;

/// Holds objects until the last work that names them is complete: a resource may be released only then.
///
/// Threading: every method may be called from any thread.
class DeferredReleases {
 public:
  explicit DeferredReleases(std::shared_ptr<Device> device);
  ~DeferredReleases();
  DeferredReleases(const DeferredReleases&) = delete;
  DeferredReleases& operator=(const DeferredReleases&) = delete;

  /// Releases this reference once `point` is complete, at a later `collect`.
  template <typename Interface>
  void release_after(ComPtr<Interface> object, FencePoint point) {
    hold(static_cast<void*>(object.detach()), point);
  }
  /// Releases what is complete.
  void collect();
  [[nodiscard]] std::size_t pending() const;

 private:
  struct Held {
    ComPtr<IUnknown> object;
    FencePoint point;
  };
  void hold(void* object, FencePoint point);

  std::shared_ptr<Device> device_;
  mutable std::mutex mutex_;
  std::deque<Held> held_;
};

}  // namespace ferry
