// ID3D12Device: everything but resources and views.

#include "generated/device.hpp"

#include <new>

#include "generated/command_allocator.hpp"
#include "generated/command_list.hpp"
#include "generated/command_queue.hpp"
#include "generated/command_signature.hpp"
#include "generated/descriptor_heap.hpp"
#include "generated/fence.hpp"
#include "generated/heap.hpp"
#include "generated/pipeline_state.hpp"
#include "generated/query_heap.hpp"
#include "generated/resource.hpp"
#include "generated/root_signature.hpp"
#include "make.hpp"
#include "make_resource.hpp"
#include "structs.hpp"

namespace ferry::check::layer {

void Device::destroy() {
  {
    CoreTable& table = CoreTable::get();
    const std::lock_guard lock(table.mutex);
    std::erase(table.cores, &core());
  }
  {
    Locked lock(core(), released_at);
    lock.leave(*this);
  }
  const std::unique_ptr<Core> last = std::move(shared_core);
  delete this;
}

HRESULT STDMETHODCALLTYPE Device::CreateCommandQueue(const D3D12_COMMAND_QUEUE_DESC* desc, REFIID riid,
                                                     void** command_queue) {
  Call call(*this, Method::kDeviceCreateCommandQueue);
  if (!begin_create(call, desc, command_queue)) return call.refusal();
  CommandQueueData data;
  data.type = static_cast<ListType>(desc->Type);
  return make<CommandQueue, ID3D12CommandQueue>(call, data, riid, command_queue, [&](REFIID id, void** out) {
    return below<ID3D12Device>()->CreateCommandQueue(desc, id, out);
  });
}

HRESULT STDMETHODCALLTYPE Device::CreateCommandAllocator(D3D12_COMMAND_LIST_TYPE type, REFIID riid,
                                                         void** command_allocator) {
  Call call(*this, Method::kDeviceCreateCommandAllocator);
  if (!begin_create(call, this, command_allocator)) return call.refusal();
  CommandAllocatorData data;
  data.type = static_cast<ListType>(type);
  return make<CommandAllocator, ID3D12CommandAllocator>(
      call, std::move(data), riid, command_allocator,
      [&](REFIID id, void** out) { return below<ID3D12Device>()->CreateCommandAllocator(type, id, out); });
}

HRESULT STDMETHODCALLTYPE Device::CreateCommandList(UINT node_mask, D3D12_COMMAND_LIST_TYPE type,
                                                    ID3D12CommandAllocator* command_allocator,
                                                    ID3D12PipelineState* initial_state, REFIID riid,
                                                    void** command_list) {
  Call call(*this, Method::kDeviceCreateCommandList);
  if (!begin_create(call, this, command_list)) return call.refusal();
  if (kQueueWaitsAreWeak &&
      type == D3D12_COMMAND_LIST_TYPE_BUNDLE) {  // libvkd3d records nothing for bundles.
    call.unsupported();
    return call.refusal();
  }
  auto* const allocator =
      call.resolve<CommandAllocator>(command_allocator, "command_allocator", Need::kRequired);
  auto* const state = call.resolve<PipelineState>(initial_state, "initial_state", Need::kOptional);
  if (call.refused()) return call.refusal();
  CommandListData data;
  data.list_type = static_cast<ListType>(type);
  data.node_mask = node_mask;
  data.allocator_use = allocator->use;
  data.announced = true;
  if (state != nullptr) data.pipeline = state->info;
  // Told before the call: a device that refuses an allocator which is in use does not say why.
  const event::ListCreated created{call.name(), core().next_id(), data.list_type, allocator->id(), true};
  if (!announce(call, created)) return call.refusal();
  void* made = nullptr;
  const HRESULT result = below<ID3D12Device>()->CreateCommandList(
      node_mask, type, allocator->below<ID3D12CommandAllocator>(), below_of<ID3D12PipelineState>(state),
      iid_of<ID3D12GraphicsCommandList>(), &made);
  if (FAILED(result) || made == nullptr) {
    take_back(call, created.id);
    return call.done(FAILED(result) ? result : E_FAIL);
  }
  return give<CommandList>(call, static_cast<ID3D12GraphicsCommandList*>(made), created.id, std::move(data),
                           riid, command_list);
}

HRESULT STDMETHODCALLTYPE Device::CreateGraphicsPipelineState(const D3D12_GRAPHICS_PIPELINE_STATE_DESC* desc,
                                                              REFIID riid, void** pipeline_state) {
  Call call(*this, Method::kDeviceCreateGraphicsPipelineState);
  if (!begin_create(call, desc, pipeline_state)) return call.refusal();
  D3D12_GRAPHICS_PIPELINE_STATE_DESC unwrapped = *desc;
  unwrapped.pRootSignature = root_signature_below(call, desc->pRootSignature);
  if (call.refused()) return call.refusal();
  PipelineStateData data;
  data.info = pipeline_info(*desc);
  return make<PipelineState, ID3D12PipelineState>(
      call, data, riid, pipeline_state, [&](REFIID id, void** out) {
        return below<ID3D12Device>()->CreateGraphicsPipelineState(&unwrapped, id, out);
      });
}

HRESULT STDMETHODCALLTYPE Device::CreateComputePipelineState(const D3D12_COMPUTE_PIPELINE_STATE_DESC* desc,
                                                             REFIID riid, void** pipeline_state) {
  Call call(*this, Method::kDeviceCreateComputePipelineState);
  if (!begin_create(call, desc, pipeline_state)) return call.refusal();
  D3D12_COMPUTE_PIPELINE_STATE_DESC unwrapped = *desc;
  unwrapped.pRootSignature = root_signature_below(call, desc->pRootSignature);
  if (call.refused()) return call.refusal();
  return make<PipelineState, ID3D12PipelineState>(
      call, PipelineStateData{}, riid, pipeline_state, [&](REFIID id, void** out) {
        return below<ID3D12Device>()->CreateComputePipelineState(&unwrapped, id, out);
      });
}

HRESULT STDMETHODCALLTYPE Device::CreateDescriptorHeap(const D3D12_DESCRIPTOR_HEAP_DESC* descriptor_heap_desc,
                                                       REFIID riid, void** heap) {
  Call call(*this, Method::kDeviceCreateDescriptorHeap);
  if (!begin_create(call, descriptor_heap_desc, heap)) return call.refusal();
  ID3D12DescriptorHeap* made = nullptr;
  const HRESULT result = below<ID3D12Device>()->CreateDescriptorHeap(
      descriptor_heap_desc, iid_of<ID3D12DescriptorHeap>(), reinterpret_cast<void**>(&made));
  if (FAILED(result)) return call.done(result);
  DescriptorHeapData data;
  data.table.reset(new (std::nothrow) DescriptorTable);
  if (data.table != nullptr) {
    DescriptorTable& table = *data.table;
    table.views.reset(new (std::nothrow) View[descriptor_heap_desc->NumDescriptors]);
    table.count = table.views == nullptr ? 0 : descriptor_heap_desc->NumDescriptors;
    table.increment = below<ID3D12Device>()->GetDescriptorHandleIncrementSize(descriptor_heap_desc->Type);
#if FERRY_CHECK_AGGREGATES_BY_POINTER
    D3D12_CPU_DESCRIPTOR_HANDLE cpu = {};
    table.cpu_start = made->GetCPUDescriptorHandleForHeapStart(&cpu)->ptr;
    D3D12_GPU_DESCRIPTOR_HANDLE gpu = {};
    if ((descriptor_heap_desc->Flags & D3D12_DESCRIPTOR_HEAP_FLAG_SHADER_VISIBLE) != 0) {
      table.gpu_start = made->GetGPUDescriptorHandleForHeapStart(&gpu)->ptr;
    }
#else
    table.cpu_start = made->GetCPUDescriptorHandleForHeapStart().ptr;
    if ((descriptor_heap_desc->Flags & D3D12_DESCRIPTOR_HEAP_FLAG_SHADER_VISIBLE) != 0) {
      table.gpu_start = made->GetGPUDescriptorHandleForHeapStart().ptr;
    }
#endif
  }
  if (data.table == nullptr || data.table->views == nullptr) {
    made->Release();
    return call.done(E_OUTOFMEMORY);
  }
  return give<DescriptorHeap>(call, made, core().next_id(), std::move(data), riid, heap);
}

HRESULT STDMETHODCALLTYPE Device::CreateRootSignature(UINT node_mask, const void* blob_with_root_signature,
                                                      SIZE_T blob_length_in_bytes, REFIID riid,
                                                      void** root_signature) {
  Call call(*this, Method::kDeviceCreateRootSignature);
  if (!begin_create(call, blob_with_root_signature, root_signature)) return call.refusal();
  RootSignatureData data;
  data.layout = read_root_layout(blob_with_root_signature, blob_length_in_bytes);
  return make<RootSignature, ID3D12RootSignature>(
      call, std::move(data), riid, root_signature, [&](REFIID id, void** out) {
        return below<ID3D12Device>()->CreateRootSignature(node_mask, blob_with_root_signature,
                                                          blob_length_in_bytes, id, out);
      });
}

HRESULT STDMETHODCALLTYPE Device::CreateFence(UINT64 initial_value, D3D12_FENCE_FLAGS flags, REFIID riid,
                                              void** fence) {
  Call call(*this, Method::kDeviceCreateFence);
  if (!begin_create(call, this, fence)) return call.refusal();
  ID3D12Fence* made = nullptr;
  const HRESULT result = below<ID3D12Device>()->CreateFence(initial_value, flags, iid_of<ID3D12Fence>(),
                                                            reinterpret_cast<void**>(&made));
  if (FAILED(result)) return call.done(result);
  return give<Fence>(call, made, core().next_id(), fence_data(made, initial_value), riid, fence);
}

HRESULT STDMETHODCALLTYPE Device::CreateQueryHeap(const D3D12_QUERY_HEAP_DESC* desc, REFIID riid,
                                                  void** heap) {
  Call call(*this, Method::kDeviceCreateQueryHeap);
  if (!begin_create(call, desc, heap)) return call.refusal();
  return make<QueryHeap, ID3D12QueryHeap>(call, QueryHeapData{}, riid, heap, [&](REFIID id, void** out) {
    return below<ID3D12Device>()->CreateQueryHeap(desc, id, out);
  });
}

HRESULT STDMETHODCALLTYPE Device::CreateCommandSignature(const D3D12_COMMAND_SIGNATURE_DESC* desc,
                                                         ID3D12RootSignature* root_signature, REFIID riid,
                                                         void** command_signature) {
  Call call(*this, Method::kDeviceCreateCommandSignature);
  if (!begin_create(call, desc, command_signature)) return call.refusal();
  ID3D12RootSignature* const root_below = root_signature_below(call, root_signature);
  if (call.refused()) return call.refusal();
  CommandSignatureData data;
  data.stride = desc->ByteStride;
  for (UINT i = 0; i < desc->NumArgumentDescs; ++i) {
    using Action = CommandSignatureData::Action;
    switch (desc->pArgumentDescs[i].Type) {
      case D3D12_INDIRECT_ARGUMENT_TYPE_DRAW_INDEXED:
        data.action = Action::kDrawIndexed;
        break;
      case D3D12_INDIRECT_ARGUMENT_TYPE_DISPATCH:
        data.action = Action::kDispatch;
        break;
      default:
        break;
    }
  }
  return make<CommandSignature, ID3D12CommandSignature>(
      call, data, riid, command_signature, [&](REFIID id, void** out) {
        return below<ID3D12Device>()->CreateCommandSignature(desc, root_below, id, out);
      });
}

HRESULT STDMETHODCALLTYPE Device::GetDeviceRemovedReason() {
  Call call(*this, Method::kDeviceGetDeviceRemovedReason);
  if (call.refused()) return call.refusal();
  if (!core().lost()) {
    const HRESULT reason = below<ID3D12Device>()->GetDeviceRemovedReason();
    if (FAILED(reason)) core().lose(reason, call.name(), call.index(), true);
    return core().lost_reason();
  }
  core().tell_loss(call.name(), call.index());
  return core().lost_reason();
}

HRESULT STDMETHODCALLTYPE Device::MakeResident(UINT num_objects, ID3D12Pageable* const* objects) {
  Call call(*this, Method::kDeviceMakeResident);
  if (call.refused()) return call.refusal();
  const Pageables unwrapped(call, num_objects, objects);
  if (call.refused()) return call.refusal();
  return call.done(below<ID3D12Device>()->MakeResident(num_objects, unwrapped.data()));
}

HRESULT STDMETHODCALLTYPE Device::Evict(UINT num_objects, ID3D12Pageable* const* objects) {
  Call call(*this, Method::kDeviceEvict);
  if (call.refused()) return call.refusal();
  const Pageables unwrapped(call, num_objects, objects);
  if (call.refused()) return call.refusal();
  return call.done(below<ID3D12Device>()->Evict(num_objects, unwrapped.data()));
}

HRESULT STDMETHODCALLTYPE Device::CreateSharedHandle(ID3D12DeviceChild* object,
                                                     const SECURITY_ATTRIBUTES* attributes, DWORD access,
                                                     const WCHAR* name, HANDLE* handle) {
  Call call(*this, Method::kDeviceCreateSharedHandle);
  if (call.refused()) return call.refusal();
  Node* const node = call.resolve_any(object, "object", Need::kRequired);
  if (node == nullptr) return call.refusal();
  void* child = nullptr;
  const HRESULT asked = node->below_unknown()->QueryInterface(iid_of<ID3D12DeviceChild>(), &child);
  if (FAILED(asked)) return call.done(asked);
  const auto owned = Ref<ID3D12DeviceChild>::adopt(static_cast<ID3D12DeviceChild*>(child));
  return call.done(below<ID3D12Device>()->CreateSharedHandle(owned.get(), attributes, access, name, handle));
}

HRESULT STDMETHODCALLTYPE Device::OpenSharedHandle(HANDLE nthandle, REFIID riid, void** obj) {
  Call call(*this, Method::kDeviceOpenSharedHandle);
  if (!begin_create(call, this, obj)) return call.refusal();
  IUnknown* made = nullptr;
  const HRESULT result =
      below<ID3D12Device>()->OpenSharedHandle(nthandle, iid_of<IUnknown>(), reinterpret_cast<void**>(&made));
  if (FAILED(result)) return call.done(result);
  return give_shared(call, made, riid, obj);
}

}  // namespace ferry::check::layer
