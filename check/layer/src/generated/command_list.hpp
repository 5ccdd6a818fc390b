// Written by generate.py from methods.table. Change those.
#pragma once

#include "call.hpp"
#include "command_list_data.hpp"
#include "wrapped.hpp"

namespace ferry::check::layer {

class CommandAllocator;
class CommandSignature;
class PipelineState;
class QueryHeap;
class Resource;
class RootSignature;

#ifdef __ID3D12CommandList_INTERFACE_DEFINED__

#if defined(__ID3D12GraphicsCommandList4_INTERFACE_DEFINED__)
using CommandListVersions =
    Versions<ID3D12CommandList, ID3D12GraphicsCommandList, ID3D12GraphicsCommandList1,
             ID3D12GraphicsCommandList2, ID3D12GraphicsCommandList3, ID3D12GraphicsCommandList4>;
#elif defined(__ID3D12GraphicsCommandList3_INTERFACE_DEFINED__)
using CommandListVersions = Versions<ID3D12CommandList, ID3D12GraphicsCommandList, ID3D12GraphicsCommandList1,
                                     ID3D12GraphicsCommandList2, ID3D12GraphicsCommandList3>;
#elif defined(__ID3D12GraphicsCommandList2_INTERFACE_DEFINED__)
using CommandListVersions = Versions<ID3D12CommandList, ID3D12GraphicsCommandList, ID3D12GraphicsCommandList1,
                                     ID3D12GraphicsCommandList2>;
#elif defined(__ID3D12GraphicsCommandList1_INTERFACE_DEFINED__)
using CommandListVersions =
    Versions<ID3D12CommandList, ID3D12GraphicsCommandList, ID3D12GraphicsCommandList1>;
#elif defined(__ID3D12GraphicsCommandList_INTERFACE_DEFINED__)
using CommandListVersions = Versions<ID3D12CommandList, ID3D12GraphicsCommandList>;
#else
using CommandListVersions = Versions<ID3D12CommandList>;
#endif

class CommandList final : public Wrapped<CommandListVersions>, public CommandListData {
 public:
  static constexpr Kind kKind = Kind::kCommandList;

