#include "copy_queue.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

namespace hand {

void must(HRESULT hr, const char* call) {
  if (SUCCEEDED(hr)) return;
  std::fprintf(stderr, "hand-written Direct3D 12: %s failed: 0x%08x\n", call, static_cast<unsigned>(hr));
  std::exit(1);
}

#if defined(_WIN32)

Event::Event() : handle_(CreateEventW(nullptr, FALSE, FALSE, nullptr)) {}
Event::~Event() {
  CloseHandle(handle_);
}
void Event::wait() {
  WaitForSingleObject(handle_, INFINITE);
}

#else

Event::Event() : handle_(vkd3d_create_event()) {}
Event::~Event() {
  vkd3d_destroy_event(handle_);
}
void Event::wait() {
  vkd3d_wait_event(handle_, VKD3D_INFINITE);
}

#endif

void List::reset() {
  must(allocator->Reset(), "ID3D12CommandAllocator::Reset");
  must(list->Reset(allocator.get(), nullptr), "ID3D12GraphicsCommandList::Reset");
}

CopyQueue::CopyQueue(ID3D12Device* device, D3D12_COMMAND_LIST_TYPE type) : device_(device), type_(type) {
  D3D12_COMMAND_QUEUE_DESC desc = {};
  desc.Type = type;
  must(device->CreateCommandQueue(&desc, ferry::iid_of<ID3D12CommandQueue>(), queue_.put_void()),
       "CreateCommandQueue");
  must(device->CreateFence(0, D3D12_FENCE_FLAG_NONE, ferry::iid_of<ID3D12Fence>(), fence_.put_void()),
       "CreateFence");
}

List CopyQueue::make_list() const {
  List made;
  must(device_->CreateCommandAllocator(type_, ferry::iid_of<ID3D12CommandAllocator>(),
                                       made.allocator.put_void()),
       "CreateCommandAllocator");
  must(device_->CreateCommandList(0, type_, made.allocator.get(), nullptr,
                                  ferry::iid_of<ID3D12GraphicsCommandList>(), made.list.put_void()),
       "CreateCommandList");
  must(made.list->Close(), "Close");
  return made;
}

std::uint64_t CopyQueue::execute(const List& list) {
  must(list.list->Close(), "Close");
  ID3D12CommandList* lists[] = {list.list.get()};
  queue_->ExecuteCommandLists(1, lists);
  must(queue_->Signal(fence_.get(), ++last_), "Signal");
  return last_;
}

void CopyQueue::wait(std::uint64_t value) {
  if (complete(value)) return;
  must(fence_->SetEventOnCompletion(value, event_.handle()), "SetEventOnCompletion");
  event_.wait();
}

void CopyQueue::spin(std::uint64_t value) const {
  while (!complete(value)) std::this_thread::yield();
}

ComPtr<ID3D12Resource> make_buffer(ID3D12Device* device, D3D12_HEAP_TYPE heap, std::uint64_t bytes) {
  D3D12_HEAP_PROPERTIES properties = {};
  properties.Type = heap;
  D3D12_RESOURCE_DESC desc = {};
  desc.Dimension = D3D12_RESOURCE_DIMENSION_BUFFER;
  desc.Width = bytes;
  desc.Height = 1;
  desc.DepthOrArraySize = 1;
  desc.MipLevels = 1;
  desc.SampleDesc.Count = 1;
  desc.Layout = D3D12_TEXTURE_LAYOUT_ROW_MAJOR;
  const D3D12_RESOURCE_STATES state = heap == D3D12_HEAP_TYPE_UPLOAD     ? D3D12_RESOURCE_STATE_GENERIC_READ
                                      : heap == D3D12_HEAP_TYPE_READBACK ? D3D12_RESOURCE_STATE_COPY_DEST
                                                                         : D3D12_RESOURCE_STATE_COMMON;
  ComPtr<ID3D12Resource> buffer;
  must(device->CreateCommittedResource(&properties, D3D12_HEAP_FLAG_NONE, &desc, state, nullptr,
                                       ferry::iid_of<ID3D12Resource>(), buffer.put_void()),
       "CreateCommittedResource");
  if (heap == D3D12_HEAP_TYPE_DEFAULT) return buffer;
  // Touched once, so that no measured run pays for page faults.
  void* memory = nullptr;
  must(buffer->Map(0, nullptr, &memory), "Map");
  std::memset(memory, 0, static_cast<std::size_t>(bytes));
  buffer->Unmap(0, nullptr);
  return buffer;
}

std::uint8_t* map_for_writing(ID3D12Resource* buffer) {
  void* memory = nullptr;
  const D3D12_RANGE no_reads = {0, 0};
  must(buffer->Map(0, &no_reads, &memory), "Map");
  return static_cast<std::uint8_t*>(memory);
}

}  // namespace hand
