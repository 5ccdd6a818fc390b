// Two pictures share a staging buffer; the second texture shows noise.
#include "checked.hpp"

int main() {
  const auto device = wrong::make_device();
  wrong::Commands commands(device.get());
  const UINT64 first_bytes = 3ull * 256;  // A picture of 64 x 3 texels.
  const UINT64 second_bytes = 64ull * 256;
  const auto second = wrong::make_resource(device.get(), D3D12_HEAP_TYPE_DEFAULT, wrong::texture_desc(64, 64),
                                           D3D12_RESOURCE_STATE_COPY_DEST, L"second picture");
  const auto staging = wrong::make_upload_buffer(device.get(), first_bytes + second_bytes, L"staging");

  D3D12_TEXTURE_COPY_LOCATION from = {};
  from.pResource = staging.get();
  from.Type = D3D12_TEXTURE_COPY_TYPE_PLACED_FOOTPRINT;
  from.PlacedFootprint.Offset = first_bytes;
  from.PlacedFootprint.Footprint = {DXGI_FORMAT_R8G8B8A8_UNORM, 64, 64, 1, 256};
  D3D12_TEXTURE_COPY_LOCATION to = {};
  to.pResource = second.get();
  to.Type = D3D12_TEXTURE_COPY_TYPE_SUBRESOURCE_INDEX;
  commands.list->CopyTextureRegion(&to, 0, 0, 0, &from, nullptr);

  wrong::must(commands.list->Close(), "Close");
  commands.execute();
  commands.wait_for_gpu(1);
  return wrong::not_stopped();
}

// What the checker says, before it ends the program with exit code 1:
//
//   error: footprint-offset
//     in ID3D12GraphicsCommandList::CopyTextureRegion
//     The footprint in buffer "staging" starts at offset 768, which is 256 past a multiple of 512.
//       Round the offset up to D3D12_TEXTURE_DATA_PLACEMENT_ALIGNMENT (512).
//     source: Direct3D 12 documentation, 'Uploading Texture Data Through Buffers'
//     explained: ferry explain footprint-offset (docs/diagnoses.md#footprint-offset)
//     | #7 ID3D12Device::CreateCommittedResource: S_OK
//     | #8 ID3D12Object::SetName on buffer "staging": S_OK
//     | #9 ID3D12GraphicsCommandList::CopyTextureRegion on command list #4
