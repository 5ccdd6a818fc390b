// Written by generate.py from methods.table. Change those.
#pragma once

#include "call.hpp"
#include "resource_data.hpp"
#include "wrapped.hpp"

namespace ferry::check::layer {

#ifdef __ID3D12Resource_INTERFACE_DEFINED__

#if defined(__ID3D12Resource2_INTERFACE_DEFINED__)
using ResourceVersions = Versions<ID3D12Resource, ID3D12Resource1, ID3D12Resource2>;
#elif defined(__ID3D12Resource1_INTERFACE_DEFINED__)
using ResourceVersions = Versions<ID3D12Resource, ID3D12Resource1>;
#else
using ResourceVersions = Versions<ID3D12Resource>;
#endif

class Resource final : public Wrapped<ResourceVersions>, public ResourceData {
 public:
  static constexpr Kind kKind = Kind::kResource;

  Resource(Core& core, ObjectId id, IUnknown* below, ResourceData data)
      : Wrapped<ResourceVersions>(core, kKind, id, below), ResourceData(std::move(data)) {}

#ifdef __ID3D12Resource_INTERFACE_DEFINED__
  HRESULT STDMETHODCALLTYPE Map(UINT subresource, const D3D12_RANGE* read_range, void** data) override;
  void STDMETHODCALLTYPE Unmap(UINT subresource, const D3D12_RANGE* written_range) override;
#if FERRY_CHECK_AGGREGATES_BY_POINTER
  D3D12_RESOURCE_DESC* STDMETHODCALLTYPE GetDesc(D3D12_RESOURCE_DESC* result) override;
#else
  D3D12_RESOURCE_DESC STDMETHODCALLTYPE GetDesc() override;
#endif
  D3D12_GPU_VIRTUAL_ADDRESS STDMETHODCALLTYPE GetGPUVirtualAddress() override;
  HRESULT STDMETHODCALLTYPE WriteToSubresource(UINT dst_subresource, const D3D12_BOX* dst_box,
                                               const void* src_data, UINT src_row_pitch,
                                               UINT src_depth_pitch) override;
  HRESULT STDMETHODCALLTYPE ReadFromSubresource(void* dst_data, UINT dst_row_pitch, UINT dst_depth_pitch,
                                                UINT src_subresource, const D3D12_BOX* src_box) override;
  HRESULT STDMETHODCALLTYPE GetHeapProperties(D3D12_HEAP_PROPERTIES* heap_properties,
                                              D3D12_HEAP_FLAGS* heap_flags) override;
#endif
#ifdef __ID3D12Resource1_INTERFACE_DEFINED__
  HRESULT STDMETHODCALLTYPE GetProtectedResourceSession(REFIID riid, void** protected_session) override;
#endif
#ifdef __ID3D12Resource2_INTERFACE_DEFINED__
#if FERRY_CHECK_AGGREGATES_BY_POINTER
  D3D12_RESOURCE_DESC1* STDMETHODCALLTYPE GetDesc1(D3D12_RESOURCE_DESC1* result) override;
#else
  D3D12_RESOURCE_DESC1 STDMETHODCALLTYPE GetDesc1() override;
#endif
#endif

 private:
  void destroy() override {
    finish(*this);
  }
};

#endif

}  // namespace ferry::check::layer
