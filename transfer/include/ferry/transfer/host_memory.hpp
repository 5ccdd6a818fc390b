#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <ferry/base/fence_point.hpp>
#include <ferry/base/result.hpp>
#include <ferry/gpu/fence_timeline.hpp>
#include <ferry/gpu/queue.hpp>
#include <ferry/layout/footprint.hpp>
#include <ferry/transfer/barrier.hpp>

struct ID3D12Resource;

namespace ferry {

class TransferManager;
struct HostMemoryState;

/// A run of bytes that is copied between host memory and a buffer.
struct HostBufferCopy {
  ID3D12Resource* buffer = nullptr;
  std::uint64_t buffer_offset = 0;
  std::uint64_t host_offset = 0;
  /// 0 is left out.
  std::uint64_t bytes = 0;
};

/// A subresource, or a box of one, that is copied between host memory and a texture.
struct HostTextureCopy {
  ID3D12Resource* texture = nullptr;
  std::uint32_t subresource = 0;
  /// In texels. Default: all of it.
  std::optional<Box> box = std::nullopt;
  /// Where the first row lies in host memory; a multiple of 512.
  std::uint64_t host_offset = 0;
  /// Bytes from row to row (of blocks) there; a multiple of 256. Slices follow each other without a gap.
  /// Where DeviceCaps::unrestricted_pitch is set, pitch and offset may be any multiples of the format's
  /// bytes. Default: 0, the row's bytes rounded up to 256.
  std::uint64_t row_pitch = 0;
  /// The state that the texture is in, and is left in. On the COPY queue COMMON.
  StateChange states = {};
};

struct HostCopyOptions {
  /// The queue that copies. Default: COPY.
  QueueKind queue = QueueKind::kCopy;
  /// The queue first waits, on the GPU, for this point. Default: none.
  std::optional<FencePoint> after = std::nullopt;
  /// What the timeline calls it.
  std::string_view label = "host memory copy";
};

/// Memory of the caller that the GPU copies from and to where it lies, with no staging in between. Made by
/// TransferManager's `import_host_memory`.
///
/// The memory must stay allocated, and its bytes as the copies want them, until the copies' fence points are
/// complete: `release` waits for that and refuses where it cannot be had; the destructor waits as long as
/// TransferOptions::timeout. A GPU that still uses it then keeps what Ferry made over the memory for ever, and
/// the caller must not free it either.
///
/// The GPU reaches system memory over the bus for each byte, and without the driver's write-combining: this
/// is for big memory that is copied once, where a copy into staging would cost more than it brings. For
/// everything else UploadBatch is as quick.
///
/// Threading: `upload`, `download`, `used_until`, `in_use` may be called from any thread; `release`, moving
/// and the end by one, when no other call runs. Lifetime: may outlive the TransferManager.
class HostMemory {
 public:
  HostMemory(HostMemory&&) noexcept;
  HostMemory& operator=(HostMemory&&) noexcept;
  ~HostMemory();

  /// What was imported; empty after `release`.
  [[nodiscard]] std::span<std::byte> bytes() const;
  /// The buffer over it, byte for byte, for lists of the application: a placed resource with
  /// ALLOW_CROSS_ADAPTER in COMMON, which promotes and decays as all buffers do. Say `used_until` for each. Null
  /// after `release`.
  [[nodiscard]] ID3D12Resource* buffer() const;

  /// Copies from host memory to buffers, in one submission. The bytes were written before the call; who wrote
  /// them with non-temporal stores ran a store fence. The point says when they have been read.
  /// kInvalidArgument where something does not fit; then nothing is copied. No copies are a point that is
  /// complete.
  Result<FencePoint> upload(std::span<const HostBufferCopy> copies, const HostCopyOptions& options = {});
  Result<FencePoint> upload(const HostTextureCopy& copy, const HostCopyOptions& options = {});
  /// Copies to host memory. The bytes are there when the point is complete, and until then nobody's to touch.
  /// Runs that overlap in host memory may come in any order.
  Result<FencePoint> download(std::span<const HostBufferCopy> copies, const HostCopyOptions& options = {});
  Result<FencePoint> download(const HostTextureCopy& copy, const HostCopyOptions& options = {});

  /// A list of the application uses the memory until then.
  void used_until(FencePoint point);
  /// Whether the GPU may still use the memory, as far as points tell. Never waits.
  [[nodiscard]] bool in_use() const;

  /// Waits until the GPU is done with the memory and gives it back to the caller. kTimeout: the GPU still
  /// uses it, everything is as before, and the memory must stay; call it again. On a removed device it is
  /// done at once. Nothing where it was released before.
  Result<void> release(std::chrono::nanoseconds timeout = kDefaultTimeout);

 private:
  friend struct HostMemoryState;
  explicit HostMemory(std::unique_ptr<HostMemoryState> state);
  Result<void> check_open() const;

  std::unique_ptr<HostMemoryState> state_;
};

/// Makes memory of the caller usable by the GPU (ID3D12Device3::OpenExistingHeapFromAddress).
///
/// `memory` is a whole VirtualAlloc region, committed and PAGE_READWRITE, from its start on: so it begins at
/// a multiple of 64 KiB, and its size must be one too. It is not copied and not freed. `name` is for
/// debuggers and messages.
///
/// kInvalidArgument for other memory. kUnsupported, with what to do instead, where the system cannot:
/// libvkd3d, Wine, drivers that refuse it. Sources: the Direct3D 12 documentation's pages "ID3D12Device3::
/// OpenExistingHeapFromAddress method" and "D3D12_RESOURCE_FLAGS enumeration"; that the heap comes with
/// SHARED and SHARED_CROSS_ADAPTER, so that what is placed there needs ALLOW_CROSS_ADAPTER, is the runtime's
/// behaviour.
Result<HostMemory> import_host_memory(TransferManager& manager, std::span<std::byte> memory,
                                      std::string_view name = "host memory");

}  // namespace ferry
