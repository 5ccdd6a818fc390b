#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include <ferry/base/fence_point.hpp>
#include <ferry/base/result.hpp>
#include <ferry/gpu/device.hpp>

#include "list_runner.hpp"

struct ID3D12Resource;

namespace ferry::measure {

/// Frames that may be on their way at once, as with a swap chain of three buffers.
inline constexpr std::uint64_t kFramesInFlight = 3;

/// UPLOAD memory to write one piece to.
struct StagingSpace {
  std::byte* cpu = nullptr;
  ID3D12Resource* buffer = nullptr;
  std::uint64_t offset = 0;
};

/// One answer to the question when staging memory may be written again. Used frame by frame: begin, take for
/// each piece, end.
class StagingWay {
 public:
  virtual ~StagingWay() = default;

  /// No frame before `frame` - kFramesInFlight is still on its way.
  virtual void begin(std::uint64_t frame) = 0;
  /// `bytes` at a multiple of 512.
  virtual Result<StagingSpace> take(std::uint64_t bytes) = 0;
  /// The frame was submitted, up to `point`.
  virtual Result<void> end(FencePoint point) = 0;

  /// UPLOAD memory that it holds.
  [[nodiscard]] virtual std::uint64_t memory_bytes() const = 0;
  /// Seconds that the CPU waited in here, since the beginning.
  [[nodiscard]] virtual double waited() const = 0;
};

enum class StagingKind : std::uint8_t {
  kBufferPerFrame,  ///< As many buffers as frames in flight, each as big as the biggest frame.
  kWaitEveryTime,   ///< One such buffer; each frame waits until the GPU has read it.
  kRing,            ///< Ferry's ring: room for a burst and the two frames after it.
};
inline constexpr StagingKind kStagingKinds[] = {StagingKind::kBufferPerFrame, StagingKind::kWaitEveryTime,
                                                StagingKind::kRing};

/// `buffer per frame`, ...
std::string to_string(StagingKind kind);

/// `peak_bytes`: what the biggest frame uploads.
Result<std::unique_ptr<StagingWay>> make_staging(StagingKind kind, const std::shared_ptr<Device>& device,
                                                 ListRunner& runner, std::uint64_t peak_bytes);

}  // namespace ferry::measure
