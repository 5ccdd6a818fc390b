#include "tile_views.hpp"

#include <ferry/gpu/api_error.hpp>
#include <ferry/gpu/d3d12.hpp>
#include <ferry/gpu/resource_desc.hpp>

namespace ferry::cli {

Result<TileViews> TileViews::create(Device& device, std::uint32_t places) {
  TileViews views;
  views.device_ = &device;
  D3D12_DESCRIPTOR_HEAP_DESC desc = {};
  desc.Type = D3D12_DESCRIPTOR_HEAP_TYPE_CBV_SRV_UAV;
  desc.NumDescriptors = places;
  desc.Flags = D3D12_DESCRIPTOR_HEAP_FLAG_SHADER_VISIBLE;
  const HRESULT hr =
      device.d3d()->CreateDescriptorHeap(&desc, iid_of<ID3D12DescriptorHeap>(), views.heap_.put_void());
  if (FAILED(hr)) return fail_api(hr, "CreateDescriptorHeap failed for ", places, " textures of tiles");
  set_object_name(views.heap_.get(), "stream: textures of tiles");
  views.cpu_begin_ = views.heap_->GetCPUDescriptorHandleForHeapStart().ptr;
  views.gpu_begin_ = views.heap_->GetGPUDescriptorHandleForHeapStart().ptr;
  views.step_ = device.d3d()->GetDescriptorHandleIncrementSize(D3D12_DESCRIPTOR_HEAP_TYPE_CBV_SRV_UAV);
  for (std::uint32_t place = places; place > 0; --place) views.free_.push_back(place - 1);
  return views;
}

Result<std::uint32_t> TileViews::add(ID3D12Resource* texture, const TextureDesc& desc,
                                     std::uint32_t first_mip) {
  if (free_.empty()) return fail(ErrorCode::kFull, "every descriptor of tiles is in use");
  const std::uint32_t place = free_.back();
  free_.pop_back();
  D3D12_SHADER_RESOURCE_VIEW_DESC view = {};
  view.Format = static_cast<DXGI_FORMAT>(desc.format);
  view.ViewDimension = D3D12_SRV_DIMENSION_TEXTURE2D;
  view.Shader4ComponentMapping = D3D12_DEFAULT_SHADER_4_COMPONENT_MAPPING;
  view.Texture2D.MostDetailedMip = first_mip;
  view.Texture2D.MipLevels = desc.mip_levels - first_mip;
  D3D12_CPU_DESCRIPTOR_HANDLE handle = {};
  handle.ptr = static_cast<SIZE_T>(cpu_begin_ + std::uint64_t{place} * step_);
  device_->d3d()->CreateShaderResourceView(texture, &view, handle);
  return place;
}

void TileViews::use(ID3D12GraphicsCommandList* list) const {
  ID3D12DescriptorHeap* heaps[] = {heap_.get()};
  list->SetDescriptorHeaps(1, heaps);
}

void TileViews::set(ID3D12GraphicsCommandList* list, std::uint32_t parameter, std::uint32_t place) const {
  D3D12_GPU_DESCRIPTOR_HANDLE handle = {};
  handle.ptr = gpu_begin_ + std::uint64_t{place} * step_;
  list->SetGraphicsRootDescriptorTable(parameter, handle);
}

}  // namespace ferry::cli
