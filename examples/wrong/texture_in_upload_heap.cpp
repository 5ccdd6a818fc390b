// A texture that the CPU wants to write into directly, as with D3D11_USAGE_DYNAMIC.
#include "checked.hpp"

int main() {
  const auto device = wrong::make_device();

  const D3D12_HEAP_PROPERTIES heap = wrong::heap(D3D12_HEAP_TYPE_UPLOAD);
  const D3D12_RESOURCE_DESC desc = wrong::texture_desc(256, 256);
  wrong::ComPtr<ID3D12Resource> texture;
  const HRESULT hr =
      device->CreateCommittedResource(&heap, D3D12_HEAP_FLAG_NONE, &desc, D3D12_RESOURCE_STATE_GENERIC_READ,
                                      nullptr, wrong::iid_of<ID3D12Resource>(), texture.put_void());
  wrong::must(hr, "CreateCommittedResource");

  return wrong::not_stopped();
}

// What the checker says, before it ends the program with exit code 1:
//
//   error: texture-in-cpu-heap
//     in ID3D12Device::CreateCommittedResource
//     A 256 x 256 DXGI_FORMAT_R8G8B8A8_UNORM texture is created in the UPLOAD heap. Put the texture
//       in a DEFAULT heap, write its rows into a buffer in an UPLOAD heap, and copy them over with
//       CopyTextureRegion on a command list.
//     source: Direct3D 12 documentation, 'Uploading Texture Data Through Buffers'
//     explained: ferry explain texture-in-cpu-heap (docs/diagnoses.md#texture-in-cpu-heap)
//     | #1 ID3D12Device::CreateCommittedResource
