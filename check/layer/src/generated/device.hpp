// Written by generate.py from methods.table. Change those.
#pragma once

#include "call.hpp"
#include "device_data.hpp"
#include "wrapped.hpp"

namespace ferry::check::layer {

class CommandAllocator;
class Fence;
class Heap;
class PipelineState;
class Resource;
class RootSignature;

#ifdef __ID3D12Device_INTERFACE_DEFINED__

#if defined(__ID3D12Device9_INTERFACE_DEFINED__)
using DeviceVersions = Versions<ID3D12Device, ID3D12Device1, ID3D12Device2, ID3D12Device3, ID3D12Device4,
                                ID3D12Device5, ID3D12Device6, ID3D12Device7, ID3D12Device8, ID3D12Device9>;
#elif defined(__ID3D12Device8_INTERFACE_DEFINED__)
using DeviceVersions = Versions<ID3D12Device, ID3D12Device1, ID3D12Device2, ID3D12Device3, ID3D12Device4,
                                ID3D12Device5, ID3D12Device6, ID3D12Device7, ID3D12Device8>;
#elif defined(__ID3D12Device7_INTERFACE_DEFINED__)
using DeviceVersions = Versions<ID3D12Device, ID3D12Device1, ID3D12Device2, ID3D12Device3, ID3D12Device4,
                                ID3D12Device5, ID3D12Device6, ID3D12Device7>;
#elif defined(__ID3D12Device6_INTERFACE_DEFINED__)
using DeviceVersions = Versions<ID3D12Device, ID3D12Device1, ID3D12Device2, ID3D12Device3, ID3D12Device4,
                                ID3D12Device5, ID3D12Device6>;
#elif defined(__ID3D12Device5_INTERFACE_DEFINED__)
using DeviceVersions =
    Versions<ID3D12Device, ID3D12Device1, ID3D12Device2, ID3D12Device3, ID3D12Device4, ID3D12Device5>;
#elif defined(__ID3D12Device4_INTERFACE_DEFINED__)
using DeviceVersions = Versions<ID3D12Device, ID3D12Device1, ID3D12Device2, ID3D12Device3, ID3D12Device4>;
#elif defined(__ID3D12Device3_INTERFACE_DEFINED__)
using DeviceVersions = Versions<ID3D12Device, ID3D12Device1, ID3D12Device2, ID3D12Device3>;
#elif defined(__ID3D12Device2_INTERFACE_DEFINED__)
using DeviceVersions = Versions<ID3D12Device, ID3D12Device1, ID3D12Device2>;
#elif defined(__ID3D12Device1_INTERFACE_DEFINED__)
using DeviceVersions = Versions<ID3D12Device, ID3D12Device1>;
#else
using DeviceVersions = Versions<ID3D12Device>;
#endif

class Device final : public WrappedObject<DeviceVersions>, public DeviceData {
 public:
  static constexpr Kind kKind = Kind::kDevice;

