// A picture of 100 x 50 texels goes into a texture, and comes out slanted.
#include <vector>

#include "checked.hpp"

int main() {
  const auto device = wrong::make_device();
  wrong::Commands commands(device.get());
  const UINT width = 100, height = 50, bytes_per_row = width * 4;
  const std::vector<unsigned char> picture(std::size_t{bytes_per_row} * height, 128);

  const auto texture =
      wrong::make_resource(device.get(), D3D12_HEAP_TYPE_DEFAULT, wrong::texture_desc(width, height),
                           D3D12_RESOURCE_STATE_COPY_DEST, L"photo");
  const auto staging = wrong::make_upload_buffer(device.get(), picture.size(), L"staging");
  void* data = nullptr;
  wrong::must(staging->Map(0, nullptr, &data), "Map");
  std::memcpy(data, picture.data(), picture.size());
  staging->Unmap(0, nullptr);

  D3D12_TEXTURE_COPY_LOCATION from = {};
  from.pResource = staging.get();
  from.Type = D3D12_TEXTURE_COPY_TYPE_PLACED_FOOTPRINT;
  from.PlacedFootprint.Footprint = {DXGI_FORMAT_R8G8B8A8_UNORM, width, height, 1, bytes_per_row};
  D3D12_TEXTURE_COPY_LOCATION to = {};
  to.pResource = texture.get();
  to.Type = D3D12_TEXTURE_COPY_TYPE_SUBRESOURCE_INDEX;
  commands.list->CopyTextureRegion(&to, 0, 0, 0, &from, nullptr);

  wrong::must(commands.list->Close(), "Close");
  commands.execute();
  commands.wait_for_gpu(1);
  return wrong::not_stopped();
}

// What the checker says, before it ends the program with exit code 1:
//
//   error: footprint-pitch
//     in ID3D12GraphicsCommandList::CopyTextureRegion
//     The footprint in buffer "staging" has a row pitch of 400 bytes, which is not a multiple of
//       256; the next one is 512. Round the row pitch up to D3D12_TEXTURE_DATA_PITCH_ALIGNMENT
//       (256) and copy the rows one by one; a slanted picture is this fault's look.
//     source: Direct3D 12 documentation, 'Uploading Texture Data Through Buffers'
//     explained: ferry explain footprint-pitch (docs/diagnoses.md#footprint-pitch)
//     | #9 ID3D12Resource::Map on buffer "staging": S_OK
//     | #10 ID3D12Resource::Unmap on buffer "staging"
//     | #11 ID3D12GraphicsCommandList::CopyTextureRegion on command list #4
