#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <ferry/base/result.hpp>
#include <ferry/gpu/com_ptr.hpp>
#include <ferry/gpu/device.hpp>
#include <ferry/gpu/mapping.hpp>

#include "gpu_load.hpp"
#include "list_runner.hpp"
#include "readback_way.hpp"

struct ID3D12GraphicsCommandList;
struct ID3D12Resource;

namespace ferry::measure {

/// What a run of frames came to, in seconds.
struct ReadbackTimes {
  double each = 0;    ///< From frame to frame.
  double waited = 0;  ///< In each frame, on the CPU, for the GPU.
  double age = 0;     ///< From the submission of a frame to its bytes being in the CPU's memory.
};

/// Draws frames that each write their own number into what is read back, so that what arrives tells which
/// frame it is of.
class ReadbackFrames {
 public:
  /// A buffer of `width` bytes where `height` is 0, else an RGBA8 texture. `load` and `runner` must outlive it.
  static Result<std::unique_ptr<ReadbackFrames>> create(const std::shared_ptr<Device>& device,
                                                        ListRunner& runner, const GpuLoad& load,
                                                        std::uint32_t width, std::uint32_t height);

  /// Draws that many frames, and takes the results by `way`. kCorrupt where one is not of the frame that it was
  /// asked for.
  Result<ReadbackTimes> run(ReadbackWay& way, std::uint64_t frames);

  [[nodiscard]] const ReadbackSource& source() const { return source_; }
  /// What came last.
  [[nodiscard]] std::span<const std::byte> last() const { return out_; }

 private:
  ReadbackFrames(ListRunner& runner, const GpuLoad& load) : runner_(runner), load_(load) {}
  Result<ReadbackTimes> run_frames(ReadbackWay& way, std::uint64_t frames);
  Result<FencePoint> draw(std::uint64_t frame);
  void record_stamp(ID3D12GraphicsCommandList* list, std::uint64_t offset) const;
  Result<void> take(std::uint64_t frame);

  ListRunner& runner_;
  const GpuLoad& load_;
  ReadbackSource source_;
  ComPtr<ID3D12Resource> resource_;
  ComPtr<ID3D12Resource> stamps_;
  WriteMapping stamp_memory_;
  std::vector<std::byte> out_;
  std::vector<double> submitted_at_;
  std::uint64_t first_number_ =
      1;  // Numbers go on from run to run, so that old bytes are told from new ones.
  double ages_ = 0;
  std::uint64_t arrived_ = 0;
};

}  // namespace ferry::measure
