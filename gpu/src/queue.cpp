#include <ferry/gpu/queue.hpp>

#include <string>

#include <ferry/gpu/api_error.hpp>
#include <ferry/gpu/d3d12.hpp>
#include <ferry/gpu/device.hpp>

#include "cpu_wait.hpp"

namespace ferry {

std::string_view to_string(QueueKind kind) noexcept {
  switch (kind) {
    case QueueKind::kDirect:
      return "DIRECT";
    case QueueKind::kCompute:
      return "COMPUTE";
    case QueueKind::kCopy:
      return "COPY";
  }
  return "unknown";
}

std::string_view to_string(QueuePriority priority) noexcept {
  switch (priority) {
    case QueuePriority::kHigh:
      return "HIGH";
    case QueuePriority::kGlobalRealtime:
      return "GLOBAL_REALTIME";
    case QueuePriority::kNormal:
      break;
  }
  return "NORMAL";
}

Result<bool> supports_priority(const Device& device, QueueKind kind, QueuePriority priority) {
  D3D12_FEATURE_DATA_COMMAND_QUEUE_PRIORITY data = {};
  data.CommandListType = static_cast<D3D12_COMMAND_LIST_TYPE>(kind);
  data.Priority = static_cast<UINT>(priority);
  const HRESULT hr =
      device.d3d()->CheckFeatureSupport(D3D12_FEATURE_COMMAND_QUEUE_PRIORITY, &data, sizeof data);
  if (FAILED(hr)) {
    return Failure{
        Error{ErrorCode::kUnsupported, static_cast<std::int32_t>(hr),
              text("this device does not tell which priorities its ", to_string(kind), " queues have")}};
  }
  return data.PriorityForTypeIsSupported != FALSE;
}

namespace {

/// Why there is no such queue: the driver has none, or the process may not have one (Direct3D 12
/// documentation, "D3D12_COMMAND_QUEUE_PRIORITY enumeration").
Failure explain_refused_priority(const Device& device, QueueKind kind, QueuePriority priority,
                                 std::string_view name, std::int32_t hr) {
  const auto supported = supports_priority(device, kind, priority);
  // Every device has queues of NORMAL priority: then it is something else.
  const std::string_view why = priority != QueuePriority::kNormal && supported && !*supported
                                   ? ": the driver has no queue of that priority; use HIGH or NORMAL"
                               : priority == QueuePriority::kGlobalRealtime
                                   ? ": it needs Windows' privilege SeIncreaseBasePriorityPrivilege, which "
                                     "an administrator's process has; "
                                     "use HIGH or NORMAL without it"
                                   : "";
  Failure failure = fail_api(hr, "CreateCommandQueue failed for the ", to_string(kind), " queue '", name,
                             "' of priority ", to_string(priority), why);
  const ErrorCode code = failure.error.code;
  if (!why.empty() && code != ErrorCode::kDeviceLost && code != ErrorCode::kOutOfMemory) {
    failure.error.code = ErrorCode::kUnsupported;
  }
  return failure;
}

}  // namespace

Result<std::shared_ptr<Queue>> Queue::create(const std::shared_ptr<Device>& device, QueueKind kind,
                                             std::string_view name, QueuePriority priority) {
  D3D12_COMMAND_QUEUE_DESC desc = {};
  desc.Type = static_cast<D3D12_COMMAND_LIST_TYPE>(kind);
  desc.Priority = static_cast<INT>(priority);
  ComPtr<ID3D12CommandQueue> queue;
  const HRESULT hr = device->d3d()->CreateCommandQueue(&desc, iid_of<ID3D12CommandQueue>(), queue.put_void());
  if (FAILED(hr)) return explain_refused_priority(*device, kind, priority, name, hr);
  set_object_name(queue.get(), name);
  return adopt(device, queue.get(), name);
}

Result<std::shared_ptr<Queue>> Queue::adopt(const std::shared_ptr<Device>& device, ID3D12CommandQueue* queue,
                                            std::string_view name) {
  if (queue == nullptr) return fail(ErrorCode::kInvalidArgument, "the command queue '", name, "' is null");
  const D3D12_COMMAND_QUEUE_DESC desc = queue->GetDesc();
  if (desc.NodeMask > 1) {
    return fail(ErrorCode::kUnsupported, "queue '", name, "' has node mask ", desc.NodeMask,
                "; Ferry works on one node: use mask 0 or 1");
  }
  auto timeline = FenceTimeline::create(*device, text(name, " timeline"));
  if (!timeline) return fail(std::move(timeline).error());
  std::shared_ptr<Queue> made(new Queue());
  made->device_ = device;
  made->queue_ = ComPtr(queue);
  made->kind_ = static_cast<QueueKind>(desc.Type);
  made->timeline_ = *std::move(timeline);
  made->timeline_->watch_queue(queue);
  made->mark_ = LiveObjectMark(device->live_objects(), "queue", name);
  return made;
}

Queue::~Queue() {
  // Objects below may not be released while the GPU uses them; a device that is lost or hangs ends this wait.
  (void)drain();
  if (timeline_) timeline_->watch_queue(nullptr);
}

Result<FencePoint> Queue::execute(std::span<ID3D12CommandList* const> lists, std::string_view label) {
  const std::lock_guard lock(mutex_);
  if (timeline_->lost()) {
    timeline_->note_unmarked(FenceTimeline::Unmarked::kRefused, label);
    return fail(timeline_->completed().error());
  }
  queue_->ExecuteCommandLists(static_cast<UINT>(lists.size()), lists.data());
  return signal_locked(label);
}

Result<FencePoint> Queue::signal(std::string_view label) {
  const std::lock_guard lock(mutex_);
  if (timeline_->lost()) return fail(timeline_->completed().error());
  return signal_locked(label);
}

Result<FencePoint> Queue::signal_locked(std::string_view label) {
  const std::uint64_t value = timeline_->next_value();
  HRESULT hr = queue_->Signal(timeline_->d3d(), value);
  if (FAILED(hr)) hr = queue_->Signal(timeline_->d3d(), value);
  if (FAILED(hr)) {
    timeline_->mark_lost();
    timeline_->note_unmarked(FenceTimeline::Unmarked::kNoSignal, label);
    return fail_api(hr, "Signal of value ", value, " failed twice on timeline '", timeline_->name(),
                    "' for '", label,
                    "'; nobody can tell when that work is done, so its memory is kept until the device ends");
  }
  timeline_->note_submitted(value, label);
  return FencePoint{timeline_->id(), value};
}

Result<void> Queue::make_wait(ID3D12CommandQueue* consumer, std::uint64_t value) {
  if (consumer == nullptr) return fail(ErrorCode::kInvalidArgument, "the queue that is to wait is null");
  if (timeline_->is_complete(value)) return {};
  if (timeline_->lost()) return fail(timeline_->completed().error());
  if (value > timeline_->last_submitted()) {
    return fail(ErrorCode::kNotSubmitted, "value ", value, " of timeline '", timeline_->name(),
                "' is not submitted yet (the last one is ", timeline_->last_submitted(),
                "); submit the batch before a queue waits for it");
  }
  // A queue works in order: it has passed `value` before anything submitted to it from now on.
  if (consumer == queue_.get()) return {};
  const std::lock_guard lock(mutex_);
  if (device_->caps().one_wait_per_signal) {
    auto own = signal_locked("for one consumer's wait");
    if (!own) return fail(std::move(own).error());
    value = own->value;
  }
  const HRESULT hr = consumer->Wait(timeline_->d3d(), value);
  if (FAILED(hr))
    return fail_api(hr, "ID3D12CommandQueue::Wait failed for timeline '", timeline_->name(), "'");
  return {};
}

Result<void> Queue::wait_idle(std::chrono::nanoseconds timeout) {
  return timeline_->wait(timeline_->last_submitted(), timeout);
}

Result<void> Queue::drain(std::chrono::nanoseconds timeout) {
  auto waited = wait_idle(timeout);
  if (waited || !timeline_->lost()) return waited;
  if (!device_->check_alive()) return {};
  ComPtr<ID3D12Fence> fence;
  HRESULT hr = device_->d3d()->CreateFence(0, D3D12_FENCE_FLAG_NONE, iid_of<ID3D12Fence>(), fence.put_void());
  if (SUCCEEDED(hr)) hr = queue_->Signal(fence.get(), 1);
  if (FAILED(hr)) return fail_api(hr, "nobody can tell when '", timeline_->name(), "' is done");
  CpuWait cpu_wait(timeout);
  // A removed device reads UINT64_MAX here, which is as good.
  while (fence->GetCompletedValue() < 1 && device_->check_alive()) {
    if (!cpu_wait.pause(fence.get(), 1)) {
      // Its Signal is still on the queue: the device keeps it.
      (void)FenceTimeline::adopt(*device_, fence.get(), text(timeline_->name(), ", drained"));
      return fail(ErrorCode::kTimeout, "what timeline '", timeline_->name(),
                  "' stands for is not done within ",
                  std::chrono::duration_cast<std::chrono::milliseconds>(timeout).count(), " ms");
    }
  }
  return {};
}

}  // namespace ferry
