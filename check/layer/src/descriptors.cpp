#include "descriptors.hpp"

#include <algorithm>
#include <mutex>

namespace ferry::check::layer {

void DescriptorHeaps::add(DescriptorTable* table) {
  const std::lock_guard lock(mutex_);
  by_cpu_[table->cpu_start] = table;
  if (table->gpu_start != 0) by_gpu_[table->gpu_start] = table;
}

void DescriptorHeaps::remove(DescriptorTable* table) {
  const std::lock_guard lock(mutex_);
  by_cpu_.erase(table->cpu_start);
  if (table->gpu_start != 0) by_gpu_.erase(table->gpu_start);
}

namespace {

/// The table and the index of a handle; the index is not below the table's count where it lies in none.
std::pair<DescriptorTable*, std::uint64_t> locate(const std::map<std::uint64_t, DescriptorTable*>& tables,
                                                  std::uint64_t handle) {
  auto it = tables.upper_bound(handle);
  if (it == tables.begin()) return {nullptr, 0};
  --it;
  DescriptorTable* const table = it->second;
  const std::uint64_t index = (handle - it->first) / table->increment;
  if (index >= table->count) return {nullptr, 0};
  return {table, index};
}

Subresources mips(std::uint32_t first, std::uint32_t count) {
  Subresources s;
  s.first_mip = first;
  s.mip_count = count;
  return s;
}

Subresources slices(std::uint32_t mip, std::uint32_t mip_count, std::uint32_t first, std::uint32_t count) {
  Subresources s = mips(mip, mip_count);
  s.first_slice = first;
  s.slice_count = count;
  return s;
}

Subresources plane(Subresources s, std::uint32_t index) {
  s.first_plane = index;
  s.plane_count = 1;
  return s;
}

}  // namespace

View* DescriptorHeaps::find(D3D12_CPU_DESCRIPTOR_HANDLE handle) const {
  const std::shared_lock lock(mutex_);
  const auto [table, index] = locate(by_cpu_, handle.ptr);
  return table == nullptr ? nullptr : &table->views[index];
}

View* DescriptorHeaps::find(D3D12_GPU_DESCRIPTOR_HANDLE handle, std::uint32_t& left) const {
  const std::shared_lock lock(mutex_);
  const auto [table, index] = locate(by_gpu_, handle.ptr);
  if (table == nullptr) return nullptr;
  left = table->count - static_cast<std::uint32_t>(index);
  return &table->views[index];
}

void DescriptorHeaps::copy(D3D12_CPU_DESCRIPTOR_HANDLE to, D3D12_CPU_DESCRIPTOR_HANDLE from,
                           std::uint32_t count, std::uint32_t increment) const {
  for (std::uint32_t i = 0; i < count; ++i) {
    View* const target = find(to);
    const View* const source = find(from);
    if (target != nullptr && source != nullptr) *target = *source;
    to.ptr += increment;
    from.ptr += increment;
  }
}

View render_target_view(ObjectId resource, const D3D12_RENDER_TARGET_VIEW_DESC* desc) {
  View view;
  view.resource = resource;
  view.kind = ViewKind::kRenderTarget;
  if (desc == nullptr) {
    view.subresources = mips(0, 1);
    return view;
  }
  switch (desc->ViewDimension) {
    case D3D12_RTV_DIMENSION_TEXTURE1D:
      view.subresources = mips(desc->Texture1D.MipSlice, 1);
      break;
    case D3D12_RTV_DIMENSION_TEXTURE1DARRAY:
      view.subresources = slices(desc->Texture1DArray.MipSlice, 1, desc->Texture1DArray.FirstArraySlice,
                                 desc->Texture1DArray.ArraySize);
      break;
    case D3D12_RTV_DIMENSION_TEXTURE2D:
      view.subresources = plane(mips(desc->Texture2D.MipSlice, 1), desc->Texture2D.PlaneSlice);
      break;
    case D3D12_RTV_DIMENSION_TEXTURE2DARRAY:
      view.subresources = plane(slices(desc->Texture2DArray.MipSlice, 1, desc->Texture2DArray.FirstArraySlice,
                                       desc->Texture2DArray.ArraySize),
                                desc->Texture2DArray.PlaneSlice);
      break;
    case D3D12_RTV_DIMENSION_TEXTURE2DMSARRAY:
      view.subresources =
          slices(0, 1, desc->Texture2DMSArray.FirstArraySlice, desc->Texture2DMSArray.ArraySize);
      break;
    case D3D12_RTV_DIMENSION_TEXTURE3D:
      view.subresources = mips(desc->Texture3D.MipSlice, 1);
      break;
    default:
      break;
  }
  return view;
}

View depth_view(ObjectId resource, const D3D12_DEPTH_STENCIL_VIEW_DESC* desc) {
  View view;
  view.resource = resource;
  view.kind = ViewKind::kDepth;
  if (desc == nullptr) {
    view.subresources = mips(0, 1);
    return view;
  }
  view.read_only_depth = (desc->Flags & D3D12_DSV_FLAG_READ_ONLY_DEPTH) != 0;
  view.read_only_stencil = (desc->Flags & D3D12_DSV_FLAG_READ_ONLY_STENCIL) != 0;
  switch (desc->ViewDimension) {
    case D3D12_DSV_DIMENSION_TEXTURE1D:
      view.subresources = mips(desc->Texture1D.MipSlice, 1);
      break;
    case D3D12_DSV_DIMENSION_TEXTURE1DARRAY:
      view.subresources = slices(desc->Texture1DArray.MipSlice, 1, desc->Texture1DArray.FirstArraySlice,
                                 desc->Texture1DArray.ArraySize);
      break;
    case D3D12_DSV_DIMENSION_TEXTURE2D:
      view.subresources = mips(desc->Texture2D.MipSlice, 1);
      break;
    case D3D12_DSV_DIMENSION_TEXTURE2DARRAY:
      view.subresources = slices(desc->Texture2DArray.MipSlice, 1, desc->Texture2DArray.FirstArraySlice,
                                 desc->Texture2DArray.ArraySize);
      break;
    case D3D12_DSV_DIMENSION_TEXTURE2DMSARRAY:
      view.subresources =
          slices(0, 1, desc->Texture2DMSArray.FirstArraySlice, desc->Texture2DMSArray.ArraySize);
      break;
    default:
      break;
  }
  return view;
}

View shader_resource_view(ObjectId resource, const D3D12_SHADER_RESOURCE_VIEW_DESC* desc) {
  View view;
  view.resource = resource;
  view.kind = ViewKind::kShaderResource;
  if (desc == nullptr) return view;
  switch (desc->ViewDimension) {
    case D3D12_SRV_DIMENSION_TEXTURE1D:
      view.subresources = mips(desc->Texture1D.MostDetailedMip, desc->Texture1D.MipLevels);
      break;
    case D3D12_SRV_DIMENSION_TEXTURE1DARRAY:
      view.subresources = slices(desc->Texture1DArray.MostDetailedMip, desc->Texture1DArray.MipLevels,
                                 desc->Texture1DArray.FirstArraySlice, desc->Texture1DArray.ArraySize);
      break;
    case D3D12_SRV_DIMENSION_TEXTURE2D:
      view.subresources =
          plane(mips(desc->Texture2D.MostDetailedMip, desc->Texture2D.MipLevels), desc->Texture2D.PlaneSlice);
      break;
    case D3D12_SRV_DIMENSION_TEXTURE2DARRAY:
      view.subresources = plane(slices(desc->Texture2DArray.MostDetailedMip, desc->Texture2DArray.MipLevels,
                                       desc->Texture2DArray.FirstArraySlice, desc->Texture2DArray.ArraySize),
                                desc->Texture2DArray.PlaneSlice);
      break;
    case D3D12_SRV_DIMENSION_TEXTURE2DMSARRAY:
      view.subresources =
          slices(0, 1, desc->Texture2DMSArray.FirstArraySlice, desc->Texture2DMSArray.ArraySize);
      break;
    case D3D12_SRV_DIMENSION_TEXTURE3D:
      view.subresources = mips(desc->Texture3D.MostDetailedMip, desc->Texture3D.MipLevels);
      break;
    case D3D12_SRV_DIMENSION_TEXTURECUBE:
      view.subresources = mips(desc->TextureCube.MostDetailedMip, desc->TextureCube.MipLevels);
      break;
    case D3D12_SRV_DIMENSION_TEXTURECUBEARRAY:
      view.subresources =
          slices(desc->TextureCubeArray.MostDetailedMip, desc->TextureCubeArray.MipLevels,
                 desc->TextureCubeArray.First2DArrayFace, desc->TextureCubeArray.NumCubes * 6);
      break;
    default:
      break;
  }
  return view;
}

View unordered_access_view(ObjectId resource, ObjectId counter,
                           const D3D12_UNORDERED_ACCESS_VIEW_DESC* desc) {
  View view;
  view.resource = resource;
  view.counter = counter;
  view.kind = ViewKind::kUnorderedAccess;
  if (desc == nullptr) {
    view.subresources = mips(0, 1);
    return view;
  }
  switch (desc->ViewDimension) {
    case D3D12_UAV_DIMENSION_TEXTURE1D:
      view.subresources = mips(desc->Texture1D.MipSlice, 1);
      break;
    case D3D12_UAV_DIMENSION_TEXTURE1DARRAY:
      view.subresources = slices(desc->Texture1DArray.MipSlice, 1, desc->Texture1DArray.FirstArraySlice,
                                 desc->Texture1DArray.ArraySize);
      break;
    case D3D12_UAV_DIMENSION_TEXTURE2D:
      view.subresources = plane(mips(desc->Texture2D.MipSlice, 1), desc->Texture2D.PlaneSlice);
      break;
    case D3D12_UAV_DIMENSION_TEXTURE2DARRAY:
      view.subresources = plane(slices(desc->Texture2DArray.MipSlice, 1, desc->Texture2DArray.FirstArraySlice,
                                       desc->Texture2DArray.ArraySize),
                                desc->Texture2DArray.PlaneSlice);
      break;
    case D3D12_UAV_DIMENSION_TEXTURE3D:
      view.subresources = mips(desc->Texture3D.MipSlice, 1);
      break;
    default:
      break;
  }
  return view;
}

}  // namespace ferry::check::layer
