#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <ferry/base/result.hpp>
#include <ferry/gpu/com_ptr.hpp>
#include <ferry/transfer/transfer_manager.hpp>

#include "gpu_load.hpp"
#include "list_runner.hpp"
#include "staging_way.hpp"
#include "upload_pattern.hpp"

namespace ferry::measure {

/// What a run of frames came to, in seconds.
struct FrameTimes {
  double each = 0;    ///< From frame to frame.
  double waited = 0;  ///< In each frame, on the CPU, for the GPU.
};

/// Draws frames that upload by a pattern: work on the CPU, staging, copies and a load on the DIRECT queue.
class UploadFrames {
 public:
  /// `load` and `runner` must outlive it. The CPU's own work in each frame takes as long as the load.
  static Result<std::unique_ptr<UploadFrames>> create(const std::shared_ptr<Device>& device,
                                                      ListRunner& runner, const GpuLoad& load,
                                                      const UploadPattern& pattern);

  /// Draws that many frames with staging memory by `way` and waits for the last. Frames of other `seed`s upload
  /// other bytes.
  Result<FrameTimes> run(StagingWay& way, std::uint64_t frames, std::uint64_t seed);
  /// Reads back what the last kSlots frames uploaded; an error where a byte is wrong.
  Result<void> verify(TransferManager& manager, std::uint64_t frames, std::uint64_t seed);

  /// Frames upload to places in turn, so that each can be looked at afterwards.
  static constexpr std::uint64_t kSlots = 8;

 private:
  UploadFrames(ListRunner& runner, const GpuLoad& load, UploadPattern pattern)
      : runner_(runner), load_(load), pattern_(std::move(pattern)) {}
  [[nodiscard]] std::span<const std::byte> bytes_of(std::uint64_t frame, std::uint64_t seed) const;
  Result<FrameTimes> run_frames(StagingWay& way, std::uint64_t frames, std::uint64_t seed);
  Result<FencePoint> draw(StagingWay& way, std::uint64_t frame, std::uint64_t seed);

  ListRunner& runner_;
  const GpuLoad& load_;
  UploadPattern pattern_;
  std::vector<std::byte> source_;
  std::array<ComPtr<ID3D12Resource>, kSlots> slots_;
};

}  // namespace ferry::measure