  CommandList(Core& core, ObjectId id, IUnknown* below, CommandListData data)
      : Wrapped<CommandListVersions>(core, kKind, id, below), CommandListData(std::move(data)) {}

#ifdef __ID3D12CommandList_INTERFACE_DEFINED__
  D3D12_COMMAND_LIST_TYPE STDMETHODCALLTYPE GetType() override;
#endif
#ifdef __ID3D12GraphicsCommandList_INTERFACE_DEFINED__
  HRESULT STDMETHODCALLTYPE Close() override;
  HRESULT STDMETHODCALLTYPE Reset(ID3D12CommandAllocator* allocator,
                                  ID3D12PipelineState* initial_state) override;
  ClearStateResult STDMETHODCALLTYPE ClearState(ID3D12PipelineState* pipeline_state) override;
  void STDMETHODCALLTYPE DrawInstanced(UINT vertex_count_per_instance, UINT instance_count,
                                       UINT start_vertex_location, UINT start_instance_location) override;
  void STDMETHODCALLTYPE DrawIndexedInstanced(UINT index_count_per_instance, UINT instance_count,
                                              UINT start_index_location, INT base_vertex_location,
                                              UINT start_instance_location) override;
  void STDMETHODCALLTYPE Dispatch(UINT thread_group_count_x, UINT thread_group_count_y,
                                  UINT thread_group_count_z) override;
  void STDMETHODCALLTYPE CopyBufferRegion(ID3D12Resource* dst_buffer, UINT64 dst_offset,
                                          ID3D12Resource* src_buffer, UINT64 src_offset,
                                          UINT64 num_bytes) override;
  void STDMETHODCALLTYPE CopyTextureRegion(const D3D12_TEXTURE_COPY_LOCATION* dst, UINT dst_x, UINT dst_y,
                                           UINT dst_z, const D3D12_TEXTURE_COPY_LOCATION* src,
                                           const D3D12_BOX* src_box) override;
  void STDMETHODCALLTYPE CopyResource(ID3D12Resource* dst_resource, ID3D12Resource* src_resource) override;
  void STDMETHODCALLTYPE CopyTiles(ID3D12Resource* tiled_resource,
                                   const D3D12_TILED_RESOURCE_COORDINATE* tile_region_start_coordinate,
                                   const D3D12_TILE_REGION_SIZE* tile_region_size, ID3D12Resource* buffer,
                                   UINT64 buffer_start_offset_in_bytes, D3D12_TILE_COPY_FLAGS flags) override;
  void STDMETHODCALLTYPE ResolveSubresource(ID3D12Resource* dst_resource, UINT dst_subresource,
                                            ID3D12Resource* src_resource, UINT src_subresource,
                                            DXGI_FORMAT format) override;
  void STDMETHODCALLTYPE IASetPrimitiveTopology(D3D12_PRIMITIVE_TOPOLOGY primitive_topology) override;
  void STDMETHODCALLTYPE RSSetViewports(UINT num_viewports, const D3D12_VIEWPORT* viewports) override;
  void STDMETHODCALLTYPE RSSetScissorRects(UINT num_rects, const D3D12_RECT* rects) override;
  void STDMETHODCALLTYPE OMSetBlendFactor(const FLOAT blend_factor[4]) override;
  void STDMETHODCALLTYPE OMSetStencilRef(UINT stencil_ref) override;
  void STDMETHODCALLTYPE SetPipelineState(ID3D12PipelineState* pipeline_state) override;
  void STDMETHODCALLTYPE ResourceBarrier(UINT num_barriers, const D3D12_RESOURCE_BARRIER* barriers) override;
  void STDMETHODCALLTYPE ExecuteBundle(ID3D12GraphicsCommandList* command_list) override;
  void STDMETHODCALLTYPE SetDescriptorHeaps(UINT num_descriptor_heaps,
                                            ID3D12DescriptorHeap* const* descriptor_heaps) override;
  void STDMETHODCALLTYPE SetComputeRootSignature(ID3D12RootSignature* root_signature) override;
  void STDMETHODCALLTYPE SetGraphicsRootSignature(ID3D12RootSignature* root_signature) override;
  void STDMETHODCALLTYPE SetComputeRootDescriptorTable(UINT root_parameter_index,
                                                       D3D12_GPU_DESCRIPTOR_HANDLE base_descriptor) override;
  void STDMETHODCALLTYPE SetGraphicsRootDescriptorTable(UINT root_parameter_index,
                                                        D3D12_GPU_DESCRIPTOR_HANDLE base_descriptor) override;
  void STDMETHODCALLTYPE SetComputeRoot32BitConstant(UINT root_parameter_index, UINT src_data,
                                                     UINT dest_offset) override;
  void STDMETHODCALLTYPE SetGraphicsRoot32BitConstant(UINT root_parameter_index, UINT src_data,
                                                      UINT dest_offset) override;
  void STDMETHODCALLTYPE SetComputeRoot32BitConstants(UINT root_parameter_index, UINT num_values,
                                                      const void* src_data, UINT dest_offset) override;
  void STDMETHODCALLTYPE SetGraphicsRoot32BitConstants(UINT root_parameter_index, UINT num_values,
                                                       const void* src_data, UINT dest_offset) override;
  void STDMETHODCALLTYPE SetComputeRootConstantBufferView(UINT root_parameter_index,
                                                          D3D12_GPU_VIRTUAL_ADDRESS buffer_location) override;
  void STDMETHODCALLTYPE SetGraphicsRootConstantBufferView(
      UINT root_parameter_index, D3D12_GPU_VIRTUAL_ADDRESS buffer_location) override;
  void STDMETHODCALLTYPE SetComputeRootShaderResourceView(UINT root_parameter_index,
                                                          D3D12_GPU_VIRTUAL_ADDRESS buffer_location) override;
  void STDMETHODCALLTYPE SetGraphicsRootShaderResourceView(
      UINT root_parameter_index, D3D12_GPU_VIRTUAL_ADDRESS buffer_location) override;
  void STDMETHODCALLTYPE SetComputeRootUnorderedAccessView(
      UINT root_parameter_index, D3D12_GPU_VIRTUAL_ADDRESS buffer_location) override;
  void STDMETHODCALLTYPE SetGraphicsRootUnorderedAccessView(
      UINT root_parameter_index, D3D12_GPU_VIRTUAL_ADDRESS buffer_location) override;
  void STDMETHODCALLTYPE IASetIndexBuffer(const D3D12_INDEX_BUFFER_VIEW* view) override;
  void STDMETHODCALLTYPE IASetVertexBuffers(UINT start_slot, UINT num_views,
                                            const D3D12_VERTEX_BUFFER_VIEW* views) override;
  void STDMETHODCALLTYPE SOSetTargets(UINT start_slot, UINT num_views,
                                      const D3D12_STREAM_OUTPUT_BUFFER_VIEW* views) override;
  void STDMETHODCALLTYPE OMSetRenderTargets(
      UINT num_render_target_descriptors, const D3D12_CPU_DESCRIPTOR_HANDLE* render_target_descriptors,
      BOOL rts_single_handle_to_descriptor_range,
      const D3D12_CPU_DESCRIPTOR_HANDLE* depth_stencil_descriptor) override;
  void STDMETHODCALLTYPE ClearDepthStencilView(D3D12_CPU_DESCRIPTOR_HANDLE depth_stencil_view,
                                               D3D12_CLEAR_FLAGS clear_flags, FLOAT depth, UINT8 stencil,
                                               UINT num_rects, const D3D12_RECT* rects) override;
  void STDMETHODCALLTYPE ClearRenderTargetView(D3D12_CPU_DESCRIPTOR_HANDLE render_target_view,
                                               const FLOAT color[4], UINT num_rects,
                                               const D3D12_RECT* rects) override;
  void STDMETHODCALLTYPE ClearUnorderedAccessViewUint(D3D12_GPU_DESCRIPTOR_HANDLE gpu_handle,
                                                      D3D12_CPU_DESCRIPTOR_HANDLE cpu_handle,
                                                      ID3D12Resource* resource, const UINT values[4],
                                                      UINT num_rects, const D3D12_RECT* rects) override;
  void STDMETHODCALLTYPE ClearUnorderedAccessViewFloat(D3D12_GPU_DESCRIPTOR_HANDLE gpu_handle,
                                                       D3D12_CPU_DESCRIPTOR_HANDLE cpu_handle,
                                                       ID3D12Resource* resource, const FLOAT values[4],
                                                       UINT num_rects, const D3D12_RECT* rects) override;
  void STDMETHODCALLTYPE DiscardResource(ID3D12Resource* resource,
                                         const D3D12_DISCARD_REGION* region) override;
  void STDMETHODCALLTYPE BeginQuery(ID3D12QueryHeap* query_heap, D3D12_QUERY_TYPE type, UINT index) override;
  void STDMETHODCALLTYPE EndQuery(ID3D12QueryHeap* query_heap, D3D12_QUERY_TYPE type, UINT index) override;
  void STDMETHODCALLTYPE ResolveQueryData(ID3D12QueryHeap* query_heap, D3D12_QUERY_TYPE type,
                                          UINT start_index, UINT num_queries,
                                          ID3D12Resource* destination_buffer,
                                          UINT64 aligned_destination_buffer_offset) override;
  void STDMETHODCALLTYPE SetPredication(ID3D12Resource* buffer, UINT64 aligned_buffer_offset,
                                        D3D12_PREDICATION_OP operation) override;
  void STDMETHODCALLTYPE SetMarker(UINT metadata, const void* data, UINT size) override;
  void STDMETHODCALLTYPE BeginEvent(UINT metadata, const void* data, UINT size) override;
  void STDMETHODCALLTYPE EndEvent() override;
  void STDMETHODCALLTYPE ExecuteIndirect(ID3D12CommandSignature* command_signature, UINT max_command_count,
                                         ID3D12Resource* argument_buffer, UINT64 argument_buffer_offset,
                                         ID3D12Resource* count_buffer, UINT64 count_buffer_offset) override;
#endif
#ifdef __ID3D12GraphicsCommandList1_INTERFACE_DEFINED__
  void STDMETHODCALLTYPE
  AtomicCopyBufferUINT(ID3D12Resource* dst_buffer, UINT64 dst_offset, ID3D12Resource* src_buffer,
                       UINT64 src_offset, UINT dependencies, ID3D12Resource* const* dependent_resources,
                       const D3D12_SUBRESOURCE_RANGE_UINT64* dependent_subresource_ranges) override;
  void STDMETHODCALLTYPE
  AtomicCopyBufferUINT64(ID3D12Resource* dst_buffer, UINT64 dst_offset, ID3D12Resource* src_buffer,
                         UINT64 src_offset, UINT dependencies, ID3D12Resource* const* dependent_resources,
                         const D3D12_SUBRESOURCE_RANGE_UINT64* dependent_subresource_ranges) override;
  void STDMETHODCALLTYPE OMSetDepthBounds(FLOAT min, FLOAT max) override;
  void STDMETHODCALLTYPE SetSamplePositions(UINT num_samples_per_pixel, UINT num_pixels,
                                            D3D12_SAMPLE_POSITION* sample_positions) override;
  void STDMETHODCALLTYPE ResolveSubresourceRegion(ID3D12Resource* dst_resource, UINT dst_subresource,
                                                  UINT dst_x, UINT dst_y, ID3D12Resource* src_resource,
                                                  UINT src_subresource, D3D12_RECT* src_rect,
                                                  DXGI_FORMAT format,
                                                  D3D12_RESOLVE_MODE resolve_mode) override;
  void STDMETHODCALLTYPE SetViewInstanceMask(UINT mask) override;
#endif
#ifdef __ID3D12GraphicsCommandList2_INTERFACE_DEFINED__
  void STDMETHODCALLTYPE WriteBufferImmediate(UINT count, const D3D12_WRITEBUFFERIMMEDIATE_PARAMETER* params,
                                              const D3D12_WRITEBUFFERIMMEDIATE_MODE* modes) override;
#endif
#ifdef __ID3D12GraphicsCommandList3_INTERFACE_DEFINED__
  void STDMETHODCALLTYPE
  SetProtectedResourceSession(ID3D12ProtectedResourceSession* protected_resource_session) override;
#endif
#ifdef __ID3D12GraphicsCommandList4_INTERFACE_DEFINED__
  void STDMETHODCALLTYPE BeginRenderPass(UINT num_render_targets,
                                         const D3D12_RENDER_PASS_RENDER_TARGET_DESC* render_targets,
                                         const D3D12_RENDER_PASS_DEPTH_STENCIL_DESC* depth_stencil,
                                         D3D12_RENDER_PASS_FLAGS flags) override;
  void STDMETHODCALLTYPE EndRenderPass() override;
  void STDMETHODCALLTYPE InitializeMetaCommand(ID3D12MetaCommand* meta_command,
                                               const void* initialization_parameters_data,
                                               SIZE_T initialization_parameters_data_size_in_bytes) override;
  void STDMETHODCALLTYPE ExecuteMetaCommand(ID3D12MetaCommand* meta_command,
                                            const void* execution_parameters_data,
                                            SIZE_T execution_parameters_data_size_in_bytes) override;
  void STDMETHODCALLTYPE BuildRaytracingAccelerationStructure(
      const D3D12_BUILD_RAYTRACING_ACCELERATION_STRUCTURE_DESC* desc, UINT num_postbuild_info_descs,
      const D3D12_RAYTRACING_ACCELERATION_STRUCTURE_POSTBUILD_INFO_DESC* postbuild_info_descs) override;
  void STDMETHODCALLTYPE EmitRaytracingAccelerationStructurePostbuildInfo(
      const D3D12_RAYTRACING_ACCELERATION_STRUCTURE_POSTBUILD_INFO_DESC* desc,
      UINT num_source_acceleration_structures,
      const D3D12_GPU_VIRTUAL_ADDRESS* source_acceleration_structure_data) override;
  void STDMETHODCALLTYPE
  CopyRaytracingAccelerationStructure(D3D12_GPU_VIRTUAL_ADDRESS dest_acceleration_structure_data,
                                      D3D12_GPU_VIRTUAL_ADDRESS source_acceleration_structure_data,
                                      D3D12_RAYTRACING_ACCELERATION_STRUCTURE_COPY_MODE mode) override;
  void STDMETHODCALLTYPE SetPipelineState1(ID3D12StateObject* state_object) override;
  void STDMETHODCALLTYPE DispatchRays(const D3D12_DISPATCH_RAYS_DESC* desc) override;
#endif

