// ID3D12Device1 and later. Compiled where the platform's header has them.

#include <new>
#include <vector>

#include "generated/command_list.hpp"
#include "generated/command_queue.hpp"
#include "generated/device.hpp"
#include "generated/fence.hpp"
#include "generated/heap.hpp"
#include "generated/pipeline_library.hpp"
#include "generated/pipeline_state.hpp"
#include "generated/resource.hpp"
#include "make.hpp"
#include "make_resource.hpp"
#include "pipeline_stream.hpp"
#include "structs.hpp"
#include "thread_number.hpp"

namespace ferry::check::layer {

#ifdef __ID3D12Device1_INTERFACE_DEFINED__

HRESULT STDMETHODCALLTYPE Device::CreatePipelineLibrary(const void* library_blob, SIZE_T blob_length,
                                                        REFIID riid, void** pipeline_library) {
  Call call(*this, Method::kDeviceCreatePipelineLibrary);
  if (!begin_create(call, this, pipeline_library)) return call.refusal();
#ifdef __ID3D12PipelineLibrary_INTERFACE_DEFINED__
  return make<PipelineLibrary, ID3D12PipelineLibrary>(
      call, PipelineLibraryData{}, riid, pipeline_library, [&](REFIID id, void** out) {
        return below<ID3D12Device1>()->CreatePipelineLibrary(library_blob, blob_length, id, out);
      });
#else
  (void)library_blob;
  (void)blob_length;
  (void)riid;
  call.unsupported();
  return call.refusal();
#endif
}

HRESULT STDMETHODCALLTYPE Device::SetEventOnMultipleFenceCompletion(ID3D12Fence* const* fences,
                                                                    const UINT64* fence_values,
                                                                    UINT num_fences,
                                                                    D3D12_MULTIPLE_FENCE_WAIT_FLAGS flags,
                                                                    HANDLE event) {
  Call call(*this, Method::kDeviceSetEventOnMultipleFenceCompletion);
  if (call.refused()) return call.refusal();
  std::vector<Fence*> ours;
  std::vector<ID3D12Fence*> unwrapped;
  for (UINT i = 0; i < num_fences; ++i) {
    auto* const fence = call.resolve<Fence>(fences[i], "fences", Need::kRequired);
    if (fence == nullptr) return call.refusal();
    ours.push_back(fence);
    unwrapped.push_back(fence->below<ID3D12Fence>());
  }
  {
    Locked lock(core(), call.index());
    lock.look();
    for (UINT i = 0; i < num_fences; ++i) {
      lock.send(
          event::CpuWait{call.name(), ours[i]->id(), fence_values[i], event == nullptr, thread_number()});
    }
    for (UINT i = 0; i < num_fences; ++i) lock.gpu().asked(lock, *ours[i]->state, fence_values[i]);
  }
  const HRESULT result = below<ID3D12Device1>()->SetEventOnMultipleFenceCompletion(
      unwrapped.data(), fence_values, num_fences, flags, event);
  if (event == nullptr) {
    Locked lock(core(), call.index());
    lock.look();
  }
  return call.done(result);
}

HRESULT STDMETHODCALLTYPE Device::SetResidencyPriority(UINT num_objects, ID3D12Pageable* const* objects,
                                                       const D3D12_RESIDENCY_PRIORITY* priorities) {
  Call call(*this, Method::kDeviceSetResidencyPriority);
  if (call.refused()) return call.refusal();
  const Pageables unwrapped(call, num_objects, objects);
  if (call.refused()) return call.refusal();
  return call.done(below<ID3D12Device1>()->SetResidencyPriority(num_objects, unwrapped.data(), priorities));
}

#endif

#ifdef __ID3D12Device2_INTERFACE_DEFINED__

HRESULT STDMETHODCALLTYPE Device::CreatePipelineState(const D3D12_PIPELINE_STATE_STREAM_DESC* desc,
                                                      REFIID riid, void** pipeline_state) {
  Call call(*this, Method::kDeviceCreatePipelineState);
  if (!begin_create(call, desc, pipeline_state)) return call.refusal();
  PipelineStream stream(call, *desc);
  if (call.refused()) return call.refusal();
  PipelineStateData data;
  data.info = stream.info();
  const D3D12_PIPELINE_STATE_STREAM_DESC unwrapped = stream.desc();
  return make<PipelineState, ID3D12PipelineState>(
      call, std::move(data), riid, pipeline_state, [&](REFIID id, void** out) {
        return below<ID3D12Device2>()->CreatePipelineState(&unwrapped, id, out);
      });
}

#endif

#ifdef __ID3D12Device3_INTERFACE_DEFINED__

HRESULT STDMETHODCALLTYPE Device::OpenExistingHeapFromAddress(const void* address, REFIID riid, void** heap) {
  Call call(*this, Method::kDeviceOpenExistingHeapFromAddress);
  if (!begin_create(call, address, heap)) return call.refusal();
  ID3D12Heap* made = nullptr;
  const HRESULT result = below<ID3D12Device3>()->OpenExistingHeapFromAddress(address, iid_of<ID3D12Heap>(),
                                                                             reinterpret_cast<void**>(&made));
  if (FAILED(result)) return call.done(result);
  return give_shared(call, made, riid, heap);
}

HRESULT STDMETHODCALLTYPE Device::OpenExistingHeapFromFileMapping(HANDLE file_mapping, REFIID riid,
                                                                  void** heap) {
  Call call(*this, Method::kDeviceOpenExistingHeapFromFileMapping);
  if (!begin_create(call, this, heap)) return call.refusal();
  ID3D12Heap* made = nullptr;
  const HRESULT result = below<ID3D12Device3>()->OpenExistingHeapFromFileMapping(
      file_mapping, iid_of<ID3D12Heap>(), reinterpret_cast<void**>(&made));
  if (FAILED(result)) return call.done(result);
  return give_shared(call, made, riid, heap);
}

HRESULT STDMETHODCALLTYPE Device::EnqueueMakeResident(D3D12_RESIDENCY_FLAGS flags, UINT num_objects,
                                                      ID3D12Pageable* const* objects,
                                                      ID3D12Fence* fence_to_signal,
                                                      UINT64 fence_value_to_signal) {
  Call call(*this, Method::kDeviceEnqueueMakeResident);
  if (call.refused()) return call.refusal();
  const Pageables unwrapped(call, num_objects, objects);
  auto* const fence = call.resolve<Fence>(fence_to_signal, "fence_to_signal", Need::kRequired);
  if (call.refused()) return call.refusal();
  {
    Locked lock(core(), call.index());
    lock.send(event::CpuSignal{call.name(), fence->id(), fence_value_to_signal});
  }
  return call.done(below<ID3D12Device3>()->EnqueueMakeResident(
      flags, num_objects, unwrapped.data(), fence->below<ID3D12Fence>(), fence_value_to_signal));
}

#endif

#ifdef __ID3D12Device4_INTERFACE_DEFINED__

HRESULT STDMETHODCALLTYPE Device::CreateCommandList1(UINT node_mask, D3D12_COMMAND_LIST_TYPE type,
                                                     D3D12_COMMAND_LIST_FLAGS flags, REFIID riid,
                                                     void** command_list) {
  Call call(*this, Method::kDeviceCreateCommandList1);
  if (!begin_create(call, this, command_list)) return call.refusal();
  CommandListData data;
  data.list_type = static_cast<ListType>(type);
  data.node_mask = node_mask;
  data.open = false;
  return make<CommandList, ID3D12GraphicsCommandList>(
      call, std::move(data), riid, command_list, [&](REFIID id, void** out) {
        return below<ID3D12Device4>()->CreateCommandList1(node_mask, type, flags, id, out);
      });
}

HRESULT STDMETHODCALLTYPE Device::CreateCommittedResource1(const D3D12_HEAP_PROPERTIES* heap_properties,
                                                           D3D12_HEAP_FLAGS heap_flags,
                                                           const D3D12_RESOURCE_DESC* desc,
                                                           D3D12_RESOURCE_STATES initial_resource_state,
                                                           const D3D12_CLEAR_VALUE* optimized_clear_value,
                                                           ID3D12ProtectedResourceSession* protected_session,
                                                           REFIID riid_resource, void** resource) {
  Call call(*this, Method::kDeviceCreateCommittedResource1);
  if (!begin_create(call, desc, resource) || !begin_create(call, heap_properties, resource))
    return call.refusal();
  if (protected_session != nullptr) {
    call.unsupported();
    return call.refusal();
  }
  const ResourceCall made{call, event::ResourceKind::kCommitted, describe(*desc), initial_resource_state,
                          optimized_clear_value != nullptr};
  return make_committed(
      made, *heap_properties, heap_flags, riid_resource, resource, [&](REFIID id, void** out) {
        return below<ID3D12Device4>()->CreateCommittedResource1(heap_properties, heap_flags, desc,
                                                                initial_resource_state, optimized_clear_value,
                                                                nullptr, id, out);
      });
}

HRESULT STDMETHODCALLTYPE Device::CreateHeap1(const D3D12_HEAP_DESC* desc,
                                              ID3D12ProtectedResourceSession* protected_session, REFIID riid,
                                              void** heap) {
  Call call(*this, Method::kDeviceCreateHeap1);
  if (!begin_create(call, desc, heap)) return call.refusal();
  if (protected_session != nullptr) {
    call.unsupported();
    return call.refusal();
  }
  return make_heap(call, *desc, riid, heap, [&](REFIID id, void** out) {
    return below<ID3D12Device4>()->CreateHeap1(desc, nullptr, id, out);
  });
}

HRESULT STDMETHODCALLTYPE Device::CreateReservedResource1(const D3D12_RESOURCE_DESC* desc,
                                                          D3D12_RESOURCE_STATES initial_state,
                                                          const D3D12_CLEAR_VALUE* optimized_clear_value,
                                                          ID3D12ProtectedResourceSession* protected_session,
                                                          REFIID riid, void** resource) {
  Call call(*this, Method::kDeviceCreateReservedResource1);
  if (!begin_create(call, desc, resource)) return call.refusal();
  if (protected_session != nullptr) {
    call.unsupported();
    return call.refusal();
  }
  const ResourceCall made{call, event::ResourceKind::kReserved, describe(*desc), initial_state,
                          optimized_clear_value != nullptr};
  return make_reserved(made, riid, resource, [&](REFIID id, void** out) {
    return below<ID3D12Device4>()->CreateReservedResource1(desc, initial_state, optimized_clear_value,
                                                           nullptr, id, out);
  });
}

#endif

#ifdef __ID3D12Device5_INTERFACE_DEFINED__

void STDMETHODCALLTYPE Device::RemoveDevice() {
  Call call(*this, Method::kDeviceRemoveDevice);
  core().lose(kDeviceRemoved, call.name(), call.index(), true);
  below<ID3D12Device5>()->RemoveDevice();
}

#endif

#ifdef __ID3D12Device8_INTERFACE_DEFINED__

HRESULT STDMETHODCALLTYPE Device::CreateCommittedResource2(const D3D12_HEAP_PROPERTIES* heap_properties,
                                                           D3D12_HEAP_FLAGS heap_flags,
                                                           const D3D12_RESOURCE_DESC1* desc,
                                                           D3D12_RESOURCE_STATES initial_resource_state,
                                                           const D3D12_CLEAR_VALUE* optimized_clear_value,
                                                           ID3D12ProtectedResourceSession* protected_session,
                                                           REFIID riid_resource, void** resource) {
  Call call(*this, Method::kDeviceCreateCommittedResource2);
  if (!begin_create(call, desc, resource) || !begin_create(call, heap_properties, resource))
    return call.refusal();
  if (protected_session != nullptr) {
    call.unsupported();
    return call.refusal();
  }
  const ResourceCall made{call, event::ResourceKind::kCommitted, describe(plain_desc(*desc)),
                          initial_resource_state, optimized_clear_value != nullptr};
  return make_committed(
      made, *heap_properties, heap_flags, riid_resource, resource, [&](REFIID id, void** out) {
        return below<ID3D12Device8>()->CreateCommittedResource2(heap_properties, heap_flags, desc,
                                                                initial_resource_state, optimized_clear_value,
                                                                nullptr, id, out);
      });
}

HRESULT STDMETHODCALLTYPE Device::CreatePlacedResource1(ID3D12Heap* heap, UINT64 heap_offset,
                                                        const D3D12_RESOURCE_DESC1* desc,
                                                        D3D12_RESOURCE_STATES initial_state,
                                                        const D3D12_CLEAR_VALUE* optimized_clear_value,
                                                        REFIID riid, void** resource) {
  Call call(*this, Method::kDeviceCreatePlacedResource1);
  if (!begin_create(call, desc, resource)) return call.refusal();
  auto* const ours = call.resolve<Heap>(heap, "heap", Need::kRequired);
  if (call.refused()) return call.refusal();
  const D3D12_RESOURCE_DESC plain = plain_desc(*desc);
  const ResourceCall made{call, event::ResourceKind::kPlaced, describe(plain), initial_state,
                          optimized_clear_value != nullptr};
  return make_placed(made, *ours, heap_offset, plain, riid, resource, [&](REFIID id, void** out) {
    return below<ID3D12Device8>()->CreatePlacedResource1(ours->below<ID3D12Heap>(), heap_offset, desc,
                                                         initial_state, optimized_clear_value, id, out);
  });
}

#endif

#ifdef __ID3D12Device9_INTERFACE_DEFINED__

HRESULT STDMETHODCALLTYPE Device::CreateCommandQueue1(const D3D12_COMMAND_QUEUE_DESC* desc, REFIID creator_id,
                                                      REFIID riid, void** command_queue) {
  Call call(*this, Method::kDeviceCreateCommandQueue1);
  if (!begin_create(call, desc, command_queue)) return call.refusal();
  CommandQueueData data;
  data.type = static_cast<ListType>(desc->Type);
  return make<CommandQueue, ID3D12CommandQueue>(
      call, std::move(data), riid, command_queue, [&](REFIID id, void** out) {
        return below<ID3D12Device9>()->CreateCommandQueue1(desc, creator_id, id, out);
      });
}

#endif

}  // namespace ferry::check::layer
