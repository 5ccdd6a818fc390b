#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include <ferry/base/fence_point.hpp>
#include <ferry/base/result.hpp>
#include <ferry/base/units.hpp>
#include <ferry/gpu/com_ptr.hpp>

struct ID3D12Resource;

namespace ferry {

class Device;

/// A READBACK buffer of the pool, always in COPY_DEST; it takes no barrier, ever.
struct ReadbackBuffer {
  ComPtr<ID3D12Resource> resource;
  /// At least what was asked for.
  std::uint64_t capacity = 0;
};

struct ReadbackPoolStats {
  std::uint64_t buffers = 0;       ///< Alive, idle ones included.
  std::uint64_t bytes = 0;         ///< Their memory.
  std::uint64_t idle_buffers = 0;  ///< Ready for the next request.
  std::uint64_t idle_bytes = 0;
  std::uint64_t made = 0;    ///< Since the beginning.
  std::uint64_t reused = 0;  ///< Requests that needed no new buffer.
  std::uint64_t trimmed = 0;
};

/// Long-lived READBACK buffers by size class: powers of two from 64 KiB to 64 MiB, above that multiples of 16
/// MiB.
///
/// Threading: every method may be called from any thread.
class ReadbackPool {
 public:
  /// Idle buffers above `idle_budget` bytes in all are released once they have been idle for `idle_frames`
  /// frames.
  explicit ReadbackPool(std::shared_ptr<Device> device, std::uint64_t idle_budget = 64_MiB,
                        std::uint64_t idle_frames = 60);
  ~ReadbackPool();
  ReadbackPool(const ReadbackPool&) = delete;
  ReadbackPool& operator=(const ReadbackPool&) = delete;

  /// A buffer of at least `bytes` (not 0), which nothing on the GPU writes any more.
  Result<ReadbackBuffer> acquire(std::uint64_t bytes);
  /// Nobody reads it any more, and the GPU writes it at most until `point`.
  void give_back(ReadbackBuffer buffer, FencePoint point);
  /// The GPU may write it at a time that nobody knows: kept, never reused.
  void keep(ReadbackBuffer buffer);
  /// Counts a frame and trims.
  void end_frame();
  /// Releases every idle buffer.
  void trim();

  [[nodiscard]] ReadbackPoolStats stats() const;

 private:
  struct Idle {
    ReadbackBuffer buffer;
    FencePoint point;
    std::uint64_t since_frame = 0;
  };
  void trim_locked(std::uint64_t budget, std::uint64_t frames, std::vector<ReadbackBuffer>& out);

  std::shared_ptr<Device> device_;
  std::uint64_t idle_budget_;
  std::uint64_t idle_frames_;
  mutable std::mutex mutex_;
  std::deque<Idle> idle_;
  std::vector<ReadbackBuffer> kept_;
  std::uint64_t frame_ = 0;
  ReadbackPoolStats stats_;
};

}  // namespace ferry
