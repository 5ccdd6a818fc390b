// Written by generate.py from methods.table. Change those.
#include "generated/descriptor_heap.hpp"

#ifdef __ID3D12DescriptorHeap_INTERFACE_DEFINED__

namespace ferry::check::layer {

#ifdef __ID3D12DescriptorHeap_INTERFACE_DEFINED__
#if FERRY_CHECK_AGGREGATES_BY_POINTER
D3D12_DESCRIPTOR_HEAP_DESC* STDMETHODCALLTYPE DescriptorHeap::GetDesc(D3D12_DESCRIPTOR_HEAP_DESC* result) {
  const Call call(*this, Method::kDescriptorHeapGetDesc);
  return below<ID3D12DescriptorHeap>()->GetDesc(result);
}
#else
D3D12_DESCRIPTOR_HEAP_DESC STDMETHODCALLTYPE DescriptorHeap::GetDesc() {
  const Call call(*this, Method::kDescriptorHeapGetDesc);
  return below<ID3D12DescriptorHeap>()->GetDesc();
}
#endif

#if FERRY_CHECK_AGGREGATES_BY_POINTER
D3D12_CPU_DESCRIPTOR_HANDLE* STDMETHODCALLTYPE
DescriptorHeap::GetCPUDescriptorHandleForHeapStart(D3D12_CPU_DESCRIPTOR_HANDLE* result) {
  const Call call(*this, Method::kDescriptorHeapGetCPUDescriptorHandleForHeapStart);
  return below<ID3D12DescriptorHeap>()->GetCPUDescriptorHandleForHeapStart(result);
}
#else
D3D12_CPU_DESCRIPTOR_HANDLE STDMETHODCALLTYPE DescriptorHeap::GetCPUDescriptorHandleForHeapStart() {
  const Call call(*this, Method::kDescriptorHeapGetCPUDescriptorHandleForHeapStart);
  return below<ID3D12DescriptorHeap>()->GetCPUDescriptorHandleForHeapStart();
}
#endif

#if FERRY_CHECK_AGGREGATES_BY_POINTER
D3D12_GPU_DESCRIPTOR_HANDLE* STDMETHODCALLTYPE
DescriptorHeap::GetGPUDescriptorHandleForHeapStart(D3D12_GPU_DESCRIPTOR_HANDLE* result) {
  const Call call(*this, Method::kDescriptorHeapGetGPUDescriptorHandleForHeapStart);
  return below<ID3D12DescriptorHeap>()->GetGPUDescriptorHandleForHeapStart(result);
}
#else
D3D12_GPU_DESCRIPTOR_HANDLE STDMETHODCALLTYPE DescriptorHeap::GetGPUDescriptorHandleForHeapStart() {
  const Call call(*this, Method::kDescriptorHeapGetGPUDescriptorHandleForHeapStart);
  return below<ID3D12DescriptorHeap>()->GetGPUDescriptorHandleForHeapStart();
}
#endif

#endif
}  // namespace ferry::check::layer

#endif
