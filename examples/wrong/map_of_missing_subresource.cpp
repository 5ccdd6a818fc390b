// One buffer holds the constants of two frames; the second frame's are mapped by the frame's number.
#include "checked.hpp"

int main() {
  const auto device = wrong::make_device();
  const UINT64 bytes_per_frame = 256;
  const float constants[4] = {1, 2, 3, 4};

  const auto buffer = wrong::make_upload_buffer(device.get(), 2 * bytes_per_frame, L"constants");
  const UINT frame = 1;
  void* data = nullptr;
  wrong::must(buffer->Map(frame, nullptr, &data), "Map");
  std::memcpy(data, constants, sizeof constants);
  buffer->Unmap(frame, nullptr);

  return wrong::not_stopped();
}

// What the checker says, before it ends the program with exit code 1:
//
//   error: map-subresource
//     in ID3D12Resource::Map
//     Subresource 1 of buffer "constants" is named, but it has 1. Use subresource 0 for buffers.
//     source: Direct3D 12 documentation, 'ID3D12Resource::Map'
//     explained: ferry explain map-subresource (docs/diagnoses.md#map-subresource)
//     | #1 ID3D12Device::CreateCommittedResource: S_OK
//     | #2 ID3D12Object::SetName on buffer "constants": S_OK
//     | #3 ID3D12Resource::Map on buffer "constants": E_INVALIDARG
