#include "readback_builder.hpp"

#include <algorithm>

#include <ferry/gpu/resource_desc.hpp>

#include "transfer_core.hpp"

namespace ferry {
namespace {

std::shared_ptr<ReadbackState> new_state(const std::shared_ptr<TransferCore>& core) {
  auto state = std::make_shared<ReadbackState>();
  state->core = core;
  return state;
}

Result<void> take_buffer(ReadbackState& state) {
  auto buffer = state.core->readbacks.acquire(state.mapped_bytes);
  if (!buffer) return fail(std::move(buffer).error());
  state.buffer = *std::move(buffer);
  state.core->readback_calls.fetch_add(1, std::memory_order_relaxed);
  state.core->readback_bytes.fetch_add(state.tight_bytes, std::memory_order_relaxed);
  return {};
}

/// How a result of `bytes` is cut, so that the first part can be read while the rest arrives: into as few
/// pieces as gain most of that, for each costs a submission.
std::uint64_t readback_piece(const TransferCore& core, std::uint64_t bytes) {
  const std::uint64_t most_pieces = core.crew ? 16 : 4;
  // Where the GPU is the CPU, a submission costs four times as much, and copies do not run beside the reader.
  const std::uint64_t about = core.device->caps().uma || core.crew ? core.piece_bytes : core.piece_bytes / 2;
  const std::uint64_t count = std::clamp<std::uint64_t>((bytes + about / 2) / about, 1, most_pieces);
  return align_up(bytes / count + 1, 256);
}

/// The next piece of a buffer's result that several threads copy out: small at first, so that they begin soon,
/// small at last, so that little is left to do when all has arrived, and big between, for each piece is a
/// submission.
std::uint64_t swelling_piece(std::uint64_t done, std::uint64_t left, std::uint64_t least) {
  const std::uint64_t bytes = std::max(std::min(done, left / 2), least);
  return left < bytes + least ? left : align_up(bytes, 256);
}

/// Rows of one band: even, so that each band starts at a multiple of the placement alignment.
std::uint32_t band_rows(const Footprint& footprint, std::uint64_t piece_bytes) {
  const std::uint64_t rows = piece_bytes / footprint.row_pitch;
  return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(align_down(rows, 2), 2, footprint.rows + 1ull));
}

}  // namespace

Result<std::shared_ptr<ReadbackState>> prepare_readback(const std::shared_ptr<TransferCore>& core,
                                                        const BufferReadback& request, bool one_piece) {
  if (request.source == nullptr) return fail(ErrorCode::kInvalidArgument, "the buffer to read back is null");
  const TextureDesc desc = describe(request.source);
  if (desc.dimension != Dimension::kBuffer) {
    return fail(ErrorCode::kInvalidArgument, object_name(request.source), " is a ", to_string(desc.dimension),
                ", not a buffer; use read_texture");
  }
  if (request.bytes > desc.width || request.offset > desc.width - request.bytes) {
    return fail(ErrorCode::kInvalidArgument, request.bytes, " bytes at offset ", request.offset,
                " lie outside ", object_name(request.source), " of ", desc.width, " bytes");
  }
  if (auto copyable = check_copy_source(request.source); !copyable) return fail(std::move(copyable).error());
  auto state = new_state(core);
  state->mapped_bytes = request.bytes;
  state->tight_bytes = request.bytes;
  if (request.bytes == 0) return state;
  if (auto taken = take_buffer(*state); !taken) return fail(std::move(taken).error());
  const std::uint64_t step = one_piece ? request.bytes : readback_piece(*core, request.bytes);
  for (std::uint64_t begin = 0; begin < request.bytes;) {
    const std::uint64_t left = request.bytes - begin;
    ReadbackPiece piece;
    piece.begin = begin;
    piece.end =
        begin +
        std::min(left, core->crew && !one_piece ? swelling_piece(begin, left, core->piece_bytes) : step);
    begin = piece.end;
    state->pieces.push_back(piece);
  }
  return state;
}

