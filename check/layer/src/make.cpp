#include "make.hpp"

#include "generated/fence.hpp"
#include "generated/heap.hpp"
#include "generated/resource.hpp"

namespace ferry::check::layer {

FenceData fence_data(ID3D12Fence* below, std::uint64_t value) {
  FenceData data;
  data.state = std::make_shared<FenceState>();
  data.state->below = Ref<ID3D12Fence>::share(below);
  data.state->told = value;
  return data;
}

Pageables::Pageables(Call& call, UINT count, ID3D12Pageable* const* objects) {
  for (UINT i = 0; i < count && objects != nullptr; ++i) {
    Node* const node = call.resolve_any(objects[i], "objects", Need::kRequired);
    if (node == nullptr) return;
    void* pageable = nullptr;
    if (FAILED(node->below_unknown()->QueryInterface(iid_of<ID3D12Pageable>(), &pageable))) {
      call.refuse(E_INVALIDARG);
      return;
    }
    owned_.push_back(Ref<ID3D12Pageable>::adopt(static_cast<ID3D12Pageable*>(pageable)));
    pointers_.push_back(owned_.back().get());
  }
}

namespace {

template <typename Interface>
Interface* ask(IUnknown* object) {
  void* pointer = nullptr;
  if (FAILED(object->QueryInterface(iid_of<Interface>(), &pointer))) return nullptr;
  static_cast<Interface*>(pointer)->Release();
  return static_cast<Interface*>(pointer);
}

}  // namespace

HRESULT give_shared(Call& call, IUnknown* made, REFIID riid, void** object) {
  Core& core = call.core();
  const ObjectId id = core.next_id();
  if (auto* const fence = ask<ID3D12Fence>(made)) {
    return give<Fence>(call, made, id, fence_data(fence, fence->GetCompletedValue()), riid, object);
  }
  if (auto* const resource = ask<ID3D12Resource>(made)) {
    ResourceData data;
    event::ResourceCreated created{};
    data.description = describe(get_desc(resource));
    created.call = call.name();
    created.id = id;
    created.kind = event::ResourceKind::kSwapChain;
    created.description = data.description;
    {
      Locked lock(core, call.index());
      lock.send(created);
    }
    return give<Resource>(call, made, id, std::move(data), riid, object);
  }
  if (auto* const heap = ask<ID3D12Heap>(made)) {
    const D3D12_HEAP_DESC desc = get_desc(heap);
    {
      Locked lock(core, call.index());
      lock.send(event::HeapCreated{call.name(),
                                   id,
                                   {static_cast<HeapType>(desc.Properties.Type),
                                    static_cast<CpuPage>(desc.Properties.CPUPageProperty)},
                                   static_cast<std::uint32_t>(desc.Flags),
                                   desc.SizeInBytes,
                                   desc.Alignment});
    }
    return give<Heap>(call, made, id, HeapData{}, riid, object);
  }
  made->Release();
  call.unsupported();
  return call.refusal();
}

}  // namespace ferry::check::layer
