#pragma once

#include <cstdint>
#include <memory>

#include <ferry/base/result.hpp>
#include <ferry/gpu/com_ptr.hpp>
#include <ferry/gpu/device.hpp>

#include "list_runner.hpp"

struct ID3D12GraphicsCommandList;
struct ID3D12Resource;

namespace ferry::measure {

/// Work for the GPU that stands for a frame's drawing: copies within DEFAULT memory that take a given time.
class GpuLoad {
 public:
  /// Finds out how many copies take about `seconds` on the runner's queue.
  static Result<std::unique_ptr<GpuLoad>> create(const std::shared_ptr<Device>& device, ListRunner& runner,
                                                 double seconds, bool software);

  void record(ID3D12GraphicsCommandList* list) const;
  /// What it takes in truth, as measured at the beginning; at most twice what was wished for.
  [[nodiscard]] double seconds() const { return seconds_; }

 private:
  GpuLoad() = default;

  std::uint64_t bytes_ = 0;
  std::uint64_t copies_ = 1;
  double seconds_ = 0;
  ComPtr<ID3D12Resource> from_;
  ComPtr<ID3D12Resource> to_;
};

/// Keeps the CPU busy for that long: what a frame's own work does.
void work_on_cpu(double seconds);

}  // namespace ferry::measure
