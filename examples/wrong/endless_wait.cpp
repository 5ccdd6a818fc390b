// The CPU waits until the GPU is done, and hangs.
#include "checked.hpp"

int main() {
  const auto device = wrong::make_device();
  wrong::Commands commands(device.get());
  const auto staging = wrong::make_upload_buffer(device.get(), 256, L"staging");
  const auto vertices = wrong::make_resource(device.get(), D3D12_HEAP_TYPE_DEFAULT, wrong::buffer_desc(256),
                                             D3D12_RESOURCE_STATE_COMMON, L"vertices");
  commands.fence->SetName(L"frame done");

  commands.list->CopyBufferRegion(vertices.get(), 0, staging.get(), 0, 256);
  wrong::must(commands.list->Close(), "Close");
  commands.execute();
  commands.fence->SetEventOnCompletion(1, nullptr);  // With no event it returns once the value is reached.

  return wrong::not_stopped();
}

// What the checker says, before it ends the program with exit code 1:
//
//   portability: wait-before-signal
//     in ID3D12Fence::SetEventOnCompletion
//     The CPU is told to wait for value 1 of fence "frame done", but no Signal of that fence was
//       submitted. Submit the Signal first; a wait that nobody signals never ends.
//     source: Direct3D 12 documentation, 'Synchronization and Multi-Engine'
//     explained: ferry explain wait-before-signal (docs/diagnoses.md#wait-before-signal)
//     | #11 ID3D12GraphicsCommandList::Close on command list #4: S_OK
//     | #12 ID3D12CommandQueue::ExecuteCommandLists on command queue #2
//     | #13 ID3D12Fence::SetEventOnCompletion on fence "frame done"
