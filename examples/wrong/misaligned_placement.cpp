// Two small buffers share a heap; the second starts where the first ends.
#include "checked.hpp"

int main() {
  const auto device = wrong::make_device();
  const UINT64 first_bytes = 1000;

  D3D12_HEAP_DESC heap_desc = {};
  heap_desc.SizeInBytes = 1 << 20;
  heap_desc.Properties = wrong::heap(D3D12_HEAP_TYPE_DEFAULT);
  heap_desc.Flags = D3D12_HEAP_FLAG_ALLOW_ONLY_BUFFERS;
  wrong::ComPtr<ID3D12Heap> heap;
  wrong::must(device->CreateHeap(&heap_desc, wrong::iid_of<ID3D12Heap>(), heap.put_void()), "CreateHeap");

  const auto place = [&](UINT64 offset, UINT64 bytes) {
    const D3D12_RESOURCE_DESC desc = wrong::buffer_desc(bytes);
    wrong::ComPtr<ID3D12Resource> buffer;
    const HRESULT hr =
        device->CreatePlacedResource(heap.get(), offset, &desc, D3D12_RESOURCE_STATE_COMMON, nullptr,
                                     wrong::iid_of<ID3D12Resource>(), buffer.put_void());
    wrong::must(hr, "CreatePlacedResource");
    return buffer;
  };
  const auto first = place(0, first_bytes);
  const auto second = place(first_bytes, 500);

  return wrong::not_stopped();
}

// What the checker says, before it ends the program with exit code 1:
//
//   error: placed-misaligned
//     in ID3D12Device::CreatePlacedResource
//     A 500-byte buffer is placed at offset 1000 of heap #2, but its alignment is 65536. Round the
//       offset up to the alignment that GetResourceAllocationInfo gives: 64 KiB, or 4 MiB with
//       multisampling.
//     source: Direct3D 12 documentation, 'ID3D12Device::CreatePlacedResource'
//     explained: ferry explain placed-misaligned (docs/diagnoses.md#placed-misaligned)
//     | #1 ID3D12Device::CreateHeap: S_OK
//     | #2 ID3D12Device::CreatePlacedResource: S_OK
//     | #3 ID3D12Device::CreatePlacedResource
