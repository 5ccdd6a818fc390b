// Written by generate.py from methods.table. Change those.
#include "generated/command_list.hpp"
#include "generated/command_allocator.hpp"
#include "generated/command_signature.hpp"
#include "generated/pipeline_state.hpp"
#include "generated/query_heap.hpp"
#include "generated/resource.hpp"
#include "generated/root_signature.hpp"

#ifdef __ID3D12CommandList_INTERFACE_DEFINED__

namespace ferry::check::layer {

#ifdef __ID3D12CommandList_INTERFACE_DEFINED__
D3D12_COMMAND_LIST_TYPE STDMETHODCALLTYPE CommandList::GetType() {
  Call call(*this, Method::kCommandListGetType);
  return below<ID3D12CommandList>()->GetType();
}

#endif
#ifdef __ID3D12GraphicsCommandList_INTERFACE_DEFINED__
void STDMETHODCALLTYPE CommandList::DrawInstanced(UINT vertex_count_per_instance, UINT instance_count,
                                                  UINT start_vertex_location, UINT start_instance_location) {
  Call call(*this, Method::kCommandListDrawInstanced);
  if (call.refused()) return;
  note_DrawInstanced(call, vertex_count_per_instance, instance_count, start_vertex_location,
                     start_instance_location);
  if (call.refused()) return;
  below<ID3D12GraphicsCommandList>()->DrawInstanced(vertex_count_per_instance, instance_count,
                                                    start_vertex_location, start_instance_location);
}

void STDMETHODCALLTYPE CommandList::DrawIndexedInstanced(UINT index_count_per_instance, UINT instance_count,
                                                         UINT start_index_location, INT base_vertex_location,
                                                         UINT start_instance_location) {
  Call call(*this, Method::kCommandListDrawIndexedInstanced);
  if (call.refused()) return;
  note_DrawIndexedInstanced(call, index_count_per_instance, instance_count, start_index_location,
                            base_vertex_location, start_instance_location);
  if (call.refused()) return;
  below<ID3D12GraphicsCommandList>()->DrawIndexedInstanced(index_count_per_instance, instance_count,
                                                           start_index_location, base_vertex_location,
                                                           start_instance_location);
}

void STDMETHODCALLTYPE CommandList::Dispatch(UINT thread_group_count_x, UINT thread_group_count_y,
                                             UINT thread_group_count_z) {
  Call call(*this, Method::kCommandListDispatch);
  if (call.refused()) return;
  note_Dispatch(call, thread_group_count_x, thread_group_count_y, thread_group_count_z);
  if (call.refused()) return;
  below<ID3D12GraphicsCommandList>()->Dispatch(thread_group_count_x, thread_group_count_y,
                                               thread_group_count_z);
}

void STDMETHODCALLTYPE CommandList::CopyBufferRegion(ID3D12Resource* dst_buffer, UINT64 dst_offset,
                                                     ID3D12Resource* src_buffer, UINT64 src_offset,
                                                     UINT64 num_bytes) {
  Call call(*this, Method::kCommandListCopyBufferRegion);
  auto* const dst_buffer_ours = call.resolve<Resource>(dst_buffer, "dst_buffer", Need::kRequired);
  auto* const src_buffer_ours = call.resolve<Resource>(src_buffer, "src_buffer", Need::kRequired);
  if (call.refused()) return;
  note_CopyBufferRegion(call, dst_buffer_ours, dst_offset, src_buffer_ours, src_offset, num_bytes);
  if (call.refused()) return;
  below<ID3D12GraphicsCommandList>()->CopyBufferRegion(below_of<ID3D12Resource>(dst_buffer_ours), dst_offset,
                                                       below_of<ID3D12Resource>(src_buffer_ours), src_offset,
                                                       num_bytes);
}

void STDMETHODCALLTYPE CommandList::CopyResource(ID3D12Resource* dst_resource, ID3D12Resource* src_resource) {
  Call call(*this, Method::kCommandListCopyResource);
  auto* const dst_resource_ours = call.resolve<Resource>(dst_resource, "dst_resource", Need::kRequired);
  auto* const src_resource_ours = call.resolve<Resource>(src_resource, "src_resource", Need::kRequired);
  if (call.refused()) return;
  note_CopyResource(call, dst_resource_ours, src_resource_ours);
  if (call.refused()) return;
  below<ID3D12GraphicsCommandList>()->CopyResource(below_of<ID3D12Resource>(dst_resource_ours),
                                                   below_of<ID3D12Resource>(src_resource_ours));
}

void STDMETHODCALLTYPE CommandList::CopyTiles(
    ID3D12Resource* tiled_resource, const D3D12_TILED_RESOURCE_COORDINATE* tile_region_start_coordinate,
    const D3D12_TILE_REGION_SIZE* tile_region_size, ID3D12Resource* buffer,
    UINT64 buffer_start_offset_in_bytes, D3D12_TILE_COPY_FLAGS flags) {
  Call call(*this, Method::kCommandListCopyTiles);
  auto* const tiled_resource_ours = call.resolve<Resource>(tiled_resource, "tiled_resource", Need::kRequired);
  auto* const buffer_ours = call.resolve<Resource>(buffer, "buffer", Need::kRequired);
  if (call.refused()) return;
  note_CopyTiles(call, tiled_resource_ours, tile_region_start_coordinate, tile_region_size, buffer_ours,
                 buffer_start_offset_in_bytes, flags);
  if (call.refused()) return;
  below<ID3D12GraphicsCommandList>()->CopyTiles(
      below_of<ID3D12Resource>(tiled_resource_ours), tile_region_start_coordinate, tile_region_size,
      below_of<ID3D12Resource>(buffer_ours), buffer_start_offset_in_bytes, flags);
}

void STDMETHODCALLTYPE CommandList::ResolveSubresource(ID3D12Resource* dst_resource, UINT dst_subresource,
                                                       ID3D12Resource* src_resource, UINT src_subresource,
                                                       DXGI_FORMAT format) {
  Call call(*this, Method::kCommandListResolveSubresource);
  auto* const dst_resource_ours = call.resolve<Resource>(dst_resource, "dst_resource", Need::kRequired);
  auto* const src_resource_ours = call.resolve<Resource>(src_resource, "src_resource", Need::kRequired);
  if (call.refused()) return;
  note_ResolveSubresource(call, dst_resource_ours, dst_subresource, src_resource_ours, src_subresource,
                          format);
  if (call.refused()) return;
  below<ID3D12GraphicsCommandList>()->ResolveSubresource(
      below_of<ID3D12Resource>(dst_resource_ours), dst_subresource,
      below_of<ID3D12Resource>(src_resource_ours), src_subresource, format);
}

void STDMETHODCALLTYPE CommandList::IASetPrimitiveTopology(D3D12_PRIMITIVE_TOPOLOGY primitive_topology) {
  Call call(*this, Method::kCommandListIASetPrimitiveTopology);
  if (call.refused()) return;
  note_IASetPrimitiveTopology(call, primitive_topology);
  if (call.refused()) return;
  below<ID3D12GraphicsCommandList>()->IASetPrimitiveTopology(primitive_topology);
}

void STDMETHODCALLTYPE CommandList::RSSetViewports(UINT num_viewports, const D3D12_VIEWPORT* viewports) {
  Call call(*this, Method::kCommandListRSSetViewports);
  if (call.refused()) return;
  note_RSSetViewports(call, num_viewports, viewports);
  if (call.refused()) return;
  below<ID3D12GraphicsCommandList>()->RSSetViewports(num_viewports, viewports);
}

void STDMETHODCALLTYPE CommandList::RSSetScissorRects(UINT num_rects, const D3D12_RECT* rects) {
  Call call(*this, Method::kCommandListRSSetScissorRects);
  if (call.refused()) return;
  note_RSSetScissorRects(call, num_rects, rects);
  if (call.refused()) return;
  below<ID3D12GraphicsCommandList>()->RSSetScissorRects(num_rects, rects);
}

void STDMETHODCALLTYPE CommandList::OMSetBlendFactor(const FLOAT blend_factor[4]) {
  Call call(*this, Method::kCommandListOMSetBlendFactor);
  if (call.refused()) return;
  note_OMSetBlendFactor(call, blend_factor);
  if (call.refused()) return;
  below<ID3D12GraphicsCommandList>()->OMSetBlendFactor(blend_factor);
}

void STDMETHODCALLTYPE CommandList::OMSetStencilRef(UINT stencil_ref) {
  Call call(*this, Method::kCommandListOMSetStencilRef);
  if (call.refused()) return;
  note_OMSetStencilRef(call, stencil_ref);
  if (call.refused()) return;
  below<ID3D12GraphicsCommandList>()->OMSetStencilRef(stencil_ref);
}

void STDMETHODCALLTYPE CommandList::SetPipelineState(ID3D12PipelineState* pipeline_state) {
  Call call(*this, Method::kCommandListSetPipelineState);
  auto* const pipeline_state_ours =
      call.resolve<PipelineState>(pipeline_state, "pipeline_state", Need::kRequired);
  if (call.refused()) return;
  note_SetPipelineState(call, pipeline_state_ours);
  if (call.refused()) return;
  below<ID3D12GraphicsCommandList>()->SetPipelineState(below_of<ID3D12PipelineState>(pipeline_state_ours));
}

void STDMETHODCALLTYPE CommandList::SetComputeRootSignature(ID3D12RootSignature* root_signature) {
  Call call(*this, Method::kCommandListSetComputeRootSignature);
  auto* const root_signature_ours =
      call.resolve<RootSignature>(root_signature, "root_signature", Need::kRequired);
  if (call.refused()) return;
  note_SetComputeRootSignature(call, root_signature_ours);
  if (call.refused()) return;
  below<ID3D12GraphicsCommandList>()->SetComputeRootSignature(
      below_of<ID3D12RootSignature>(root_signature_ours));
}

void STDMETHODCALLTYPE CommandList::SetGraphicsRootSignature(ID3D12RootSignature* root_signature) {
  Call call(*this, Method::kCommandListSetGraphicsRootSignature);
  auto* const root_signature_ours =
      call.resolve<RootSignature>(root_signature, "root_signature", Need::kRequired);
  if (call.refused()) return;
  note_SetGraphicsRootSignature(call, root_signature_ours);
  if (call.refused()) return;
  below<ID3D12GraphicsCommandList>()->SetGraphicsRootSignature(
      below_of<ID3D12RootSignature>(root_signature_ours));
}

void STDMETHODCALLTYPE CommandList::SetComputeRootDescriptorTable(
    UINT root_parameter_index, D3D12_GPU_DESCRIPTOR_HANDLE base_descriptor) {
  Call call(*this, Method::kCommandListSetComputeRootDescriptorTable);
  if (call.refused()) return;
  note_SetComputeRootDescriptorTable(call, root_parameter_index, base_descriptor);
  if (call.refused()) return;
  below<ID3D12GraphicsCommandList>()->SetComputeRootDescriptorTable(root_parameter_index, base_descriptor);
}

void STDMETHODCALLTYPE CommandList::SetGraphicsRootDescriptorTable(
    UINT root_parameter_index, D3D12_GPU_DESCRIPTOR_HANDLE base_descriptor) {
  Call call(*this, Method::kCommandListSetGraphicsRootDescriptorTable);
  if (call.refused()) return;
  note_SetGraphicsRootDescriptorTable(call, root_parameter_index, base_descriptor);
  if (call.refused()) return;
  below<ID3D12GraphicsCommandList>()->SetGraphicsRootDescriptorTable(root_parameter_index, base_descriptor);
}

void STDMETHODCALLTYPE CommandList::SetComputeRoot32BitConstant(UINT root_parameter_index, UINT src_data,
                                                                UINT dest_offset) {
  Call call(*this, Method::kCommandListSetComputeRoot32BitConstant);
  if (call.refused()) return;
  note_SetComputeRoot32BitConstant(call, root_parameter_index, src_data, dest_offset);
  if (call.refused()) return;
  below<ID3D12GraphicsCommandList>()->SetComputeRoot32BitConstant(root_parameter_index, src_data,
                                                                  dest_offset);
}

void STDMETHODCALLTYPE CommandList::SetGraphicsRoot32BitConstant(UINT root_parameter_index, UINT src_data,
                                                                 UINT dest_offset) {
  Call call(*this, Method::kCommandListSetGraphicsRoot32BitConstant);
  if (call.refused()) return;
  note_SetGraphicsRoot32BitConstant(call, root_parameter_index, src_data, dest_offset);
  if (call.refused()) return;
  below<ID3D12GraphicsCommandList>()->SetGraphicsRoot32BitConstant(root_parameter_index, src_data,
                                                                   dest_offset);
}

void STDMETHODCALLTYPE CommandList::SetComputeRoot32BitConstants(UINT root_parameter_index, UINT num_values,
                                                                 const void* src_data, UINT dest_offset) {
  Call call(*this, Method::kCommandListSetComputeRoot32BitConstants);
  if (call.refused()) return;
  note_SetComputeRoot32BitConstants(call, root_parameter_index, num_values, src_data, dest_offset);
  if (call.refused()) return;
  below<ID3D12GraphicsCommandList>()->SetComputeRoot32BitConstants(root_parameter_index, num_values, src_data,
                                                                   dest_offset);
}

void STDMETHODCALLTYPE CommandList::SetGraphicsRoot32BitConstants(UINT root_parameter_index, UINT num_values,
                                                                  const void* src_data, UINT dest_offset) {
  Call call(*this, Method::kCommandListSetGraphicsRoot32BitConstants);
  if (call.refused()) return;
  note_SetGraphicsRoot32BitConstants(call, root_parameter_index, num_values, src_data, dest_offset);
  if (call.refused()) return;
  below<ID3D12GraphicsCommandList>()->SetGraphicsRoot32BitConstants(root_parameter_index, num_values,
                                                                    src_data, dest_offset);
}

void STDMETHODCALLTYPE CommandList::SetComputeRootConstantBufferView(
    UINT root_parameter_index, D3D12_GPU_VIRTUAL_ADDRESS buffer_location) {
  Call call(*this, Method::kCommandListSetComputeRootConstantBufferView);
  if (call.refused()) return;
  note_SetComputeRootConstantBufferView(call, root_parameter_index, buffer_location);
  if (call.refused()) return;
  below<ID3D12GraphicsCommandList>()->SetComputeRootConstantBufferView(root_parameter_index, buffer_location);
}

void STDMETHODCALLTYPE CommandList::SetGraphicsRootConstantBufferView(
    UINT root_parameter_index, D3D12_GPU_VIRTUAL_ADDRESS buffer_location) {
  Call call(*this, Method::kCommandListSetGraphicsRootConstantBufferView);
  if (call.refused()) return;
  note_SetGraphicsRootConstantBufferView(call, root_parameter_index, buffer_location);
  if (call.refused()) return;
  below<ID3D12GraphicsCommandList>()->SetGraphicsRootConstantBufferView(root_parameter_index,
                                                                        buffer_location);
}

void STDMETHODCALLTYPE CommandList::SetComputeRootShaderResourceView(
    UINT root_parameter_index, D3D12_GPU_VIRTUAL_ADDRESS buffer_location) {
  Call call(*this, Method::kCommandListSetComputeRootShaderResourceView);
  if (call.refused()) return;
  note_SetComputeRootShaderResourceView(call, root_parameter_index, buffer_location);
  if (call.refused()) return;
  below<ID3D12GraphicsCommandList>()->SetComputeRootShaderResourceView(root_parameter_index, buffer_location);
}

void STDMETHODCALLTYPE CommandList::SetGraphicsRootShaderResourceView(
    UINT root_parameter_index, D3D12_GPU_VIRTUAL_ADDRESS buffer_location) {
  Call call(*this, Method::kCommandListSetGraphicsRootShaderResourceView);
  if (call.refused()) return;
  note_SetGraphicsRootShaderResourceView(call, root_parameter_index, buffer_location);
  if (call.refused()) return;
  below<ID3D12GraphicsCommandList>()->SetGraphicsRootShaderResourceView(root_parameter_index,
                                                                        buffer_location);
}

void STDMETHODCALLTYPE CommandList::SetComputeRootUnorderedAccessView(
    UINT root_parameter_index, D3D12_GPU_VIRTUAL_ADDRESS buffer_location) {
  Call call(*this, Method::kCommandListSetComputeRootUnorderedAccessView);
  if (call.refused()) return;
  note_SetComputeRootUnorderedAccessView(call, root_parameter_index, buffer_location);
  if (call.refused()) return;
  below<ID3D12GraphicsCommandList>()->SetComputeRootUnorderedAccessView(root_parameter_index,
                                                                        buffer_location);
}

void STDMETHODCALLTYPE CommandList::SetGraphicsRootUnorderedAccessView(
    UINT root_parameter_index, D3D12_GPU_VIRTUAL_ADDRESS buffer_location) {
  Call call(*this, Method::kCommandListSetGraphicsRootUnorderedAccessView);
  if (call.refused()) return;
  note_SetGraphicsRootUnorderedAccessView(call, root_parameter_index, buffer_location);
  if (call.refused()) return;
  below<ID3D12GraphicsCommandList>()->SetGraphicsRootUnorderedAccessView(root_parameter_index,
                                                                         buffer_location);
}

void STDMETHODCALLTYPE CommandList::IASetIndexBuffer(const D3D12_INDEX_BUFFER_VIEW* view) {
  Call call(*this, Method::kCommandListIASetIndexBuffer);
  if (call.refused()) return;
  note_IASetIndexBuffer(call, view);
  if (call.refused()) return;
  below<ID3D12GraphicsCommandList>()->IASetIndexBuffer(view);
}

void STDMETHODCALLTYPE CommandList::IASetVertexBuffers(UINT start_slot, UINT num_views,
                                                       const D3D12_VERTEX_BUFFER_VIEW* views) {
  Call call(*this, Method::kCommandListIASetVertexBuffers);
  if (call.refused()) return;
  note_IASetVertexBuffers(call, start_slot, num_views, views);
  if (call.refused()) return;
  below<ID3D12GraphicsCommandList>()->IASetVertexBuffers(start_slot, num_views, views);
}

void STDMETHODCALLTYPE CommandList::SOSetTargets(UINT start_slot, UINT num_views,
                                                 const D3D12_STREAM_OUTPUT_BUFFER_VIEW* views) {
  Call call(*this, Method::kCommandListSOSetTargets);
  if (call.refused()) return;
  note_SOSetTargets(call, start_slot, num_views, views);
  if (call.refused()) return;
  below<ID3D12GraphicsCommandList>()->SOSetTargets(start_slot, num_views, views);
}

void STDMETHODCALLTYPE CommandList::OMSetRenderTargets(
    UINT num_render_target_descriptors, const D3D12_CPU_DESCRIPTOR_HANDLE* render_target_descriptors,
    BOOL rts_single_handle_to_descriptor_range, const D3D12_CPU_DESCRIPTOR_HANDLE* depth_stencil_descriptor) {
  Call call(*this, Method::kCommandListOMSetRenderTargets);
  if (call.refused()) return;
  note_OMSetRenderTargets(call, num_render_target_descriptors, render_target_descriptors,
                          rts_single_handle_to_descriptor_range, depth_stencil_descriptor);
  if (call.refused()) return;
  below<ID3D12GraphicsCommandList>()->OMSetRenderTargets(
      num_render_target_descriptors, render_target_descriptors, rts_single_handle_to_descriptor_range,
      depth_stencil_descriptor);
}

void STDMETHODCALLTYPE CommandList::ClearDepthStencilView(D3D12_CPU_DESCRIPTOR_HANDLE depth_stencil_view,
                                                          D3D12_CLEAR_FLAGS clear_flags, FLOAT depth,
                                                          UINT8 stencil, UINT num_rects,
                                                          const D3D12_RECT* rects) {
  Call call(*this, Method::kCommandListClearDepthStencilView);
  if (call.refused()) return;
  note_ClearDepthStencilView(call, depth_stencil_view, clear_flags, depth, stencil, num_rects, rects);
  if (call.refused()) return;
  below<ID3D12GraphicsCommandList>()->ClearDepthStencilView(depth_stencil_view, clear_flags, depth, stencil,
                                                            num_rects, rects);
}

void STDMETHODCALLTYPE CommandList::ClearRenderTargetView(D3D12_CPU_DESCRIPTOR_HANDLE render_target_view,
                                                          const FLOAT color[4], UINT num_rects,
                                                          const D3D12_RECT* rects) {
  Call call(*this, Method::kCommandListClearRenderTargetView);
  if (call.refused()) return;
  note_ClearRenderTargetView(call, render_target_view, color, num_rects, rects);
  if (call.refused()) return;
  below<ID3D12GraphicsCommandList>()->ClearRenderTargetView(render_target_view, color, num_rects, rects);
}

void STDMETHODCALLTYPE CommandList::ClearUnorderedAccessViewUint(D3D12_GPU_DESCRIPTOR_HANDLE gpu_handle,
                                                                 D3D12_CPU_DESCRIPTOR_HANDLE cpu_handle,
                                                                 ID3D12Resource* resource,
                                                                 const UINT values[4], UINT num_rects,
                                                                 const D3D12_RECT* rects) {
  Call call(*this, Method::kCommandListClearUnorderedAccessViewUint);
  auto* const resource_ours = call.resolve<Resource>(resource, "resource", Need::kRequired);
  if (call.refused()) return;
  note_ClearUnorderedAccessViewUint(call, gpu_handle, cpu_handle, resource_ours, values, num_rects, rects);
  if (call.refused()) return;
  below<ID3D12GraphicsCommandList>()->ClearUnorderedAccessViewUint(
      gpu_handle, cpu_handle, below_of<ID3D12Resource>(resource_ours), values, num_rects, rects);
}

void STDMETHODCALLTYPE CommandList::ClearUnorderedAccessViewFloat(D3D12_GPU_DESCRIPTOR_HANDLE gpu_handle,
                                                                  D3D12_CPU_DESCRIPTOR_HANDLE cpu_handle,
                                                                  ID3D12Resource* resource,
                                                                  const FLOAT values[4], UINT num_rects,
                                                                  const D3D12_RECT* rects) {
  Call call(*this, Method::kCommandListClearUnorderedAccessViewFloat);
  auto* const resource_ours = call.resolve<Resource>(resource, "resource", Need::kRequired);
  if (call.refused()) return;
  note_ClearUnorderedAccessViewFloat(call, gpu_handle, cpu_handle, resource_ours, values, num_rects, rects);
  if (call.refused()) return;
  below<ID3D12GraphicsCommandList>()->ClearUnorderedAccessViewFloat(
      gpu_handle, cpu_handle, below_of<ID3D12Resource>(resource_ours), values, num_rects, rects);
}

void STDMETHODCALLTYPE CommandList::DiscardResource(ID3D12Resource* resource,
                                                    const D3D12_DISCARD_REGION* region) {
  Call call(*this, Method::kCommandListDiscardResource);
  auto* const resource_ours = call.resolve<Resource>(resource, "resource", Need::kRequired);
  if (call.refused()) return;
  note_DiscardResource(call, resource_ours, region);
  if (call.refused()) return;
  below<ID3D12GraphicsCommandList>()->DiscardResource(below_of<ID3D12Resource>(resource_ours), region);
}

void STDMETHODCALLTYPE CommandList::BeginQuery(ID3D12QueryHeap* query_heap, D3D12_QUERY_TYPE type,
                                               UINT index) {
  Call call(*this, Method::kCommandListBeginQuery);
  auto* const query_heap_ours = call.resolve<QueryHeap>(query_heap, "query_heap", Need::kRequired);
  if (call.refused()) return;
  note_BeginQuery(call, query_heap_ours, type, index);
  if (call.refused()) return;
  below<ID3D12GraphicsCommandList>()->BeginQuery(below_of<ID3D12QueryHeap>(query_heap_ours), type, index);
}

void STDMETHODCALLTYPE CommandList::EndQuery(ID3D12QueryHeap* query_heap, D3D12_QUERY_TYPE type, UINT index) {
  Call call(*this, Method::kCommandListEndQuery);
  auto* const query_heap_ours = call.resolve<QueryHeap>(query_heap, "query_heap", Need::kRequired);
  if (call.refused()) return;
  note_EndQuery(call, query_heap_ours, type, index);
  if (call.refused()) return;
  below<ID3D12GraphicsCommandList>()->EndQuery(below_of<ID3D12QueryHeap>(query_heap_ours), type, index);
}

void STDMETHODCALLTYPE CommandList::ResolveQueryData(ID3D12QueryHeap* query_heap, D3D12_QUERY_TYPE type,
                                                     UINT start_index, UINT num_queries,
                                                     ID3D12Resource* destination_buffer,
                                                     UINT64 aligned_destination_buffer_offset) {
  Call call(*this, Method::kCommandListResolveQueryData);
  auto* const query_heap_ours = call.resolve<QueryHeap>(query_heap, "query_heap", Need::kRequired);
  auto* const destination_buffer_ours =
      call.resolve<Resource>(destination_buffer, "destination_buffer", Need::kRequired);
  if (call.refused()) return;
  note_ResolveQueryData(call, query_heap_ours, type, start_index, num_queries, destination_buffer_ours,
                        aligned_destination_buffer_offset);
  if (call.refused()) return;
  below<ID3D12GraphicsCommandList>()->ResolveQueryData(
      below_of<ID3D12QueryHeap>(query_heap_ours), type, start_index, num_queries,
      below_of<ID3D12Resource>(destination_buffer_ours), aligned_destination_buffer_offset);
}

void STDMETHODCALLTYPE CommandList::SetPredication(ID3D12Resource* buffer, UINT64 aligned_buffer_offset,
                                                   D3D12_PREDICATION_OP operation) {
  Call call(*this, Method::kCommandListSetPredication);
  auto* const buffer_ours = call.resolve<Resource>(buffer, "buffer", Need::kOptional);
  if (call.refused()) return;
  note_SetPredication(call, buffer_ours, aligned_buffer_offset, operation);
  if (call.refused()) return;
  below<ID3D12GraphicsCommandList>()->SetPredication(below_of<ID3D12Resource>(buffer_ours),
                                                     aligned_buffer_offset, operation);
}

void STDMETHODCALLTYPE CommandList::SetMarker(UINT metadata, const void* data, UINT size) {
  Call call(*this, Method::kCommandListSetMarker);
  if (call.refused()) return;
  note_SetMarker(call, metadata, data, size);
  if (call.refused()) return;
  below<ID3D12GraphicsCommandList>()->SetMarker(metadata, data, size);
}

void STDMETHODCALLTYPE CommandList::BeginEvent(UINT metadata, const void* data, UINT size) {
  Call call(*this, Method::kCommandListBeginEvent);
  if (call.refused()) return;
  note_BeginEvent(call, metadata, data, size);
  if (call.refused()) return;
  below<ID3D12GraphicsCommandList>()->BeginEvent(metadata, data, size);
}

void STDMETHODCALLTYPE CommandList::EndEvent() {
  Call call(*this, Method::kCommandListEndEvent);
  if (call.refused()) return;
  note_EndEvent(call);
  if (call.refused()) return;
  below<ID3D12GraphicsCommandList>()->EndEvent();
}

void STDMETHODCALLTYPE CommandList::ExecuteIndirect(ID3D12CommandSignature* command_signature,
                                                    UINT max_command_count, ID3D12Resource* argument_buffer,
                                                    UINT64 argument_buffer_offset,
                                                    ID3D12Resource* count_buffer,
                                                    UINT64 count_buffer_offset) {
  Call call(*this, Method::kCommandListExecuteIndirect);
  auto* const command_signature_ours =
      call.resolve<CommandSignature>(command_signature, "command_signature", Need::kRequired);
  auto* const argument_buffer_ours =
      call.resolve<Resource>(argument_buffer, "argument_buffer", Need::kRequired);
  auto* const count_buffer_ours = call.resolve<Resource>(count_buffer, "count_buffer", Need::kOptional);
  if (call.refused()) return;
  note_ExecuteIndirect(call, command_signature_ours, max_command_count, argument_buffer_ours,
                       argument_buffer_offset, count_buffer_ours, count_buffer_offset);
  if (call.refused()) return;
  below<ID3D12GraphicsCommandList>()->ExecuteIndirect(
      below_of<ID3D12CommandSignature>(command_signature_ours), max_command_count,
      below_of<ID3D12Resource>(argument_buffer_ours), argument_buffer_offset,
      below_of<ID3D12Resource>(count_buffer_ours), count_buffer_offset);
}

#endif
#ifdef __ID3D12GraphicsCommandList1_INTERFACE_DEFINED__
void STDMETHODCALLTYPE CommandList::OMSetDepthBounds(FLOAT min, FLOAT max) {
  Call call(*this, Method::kCommandListOMSetDepthBounds);
  if (call.refused()) return;
  note_OMSetDepthBounds(call, min, max);
  if (call.refused()) return;
  below<ID3D12GraphicsCommandList1>()->OMSetDepthBounds(min, max);
}

void STDMETHODCALLTYPE CommandList::SetSamplePositions(UINT num_samples_per_pixel, UINT num_pixels,
                                                       D3D12_SAMPLE_POSITION* sample_positions) {
  Call call(*this, Method::kCommandListSetSamplePositions);
  if (call.refused()) return;
  note_SetSamplePositions(call, num_samples_per_pixel, num_pixels, sample_positions);
  if (call.refused()) return;
  below<ID3D12GraphicsCommandList1>()->SetSamplePositions(num_samples_per_pixel, num_pixels,
                                                          sample_positions);
}

void STDMETHODCALLTYPE CommandList::ResolveSubresourceRegion(
    ID3D12Resource* dst_resource, UINT dst_subresource, UINT dst_x, UINT dst_y, ID3D12Resource* src_resource,
    UINT src_subresource, D3D12_RECT* src_rect, DXGI_FORMAT format, D3D12_RESOLVE_MODE resolve_mode) {
  Call call(*this, Method::kCommandListResolveSubresourceRegion);
  auto* const dst_resource_ours = call.resolve<Resource>(dst_resource, "dst_resource", Need::kRequired);
  auto* const src_resource_ours = call.resolve<Resource>(src_resource, "src_resource", Need::kRequired);
  if (call.refused()) return;
  note_ResolveSubresourceRegion(call, dst_resource_ours, dst_subresource, dst_x, dst_y, src_resource_ours,
                                src_subresource, src_rect, format, resolve_mode);
  if (call.refused()) return;
  below<ID3D12GraphicsCommandList1>()->ResolveSubresourceRegion(
      below_of<ID3D12Resource>(dst_resource_ours), dst_subresource, dst_x, dst_y,
      below_of<ID3D12Resource>(src_resource_ours), src_subresource, src_rect, format, resolve_mode);
}

void STDMETHODCALLTYPE CommandList::SetViewInstanceMask(UINT mask) {
  Call call(*this, Method::kCommandListSetViewInstanceMask);
  if (call.refused()) return;
  note_SetViewInstanceMask(call, mask);
  if (call.refused()) return;
  below<ID3D12GraphicsCommandList1>()->SetViewInstanceMask(mask);
}

#endif
#ifdef __ID3D12GraphicsCommandList2_INTERFACE_DEFINED__
void STDMETHODCALLTYPE CommandList::WriteBufferImmediate(UINT count,
                                                         const D3D12_WRITEBUFFERIMMEDIATE_PARAMETER* params,
                                                         const D3D12_WRITEBUFFERIMMEDIATE_MODE* modes) {
  Call call(*this, Method::kCommandListWriteBufferImmediate);
  if (call.refused()) return;
  note_WriteBufferImmediate(call, count, params, modes);
  if (call.refused()) return;
  below<ID3D12GraphicsCommandList2>()->WriteBufferImmediate(count, params, modes);
}

#endif
#ifdef __ID3D12GraphicsCommandList3_INTERFACE_DEFINED__
void STDMETHODCALLTYPE
CommandList::SetProtectedResourceSession(ID3D12ProtectedResourceSession* protected_resource_session) {
  Call call(*this, Method::kCommandListSetProtectedResourceSession);
  (void)protected_resource_session;
  call.unsupported();
}

#endif
#ifdef __ID3D12GraphicsCommandList4_INTERFACE_DEFINED__
void STDMETHODCALLTYPE CommandList::InitializeMetaCommand(
    ID3D12MetaCommand* meta_command, const void* initialization_parameters_data,
    SIZE_T initialization_parameters_data_size_in_bytes) {
  Call call(*this, Method::kCommandListInitializeMetaCommand);
  (void)meta_command;
  (void)initialization_parameters_data;
  (void)initialization_parameters_data_size_in_bytes;
  call.unsupported();
}

void STDMETHODCALLTYPE CommandList::ExecuteMetaCommand(ID3D12MetaCommand* meta_command,
                                                       const void* execution_parameters_data,
                                                       SIZE_T execution_parameters_data_size_in_bytes) {
  Call call(*this, Method::kCommandListExecuteMetaCommand);
  (void)meta_command;
  (void)execution_parameters_data;
  (void)execution_parameters_data_size_in_bytes;
  call.unsupported();
}

void STDMETHODCALLTYPE CommandList::BuildRaytracingAccelerationStructure(
    const D3D12_BUILD_RAYTRACING_ACCELERATION_STRUCTURE_DESC* desc, UINT num_postbuild_info_descs,
    const D3D12_RAYTRACING_ACCELERATION_STRUCTURE_POSTBUILD_INFO_DESC* postbuild_info_descs) {
  Call call(*this, Method::kCommandListBuildRaytracingAccelerationStructure);
  (void)desc;
  (void)num_postbuild_info_descs;
  (void)postbuild_info_descs;
  call.unsupported();
}

void STDMETHODCALLTYPE CommandList::EmitRaytracingAccelerationStructurePostbuildInfo(
    const D3D12_RAYTRACING_ACCELERATION_STRUCTURE_POSTBUILD_INFO_DESC* desc,
    UINT num_source_acceleration_structures,
    const D3D12_GPU_VIRTUAL_ADDRESS* source_acceleration_structure_data) {
  Call call(*this, Method::kCommandListEmitRaytracingAccelerationStructurePostbuildInfo);
  (void)desc;
  (void)num_source_acceleration_structures;
  (void)source_acceleration_structure_data;
  call.unsupported();
}

void STDMETHODCALLTYPE
CommandList::CopyRaytracingAccelerationStructure(D3D12_GPU_VIRTUAL_ADDRESS dest_acceleration_structure_data,
                                                 D3D12_GPU_VIRTUAL_ADDRESS source_acceleration_structure_data,
                                                 D3D12_RAYTRACING_ACCELERATION_STRUCTURE_COPY_MODE mode) {
  Call call(*this, Method::kCommandListCopyRaytracingAccelerationStructure);
  (void)dest_acceleration_structure_data;
  (void)source_acceleration_structure_data;
  (void)mode;
  call.unsupported();
}

void STDMETHODCALLTYPE CommandList::SetPipelineState1(ID3D12StateObject* state_object) {
  Call call(*this, Method::kCommandListSetPipelineState1);
  (void)state_object;
  call.unsupported();
}

void STDMETHODCALLTYPE CommandList::DispatchRays(const D3D12_DISPATCH_RAYS_DESC* desc) {
  Call call(*this, Method::kCommandListDispatchRays);
  (void)desc;
  call.unsupported();
}

#endif
}  // namespace ferry::check::layer

#endif
