// ID3D12Device: heaps and resources.

#include "generated/device.hpp"
#include "generated/heap.hpp"
#include "generated/resource.hpp"
#include "make.hpp"
#include "make_resource.hpp"

namespace ferry::check::layer {

HeapProperties properties_of(const D3D12_HEAP_PROPERTIES& from) {
  return {static_cast<HeapType>(from.Type), static_cast<CpuPage>(from.CPUPageProperty)};
}

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

HRESULT STDMETHODCALLTYPE Device::CreateCommittedResource(const D3D12_HEAP_PROPERTIES* heap_properties,
                                                          D3D12_HEAP_FLAGS heap_flags,
                                                          const D3D12_RESOURCE_DESC* desc,
                                                          D3D12_RESOURCE_STATES initial_resource_state,
                                                          const D3D12_CLEAR_VALUE* optimized_clear_value,
                                                          REFIID riid_resource, void** resource) {
  Call call(*this, Method::kDeviceCreateCommittedResource);
  if (!begin_create(call, desc, resource) || !begin_create(call, heap_properties, resource))
    return call.refusal();
  const ResourceCall made{call, event::ResourceKind::kCommitted, describe(*desc), initial_resource_state,
                          optimized_clear_value != nullptr};
  return make_committed(
      made, *heap_properties, heap_flags, riid_resource, resource, [&](REFIID id, void** out) {
        return below<ID3D12Device>()->CreateCommittedResource(
            heap_properties, heap_flags, desc, initial_resource_state, optimized_clear_value, id, out);
      });
}

HRESULT STDMETHODCALLTYPE Device::CreateHeap(const D3D12_HEAP_DESC* desc, REFIID riid, void** heap) {
  Call call(*this, Method::kDeviceCreateHeap);
  if (!begin_create(call, desc, heap)) return call.refusal();
  return make_heap(call, *desc, riid, heap,
                   [&](REFIID id, void** out) { return below<ID3D12Device>()->CreateHeap(desc, id, out); });
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
  const ResourceCall made{call, event::ResourceKind::kPlaced, describe(*desc), initial_state,
                          optimized_clear_value != nullptr};
  return make_placed(made, *ours, heap_offset, *desc, riid, resource, [&](REFIID id, void** out) {
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
  const ResourceCall made{call, event::ResourceKind::kReserved, describe(*desc), initial_state,
                          optimized_clear_value != nullptr};
  return make_reserved(made, riid, resource, [&](REFIID id, void** out) {
    return below<ID3D12Device>()->CreateReservedResource(desc, initial_state, optimized_clear_value, id, out);
  });
}

}  // namespace ferry::check::layer
