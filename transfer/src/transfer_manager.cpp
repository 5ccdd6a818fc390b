#include <ferry/transfer/transfer_manager.hpp>

#include <algorithm>

#include <ferry/gpu/api_error.hpp>
#include <ferry/gpu/d3d12.hpp>

#include "direct_buffer.hpp"
#include "query_readback.hpp"
#include "readback_builder.hpp"
#include "transfer_core.hpp"
#include "upload_writer.hpp"

namespace ferry {
namespace {

/// Submits the pieces of a prepared readback one after the other, so that the first can be read while the
/// rest arrives.
template <typename Request>
Result<std::shared_ptr<ReadbackState>> submit_readback(const std::shared_ptr<TransferCore>& core,
                                                       TransferQueue& on, const Request& request,
                                                       std::uint32_t source_state, bool in_place) {
  auto prepared = prepare_readback(core, request, in_place);
  if (!prepared) return on.refused("readback", std::move(prepared).error());
  ReadbackState& state = **prepared;
  const QueueKind kind = on.queue->kind();
  // Between the pieces: on COPY every list begins and ends in COMMON, elsewhere the texture stays a copy
  // source.
  const std::uint32_t between = kind == QueueKind::kCopy                 ? kStateCommon
                                : (source_state & kStateCopySource) != 0 ? source_state
                                                                         : kStateCopySource;
  for (std::size_t i = 0; i < state.pieces.size(); ++i) {
    CopyPlan plan(kind, CopyPlan::ListOwner::kFerry);
    if (auto added = add_piece(plan, state, state.pieces[i], request, source_state, between); !added) {
      state.recorded = i > 0;
      return fail(std::move(added).error());
    }
    bool executed = false;
    auto point = core->execute(on, plan, "readback", executed);
    if (!point) {
      // Whatever was executed before keeps the buffer busy: it is kept, not pooled, and so is one that may be
      // written.
      state.recorded = executed || i > 0;
      return fail(std::move(point).error());
    }
    state.pieces[i].point = *point;
  }
  state.submitted.store(true, std::memory_order_release);
  // So that readbacks alone, with no upload and no poll, stay bounded.
  core->collect();
  return prepared;
}

}  // namespace

TransferManager::TransferManager(std::shared_ptr<TransferCore> core) : core_(std::move(core)) {}

Result<std::unique_ptr<TransferManager>> TransferManager::create(std::shared_ptr<Device> device,
                                                                 const TransferOptions& options) {
  if (!device) return fail(ErrorCode::kInvalidArgument, "the device is null");
  if (auto alive = device->check_alive(); !alive) return fail(std::move(alive).error());
  if (options.piece_bytes == 0) {
    return fail(ErrorCode::kInvalidArgument, "piece_bytes is 0; use 1 MiB or more");
  }
  auto core = std::make_shared<TransferCore>(std::move(device), options);
  auto ring = UploadRing::create(core->device, options.ring_bytes, text(options.name, " upload ring"));
  if (!ring) return fail(std::move(ring).error());
  core->ring = *std::move(ring);
  core->piece_bytes = std::min(options.piece_bytes, core->ring->capacity() / 4);
  if (options.helper_threads != 0) {
    auto crew = CopyCrew::create(options.helper_threads);
    if (!crew) return fail(std::move(crew).error());
    core->crew = *std::move(crew);
  }
  // Queues of the application are looked at now, so that a wrong one is said now.
  for (const auto& [given, kind] : {std::pair{options.direct_queue, QueueKind::kDirect},
                                    std::pair{options.compute_queue, QueueKind::kCompute},
                                    std::pair{options.copy_queue, QueueKind::kCopy}}) {
    if (given == nullptr) continue;
    if (auto queue = core->queue(kind); !queue) return fail(std::move(queue).error());
  }
  return std::unique_ptr<TransferManager>(new TransferManager(std::move(core)));
}

Result<std::unique_ptr<TransferManager>> TransferManager::create(ID3D12Device* device,
                                                                 const TransferOptions& options) {
  auto adopted = Device::adopt(device, options.name);
  if (!adopted) return fail(std::move(adopted).error());
  return create(*std::move(adopted), options);
}

TransferManager::~TransferManager() {
  const auto idle = wait_idle(core_->options.timeout);
  core_->gave_up = !idle && idle.error().code == ErrorCode::kTimeout;
  core_->run_callbacks();
  core_->forget_callbacks();
  core_->collect();
}

const std::shared_ptr<Device>& TransferManager::device() const {
  return core_->device;
}

Result<std::shared_ptr<Queue>> TransferManager::queue(QueueKind kind) {
  auto on = core_->queue(kind);
  if (!on) return fail(std::move(on).error());
  return (*on)->queue;
}

Result<UploadBatch> TransferManager::begin_upload(QueueKind kind) {
  auto on = core_->queue(kind);
  if (!on) return fail(std::move(on).error());
  return UploadBatch(std::make_unique<UploadWriter>(core_, *std::move(on)));
}

TransferRecording TransferManager::begin_recording(QueueKind kind) {
  return TransferRecording(core_, kind);
}

Result<std::shared_ptr<TransferQueue>> TransferManager::readback_queue(const ReadbackOptions& options) {
  auto on = core_->queue(options.queue);
  if (!on) return on;
  if (options.after) {
    if (auto waits = wait_on((*on)->queue->d3d(), *options.after); !waits)
      return fail(std::move(waits).error());
  }
  return on;
}

Result<ReadbackTicket> TransferManager::read_buffer(const BufferReadback& request,
                                                    const ReadbackOptions& options) {
  auto on = readback_queue(options);
  if (!on) return fail(std::move(on).error());
  auto state = submit_readback(core_, **on, request, kStateCommon, options.in_place);
  if (!state) return fail(std::move(state).error());
  return ReadbackTicket(*std::move(state));
}

Result<ReadbackTicket> TransferManager::read_texture(const TextureReadback& request,
                                                     const ReadbackOptions& options) {
  auto on = readback_queue(options);
  if (!on) return fail(std::move(on).error());
  auto state = submit_readback(core_, **on, request, request.state, options.in_place);
  if (!state) return fail(std::move(state).error());
  return ReadbackTicket(*std::move(state));
}

Result<ReadbackTicket> TransferManager::read_queries(const QueryReadback& request,
                                                     const ReadbackOptions& options) {
  auto on = readback_queue(options);
  if (!on) return fail(std::move(on).error());
  auto state = read_queries_on(core_, **on, request);
  if (!state) return fail(std::move(state).error());
  return ReadbackTicket(*std::move(state));
}

Result<void> TransferManager::wait_on(ID3D12CommandQueue* consumer, FencePoint point) {
  return core_->wait_on(consumer, point);
}

Result<void> TransferManager::wait(FencePoint point, std::chrono::nanoseconds timeout) {
  return core_->device->timelines().wait(point, timeout);
}

bool TransferManager::is_complete(FencePoint point) const {
  return core_->device->timelines().is_complete(point);
}

Result<FencePoint> TransferManager::point_of(ID3D12Fence* fence, std::uint64_t value) {
  auto timeline = FenceTimeline::adopt(*core_->device, fence, "application fence");
  if (!timeline) return fail(std::move(timeline).error());
  (*timeline)->note_submitted(value, "application signal");
  return FencePoint{(*timeline)->id(), value};
}

Result<void> TransferManager::wait_idle(std::chrono::nanoseconds timeout) {
  return core_->wait_idle(timeout, TransferCore::WaitFor::kWhatCanBeTold);
}

Result<TransferManager::FilledBuffer> TransferManager::create_buffer_with(std::span<const std::byte> bytes,
                                                                          std::string_view name,
                                                                          std::uint32_t flags) {
  FilledBuffer filled;
  if (bytes.empty()) {
    return fail(ErrorCode::kInvalidArgument, "buffer '", name,
                "' would have 0 bytes; Direct3D 12 has no empty buffers");
  }
  // Memory of the application's allocator cannot be mapped by Ferry.
  if (core_->device->caps().direct_writes && !core_->options.create_default) {
    if (auto written = create_written_buffer(*core_->device, bytes, name, flags)) {
      filled.buffer = *std::move(written);
      filled.written_directly = true;
      core_->direct_bytes.fetch_add(bytes.size(), std::memory_order_relaxed);
      return filled;
    }
    // Such memory may be scarce: the ring always works.
  }
  const TextureDesc desc = {
      .dimension = Dimension::kBuffer, .format = Format::kUnknown, .width = bytes.size()};
  auto buffer = core_->options.create_default
                    ? core_->options.create_default(desc, flags, name)
                    : core_->device->create_buffer(HeapKind::kDefault, bytes.size(), name, flags);
  if (!buffer) return fail(std::move(buffer).error());
  filled.buffer = *std::move(buffer);
  auto batch = begin_upload(QueueKind::kCopy);
  if (!batch) return fail(std::move(batch).error());
  if (auto uploaded = batch->upload_buffer(filled.buffer.get(), 0, bytes); !uploaded) {
    return fail(std::move(uploaded).error());
  }
  auto point = batch->submit(name);
  if (!point) return fail(std::move(point).error());
  filled.ready = *point;
  return filled;
}

void TransferManager::poll() {
  core_->collect();
  core_->run_callbacks();
}

void TransferManager::end_frame() {
  poll();
  core_->readbacks.end_frame();
}

TransferStatistics TransferManager::statistics() const {
  TransferStatistics statistics;
  statistics.ring = core_->ring->stats();
  statistics.readback_pool = core_->readbacks.stats();
  statistics.upload_calls = core_->upload_calls;
  statistics.upload_bytes = core_->upload_bytes;
  statistics.upload_copies = core_->upload_copies;
  statistics.readback_calls = core_->readback_calls;
  statistics.readback_bytes = core_->readback_bytes;
  statistics.submissions = core_->submissions;
  statistics.direct_bytes = core_->direct_bytes;
  return statistics;
}

void TransferManager::prefault() {
  core_->ring->prefault();
}

}  // namespace ferry
