#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include <ferry/base/fence_point.hpp>
#include <ferry/base/result.hpp>
#include <ferry/base/units.hpp>
#include <ferry/gpu/device.hpp>
#include <ferry/gpu/queue.hpp>
#include <ferry/gpu/readback_pool.hpp>
#include <ferry/gpu/upload_ring.hpp>
#include <ferry/transfer/readback_request.hpp>
#include <ferry/transfer/readback_ticket.hpp>
#include <ferry/transfer/transfer_recording.hpp>
#include <ferry/transfer/upload_batch.hpp>

struct ID3D12CommandQueue;
struct ID3D12Device;
struct ID3D12Fence;

namespace ferry {

struct TransferCore;
struct TransferQueue;

struct TransferOptions {
  /// The upload ring's size in bytes. Default: 32 MiB. `statistics().ring.recommended_bytes` says what would
  /// suit.
  std::uint64_t ring_bytes = 32_MiB;
  /// Bytes that a batch stages before it starts their copy, and the biggest single copy. Default: 4 MiB; at
  /// most a quarter of the ring is used.
  std::uint64_t piece_bytes = 4_MiB;
  /// Threads that help those that call with big copies (1 MiB and more) into staging and out of READBACK
  /// memory: one thread copies 3 to 10 GB/s, the bus takes more. They sleep while there is nothing to copy.
  /// With them a `ring_bytes` of 128 MiB or more is of use. Default: 0, everything happens on the caller's
  /// thread; at most 256.
  std::uint32_t helper_threads = 0;
  /// How long one call may wait for the GPU. Default: 30 s.
  std::chrono::nanoseconds timeout = kDefaultTimeout;
  /// The application's queues, to which Ferry shall submit. Default: null; Ferry makes a queue of its own
  /// when one of that kind is first needed.
  ID3D12CommandQueue* direct_queue = nullptr;
  ID3D12CommandQueue* compute_queue = nullptr;
  ID3D12CommandQueue* copy_queue = nullptr;
  /// Idle READBACK memory that is kept for later requests. Default: 64 MiB.
  std::uint64_t readback_idle_bytes = 64_MiB;
  /// Makes the DEFAULT resources that Ferry needs (`create_buffer_with`), for applications with an allocator
  /// of their own: a buffer in COMMON with these D3D12_RESOURCE_FLAGS. Called from the thread that asks for
  /// it. Default: none; committed resources.
  std::function<Result<ComPtr<ID3D12Resource>>(const TextureDesc& desc, std::uint32_t flags,
                                               std::string_view name)>
      create_default;
  /// The prefix of the names of everything it makes. Default: "ferry".
  std::string name = "ferry";
};

/// What a TransferManager did so far. Counts and sums, never reset.
struct TransferStatistics {
  UploadRingStats ring;
  ReadbackPoolStats readback_pool;
  std::uint64_t upload_calls = 0;
  std::uint64_t upload_bytes = 0;
  /// Copy commands that were recorded for them: fewer than calls where neighbours were joined.
  std::uint64_t upload_copies = 0;
  std::uint64_t readback_calls = 0;
  std::uint64_t readback_bytes = 0;
  /// ExecuteCommandLists calls.
  std::uint64_t submissions = 0;
  /// Bytes that went straight into a buffer, with no staging and no copy.
  std::uint64_t direct_bytes = 0;
};

/// The front door: uploads, readbacks, fence points.
///
/// It has no thread of its own, unless `TransferOptions::helper_threads` asks for some. Work happens inside
/// its calls; `poll` runs callbacks and takes memory back, but nothing depends on it being called.
///
/// Threading: every method may be called from any thread. Lifetime: the destructor waits for the GPU to be
/// done with what was submitted, recordings that were retired included, for at most
/// `TransferOptions::timeout`; what a GPU that hangs may still use is never released. Batches and tickets may
/// outlive it.
class TransferManager {
 public:
  static Result<std::unique_ptr<TransferManager>> create(std::shared_ptr<Device> device,
                                                         const TransferOptions& options = {});
  /// On the application's device.
  static Result<std::unique_ptr<TransferManager>> create(ID3D12Device* device,
                                                         const TransferOptions& options = {});
  ~TransferManager();
  TransferManager(const TransferManager&) = delete;
  TransferManager& operator=(const TransferManager&) = delete;

  [[nodiscard]] const std::shared_ptr<Device>& device() const;
  /// The queue of this kind that Ferry submits to; made when first asked for.
  Result<std::shared_ptr<Queue>> queue(QueueKind kind);

  /// A new batch that copies on a queue of this kind. COPY leaves the other queues alone and is the right
  /// choice unless a destination is in a state that COPY does not take.
  Result<UploadBatch> begin_upload(QueueKind queue = QueueKind::kCopy);
  /// Transfers for a command list of the application, which will execute on a queue of this kind.
  TransferRecording begin_recording(QueueKind kind = QueueKind::kDirect);

  /// Asks for bytes back. The copy is submitted at once; the ticket says when it has arrived.
  Result<ReadbackTicket> read_buffer(const BufferReadback& request, const ReadbackOptions& options = {});
  Result<ReadbackTicket> read_texture(const TextureReadback& request, const ReadbackOptions& options = {});
  /// Results of `request.count` queries: 8 bytes each (pipeline statistics 88, stream output 16).
  Result<ReadbackTicket> read_queries(const QueryReadback& request, const ReadbackOptions& options = {});

  /// Makes `consumer`, any queue of the device, wait on the GPU for the point. Nothing where it is complete.
  /// Any number of queues may wait for one point.
  Result<void> wait_on(ID3D12CommandQueue* consumer, FencePoint point);
  /// Waits on the CPU.
  Result<void> wait(FencePoint point, std::chrono::nanoseconds timeout = kDefaultTimeout);
  [[nodiscard]] bool is_complete(FencePoint point) const;
  /// A point of the application's own fence, for `ReadbackOptions::after` and the like. The Signal must be
  /// submitted.
  Result<FencePoint> point_of(ID3D12Fence* fence, std::uint64_t value);
  /// Waits on the CPU until everything submitted so far is complete, recordings that were retired included.
  Result<void> wait_idle(std::chrono::nanoseconds timeout = kDefaultTimeout);

  /// A DEFAULT buffer that holds `bytes` from the start, made by the quickest way the device has: written
  /// directly where CPU and GPU share memory (UMA, GPU_UPLOAD), else by the ring and the COPY queue. `ready`
  /// is the point from which on it holds them; complete already when it was written directly. `flags` are
  /// D3D12_RESOURCE_FLAGS.
  struct FilledBuffer {
    ComPtr<ID3D12Resource> buffer;
    FencePoint ready;
    bool written_directly = false;
  };
  Result<FilledBuffer> create_buffer_with(std::span<const std::byte> bytes, std::string_view name,
                                          std::uint32_t flags = 0);

  /// Runs the callbacks of tickets that are done and takes back what the GPU is done with. Call it now and
  /// then, once a frame for example.
  void poll();
  /// `poll`, and counts a frame for the trimming of idle memory.
  void end_frame();

  [[nodiscard]] TransferStatistics statistics() const;
  /// Gives memory to all pages of the ring now, instead of ahead of their first use.
  void prefault();

 private:
  friend struct TransferCore;
  explicit TransferManager(std::shared_ptr<TransferCore> core);
  Result<std::shared_ptr<TransferQueue>> readback_queue(const ReadbackOptions& options);

  std::shared_ptr<TransferCore> core_;
};

}  // namespace ferry
