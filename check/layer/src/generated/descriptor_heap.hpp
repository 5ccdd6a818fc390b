// Written by generate.py from methods.table. Change those.
#pragma once

#include "call.hpp"
#include "descriptor_heap_data.hpp"
#include "wrapped.hpp"

namespace ferry::check::layer {

#ifdef __ID3D12DescriptorHeap_INTERFACE_DEFINED__

using DescriptorHeapVersions = Versions<ID3D12DescriptorHeap>;

class DescriptorHeap final : public Wrapped<DescriptorHeapVersions>, public DescriptorHeapData {
 public:
  static constexpr Kind kKind = Kind::kDescriptorHeap;

  DescriptorHeap(Core& core, ObjectId id, IUnknown* below, DescriptorHeapData data)
      : Wrapped<DescriptorHeapVersions>(core, kKind, id, below), DescriptorHeapData(std::move(data)) {}

#ifdef __ID3D12DescriptorHeap_INTERFACE_DEFINED__
#if FERRY_CHECK_AGGREGATES_BY_POINTER
  D3D12_DESCRIPTOR_HEAP_DESC* STDMETHODCALLTYPE GetDesc(D3D12_DESCRIPTOR_HEAP_DESC* result) override;
#else
  D3D12_DESCRIPTOR_HEAP_DESC STDMETHODCALLTYPE GetDesc() override;
#endif
#if FERRY_CHECK_AGGREGATES_BY_POINTER
  D3D12_CPU_DESCRIPTOR_HANDLE* STDMETHODCALLTYPE
  GetCPUDescriptorHandleForHeapStart(D3D12_CPU_DESCRIPTOR_HANDLE* result) override;
#else
  D3D12_CPU_DESCRIPTOR_HANDLE STDMETHODCALLTYPE GetCPUDescriptorHandleForHeapStart() override;
#endif
#if FERRY_CHECK_AGGREGATES_BY_POINTER
  D3D12_GPU_DESCRIPTOR_HANDLE* STDMETHODCALLTYPE
  GetGPUDescriptorHandleForHeapStart(D3D12_GPU_DESCRIPTOR_HANDLE* result) override;
#else
  D3D12_GPU_DESCRIPTOR_HANDLE STDMETHODCALLTYPE GetGPUDescriptorHandleForHeapStart() override;
#endif
#endif

 private:
  void destroy() override {
    finish(*this);
  }
};

#endif

}  // namespace ferry::check::layer
