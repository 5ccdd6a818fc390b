#include "direct_buffer.hpp"

#include <ferry/gpu/api_error.hpp>
#include <ferry/gpu/d3d12.hpp>
#include <ferry/gpu/device.hpp>
#include <ferry/gpu/mapping.hpp>
#include <ferry/layout/row_copy.hpp>

namespace ferry {
namespace {

/// On UMA, in a custom heap.
Result<ComPtr<ID3D12Resource>> create_shared_buffer(Device& device, std::uint64_t bytes,
                                                    std::string_view name, std::uint32_t flags) {
  D3D12_HEAP_PROPERTIES properties = {};
  // One memory, so one pool: L0 (Direct3D 12 documentation, "D3D12_MEMORY_POOL enumeration").
  properties.Type = D3D12_HEAP_TYPE_CUSTOM;
  properties.CPUPageProperty = device.caps().cache_coherent_uma ? D3D12_CPU_PAGE_PROPERTY_WRITE_BACK
                                                                : D3D12_CPU_PAGE_PROPERTY_WRITE_COMBINE;
  properties.MemoryPoolPreference = D3D12_MEMORY_POOL_L0;
  TextureDesc buffer;
  buffer.dimension = Dimension::kBuffer;
  buffer.format = Format::kUnknown;
  buffer.width = bytes;
  const D3D12_RESOURCE_DESC desc = to_d3d12(buffer, flags);
  ComPtr<ID3D12Resource> resource;
  const HRESULT hr = device.d3d()->CreateCommittedResource(&properties, D3D12_HEAP_FLAG_NONE, &desc,
                                                           D3D12_RESOURCE_STATE_COMMON, nullptr,
                                                           iid_of<ID3D12Resource>(), resource.put_void());
  if (FAILED(hr)) {
    return fail_api(hr, "no directly writable memory for the buffer '", name, "' of ", byte_text(bytes));
  }
  set_object_name(resource.get(), name);
  watch_lifetime(resource.get(), device.live_objects(), "directly written buffer", name, bytes);
  return resource;
}

}  // namespace

Result<ComPtr<ID3D12Resource>> create_written_buffer(Device& device, std::span<const std::byte> bytes,
                                                     std::string_view name, std::uint32_t flags) {
  if (!device.caps().direct_writes) {
    return fail(ErrorCode::kUnsupported,
                "the device has no memory that the CPU writes and the GPU uses at full speed");
  }
  const bool uma = device.caps().uma;
  auto resource = uma ? create_shared_buffer(device, bytes.size(), name, flags)
                      : device.create_buffer(HeapKind::kGpuUpload, bytes.size(), name, flags);
  if (!resource) return resource;
  auto mapping = WriteMapping::map(resource->get(), 0, bytes.size());
  if (!mapping) return fail(std::move(mapping).error());
  // GPU_UPLOAD memory is write-combined, whatever UPLOAD memory is.
  copy_bytes(mapping->bytes().data(), bytes.data(), bytes.size(), StoreHint::kAuto,
             !uma || device.caps().write_combined_upload);
  return resource;
}

}  // namespace ferry
