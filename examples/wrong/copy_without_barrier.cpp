// A texture that is being drawn with gets new texels. On some GPUs the copy has no effect; no call fails.
#include "checked.hpp"

int main() {
  const auto device = wrong::make_device();
  wrong::Commands commands(device.get());
  const auto texture =
      wrong::make_resource(device.get(), D3D12_HEAP_TYPE_DEFAULT, wrong::texture_desc(64, 64),
                           D3D12_RESOURCE_STATE_PIXEL_SHADER_RESOURCE, L"albedo");
  const auto staging = wrong::make_upload_buffer(device.get(), 64ull * 64 * 4, L"staging");

  D3D12_TEXTURE_COPY_LOCATION from = {};
  from.pResource = staging.get();
  from.Type = D3D12_TEXTURE_COPY_TYPE_PLACED_FOOTPRINT;
  from.PlacedFootprint.Footprint = {DXGI_FORMAT_R8G8B8A8_UNORM, 64, 64, 1, 64 * 4};
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
//   error: missing-barrier
//     in ID3D12GraphicsCommandList::CopyTextureRegion
//     texture "albedo" is in PIXEL_SHADER_RESOURCE, but a copy's destination needs COPY_DEST
//       (recorded in command list #4, found when command queue #2 executed it). Record a transition
//       barrier to that state before the use.
//     source: Direct3D 12 documentation, 'Using Resource Barriers to Synchronize Resource States in
//       Direct3D 12'
//     explained: ferry explain missing-barrier (docs/diagnoses.md#missing-barrier)
//     | #9 ID3D12GraphicsCommandList::CopyTextureRegion on command list #4
//     | #10 ID3D12GraphicsCommandList::Close on command list #4: S_OK
//     | #11 ID3D12CommandQueue::ExecuteCommandLists on command queue #2
