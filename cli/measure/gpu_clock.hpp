#pragma once

#include <cstdint>
#include <optional>

#include <ferry/base/fence_point.hpp>
#include <ferry/base/result.hpp>
#include <ferry/gpu/com_ptr.hpp>
#include <ferry/transfer/transfer_manager.hpp>

struct ID3D12GraphicsCommandList;
struct ID3D12QueryHeap;

namespace ferry::measure {

/// Times what a command list does by the GPU's own timestamps.
class GpuClock {
 public:
  /// None where the queue has no timestamps, or none that can be used.
  static std::optional<GpuClock> create(TransferManager& manager, Queue& queue);

  /// At the beginning and at the end of what is timed, in one list.
  void begin(ID3D12GraphicsCommandList* list) const;
  void end(ID3D12GraphicsCommandList* list) const;
  /// Seconds between the two, once `point` (the list's) is complete. kUnsupported where the timestamps make no
  /// sense.
  [[nodiscard]] Result<double> seconds(TransferManager& manager, FencePoint point) const;

 private:
  GpuClock() = default;

  ComPtr<ID3D12QueryHeap> heap_;
  std::uint64_t frequency_ = 0;
  QueueKind resolve_on_ = QueueKind::kDirect;
};

}  // namespace ferry::measure
