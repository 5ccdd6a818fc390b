#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>

#include <ferry/base/result.hpp>
#include <ferry/gpu/com_ptr.hpp>
#include <ferry/gpu/device.hpp>
#include <ferry/gpu/queue.hpp>

#include "accounting.hpp"

struct ID3D12GraphicsCommandList;
struct ID3D12QueryHeap;
struct ID3D12Resource;

namespace ferry::cli {

/// When work began and ended by the GPU's clock, in its ticks.
struct GpuTicks {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

/// Takes the time of command lists of a DIRECT queue by timestamp queries.
///
/// Threading: one thread at a time.
class GpuStopwatch {
 public:
  /// A stopwatch with this many places, each for one list at a time. On a device without timestamps it does
  /// nothing.
  static Result<GpuStopwatch> create(Device& device, Queue& queue, std::uint32_t places);

  /// Ticks a second; 0 where there are no timestamps.
  [[nodiscard]] std::uint64_t frequency() const { return frequency_; }
  void begin(ID3D12GraphicsCommandList* list, std::uint32_t place) const;
  /// The last commands of the list, before its Close.
  void end(ID3D12GraphicsCommandList* list, std::uint32_t place) const;
  /// What the list that used this place last took. It must be complete.
  [[nodiscard]] std::optional<GpuTicks> read(std::uint32_t place) const;

 private:
  std::uint64_t frequency_ = 0;
  ComPtr<ID3D12QueryHeap> heap_;
  ComPtr<ID3D12Resource> results_;
};

/// Work as the CPU saw it, with what the GPU says of it. `frequency` is in ticks a second. Times of the
/// CPU are since the clock's own start here.
TimedWork timed_work(std::uint64_t frequency, std::chrono::steady_clock::time_point submitted,
                     std::chrono::steady_clock::time_point seen, const std::optional<GpuTicks>& ticks,
                     std::uint64_t bytes);

}  // namespace ferry::cli