 private:
#ifdef __ID3D12GraphicsCommandList_INTERFACE_DEFINED__
  void note_DrawInstanced(Call& call, UINT vertex_count_per_instance, UINT instance_count,
                          UINT start_vertex_location, UINT start_instance_location);
  void note_DrawIndexedInstanced(Call& call, UINT index_count_per_instance, UINT instance_count,
                                 UINT start_index_location, INT base_vertex_location,
                                 UINT start_instance_location);
  void note_Dispatch(Call& call, UINT thread_group_count_x, UINT thread_group_count_y,
                     UINT thread_group_count_z);
  void note_CopyBufferRegion(Call& call, Resource* dst_buffer, UINT64 dst_offset, Resource* src_buffer,
                             UINT64 src_offset, UINT64 num_bytes);
  void note_CopyResource(Call& call, Resource* dst_resource, Resource* src_resource);
  void note_CopyTiles(Call& call, Resource* tiled_resource,
                      const D3D12_TILED_RESOURCE_COORDINATE* tile_region_start_coordinate,
                      const D3D12_TILE_REGION_SIZE* tile_region_size, Resource* buffer,
                      UINT64 buffer_start_offset_in_bytes, D3D12_TILE_COPY_FLAGS flags);
  void note_ResolveSubresource(Call& call, Resource* dst_resource, UINT dst_subresource,
                               Resource* src_resource, UINT src_subresource, DXGI_FORMAT format);
  void note_IASetPrimitiveTopology(Call& call, D3D12_PRIMITIVE_TOPOLOGY primitive_topology);
  void note_RSSetViewports(Call& call, UINT num_viewports, const D3D12_VIEWPORT* viewports);
  void note_RSSetScissorRects(Call& call, UINT num_rects, const D3D12_RECT* rects);
  void note_OMSetBlendFactor(Call& call, const FLOAT blend_factor[4]);
  void note_OMSetStencilRef(Call& call, UINT stencil_ref);
  void note_SetPipelineState(Call& call, PipelineState* pipeline_state);
  void note_SetComputeRootSignature(Call& call, RootSignature* root_signature);
  void note_SetGraphicsRootSignature(Call& call, RootSignature* root_signature);
  void note_SetComputeRootDescriptorTable(Call& call, UINT root_parameter_index,
                                          D3D12_GPU_DESCRIPTOR_HANDLE base_descriptor);
  void note_SetGraphicsRootDescriptorTable(Call& call, UINT root_parameter_index,
                                           D3D12_GPU_DESCRIPTOR_HANDLE base_descriptor);
  void note_SetComputeRoot32BitConstant(Call& call, UINT root_parameter_index, UINT src_data,
                                        UINT dest_offset);
  void note_SetGraphicsRoot32BitConstant(Call& call, UINT root_parameter_index, UINT src_data,
                                         UINT dest_offset);
  void note_SetComputeRoot32BitConstants(Call& call, UINT root_parameter_index, UINT num_values,
                                         const void* src_data, UINT dest_offset);
  void note_SetGraphicsRoot32BitConstants(Call& call, UINT root_parameter_index, UINT num_values,
                                          const void* src_data, UINT dest_offset);
  void note_SetComputeRootConstantBufferView(Call& call, UINT root_parameter_index,
                                             D3D12_GPU_VIRTUAL_ADDRESS buffer_location);
  void note_SetGraphicsRootConstantBufferView(Call& call, UINT root_parameter_index,
                                              D3D12_GPU_VIRTUAL_ADDRESS buffer_location);
  void note_SetComputeRootShaderResourceView(Call& call, UINT root_parameter_index,
                                             D3D12_GPU_VIRTUAL_ADDRESS buffer_location);
  void note_SetGraphicsRootShaderResourceView(Call& call, UINT root_parameter_index,
                                              D3D12_GPU_VIRTUAL_ADDRESS buffer_location);
  void note_SetComputeRootUnorderedAccessView(Call& call, UINT root_parameter_index,
                                              D3D12_GPU_VIRTUAL_ADDRESS buffer_location);
  void note_SetGraphicsRootUnorderedAccessView(Call& call, UINT root_parameter_index,
                                               D3D12_GPU_VIRTUAL_ADDRESS buffer_location);
  void note_IASetIndexBuffer(Call& call, const D3D12_INDEX_BUFFER_VIEW* view);
  void note_IASetVertexBuffers(Call& call, UINT start_slot, UINT num_views,
                               const D3D12_VERTEX_BUFFER_VIEW* views);
  void note_SOSetTargets(Call& call, UINT start_slot, UINT num_views,
                         const D3D12_STREAM_OUTPUT_BUFFER_VIEW* views);
  void note_OMSetRenderTargets(Call& call, UINT num_render_target_descriptors,
                               const D3D12_CPU_DESCRIPTOR_HANDLE* render_target_descriptors,
                               BOOL rts_single_handle_to_descriptor_range,
                               const D3D12_CPU_DESCRIPTOR_HANDLE* depth_stencil_descriptor);
  void note_ClearDepthStencilView(Call& call, D3D12_CPU_DESCRIPTOR_HANDLE depth_stencil_view,
                                  D3D12_CLEAR_FLAGS clear_flags, FLOAT depth, UINT8 stencil, UINT num_rects,
                                  const D3D12_RECT* rects);
  void note_ClearRenderTargetView(Call& call, D3D12_CPU_DESCRIPTOR_HANDLE render_target_view,
                                  const FLOAT color[4], UINT num_rects, const D3D12_RECT* rects);
  void note_ClearUnorderedAccessViewUint(Call& call, D3D12_GPU_DESCRIPTOR_HANDLE gpu_handle,
                                         D3D12_CPU_DESCRIPTOR_HANDLE cpu_handle, Resource* resource,
                                         const UINT values[4], UINT num_rects, const D3D12_RECT* rects);
  void note_ClearUnorderedAccessViewFloat(Call& call, D3D12_GPU_DESCRIPTOR_HANDLE gpu_handle,
                                          D3D12_CPU_DESCRIPTOR_HANDLE cpu_handle, Resource* resource,
                                          const FLOAT values[4], UINT num_rects, const D3D12_RECT* rects);
  void note_DiscardResource(Call& call, Resource* resource, const D3D12_DISCARD_REGION* region);
  void note_BeginQuery(Call& call, QueryHeap* query_heap, D3D12_QUERY_TYPE type, UINT index);
  void note_EndQuery(Call& call, QueryHeap* query_heap, D3D12_QUERY_TYPE type, UINT index);
  void note_ResolveQueryData(Call& call, QueryHeap* query_heap, D3D12_QUERY_TYPE type, UINT start_index,
                             UINT num_queries, Resource* destination_buffer,
                             UINT64 aligned_destination_buffer_offset);
  void note_SetPredication(Call& call, Resource* buffer, UINT64 aligned_buffer_offset,
                           D3D12_PREDICATION_OP operation);
  void note_SetMarker(Call& call, UINT metadata, const void* data, UINT size);
  void note_BeginEvent(Call& call, UINT metadata, const void* data, UINT size);
  void note_EndEvent(Call& call);
  void note_ExecuteIndirect(Call& call, CommandSignature* command_signature, UINT max_command_count,
                            Resource* argument_buffer, UINT64 argument_buffer_offset, Resource* count_buffer,
                            UINT64 count_buffer_offset);
#endif
#ifdef __ID3D12GraphicsCommandList1_INTERFACE_DEFINED__
  void note_OMSetDepthBounds(Call& call, FLOAT min, FLOAT max);
  void note_SetSamplePositions(Call& call, UINT num_samples_per_pixel, UINT num_pixels,
                               D3D12_SAMPLE_POSITION* sample_positions);
  void note_ResolveSubresourceRegion(Call& call, Resource* dst_resource, UINT dst_subresource, UINT dst_x,
                                     UINT dst_y, Resource* src_resource, UINT src_subresource,
                                     D3D12_RECT* src_rect, DXGI_FORMAT format,
                                     D3D12_RESOLVE_MODE resolve_mode);
  void note_SetViewInstanceMask(Call& call, UINT mask);
#endif
#ifdef __ID3D12GraphicsCommandList2_INTERFACE_DEFINED__
  void note_WriteBufferImmediate(Call& call, UINT count, const D3D12_WRITEBUFFERIMMEDIATE_PARAMETER* params,
                                 const D3D12_WRITEBUFFERIMMEDIATE_MODE* modes);
#endif

 public:
  void call_failed(HRESULT result) override;

 private:
  void destroy() override {
    finish(*this);
  }
};

#endif

}  // namespace ferry::check::layer
