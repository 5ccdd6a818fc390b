// ID3D12Device: descriptors. What each shows is kept beside the descriptor heaps below.

#include "generated/device.hpp"
#include "generated/resource.hpp"
#include "make.hpp"

namespace ferry::check::layer {

namespace {

void put(Core& core, D3D12_CPU_DESCRIPTOR_HANDLE at, const View& view) {
  if (View* const slot = core.descriptors().find(at)) *slot = view;
}

ObjectId id_of(const Resource* resource) {
  return resource == nullptr ? ObjectId::kNone : resource->id();
}

}  // namespace

void Device::note_CreateConstantBufferView(Call& call, const D3D12_CONSTANT_BUFFER_VIEW_DESC* desc,
                                           D3D12_CPU_DESCRIPTOR_HANDLE dest_descriptor) {
  View view;
  if (desc != nullptr) {
    const Addresses::Place place = call.core().addresses().find(desc->BufferLocation);
    view.kind = ViewKind::kConstantBuffer;
    view.resource = place.resource;
    view.offset = place.offset;
    view.size = desc->SizeInBytes;
  }
  put(call.core(), dest_descriptor, view);
}

void Device::note_CreateShaderResourceView(Call& call, Resource* resource,
                                           const D3D12_SHADER_RESOURCE_VIEW_DESC* desc,
                                           D3D12_CPU_DESCRIPTOR_HANDLE dest_descriptor) {
  put(call.core(), dest_descriptor, shader_resource_view(id_of(resource), desc));
}

void Device::note_CreateUnorderedAccessView(Call& call, Resource* resource, Resource* counter_resource,
                                            const D3D12_UNORDERED_ACCESS_VIEW_DESC* desc,
                                            D3D12_CPU_DESCRIPTOR_HANDLE dest_descriptor) {
  put(call.core(), dest_descriptor, unordered_access_view(id_of(resource), id_of(counter_resource), desc));
}

void Device::note_CreateRenderTargetView(Call& call, Resource* resource,
                                         const D3D12_RENDER_TARGET_VIEW_DESC* desc,
                                         D3D12_CPU_DESCRIPTOR_HANDLE dest_descriptor) {
  put(call.core(), dest_descriptor, render_target_view(id_of(resource), desc));
}

void Device::note_CreateDepthStencilView(Call& call, Resource* resource,
                                         const D3D12_DEPTH_STENCIL_VIEW_DESC* desc,
                                         D3D12_CPU_DESCRIPTOR_HANDLE dest_descriptor) {
  put(call.core(), dest_descriptor, depth_view(id_of(resource), desc));
}

void Device::note_CreateSampler(Call& call, const D3D12_SAMPLER_DESC*,
                                D3D12_CPU_DESCRIPTOR_HANDLE dest_descriptor) {
  put(call.core(), dest_descriptor, View{});
}

void Device::note_CopyDescriptorsSimple(Call& call, UINT num_descriptors,
                                        D3D12_CPU_DESCRIPTOR_HANDLE dest_descriptor_range_start,
                                        D3D12_CPU_DESCRIPTOR_HANDLE src_descriptor_range_start,
                                        D3D12_DESCRIPTOR_HEAP_TYPE descriptor_heaps_type) {
  call.core().descriptors().copy(
      dest_descriptor_range_start, src_descriptor_range_start, num_descriptors,
      below<ID3D12Device>()->GetDescriptorHandleIncrementSize(descriptor_heaps_type));
}

void STDMETHODCALLTYPE Device::CopyDescriptors(
    UINT num_dest_descriptor_ranges, const D3D12_CPU_DESCRIPTOR_HANDLE* dest_descriptor_range_starts,
    const UINT* dest_descriptor_range_sizes, UINT num_src_descriptor_ranges,
    const D3D12_CPU_DESCRIPTOR_HANDLE* src_descriptor_range_starts, const UINT* src_descriptor_range_sizes,
    D3D12_DESCRIPTOR_HEAP_TYPE descriptor_heaps_type) {
  Call call(*this, Method::kDeviceCopyDescriptors);
  if (call.refused()) return;
  const UINT increment = below<ID3D12Device>()->GetDescriptorHandleIncrementSize(descriptor_heaps_type);
  // Ranges of either side may be cut differently: one descriptor at a time. A null size array means sizes of
  // 1.
  UINT dst = 0;
  UINT dst_at = 0;
  for (UINT src = 0; src < num_src_descriptor_ranges && dst < num_dest_descriptor_ranges; ++src) {
    const UINT size = src_descriptor_range_sizes == nullptr ? 1 : src_descriptor_range_sizes[src];
    for (UINT i = 0; i < size && dst < num_dest_descriptor_ranges; ++i) {
      D3D12_CPU_DESCRIPTOR_HANDLE to = dest_descriptor_range_starts[dst];
      D3D12_CPU_DESCRIPTOR_HANDLE from = src_descriptor_range_starts[src];
      to.ptr += static_cast<SIZE_T>(dst_at) * increment;
      from.ptr += static_cast<SIZE_T>(i) * increment;
      core().descriptors().copy(to, from, 1, increment);
      const UINT dst_size = dest_descriptor_range_sizes == nullptr ? 1 : dest_descriptor_range_sizes[dst];
      if (++dst_at >= dst_size) {
        ++dst;
        dst_at = 0;
      }
    }
  }
  below<ID3D12Device>()->CopyDescriptors(num_dest_descriptor_ranges, dest_descriptor_range_starts,
                                         dest_descriptor_range_sizes, num_src_descriptor_ranges,
                                         src_descriptor_range_starts, src_descriptor_range_sizes,
                                         descriptor_heaps_type);
}

}  // namespace ferry::check::layer
