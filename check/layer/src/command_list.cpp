// Command lists: their order, and the calls that name other objects in structs and arrays.

#include "generated/command_list.hpp"

#include <array>
#include <vector>

#include "generated/command_allocator.hpp"
#include "generated/descriptor_heap.hpp"
#include "generated/pipeline_state.hpp"
#include "generated/resource.hpp"
#include "recording.hpp"
#include "structs.hpp"

namespace ferry::check::layer {

void CommandListData::begin(Locked& lock, Node& node) {
  if (!announced) lock.send(event::ListCreated{node.made_by, node.id(), list_type, ObjectId::kNone, open});
}

void CommandList::call_failed(HRESULT result) {
  if (open && error == S_OK) error = result;
}

HRESULT STDMETHODCALLTYPE CommandList::Close() {
  Call call(*this, Method::kCommandListClose);
  if (!open) {
    record_plain(*this, call, kAnyType);  // The model says that the list is closed already.
    call.refuse(E_FAIL);
    return call.refusal();
  }
  if (!log.empty()) {
    Locked lock(core(), call.index());
    if (!log.replay(lock) && error == S_OK) error = E_INVALIDARG;
    log.clear();
  }
  // Closed below whatever happened, so that the allocator is free again.
  HRESULT result = below<ID3D12GraphicsCommandList>()->Close();
  if (FAILED(error)) result = error;
  if (call.refused()) result = call.refusal();
  open = false;
  error = S_OK;
  {
    Locked lock(core(), call.index());
    lock.send(event::ListClosed{call.name(), id(), SUCCEEDED(result)});
  }
  return call.done(result);
}

HRESULT STDMETHODCALLTYPE CommandList::Reset(ID3D12CommandAllocator* command_allocator,
                                             ID3D12PipelineState* initial_state) {
  Call call(*this, Method::kCommandListReset);
  if (call.refused()) return call.refusal();
  auto* const ours = call.resolve<CommandAllocator>(command_allocator, "allocator", Need::kRequired);
  auto* const state = call.resolve<PipelineState>(initial_state, "initial_state", Need::kOptional);
  if (call.refused()) return call.refusal();
  auto* const allocator_below = ours->below<ID3D12CommandAllocator>();
  auto* const state_below = below_of<ID3D12PipelineState>(state);
  HRESULT result = S_OK;
  {
    Locked lock(core(), call.index());
    lock.look();
    const bool allowed = lock.send(event::ListReset{call.name(), id(), ours->id()});
    if (!allowed) {
      result = E_INVALIDARG;
    } else if (below_use->held != 0) {
      // What was recorded has not gone below yet and must stay: a fresh list takes its place.
      IUnknown* fresh = nullptr;
      result = core().below()->CreateCommandList(
          node_mask, static_cast<D3D12_COMMAND_LIST_TYPE>(list_type), allocator_below, state_below,
          iid_of<ID3D12GraphicsCommandList>(), reinterpret_cast<void**>(&fresh));
      if (SUCCEEDED(result)) {
        replace_below(lock, fresh);
        below_use = std::make_shared<BelowUse>();
      }
    } else {
      result = below<ID3D12GraphicsCommandList>()->Reset(allocator_below, state_below);
    }
    if (SUCCEEDED(result)) {
      allocator_use = ours->use;
      open = true;
      error = S_OK;
      reads_unknown = false;
      log.clear();
      pipeline = state == nullptr ? PipelineInfo{} : state->info;
      graphics_layout = compute_layout = nullptr;
      graphics_root = compute_root = ObjectId::kNone;
    } else if (allowed) {
      lock.send(event::ListClosed{call.name(), id(), false});
    }
  }
  if (SUCCEEDED(result) && state != nullptr) record_reference(*this, call, state->id());
  return call.done(result);
}

ClearStateResult STDMETHODCALLTYPE CommandList::ClearState(ID3D12PipelineState* pipeline_state) {
  Call call(*this, Method::kCommandListClearState);
  auto* const state = call.resolve<PipelineState>(pipeline_state, "pipeline_state", Need::kOptional);
  if (!call.refused()) record(*this, call, event::StateCleared{call.name(), id()});
  if (!call.refused() && state != nullptr) record_reference(*this, call, state->id());
  if (call.refused()) return ClearStateResult(call.refusal());
  pipeline = state == nullptr ? PipelineInfo{} : state->info;
  graphics_layout = compute_layout = nullptr;
  graphics_root = compute_root = ObjectId::kNone;
  return below<ID3D12GraphicsCommandList>()->ClearState(below_of<ID3D12PipelineState>(state));
}

void STDMETHODCALLTYPE CommandList::CopyTextureRegion(const D3D12_TEXTURE_COPY_LOCATION* dst, UINT dst_x,
                                                      UINT dst_y, UINT dst_z,
                                                      const D3D12_TEXTURE_COPY_LOCATION* src,
                                                      const D3D12_BOX* src_box) {
  Call call(*this, Method::kCommandListCopyTextureRegion);
  event::CopyTexture copy;
  D3D12_TEXTURE_COPY_LOCATION dst_below = {};
  D3D12_TEXTURE_COPY_LOCATION src_below = {};
  copy.destination = location(call, dst, "dst", dst_below);
  copy.source = location(call, src, "src", src_below);
  if (call.refused()) return;
  copy.call = call.name();
  copy.list = id();
  copy.x = dst_x;
  copy.y = dst_y;
  copy.z = dst_z;
  copy.has_box = src_box != nullptr;
  if (src_box != nullptr) {
    copy.box = {src_box->left, src_box->top, src_box->front, src_box->right, src_box->bottom, src_box->back};
  }
  record(*this, call, copy);
  if (call.refused()) return;
  below<ID3D12GraphicsCommandList>()->CopyTextureRegion(&dst_below, dst_x, dst_y, dst_z, &src_below, src_box);
}

void STDMETHODCALLTYPE CommandList::ResourceBarrier(UINT num_barriers,
                                                    const D3D12_RESOURCE_BARRIER* barriers) {
  Call call(*this, Method::kCommandListResourceBarrier);
  if (num_barriers > 0 && barriers == nullptr) {
    call.null_argument("pBarriers");
    return;
  }
  if (call.refused()) return;
  constexpr UINT kFew = 16;
  std::array<D3D12_RESOURCE_BARRIER, kFew> few_below;
  std::array<event::Barrier, kFew> few_events;
  std::vector<D3D12_RESOURCE_BARRIER> many_below;
  std::vector<event::Barrier> many_events;
  std::span<D3D12_RESOURCE_BARRIER> unwrapped;
  std::span<event::Barrier> events;
  if (num_barriers <= kFew) {
    unwrapped = std::span(few_below).first(num_barriers);
    events = std::span(few_events).first(num_barriers);
  } else {
    many_below.resize(num_barriers);
    many_events.resize(num_barriers);
    unwrapped = many_below;
    events = many_events;
  }
  for (UINT i = 0; i < num_barriers; ++i) events[i] = barrier(call, barriers[i], unwrapped[i]);
  if (call.refused()) return;
  record(*this, call, event::Barriers{call.name(), id(), events});
  if (call.refused()) return;
  below<ID3D12GraphicsCommandList>()->ResourceBarrier(num_barriers, unwrapped.data());
}

void STDMETHODCALLTYPE CommandList::ExecuteBundle(ID3D12GraphicsCommandList* command_list) {
  Call call(*this, Method::kCommandListExecuteBundle);
  if (kQueueWaitsAreWeak) {  // libvkd3d records nothing for it.
    call.unsupported();
    return;
  }
  auto* const bundle = call.resolve<CommandList>(command_list, "command_list", Need::kRequired);
  if (call.refused()) return;
  record(*this, call, event::BundleExecuted{call.name(), id(), bundle->id()});
  if (call.refused()) return;
  reads_unknown = true;
  below<ID3D12GraphicsCommandList>()->ExecuteBundle(bundle->below<ID3D12GraphicsCommandList>());
}

void STDMETHODCALLTYPE CommandList::SetDescriptorHeaps(UINT num_descriptor_heaps,
                                                       ID3D12DescriptorHeap* const* descriptor_heaps) {
  Call call(*this, Method::kCommandListSetDescriptorHeaps);
  std::vector<ID3D12DescriptorHeap*> unwrapped;
  record_plain(*this, call, kDispatching);
  for (UINT i = 0; i < num_descriptor_heaps && !call.refused(); ++i) {
    auto* const heap = call.resolve<DescriptorHeap>(descriptor_heaps[i], "descriptor_heaps", Need::kRequired);
    if (heap == nullptr) return;
    record_reference(*this, call, heap->id());
    unwrapped.push_back(heap->below<ID3D12DescriptorHeap>());
  }
  if (call.refused()) return;
  below<ID3D12GraphicsCommandList>()->SetDescriptorHeaps(num_descriptor_heaps, unwrapped.data());
}

namespace {

/// AtomicCopyBufferUINT and its twin: the copy, and the resources that it depends on.
std::vector<ID3D12Resource*> note_atomic_copy(CommandList& list, Call& call, Resource* dst, UINT64 dst_offset,
                                              Resource* src, UINT64 src_offset, UINT64 size,
                                              UINT dependencies, ID3D12Resource* const* dependent_resources) {
  std::vector<ID3D12Resource*> unwrapped;
  for (UINT i = 0; i < dependencies && !call.refused(); ++i) {
    auto* const resource =
        call.resolve<Resource>(dependent_resources[i], "dependent_resources", Need::kRequired);
    if (resource == nullptr) return unwrapped;
    unwrapped.push_back(resource->below<ID3D12Resource>());
    record_reference(list, call, resource->id());
  }
  if (call.refused()) return unwrapped;
  record(list, call,
         event::CopyBuffer{call.name(), list.id(), dst->id(), dst_offset, src->id(), src_offset, size});
  return unwrapped;
}

}  // namespace

void STDMETHODCALLTYPE CommandList::AtomicCopyBufferUINT(
    ID3D12Resource* dst_buffer, UINT64 dst_offset, ID3D12Resource* src_buffer, UINT64 src_offset,
    UINT dependencies, ID3D12Resource* const* dependent_resources,
    const D3D12_SUBRESOURCE_RANGE_UINT64* dependent_subresource_ranges) {
  Call call(*this, Method::kCommandListAtomicCopyBufferUINT);
  auto* const dst = call.resolve<Resource>(dst_buffer, "dst_buffer", Need::kRequired);
  auto* const src = call.resolve<Resource>(src_buffer, "src_buffer", Need::kRequired);
  if (call.refused()) return;
  const auto unwrapped =
      note_atomic_copy(*this, call, dst, dst_offset, src, src_offset, 4, dependencies, dependent_resources);
  if (call.refused()) return;
  below<ID3D12GraphicsCommandList1>()->AtomicCopyBufferUINT(
      below_of<ID3D12Resource>(dst), dst_offset, below_of<ID3D12Resource>(src), src_offset, dependencies,
      unwrapped.data(), dependent_subresource_ranges);
}

void STDMETHODCALLTYPE CommandList::AtomicCopyBufferUINT64(
    ID3D12Resource* dst_buffer, UINT64 dst_offset, ID3D12Resource* src_buffer, UINT64 src_offset,
    UINT dependencies, ID3D12Resource* const* dependent_resources,
    const D3D12_SUBRESOURCE_RANGE_UINT64* dependent_subresource_ranges) {
  Call call(*this, Method::kCommandListAtomicCopyBufferUINT64);
  auto* const dst = call.resolve<Resource>(dst_buffer, "dst_buffer", Need::kRequired);
  auto* const src = call.resolve<Resource>(src_buffer, "src_buffer", Need::kRequired);
  if (call.refused()) return;
  const auto unwrapped =
      note_atomic_copy(*this, call, dst, dst_offset, src, src_offset, 8, dependencies, dependent_resources);
  if (call.refused()) return;
  below<ID3D12GraphicsCommandList1>()->AtomicCopyBufferUINT64(
      below_of<ID3D12Resource>(dst), dst_offset, below_of<ID3D12Resource>(src), src_offset, dependencies,
      unwrapped.data(), dependent_subresource_ranges);
}

}  // namespace ferry::check::layer
