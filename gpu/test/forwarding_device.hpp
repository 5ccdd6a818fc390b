#pragma once

#include <ferry/gpu/com_ptr.hpp>

#include "stub_object.hpp"

namespace ferry::test {

/// A device that stands before a real one and hands every call on: a test overrides the calls by which a
/// newer or a richer system would differ. Objects made here know the real one only. Lives on the test's
/// stack.
class ForwardingDevice : public StubRoot<ID3D12Device> {
 public:
  explicit ForwardingDevice(ID3D12Device* real) : real_(real) {}
  [[nodiscard]] ID3D12Device* real() const { return real_.get(); }

  // clang-format off
  UINT STDMETHODCALLTYPE GetNodeCount() override { return real_->GetNodeCount(); }
  HRESULT STDMETHODCALLTYPE CreateCommandQueue(const D3D12_COMMAND_QUEUE_DESC* desc, REFIID riid, void** command_queue) override { return real_->CreateCommandQueue(desc, riid, command_queue); }
  HRESULT STDMETHODCALLTYPE CreateCommandAllocator(D3D12_COMMAND_LIST_TYPE type, REFIID riid, void** command_allocator) override { return real_->CreateCommandAllocator(type, riid, command_allocator); }
  HRESULT STDMETHODCALLTYPE CreateGraphicsPipelineState(const D3D12_GRAPHICS_PIPELINE_STATE_DESC* desc, REFIID riid, void** pipeline_state) override { return real_->CreateGraphicsPipelineState(desc, riid, pipeline_state); }
  HRESULT STDMETHODCALLTYPE CreateComputePipelineState(const D3D12_COMPUTE_PIPELINE_STATE_DESC* desc, REFIID riid, void** pipeline_state) override { return real_->CreateComputePipelineState(desc, riid, pipeline_state); }
  HRESULT STDMETHODCALLTYPE CreateCommandList(UINT node_mask, D3D12_COMMAND_LIST_TYPE type, ID3D12CommandAllocator* command_allocator, ID3D12PipelineState* initial_pipeline_state, REFIID riid, void** command_list) override { return real_->CreateCommandList(node_mask, type, command_allocator, initial_pipeline_state, riid, command_list); }
  HRESULT STDMETHODCALLTYPE CheckFeatureSupport(D3D12_FEATURE feature, void* feature_data, UINT feature_data_size) override { return real_->CheckFeatureSupport(feature, feature_data, feature_data_size); }
  HRESULT STDMETHODCALLTYPE CreateDescriptorHeap(const D3D12_DESCRIPTOR_HEAP_DESC* desc, REFIID riid, void** descriptor_heap) override { return real_->CreateDescriptorHeap(desc, riid, descriptor_heap); }
  UINT STDMETHODCALLTYPE GetDescriptorHandleIncrementSize(D3D12_DESCRIPTOR_HEAP_TYPE descriptor_heap_type) override { return real_->GetDescriptorHandleIncrementSize(descriptor_heap_type); }
  HRESULT STDMETHODCALLTYPE CreateRootSignature(UINT node_mask, const void* bytecode, SIZE_T bytecode_length, REFIID riid, void** root_signature) override { return real_->CreateRootSignature(node_mask, bytecode, bytecode_length, riid, root_signature); }
  void STDMETHODCALLTYPE CreateConstantBufferView(const D3D12_CONSTANT_BUFFER_VIEW_DESC* desc, D3D12_CPU_DESCRIPTOR_HANDLE descriptor) override { real_->CreateConstantBufferView(desc, descriptor); }
  void STDMETHODCALLTYPE CreateShaderResourceView(ID3D12Resource* resource, const D3D12_SHADER_RESOURCE_VIEW_DESC* desc, D3D12_CPU_DESCRIPTOR_HANDLE descriptor) override { real_->CreateShaderResourceView(resource, desc, descriptor); }
  void STDMETHODCALLTYPE CreateUnorderedAccessView(ID3D12Resource* resource, ID3D12Resource* counter_resource, const D3D12_UNORDERED_ACCESS_VIEW_DESC* desc, D3D12_CPU_DESCRIPTOR_HANDLE descriptor) override { real_->CreateUnorderedAccessView(resource, counter_resource, desc, descriptor); }
  void STDMETHODCALLTYPE CreateRenderTargetView(ID3D12Resource* resource, const D3D12_RENDER_TARGET_VIEW_DESC* desc, D3D12_CPU_DESCRIPTOR_HANDLE descriptor) override { real_->CreateRenderTargetView(resource, desc, descriptor); }
  void STDMETHODCALLTYPE CreateDepthStencilView(ID3D12Resource* resource, const D3D12_DEPTH_STENCIL_VIEW_DESC* desc, D3D12_CPU_DESCRIPTOR_HANDLE descriptor) override { real_->CreateDepthStencilView(resource, desc, descriptor); }
  void STDMETHODCALLTYPE CreateSampler(const D3D12_SAMPLER_DESC* desc, D3D12_CPU_DESCRIPTOR_HANDLE descriptor) override { real_->CreateSampler(desc, descriptor); }
  void STDMETHODCALLTYPE CopyDescriptors(UINT dst_descriptor_range_count, const D3D12_CPU_DESCRIPTOR_HANDLE* dst_descriptor_range_offsets, const UINT* dst_descriptor_range_sizes, UINT src_descriptor_range_count, const D3D12_CPU_DESCRIPTOR_HANDLE* src_descriptor_range_offsets, const UINT* src_descriptor_range_sizes, D3D12_DESCRIPTOR_HEAP_TYPE descriptor_heap_type) override { real_->CopyDescriptors(dst_descriptor_range_count, dst_descriptor_range_offsets, dst_descriptor_range_sizes, src_descriptor_range_count, src_descriptor_range_offsets, src_descriptor_range_sizes, descriptor_heap_type); }
  void STDMETHODCALLTYPE CopyDescriptorsSimple(UINT descriptor_count, const D3D12_CPU_DESCRIPTOR_HANDLE dst_descriptor_range_offset, const D3D12_CPU_DESCRIPTOR_HANDLE src_descriptor_range_offset, D3D12_DESCRIPTOR_HEAP_TYPE descriptor_heap_type) override { real_->CopyDescriptorsSimple(descriptor_count, dst_descriptor_range_offset, src_descriptor_range_offset, descriptor_heap_type); }
  HRESULT STDMETHODCALLTYPE CreateCommittedResource(const D3D12_HEAP_PROPERTIES* heap_properties, D3D12_HEAP_FLAGS heap_flags, const D3D12_RESOURCE_DESC* desc, D3D12_RESOURCE_STATES initial_state, const D3D12_CLEAR_VALUE* optimized_clear_value, REFIID riid, void** resource) override { return real_->CreateCommittedResource(heap_properties, heap_flags, desc, initial_state, optimized_clear_value, riid, resource); }
  HRESULT STDMETHODCALLTYPE CreateHeap(const D3D12_HEAP_DESC* desc, REFIID riid, void** heap) override { return real_->CreateHeap(desc, riid, heap); }
  HRESULT STDMETHODCALLTYPE CreatePlacedResource(ID3D12Heap* heap, UINT64 heap_offset, const D3D12_RESOURCE_DESC* desc, D3D12_RESOURCE_STATES initial_state, const D3D12_CLEAR_VALUE* optimized_clear_value, REFIID riid, void** resource) override { return real_->CreatePlacedResource(heap, heap_offset, desc, initial_state, optimized_clear_value, riid, resource); }
  HRESULT STDMETHODCALLTYPE CreateReservedResource(const D3D12_RESOURCE_DESC* desc, D3D12_RESOURCE_STATES initial_state, const D3D12_CLEAR_VALUE* optimized_clear_value, REFIID riid, void** resource) override { return real_->CreateReservedResource(desc, initial_state, optimized_clear_value, riid, resource); }
  HRESULT STDMETHODCALLTYPE CreateSharedHandle(ID3D12DeviceChild* object, const SECURITY_ATTRIBUTES* attributes, DWORD access, const WCHAR* name, HANDLE* handle) override { return real_->CreateSharedHandle(object, attributes, access, name, handle); }
  HRESULT STDMETHODCALLTYPE OpenSharedHandle(HANDLE handle, REFIID riid, void** object) override { return real_->OpenSharedHandle(handle, riid, object); }
  HRESULT STDMETHODCALLTYPE OpenSharedHandleByName(const WCHAR* name, DWORD access, HANDLE* handle) override { return real_->OpenSharedHandleByName(name, access, handle); }
  HRESULT STDMETHODCALLTYPE MakeResident(UINT object_count, ID3D12Pageable* const* objects) override { return real_->MakeResident(object_count, objects); }
  HRESULT STDMETHODCALLTYPE Evict(UINT object_count, ID3D12Pageable* const* objects) override { return real_->Evict(object_count, objects); }
  HRESULT STDMETHODCALLTYPE CreateFence(UINT64 initial_value, D3D12_FENCE_FLAGS flags, REFIID riid, void** fence) override { return real_->CreateFence(initial_value, flags, riid, fence); }
  HRESULT STDMETHODCALLTYPE GetDeviceRemovedReason() override { return real_->GetDeviceRemovedReason(); }
  void STDMETHODCALLTYPE GetCopyableFootprints(const D3D12_RESOURCE_DESC* desc, UINT first_sub_resource, UINT sub_resource_count, UINT64 base_offset, D3D12_PLACED_SUBRESOURCE_FOOTPRINT* layouts, UINT* row_count, UINT64* row_size, UINT64* total_bytes) override { real_->GetCopyableFootprints(desc, first_sub_resource, sub_resource_count, base_offset, layouts, row_count, row_size, total_bytes); }
  HRESULT STDMETHODCALLTYPE CreateQueryHeap(const D3D12_QUERY_HEAP_DESC* desc, REFIID riid, void** heap) override { return real_->CreateQueryHeap(desc, riid, heap); }
  HRESULT STDMETHODCALLTYPE SetStablePowerState(BOOL enable) override { return real_->SetStablePowerState(enable); }
  HRESULT STDMETHODCALLTYPE CreateCommandSignature(const D3D12_COMMAND_SIGNATURE_DESC* desc, ID3D12RootSignature* root_signature, REFIID riid, void** command_signature) override { return real_->CreateCommandSignature(desc, root_signature, riid, command_signature); }
  void STDMETHODCALLTYPE GetResourceTiling(ID3D12Resource* resource, UINT* total_tile_count, D3D12_PACKED_MIP_INFO* packed_mip_info, D3D12_TILE_SHAPE* standard_tile_shape, UINT* sub_resource_tiling_count, UINT first_sub_resource_tiling, D3D12_SUBRESOURCE_TILING* sub_resource_tilings) override { real_->GetResourceTiling(resource, total_tile_count, packed_mip_info, standard_tile_shape, sub_resource_tiling_count, first_sub_resource_tiling, sub_resource_tilings); }
#if defined(WIDL_EXPLICIT_AGGREGATE_RETURNS)
  D3D12_RESOURCE_ALLOCATION_INFO* STDMETHODCALLTYPE GetResourceAllocationInfo(D3D12_RESOURCE_ALLOCATION_INFO* info, UINT mask, UINT count, const D3D12_RESOURCE_DESC* descs) override { *info = real_->GetResourceAllocationInfo(mask, count, descs); return info; }
  D3D12_HEAP_PROPERTIES* STDMETHODCALLTYPE GetCustomHeapProperties(D3D12_HEAP_PROPERTIES* properties, UINT mask, D3D12_HEAP_TYPE type) override { *properties = real_->GetCustomHeapProperties(mask, type); return properties; }
  LUID* STDMETHODCALLTYPE GetAdapterLuid(LUID* luid) override { *luid = real_->GetAdapterLuid(); return luid; }
#else
  D3D12_RESOURCE_ALLOCATION_INFO STDMETHODCALLTYPE GetResourceAllocationInfo(UINT mask, UINT count, const D3D12_RESOURCE_DESC* descs) override { return real_->GetResourceAllocationInfo(mask, count, descs); }
  D3D12_HEAP_PROPERTIES STDMETHODCALLTYPE GetCustomHeapProperties(UINT mask, D3D12_HEAP_TYPE type) override { return real_->GetCustomHeapProperties(mask, type); }
  LUID STDMETHODCALLTYPE GetAdapterLuid() override { return real_->GetAdapterLuid(); }
#endif
  // clang-format on

 private:
  ComPtr<ID3D12Device> real_;
};

}  // namespace ferry::test
