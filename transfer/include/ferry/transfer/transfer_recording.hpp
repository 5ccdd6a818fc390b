#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include <ferry/base/fence_point.hpp>
#include <ferry/base/result.hpp>
#include <ferry/gpu/queue.hpp>
#include <ferry/layout/footprint.hpp>
#include <ferry/transfer/barrier.hpp>
#include <ferry/transfer/enhanced_barrier.hpp>
#include <ferry/transfer/readback_request.hpp>
#include <ferry/transfer/readback_ticket.hpp>
#include <ferry/transfer/texture_data.hpp>

struct ID3D12Fence;
struct ID3D12GraphicsCommandList;
struct ID3D12Resource;

namespace ferry {

struct TransferCore;
class UploadWriter;
struct ReadbackState;

/// Transfers that are recorded into a command list of the application and retired by the application's own
/// fence.
///
///     auto recording = manager.begin_recording(QueueKind::kDirect);
///     recording.upload_buffer(...);  auto ticket = recording.read_texture(...);
///     recording.record(list);                       // barriers, copies, barriers
///     queue->ExecuteCommandLists(...);  queue->Signal(fence, value);
///     recording.retire_with(fence, value);          // the staging comes back, and the ticket is ready, at
///     that value
///
/// A render graph that places barriers itself takes them as data: `barriers_before()`, `record_copies(list)`,
/// `barriers_after()`.
///
/// What does not fit into the ring goes into buffers of its own: the list is not Ferry's to submit, so there
/// is nothing to wait for. A recording that was recorded but never retired keeps its staging until the
/// TransferManager ends with all that was made from it, because nobody can tell when the GPU is done with it:
/// do not end them before the list is done.
///
/// Threading: one thread at a time. A recording that was moved from answers kInvalidArgument.
class TransferRecording {
 public:
  TransferRecording(TransferRecording&&) noexcept;
  TransferRecording& operator=(TransferRecording&&) noexcept;
  ~TransferRecording();

  /// As the calls of UploadBatch of the same name. Buffers have states here, for the list may use them before
  /// and after.
  Result<void> upload_buffer(ID3D12Resource* destination, std::uint64_t offset,
                             std::span<const std::byte> bytes, StateChange states = {});
  Result<void> upload_texture(ID3D12Resource* destination, std::uint32_t subresource, const TextureData& data,
                              StateChange states = {});
  Result<void> upload_region(ID3D12Resource* destination, std::uint32_t subresource, const Box& box,
                             const TextureData& data, StateChange states = {});
  Result<void> upload_rows(ID3D12Resource* destination, std::uint32_t subresource, const RowSource& source,
                           StateChange states = {});

  /// As the calls of TransferManager of the same name; the ticket is ready once `retire_with` has been called
  /// and its value is complete. `state` is the buffer's state around the copy.
  Result<ReadbackTicket> read_buffer(const BufferReadback& request, std::uint32_t state = kStateCommon);
  Result<ReadbackTicket> read_texture(const TextureReadback& request);

  /// The transitions that the copies need before and after them; valid until the next call that changes the
  /// recording.
  [[nodiscard]] std::span<const Barrier> barriers_before() const;
  [[nodiscard]] std::span<const Barrier> barriers_after() const;
  /// The same in the enhanced form, for render graphs that place that: the states that were said are taken for
  /// the sync, access and layout that match them (to_enhanced). `use` says what else is known: `first` and
  /// `discard` mean something before the copies, `last` after them.
  [[nodiscard]] Result<EnhancedBarriers> enhanced_barriers_before(const BarrierUse& use = {}) const;
  [[nodiscard]] Result<EnhancedBarriers> enhanced_barriers_after(const BarrierUse& use = {}) const;
  /// Records the copies alone. A recording is recorded once. Where two of them meet in one place there are
  /// barriers between them, in this form; kUnsupported where the list does not take it.
  Result<void> record_copies(ID3D12GraphicsCommandList* list, BarrierForm form = BarrierForm::kStates);
  /// Records everything: barriers, copies, barriers.
  Result<void> record(ID3D12GraphicsCommandList* list, BarrierForm form = BarrierForm::kStates);

  /// The list was submitted, and `fence` reaches `value`, not 0, behind it. Gives the same as a fence point of
  /// Ferry's. The recording is empty afterwards and may be used again.
  Result<FencePoint> retire_with(ID3D12Fence* fence, std::uint64_t value);

 private:
  friend class TransferManager;
  TransferRecording(std::shared_ptr<TransferCore> core, QueueKind kind);
  Result<void> check_open() const;
  Result<void> record_enhanced(ID3D12GraphicsCommandList* list);
  Result<void> check_list(ID3D12GraphicsCommandList* list) const;
  Result<void> check_states(const BufferReadback& request, std::uint32_t state) const;
  Result<void> check_states(const TextureReadback& request, std::uint32_t state) const;
  template <typename Request>
  Result<ReadbackTicket> read(const Request& request, std::uint32_t source_state);

  std::shared_ptr<TransferCore> core_;
  std::unique_ptr<UploadWriter> writer_;
  std::vector<std::shared_ptr<ReadbackState>> readbacks_;
  bool recorded_ = false;
};

}  // namespace ferry