  Device(Core& core, ObjectId id, IUnknown* below, DeviceData data)
      : WrappedObject<DeviceVersions>(core, kKind, id, below), DeviceData(std::move(data)) {}

#ifdef __ID3D12Device_INTERFACE_DEFINED__
  UINT STDMETHODCALLTYPE GetNodeCount() override;
  HRESULT STDMETHODCALLTYPE CreateCommandQueue(const D3D12_COMMAND_QUEUE_DESC* desc, REFIID riid,
                                               void** command_queue) override;
  HRESULT STDMETHODCALLTYPE CreateCommandAllocator(D3D12_COMMAND_LIST_TYPE type, REFIID riid,
                                                   void** command_allocator) override;
  HRESULT STDMETHODCALLTYPE CreateGraphicsPipelineState(const D3D12_GRAPHICS_PIPELINE_STATE_DESC* desc,
                                                        REFIID riid, void** pipeline_state) override;
  HRESULT STDMETHODCALLTYPE CreateComputePipelineState(const D3D12_COMPUTE_PIPELINE_STATE_DESC* desc,
                                                       REFIID riid, void** pipeline_state) override;
  HRESULT STDMETHODCALLTYPE CreateCommandList(UINT node_mask, D3D12_COMMAND_LIST_TYPE type,
                                              ID3D12CommandAllocator* command_allocator,
                                              ID3D12PipelineState* initial_state, REFIID riid,
                                              void** command_list) override;
  HRESULT STDMETHODCALLTYPE CheckFeatureSupport(D3D12_FEATURE feature, void* feature_support_data,
                                                UINT feature_support_data_size) override;
  HRESULT STDMETHODCALLTYPE CreateDescriptorHeap(const D3D12_DESCRIPTOR_HEAP_DESC* descriptor_heap_desc,
                                                 REFIID riid, void** heap) override;
  UINT STDMETHODCALLTYPE
  GetDescriptorHandleIncrementSize(D3D12_DESCRIPTOR_HEAP_TYPE descriptor_heap_type) override;
  HRESULT STDMETHODCALLTYPE CreateRootSignature(UINT node_mask, const void* blob_with_root_signature,
                                                SIZE_T blob_length_in_bytes, REFIID riid,
                                                void** root_signature) override;
  void STDMETHODCALLTYPE CreateConstantBufferView(const D3D12_CONSTANT_BUFFER_VIEW_DESC* desc,
                                                  D3D12_CPU_DESCRIPTOR_HANDLE dest_descriptor) override;
  void STDMETHODCALLTYPE CreateShaderResourceView(ID3D12Resource* resource,
                                                  const D3D12_SHADER_RESOURCE_VIEW_DESC* desc,
                                                  D3D12_CPU_DESCRIPTOR_HANDLE dest_descriptor) override;
  void STDMETHODCALLTYPE CreateUnorderedAccessView(ID3D12Resource* resource, ID3D12Resource* counter_resource,
                                                   const D3D12_UNORDERED_ACCESS_VIEW_DESC* desc,
                                                   D3D12_CPU_DESCRIPTOR_HANDLE dest_descriptor) override;
  void STDMETHODCALLTYPE CreateRenderTargetView(ID3D12Resource* resource,
                                                const D3D12_RENDER_TARGET_VIEW_DESC* desc,
                                                D3D12_CPU_DESCRIPTOR_HANDLE dest_descriptor) override;
  void STDMETHODCALLTYPE CreateDepthStencilView(ID3D12Resource* resource,
                                                const D3D12_DEPTH_STENCIL_VIEW_DESC* desc,
                                                D3D12_CPU_DESCRIPTOR_HANDLE dest_descriptor) override;
  void STDMETHODCALLTYPE CreateSampler(const D3D12_SAMPLER_DESC* desc,
                                       D3D12_CPU_DESCRIPTOR_HANDLE dest_descriptor) override;
  void STDMETHODCALLTYPE CopyDescriptors(UINT num_dest_descriptor_ranges,
                                         const D3D12_CPU_DESCRIPTOR_HANDLE* dest_descriptor_range_starts,
                                         const UINT* dest_descriptor_range_sizes,
                                         UINT num_src_descriptor_ranges,
                                         const D3D12_CPU_DESCRIPTOR_HANDLE* src_descriptor_range_starts,
                                         const UINT* src_descriptor_range_sizes,
                                         D3D12_DESCRIPTOR_HEAP_TYPE descriptor_heaps_type) override;
  void STDMETHODCALLTYPE CopyDescriptorsSimple(UINT num_descriptors,
                                               D3D12_CPU_DESCRIPTOR_HANDLE dest_descriptor_range_start,
                                               D3D12_CPU_DESCRIPTOR_HANDLE src_descriptor_range_start,
                                               D3D12_DESCRIPTOR_HEAP_TYPE descriptor_heaps_type) override;
#if FERRY_CHECK_AGGREGATES_BY_POINTER
  D3D12_RESOURCE_ALLOCATION_INFO* STDMETHODCALLTYPE
  GetResourceAllocationInfo(D3D12_RESOURCE_ALLOCATION_INFO* result, UINT visible_mask,
                            UINT num_resource_descs, const D3D12_RESOURCE_DESC* resource_descs) override;
#else
  D3D12_RESOURCE_ALLOCATION_INFO STDMETHODCALLTYPE GetResourceAllocationInfo(
      UINT visible_mask, UINT num_resource_descs, const D3D12_RESOURCE_DESC* resource_descs) override;
#endif
#if FERRY_CHECK_AGGREGATES_BY_POINTER
  D3D12_HEAP_PROPERTIES* STDMETHODCALLTYPE GetCustomHeapProperties(D3D12_HEAP_PROPERTIES* result,
                                                                   UINT node_mask,
                                                                   D3D12_HEAP_TYPE heap_type) override;
#else
  D3D12_HEAP_PROPERTIES STDMETHODCALLTYPE GetCustomHeapProperties(UINT node_mask,
                                                                  D3D12_HEAP_TYPE heap_type) override;
#endif
  HRESULT STDMETHODCALLTYPE CreateCommittedResource(const D3D12_HEAP_PROPERTIES* heap_properties,
                                                    D3D12_HEAP_FLAGS heap_flags,
                                                    const D3D12_RESOURCE_DESC* desc,
                                                    D3D12_RESOURCE_STATES initial_resource_state,
                                                    const D3D12_CLEAR_VALUE* optimized_clear_value,
                                                    REFIID riid_resource, void** resource) override;
  HRESULT STDMETHODCALLTYPE CreateHeap(const D3D12_HEAP_DESC* desc, REFIID riid, void** heap) override;
  HRESULT STDMETHODCALLTYPE CreatePlacedResource(ID3D12Heap* heap, UINT64 heap_offset,
                                                 const D3D12_RESOURCE_DESC* desc,
                                                 D3D12_RESOURCE_STATES initial_state,
                                                 const D3D12_CLEAR_VALUE* optimized_clear_value, REFIID riid,
                                                 void** resource) override;
  HRESULT STDMETHODCALLTYPE CreateReservedResource(const D3D12_RESOURCE_DESC* desc,
                                                   D3D12_RESOURCE_STATES initial_state,
                                                   const D3D12_CLEAR_VALUE* optimized_clear_value,
                                                   REFIID riid, void** resource) override;
  HRESULT STDMETHODCALLTYPE CreateSharedHandle(ID3D12DeviceChild* object,
                                               const SECURITY_ATTRIBUTES* attributes, DWORD access,
                                               const WCHAR* name, HANDLE* handle) override;
  HRESULT STDMETHODCALLTYPE OpenSharedHandle(HANDLE nthandle, REFIID riid, void** obj) override;
  HRESULT STDMETHODCALLTYPE OpenSharedHandleByName(const WCHAR* name, DWORD access,
                                                   HANDLE* nthandle) override;
  HRESULT STDMETHODCALLTYPE MakeResident(UINT num_objects, ID3D12Pageable* const* objects) override;
  HRESULT STDMETHODCALLTYPE Evict(UINT num_objects, ID3D12Pageable* const* objects) override;
  HRESULT STDMETHODCALLTYPE CreateFence(UINT64 initial_value, D3D12_FENCE_FLAGS flags, REFIID riid,
                                        void** fence) override;
  HRESULT STDMETHODCALLTYPE GetDeviceRemovedReason() override;
  void STDMETHODCALLTYPE GetCopyableFootprints(const D3D12_RESOURCE_DESC* resource_desc,
                                               UINT first_subresource, UINT num_subresources,
                                               UINT64 base_offset,
                                               D3D12_PLACED_SUBRESOURCE_FOOTPRINT* layouts, UINT* num_rows,
                                               UINT64* row_size_in_bytes, UINT64* total_bytes) override;
  HRESULT STDMETHODCALLTYPE CreateQueryHeap(const D3D12_QUERY_HEAP_DESC* desc, REFIID riid,
                                            void** heap) override;
  HRESULT STDMETHODCALLTYPE SetStablePowerState(BOOL enable) override;
  HRESULT STDMETHODCALLTYPE CreateCommandSignature(const D3D12_COMMAND_SIGNATURE_DESC* desc,
                                                   ID3D12RootSignature* root_signature, REFIID riid,
                                                   void** command_signature) override;
  void STDMETHODCALLTYPE GetResourceTiling(
      ID3D12Resource* tiled_resource, UINT* num_tiles_for_entire_resource,
      D3D12_PACKED_MIP_INFO* packed_mip_desc, D3D12_TILE_SHAPE* standard_tile_shape_for_non_packed_mips,
      UINT* num_subresource_tilings, UINT first_subresource_tiling_to_get,
      D3D12_SUBRESOURCE_TILING* subresource_tilings_for_non_packed_mips) override;
#if FERRY_CHECK_AGGREGATES_BY_POINTER
  LUID* STDMETHODCALLTYPE GetAdapterLuid(LUID* result) override;
#else
  LUID STDMETHODCALLTYPE GetAdapterLuid() override;
#endif
#endif
#ifdef __ID3D12Device1_INTERFACE_DEFINED__
  HRESULT STDMETHODCALLTYPE CreatePipelineLibrary(const void* library_blob, SIZE_T blob_length, REFIID riid,
                                                  void** pipeline_library) override;
  HRESULT STDMETHODCALLTYPE SetEventOnMultipleFenceCompletion(ID3D12Fence* const* fences,
                                                              const UINT64* fence_values, UINT num_fences,
                                                              D3D12_MULTIPLE_FENCE_WAIT_FLAGS flags,
                                                              HANDLE event) override;
  HRESULT STDMETHODCALLTYPE SetResidencyPriority(UINT num_objects, ID3D12Pageable* const* objects,
                                                 const D3D12_RESIDENCY_PRIORITY* priorities) override;
#endif
#ifdef __ID3D12Device2_INTERFACE_DEFINED__
  HRESULT STDMETHODCALLTYPE CreatePipelineState(const D3D12_PIPELINE_STATE_STREAM_DESC* desc, REFIID riid,
                                                void** pipeline_state) override;
#endif
#ifdef __ID3D12Device3_INTERFACE_DEFINED__
  HRESULT STDMETHODCALLTYPE OpenExistingHeapFromAddress(const void* address, REFIID riid,
                                                        void** heap) override;
  HRESULT STDMETHODCALLTYPE OpenExistingHeapFromFileMapping(HANDLE file_mapping, REFIID riid,
                                                            void** heap) override;
  HRESULT STDMETHODCALLTYPE EnqueueMakeResident(D3D12_RESIDENCY_FLAGS flags, UINT num_objects,
                                                ID3D12Pageable* const* objects, ID3D12Fence* fence_to_signal,
                                                UINT64 fence_value_to_signal) override;
#endif
#ifdef __ID3D12Device4_INTERFACE_DEFINED__
  HRESULT STDMETHODCALLTYPE CreateCommandList1(UINT node_mask, D3D12_COMMAND_LIST_TYPE type,
                                               D3D12_COMMAND_LIST_FLAGS flags, REFIID riid,
                                               void** command_list) override;
  HRESULT STDMETHODCALLTYPE CreateProtectedResourceSession(const D3D12_PROTECTED_RESOURCE_SESSION_DESC* desc,
                                                           REFIID riid, void** session) override;
  HRESULT STDMETHODCALLTYPE CreateCommittedResource1(const D3D12_HEAP_PROPERTIES* heap_properties,
                                                     D3D12_HEAP_FLAGS heap_flags,
                                                     const D3D12_RESOURCE_DESC* desc,
                                                     D3D12_RESOURCE_STATES initial_resource_state,
                                                     const D3D12_CLEAR_VALUE* optimized_clear_value,
                                                     ID3D12ProtectedResourceSession* protected_session,
                                                     REFIID riid_resource, void** resource) override;
  HRESULT STDMETHODCALLTYPE CreateHeap1(const D3D12_HEAP_DESC* desc,
                                        ID3D12ProtectedResourceSession* protected_session, REFIID riid,
                                        void** heap) override;
  HRESULT STDMETHODCALLTYPE CreateReservedResource1(const D3D12_RESOURCE_DESC* desc,
                                                    D3D12_RESOURCE_STATES initial_state,
                                                    const D3D12_CLEAR_VALUE* optimized_clear_value,
                                                    ID3D12ProtectedResourceSession* protected_session,
                                                    REFIID riid, void** resource) override;
#if FERRY_CHECK_AGGREGATES_BY_POINTER
  D3D12_RESOURCE_ALLOCATION_INFO* STDMETHODCALLTYPE
  GetResourceAllocationInfo1(D3D12_RESOURCE_ALLOCATION_INFO* result, UINT visible_mask,
                             UINT num_resource_descs, const D3D12_RESOURCE_DESC* resource_descs,
                             D3D12_RESOURCE_ALLOCATION_INFO1* resource_allocation_info1) override;
#else
  D3D12_RESOURCE_ALLOCATION_INFO STDMETHODCALLTYPE GetResourceAllocationInfo1(
      UINT visible_mask, UINT num_resource_descs, const D3D12_RESOURCE_DESC* resource_descs,
      D3D12_RESOURCE_ALLOCATION_INFO1* resource_allocation_info1) override;
#endif
#endif
#ifdef __ID3D12Device5_INTERFACE_DEFINED__
  HRESULT STDMETHODCALLTYPE CreateLifetimeTracker(ID3D12LifetimeOwner* owner, REFIID riid,
                                                  void** tracker) override;
  void STDMETHODCALLTYPE RemoveDevice() override;
  HRESULT STDMETHODCALLTYPE EnumerateMetaCommands(UINT* num_meta_commands,
                                                  D3D12_META_COMMAND_DESC* descs) override;
  HRESULT STDMETHODCALLTYPE EnumerateMetaCommandParameters(
      REFGUID command_id, D3D12_META_COMMAND_PARAMETER_STAGE stage, UINT* total_structure_size_in_bytes,
      UINT* parameter_count, D3D12_META_COMMAND_PARAMETER_DESC* parameter_descs) override;
  HRESULT STDMETHODCALLTYPE CreateMetaCommand(REFGUID command_id, UINT node_mask,
                                              const void* creation_parameters_data,
                                              SIZE_T creation_parameters_data_size_in_bytes, REFIID riid,
                                              void** meta_command) override;
  HRESULT STDMETHODCALLTYPE CreateStateObject(const D3D12_STATE_OBJECT_DESC* desc, REFIID riid,
                                              void** state_object) override;
  void STDMETHODCALLTYPE GetRaytracingAccelerationStructurePrebuildInfo(
      const D3D12_BUILD_RAYTRACING_ACCELERATION_STRUCTURE_INPUTS* desc,
      D3D12_RAYTRACING_ACCELERATION_STRUCTURE_PREBUILD_INFO* info) override;
  D3D12_DRIVER_MATCHING_IDENTIFIER_STATUS STDMETHODCALLTYPE CheckDriverMatchingIdentifier(
      D3D12_SERIALIZED_DATA_TYPE serialized_data_type,
      const D3D12_SERIALIZED_DATA_DRIVER_MATCHING_IDENTIFIER* identifier_to_check) override;
#endif
#ifdef __ID3D12Device6_INTERFACE_DEFINED__
  HRESULT STDMETHODCALLTYPE SetBackgroundProcessingMode(D3D12_BACKGROUND_PROCESSING_MODE mode,
                                                        D3D12_MEASUREMENTS_ACTION measurements_action,
                                                        HANDLE event,
                                                        BOOL* further_measurements_desired) override;
#endif
#ifdef __ID3D12Device7_INTERFACE_DEFINED__
  HRESULT STDMETHODCALLTYPE AddToStateObject(const D3D12_STATE_OBJECT_DESC* addition,
                                             ID3D12StateObject* state_object_to_grow_from, REFIID riid,
                                             void** new_state_object) override;
  HRESULT STDMETHODCALLTYPE CreateProtectedResourceSession1(
      const D3D12_PROTECTED_RESOURCE_SESSION_DESC1* desc, REFIID riid, void** session) override;
#endif
#ifdef __ID3D12Device8_INTERFACE_DEFINED__
#if FERRY_CHECK_AGGREGATES_BY_POINTER
  D3D12_RESOURCE_ALLOCATION_INFO* STDMETHODCALLTYPE
  GetResourceAllocationInfo2(D3D12_RESOURCE_ALLOCATION_INFO* result, UINT visible_mask,
                             UINT num_resource_descs, const D3D12_RESOURCE_DESC1* resource_descs,
                             D3D12_RESOURCE_ALLOCATION_INFO1* resource_allocation_info1) override;
#else
  D3D12_RESOURCE_ALLOCATION_INFO STDMETHODCALLTYPE GetResourceAllocationInfo2(
      UINT visible_mask, UINT num_resource_descs, const D3D12_RESOURCE_DESC1* resource_descs,
      D3D12_RESOURCE_ALLOCATION_INFO1* resource_allocation_info1) override;
#endif
  HRESULT STDMETHODCALLTYPE CreateCommittedResource2(const D3D12_HEAP_PROPERTIES* heap_properties,
                                                     D3D12_HEAP_FLAGS heap_flags,
                                                     const D3D12_RESOURCE_DESC1* desc,
                                                     D3D12_RESOURCE_STATES initial_resource_state,
                                                     const D3D12_CLEAR_VALUE* optimized_clear_value,
                                                     ID3D12ProtectedResourceSession* protected_session,
                                                     REFIID riid_resource, void** resource) override;
  HRESULT STDMETHODCALLTYPE CreatePlacedResource1(ID3D12Heap* heap, UINT64 heap_offset,
                                                  const D3D12_RESOURCE_DESC1* desc,
                                                  D3D12_RESOURCE_STATES initial_state,
                                                  const D3D12_CLEAR_VALUE* optimized_clear_value, REFIID riid,
                                                  void** resource) override;
  void STDMETHODCALLTYPE CreateSamplerFeedbackUnorderedAccessView(
      ID3D12Resource* targeted_resource, ID3D12Resource* feedback_resource,
      D3D12_CPU_DESCRIPTOR_HANDLE dest_descriptor) override;
  void STDMETHODCALLTYPE GetCopyableFootprints1(const D3D12_RESOURCE_DESC1* resource_desc,
                                                UINT first_subresource, UINT num_subresources,
                                                UINT64 base_offset,
                                                D3D12_PLACED_SUBRESOURCE_FOOTPRINT* layouts, UINT* num_rows,
                                                UINT64* row_size_in_bytes, UINT64* total_bytes) override;
#endif
#ifdef __ID3D12Device9_INTERFACE_DEFINED__
  HRESULT STDMETHODCALLTYPE CreateShaderCacheSession(const D3D12_SHADER_CACHE_SESSION_DESC* desc, REFIID riid,
                                                     void** session) override;
  HRESULT STDMETHODCALLTYPE ShaderCacheControl(D3D12_SHADER_CACHE_KIND_FLAGS kinds,
                                               D3D12_SHADER_CACHE_CONTROL_FLAGS control) override;
  HRESULT STDMETHODCALLTYPE CreateCommandQueue1(const D3D12_COMMAND_QUEUE_DESC* desc, REFIID creator_id,
                                                REFIID riid, void** command_queue) override;
#endif

