// An index buffer for a mesh that happens to have no indices.
#include <vector>

#include "checked.hpp"

int main() {
  const auto device = wrong::make_device();

  const std::vector<UINT> indices;  // As they came from a file.
  const D3D12_HEAP_PROPERTIES heap = wrong::heap(D3D12_HEAP_TYPE_DEFAULT);
  const D3D12_RESOURCE_DESC desc = wrong::buffer_desc(indices.size() * sizeof(UINT));
  wrong::ComPtr<ID3D12Resource> buffer;
  const HRESULT hr =
      device->CreateCommittedResource(&heap, D3D12_HEAP_FLAG_NONE, &desc, D3D12_RESOURCE_STATE_COMMON,
                                      nullptr, wrong::iid_of<ID3D12Resource>(), buffer.put_void());
  wrong::must(hr, "CreateCommittedResource");

  return wrong::not_stopped();
}

// What the checker says, before it ends the program with exit code 1:
//
//   error: zero-width-buffer
//     in ID3D12Device::CreateCommittedResource
//     A buffer of 0 bytes is created. Skip the creation when there is nothing to store.
//     source: Direct3D 12 documentation, 'D3D12_RESOURCE_DESC'
//     explained: ferry explain zero-width-buffer (docs/diagnoses.md#zero-width-buffer)
//     | #1 ID3D12Device::CreateCommittedResource: E_INVALIDARG
