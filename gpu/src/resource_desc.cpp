#include <ferry/gpu/resource_desc.hpp>

#include <array>
#include <cstdint>
#include <string>

#include <ferry/base/text.hpp>
#include <ferry/gpu/d3d12.hpp>

namespace ferry {
namespace {

// Private data of Ferry's own: names can be set in Direct3D 12 on every runtime, but not read back on every
// one. {0c9b64a3-52ce-4a0e-8a6a-5b52d8a1c7f0}
constexpr GUID kNameSlot = {0x0c9b64a3, 0x52ce, 0x4a0e, {0x8a, 0x6a, 0x5b, 0x52, 0xd8, 0xa1, 0xc7, 0xf0}};

}  // namespace

TextureDesc describe(ID3D12Resource* resource) {
  const D3D12_RESOURCE_DESC from = resource->GetDesc();
  TextureDesc desc;
  desc.dimension = static_cast<Dimension>(from.Dimension);
  desc.format = static_cast<Format>(from.Format);
  desc.width = from.Width;
  desc.height = from.Height;
  desc.depth_or_array_size = from.DepthOrArraySize;
  desc.mip_levels = from.MipLevels;
  desc.sample_count = from.SampleDesc.Count;
  if (desc.mip_levels == 0) desc.mip_levels = full_mip_count(desc);
  return desc;
}

D3D12_RESOURCE_DESC to_d3d12(const TextureDesc& from, std::uint32_t flags) {
  D3D12_RESOURCE_DESC desc = {};
  desc.Dimension = static_cast<D3D12_RESOURCE_DIMENSION>(from.dimension);
  desc.Format = static_cast<DXGI_FORMAT>(from.format);
  desc.Width = from.width;
  desc.Height = from.height;
  desc.DepthOrArraySize = static_cast<UINT16>(from.depth_or_array_size);
  desc.MipLevels = static_cast<UINT16>(mip_count(from));
  desc.SampleDesc.Count = from.sample_count;
  desc.Layout =
      from.dimension == Dimension::kBuffer ? D3D12_TEXTURE_LAYOUT_ROW_MAJOR : D3D12_TEXTURE_LAYOUT_UNKNOWN;
  desc.Flags = static_cast<D3D12_RESOURCE_FLAGS>(flags);
  return desc;
}

void set_object_name(void* object, std::string_view name) {
  if (object == nullptr) return;
  auto* named = static_cast<ID3D12Object*>(object);
  // Ferry's own names are ASCII; a byte outside it is shown as '?'.
  std::array<WCHAR, 128> wide = {};
  std::size_t length = 0;
  for (const char c : name) {
    if (length + 1 == wide.size()) break;
    wide[length++] = static_cast<unsigned char>(c) < 0x80 ? static_cast<WCHAR>(c) : static_cast<WCHAR>('?');
  }
  named->SetName(wide.data());
  named->SetPrivateData(kNameSlot, static_cast<UINT>(name.size()), name.data());
}

std::string object_name(ID3D12Resource* resource) {
  if (resource == nullptr) return "null";
  std::array<char, 128> name = {};
  UINT size = static_cast<UINT>(name.size());
  if (SUCCEEDED(resource->GetPrivateData(kNameSlot, &size, name.data())) && size > 0) {
    return text("'", std::string_view(name.data(), size), "'");
  }
  const TextureDesc desc = describe(resource);
  if (desc.dimension == Dimension::kBuffer) return text("the buffer of ", desc.width, " bytes");
  return text("the ", to_string(desc.dimension), " of ", desc.width, "x", desc.height, "x",
              desc.depth_or_array_size, " ", format_name(desc.format));
}

namespace {

bool lies_in(ID3D12Resource* resource, D3D12_HEAP_TYPE type) {
  D3D12_HEAP_PROPERTIES properties = {};
  // Reserved resources have no heap, and say so by failing.
  return SUCCEEDED(resource->GetHeapProperties(&properties, nullptr)) && properties.Type == type;
}

}  // namespace

Result<void> check_copy_destination(ID3D12Resource* resource) {
  if (!lies_in(resource, D3D12_HEAP_TYPE_UPLOAD)) return {};
  return fail(
      ErrorCode::kInvalidArgument, object_name(resource),
      " lies in an UPLOAD heap, and nothing can be copied into it; write to it by Map, or make it in a "
      "DEFAULT heap");
}

Result<void> check_copy_source(ID3D12Resource* resource) {
  if (!lies_in(resource, D3D12_HEAP_TYPE_READBACK)) return {};
  return fail(
      ErrorCode::kInvalidArgument, object_name(resource),
      " lies in a READBACK heap, and nothing can be copied out of it; read it by Map, once the copy into "
      "it is complete");
}

}  // namespace ferry
