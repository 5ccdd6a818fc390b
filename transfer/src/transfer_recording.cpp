#include <ferry/transfer/transfer_recording.hpp>

#include <optional>
#include <utility>

#include <ferry/gpu/d3d12.hpp>
#include <ferry/gpu/pix_event.hpp>
#include <ferry/gpu/resource_desc.hpp>

#include "enhanced_interface.hpp"
#include "readback_builder.hpp"
#include "transfer_core.hpp"
#include "upload_writer.hpp"

namespace ferry {

TransferRecording::TransferRecording(std::shared_ptr<TransferCore> core, QueueKind kind)
    : core_(std::move(core)), writer_(std::make_unique<UploadWriter>(core_, kind)) {}

TransferRecording::TransferRecording(TransferRecording&&) noexcept = default;

TransferRecording& TransferRecording::operator=(TransferRecording&& other) noexcept {
  std::swap(core_, other.core_);
  std::swap(writer_, other.writer_);
  std::swap(readbacks_, other.readbacks_);
  std::swap(recorded_, other.recorded_);
  return *this;
}

TransferRecording::~TransferRecording() {
  if (writer_ && recorded_) writer_->abandon();
}

Result<void> TransferRecording::check_open() const {
  if (!writer_) {
    return fail(ErrorCode::kInvalidArgument,
                "this TransferRecording was moved from; use the one it was moved to, or begin_recording");
  }
  if (!recorded_) return {};
  return fail(ErrorCode::kInvalidArgument,
              "this recording is in a command list already; call retire_with before it is used again");
}

Result<void> TransferRecording::upload_buffer(ID3D12Resource* destination, std::uint64_t offset,
                                              std::span<const std::byte> bytes, StateChange states) {
  if (auto open = check_open(); !open) return open;
  return writer_->upload_buffer(destination, offset, bytes, states);
}

Result<void> TransferRecording::upload_texture(ID3D12Resource* destination, std::uint32_t subresource,
                                               const TextureData& data, StateChange states) {
  if (auto open = check_open(); !open) return open;
  return writer_->upload_box(destination, subresource, std::nullopt, data, states);
}

Result<void> TransferRecording::upload_region(ID3D12Resource* destination, std::uint32_t subresource,
                                              const Box& box, const TextureData& data, StateChange states) {
  if (auto open = check_open(); !open) return open;
  return writer_->upload_box(destination, subresource, box, data, states);
}

Result<void> TransferRecording::upload_rows(ID3D12Resource* destination, std::uint32_t subresource,
                                            const RowSource& source, StateChange states) {
  if (auto open = check_open(); !open) return open;
  return writer_->upload_rows(destination, subresource, source, states);
}

Result<void> TransferRecording::check_states(const BufferReadback& request, std::uint32_t state) const {
  if (request.bytes == 0) return {};
  return writer_->plan().check_states(request.source, 0, true, {state, state});
}

Result<void> TransferRecording::check_states(const TextureReadback& request, std::uint32_t state) const {
  for (std::uint32_t i = 0; i < request.subresource_count; ++i) {
    if (auto fits = writer_->plan().check_states(request.source, request.first_subresource + i, false,
                                                 {state, state});
        !fits) {
      return fits;
    }
  }
  return {};
}

template <typename Request>
Result<ReadbackTicket> TransferRecording::read(const Request& request, std::uint32_t source_state) {
  if (auto open = check_open(); !open) return fail(std::move(open).error());
  auto prepared = prepare_readback(core_, request, true);
  if (!prepared) return fail(std::move(prepared).error());
  std::shared_ptr<ReadbackState> state = *std::move(prepared);
  if (auto fits = check_states(request, source_state); !fits) return fail(std::move(fits).error());
  for (const ReadbackPiece& piece : state->pieces) {
    if (auto added = add_piece(writer_->plan(), *state, piece, request, source_state, source_state); !added) {
      // The plan may name the buffer already: it is not for the pool.
      state->recorded = true;
      return fail(std::move(added).error());
    }
  }
  if (state->pieces.empty()) {
    state->submitted = true;
  } else {
    readbacks_.push_back(state);
  }
  return ReadbackTicket(std::move(state));
}

Result<ReadbackTicket> TransferRecording::read_buffer(const BufferReadback& request, std::uint32_t state) {
  return read(request, state);
}

Result<ReadbackTicket> TransferRecording::read_texture(const TextureReadback& request) {
  return read(request, request.state);
}

std::span<const Barrier> TransferRecording::barriers_before() const {
  if (!writer_) return {};
  return writer_->plan().barriers_before();
}

std::span<const Barrier> TransferRecording::barriers_after() const {
  if (!writer_) return {};
  return writer_->plan().barriers_after();
}

Result<EnhancedBarriers> TransferRecording::enhanced_barriers_before(const BarrierUse& use) const {
  if (!writer_) return fail(check_open().error());
  BarrierUse before = use;
  before.last = false;
  return to_enhanced(barriers_before(), writer_->kind(), before);
}

Result<EnhancedBarriers> TransferRecording::enhanced_barriers_after(const BarrierUse& use) const {
  if (!writer_) return fail(check_open().error());
  BarrierUse after;
  after.last = use.last;
  return to_enhanced(barriers_after(), writer_->kind(), after);
}

Result<void> TransferRecording::check_list(ID3D12GraphicsCommandList* list) const {
  const auto type = static_cast<QueueKind>(list->GetType());
  if (type == writer_->kind()) return {};
  return fail(ErrorCode::kInvalidArgument, "the recording is for a ", to_string(writer_->kind()),
              " list and the list is a ", to_string(type), " one; give begin_recording the list's kind");
}

Result<void> TransferRecording::record_copies(ID3D12GraphicsCommandList* list, BarrierForm form) {
  if (list == nullptr) return fail(ErrorCode::kInvalidArgument, "the command list to record into is null");
  if (auto open = check_open(); !open) return open;
  if (auto fits = check_list(list); !fits) return fits;
  if (form == BarrierForm::kEnhanced) {
    if (auto taken = enhanced::interface_of(list); !taken) return fail(std::move(taken).error());
  }
  recorded_ = true;
  for (const auto& state : readbacks_) state->recorded = true;
  core_->upload_copies.fetch_add(writer_->plan().copy_count(), std::memory_order_relaxed);
  const PixEvent event(list, "ferry transfers");
  writer_->plan().record_copies(list, form);
  return {};
}

Result<void> TransferRecording::record(ID3D12GraphicsCommandList* list, BarrierForm form) {
  if (list == nullptr) return fail(ErrorCode::kInvalidArgument, "the command list to record into is null");
  if (auto open = check_open(); !open) return open;
  if (auto fits = check_list(list); !fits) return fits;
  if (form == BarrierForm::kEnhanced) return record_enhanced(list);
  record_barriers(list, barriers_before());
  if (auto recorded = record_copies(list); !recorded) return recorded;
  record_barriers(list, barriers_after());
  return {};
}

Result<void> TransferRecording::record_enhanced(ID3D12GraphicsCommandList* list) {
  // Everything that can be refused, before anything is recorded.
  if (auto taken = enhanced::interface_of(list); !taken) return fail(std::move(taken).error());
  auto before = enhanced_barriers_before();
  if (!before) return fail(std::move(before).error());
  auto after = enhanced_barriers_after();
  if (!after) return fail(std::move(after).error());
  if (auto recorded = record_barriers(list, *before); !recorded) return recorded;
  if (auto recorded = record_copies(list, BarrierForm::kEnhanced); !recorded) return recorded;
  return record_barriers(list, *after);
}

Result<FencePoint> TransferRecording::retire_with(ID3D12Fence* fence, std::uint64_t value) {
  if (!writer_) return fail(check_open().error());
  if (fence == nullptr || value == 0) {
    return fail(ErrorCode::kInvalidArgument, "a recording is retired with ",
                fence == nullptr ? "a null fence" : "value 0, which every fence has reached",
                "; give the fence that the queue signals behind the list, and the value it signals");
  }
  if (!recorded_ && !writer_->plan().empty()) {
    return fail(ErrorCode::kInvalidArgument,
                "this recording was not recorded into a list yet; call record first");
  }
  auto timeline = FenceTimeline::adopt(*core_->device, fence, "application fence");
  if (!timeline) return fail(std::move(timeline).error());
  (*timeline)->note_submitted(value, "application list");
  const FencePoint point = {(*timeline)->id(), value};
  core_->note_application_point(point);
  for (const auto& state : readbacks_) state->submitted_at(point);
  readbacks_.clear();
  writer_->commit_to(point);
  recorded_ = false;
  core_->collect();
  return point;
}

}  // namespace ferry
