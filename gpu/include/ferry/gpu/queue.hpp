#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string_view>

#include <ferry/base/fence_point.hpp>
#include <ferry/base/result.hpp>
#include <ferry/gpu/com_ptr.hpp>
#include <ferry/gpu/fence_timeline.hpp>
#include <ferry/gpu/live_objects.hpp>

struct ID3D12CommandList;
struct ID3D12CommandQueue;

namespace ferry {

class Device;

/// D3D12_COMMAND_LIST_TYPE's own values.
enum class QueueKind : std::uint32_t { kDirect = 0, kCompute = 2, kCopy = 3 };

/// "DIRECT", "COMPUTE", "COPY".
std::string_view to_string(QueueKind kind) noexcept;

/// D3D12_COMMAND_QUEUE_PRIORITY's own values. kGlobalRealtime comes before all other programs and needs
/// Windows' privilege to raise priorities (SeIncreaseBasePriorityPrivilege: an administrator's) and a driver
/// that has it.
enum class QueuePriority : std::int32_t { kNormal = 0, kHigh = 100, kGlobalRealtime = 10000 };

/// "NORMAL", "HIGH", "GLOBAL_REALTIME".
std::string_view to_string(QueuePriority priority) noexcept;

/// Whether the driver has queues of that kind and priority (D3D12_FEATURE_COMMAND_QUEUE_PRIORITY). The
/// process may lack the privilege for them nevertheless. kUnsupported where the device cannot be asked.
Result<bool> supports_priority(const Device& device, QueueKind kind, QueuePriority priority);

/// A command queue with its one fence timeline.
///
/// Threading: every method may be called from any thread; Execute and its Signal are one step, so that values
/// rise in the order of execution.
class Queue {
 public:
  /// kUnsupported where the driver has no queue of that priority, or the process lacks the privilege for it.
  static Result<std::shared_ptr<Queue>> create(const std::shared_ptr<Device>& device, QueueKind kind,
                                               std::string_view name,
                                               QueuePriority priority = QueuePriority::kNormal);
  /// The application's queue. Ferry submits to it only by calls of this object, with a fence of its own.
  static Result<std::shared_ptr<Queue>> adopt(const std::shared_ptr<Device>& device,
                                              ID3D12CommandQueue* queue, std::string_view name);
  /// Waits for what was submitted here as `drain` does, for at most kDefaultTimeout.
  ~Queue();
  Queue(const Queue&) = delete;
  Queue& operator=(const Queue&) = delete;

  [[nodiscard]] QueueKind kind() const { return kind_; }
  [[nodiscard]] ID3D12CommandQueue* d3d() const { return queue_.get(); }
  [[nodiscard]] const std::shared_ptr<FenceTimeline>& timeline() const { return timeline_; }

  /// Executes closed lists and signals the timeline. The point is complete when all of them are.
  ///
  /// A Signal that fails after the lists went out is tried once more; then the timeline is lost: nobody can
  /// know when their memory is free again, so it is never reused.
  Result<FencePoint> execute(std::span<ID3D12CommandList* const> lists, std::string_view label);
  /// Signals the timeline behind everything submitted so far.
  Result<FencePoint> signal(std::string_view label);

  /// Makes `consumer` (any queue of this device, the application's too) wait on the GPU until `value` of this
  /// queue's timeline is complete. No CPU wait; nothing at all where it is complete already.
  ///
  /// kNotSubmitted where the value was not submitted yet: such a wait is ignored by some runtimes. Where one
  /// Signal serves one Wait only (DeviceCaps::one_wait_per_signal) the consumer gets a fresh Signal of its
  /// own.
  Result<void> make_wait(ID3D12CommandQueue* consumer, std::uint64_t value);

  /// Waits on the CPU until everything submitted here is complete.
  Result<void> wait_idle(std::chrono::nanoseconds timeout = kDefaultTimeout);

  /// Waits on the CPU until the queue uses nothing any more that it was given. As `wait_idle`, but a timeline
  /// that is lost because Signals failed is asked by a fence of its own, and a removed device uses nothing.
  /// For those who are about to release what the queue was given.
  Result<void> drain(std::chrono::nanoseconds timeout = kDefaultTimeout);

 private:
  Queue() = default;
  Result<FencePoint> signal_locked(std::string_view label);

  std::shared_ptr<Device> device_;
  ComPtr<ID3D12CommandQueue> queue_;
  QueueKind kind_ = QueueKind::kDirect;
  std::mutex mutex_;
  std::shared_ptr<FenceTimeline> timeline_;
  LiveObjectMark mark_;
};

}  // namespace ferry