Result<std::shared_ptr<ReadbackState>> prepare_readback(const std::shared_ptr<TransferCore>& core,
                                                        const TextureReadback& request, bool one_piece) {
  if (request.source == nullptr) return fail(ErrorCode::kInvalidArgument, "the texture to read back is null");
  const TextureDesc desc = describe(request.source);
  if (desc.dimension == Dimension::kBuffer) {
    return fail(ErrorCode::kInvalidArgument, object_name(request.source), " is a buffer; use read_buffer");
  }
  if (desc.sample_count > 1) {
    return fail(ErrorCode::kInvalidArgument, object_name(request.source), " has ", desc.sample_count,
                " samples; resolve it first (ResolveSubresource) and read the result");
  }
  if (auto copyable = core->check_copyable(request.source, desc); !copyable) {
    return fail(std::move(copyable).error());
  }
  if (request.box && request.subresource_count != 1) {
    return fail(ErrorCode::kInvalidArgument, "a box was given with ", request.subresource_count,
                " subresources; give it with exactly one");
  }
  auto state = new_state(core);
  if (request.subresource_count == 0) return state;
  if (request.box) {
    auto footprint = region_footprint(desc, request.first_subresource, *request.box);
    if (!footprint) {
      return fail(footprint.error().code, object_name(request.source), ": ", footprint.error().message);
    }
    if (footprint->total_bytes == 0) return state;
    state->mapped_bytes = footprint->total_bytes;
    state->footprints.push_back(*footprint);
  } else {
    auto placed = layout(desc, request.first_subresource, request.subresource_count);
    if (!placed) return fail(placed.error().code, object_name(request.source), ": ", placed.error().message);
    state->mapped_bytes = placed->total_bytes;
    state->footprints.assign(placed->footprints.begin(), placed->footprints.end());
  }
  for (const Footprint& footprint : state->footprints) state->tight_bytes += tight_bytes(footprint);
  if (auto taken = take_buffer(*state); !taken) return fail(std::move(taken).error());

  const FormatInfo* info = format_info(desc.format);
  const bool divisible = !one_piece && (info == nullptr || !info->depth_stencil);
  const std::uint64_t piece_bytes = readback_piece(*core, state->tight_bytes);
  std::uint64_t gathered = 0;
  for (std::uint32_t i = 0; i < state->footprints.size(); ++i) {
    const Footprint& footprint = state->footprints[i];
    if (divisible && footprint.depth == 1 && footprint.total_bytes > piece_bytes + piece_bytes / 2) {
      const std::uint32_t rows = band_rows(footprint, piece_bytes);
      for (std::uint32_t row = 0; row < footprint.rows; row += rows) {
        ReadbackPiece piece;
        piece.first_footprint = i;
        piece.footprint_count = 1;
        piece.first_row = row;
        piece.rows = std::min(rows, footprint.rows - row);
        state->pieces.push_back(piece);
      }
      gathered = piece_bytes;
      continue;
    }
    if (i == 0 || (divisible && gathered >= piece_bytes)) {
      ReadbackPiece piece;
      piece.first_footprint = i;
      state->pieces.push_back(piece);
      gathered = 0;
    }
    ReadbackPiece& piece = state->pieces.back();
    ++piece.footprint_count;
    piece.rows = footprint.rows;
    gathered += footprint.total_bytes;
  }
  return state;
}

Result<void> add_piece(CopyPlan& plan, const ReadbackState& state, const ReadbackPiece& piece,
                       const BufferReadback& request, std::uint32_t state_around, std::uint32_t) {
  const StateChange states = {state_around, state_around};
  return plan.add_readback(request.source, request.offset + piece.begin, state.buffer.resource.get(),
                           piece.begin, piece.end - piece.begin, states);
}

Result<void> add_piece(CopyPlan& plan, const ReadbackState& state, const ReadbackPiece& piece,
                       const TextureReadback& request, std::uint32_t state_around, std::uint32_t between) {
  const TextureDesc desc = describe(request.source);
  for (std::uint32_t i = piece.first_footprint; i < piece.first_footprint + piece.footprint_count; ++i) {
    TexturePlace place;
    place.texture = request.source;
    place.subresource = request.first_subresource + i;
    place.subresource_count = subresource_count(desc);
    auto whole = whole_box(desc, place.subresource);
    if (!whole) return fail(std::move(whole).error());
    place.box = request.box.value_or(*whole);
    Footprint footprint = state.footprints[i];
    StateChange states = {state_around, state_around};
    if (piece.footprint_count == 1 && piece.rows != footprint.rows) {
      // Pieces are not subresources: each subresource comes in its own first one and leaves in its own last.
      if (piece.first_row != 0) states.before = between;
      if (piece.first_row + piece.rows != footprint.rows) states.after = between;
      const std::uint32_t block_height = footprint.height / footprint.rows;
      const std::uint64_t offset = footprint.offset + footprint.row_pitch * piece.first_row;
      place.box.top += piece.first_row * block_height;
      place.box.bottom = std::min(place.box.bottom, place.box.top + piece.rows * block_height);
      auto band = region_footprint(desc, place.subresource, place.box, offset);
      if (!band) return fail(std::move(band).error());
      footprint = *band;
    }
    place.whole = place.box == *whole;
    if (auto added = plan.add_readback(place, state.buffer.resource.get(), footprint, states); !added)
      return added;
  }
  return {};
}

}  // namespace ferry