 private:
#ifdef __ID3D12Device_INTERFACE_DEFINED__
  void note_CreateConstantBufferView(Call& call, const D3D12_CONSTANT_BUFFER_VIEW_DESC* desc,
                                     D3D12_CPU_DESCRIPTOR_HANDLE dest_descriptor);
  void note_CreateShaderResourceView(Call& call, Resource* resource,
                                     const D3D12_SHADER_RESOURCE_VIEW_DESC* desc,
                                     D3D12_CPU_DESCRIPTOR_HANDLE dest_descriptor);
  void note_CreateUnorderedAccessView(Call& call, Resource* resource, Resource* counter_resource,
                                      const D3D12_UNORDERED_ACCESS_VIEW_DESC* desc,
                                      D3D12_CPU_DESCRIPTOR_HANDLE dest_descriptor);
  void note_CreateRenderTargetView(Call& call, Resource* resource, const D3D12_RENDER_TARGET_VIEW_DESC* desc,
                                   D3D12_CPU_DESCRIPTOR_HANDLE dest_descriptor);
  void note_CreateDepthStencilView(Call& call, Resource* resource, const D3D12_DEPTH_STENCIL_VIEW_DESC* desc,
                                   D3D12_CPU_DESCRIPTOR_HANDLE dest_descriptor);
  void note_CreateSampler(Call& call, const D3D12_SAMPLER_DESC* desc,
                          D3D12_CPU_DESCRIPTOR_HANDLE dest_descriptor);
  void note_CopyDescriptorsSimple(Call& call, UINT num_descriptors,
                                  D3D12_CPU_DESCRIPTOR_HANDLE dest_descriptor_range_start,
                                  D3D12_CPU_DESCRIPTOR_HANDLE src_descriptor_range_start,
                                  D3D12_DESCRIPTOR_HEAP_TYPE descriptor_heaps_type);
#endif

 private:
  void destroy() override;
};

#endif

}  // namespace ferry::check::layer
