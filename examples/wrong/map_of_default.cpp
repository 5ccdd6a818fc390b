// Vertices are written straight into the buffer that the GPU draws from.
#include "checked.hpp"

int main() {
  const auto device = wrong::make_device();
  const float triangle[] = {0.0F, 0.5F, 0.0F, 0.5F, -0.5F, 0.0F, -0.5F, -0.5F, 0.0F};

  const auto vertices =
      wrong::make_resource(device.get(), D3D12_HEAP_TYPE_DEFAULT, wrong::buffer_desc(sizeof triangle),
                           D3D12_RESOURCE_STATE_COMMON, L"vertices");
  void* data = nullptr;
  wrong::must(vertices->Map(0, nullptr, &data), "Map");
  std::memcpy(data, triangle, sizeof triangle);
  vertices->Unmap(0, nullptr);

  return wrong::not_stopped();
}

// What the checker says, before it ends the program with exit code 1:
//
//   error: map-default
//     in ID3D12Resource::Map
//     buffer "vertices" is in the DEFAULT heap, which the CPU cannot see, and so it cannot be
//       mapped. Write into an UPLOAD buffer and copy to the resource; read through a READBACK
//       buffer.
//     source: Direct3D 12 documentation, 'D3D12_HEAP_TYPE'
//     explained: ferry explain map-default (docs/diagnoses.md#map-default)
//     | #1 ID3D12Device::CreateCommittedResource: S_OK
//     | #2 ID3D12Object::SetName on buffer "vertices": S_OK
//     | #3 ID3D12Resource::Map on buffer "vertices": E_INVALIDARG
