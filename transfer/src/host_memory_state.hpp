#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include <ferry/base/fence_point.hpp>
#include <ferry/transfer/host_memory.hpp>

#include "copy_plan.hpp"
#include "host_heap.hpp"
#include "transfer_core.hpp"

namespace ferry {

/// Imported memory, and until when the GPU uses it.
struct HostMemoryState {
  /// HostMemory over a buffer that shares its bytes with `memory`.
  static HostMemory make(std::shared_ptr<TransferCore> core, host::HostHeap heap, std::span<std::byte> memory,
                         std::string_view name);

  void use_until(FencePoint point);
  /// Waits for all points; a queue whose Signals failed is drained.
  Result<void> wait(std::chrono::nanoseconds timeout);
  /// Records and executes a plan that names the buffer.
  Result<FencePoint> execute(TransferQueue& on, CopyPlan& plan, const HostCopyOptions& options);

  std::shared_ptr<TransferCore> core;
  host::HostHeap heap;
  std::span<std::byte> memory;
  std::string name;
  std::mutex mutex;
  /// The last point of each timeline.
  std::map<TimelineId, std::uint64_t> points;
};

}  // namespace ferry
