// Each frame writes its colour into the same staging bytes. Now and then a frame has the colour of the next.
#include "checked.hpp"

int main() {
  ferry::check::WrapOptions options;
  options.pace = ferry::check::GpuPace::kWhenAsked;  // A slow GPU, so that it happens on every run,
  options.shadow_upload_memory = true;               // and mapped memory whose changes the checker sees.
  const auto device = wrong::make_device(options);
  wrong::Commands first(device.get());
  wrong::Commands second(device.get());
  const auto staging = wrong::make_upload_buffer(device.get(), 1024, L"staging");
  const auto colour = wrong::make_resource(device.get(), D3D12_HEAP_TYPE_DEFAULT, wrong::buffer_desc(256),
                                           D3D12_RESOURCE_STATE_COMMON, L"colour");
  void* data = nullptr;
  wrong::must(staging->Map(0, nullptr, &data), "Map");

  std::memset(data, 1, 256);
  first.list->CopyBufferRegion(colour.get(), 0, staging.get(), 0, 256);
  wrong::must(first.list->Close(), "Close");
  first.execute();

  std::memset(data, 2, 256);
  first.wait_for_gpu(1);
  second.list->CopyBufferRegion(colour.get(), 0, staging.get(), 0, 256);
  wrong::must(second.list->Close(), "Close");
  second.execute();
  second.wait_for_gpu(1);

  return wrong::not_stopped();
}

// What the checker says, before it ends the program with exit code 1:
//
//   error: staging-changed-in-flight
//     in ID3D12Resource::Map
//     The CPU changes bytes 0 to 256 of buffer "staging" while command queue #2 still reads bytes 0
//       to 256 (ID3D12GraphicsCommandList::CopyBufferRegion). Use other bytes until the fence is
//       reached; random flicker is this fault's look.
//     source: Direct3D 12 documentation, 'ID3D12Resource::Map'
//     explained: ferry explain staging-changed-in-flight
//       (docs/diagnoses.md#staging-changed-in-flight)
//     | #16 ID3D12CommandQueue::ExecuteCommandLists on command queue #2
//     | #17 ID3D12CommandQueue::Signal on command queue #2: S_OK
//     | #18 ID3D12Fence::SetEventOnCompletion on fence #5
