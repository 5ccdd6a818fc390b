#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include <ferry/base/fence_point.hpp>
#include <ferry/base/result.hpp>
#include <ferry/gpu/queue.hpp>
#include <ferry/layout/footprint.hpp>
#include <ferry/transfer/barrier.hpp>
#include <ferry/transfer/texture_data.hpp>

struct ID3D12Resource;

namespace ferry {

class UploadWriter;

/// Uploads of any number and size that belong together, ended by one fence point.
///
/// The bytes are copied into staging memory during each call, so the caller's memory is free again when the
/// call returns. Copies start before `submit`, whenever a few MiB are staged: staging the next piece and
/// copying the last overlap, and a batch may be many times bigger than the ring. A destination therefore must
/// not be used by other work from the first call on until the batch's fence point, and is kept alive until
/// then.
///
/// Order: a later upload to the same bytes or texels of one batch wins. Errors: a call that answers
/// kInvalidArgument changed nothing and the batch goes on; any other error breaks the batch: every call
/// answers it until `submit` or `cancel` have reported it.
///
/// Threading: one thread at a time, handed on in any way that orders the calls; several batches may be filled
/// by several threads. Lifetime: may outlive the TransferManager that made it. Ending without `submit` is
/// `cancel`. A batch that was moved from answers kInvalidArgument.
class UploadBatch {
 public:
  UploadBatch(UploadBatch&&) noexcept;
  UploadBatch& operator=(UploadBatch&&) noexcept;
  ~UploadBatch();

  /// Uploads `bytes` to `destination` from byte `offset` on. No bytes are a successful no-op.
  ///
  /// Neighbouring calls, each starting where the last one ended, become one copy. No states: buffers decay to
  /// COMMON after every ExecuteCommandLists and promote to COPY_DEST from there (Direct3D 12 documentation,
  /// "Using Resource Barriers to Synchronize Resource States in Direct3D 12").
  Result<void> upload_buffer(ID3D12Resource* destination, std::uint64_t offset,
                             std::span<const std::byte> bytes);

  /// Staging memory for `bytes` bytes of the destination, to be written by the caller in place, in order,
  /// without reading. The memory is good until the next call on this batch. `bytes` at most `max_in_place()`.
  Result<std::span<std::byte>> stage_buffer(ID3D12Resource* destination, std::uint64_t offset,
                                            std::uint64_t bytes);
  /// A quarter of the ring.
  [[nodiscard]] std::uint64_t max_in_place() const;

  /// Uploads a whole subresource. `states` is of this subresource: on the COPY queue COMMON before and after
  /// (Direct3D 12 documentation, "Multi-engine synchronization"), on others any.
  Result<void> upload_texture(ID3D12Resource* destination, std::uint32_t subresource, const TextureData& data,
                              StateChange states = {});
  /// Uploads subresources `first`, `first` + 1, ...: one for each element of `data`.
  Result<void> upload_texture(ID3D12Resource* destination, std::uint32_t first,
                              std::span<const TextureData> data, StateChange states = {});
  /// Uploads a box of a subresource, in texels; `data` holds that box. Blocks of compressed formats are not
  /// cut. An empty box is a successful no-op.
  Result<void> upload_region(ID3D12Resource* destination, std::uint32_t subresource, const Box& box,
                             const TextureData& data, StateChange states = {});
  /// Uploads a whole subresource whose rows `source` writes straight into staging memory, band by band.
  Result<void> upload_rows(ID3D12Resource* destination, std::uint32_t subresource, const RowSource& source,
                           StateChange states = {});

  /// Submits what is left and gives the fence point behind all of the batch. The batch is empty afterwards
  /// and may be used again. An empty batch gives a point that is complete.
  Result<FencePoint> submit(std::string_view label = "upload");
  /// Gives up what was not submitted yet; its staging comes back. Copies that already started do finish.
  void cancel();

  [[nodiscard]] QueueKind queue_kind() const;
  /// Bytes staged since the last submit.
  [[nodiscard]] std::uint64_t staged_bytes() const;

 private:
  friend class TransferManager;
  explicit UploadBatch(std::unique_ptr<UploadWriter> writer);
  /// Null is an error: the batch was moved from.
  Result<UploadWriter*> writer() const;

  std::unique_ptr<UploadWriter> writer_;
};

}  // namespace ferry
