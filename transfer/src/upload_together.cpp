// UploadWriter's big uploads, staged by several threads: while helpers fill some pieces of staging memory, the
// caller's thread submits those that are full.
#include <algorithm>
#include <array>
#include <utility>

#include <ferry/gpu/d3d12.hpp>
#include <ferry/gpu/resource_desc.hpp>
#include <ferry/layout/region_cut.hpp>

#include "sliced_copy.hpp"
#include "transfer_core.hpp"
#include "upload_writer.hpp"

namespace ferry {
namespace {

/// From so many bytes on it pays to wake others up.
constexpr std::uint64_t kWorthHelpers = 1_MiB;
/// Pieces that are filled at the same time: so that there is always one to go on with while the oldest is
/// finished and submitted.
constexpr std::size_t kOpenPieces = 8;

}  // namespace

/// One piece on its way to the plan.
struct UploadWriter::Piece {
  /// Of its staging memory.
  std::uint64_t bytes = 0;
  std::uint64_t alignment = 1;
  /// Its destination is known once there is staging memory.
  RowCopy copy;
  StateChange states;
  /// A buffer's bytes, or texels.
  ID3D12Resource* buffer = nullptr;
  std::uint64_t buffer_offset = 0;
  TexturePlace place;
  Footprint footprint;
  StagingBlock block;
};

bool UploadWriter::worth_helpers(std::uint64_t bytes) const {
  return core_->crew && bytes >= kWorthHelpers;
}

Result<void> UploadWriter::upload_buffer_together(ID3D12Resource* destination, std::uint64_t offset,
                                                  std::span<const std::byte> bytes, StateChange states) {
  std::uint64_t done = 0;
  return upload_together([&](Piece& piece) -> Result<bool> {
    if (done == bytes.size()) return false;
    piece.bytes = std::min<std::uint64_t>(bytes.size() - done, core_->piece_bytes);
    piece.alignment = 64;
    piece.copy.src = bytes.data() + done;
    piece.copy.row_bytes = piece.bytes;
    piece.copy.hint = store_hint(bytes.size());
    piece.states = {done == 0 ? states.before : states.after, states.after};
    piece.buffer = destination;
    piece.buffer_offset = offset + done;
    done += piece.bytes;
    return true;
  });
}

Result<void> UploadWriter::upload_box_together(const BoxUpload& upload, const TextureDesc& desc,
                                               StateChange states) {
  const TexturePlace& whole = upload.place;
  auto cut = RegionCut::make(desc, whole.subresource, whole.box, core_->piece_bytes);
  if (!cut) return fail(cut.error().code, object_name(whole.texture), ": ", cut.error().message);
  ++counted_calls_;
  const TextureData& source = upload.data;
  return upload_together([&](Piece& piece) -> Result<bool> {
    if (cut->done()) return false;
    auto region = cut->next();
    if (!region) return fail(std::move(region).error());
    piece.place = whole;
    piece.place.whole = whole.whole && region->first && region->last;
    piece.place.box = region->box;
    piece.footprint = region->footprint;
    piece.bytes = piece.footprint.total_bytes;
    piece.alignment = kPlacementAlignment;
    piece.states = states_of(*region, states);
    RowCopy& copy = piece.copy;
    copy.dst_row_pitch = piece.footprint.row_pitch;
    copy.dst_slice_pitch = piece.footprint.slice_pitch;
    copy.src = static_cast<const std::byte*>(source.data) + source.slice_pitch * region->first_slice +
               source.row_pitch * region->first_row;
    copy.src_row_pitch = source.row_pitch;
    copy.src_slice_pitch = source.slice_pitch;
    copy.row_bytes = piece.footprint.row_bytes;
    copy.rows = region->rows;
    copy.slices = region->slices;
    copy.hint = store_hint(upload.bytes);
    return true;
  });
}

std::uint64_t UploadWriter::worth_submitting() const {
  if (!on_) return UINT64_MAX;
  FenceTimeline& timeline = *on_->queue->timeline();
  // Where the device is lost, the next submission says so.
  const std::uint64_t submitted = timeline.last_submitted();
  const std::uint64_t completed = timeline.completed().value_or(submitted);
  const std::uint64_t on_their_way = submitted > completed ? submitted - completed : 0;
  return core_->piece_bytes * std::max<std::uint64_t>(on_their_way, 1);
}

Result<void> UploadWriter::upload_together(const std::function<Result<bool>(Piece&)>& next) {
  struct Open {
    Piece piece;
    std::optional<SlicedCopy> copy;
  };
  std::array<Open, kOpenPieces> open;
  std::size_t oldest = 0;
  std::size_t count = 0;
  std::optional<Piece> waiting;
  bool more = true;
  CopyCrew& crew = *core_->crew;

  /// Gives the next piece staging memory and starts its copy. False where there is none, or no room for it
  /// before an older one has been submitted.
  const auto open_next = [&]() -> Result<bool> {
    if (!waiting) {
      Piece piece;
      auto got = next(piece);
      if (!got || !*got) {
        more = false;
        return got;
      }
      waiting = std::move(piece);
    }
    auto block = count == 0 ? reserve(waiting->bytes, waiting->alignment)
                            : core_->ring->reserve(waiting->bytes, waiting->alignment, WhenFull::kFail);
    if (!block) {
      if (count != 0) return false;
      return fail(broken(std::move(block).error()).error());
    }
    Open& place = open[(oldest + count) % kOpenPieces];
    place.piece = *std::exchange(waiting, std::nullopt);
    place.piece.block = *std::move(block);
    place.piece.copy.dst = place.piece.block.cpu;
    place.piece.copy.write_combined = write_combined_;
    place.copy.emplace(place.piece.copy);
    place.copy->start(crew);
    ++count;
    return true;
  };
  const auto plan_oldest = [&]() -> Result<void> {
    Open& place = open[oldest];
    place.copy->finish(crew);
    oldest = (oldest + 1) % kOpenPieces;
    --count;
    Piece& piece = place.piece;
    ID3D12Resource* const staging = piece.block.buffer;
    piece.footprint.offset = piece.block.offset;
    blocks_.push_back(std::move(piece.block));
    auto added = piece.buffer != nullptr
                     ? plan_.add_upload(piece.buffer, piece.buffer_offset, staging, piece.footprint.offset,
                                        piece.bytes, piece.states)
                     : plan_.add_upload(piece.place, staging, piece.footprint, piece.states);
    if (!added) return added;
    this->count(piece.bytes);
    return {};
  };

  Result<void> result;
  std::uint64_t enough = worth_submitting();
  while (result && (more || waiting || count != 0)) {
    bool room = true;
    while (room && count < kOpenPieces && (more || waiting)) {
      auto answer = open_next();
      if (!answer) {
        result = fail(std::move(answer).error());
        break;
      }
      room = *answer || !more;
    }
    if (!result || count == 0) continue;
    result = plan_oldest();
    // Where the ring has no more room, or nothing more comes, there is nothing to gain by waiting.
    const std::uint64_t least = room && count != 0 ? enough : core_->piece_bytes;
    if (result && on_ && unflushed_bytes_ >= least) {
      result = flush("upload, part");
      enough = worth_submitting();
    }
  }
  // After an error: what others still write to comes back when they are done.
  for (; count != 0; --count) {
    open[oldest].copy->finish(crew);
    core_->ring->drop(std::move(open[oldest].piece.block));
    oldest = (oldest + 1) % kOpenPieces;
  }
  return result;
}

}  // namespace ferry
