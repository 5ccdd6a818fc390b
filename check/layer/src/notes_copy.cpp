// What recorded copies, clears and queries mean to the model.

#include "generated/query_heap.hpp"
#include "generated/resource.hpp"
#include "recording.hpp"

namespace ferry::check::layer {

void CommandList::note_CopyBufferRegion(Call& call, Resource* dst_buffer, UINT64 dst_offset,
                                        Resource* src_buffer, UINT64 src_offset, UINT64 num_bytes) {
  record(*this, call,
         event::CopyBuffer{call.name(), id(), dst_buffer->id(), dst_offset, src_buffer->id(), src_offset,
                           num_bytes});
}

void CommandList::note_CopyResource(Call& call, Resource* dst_resource, Resource* src_resource) {
  record(*this, call, event::CopyWhole{call.name(), id(), dst_resource->id(), src_resource->id()});
}

void CommandList::note_CopyTiles(Call& call, Resource* tiled_resource, const D3D12_TILED_RESOURCE_COORDINATE*,
                                 const D3D12_TILE_REGION_SIZE* tile_region_size, Resource* buffer,
                                 UINT64 buffer_start_offset_in_bytes, D3D12_TILE_COPY_FLAGS flags) {
  const bool to_buffer = (flags & D3D12_TILE_COPY_FLAG_SWIZZLED_TILED_RESOURCE_TO_LINEAR_BUFFER) != 0;
  const std::uint64_t size =
      std::uint64_t{tile_region_size == nullptr ? 1 : tile_region_size->NumTiles} * 65536;
  const std::array<event::Use, 2> uses = {{
      {tiled_resource->id(),
       to_buffer ? states::kCopySource : states::kCopyDest,
       {},
       0,
       kWholeSize,
       "tiled resource"},
      {buffer->id(),
       to_buffer ? states::kCopyDest : states::kCopySource,
       {},
       buffer_start_offset_in_bytes,
       size,
       "buffer of tiles"},
  }};
  record(*this, call, event::Used{call.name(), id(), uses});
}

void CommandList::note_ResolveSubresource(Call& call, Resource* dst_resource, UINT dst_subresource,
                                          Resource* src_resource, UINT src_subresource, DXGI_FORMAT format) {
  record(*this, call,
         event::Resolve{call.name(), id(), dst_resource->id(), dst_subresource, src_resource->id(),
                        src_subresource, static_cast<std::uint32_t>(format), false});
}

void CommandList::note_ResolveSubresourceRegion(Call& call, Resource* dst_resource, UINT dst_subresource,
                                                UINT, UINT, Resource* src_resource, UINT src_subresource,
                                                D3D12_RECT*, DXGI_FORMAT format, D3D12_RESOLVE_MODE) {
  record(*this, call,
         event::Resolve{call.name(), id(), dst_resource->id(), dst_subresource, src_resource->id(),
                        src_subresource, static_cast<std::uint32_t>(format), true});
}

void CommandList::note_ClearDepthStencilView(Call& call, D3D12_CPU_DESCRIPTOR_HANDLE depth_stencil_view,
                                             D3D12_CLEAR_FLAGS clear_flags, FLOAT, UINT8, UINT num_rects,
                                             const D3D12_RECT*) {
  const View* const view = core().descriptors().find(depth_stencil_view);
  if (view == nullptr) {
    record_plain(*this, call, kDirectOnly);
    return;
  }
  event::ClearView clear{call.name(),        id(),          event::ClearKind::kDepth, view->resource,
                         view->subresources, num_rects != 0};
  const bool depth = (clear_flags & D3D12_CLEAR_FLAG_DEPTH) != 0;
  const bool stencil = (clear_flags & D3D12_CLEAR_FLAG_STENCIL) != 0;
  clear.subresources.first_plane = depth ? 0 : 1;
  clear.subresources.plane_count = depth && stencil ? kAllSubresources : 1;
  record(*this, call, clear);
}

void CommandList::note_ClearRenderTargetView(Call& call, D3D12_CPU_DESCRIPTOR_HANDLE render_target_view,
                                             const FLOAT*, UINT num_rects, const D3D12_RECT*) {
  const View* const view = core().descriptors().find(render_target_view);
  if (view == nullptr) {
    record_plain(*this, call, kDirectOnly);
    return;
  }
  record(*this, call,
         event::ClearView{call.name(), id(), event::ClearKind::kRenderTarget, view->resource,
                          view->subresources, num_rects != 0});
}

namespace {

void note_clear_uav(CommandList& list, Call& call, D3D12_CPU_DESCRIPTOR_HANDLE handle,
                    const Resource& resource) {
  const View* const view = list.core().descriptors().find(handle);
  event::Use use{resource.id(), states::kUnorderedAccess, {}, 0, kWholeSize, "UAV to clear"};
  if (view != nullptr && view->resource == resource.id()) {
    use = use_of(*view, states::kUnorderedAccess, "UAV to clear");
  }
  record(list, call, event::Used{call.name(), list.id(), std::span(&use, 1)});
}

}  // namespace

void CommandList::note_ClearUnorderedAccessViewUint(Call& call, D3D12_GPU_DESCRIPTOR_HANDLE,
                                                    D3D12_CPU_DESCRIPTOR_HANDLE cpu_handle,
                                                    Resource* resource, const UINT*, UINT,
                                                    const D3D12_RECT*) {
  note_clear_uav(*this, call, cpu_handle, *resource);
}

void CommandList::note_ClearUnorderedAccessViewFloat(Call& call, D3D12_GPU_DESCRIPTOR_HANDLE,
                                                     D3D12_CPU_DESCRIPTOR_HANDLE cpu_handle,
                                                     Resource* resource, const FLOAT*, UINT,
                                                     const D3D12_RECT*) {
  note_clear_uav(*this, call, cpu_handle, *resource);
}

void CommandList::note_DiscardResource(Call& call, Resource* resource, const D3D12_DISCARD_REGION* region) {
  event::Discard discard{call.name(), id(), resource->id(), 0, kAllSubresources, false};
  if (region != nullptr) {
    discard.first_subresource = region->FirstSubresource;
    discard.subresource_count = region->NumSubresources;
    discard.partial = region->NumRects != 0;
  }
  record(*this, call, discard);
}

void CommandList::note_BeginQuery(Call& call, QueryHeap* query_heap, D3D12_QUERY_TYPE, UINT) {
  record_plain(*this, call, kDispatching);
  record_reference(*this, call, query_heap->id());
}

void CommandList::note_EndQuery(Call& call, QueryHeap* query_heap, D3D12_QUERY_TYPE type, UINT) {
  record_plain(*this, call, type == D3D12_QUERY_TYPE_TIMESTAMP ? kAnyType : kDispatching);
  record_reference(*this, call, query_heap->id());
}

void CommandList::note_ResolveQueryData(Call& call, QueryHeap* query_heap, D3D12_QUERY_TYPE type, UINT,
                                        UINT num_queries, Resource* destination_buffer,
                                        UINT64 aligned_destination_buffer_offset) {
  record_reference(*this, call, query_heap->id());
  const std::uint64_t bytes = type == D3D12_QUERY_TYPE_PIPELINE_STATISTICS
                                  ? sizeof(D3D12_QUERY_DATA_PIPELINE_STATISTICS)
                              : type >= D3D12_QUERY_TYPE_SO_STATISTICS_STREAM0 ? 16
                                                                               : 8;
  const event::Use use{destination_buffer->id(),          states::kCopyDest,   {},
                       aligned_destination_buffer_offset, bytes * num_queries, "query results"};
  record(*this, call, event::Used{call.name(), id(), std::span(&use, 1)});
}

void CommandList::note_WriteBufferImmediate(Call& call, UINT count,
                                            const D3D12_WRITEBUFFERIMMEDIATE_PARAMETER* params,
                                            const D3D12_WRITEBUFFERIMMEDIATE_MODE*) {
  for (UINT i = 0; i < count && !call.refused(); ++i) {
    const Addresses::Place place = core().addresses().find(params[i].Dest);
    const event::Use use{place.resource, states::kCopyDest, {}, place.offset, 4, "immediate write"};
    record(*this, call, event::Used{call.name(), id(), std::span(&use, 1)});
  }
}

}  // namespace ferry::check::layer
