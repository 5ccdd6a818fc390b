#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string_view>

#include <ferry/base/fence_point.hpp>
#include <ferry/base/result.hpp>
#include <ferry/gpu/com_ptr.hpp>
#include <ferry/gpu/deferred_releases.hpp>
#include <ferry/gpu/fence_timeline.hpp>
#include <ferry/gpu/live_objects.hpp>
#include <ferry/ring/ring_allocator.hpp>

struct ID3D12Resource;

namespace ferry {

class Device;

/// What to do where the ring has no room.
enum class WhenFull : std::uint8_t {
  kWait,       ///< Wait until the GPU has read enough of it.
  kFail,       ///< Answer kFull at once.
  kDedicated,  ///< Use a buffer of its own for this piece, released once the GPU has read it.
};

/// Bytes in UPLOAD memory to write to, and their place for the GPU.
struct StagingBlock {
  /// Where to write. Write once, in order, and never read: the memory may be write-combined.
  std::byte* cpu = nullptr;
  std::uint64_t size = 0;
  /// The UPLOAD buffer, always in GENERIC_READ; it takes no barrier, ever.
  ID3D12Resource* buffer = nullptr;
  /// Of the first byte in `buffer`; a multiple of the alignment asked for.
  std::uint64_t offset = 0;
  /// Of the first byte: the buffer's GPU virtual address plus `offset`.
  std::uint64_t gpu_address = 0;

  /// For the ring: which of its segments this is. Means nothing where `dedicated` is set.
  SegmentId segment{};
  /// Set where the block is a buffer of its own.
  ComPtr<ID3D12Resource> dedicated;
};

/// How an upload ring does: the ring's own counters, and what it cost its callers.
struct UploadRingStats {
  RingStats ring;
  /// Times that a reserve had to wait for the GPU, and how long in all.
  std::uint64_t waits = 0;
  std::chrono::nanoseconds waited{};
  /// Buffers of their own that were made because the ring had no room, and their bytes.
  std::uint64_t dedicated = 0;
  std::uint64_t dedicated_bytes = 0;
  /// A size that would suit what was carried so far.
  std::uint64_t recommended_bytes = 0;
};

/// One long-lived, persistently mapped UPLOAD buffer whose bytes come back as fence points complete.
///
/// Threading: every method may be called from any thread. A block belongs to whoever reserved it until it is
/// committed or dropped; each must be, exactly once.
class UploadRing {
 public:
  /// `bytes` from 64 KiB up; 16 to 64 MiB is usual. Pages of the buffer are given memory by the system ahead
  /// of their first use, as the ring first runs through them.
  static Result<std::unique_ptr<UploadRing>> create(const std::shared_ptr<Device>& device,
                                                    std::uint64_t bytes,
                                                    std::string_view name = "upload ring");
  /// The GPU must be done with all blocks, or the device be lost.
  ~UploadRing();
  UploadRing(const UploadRing&) = delete;
  UploadRing& operator=(const UploadRing&) = delete;

  /// `size` bytes (not 0) at a multiple of `alignment` (a power of two, at most 64 KiB).
  ///
  /// Never waits for blocks that have no fence point yet, its caller's own perhaps: kNeedsSubmit asks for
  /// them to be submitted, unless `when_full` is kDedicated. A request above the ring's size is dedicated
  /// with kDedicated and kInvalidArgument otherwise. kTimeout and kDeviceLost end a wait.
  Result<StagingBlock> reserve(std::uint64_t size, std::uint64_t alignment,
                               WhenFull when_full = WhenFull::kWait,
                               std::chrono::nanoseconds timeout = kDefaultTimeout);

  /// The GPU reads the block until `point`. Points of several timelines may be mixed, in any order.
  void commit(StagingBlock block, FencePoint point);
  /// The block was not and will not be read by the GPU.
  void drop(StagingBlock block);
  /// Gives back what lies beyond `used` bytes, if the block is the newest of the ring; else keeps it.
  void trim(StagingBlock& block, std::uint64_t used);
  /// Takes back what is complete. `reserve` does so itself where it has no room.
  void retire();

  /// Gives memory to every page now instead of on the way.
  void prefault();

  [[nodiscard]] std::uint64_t capacity() const { return capacity_; }
  [[nodiscard]] ID3D12Resource* buffer() const { return buffer_.get(); }
  [[nodiscard]] UploadRingStats stats() const;

 private:
  UploadRing(std::shared_ptr<Device> device, RingAllocator ring);
  void retire_locked();
  void prefault_to(std::uint64_t end);
  Result<StagingBlock> dedicated_block(std::uint64_t size);

  std::shared_ptr<Device> device_;
  ComPtr<ID3D12Resource> buffer_;
  std::byte* memory_ = nullptr;
  std::uint64_t gpu_address_ = 0;
  std::uint64_t capacity_ = 0;
  LiveObjectMark mark_;

  mutable std::mutex mutex_;
  RingAllocator ring_;
  std::uint64_t prefaulted_ = 0;
  UploadRingStats counts_;
  DeferredReleases dedicated_;
};

}  // namespace ferry
