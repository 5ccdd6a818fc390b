#pragma once

#include <chrono>
#include <cstdint>
#include <memory>

#include <ferry/base/result.hpp>

namespace ferry {

class Device;

/// What a process may use of one group of memory segments, and what it does, in bytes.
struct VideoMemoryGroup {
  /// What the system lets the process have now; changes with what other programs do. Above it the process is
  /// slowed down, by paging, before it fails.
  std::uint64_t budget = 0;
  /// What it has.
  std::uint64_t usage = 0;
  /// What it could reserve (IDXGIAdapter3::SetVideoMemoryReservation), and what it did.
  std::uint64_t available_for_reservation = 0;
  std::uint64_t reservation = 0;
};

/// DXGI's two groups of memory segments.
struct VideoMemoryGroups {
  /// The memory beside the GPU: DEFAULT and GPU_UPLOAD heaps. With one memory (UMA) all there is.
  VideoMemoryGroup local;
  /// The CPU's memory as the GPU uses it: UPLOAD and READBACK heaps. 0 with one memory.
  VideoMemoryGroup non_local;
};

/// Asks the system (IDXGIAdapter3::QueryVideoMemoryInfo). kUnsupported where it says nothing: on libvkd3d.
/// Threading: any thread.
Result<VideoMemoryGroups> query_video_memory(const Device& device);

/// Tells when the system changed the budget of a device's memory (IDXGIAdapter3's
/// RegisterVideoMemoryBudgetChangeNotificationEvent), so that nobody has to ask again and again. It has no
/// thread: look at it once a frame, or have a thread of yours wait.
///
/// Threading: every method may be called from any thread; each change is told to one caller. Lifetime:
/// independent of the device.
class VideoMemoryWatch {
 public:
  /// kUnsupported where the system tells no changes: on libvkd3d, and under Wine.
  static Result<std::unique_ptr<VideoMemoryWatch>> start(const Device& device);
  ~VideoMemoryWatch();
  VideoMemoryWatch(const VideoMemoryWatch&) = delete;
  VideoMemoryWatch& operator=(const VideoMemoryWatch&) = delete;

  /// Whether the budget changed since the last call of `changed` or `wait`. Asks nothing of the system but
  /// its event.
  [[nodiscard]] bool changed();
  /// Waits for the next change; false when the time is over.
  bool wait(std::chrono::milliseconds timeout);
  /// The memory as it is now.
  [[nodiscard]] Result<VideoMemoryGroups> query() const;

 private:
  struct State;
  friend struct VideoMemoryAccess;
  explicit VideoMemoryWatch(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

}  // namespace ferry
