#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <thread>
#include <vector>

#include <ferry/base/result.hpp>
#include <ferry/gpu/upload_ring.hpp>
#include <ferry/layout/row_copy.hpp>
#include <ferry/transfer/texture_data.hpp>

#include "copy_plan.hpp"

namespace ferry {

struct RegionPiece;
struct TransferCore;
struct TransferQueue;

/// Puts bytes into staging and their copies into a plan; what UploadBatch and TransferRecording have in
/// common.
///
/// With a queue it submits by itself when a piece is staged, and when the ring asks for it. Without one (a
/// recording) everything stays in the plan, and what does not fit into the ring gets a buffer of its own.
///
/// Threading: one thread at a time.
class UploadWriter {
 public:
  UploadWriter(std::shared_ptr<TransferCore> core, std::shared_ptr<TransferQueue> on);
  UploadWriter(std::shared_ptr<TransferCore> core, QueueKind kind);
  ~UploadWriter();
  UploadWriter(const UploadWriter&) = delete;
  UploadWriter& operator=(const UploadWriter&) = delete;

  Result<void> upload_buffer(ID3D12Resource* destination, std::uint64_t offset,
                             std::span<const std::byte> bytes, StateChange states);
  Result<std::span<std::byte>> stage_buffer(ID3D12Resource* destination, std::uint64_t offset,
                                            std::uint64_t bytes);
  Result<void> upload_box(ID3D12Resource* destination, std::uint32_t subresource,
                          const std::optional<Box>& box, const TextureData& data, StateChange states);
  Result<void> upload_subresources(ID3D12Resource* destination, std::uint32_t first,
                                   std::span<const TextureData> data, StateChange states);
  Result<void> upload_rows(ID3D12Resource* destination, std::uint32_t subresource, const RowSource& source,
                           StateChange states);

  /// Submits what is in the plan. Nothing there is no submission.
  Result<void> flush(std::string_view label);
  /// Ends the batch: flush, or the error that broke it.
  Result<FencePoint> finish(std::string_view label);
  void cancel();

  /// For recordings: commits the staging to the point behind the application's list.
  void commit_to(FencePoint point);
  /// For recordings: nobody can tell when the GPU is done with the staging.
  void abandon();

  [[nodiscard]] CopyPlan& plan() { return plan_; }
  [[nodiscard]] QueueKind kind() const { return kind_; }
  [[nodiscard]] std::uint64_t staged_bytes() const { return staged_bytes_; }
  [[nodiscard]] std::uint64_t max_in_place() const;

 private:
  struct Staged {
    std::byte* cpu = nullptr;
    ID3D12Resource* buffer = nullptr;
    std::uint64_t offset = 0;
  };

  Result<void> check_open() const;
  Result<void> check_buffer(ID3D12Resource* destination, std::uint64_t offset, std::uint64_t bytes);
  Result<void> check_texture(ID3D12Resource* destination) const;
  struct BoxUpload {
    TexturePlace place;
    TextureData data;
    /// Of its staging memory; 0 for a box without texels.
    std::uint64_t bytes = 0;
  };
  /// Everything that can be wrong with the upload of a box, with the pitches filled in.
  Result<BoxUpload> prepare_box(ID3D12Resource* destination, const TextureDesc& desc,
                                std::uint32_t subresource, const std::optional<Box>& box,
                                const TextureData& data, StateChange states) const;
  Result<void> upload_prepared(const BoxUpload& upload, const TextureDesc& desc, StateChange states);
  Result<Staged> stage(std::uint64_t bytes, std::uint64_t alignment);
  Result<StagingBlock> reserve(std::uint64_t bytes, std::uint64_t alignment);
  /// The quick way for what follows the last piece of the same buffer: false where it is none.
  bool append(ID3D12Resource* destination, std::uint64_t offset, std::span<const std::byte> bytes,
              StateChange states);
  Result<void> piece_done(std::uint64_t bytes);
  void count(std::uint64_t bytes);
  /// Adds what was counted to the manager's statistics: not at each call, for an atomic addition waits for
  /// all stores before it.
  void publish_counts();
  /// How bytes of a call that brings `bytes` bytes are stored.
  [[nodiscard]] StoreHint store_hint(std::uint64_t bytes) const;
  Result<void> upload_pieces(const TexturePlace& place, const TextureDesc& desc, const RowSource& source,
                             StateChange states);
  /// The states of one piece of a region.
  [[nodiscard]] StateChange states_of(const RegionPiece& piece, StateChange whole) const;
  /// Whether an upload of so many bytes is one for several threads.
  [[nodiscard]] bool worth_helpers(std::uint64_t bytes) const;
  Result<void> upload_buffer_together(ID3D12Resource* destination, std::uint64_t offset,
                                      std::span<const std::byte> bytes, StateChange states);
  Result<void> upload_box_together(const BoxUpload& upload, const TextureDesc& desc, StateChange states);
  /// How many bytes the next submission should bring. The more are on their way, the less it hurries, and each
  /// fence that is waited for costs the drivers time (libvkd3d looks at all of them again and again).
  [[nodiscard]] std::uint64_t worth_submitting() const;
  struct Piece;
  /// Several threads stage the pieces that `next` gives, until it gives none; they are submitted in their
  /// order.
  Result<void> upload_together(const std::function<Result<bool>(Piece&)>& next);
  Result<void> broken(Error error);
  void drop_blocks();
  void keep_blocks(std::vector<ComPtr<ID3D12Resource>> references);
  /// Called before bytes are stored: how the copy is to be fenced.
  WriteFence begin_stores();
  /// Makes what was stored visible to the GPU, and to whoever gets the ring's bytes next.
  void fence_stores();
  void end_chunk();

  std::shared_ptr<TransferCore> core_;
  std::shared_ptr<TransferQueue> on_;
  QueueKind kind_;
  CopyPlan plan_;
  std::vector<StagingBlock> blocks_;
  /// Of the call that is under way.
  std::vector<BoxUpload> prepared_;
  /// Index of the block that small pieces are cut from, and how much of it is used.
  std::optional<std::size_t> chunk_;
  std::uint64_t chunk_used_ = 0;
  /// The buffer that was looked at last, and its size. Only good while the plan holds the buffer.
  ID3D12Resource* checked_buffer_ = nullptr;
  std::uint64_t checked_bytes_ = 0;
  std::uint64_t counted_calls_ = 0;
  std::uint64_t counted_bytes_ = 0;
  std::uint64_t unflushed_bytes_ = 0;
  std::uint64_t staged_bytes_ = 0;
  FencePoint last_point_;
  bool write_combined_ = true;
  /// Stores are fenced once before each submission, not after each call: a fence waits for them.
  bool fence_later_ = false;
  /// The thread whose stores are not fenced yet; none: the default.
  std::thread::id unfenced_;
  /// Staged bytes from which on stores go past the caches. Never in recordings: nobody knows when theirs run.
  std::uint64_t stream_from_ = UINT64_MAX;
  std::optional<Error> broken_;
};

}  // namespace ferry
