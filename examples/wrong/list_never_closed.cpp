// Commands are recorded and executed; nothing ever happens.
#include "checked.hpp"

int main() {
  const auto device = wrong::make_device();
  wrong::Commands commands(device.get());
  const auto staging = wrong::make_upload_buffer(device.get(), 256, L"staging");
  const auto vertices = wrong::make_resource(device.get(), D3D12_HEAP_TYPE_DEFAULT, wrong::buffer_desc(256),
                                             D3D12_RESOURCE_STATE_COMMON, L"vertices");

  commands.list->CopyBufferRegion(vertices.get(), 0, staging.get(), 0, 256);
  commands.execute();

  commands.wait_for_gpu(1);
  return wrong::not_stopped();
}

// What the checker says, before it ends the program with exit code 1:
//
//   error: execute-open-list
//     in ID3D12CommandQueue::ExecuteCommandLists
//     command list #4 is executed while it is still open: Close was not called. Call Close on the
//       list, and look at its result, before ExecuteCommandLists.
//     source: Direct3D 12 documentation, 'ID3D12CommandQueue::ExecuteCommandLists'
//     explained: ferry explain execute-open-list (docs/diagnoses.md#execute-open-list)
//     | #8 ID3D12Object::SetName on buffer "vertices": S_OK
//     | #9 ID3D12GraphicsCommandList::CopyBufferRegion on command list #4
//     | #10 ID3D12CommandQueue::ExecuteCommandLists on command queue #2
