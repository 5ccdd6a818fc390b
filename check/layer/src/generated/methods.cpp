// Written by generate.py from methods.table. Change those.
#include "generated/methods.hpp"

#include <array>

#include "platform.hpp"

namespace ferry::check::layer {

namespace {

constexpr std::array<MethodRow, kMethodCount> kRows = {{
    {"ID3D12Object::GetPrivateData", true, true, true},
    {"ID3D12Object::SetPrivateData", true, true, true},
    {"ID3D12Object::SetPrivateDataInterface", true, true, true},
    {"ID3D12Object::SetName", true, true, true},
    {"ID3D12DeviceChild::GetDevice", true, true, true},
    {"IUnknown::Release", false, true, true},
#ifdef __ID3D12Heap_INTERFACE_DEFINED__
    {"ID3D12Heap::GetDesc", false, false, true},
#else
    {"ID3D12Heap::GetDesc", false, false, false},
#endif
#ifdef __ID3D12Heap1_INTERFACE_DEFINED__
    {"ID3D12Heap1::GetProtectedResourceSession", true, false, true},
#else
    {"ID3D12Heap1::GetProtectedResourceSession", true, false, false},
#endif
#ifdef __ID3D12Resource_INTERFACE_DEFINED__
    {"ID3D12Resource::Map", true, false, true},
    {"ID3D12Resource::Unmap", false, false, true},
    {"ID3D12Resource::GetDesc", false, false, true},
    {"ID3D12Resource::GetGPUVirtualAddress", false, false, true},
    {"ID3D12Resource::WriteToSubresource", true, false, true},
    {"ID3D12Resource::ReadFromSubresource", true, false, true},
    {"ID3D12Resource::GetHeapProperties", true, true, true},
#else
    {"ID3D12Resource::Map", true, false, false},
    {"ID3D12Resource::Unmap", false, false, false},
    {"ID3D12Resource::GetDesc", false, false, false},
    {"ID3D12Resource::GetGPUVirtualAddress", false, false, false},
    {"ID3D12Resource::WriteToSubresource", true, false, false},
    {"ID3D12Resource::ReadFromSubresource", true, false, false},
    {"ID3D12Resource::GetHeapProperties", true, true, false},
#endif
#ifdef __ID3D12Resource1_INTERFACE_DEFINED__
    {"ID3D12Resource1::GetProtectedResourceSession", true, false, true},
#else
    {"ID3D12Resource1::GetProtectedResourceSession", true, false, false},
#endif
#ifdef __ID3D12Resource2_INTERFACE_DEFINED__
    {"ID3D12Resource2::GetDesc1", false, false, true},
#else
    {"ID3D12Resource2::GetDesc1", false, false, false},
#endif
#ifdef __ID3D12CommandAllocator_INTERFACE_DEFINED__
    {"ID3D12CommandAllocator::Reset", true, false, true},
#else
    {"ID3D12CommandAllocator::Reset", true, false, false},
#endif
#ifdef __ID3D12DescriptorHeap_INTERFACE_DEFINED__
    {"ID3D12DescriptorHeap::GetDesc", false, false, true},
    {"ID3D12DescriptorHeap::GetCPUDescriptorHandleForHeapStart", false, false, true},
    {"ID3D12DescriptorHeap::GetGPUDescriptorHandleForHeapStart", false, false, true},
#else
    {"ID3D12DescriptorHeap::GetDesc", false, false, false},
    {"ID3D12DescriptorHeap::GetCPUDescriptorHandleForHeapStart", false, false, false},
    {"ID3D12DescriptorHeap::GetGPUDescriptorHandleForHeapStart", false, false, false},
#endif
#ifdef __ID3D12PipelineState_INTERFACE_DEFINED__
    {"ID3D12PipelineState::GetCachedBlob", true, true, true},
#else
    {"ID3D12PipelineState::GetCachedBlob", true, true, false},
#endif
#ifdef __ID3D12Fence_INTERFACE_DEFINED__
    {"ID3D12Fence::GetCompletedValue", false, false, true},
    {"ID3D12Fence::SetEventOnCompletion", true, true, true},
    {"ID3D12Fence::Signal", true, false, true},
#else
    {"ID3D12Fence::GetCompletedValue", false, false, false},
    {"ID3D12Fence::SetEventOnCompletion", true, true, false},
    {"ID3D12Fence::Signal", true, false, false},
#endif
#ifdef __ID3D12Fence1_INTERFACE_DEFINED__
    {"ID3D12Fence1::GetCreationFlags", false, false, true},
#else
    {"ID3D12Fence1::GetCreationFlags", false, false, false},
#endif
#ifdef __ID3D12CommandQueue_INTERFACE_DEFINED__
    {"ID3D12CommandQueue::UpdateTileMappings", false, false, true},
    {"ID3D12CommandQueue::CopyTileMappings", false, false, true},
    {"ID3D12CommandQueue::ExecuteCommandLists", false, false, true},
    {"ID3D12CommandQueue::SetMarker", false, false, true},
    {"ID3D12CommandQueue::BeginEvent", false, false, true},
    {"ID3D12CommandQueue::EndEvent", false, false, true},
    {"ID3D12CommandQueue::Signal", true, false, true},
    {"ID3D12CommandQueue::Wait", true, false, true},
    {"ID3D12CommandQueue::GetTimestampFrequency", true, false, true},
    {"ID3D12CommandQueue::GetClockCalibration", true, false, true},
    {"ID3D12CommandQueue::GetDesc", false, false, true},
#else
    {"ID3D12CommandQueue::UpdateTileMappings", false, false, false},
    {"ID3D12CommandQueue::CopyTileMappings", false, false, false},
    {"ID3D12CommandQueue::ExecuteCommandLists", false, false, false},
    {"ID3D12CommandQueue::SetMarker", false, false, false},
    {"ID3D12CommandQueue::BeginEvent", false, false, false},
    {"ID3D12CommandQueue::EndEvent", false, false, false},
    {"ID3D12CommandQueue::Signal", true, false, false},
    {"ID3D12CommandQueue::Wait", true, false, false},
    {"ID3D12CommandQueue::GetTimestampFrequency", true, false, false},
    {"ID3D12CommandQueue::GetClockCalibration", true, false, false},
    {"ID3D12CommandQueue::GetDesc", false, false, false},
#endif
#ifdef __ID3D12CommandList_INTERFACE_DEFINED__
    {"ID3D12CommandList::GetType", false, false, true},
#else
    {"ID3D12CommandList::GetType", false, false, false},
#endif
#ifdef __ID3D12GraphicsCommandList_INTERFACE_DEFINED__
    {"ID3D12GraphicsCommandList::Close", true, false, true},
    {"ID3D12GraphicsCommandList::Reset", true, false, true},
    {"ID3D12GraphicsCommandList::ClearState", false, false, true},
    {"ID3D12GraphicsCommandList::DrawInstanced", false, false, true},
    {"ID3D12GraphicsCommandList::DrawIndexedInstanced", false, false, true},
    {"ID3D12GraphicsCommandList::Dispatch", false, false, true},
    {"ID3D12GraphicsCommandList::CopyBufferRegion", false, false, true},
    {"ID3D12GraphicsCommandList::CopyTextureRegion", false, false, true},
    {"ID3D12GraphicsCommandList::CopyResource", false, false, true},
    {"ID3D12GraphicsCommandList::CopyTiles", false, false, true},
    {"ID3D12GraphicsCommandList::ResolveSubresource", false, false, true},
    {"ID3D12GraphicsCommandList::IASetPrimitiveTopology", false, false, true},
    {"ID3D12GraphicsCommandList::RSSetViewports", false, false, true},
    {"ID3D12GraphicsCommandList::RSSetScissorRects", false, false, true},
    {"ID3D12GraphicsCommandList::OMSetBlendFactor", false, false, true},
    {"ID3D12GraphicsCommandList::OMSetStencilRef", false, false, true},
    {"ID3D12GraphicsCommandList::SetPipelineState", false, false, true},
    {"ID3D12GraphicsCommandList::ResourceBarrier", false, false, true},
    {"ID3D12GraphicsCommandList::ExecuteBundle", false, false, true},
    {"ID3D12GraphicsCommandList::SetDescriptorHeaps", false, false, true},
    {"ID3D12GraphicsCommandList::SetComputeRootSignature", false, false, true},
    {"ID3D12GraphicsCommandList::SetGraphicsRootSignature", false, false, true},
    {"ID3D12GraphicsCommandList::SetComputeRootDescriptorTable", false, false, true},
    {"ID3D12GraphicsCommandList::SetGraphicsRootDescriptorTable", false, false, true},
    {"ID3D12GraphicsCommandList::SetComputeRoot32BitConstant", false, false, true},
    {"ID3D12GraphicsCommandList::SetGraphicsRoot32BitConstant", false, false, true},
    {"ID3D12GraphicsCommandList::SetComputeRoot32BitConstants", false, false, true},
    {"ID3D12GraphicsCommandList::SetGraphicsRoot32BitConstants", false, false, true},
    {"ID3D12GraphicsCommandList::SetComputeRootConstantBufferView", false, false, true},
    {"ID3D12GraphicsCommandList::SetGraphicsRootConstantBufferView", false, false, true},
    {"ID3D12GraphicsCommandList::SetComputeRootShaderResourceView", false, false, true},
    {"ID3D12GraphicsCommandList::SetGraphicsRootShaderResourceView", false, false, true},
    {"ID3D12GraphicsCommandList::SetComputeRootUnorderedAccessView", false, false, true},
    {"ID3D12GraphicsCommandList::SetGraphicsRootUnorderedAccessView", false, false, true},
    {"ID3D12GraphicsCommandList::IASetIndexBuffer", false, false, true},
    {"ID3D12GraphicsCommandList::IASetVertexBuffers", false, false, true},
    {"ID3D12GraphicsCommandList::SOSetTargets", false, false, true},
    {"ID3D12GraphicsCommandList::OMSetRenderTargets", false, false, true},
    {"ID3D12GraphicsCommandList::ClearDepthStencilView", false, false, true},
    {"ID3D12GraphicsCommandList::ClearRenderTargetView", false, false, true},
    {"ID3D12GraphicsCommandList::ClearUnorderedAccessViewUint", false, false, true},
    {"ID3D12GraphicsCommandList::ClearUnorderedAccessViewFloat", false, false, true},
    {"ID3D12GraphicsCommandList::DiscardResource", false, false, true},
    {"ID3D12GraphicsCommandList::BeginQuery", false, false, true},
    {"ID3D12GraphicsCommandList::EndQuery", false, false, true},
    {"ID3D12GraphicsCommandList::ResolveQueryData", false, false, true},
    {"ID3D12GraphicsCommandList::SetPredication", false, false, true},
    {"ID3D12GraphicsCommandList::SetMarker", false, false, true},
    {"ID3D12GraphicsCommandList::BeginEvent", false, false, true},
    {"ID3D12GraphicsCommandList::EndEvent", false, false, true},
    {"ID3D12GraphicsCommandList::ExecuteIndirect", false, false, true},
#else
    {"ID3D12GraphicsCommandList::Close", true, false, false},
    {"ID3D12GraphicsCommandList::Reset", true, false, false},
    {"ID3D12GraphicsCommandList::ClearState", false, false, false},
    {"ID3D12GraphicsCommandList::DrawInstanced", false, false, false},
    {"ID3D12GraphicsCommandList::DrawIndexedInstanced", false, false, false},
    {"ID3D12GraphicsCommandList::Dispatch", false, false, false},
    {"ID3D12GraphicsCommandList::CopyBufferRegion", false, false, false},
    {"ID3D12GraphicsCommandList::CopyTextureRegion", false, false, false},
    {"ID3D12GraphicsCommandList::CopyResource", false, false, false},
    {"ID3D12GraphicsCommandList::CopyTiles", false, false, false},
    {"ID3D12GraphicsCommandList::ResolveSubresource", false, false, false},
    {"ID3D12GraphicsCommandList::IASetPrimitiveTopology", false, false, false},
    {"ID3D12GraphicsCommandList::RSSetViewports", false, false, false},
    {"ID3D12GraphicsCommandList::RSSetScissorRects", false, false, false},
    {"ID3D12GraphicsCommandList::OMSetBlendFactor", false, false, false},
    {"ID3D12GraphicsCommandList::OMSetStencilRef", false, false, false},
    {"ID3D12GraphicsCommandList::SetPipelineState", false, false, false},
    {"ID3D12GraphicsCommandList::ResourceBarrier", false, false, false},
    {"ID3D12GraphicsCommandList::ExecuteBundle", false, false, false},
    {"ID3D12GraphicsCommandList::SetDescriptorHeaps", false, false, false},
    {"ID3D12GraphicsCommandList::SetComputeRootSignature", false, false, false},
    {"ID3D12GraphicsCommandList::SetGraphicsRootSignature", false, false, false},
    {"ID3D12GraphicsCommandList::SetComputeRootDescriptorTable", false, false, false},
    {"ID3D12GraphicsCommandList::SetGraphicsRootDescriptorTable", false, false, false},
    {"ID3D12GraphicsCommandList::SetComputeRoot32BitConstant", false, false, false},
    {"ID3D12GraphicsCommandList::SetGraphicsRoot32BitConstant", false, false, false},
    {"ID3D12GraphicsCommandList::SetComputeRoot32BitConstants", false, false, false},
    {"ID3D12GraphicsCommandList::SetGraphicsRoot32BitConstants", false, false, false},
    {"ID3D12GraphicsCommandList::SetComputeRootConstantBufferView", false, false, false},
    {"ID3D12GraphicsCommandList::SetGraphicsRootConstantBufferView", false, false, false},
    {"ID3D12GraphicsCommandList::SetComputeRootShaderResourceView", false, false, false},
    {"ID3D12GraphicsCommandList::SetGraphicsRootShaderResourceView", false, false, false},
    {"ID3D12GraphicsCommandList::SetComputeRootUnorderedAccessView", false, false, false},
    {"ID3D12GraphicsCommandList::SetGraphicsRootUnorderedAccessView", false, false, false},
    {"ID3D12GraphicsCommandList::IASetIndexBuffer", false, false, false},
    {"ID3D12GraphicsCommandList::IASetVertexBuffers", false, false, false},
    {"ID3D12GraphicsCommandList::SOSetTargets", false, false, false},
    {"ID3D12GraphicsCommandList::OMSetRenderTargets", false, false, false},
    {"ID3D12GraphicsCommandList::ClearDepthStencilView", false, false, false},
    {"ID3D12GraphicsCommandList::ClearRenderTargetView", false, false, false},
    {"ID3D12GraphicsCommandList::ClearUnorderedAccessViewUint", false, false, false},
    {"ID3D12GraphicsCommandList::ClearUnorderedAccessViewFloat", false, false, false},
    {"ID3D12GraphicsCommandList::DiscardResource", false, false, false},
    {"ID3D12GraphicsCommandList::BeginQuery", false, false, false},
    {"ID3D12GraphicsCommandList::EndQuery", false, false, false},
    {"ID3D12GraphicsCommandList::ResolveQueryData", false, false, false},
    {"ID3D12GraphicsCommandList::SetPredication", false, false, false},
    {"ID3D12GraphicsCommandList::SetMarker", false, false, false},
    {"ID3D12GraphicsCommandList::BeginEvent", false, false, false},
    {"ID3D12GraphicsCommandList::EndEvent", false, false, false},
    {"ID3D12GraphicsCommandList::ExecuteIndirect", false, false, false},
#endif
#ifdef __ID3D12GraphicsCommandList1_INTERFACE_DEFINED__
    {"ID3D12GraphicsCommandList1::AtomicCopyBufferUINT", false, false, true},
    {"ID3D12GraphicsCommandList1::AtomicCopyBufferUINT64", false, false, true},
    {"ID3D12GraphicsCommandList1::OMSetDepthBounds", false, false, true},
    {"ID3D12GraphicsCommandList1::SetSamplePositions", false, false, true},
    {"ID3D12GraphicsCommandList1::ResolveSubresourceRegion", false, false, true},
    {"ID3D12GraphicsCommandList1::SetViewInstanceMask", false, false, true},
#else
    {"ID3D12GraphicsCommandList1::AtomicCopyBufferUINT", false, false, false},
    {"ID3D12GraphicsCommandList1::AtomicCopyBufferUINT64", false, false, false},
    {"ID3D12GraphicsCommandList1::OMSetDepthBounds", false, false, false},
    {"ID3D12GraphicsCommandList1::SetSamplePositions", false, false, false},
    {"ID3D12GraphicsCommandList1::ResolveSubresourceRegion", false, false, false},
    {"ID3D12GraphicsCommandList1::SetViewInstanceMask", false, false, false},
#endif
#ifdef __ID3D12GraphicsCommandList2_INTERFACE_DEFINED__
    {"ID3D12GraphicsCommandList2::WriteBufferImmediate", false, false, true},
#else
    {"ID3D12GraphicsCommandList2::WriteBufferImmediate", false, false, false},
#endif
#ifdef __ID3D12GraphicsCommandList3_INTERFACE_DEFINED__
    {"ID3D12GraphicsCommandList3::SetProtectedResourceSession", false, false, true},
#else
    {"ID3D12GraphicsCommandList3::SetProtectedResourceSession", false, false, false},
#endif
#ifdef __ID3D12GraphicsCommandList4_INTERFACE_DEFINED__
    {"ID3D12GraphicsCommandList4::BeginRenderPass", false, false, true},
    {"ID3D12GraphicsCommandList4::EndRenderPass", false, false, true},
    {"ID3D12GraphicsCommandList4::InitializeMetaCommand", false, false, true},
    {"ID3D12GraphicsCommandList4::ExecuteMetaCommand", false, false, true},
    {"ID3D12GraphicsCommandList4::BuildRaytracingAccelerationStructure", false, false, true},
    {"ID3D12GraphicsCommandList4::EmitRaytracingAccelerationStructurePostbuildInfo", false, false, true},
    {"ID3D12GraphicsCommandList4::CopyRaytracingAccelerationStructure", false, false, true},
    {"ID3D12GraphicsCommandList4::SetPipelineState1", false, false, true},
    {"ID3D12GraphicsCommandList4::DispatchRays", false, false, true},
#else
    {"ID3D12GraphicsCommandList4::BeginRenderPass", false, false, false},
    {"ID3D12GraphicsCommandList4::EndRenderPass", false, false, false},
    {"ID3D12GraphicsCommandList4::InitializeMetaCommand", false, false, false},
    {"ID3D12GraphicsCommandList4::ExecuteMetaCommand", false, false, false},
    {"ID3D12GraphicsCommandList4::BuildRaytracingAccelerationStructure", false, false, false},
    {"ID3D12GraphicsCommandList4::EmitRaytracingAccelerationStructurePostbuildInfo", false, false, false},
    {"ID3D12GraphicsCommandList4::CopyRaytracingAccelerationStructure", false, false, false},
    {"ID3D12GraphicsCommandList4::SetPipelineState1", false, false, false},
    {"ID3D12GraphicsCommandList4::DispatchRays", false, false, false},
#endif
#ifdef __ID3D12PipelineLibrary_INTERFACE_DEFINED__
    {"ID3D12PipelineLibrary::StorePipeline", true, false, true},
    {"ID3D12PipelineLibrary::LoadGraphicsPipeline", true, false, true},
    {"ID3D12PipelineLibrary::LoadComputePipeline", true, false, true},
    {"ID3D12PipelineLibrary::GetSerializedSize", false, false, true},
    {"ID3D12PipelineLibrary::Serialize", true, false, true},
#else
    {"ID3D12PipelineLibrary::StorePipeline", true, false, false},
    {"ID3D12PipelineLibrary::LoadGraphicsPipeline", true, false, false},
    {"ID3D12PipelineLibrary::LoadComputePipeline", true, false, false},
    {"ID3D12PipelineLibrary::GetSerializedSize", false, false, false},
    {"ID3D12PipelineLibrary::Serialize", true, false, false},
#endif
#ifdef __ID3D12PipelineLibrary1_INTERFACE_DEFINED__
    {"ID3D12PipelineLibrary1::LoadPipeline", true, false, true},
#else
    {"ID3D12PipelineLibrary1::LoadPipeline", true, false, false},
#endif
#ifdef __ID3D12Device_INTERFACE_DEFINED__
    {"ID3D12Device::GetNodeCount", false, false, true},
    {"ID3D12Device::CreateCommandQueue", true, false, true},
    {"ID3D12Device::CreateCommandAllocator", true, false, true},
    {"ID3D12Device::CreateGraphicsPipelineState", true, false, true},
    {"ID3D12Device::CreateComputePipelineState", true, false, true},
    {"ID3D12Device::CreateCommandList", true, false, true},
    {"ID3D12Device::CheckFeatureSupport", true, true, true},
    {"ID3D12Device::CreateDescriptorHeap", true, false, true},
    {"ID3D12Device::GetDescriptorHandleIncrementSize", false, false, true},
    {"ID3D12Device::CreateRootSignature", true, false, true},
    {"ID3D12Device::CreateConstantBufferView", false, false, true},
    {"ID3D12Device::CreateShaderResourceView", false, false, true},
    {"ID3D12Device::CreateUnorderedAccessView", false, false, true},
    {"ID3D12Device::CreateRenderTargetView", false, false, true},
    {"ID3D12Device::CreateDepthStencilView", false, false, true},
    {"ID3D12Device::CreateSampler", false, false, true},
    {"ID3D12Device::CopyDescriptors", false, false, true},
    {"ID3D12Device::CopyDescriptorsSimple", false, false, true},
    {"ID3D12Device::GetResourceAllocationInfo", false, false, true},
    {"ID3D12Device::GetCustomHeapProperties", false, false, true},
    {"ID3D12Device::CreateCommittedResource", true, false, true},
    {"ID3D12Device::CreateHeap", true, false, true},
    {"ID3D12Device::CreatePlacedResource", true, false, true},
    {"ID3D12Device::CreateReservedResource", true, false, true},
    {"ID3D12Device::CreateSharedHandle", true, false, true},
    {"ID3D12Device::OpenSharedHandle", true, false, true},
    {"ID3D12Device::OpenSharedHandleByName", true, false, true},
    {"ID3D12Device::MakeResident", true, false, true},
    {"ID3D12Device::Evict", true, false, true},
    {"ID3D12Device::CreateFence", true, false, true},
    {"ID3D12Device::GetDeviceRemovedReason", true, true, true},
    {"ID3D12Device::GetCopyableFootprints", false, false, true},
    {"ID3D12Device::CreateQueryHeap", true, false, true},
    {"ID3D12Device::SetStablePowerState", true, false, true},
    {"ID3D12Device::CreateCommandSignature", true, false, true},
    {"ID3D12Device::GetResourceTiling", false, false, true},
    {"ID3D12Device::GetAdapterLuid", false, false, true},
#else
    {"ID3D12Device::GetNodeCount", false, false, false},
    {"ID3D12Device::CreateCommandQueue", true, false, false},
    {"ID3D12Device::CreateCommandAllocator", true, false, false},
    {"ID3D12Device::CreateGraphicsPipelineState", true, false, false},
    {"ID3D12Device::CreateComputePipelineState", true, false, false},
    {"ID3D12Device::CreateCommandList", true, false, false},
    {"ID3D12Device::CheckFeatureSupport", true, true, false},
    {"ID3D12Device::CreateDescriptorHeap", true, false, false},
    {"ID3D12Device::GetDescriptorHandleIncrementSize", false, false, false},
    {"ID3D12Device::CreateRootSignature", true, false, false},
    {"ID3D12Device::CreateConstantBufferView", false, false, false},
    {"ID3D12Device::CreateShaderResourceView", false, false, false},
    {"ID3D12Device::CreateUnorderedAccessView", false, false, false},
    {"ID3D12Device::CreateRenderTargetView", false, false, false},
    {"ID3D12Device::CreateDepthStencilView", false, false, false},
    {"ID3D12Device::CreateSampler", false, false, false},
    {"ID3D12Device::CopyDescriptors", false, false, false},
    {"ID3D12Device::CopyDescriptorsSimple", false, false, false},
    {"ID3D12Device::GetResourceAllocationInfo", false, false, false},
    {"ID3D12Device::GetCustomHeapProperties", false, false, false},
    {"ID3D12Device::CreateCommittedResource", true, false, false},
    {"ID3D12Device::CreateHeap", true, false, false},
    {"ID3D12Device::CreatePlacedResource", true, false, false},
    {"ID3D12Device::CreateReservedResource", true, false, false},
    {"ID3D12Device::CreateSharedHandle", true, false, false},
    {"ID3D12Device::OpenSharedHandle", true, false, false},
    {"ID3D12Device::OpenSharedHandleByName", true, false, false},
    {"ID3D12Device::MakeResident", true, false, false},
    {"ID3D12Device::Evict", true, false, false},
    {"ID3D12Device::CreateFence", true, false, false},
    {"ID3D12Device::GetDeviceRemovedReason", true, true, false},
    {"ID3D12Device::GetCopyableFootprints", false, false, false},
    {"ID3D12Device::CreateQueryHeap", true, false, false},
    {"ID3D12Device::SetStablePowerState", true, false, false},
    {"ID3D12Device::CreateCommandSignature", true, false, false},
    {"ID3D12Device::GetResourceTiling", false, false, false},
    {"ID3D12Device::GetAdapterLuid", false, false, false},
#endif
#ifdef __ID3D12Device1_INTERFACE_DEFINED__
    {"ID3D12Device1::CreatePipelineLibrary", true, false, true},
    {"ID3D12Device1::SetEventOnMultipleFenceCompletion", true, false, true},
    {"ID3D12Device1::SetResidencyPriority", true, false, true},
#else
    {"ID3D12Device1::CreatePipelineLibrary", true, false, false},
    {"ID3D12Device1::SetEventOnMultipleFenceCompletion", true, false, false},
    {"ID3D12Device1::SetResidencyPriority", true, false, false},
#endif
#ifdef __ID3D12Device2_INTERFACE_DEFINED__
    {"ID3D12Device2::CreatePipelineState", true, false, true},
#else
    {"ID3D12Device2::CreatePipelineState", true, false, false},
#endif
#ifdef __ID3D12Device3_INTERFACE_DEFINED__
    {"ID3D12Device3::OpenExistingHeapFromAddress", true, false, true},
    {"ID3D12Device3::OpenExistingHeapFromFileMapping", true, false, true},
    {"ID3D12Device3::EnqueueMakeResident", true, false, true},
#else
    {"ID3D12Device3::OpenExistingHeapFromAddress", true, false, false},
    {"ID3D12Device3::OpenExistingHeapFromFileMapping", true, false, false},
    {"ID3D12Device3::EnqueueMakeResident", true, false, false},
#endif
#ifdef __ID3D12Device4_INTERFACE_DEFINED__
    {"ID3D12Device4::CreateCommandList1", true, false, true},
    {"ID3D12Device4::CreateProtectedResourceSession", true, false, true},
    {"ID3D12Device4::CreateCommittedResource1", true, false, true},
    {"ID3D12Device4::CreateHeap1", true, false, true},
    {"ID3D12Device4::CreateReservedResource1", true, false, true},
    {"ID3D12Device4::GetResourceAllocationInfo1", false, false, true},
#else
    {"ID3D12Device4::CreateCommandList1", true, false, false},
    {"ID3D12Device4::CreateProtectedResourceSession", true, false, false},
    {"ID3D12Device4::CreateCommittedResource1", true, false, false},
    {"ID3D12Device4::CreateHeap1", true, false, false},
    {"ID3D12Device4::CreateReservedResource1", true, false, false},
    {"ID3D12Device4::GetResourceAllocationInfo1", false, false, false},
#endif
#ifdef __ID3D12Device5_INTERFACE_DEFINED__
    {"ID3D12Device5::CreateLifetimeTracker", true, false, true},
    {"ID3D12Device5::RemoveDevice", false, false, true},
    {"ID3D12Device5::EnumerateMetaCommands", true, false, true},
    {"ID3D12Device5::EnumerateMetaCommandParameters", true, false, true},
    {"ID3D12Device5::CreateMetaCommand", true, false, true},
    {"ID3D12Device5::CreateStateObject", true, false, true},
    {"ID3D12Device5::GetRaytracingAccelerationStructurePrebuildInfo", false, false, true},
    {"ID3D12Device5::CheckDriverMatchingIdentifier", false, false, true},
#else
    {"ID3D12Device5::CreateLifetimeTracker", true, false, false},
    {"ID3D12Device5::RemoveDevice", false, false, false},
    {"ID3D12Device5::EnumerateMetaCommands", true, false, false},
    {"ID3D12Device5::EnumerateMetaCommandParameters", true, false, false},
    {"ID3D12Device5::CreateMetaCommand", true, false, false},
    {"ID3D12Device5::CreateStateObject", true, false, false},
    {"ID3D12Device5::GetRaytracingAccelerationStructurePrebuildInfo", false, false, false},
    {"ID3D12Device5::CheckDriverMatchingIdentifier", false, false, false},
#endif
#ifdef __ID3D12Device6_INTERFACE_DEFINED__
    {"ID3D12Device6::SetBackgroundProcessingMode", true, false, true},
#else
    {"ID3D12Device6::SetBackgroundProcessingMode", true, false, false},
#endif
#ifdef __ID3D12Device7_INTERFACE_DEFINED__
    {"ID3D12Device7::AddToStateObject", true, false, true},
    {"ID3D12Device7::CreateProtectedResourceSession1", true, false, true},
#else
    {"ID3D12Device7::AddToStateObject", true, false, false},
    {"ID3D12Device7::CreateProtectedResourceSession1", true, false, false},
#endif
#ifdef __ID3D12Device8_INTERFACE_DEFINED__
    {"ID3D12Device8::GetResourceAllocationInfo2", false, false, true},
    {"ID3D12Device8::CreateCommittedResource2", true, false, true},
    {"ID3D12Device8::CreatePlacedResource1", true, false, true},
    {"ID3D12Device8::CreateSamplerFeedbackUnorderedAccessView", false, false, true},
    {"ID3D12Device8::GetCopyableFootprints1", false, false, true},
#else
    {"ID3D12Device8::GetResourceAllocationInfo2", false, false, false},
    {"ID3D12Device8::CreateCommittedResource2", true, false, false},
    {"ID3D12Device8::CreatePlacedResource1", true, false, false},
    {"ID3D12Device8::CreateSamplerFeedbackUnorderedAccessView", false, false, false},
    {"ID3D12Device8::GetCopyableFootprints1", false, false, false},
#endif
#ifdef __ID3D12Device9_INTERFACE_DEFINED__
    {"ID3D12Device9::CreateShaderCacheSession", true, false, true},
    {"ID3D12Device9::ShaderCacheControl", true, false, true},
    {"ID3D12Device9::CreateCommandQueue1", true, false, true},
#else
    {"ID3D12Device9::CreateShaderCacheSession", true, false, false},
    {"ID3D12Device9::ShaderCacheControl", true, false, false},
    {"ID3D12Device9::CreateCommandQueue1", true, false, false},
#endif
}};

}  // namespace

const MethodRow& method_row(Method method) noexcept {
  return kRows[static_cast<std::size_t>(method)];
}

}  // namespace ferry::check::layer
