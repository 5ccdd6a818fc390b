// A staging buffer, made with the heap flag that some tutorials call necessary.
#include "checked.hpp"

int main() {
  const auto device = wrong::make_device();

  const D3D12_HEAP_PROPERTIES heap = wrong::heap(D3D12_HEAP_TYPE_UPLOAD);
  const D3D12_RESOURCE_DESC desc = wrong::buffer_desc(1 << 20);
  wrong::ComPtr<ID3D12Resource> staging;
  const HRESULT hr = device->CreateCommittedResource(&heap, D3D12_HEAP_FLAG_ALLOW_ONLY_BUFFERS, &desc,
                                                     D3D12_RESOURCE_STATE_GENERIC_READ, nullptr,
                                                     wrong::iid_of<ID3D12Resource>(), staging.put_void());
  wrong::must(hr, "CreateCommittedResource");

  return wrong::not_stopped();
}

// What the checker says, before it ends the program with exit code 1:
//
//   error: heap-flags
//     in ID3D12Device::CreateCommittedResource
//     A committed resource is created with heap flags 0xc0; the ALLOW_ONLY_... and DENY_... flags
//       are for CreateHeap, where they say what the heap may hold. Use D3D12_HEAP_FLAG_NONE for
//       committed resources; give CreateHeap flags that allow what you place.
//     source: Direct3D 12 documentation, 'D3D12_HEAP_FLAGS'
//     explained: ferry explain heap-flags (docs/diagnoses.md#heap-flags)
//     | #1 ID3D12Device::CreateCommittedResource
