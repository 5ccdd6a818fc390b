#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include <ferry/base/result.hpp>
#include <ferry/gpu/com_ptr.hpp>
#include <ferry/gpu/mapping.hpp>
#include <ferry/transfer/transfer_manager.hpp>

#include "gpu_clock.hpp"
#include "list_runner.hpp"

struct ID3D12Resource;

namespace ferry::measure {

enum class Direction : std::uint8_t { kUp, kDown };

/// Copies between staging memory and DEFAULT memory on one queue, in pieces, with nothing of Ferry's in
/// between: what the GPU itself can do.
class CopyLane {
 public:
  /// Memory of `bytes` on either side. `queue` runs the copies.
  static Result<std::unique_ptr<CopyLane>> create(TransferManager& manager, QueueKind queue,
                                                  Direction direction, std::uint64_t bytes);

  /// The UPLOAD side's memory, to be filled; empty for kDown. Write-combined: never read it.
  [[nodiscard]] std::span<std::byte> staging() { return staging_.bytes(); }
  /// Lets the GPU fill the DEFAULT side of a lane down with `bytes`, or reads that of a lane up into them.
  [[nodiscard]] ID3D12Resource* gpu_side() const { return gpu_.get(); }
  /// What a lane down brought.
  Result<ReadMapping> arrived() const;

  /// Copies `bytes` in pieces of `piece`. Gives the seconds, by the GPU's clock where there is one, else from
  /// the submission to the moment its end is seen.
  Result<double> copy(std::uint64_t bytes, std::uint64_t piece);
  [[nodiscard]] bool has_clock() const { return clock_.has_value(); }

  /// The same in steps, for lanes that run side by side.
  Result<CommandContext> record(std::uint64_t bytes, std::uint64_t piece, bool timed);
  Result<FencePoint> submit(CommandContext recorded) { return runner_.submit(std::move(recorded)); }
  Result<void> wait(FencePoint point) { return runner_.wait(point); }

 private:
  CopyLane(TransferManager& manager, std::shared_ptr<Queue> queue, Direction direction, std::uint64_t bytes)
      : manager_(manager),
        direction_(direction),
        bytes_(bytes),
        runner_(manager.device(), std::move(queue),
                direction == Direction::kUp ? "copies up" : "copies down") {}

  TransferManager& manager_;
  Direction direction_;
  std::uint64_t bytes_;
  std::optional<GpuClock> clock_;
  ComPtr<ID3D12Resource> cpu_;
  ComPtr<ID3D12Resource> gpu_;
  WriteMapping staging_;
  ListRunner runner_;  // Ends first, and waits for the copies.
};

}  // namespace ferry::measure
