// Written by generate.py from methods.table. Change those.
#include "generated/heap.hpp"

#ifdef __ID3D12Heap_INTERFACE_DEFINED__

namespace ferry::check::layer {

#ifdef __ID3D12Heap_INTERFACE_DEFINED__
#if FERRY_CHECK_AGGREGATES_BY_POINTER
D3D12_HEAP_DESC* STDMETHODCALLTYPE Heap::GetDesc(D3D12_HEAP_DESC* result) {
  const Call call(*this, Method::kHeapGetDesc);
  return below<ID3D12Heap>()->GetDesc(result);
}
#else
D3D12_HEAP_DESC STDMETHODCALLTYPE Heap::GetDesc() {
  const Call call(*this, Method::kHeapGetDesc);
  return below<ID3D12Heap>()->GetDesc();
}
#endif

#endif
#ifdef __ID3D12Heap1_INTERFACE_DEFINED__
HRESULT STDMETHODCALLTYPE Heap::GetProtectedResourceSession(REFIID riid, void** protected_session) {
  Call call(*this, Method::kHeapGetProtectedResourceSession);
  (void)riid;
  if (protected_session != nullptr) *protected_session = nullptr;
  call.unsupported();
  return call.refusal();
}

#endif
}  // namespace ferry::check::layer

#endif
