#include "copy_batch.hpp"

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include <ferry/gpu/api_error.hpp>
#include <ferry/gpu/d3d12.hpp>
#include <ferry/gpu/pix_event.hpp>
#include <ferry/transfer/barrier.hpp>

namespace ferry {
namespace {

void record_texture(ID3D12GraphicsCommandList* list, const PieceWork& work) {
  const TexturePlan& plan = work.record->plan;
  const PlanPiece& piece = plan.pieces[work.piece.index];
  for (std::uint32_t i = 0; i < piece.part_count; ++i) {
    const PlanPart& part = plan.parts[piece.first_part + i];
    const Footprint& footprint = part.footprint;
    D3D12_TEXTURE_COPY_LOCATION from = {};
    from.pResource = work.block.buffer;
    from.Type = D3D12_TEXTURE_COPY_TYPE_PLACED_FOOTPRINT;
    from.PlacedFootprint.Offset = work.block.offset + footprint.offset;
    from.PlacedFootprint.Footprint.Format = static_cast<DXGI_FORMAT>(footprint.format);
    from.PlacedFootprint.Footprint.Width = footprint.width;
    from.PlacedFootprint.Footprint.Height = footprint.height;
    from.PlacedFootprint.Footprint.Depth = footprint.depth;
    from.PlacedFootprint.Footprint.RowPitch = static_cast<UINT>(footprint.row_pitch);
    D3D12_TEXTURE_COPY_LOCATION to = {};
    to.pResource = work.record->target.get();
    to.Type = D3D12_TEXTURE_COPY_TYPE_SUBRESOURCE_INDEX;
    to.SubresourceIndex = part.subresource;
    list->CopyTextureRegion(&to, part.box.left, part.box.top, part.box.front, &from, nullptr);
  }
}

void record_buffer(ID3D12GraphicsCommandList* list, const PieceWork& work) {
  const auto* given = std::get_if<BufferDestination>(&work.record->request.destination);
  const std::uint64_t start = given == nullptr ? 0 : given->offset;
  list->CopyBufferRegion(work.record->target.get(), start + work.piece.offset, work.block.buffer,
                         work.block.offset, work.piece.bytes);
}

/// From COMMON to COPY_DEST, once for each subresource that is copied to. Direct3D 12 would promote it by
/// itself, but libvkd3d moves no image to its new layout then.
std::vector<Barrier> barriers_of(const std::vector<PieceWork>& works) {
  std::vector<Barrier> barriers;
  for (const PieceWork& work : works) {
    if (!work.record->is_texture) continue;
    const TexturePlan& plan = work.record->plan;
    const PlanPiece& piece = plan.pieces[work.piece.index];
    for (std::uint32_t i = 0; i < piece.part_count; ++i) {
      Barrier barrier;
      barrier.resource = work.record->target.get();
      barrier.subresource = plan.parts[piece.first_part + i].subresource;
      barrier.before = D3D12_RESOURCE_STATE_COMMON;
      barrier.after = D3D12_RESOURCE_STATE_COPY_DEST;
      barriers.push_back(barrier);
    }
  }
  const auto place = [](const Barrier& barrier) { return std::tie(barrier.resource, barrier.subresource); };
  std::sort(barriers.begin(), barriers.end(),
            [&](const Barrier& a, const Barrier& b) { return place(a) < place(b); });
  barriers.erase(std::unique(barriers.begin(), barriers.end(),
                             [&](const Barrier& a, const Barrier& b) { return place(a) == place(b); }),
                 barriers.end());
  return barriers;
}

/// `load 8 'bark.png' and 3 more`: what the report of a lost device calls them.
std::string label_of(const std::vector<PieceWork>& works) {
  const LoadRecord& first = *works.front().record;
  if (works.size() == 1) return name_of(first);
  return text(name_of(first), " and ", works.size() - 1, " more");
}

void record_works(ID3D12GraphicsCommandList* list, const std::vector<PieceWork>& works,
                  std::string_view label) {
  const PixEvent event(list, label);
  // Buffers take no barriers: they promote from COMMON and decay when the list is done (Direct3D 12
  // documentation, "Using Resource Barriers to Synchronize Resource States in Direct3D 12").
  std::vector<Barrier> barriers = barriers_of(works);
  record_barriers(list, barriers);
  for (const PieceWork& work : works) {
    if (work.record->is_texture) {
      record_texture(list, work);
    } else {
      record_buffer(list, work);
    }
  }
  for (Barrier& barrier : barriers) std::swap(barrier.before, barrier.after);
  record_barriers(list, barriers);
}

}  // namespace

Result<FencePoint> submit_copies(Queue& queue, CommandRecycler& lists, std::vector<PieceWork>& works,
                                 bool& executed) {
  executed = false;
  auto context = lists.acquire();
  if (!context) return fail(std::move(context).error());
  ID3D12GraphicsCommandList* list = context->list.get();
  const std::string label = label_of(works);
  record_works(list, works, label);
  const HRESULT hr = list->Close();
  if (FAILED(hr)) {
    // It is closed already, in whatever state: not used again.
    lists.keep(*std::move(context));
    return fail_api(hr, "ID3D12GraphicsCommandList::Close failed for ", works.size(),
                    " pieces that were loaded");
  }
  executed = true;
  ID3D12CommandList* closed[] = {list};
  auto point = queue.execute(closed, label);
  if (!point) {
    lists.keep(*std::move(context));
    return fail(std::move(point).error());
  }
  lists.give_back(*std::move(context), *point);
  for (PieceWork& work : works) work.ring->commit(std::move(work.block), *point);
  return *point;
}

}  // namespace ferry
