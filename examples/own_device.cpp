// Inside a program that has its own device, queue, command list and fence: Ferry records into that list and
// takes its staging memory back when that fence says so. It submits nothing and makes no queue. 256 bytes go
// up and come back in one list, and are compared.
//
//     own_device
#include <array>
#include <cstdio>

#include <ferry/gpu/d3d12.hpp>
#include <ferry/transfer/transfer_manager.hpp>

using ferry::ComPtr;
using ferry::iid_of;

namespace {

/// What the program has already.
struct Program {
  ComPtr<ID3D12Device> device;
  ComPtr<ID3D12CommandQueue> queue;
  ComPtr<ID3D12CommandAllocator> allocator;
  ComPtr<ID3D12GraphicsCommandList> list;
  ComPtr<ID3D12Fence> fence;
  ComPtr<ID3D12Resource> vertices;

  bool start() {
    const D3D12_COMMAND_QUEUE_DESC queue_desc = {};
    D3D12_HEAP_PROPERTIES heap = {};
    heap.Type = D3D12_HEAP_TYPE_DEFAULT;
    D3D12_RESOURCE_DESC buffer = {};
    buffer.Dimension = D3D12_RESOURCE_DIMENSION_BUFFER;
    buffer.Width = 256;
    buffer.Height = 1;
    buffer.DepthOrArraySize = 1;
    buffer.MipLevels = 1;
    buffer.SampleDesc.Count = 1;
    buffer.Layout = D3D12_TEXTURE_LAYOUT_ROW_MAJOR;
    return SUCCEEDED(D3D12CreateDevice(nullptr, D3D_FEATURE_LEVEL_11_0, iid_of<ID3D12Device>(),
                                       device.put_void())) &&
           SUCCEEDED(
               device->CreateCommandQueue(&queue_desc, iid_of<ID3D12CommandQueue>(), queue.put_void())) &&
           SUCCEEDED(device->CreateCommandAllocator(
               D3D12_COMMAND_LIST_TYPE_DIRECT, iid_of<ID3D12CommandAllocator>(), allocator.put_void())) &&
           SUCCEEDED(device->CreateCommandList(0, D3D12_COMMAND_LIST_TYPE_DIRECT, allocator.get(), nullptr,
                                               iid_of<ID3D12GraphicsCommandList>(), list.put_void())) &&
           SUCCEEDED(
               device->CreateFence(0, D3D12_FENCE_FLAG_NONE, iid_of<ID3D12Fence>(), fence.put_void())) &&
           SUCCEEDED(device->CreateCommittedResource(&heap, D3D12_HEAP_FLAG_NONE, &buffer,
                                                     D3D12_RESOURCE_STATE_COMMON, nullptr,
                                                     iid_of<ID3D12Resource>(), vertices.put_void()));
  }
};

ferry::Result<void> run(Program& program) {
  auto manager = ferry::TransferManager::create(program.device.get());
  if (!manager) return ferry::fail(manager.error());

  std::array<float, 64> data = {};
  for (std::size_t i = 0; i < data.size(); ++i) data[i] = static_cast<float>(i);
  auto recording = (*manager)->begin_recording(ferry::QueueKind::kDirect);
  if (auto staged = recording.upload_buffer(program.vertices.get(), 0, std::as_bytes(std::span(data)));
      !staged) {
    return staged;
  }
  auto ticket = recording.read_buffer({program.vertices.get(), 0, sizeof data});
  if (!ticket) return ferry::fail(ticket.error());
  if (auto recorded = recording.record(program.list.get()); !recorded) return recorded;

  // The program submits, as it always did, and tells Ferry which fence value stands behind the list.
  program.list->Close();
  ID3D12CommandList* lists[] = {program.list.get()};
  program.queue->ExecuteCommandLists(1, lists);
  program.queue->Signal(program.fence.get(), 1);
  if (auto retired = recording.retire_with(program.fence.get(), 1); !retired)
    return ferry::fail(retired.error());

  std::array<float, 64> returned = {};
  if (auto copied = ticket->copy_to(std::as_writable_bytes(std::span(returned))); !copied) return copied;
  if (returned != data) return ferry::fail(ferry::ErrorCode::kCorrupt, "what came back is not what was sent");
  std::puts("256 bytes went through the program's own list: the same");
  return {};
}

}  // namespace

int main() {
  Program program;
  if (!program.start()) {
    std::fputs("this machine gives no Direct3D 12 device\n", stderr);
    return 1;
  }
  const auto done = run(program);
  if (!done) std::fprintf(stderr, "%s\n", ferry::to_string(done.error()).c_str());
  return done ? 0 : 1;
}
