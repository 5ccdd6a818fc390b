// Written by generate.py from methods.table. Change those.
#include "generated/resource.hpp"

#ifdef __ID3D12Resource_INTERFACE_DEFINED__

namespace ferry::check::layer {

#ifdef __ID3D12Resource_INTERFACE_DEFINED__
#if FERRY_CHECK_AGGREGATES_BY_POINTER
D3D12_RESOURCE_DESC* STDMETHODCALLTYPE Resource::GetDesc(D3D12_RESOURCE_DESC* result) {
  const Call call(*this, Method::kResourceGetDesc);
  return below<ID3D12Resource>()->GetDesc(result);
}
#else
D3D12_RESOURCE_DESC STDMETHODCALLTYPE Resource::GetDesc() {
  const Call call(*this, Method::kResourceGetDesc);
  return below<ID3D12Resource>()->GetDesc();
}
#endif

D3D12_GPU_VIRTUAL_ADDRESS STDMETHODCALLTYPE Resource::GetGPUVirtualAddress() {
  Call call(*this, Method::kResourceGetGPUVirtualAddress);
  return below<ID3D12Resource>()->GetGPUVirtualAddress();
}

HRESULT STDMETHODCALLTYPE Resource::GetHeapProperties(D3D12_HEAP_PROPERTIES* heap_properties,
                                                      D3D12_HEAP_FLAGS* heap_flags) {
  Call call(*this, Method::kResourceGetHeapProperties);
  if (call.refused()) return call.refusal();
  return call.done(below<ID3D12Resource>()->GetHeapProperties(heap_properties, heap_flags));
}

#endif
#ifdef __ID3D12Resource1_INTERFACE_DEFINED__
HRESULT STDMETHODCALLTYPE Resource::GetProtectedResourceSession(REFIID riid, void** protected_session) {
  Call call(*this, Method::kResourceGetProtectedResourceSession);
  (void)riid;
  if (protected_session != nullptr) *protected_session = nullptr;
  call.unsupported();
  return call.refusal();
}

#endif
#ifdef __ID3D12Resource2_INTERFACE_DEFINED__
#if FERRY_CHECK_AGGREGATES_BY_POINTER
D3D12_RESOURCE_DESC1* STDMETHODCALLTYPE Resource::GetDesc1(D3D12_RESOURCE_DESC1* result) {
  const Call call(*this, Method::kResourceGetDesc1);
  return below<ID3D12Resource2>()->GetDesc1(result);
}
#else
D3D12_RESOURCE_DESC1 STDMETHODCALLTYPE Resource::GetDesc1() {
  const Call call(*this, Method::kResourceGetDesc1);
  return below<ID3D12Resource2>()->GetDesc1();
}
#endif

#endif
}  // namespace ferry::check::layer

#endif
