#pragma once

#include "stub_object.hpp"

namespace ferry::test {

/// A device that refuses every call; of ID3D12Device or what derives from it.
template <typename Interface>
class NullDeviceOf : public StubRoot<Interface> {
 public:
  UINT STDMETHODCALLTYPE GetNodeCount() override { return 1; }
  HRESULT STDMETHODCALLTYPE CreateCommandQueue(const D3D12_COMMAND_QUEUE_DESC*, REFIID, void**) override {
    return E_NOTIMPL;
  }
  HRESULT STDMETHODCALLTYPE CreateCommandAllocator(D3D12_COMMAND_LIST_TYPE, REFIID, void**) override {
    return E_NOTIMPL;
  }
  HRESULT STDMETHODCALLTYPE CreateGraphicsPipelineState(const D3D12_GRAPHICS_PIPELINE_STATE_DESC*, REFIID,
                                                        void**) override {
    return E_NOTIMPL;
  }
  HRESULT STDMETHODCALLTYPE CreateComputePipelineState(const D3D12_COMPUTE_PIPELINE_STATE_DESC*, REFIID,
                                                       void**) override {
    return E_NOTIMPL;
  }
  HRESULT STDMETHODCALLTYPE CreateCommandList(UINT, D3D12_COMMAND_LIST_TYPE, ID3D12CommandAllocator*,
                                              ID3D12PipelineState*, REFIID, void**) override {
    return E_NOTIMPL;
  }
  HRESULT STDMETHODCALLTYPE CheckFeatureSupport(D3D12_FEATURE, void*, UINT) override { return E_NOTIMPL; }
  HRESULT STDMETHODCALLTYPE CreateDescriptorHeap(const D3D12_DESCRIPTOR_HEAP_DESC*, REFIID, void**) override {
    return E_NOTIMPL;
  }
  UINT STDMETHODCALLTYPE GetDescriptorHandleIncrementSize(D3D12_DESCRIPTOR_HEAP_TYPE) override { return 1; }
  HRESULT STDMETHODCALLTYPE CreateRootSignature(UINT, const void*, SIZE_T, REFIID, void**) override {
    return E_NOTIMPL;
  }
  void STDMETHODCALLTYPE CreateConstantBufferView(const D3D12_CONSTANT_BUFFER_VIEW_DESC*,
                                                  D3D12_CPU_DESCRIPTOR_HANDLE) override {}
  void STDMETHODCALLTYPE CreateShaderResourceView(ID3D12Resource*, const D3D12_SHADER_RESOURCE_VIEW_DESC*,
                                                  D3D12_CPU_DESCRIPTOR_HANDLE) override {}
  void STDMETHODCALLTYPE CreateUnorderedAccessView(ID3D12Resource*, ID3D12Resource*,
                                                   const D3D12_UNORDERED_ACCESS_VIEW_DESC*,
                                                   D3D12_CPU_DESCRIPTOR_HANDLE) override {}
  void STDMETHODCALLTYPE CreateRenderTargetView(ID3D12Resource*, const D3D12_RENDER_TARGET_VIEW_DESC*,
                                                D3D12_CPU_DESCRIPTOR_HANDLE) override {}
  void STDMETHODCALLTYPE CreateDepthStencilView(ID3D12Resource*, const D3D12_DEPTH_STENCIL_VIEW_DESC*,
                                                D3D12_CPU_DESCRIPTOR_HANDLE) override {}
  void STDMETHODCALLTYPE CreateSampler(const D3D12_SAMPLER_DESC*, D3D12_CPU_DESCRIPTOR_HANDLE) override {}
  void STDMETHODCALLTYPE CopyDescriptors(UINT, const D3D12_CPU_DESCRIPTOR_HANDLE*, const UINT*, UINT,
                                         const D3D12_CPU_DESCRIPTOR_HANDLE*, const UINT*,
                                         D3D12_DESCRIPTOR_HEAP_TYPE) override {}
  void STDMETHODCALLTYPE CopyDescriptorsSimple(UINT, D3D12_CPU_DESCRIPTOR_HANDLE, D3D12_CPU_DESCRIPTOR_HANDLE,
                                               D3D12_DESCRIPTOR_HEAP_TYPE) override {}
#if defined(WIDL_EXPLICIT_AGGREGATE_RETURNS)
  D3D12_RESOURCE_ALLOCATION_INFO* STDMETHODCALLTYPE GetResourceAllocationInfo(
      D3D12_RESOURCE_ALLOCATION_INFO* info, UINT, UINT, const D3D12_RESOURCE_DESC*) override {
    *info = {};
    return info;
  }
  D3D12_HEAP_PROPERTIES* STDMETHODCALLTYPE GetCustomHeapProperties(D3D12_HEAP_PROPERTIES* properties, UINT,
                                                                   D3D12_HEAP_TYPE) override {
    *properties = {};
    return properties;
  }
  LUID* STDMETHODCALLTYPE GetAdapterLuid(LUID* luid) override {
    *luid = {};
    return luid;
  }
#else
  D3D12_RESOURCE_ALLOCATION_INFO STDMETHODCALLTYPE
  GetResourceAllocationInfo(UINT, UINT, const D3D12_RESOURCE_DESC*) override {
    return {};
  }
  D3D12_HEAP_PROPERTIES STDMETHODCALLTYPE GetCustomHeapProperties(UINT, D3D12_HEAP_TYPE) override {
    return {};
  }
  LUID STDMETHODCALLTYPE GetAdapterLuid() override {
    return {};
  }
#endif
  HRESULT STDMETHODCALLTYPE CreateCommittedResource(const D3D12_HEAP_PROPERTIES*, D3D12_HEAP_FLAGS,
                                                    const D3D12_RESOURCE_DESC*, D3D12_RESOURCE_STATES,
                                                    const D3D12_CLEAR_VALUE*, REFIID, void**) override {
    return E_NOTIMPL;
  }
  HRESULT STDMETHODCALLTYPE CreateHeap(const D3D12_HEAP_DESC*, REFIID, void**) override {
    return E_NOTIMPL;
  }
  HRESULT STDMETHODCALLTYPE CreatePlacedResource(ID3D12Heap*, UINT64, const D3D12_RESOURCE_DESC*,
                                                 D3D12_RESOURCE_STATES, const D3D12_CLEAR_VALUE*, REFIID,
                                                 void**) override {
    return E_NOTIMPL;
  }
  HRESULT STDMETHODCALLTYPE CreateReservedResource(const D3D12_RESOURCE_DESC*, D3D12_RESOURCE_STATES,
                                                   const D3D12_CLEAR_VALUE*, REFIID, void**) override {
    return E_NOTIMPL;
  }
  HRESULT STDMETHODCALLTYPE CreateSharedHandle(ID3D12DeviceChild*, const SECURITY_ATTRIBUTES*, DWORD,
                                               const WCHAR*, HANDLE*) override {
    return E_NOTIMPL;
  }
  HRESULT STDMETHODCALLTYPE OpenSharedHandle(HANDLE, REFIID, void**) override {
    return E_NOTIMPL;
  }
  HRESULT STDMETHODCALLTYPE OpenSharedHandleByName(const WCHAR*, DWORD, HANDLE*) override {
    return E_NOTIMPL;
  }
  HRESULT STDMETHODCALLTYPE MakeResident(UINT, ID3D12Pageable* const*) override {
    return E_NOTIMPL;
  }
  HRESULT STDMETHODCALLTYPE Evict(UINT, ID3D12Pageable* const*) override {
    return E_NOTIMPL;
  }
  HRESULT STDMETHODCALLTYPE CreateFence(UINT64, D3D12_FENCE_FLAGS, REFIID, void**) override {
    return E_NOTIMPL;
  }
  HRESULT STDMETHODCALLTYPE GetDeviceRemovedReason() override {
    return S_OK;
  }
  void STDMETHODCALLTYPE GetCopyableFootprints(const D3D12_RESOURCE_DESC*, UINT, UINT, UINT64,
                                               D3D12_PLACED_SUBRESOURCE_FOOTPRINT*, UINT*, UINT64*,
                                               UINT64*) override {}
  HRESULT STDMETHODCALLTYPE CreateQueryHeap(const D3D12_QUERY_HEAP_DESC*, REFIID, void**) override {
    return E_NOTIMPL;
  }
  HRESULT STDMETHODCALLTYPE SetStablePowerState(BOOL) override {
    return E_NOTIMPL;
  }
  HRESULT STDMETHODCALLTYPE CreateCommandSignature(const D3D12_COMMAND_SIGNATURE_DESC*, ID3D12RootSignature*,
                                                   REFIID, void**) override {
    return E_NOTIMPL;
  }
  void STDMETHODCALLTYPE GetResourceTiling(ID3D12Resource*, UINT*, D3D12_PACKED_MIP_INFO*, D3D12_TILE_SHAPE*,
                                           UINT*, UINT, D3D12_SUBRESOURCE_TILING*) override {}
};

}  // namespace ferry::test
