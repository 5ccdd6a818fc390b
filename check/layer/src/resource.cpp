#include "generated/resource.hpp"

#include <algorithm>
#include <bit>

namespace ferry::check::layer {

ResourceDescription describe(const D3D12_RESOURCE_DESC& desc) {
  ResourceDescription d;
  d.dimension = static_cast<Dimension>(desc.Dimension);
  d.format = static_cast<std::uint32_t>(desc.Format);
  d.width = desc.Width;
  d.height = desc.Height;
  d.depth_or_array_size = desc.DepthOrArraySize;
  d.mip_levels = desc.MipLevels;
  d.sample_count = desc.SampleDesc.Count;
  d.layout = static_cast<TextureLayout>(desc.Layout);
  d.flags = static_cast<std::uint32_t>(desc.Flags);
  d.alignment = desc.Alignment;
  if (d.mip_levels == 0 && d.dimension != Dimension::kBuffer) {
    std::uint64_t longest = std::max<std::uint64_t>(d.width, d.height);
    if (d.dimension == Dimension::kTexture3D)
      longest = std::max<std::uint64_t>(longest, d.depth_or_array_size);
    d.mip_levels = std::max<std::uint32_t>(1, static_cast<std::uint32_t>(std::bit_width(longest)));
  }
  return d;
}

void ResourceData::begin(Locked& lock, Node& node) {
  if (!is_buffer()) return;
  auto& resource = static_cast<Resource&>(node);
  address = resource.below<ID3D12Resource>()->GetGPUVirtualAddress();
  lock.core().addresses().add(address, description.width, node.id());
}

void ResourceData::end(Locked& lock, ObjectId id) {
  if (is_buffer()) lock.core().addresses().remove(address, id);
  if (shadow != nullptr) lock.gpu().remove_shadow(shadow.get());
}

HRESULT STDMETHODCALLTYPE Resource::Map(UINT subresource, const D3D12_RANGE* read_range, void** data) {
  Call call(*this, Method::kResourceMap);
  if (data != nullptr) *data = nullptr;
  if (call.refused()) return call.refusal();
  event::Mapped mapped{call.name(), id(), subresource, read_range != nullptr, {}};
  if (read_range != nullptr) mapped.read_range = {read_range->Begin, read_range->End};
  {
    Locked lock(core(), call.index());
    lock.look();
    if (!lock.send(mapped)) {
      call.refuse(E_INVALIDARG);
      return call.refusal();
    }
    const bool shadowed =
        core().options().shadow_upload_memory && heap_type == HeapType::kUpload && is_buffer();
    if (shadowed && data != nullptr) {
      if (shadow == nullptr) {
        shadow = make_shadow(id(), below<ID3D12Resource>(), description.width);
        if (shadow == nullptr) return call.done(E_OUTOFMEMORY);
        lock.gpu().add_shadow(shadow);
      }
      ++shadow->maps;
      *data = shadow->bytes.get();
      return call.done(S_OK);
    }
  }
  return call.done(below<ID3D12Resource>()->Map(subresource, read_range, data));
}

void STDMETHODCALLTYPE Resource::Unmap(UINT subresource, const D3D12_RANGE* written_range) {
  Call call(*this, Method::kResourceUnmap);
  if (call.refused()) return;
  event::Unmapped unmapped{call.name(), id(), subresource, written_range != nullptr, {}};
  if (written_range != nullptr) unmapped.written_range = {written_range->Begin, written_range->End};
  {
    Locked lock(core(), call.index());
    if (!lock.send(unmapped)) return;
    if (shadow != nullptr && shadow->maps > 0) {
      --shadow->maps;
      return;
    }
  }
  below<ID3D12Resource>()->Unmap(subresource, written_range);
}

HRESULT STDMETHODCALLTYPE Resource::WriteToSubresource(UINT dst_subresource, const D3D12_BOX* dst_box,
                                                       const void* src_data, UINT src_row_pitch,
                                                       UINT src_depth_pitch) {
  Call call(*this, Method::kResourceWriteToSubresource);
  if (call.refused()) return call.refusal();
  {
    Locked lock(core(), call.index());
    lock.look();
    lock.send(event::CpuWrite{call.name(), id(), {0, kWholeSize}});
  }
  return call.done(below<ID3D12Resource>()->WriteToSubresource(dst_subresource, dst_box, src_data,
                                                               src_row_pitch, src_depth_pitch));
}

HRESULT STDMETHODCALLTYPE Resource::ReadFromSubresource(void* dst_data, UINT dst_row_pitch,
                                                        UINT dst_depth_pitch, UINT src_subresource,
                                                        const D3D12_BOX* src_box) {
  Call call(*this, Method::kResourceReadFromSubresource);
  if (call.refused()) return call.refusal();
  {
    Locked lock(core(), call.index());
    lock.look();
    lock.send(event::CpuRead{call.name(), id(), {0, kWholeSize}});
  }
  return call.done(below<ID3D12Resource>()->ReadFromSubresource(dst_data, dst_row_pitch, dst_depth_pitch,
                                                                src_subresource, src_box));
}

}  // namespace ferry::check::layer
