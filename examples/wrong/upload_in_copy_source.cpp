// A staging buffer is created in the state that the copy from it will need.
#include "checked.hpp"

int main() {
  const auto device = wrong::make_device();

  const auto staging = wrong::make_resource(device.get(), D3D12_HEAP_TYPE_UPLOAD, wrong::buffer_desc(65536),
                                            D3D12_RESOURCE_STATE_COPY_SOURCE, L"staging");

  return wrong::not_stopped();
}

// What the checker says, before it ends the program with exit code 1:
//
//   error: upload-initial-state
//     in ID3D12Device::CreateCommittedResource
//     A 65536-byte buffer in the UPLOAD heap is created in COPY_SOURCE. Create it with
//       D3D12_RESOURCE_STATE_GENERIC_READ; it stays there and takes no barrier.
//     source: Direct3D 12 documentation, 'D3D12_HEAP_TYPE'
//     explained: ferry explain upload-initial-state (docs/diagnoses.md#upload-initial-state)
//     | #1 ID3D12Device::CreateCommittedResource
