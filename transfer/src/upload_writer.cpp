#include "upload_writer.hpp"

#include <algorithm>
#include <utility>

#include <ferry/gpu/d3d12.hpp>
#include <ferry/gpu/resource_desc.hpp>
#include <ferry/layout/row_copy.hpp>

#include "process_fence.hpp"
#include "transfer_core.hpp"

namespace ferry {
namespace {

/// Small pieces are cut from blocks of this size, so that the ring is asked once for many.
constexpr std::uint64_t kChunkBytes = 256_KiB;
/// Where a piece does not follow the one before it: whole vectors of the widest store that copies use.
constexpr std::uint64_t kPieceAlignment = 64;
/// Recording and executing one copy costs about as much time as copying so many bytes.
constexpr std::uint64_t kBytesPerCopy = 12_KiB;
/// From so many bytes on, what a batch stages does not stay in the CPU's caches until the GPU reads it.
constexpr std::uint64_t kBeyondCaches = 8_MiB;

}  // namespace

UploadWriter::UploadWriter(std::shared_ptr<TransferCore> core, std::shared_ptr<TransferQueue> on)
    : core_(std::move(core)),
      on_(std::move(on)),
      kind_(on_->queue->kind()),
      plan_(kind_, CopyPlan::ListOwner::kFerry),
      last_point_{on_->queue->timeline()->id(), 0},
      write_combined_(core_->device->caps().write_combined_upload),
      fence_later_(has_process_fence()) {
  // A smaller ring does stay in the caches.
  if (core_->ring->capacity() > kBeyondCaches) stream_from_ = kBeyondCaches;
}

UploadWriter::UploadWriter(std::shared_ptr<TransferCore> core, QueueKind kind)
    : core_(std::move(core)),
      kind_(kind),
      plan_(kind, CopyPlan::ListOwner::kApplication),
      write_combined_(core_->device->caps().write_combined_upload) {}

UploadWriter::~UploadWriter() {
  cancel();
}

std::uint64_t UploadWriter::max_in_place() const {
  return core_->ring->capacity() / 4;
}

Result<void> UploadWriter::check_open() const {
  if (broken_) return Failure{*broken_};
  return {};
}

Result<void> UploadWriter::broken(Error error) {
  broken_ = error;
  return Failure{std::move(error)};
}

Result<void> UploadWriter::check_buffer(ID3D12Resource* destination, std::uint64_t offset,
                                        std::uint64_t bytes) {
  if (destination == nullptr) return fail(ErrorCode::kInvalidArgument, "the destination buffer is null");
  const TextureDesc desc = describe(destination);
  if (desc.dimension != Dimension::kBuffer) {
    return fail(ErrorCode::kInvalidArgument, object_name(destination), " is a ", to_string(desc.dimension),
                ", not a buffer; use upload_texture");
  }
  if (destination != checked_buffer_) {
    if (auto copyable = check_copy_destination(destination); !copyable) return copyable;
    checked_buffer_ = destination;
  }
  checked_bytes_ = desc.width;
  if (bytes > desc.width || offset > desc.width - bytes) {
    return fail(ErrorCode::kInvalidArgument, bytes, " bytes at offset ", offset, " lie outside ",
                object_name(destination), " of ", desc.width, " bytes");
  }
  return {};
}

Result<StagingBlock> UploadWriter::reserve(std::uint64_t bytes, std::uint64_t alignment) {
  UploadRing& ring = *core_->ring;
  // Before the first block of each submission: a ring that has drained meanwhile starts from its beginning
  // again, where its memory is likeliest to be in a cache.
  if (blocks_.empty()) ring.retire();
  // A recording's list is not ours to submit, and a piece near the ring's size would drain it for itself.
  if (!on_ || bytes > ring.capacity() / 2) {
    return ring.reserve(bytes, alignment, WhenFull::kDedicated, core_->options.timeout);
  }
  auto block = ring.reserve(bytes, alignment, WhenFull::kWait, core_->options.timeout);
  if (block || block.error().code != ErrorCode::kNeedsSubmit) return block;
  if (!plan_.empty()) {
    if (auto flushed = flush("upload, part"); !flushed) return fail(std::move(flushed).error());
    block = ring.reserve(bytes, alignment, WhenFull::kWait, core_->options.timeout);
    if (block || block.error().code != ErrorCode::kNeedsSubmit) return block;
  }
  // Full of what other threads have staged and not submitted yet: no waiting for them.
  return ring.reserve(bytes, alignment, WhenFull::kDedicated, core_->options.timeout);
}

Result<UploadWriter::Staged> UploadWriter::stage(std::uint64_t bytes, std::uint64_t alignment) {
  const std::uint64_t chunk_bytes = std::min(kChunkBytes, core_->ring->capacity() / 16);
  if (bytes <= chunk_bytes / 4) {
    if (chunk_) {
      const StagingBlock& chunk = blocks_[*chunk_];
      const std::uint64_t offset = align_up(chunk.offset + chunk_used_, alignment) - chunk.offset;
      if (offset + bytes <= chunk.size) {
        chunk_used_ = offset + bytes;
        return Staged{chunk.cpu + offset, chunk.buffer, chunk.offset + offset};
      }
      end_chunk();
    }
    auto block = reserve(chunk_bytes, std::max<std::uint64_t>(alignment, kPieceAlignment));
    if (!block) return fail(std::move(block).error());
    chunk_ = blocks_.size();
    chunk_used_ = bytes;
    blocks_.push_back(*std::move(block));
  } else {
    auto block = reserve(bytes, std::max<std::uint64_t>(alignment, kPieceAlignment));
    if (!block) return fail(std::move(block).error());
    blocks_.push_back(*std::move(block));
  }
  const StagingBlock& block = blocks_.back();
  return Staged{block.cpu, block.buffer, block.offset};
}

void UploadWriter::end_chunk() {
  if (!chunk_) return;
  core_->ring->trim(blocks_[*chunk_], chunk_used_);
  chunk_.reset();
}

void UploadWriter::count(std::uint64_t bytes) {
  unflushed_bytes_ += bytes;
  staged_bytes_ += bytes;
  counted_bytes_ += bytes;
}

void UploadWriter::publish_counts() {
  core_->upload_calls.fetch_add(std::exchange(counted_calls_, 0), std::memory_order_relaxed);
  core_->upload_bytes.fetch_add(std::exchange(counted_bytes_, 0), std::memory_order_relaxed);
}

Result<void> UploadWriter::piece_done(std::uint64_t bytes) {
  count(bytes);
  if (on_ && unflushed_bytes_ + plan_.copy_count() * kBytesPerCopy >= core_->piece_bytes) {
    return flush("upload, part");
  }
  return {};
}

StoreHint UploadWriter::store_hint(std::uint64_t bytes) const {
  return staged_bytes_ + bytes >= stream_from_ ? StoreHint::kStreaming : StoreHint::kAuto;
}

bool UploadWriter::append(ID3D12Resource* destination, std::uint64_t offset, std::span<const std::byte> bytes,
                          StateChange states) {
  if (!on_ || broken_ || !chunk_ || bytes.empty() || destination != checked_buffer_) return false;
  const StagingBlock& chunk = blocks_[*chunk_];
  if (bytes.size() > chunk.size - chunk_used_) return false;
  if (offset > checked_bytes_ || bytes.size() > checked_bytes_ - offset) return false;
  // Only here is it sure that the plan holds the buffer, so that it is the one that was looked at.
  if (!plan_.extend_last(destination, offset, chunk.buffer, chunk.offset + chunk_used_, bytes.size(),
                         states)) {
    return false;
  }
  copy_bytes(chunk.cpu + chunk_used_, bytes.data(), bytes.size(), store_hint(bytes.size()), write_combined_,
             begin_stores());
  chunk_used_ += bytes.size();
  ++counted_calls_;
  return true;
}

Result<void> UploadWriter::upload_buffer(ID3D12Resource* destination, std::uint64_t offset,
                                         std::span<const std::byte> bytes, StateChange states) {
  if (append(destination, offset, bytes, states)) return piece_done(bytes.size());
  if (auto open = check_open(); !open) return open;
  if (auto fits = check_buffer(destination, offset, bytes.size()); !fits) return fits;
  if (auto states_fit = plan_.check_states(destination, 0, true, states); !states_fit) return states_fit;
  ++counted_calls_;
  if (worth_helpers(bytes.size())) return upload_buffer_together(destination, offset, bytes, states);
  std::uint64_t done = 0;
  while (done < bytes.size()) {
    const std::uint64_t piece = std::min<std::uint64_t>(bytes.size() - done, core_->piece_bytes);
    const bool follows = plan_.continues(destination, offset + done);
    auto staged = stage(piece, follows ? 1 : kPieceAlignment);
    if (!staged) return broken(std::move(staged).error());
    copy_bytes(staged->cpu, bytes.data() + done, static_cast<std::size_t>(piece), store_hint(bytes.size()),
               write_combined_, begin_stores());
    const StateChange piece_states = {done == 0 ? states.before : states.after, states.after};
    if (auto added =
            plan_.add_upload(destination, offset + done, staged->buffer, staged->offset, piece, piece_states);
        !added) {
      return added;
    }
    if (auto end = piece_done(piece); !end) return end;
    done += piece;
  }
  return {};
}

Result<std::span<std::byte>> UploadWriter::stage_buffer(ID3D12Resource* destination, std::uint64_t offset,
                                                        std::uint64_t bytes) {
  if (auto open = check_open(); !open) return fail(std::move(open).error());
  if (auto fits = check_buffer(destination, offset, bytes); !fits) return fail(std::move(fits).error());
  if (bytes > max_in_place()) {
    return fail(ErrorCode::kInvalidArgument, bytes, " bytes cannot be written in place; at most ",
                max_in_place(), " (a quarter of the ring) can: cut them into pieces");
  }
  if (bytes == 0) return std::span<std::byte>();
  // What was staged before is submitted first, so that the memory handed out here is not submitted before it
  // is written.
  if (on_ && unflushed_bytes_ >= core_->piece_bytes) {
    if (auto flushed = flush("upload, part"); !flushed) return fail(std::move(flushed).error());
  }
  ++counted_calls_;
  auto staged = stage(bytes, plan_.continues(destination, offset) ? 1 : kPieceAlignment);
  if (!staged) return fail(broken(std::move(staged).error()).error());
  if (auto added = plan_.add_upload(destination, offset, staged->buffer, staged->offset, bytes, {}); !added) {
    return fail(std::move(added).error());
  }
  count(bytes);
  return std::span<std::byte>(staged->cpu, static_cast<std::size_t>(bytes));
}

Result<void> UploadWriter::flush(std::string_view label) {
  if (broken_) return on_ ? on_->refused(label, *broken_) : Failure{*broken_};
  if (!on_ || plan_.empty()) return {};
  fence_stores();
  publish_counts();
  end_chunk();
  core_->upload_copies.fetch_add(plan_.copy_count(), std::memory_order_relaxed);
  bool executed = false;
  auto point = core_->execute(*on_, plan_, label, executed);
  unflushed_bytes_ = 0;
  if (!point) {
    // What the GPU may have seen is never reused; the rest comes back.
    if (executed) {
      keep_blocks({});
    } else {
      drop_blocks();
    }
    return broken(std::move(point).error());
  }
  for (StagingBlock& block : blocks_) core_->ring->commit(std::move(block), *point);
  blocks_.clear();
  last_point_ = *point;
  // Now, while the GPU works, and not before: what is small shall start at once.
  core_->collect();
  return {};
}

Result<FencePoint> UploadWriter::finish(std::string_view label) {
  // All of it may have gone in parts by now: then the last of them is the end of the batch, and is called so.
  const bool all_gone = on_ && plan_.empty() && !broken_ && last_point_.value != 0;
  auto flushed = flush(label);
  if (all_gone) on_->queue->timeline()->rename(last_point_.value, label);
  // What a refused call staged and did not use.
  drop_blocks();
  staged_bytes_ = 0;
  broken_.reset();
  if (!flushed) {
    (void)plan_.clear();
    return fail(std::move(flushed).error());
  }
  return std::exchange(last_point_, {last_point_.timeline, 0});
}

void UploadWriter::cancel() {
  publish_counts();
  drop_blocks();
  (void)plan_.clear();
  staged_bytes_ = 0;
  unflushed_bytes_ = 0;
  broken_.reset();
}

WriteFence UploadWriter::begin_stores() {
  if (!fence_later_) return WriteFence::kAtEnd;
  const std::thread::id here = std::this_thread::get_id();
  if (unfenced_ != here) {
    fence_stores();
    unfenced_ = here;
  }
  return WriteFence::kLater;
}

void UploadWriter::fence_stores() {
  if (unfenced_ == std::thread::id()) return;
  if (unfenced_ == std::this_thread::get_id()) {
    store_fence();
  } else {
    (void)process_fence();
  }
  unfenced_ = {};
}

void UploadWriter::drop_blocks() {
  fence_stores();
  for (StagingBlock& block : blocks_) core_->ring->drop(std::move(block));
  blocks_.clear();
  chunk_.reset();
}

void UploadWriter::commit_to(FencePoint point) {
  publish_counts();
  end_chunk();
  for (StagingBlock& block : blocks_) core_->ring->commit(std::move(block), point);
  blocks_.clear();
  core_->hold(plan_.clear(), point);
  staged_bytes_ = 0;
  unflushed_bytes_ = 0;
}

void UploadWriter::abandon() {
  keep_blocks(plan_.clear());
}

void UploadWriter::keep_blocks(std::vector<ComPtr<ID3D12Resource>> references) {
  for (StagingBlock& block : blocks_) {
    if (block.dedicated) references.push_back(std::move(block.dedicated));
  }
  core_->keep(std::move(references));
  // The ring's segments stay reserved: never reused.
  blocks_.clear();
  chunk_.reset();
}

}  // namespace ferry
