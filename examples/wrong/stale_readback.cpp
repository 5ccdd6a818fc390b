// Results are read back, and are zero; with a breakpoint before Map they are right.
#include "checked.hpp"

int main() {
  ferry::check::WrapOptions options;
  options.pace = ferry::check::GpuPace::kWhenAsked;  // A slow GPU, so that it happens on every run.
  const auto device = wrong::make_device(options);
  wrong::Commands commands(device.get());
  const auto results = wrong::make_resource(device.get(), D3D12_HEAP_TYPE_DEFAULT, wrong::buffer_desc(1024),
                                            D3D12_RESOURCE_STATE_COMMON, L"results");
  const auto readback = wrong::make_resource(device.get(), D3D12_HEAP_TYPE_READBACK, wrong::buffer_desc(1024),
                                             D3D12_RESOURCE_STATE_COPY_DEST, L"readback");

  commands.list->CopyBufferRegion(readback.get(), 0, results.get(), 0, 1024);
  wrong::must(commands.list->Close(), "Close");
  commands.execute();
  const D3D12_RANGE all = {0, 1024};
  void* data = nullptr;
  wrong::must(readback->Map(0, &all, &data), "Map");
  std::printf("the first result is %u\n", *static_cast<unsigned*>(data));
  const D3D12_RANGE nothing_written = {0, 0};
  readback->Unmap(0, &nothing_written);

  commands.wait_for_gpu(1);
  return wrong::not_stopped();
}

// What the checker says, before it ends the program with exit code 1:
//
//   error: readback-before-fence
//     in ID3D12Resource::Map
//     The CPU reads bytes 0 to 1024 of buffer "readback" before the work of command queue #2 that
//       writes bytes 0 to 1024 (ID3D12GraphicsCommandList::CopyBufferRegion) is complete. Wait for
//       the fence signalled after the copy, then Map with the range to read; stale or zero data is
//       this fault's look.
//     source: Direct3D 12 documentation, 'ID3D12Resource::Map'
//     explained: ferry explain readback-before-fence (docs/diagnoses.md#readback-before-fence)
//     | #10 ID3D12GraphicsCommandList::Close on command list #4: S_OK
//     | #11 ID3D12CommandQueue::ExecuteCommandLists on command queue #2
//     | #12 ID3D12Resource::Map on buffer "readback"
