#pragma once

#include "generated/heap.hpp"
#include "generated/resource.hpp"
#include "make.hpp"

namespace ferry::check::layer {

HeapProperties properties_of(const D3D12_HEAP_PROPERTIES& from);

/// What kind of memory the CPU sees in it, custom heaps included.
HeapType role_of(const HeapProperties& properties);

/// What the calls that make a resource have in common.
struct ResourceCall {
  Call& call;
  event::ResourceKind kind;
  ResourceDescription description;
  D3D12_RESOURCE_STATES state;
  bool has_clear_value;

  [[nodiscard]] event::ResourceCreated event() const {
    event::ResourceCreated created;
    created.call = call.name();
    created.id = call.core().next_id();
    created.kind = kind;
    created.description = description;
    created.initial_state = static_cast<std::uint32_t>(state);
    created.has_clear_value = has_clear_value;
    return created;
  }
};

/// Sends an event that comes before its call; takes the announcement back where the call may not be made.
template <typename Event>
bool announce(Call& call, const Event& event) {
  Locked lock(call.core(), call.index());
  if (lock.send(event)) return true;
  lock.send(event::ObjectDestroyed{call.name(), event.id});
  call.refuse(E_INVALIDARG);
  return false;
}

inline void take_back(const Call& call, ObjectId id) {
  Locked lock(call.core(), call.index());
  lock.send(event::ObjectDestroyed{call.name(), id});
}

/// Tells the model, and where it allows it `create(iid, out)` makes the resource below.
template <typename Create>
HRESULT make_resource(Call& call, const event::ResourceCreated& created, HeapType role, REFIID riid,
                      void** object, Create&& create) {
  if (!announce(call, created)) return call.refusal();
  void* made = nullptr;
  const HRESULT result = create(iid_of<ID3D12Resource>(), &made);
  if (FAILED(result) || made == nullptr) {
    take_back(call, created.id);
    return call.done(FAILED(result) ? result : E_FAIL);
  }
  ResourceData data;
  data.description = created.description;
  data.heap_type = role;
  return give<Resource>(call, static_cast<ID3D12Resource*>(made), created.id, std::move(data), riid, object);
}

template <typename Create>
HRESULT make_committed(const ResourceCall& from, const D3D12_HEAP_PROPERTIES& properties,
                       D3D12_HEAP_FLAGS flags, REFIID riid, void** object, Create&& create) {
  event::ResourceCreated created = from.event();
  created.properties = properties_of(properties);
  created.heap_flags = static_cast<std::uint32_t>(flags);
  return make_resource(from.call, created, role_of(created.properties), riid, object, create);
}

template <typename Create>
HRESULT make_placed(const ResourceCall& from, const Heap& heap, UINT64 offset,
                    const D3D12_RESOURCE_DESC& desc, REFIID riid, void** object, Create&& create) {
  event::ResourceCreated created = from.event();
  created.heap = heap.id();
  created.heap_offset = offset;
  // Some devices do not survive the question for an empty resource.
  if (desc.Width != 0 && desc.Height != 0 && desc.DepthOrArraySize != 0) {
    D3D12_RESOURCE_ALLOCATION_INFO info = {};
#if FERRY_CHECK_AGGREGATES_BY_POINTER
    from.call.core().below()->GetResourceAllocationInfo(&info, 0, 1, &desc);
#else
    info = from.call.core().below()->GetResourceAllocationInfo(0, 1, &desc);
#endif
    // An answer of UINT64_MAX says that the description is wrong.
    if (info.SizeInBytes != UINT64_MAX) {
      created.allocation_size = info.SizeInBytes;
      created.allocation_alignment = info.Alignment;
    }
  }
  return make_resource(from.call, created, heap.role, riid, object, create);
}

template <typename Create>
HRESULT make_reserved(const ResourceCall& from, REFIID riid, void** object, Create&& create) {
  return make_resource(from.call, from.event(), HeapType::kDefault, riid, object, create);
}

template <typename Create>
HRESULT make_heap(Call& call, const D3D12_HEAP_DESC& desc, REFIID riid, void** object, Create&& create) {
  event::HeapCreated created;
  created.call = call.name();
  created.id = call.core().next_id();
  created.properties = properties_of(desc.Properties);
  created.flags = static_cast<std::uint32_t>(desc.Flags);
  created.size = desc.SizeInBytes;
  created.alignment = desc.Alignment;
  if (!announce(call, created)) return call.refusal();
  void* made = nullptr;
  const HRESULT result = create(iid_of<ID3D12Heap>(), &made);
  if (FAILED(result) || made == nullptr) {
    take_back(call, created.id);
    return call.done(FAILED(result) ? result : E_FAIL);
  }
  HeapData data;
  data.role = role_of(created.properties);
  return give<Heap>(call, static_cast<ID3D12Heap*>(made), created.id, std::move(data), riid, object);
}

#ifdef __ID3D12Device8_INTERFACE_DEFINED__
inline D3D12_RESOURCE_DESC plain_desc(const D3D12_RESOURCE_DESC1& from) {
  D3D12_RESOURCE_DESC desc = {};
  desc.Dimension = from.Dimension;
  desc.Alignment = from.Alignment;
  desc.Width = from.Width;
  desc.Height = from.Height;
  desc.DepthOrArraySize = from.DepthOrArraySize;
  desc.MipLevels = from.MipLevels;
  desc.Format = from.Format;
  desc.SampleDesc = from.SampleDesc;
  desc.Layout = from.Layout;
  desc.Flags = from.Flags;
  return desc;
}
#endif

}  // namespace ferry::check::layer
