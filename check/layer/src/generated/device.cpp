// Written by generate.py from methods.table. Change those.
#include "generated/device.hpp"
#include "generated/command_allocator.hpp"
#include "generated/fence.hpp"
#include "generated/heap.hpp"
#include "generated/pipeline_state.hpp"
#include "generated/resource.hpp"
#include "generated/root_signature.hpp"

#ifdef __ID3D12Device_INTERFACE_DEFINED__

namespace ferry::check::layer {

#ifdef __ID3D12Device_INTERFACE_DEFINED__
UINT STDMETHODCALLTYPE Device::GetNodeCount() {
  Call call(*this, Method::kDeviceGetNodeCount);
  return below<ID3D12Device>()->GetNodeCount();
}

HRESULT STDMETHODCALLTYPE Device::CheckFeatureSupport(D3D12_FEATURE feature, void* feature_support_data,
                                                      UINT feature_support_data_size) {
  Call call(*this, Method::kDeviceCheckFeatureSupport);
  if (call.refused()) return call.refusal();
  return call.done(
      below<ID3D12Device>()->CheckFeatureSupport(feature, feature_support_data, feature_support_data_size));
}

UINT STDMETHODCALLTYPE
Device::GetDescriptorHandleIncrementSize(D3D12_DESCRIPTOR_HEAP_TYPE descriptor_heap_type) {
  Call call(*this, Method::kDeviceGetDescriptorHandleIncrementSize);
  return below<ID3D12Device>()->GetDescriptorHandleIncrementSize(descriptor_heap_type);
}

void STDMETHODCALLTYPE Device::CreateConstantBufferView(const D3D12_CONSTANT_BUFFER_VIEW_DESC* desc,
                                                        D3D12_CPU_DESCRIPTOR_HANDLE dest_descriptor) {
  Call call(*this, Method::kDeviceCreateConstantBufferView);
  if (call.refused()) return;
  note_CreateConstantBufferView(call, desc, dest_descriptor);
  if (call.refused()) return;
  below<ID3D12Device>()->CreateConstantBufferView(desc, dest_descriptor);
}

void STDMETHODCALLTYPE Device::CreateShaderResourceView(ID3D12Resource* resource,
                                                        const D3D12_SHADER_RESOURCE_VIEW_DESC* desc,
                                                        D3D12_CPU_DESCRIPTOR_HANDLE dest_descriptor) {
  Call call(*this, Method::kDeviceCreateShaderResourceView);
  auto* const resource_ours = call.resolve<Resource>(resource, "resource", Need::kOptional);
  if (call.refused()) return;
  note_CreateShaderResourceView(call, resource_ours, desc, dest_descriptor);
  if (call.refused()) return;
  below<ID3D12Device>()->CreateShaderResourceView(below_of<ID3D12Resource>(resource_ours), desc,
                                                  dest_descriptor);
}

void STDMETHODCALLTYPE Device::CreateUnorderedAccessView(ID3D12Resource* resource,
                                                         ID3D12Resource* counter_resource,
                                                         const D3D12_UNORDERED_ACCESS_VIEW_DESC* desc,
                                                         D3D12_CPU_DESCRIPTOR_HANDLE dest_descriptor) {
  Call call(*this, Method::kDeviceCreateUnorderedAccessView);
  auto* const resource_ours = call.resolve<Resource>(resource, "resource", Need::kOptional);
  auto* const counter_resource_ours =
      call.resolve<Resource>(counter_resource, "counter_resource", Need::kOptional);
  if (call.refused()) return;
  note_CreateUnorderedAccessView(call, resource_ours, counter_resource_ours, desc, dest_descriptor);
  if (call.refused()) return;
  below<ID3D12Device>()->CreateUnorderedAccessView(below_of<ID3D12Resource>(resource_ours),
                                                   below_of<ID3D12Resource>(counter_resource_ours), desc,
                                                   dest_descriptor);
}

void STDMETHODCALLTYPE Device::CreateRenderTargetView(ID3D12Resource* resource,
                                                      const D3D12_RENDER_TARGET_VIEW_DESC* desc,
                                                      D3D12_CPU_DESCRIPTOR_HANDLE dest_descriptor) {
  Call call(*this, Method::kDeviceCreateRenderTargetView);
  auto* const resource_ours = call.resolve<Resource>(resource, "resource", Need::kOptional);
  if (call.refused()) return;
  note_CreateRenderTargetView(call, resource_ours, desc, dest_descriptor);
  if (call.refused()) return;
  below<ID3D12Device>()->CreateRenderTargetView(below_of<ID3D12Resource>(resource_ours), desc,
                                                dest_descriptor);
}

void STDMETHODCALLTYPE Device::CreateDepthStencilView(ID3D12Resource* resource,
                                                      const D3D12_DEPTH_STENCIL_VIEW_DESC* desc,
                                                      D3D12_CPU_DESCRIPTOR_HANDLE dest_descriptor) {
  Call call(*this, Method::kDeviceCreateDepthStencilView);
  auto* const resource_ours = call.resolve<Resource>(resource, "resource", Need::kOptional);
  if (call.refused()) return;
  note_CreateDepthStencilView(call, resource_ours, desc, dest_descriptor);
  if (call.refused()) return;
  below<ID3D12Device>()->CreateDepthStencilView(below_of<ID3D12Resource>(resource_ours), desc,
                                                dest_descriptor);
}

void STDMETHODCALLTYPE Device::CreateSampler(const D3D12_SAMPLER_DESC* desc,
                                             D3D12_CPU_DESCRIPTOR_HANDLE dest_descriptor) {
  Call call(*this, Method::kDeviceCreateSampler);
  if (call.refused()) return;
  note_CreateSampler(call, desc, dest_descriptor);
  if (call.refused()) return;
  below<ID3D12Device>()->CreateSampler(desc, dest_descriptor);
}

void STDMETHODCALLTYPE Device::CopyDescriptorsSimple(UINT num_descriptors,
                                                     D3D12_CPU_DESCRIPTOR_HANDLE dest_descriptor_range_start,
                                                     D3D12_CPU_DESCRIPTOR_HANDLE src_descriptor_range_start,
                                                     D3D12_DESCRIPTOR_HEAP_TYPE descriptor_heaps_type) {
  Call call(*this, Method::kDeviceCopyDescriptorsSimple);
  if (call.refused()) return;
  note_CopyDescriptorsSimple(call, num_descriptors, dest_descriptor_range_start, src_descriptor_range_start,
                             descriptor_heaps_type);
  if (call.refused()) return;
  below<ID3D12Device>()->CopyDescriptorsSimple(num_descriptors, dest_descriptor_range_start,
                                               src_descriptor_range_start, descriptor_heaps_type);
}

#if FERRY_CHECK_AGGREGATES_BY_POINTER
D3D12_RESOURCE_ALLOCATION_INFO* STDMETHODCALLTYPE
Device::GetResourceAllocationInfo(D3D12_RESOURCE_ALLOCATION_INFO* result, UINT visible_mask,
                                  UINT num_resource_descs, const D3D12_RESOURCE_DESC* resource_descs) {
  const Call call(*this, Method::kDeviceGetResourceAllocationInfo);
  return below<ID3D12Device>()->GetResourceAllocationInfo(result, visible_mask, num_resource_descs,
                                                          resource_descs);
}
#else
D3D12_RESOURCE_ALLOCATION_INFO STDMETHODCALLTYPE Device::GetResourceAllocationInfo(
    UINT visible_mask, UINT num_resource_descs, const D3D12_RESOURCE_DESC* resource_descs) {
  const Call call(*this, Method::kDeviceGetResourceAllocationInfo);
  return below<ID3D12Device>()->GetResourceAllocationInfo(visible_mask, num_resource_descs, resource_descs);
}
#endif

#if FERRY_CHECK_AGGREGATES_BY_POINTER
D3D12_HEAP_PROPERTIES* STDMETHODCALLTYPE Device::GetCustomHeapProperties(D3D12_HEAP_PROPERTIES* result,
                                                                         UINT node_mask,
                                                                         D3D12_HEAP_TYPE heap_type) {
  const Call call(*this, Method::kDeviceGetCustomHeapProperties);
  return below<ID3D12Device>()->GetCustomHeapProperties(result, node_mask, heap_type);
}
#else
D3D12_HEAP_PROPERTIES STDMETHODCALLTYPE Device::GetCustomHeapProperties(UINT node_mask,
                                                                        D3D12_HEAP_TYPE heap_type) {
  const Call call(*this, Method::kDeviceGetCustomHeapProperties);
  return below<ID3D12Device>()->GetCustomHeapProperties(node_mask, heap_type);
}
#endif

HRESULT STDMETHODCALLTYPE Device::OpenSharedHandleByName(const WCHAR* name, DWORD access, HANDLE* nthandle) {
  Call call(*this, Method::kDeviceOpenSharedHandleByName);
  if (call.refused()) return call.refusal();
  return call.done(below<ID3D12Device>()->OpenSharedHandleByName(name, access, nthandle));
}

void STDMETHODCALLTYPE Device::GetCopyableFootprints(const D3D12_RESOURCE_DESC* resource_desc,
                                                     UINT first_subresource, UINT num_subresources,
                                                     UINT64 base_offset,
                                                     D3D12_PLACED_SUBRESOURCE_FOOTPRINT* layouts,
                                                     UINT* num_rows, UINT64* row_size_in_bytes,
                                                     UINT64* total_bytes) {
  Call call(*this, Method::kDeviceGetCopyableFootprints);
  if (call.refused()) return;
  below<ID3D12Device>()->GetCopyableFootprints(resource_desc, first_subresource, num_subresources,
                                               base_offset, layouts, num_rows, row_size_in_bytes,
                                               total_bytes);
}

HRESULT STDMETHODCALLTYPE Device::SetStablePowerState(BOOL enable) {
  Call call(*this, Method::kDeviceSetStablePowerState);
  if (call.refused()) return call.refusal();
  return call.done(below<ID3D12Device>()->SetStablePowerState(enable));
}

void STDMETHODCALLTYPE Device::GetResourceTiling(
    ID3D12Resource* tiled_resource, UINT* num_tiles_for_entire_resource,
    D3D12_PACKED_MIP_INFO* packed_mip_desc, D3D12_TILE_SHAPE* standard_tile_shape_for_non_packed_mips,
    UINT* num_subresource_tilings, UINT first_subresource_tiling_to_get,
    D3D12_SUBRESOURCE_TILING* subresource_tilings_for_non_packed_mips) {
  Call call(*this, Method::kDeviceGetResourceTiling);
  auto* const tiled_resource_ours = call.resolve<Resource>(tiled_resource, "tiled_resource", Need::kRequired);
  if (call.refused()) return;
  below<ID3D12Device>()->GetResourceTiling(
      below_of<ID3D12Resource>(tiled_resource_ours), num_tiles_for_entire_resource, packed_mip_desc,
      standard_tile_shape_for_non_packed_mips, num_subresource_tilings, first_subresource_tiling_to_get,
      subresource_tilings_for_non_packed_mips);
}

#if FERRY_CHECK_AGGREGATES_BY_POINTER
LUID* STDMETHODCALLTYPE Device::GetAdapterLuid(LUID* result) {
  const Call call(*this, Method::kDeviceGetAdapterLuid);
  return below<ID3D12Device>()->GetAdapterLuid(result);
}
#else
LUID STDMETHODCALLTYPE Device::GetAdapterLuid() {
  const Call call(*this, Method::kDeviceGetAdapterLuid);
  return below<ID3D12Device>()->GetAdapterLuid();
}
#endif

#endif
#ifdef __ID3D12Device4_INTERFACE_DEFINED__
HRESULT STDMETHODCALLTYPE Device::CreateProtectedResourceSession(
    const D3D12_PROTECTED_RESOURCE_SESSION_DESC* desc, REFIID riid, void** session) {
  Call call(*this, Method::kDeviceCreateProtectedResourceSession);
  (void)desc;
  (void)riid;
  if (session != nullptr) *session = nullptr;
  call.unsupported();
  return call.refusal();
}

#if FERRY_CHECK_AGGREGATES_BY_POINTER
D3D12_RESOURCE_ALLOCATION_INFO* STDMETHODCALLTYPE Device::GetResourceAllocationInfo1(
    D3D12_RESOURCE_ALLOCATION_INFO* result, UINT visible_mask, UINT num_resource_descs,
    const D3D12_RESOURCE_DESC* resource_descs, D3D12_RESOURCE_ALLOCATION_INFO1* resource_allocation_info1) {
  const Call call(*this, Method::kDeviceGetResourceAllocationInfo1);
  return below<ID3D12Device4>()->GetResourceAllocationInfo1(result, visible_mask, num_resource_descs,
                                                            resource_descs, resource_allocation_info1);
}
#else
D3D12_RESOURCE_ALLOCATION_INFO STDMETHODCALLTYPE Device::GetResourceAllocationInfo1(
    UINT visible_mask, UINT num_resource_descs, const D3D12_RESOURCE_DESC* resource_descs,
    D3D12_RESOURCE_ALLOCATION_INFO1* resource_allocation_info1) {
  const Call call(*this, Method::kDeviceGetResourceAllocationInfo1);
  return below<ID3D12Device4>()->GetResourceAllocationInfo1(visible_mask, num_resource_descs, resource_descs,
                                                            resource_allocation_info1);
}
#endif

#endif
#ifdef __ID3D12Device5_INTERFACE_DEFINED__
HRESULT STDMETHODCALLTYPE Device::CreateLifetimeTracker(ID3D12LifetimeOwner* owner, REFIID riid,
                                                        void** tracker) {
  Call call(*this, Method::kDeviceCreateLifetimeTracker);
  (void)owner;
  (void)riid;
  if (tracker != nullptr) *tracker = nullptr;
  call.unsupported();
  return call.refusal();
}

HRESULT STDMETHODCALLTYPE Device::EnumerateMetaCommands(UINT* num_meta_commands,
                                                        D3D12_META_COMMAND_DESC* descs) {
  Call call(*this, Method::kDeviceEnumerateMetaCommands);
  if (call.refused()) return call.refusal();
  return call.done(below<ID3D12Device5>()->EnumerateMetaCommands(num_meta_commands, descs));
}

HRESULT STDMETHODCALLTYPE Device::EnumerateMetaCommandParameters(
    REFGUID command_id, D3D12_META_COMMAND_PARAMETER_STAGE stage, UINT* total_structure_size_in_bytes,
    UINT* parameter_count, D3D12_META_COMMAND_PARAMETER_DESC* parameter_descs) {
  Call call(*this, Method::kDeviceEnumerateMetaCommandParameters);
  if (call.refused()) return call.refusal();
  return call.done(below<ID3D12Device5>()->EnumerateMetaCommandParameters(
      command_id, stage, total_structure_size_in_bytes, parameter_count, parameter_descs));
}

HRESULT STDMETHODCALLTYPE Device::CreateMetaCommand(REFGUID command_id, UINT node_mask,
                                                    const void* creation_parameters_data,
                                                    SIZE_T creation_parameters_data_size_in_bytes,
                                                    REFIID riid, void** meta_command) {
  Call call(*this, Method::kDeviceCreateMetaCommand);
  (void)command_id;
  (void)node_mask;
  (void)creation_parameters_data;
  (void)creation_parameters_data_size_in_bytes;
  (void)riid;
  if (meta_command != nullptr) *meta_command = nullptr;
  call.unsupported();
  return call.refusal();
}

HRESULT STDMETHODCALLTYPE Device::CreateStateObject(const D3D12_STATE_OBJECT_DESC* desc, REFIID riid,
                                                    void** state_object) {
  Call call(*this, Method::kDeviceCreateStateObject);
  (void)desc;
  (void)riid;
  if (state_object != nullptr) *state_object = nullptr;
  call.unsupported();
  return call.refusal();
}

void STDMETHODCALLTYPE Device::GetRaytracingAccelerationStructurePrebuildInfo(
    const D3D12_BUILD_RAYTRACING_ACCELERATION_STRUCTURE_INPUTS* desc,
    D3D12_RAYTRACING_ACCELERATION_STRUCTURE_PREBUILD_INFO* info) {
  Call call(*this, Method::kDeviceGetRaytracingAccelerationStructurePrebuildInfo);
  if (call.refused()) return;
  below<ID3D12Device5>()->GetRaytracingAccelerationStructurePrebuildInfo(desc, info);
}

D3D12_DRIVER_MATCHING_IDENTIFIER_STATUS STDMETHODCALLTYPE Device::CheckDriverMatchingIdentifier(
    D3D12_SERIALIZED_DATA_TYPE serialized_data_type,
    const D3D12_SERIALIZED_DATA_DRIVER_MATCHING_IDENTIFIER* identifier_to_check) {
  Call call(*this, Method::kDeviceCheckDriverMatchingIdentifier);
  return below<ID3D12Device5>()->CheckDriverMatchingIdentifier(serialized_data_type, identifier_to_check);
}

#endif
#ifdef __ID3D12Device6_INTERFACE_DEFINED__
HRESULT STDMETHODCALLTYPE Device::SetBackgroundProcessingMode(D3D12_BACKGROUND_PROCESSING_MODE mode,
                                                              D3D12_MEASUREMENTS_ACTION measurements_action,
                                                              HANDLE event,
                                                              BOOL* further_measurements_desired) {
  Call call(*this, Method::kDeviceSetBackgroundProcessingMode);
  if (call.refused()) return call.refusal();
  return call.done(below<ID3D12Device6>()->SetBackgroundProcessingMode(mode, measurements_action, event,
                                                                       further_measurements_desired));
}

#endif
#ifdef __ID3D12Device7_INTERFACE_DEFINED__
HRESULT STDMETHODCALLTYPE Device::AddToStateObject(const D3D12_STATE_OBJECT_DESC* addition,
                                                   ID3D12StateObject* state_object_to_grow_from, REFIID riid,
                                                   void** new_state_object) {
  Call call(*this, Method::kDeviceAddToStateObject);
  (void)addition;
  (void)state_object_to_grow_from;
  (void)riid;
  if (new_state_object != nullptr) *new_state_object = nullptr;
  call.unsupported();
  return call.refusal();
}

HRESULT STDMETHODCALLTYPE Device::CreateProtectedResourceSession1(
    const D3D12_PROTECTED_RESOURCE_SESSION_DESC1* desc, REFIID riid, void** session) {
  Call call(*this, Method::kDeviceCreateProtectedResourceSession1);
  (void)desc;
  (void)riid;
  if (session != nullptr) *session = nullptr;
  call.unsupported();
  return call.refusal();
}

#endif
#ifdef __ID3D12Device8_INTERFACE_DEFINED__
#if FERRY_CHECK_AGGREGATES_BY_POINTER
D3D12_RESOURCE_ALLOCATION_INFO* STDMETHODCALLTYPE Device::GetResourceAllocationInfo2(
    D3D12_RESOURCE_ALLOCATION_INFO* result, UINT visible_mask, UINT num_resource_descs,
    const D3D12_RESOURCE_DESC1* resource_descs, D3D12_RESOURCE_ALLOCATION_INFO1* resource_allocation_info1) {
  const Call call(*this, Method::kDeviceGetResourceAllocationInfo2);
  return below<ID3D12Device8>()->GetResourceAllocationInfo2(result, visible_mask, num_resource_descs,
                                                            resource_descs, resource_allocation_info1);
}
#else
D3D12_RESOURCE_ALLOCATION_INFO STDMETHODCALLTYPE Device::GetResourceAllocationInfo2(
    UINT visible_mask, UINT num_resource_descs, const D3D12_RESOURCE_DESC1* resource_descs,
    D3D12_RESOURCE_ALLOCATION_INFO1* resource_allocation_info1) {
  const Call call(*this, Method::kDeviceGetResourceAllocationInfo2);
  return below<ID3D12Device8>()->GetResourceAllocationInfo2(visible_mask, num_resource_descs, resource_descs,
                                                            resource_allocation_info1);
}
#endif

void STDMETHODCALLTYPE Device::CreateSamplerFeedbackUnorderedAccessView(
    ID3D12Resource* targeted_resource, ID3D12Resource* feedback_resource,
    D3D12_CPU_DESCRIPTOR_HANDLE dest_descriptor) {
  Call call(*this, Method::kDeviceCreateSamplerFeedbackUnorderedAccessView);
  (void)targeted_resource;
  (void)feedback_resource;
  (void)dest_descriptor;
  call.unsupported();
}

void STDMETHODCALLTYPE Device::GetCopyableFootprints1(const D3D12_RESOURCE_DESC1* resource_desc,
                                                      UINT first_subresource, UINT num_subresources,
                                                      UINT64 base_offset,
                                                      D3D12_PLACED_SUBRESOURCE_FOOTPRINT* layouts,
                                                      UINT* num_rows, UINT64* row_size_in_bytes,
                                                      UINT64* total_bytes) {
  Call call(*this, Method::kDeviceGetCopyableFootprints1);
  if (call.refused()) return;
  below<ID3D12Device8>()->GetCopyableFootprints1(resource_desc, first_subresource, num_subresources,
                                                 base_offset, layouts, num_rows, row_size_in_bytes,
                                                 total_bytes);
}

#endif
#ifdef __ID3D12Device9_INTERFACE_DEFINED__
HRESULT STDMETHODCALLTYPE Device::CreateShaderCacheSession(const D3D12_SHADER_CACHE_SESSION_DESC* desc,
                                                           REFIID riid, void** session) {
  Call call(*this, Method::kDeviceCreateShaderCacheSession);
  (void)desc;
  (void)riid;
  if (session != nullptr) *session = nullptr;
  call.unsupported();
  return call.refusal();
}

HRESULT STDMETHODCALLTYPE Device::ShaderCacheControl(D3D12_SHADER_CACHE_KIND_FLAGS kinds,
                                                     D3D12_SHADER_CACHE_CONTROL_FLAGS control) {
  Call call(*this, Method::kDeviceShaderCacheControl);
  if (call.refused()) return call.refusal();
  return call.done(below<ID3D12Device9>()->ShaderCacheControl(kinds, control));
}

#endif
}  // namespace ferry::check::layer

#endif
