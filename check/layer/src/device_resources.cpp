// ID3D12Device: heaps and resources.

#include "generated/device.hpp"
#include "generated/heap.hpp"
#include "generated/resource.hpp"
#include "make.hpp"

namespace ferry::check::layer {

namespace {

HeapProperties properties_of(const D3D12_HEAP_PROPERTIES& from) {
  return {static_cast<HeapType>(from.Type), static_cast<CpuPage>(from.CPUPageProperty)};
}

/// What kind of memory the CPU sees in it, custom heaps included.
HeapType role_of(const HeapProperties& properties) {
  if (properties.type != HeapType::kCustom) return properties.type;
  switch (properties.cpu_page) {
    case CpuPage::kWriteCombine:
      return HeapType::kUpload;
    case CpuPage::kWriteBack:
      return HeapType::kReadback;
    default:
      return HeapType::kDefault;
  }
}

event::ResourceCreated resource_created(const Call& call, ObjectId id, event::ResourceKind kind,
                                        const D3D12_RESOURCE_DESC& desc, D3D12_RESOURCE_STATES state,
                                        const D3D12_CLEAR_VALUE* clear) {
  event::ResourceCreated created;
  created.call = call.name();
  created.id = id;
  created.kind = kind;
  created.description = describe(desc);
  created.initial_state = static_cast<std::uint32_t>(state);
  created.has_clear_value = clear != nullptr;
  return created;
}

template <typename Create>
HRESULT make_resource(Call& call, const event::ResourceCreated& created, HeapType role, REFIID riid,
                      void** object, Create&& create) {
  Core& core = call.core();
  bool allowed = false;
  {
    Locked lock(core, call.index());
    allowed = lock.send(created);
    if (!allowed) lock.send(event::ObjectDestroyed{call.name(), created.id});
  }
  if (!allowed) {
    call.refuse(E_INVALIDARG);
    return call.refusal();
  }
  void* made = nullptr;
  const HRESULT result = create(iid_of<ID3D12Resource>(), &made);
  if (FAILED(result) || made == nullptr) {
    {
      Locked lock(core, call.index());
      lock.send(event::ObjectDestroyed{call.name(), created.id});
    }
    return call.done(FAILED(result) ? result : E_FAIL);
  }
  ResourceData data;
  data.description = created.description;
  data.heap_type = role;
  return give<Resource>(call, static_cast<ID3D12Resource*>(made), created.id, std::move(data), riid, object);
}

}  // namespace

HRESULT STDMETHODCALLTYPE Device::CreateCommittedResource(const D3D12_HEAP_PROPERTIES* heap_properties,
                                                          D3D12_HEAP_FLAGS heap_flags,
                                                          const D3D12_RESOURCE_DESC* desc,
                                                          D3D12_RESOURCE_STATES initial_resource_state,
                                                          const D3D12_CLEAR_VALUE* optimized_clear_value,
                                                          REFIID riid_resource, void** resource) {
  Call call(*this, Method::kDeviceCreateCommittedResource);
  if (!begin_create(call, desc, resource) || !begin_create(call, heap_properties, resource))
    return call.refusal();
  event::ResourceCreated created = resource_created(call, core().next_id(), event::ResourceKind::kCommitted,
                                                    *desc, initial_resource_state, optimized_clear_value);
  created.properties = properties_of(*heap_properties);
  created.heap_flags = static_cast<std::uint32_t>(heap_flags);
  return make_resource(
      call, created, role_of(created.properties), riid_resource, resource, [&](REFIID id, void** out) {
        return below<ID3D12Device>()->CreateCommittedResource(
            heap_properties, heap_flags, desc, initial_resource_state, optimized_clear_value, id, out);
      });
}

HRESULT STDMETHODCALLTYPE Device::CreateHeap(const D3D12_HEAP_DESC* desc, REFIID riid, void** heap) {
  Call call(*this, Method::kDeviceCreateHeap);
  if (!begin_create(call, desc, heap)) return call.refusal();
  const ObjectId id = core().next_id();
  const HeapProperties properties = properties_of(desc->Properties);
  bool allowed = false;
  {
    Locked lock(core(), call.index());
    allowed =
        lock.send(event::HeapCreated{call.name(), id, properties, static_cast<std::uint32_t>(desc->Flags),
                                     desc->SizeInBytes, desc->Alignment});
    if (!allowed) lock.send(event::ObjectDestroyed{call.name(), id});
  }
  if (!allowed) {
    call.refuse(E_INVALIDARG);
    return call.refusal();
  }
  ID3D12Heap* made = nullptr;
  const HRESULT result =
      below<ID3D12Device>()->CreateHeap(desc, iid_of<ID3D12Heap>(), reinterpret_cast<void**>(&made));
  if (FAILED(result)) {
    {
      Locked lock(core(), call.index());
      lock.send(event::ObjectDestroyed{call.name(), id});
    }
    return call.done(result);
  }
  HeapData data;
  data.role = role_of(properties);
  return give<Heap>(call, made, id, std::move(data), riid, heap);
}

HRESULT STDMETHODCALLTYPE Device::CreatePlacedResource(ID3D12Heap* heap, UINT64 heap_offset,
                                                       const D3D12_RESOURCE_DESC* desc,
                                                       D3D12_RESOURCE_STATES initial_state,
                                                       const D3D12_CLEAR_VALUE* optimized_clear_value,
                                                       REFIID riid, void** resource) {
  Call call(*this, Method::kDeviceCreatePlacedResource);
  if (!begin_create(call, desc, resource)) return call.refusal();
  auto* const ours = call.resolve<Heap>(heap, "heap", Need::kRequired);
  if (call.refused()) return call.refusal();
  event::ResourceCreated created = resource_created(call, core().next_id(), event::ResourceKind::kPlaced,
                                                    *desc, initial_state, optimized_clear_value);
  created.heap = ours->id();
  created.heap_offset = heap_offset;
  if (desc->Width != 0 && desc->Height != 0 && desc->DepthOrArraySize != 0) {
    D3D12_RESOURCE_ALLOCATION_INFO info = {};
#if FERRY_CHECK_AGGREGATES_BY_POINTER
    below<ID3D12Device>()->GetResourceAllocationInfo(&info, 0, 1, desc);
#else
    info = below<ID3D12Device>()->GetResourceAllocationInfo(0, 1, desc);
#endif
    // An answer of UINT64_MAX says that the description is wrong.
    if (info.SizeInBytes != UINT64_MAX) {
      created.allocation_size = info.SizeInBytes;
      created.allocation_alignment = info.Alignment;
    }
  }
  return make_resource(call, created, ours->role, riid, resource, [&](REFIID id, void** out) {
    return below<ID3D12Device>()->CreatePlacedResource(ours->below<ID3D12Heap>(), heap_offset, desc,
                                                       initial_state, optimized_clear_value, id, out);
  });
}

HRESULT STDMETHODCALLTYPE Device::CreateReservedResource(const D3D12_RESOURCE_DESC* desc,
                                                         D3D12_RESOURCE_STATES initial_state,
                                                         const D3D12_CLEAR_VALUE* optimized_clear_value,
                                                         REFIID riid, void** resource) {
  Call call(*this, Method::kDeviceCreateReservedResource);
  if (!begin_create(call, desc, resource)) return call.refusal();
  const event::ResourceCreated created = resource_created(
      call, core().next_id(), event::ResourceKind::kReserved, *desc, initial_state, optimized_clear_value);
  return make_resource(call, created, HeapType::kDefault, riid, resource, [&](REFIID id, void** out) {
    return below<ID3D12Device>()->CreateReservedResource(desc, initial_state, optimized_clear_value, id, out);
  });
}

}  // namespace ferry::check::layer
