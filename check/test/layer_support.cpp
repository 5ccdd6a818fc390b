#include "layer_support.hpp"

#include <chrono>
#include <cstring>
#include <thread>

#include <gtest/gtest.h>

namespace ferry::check::test {

Ref<ID3D12Device> raw_device() {
  ID3D12Device* device = nullptr;
  if (FAILED(D3D12CreateDevice(nullptr, D3D_FEATURE_LEVEL_11_0, iid_of<ID3D12Device>(),
                               reinterpret_cast<void**>(&device)))) {
    return {};
  }
  return Ref<ID3D12Device>::adopt(device);
}

WrapOptions quiet() {
  WrapOptions options;
  options.text = nullptr;
  options.rules.report_repeats = true;
  return options;
}

Ref<ID3D12Device> wrapped_device(WrapOptions options) {
  const Ref<ID3D12Device> raw = raw_device();
  if (!raw) {
    ADD_FAILURE() << "no Direct3D 12 device";
    return {};
  }
  auto wrapped = wrap(raw.get(), std::move(options));
  if (!wrapped) {
    ADD_FAILURE() << to_string(wrapped.error());
    return {};
  }
  return Ref<ID3D12Device>::adopt(*wrapped);
}

std::string report(ID3D12Device* device) {
  std::string out;
  for (const Finding& finding : findings(device)) out += to_text(finding.violation) + "\n";
  return out;
}

int found(ID3D12Device* device, Rule rule) {
  int count = 0;
  for (const Finding& finding : findings(device)) count += finding.violation.rule == rule ? 1 : 0;
  return count;
}

#if defined(_WIN32)
Event::Event() : handle_(CreateEventW(nullptr, FALSE, FALSE, nullptr)) {}
Event::~Event() {
  CloseHandle(handle_);
}
bool Event::wait(unsigned milliseconds) const {
  return WaitForSingleObject(handle_, milliseconds) == WAIT_OBJECT_0;
}
#else
Event::Event() : handle_(vkd3d_create_event()) {}
Event::~Event() {
  vkd3d_destroy_event(handle_);
}
bool Event::wait(unsigned milliseconds) const {
  // libvkd3d has no wait with a timeout.
  for (unsigned waited = 0; waited < 10 * milliseconds; ++waited) {
    if (vkd3d_wait_event(handle_, 0) == VKD3D_WAIT_OBJECT_0) return true;
    std::this_thread::sleep_for(std::chrono::microseconds(100));
  }
  return vkd3d_wait_event(handle_, 0) == VKD3D_WAIT_OBJECT_0;
}
#endif

D3D12_RESOURCE_DESC buffer_desc(std::uint64_t size, D3D12_RESOURCE_FLAGS flags) {
  D3D12_RESOURCE_DESC desc = {};
  desc.Dimension = D3D12_RESOURCE_DIMENSION_BUFFER;
  desc.Width = size;
  desc.Height = 1;
  desc.DepthOrArraySize = 1;
  desc.MipLevels = 1;
  desc.SampleDesc.Count = 1;
  desc.Layout = D3D12_TEXTURE_LAYOUT_ROW_MAJOR;
  desc.Flags = flags;
  return desc;
}

D3D12_RESOURCE_DESC texture_desc(std::uint32_t width, std::uint32_t height, D3D12_RESOURCE_FLAGS flags) {
  D3D12_RESOURCE_DESC desc = {};
  desc.Dimension = D3D12_RESOURCE_DIMENSION_TEXTURE2D;
  desc.Width = width;
  desc.Height = height;
  desc.DepthOrArraySize = 1;
  desc.MipLevels = 1;
  desc.Format = DXGI_FORMAT_R8G8B8A8_UNORM;
  desc.SampleDesc.Count = 1;
  desc.Flags = flags;
  return desc;
}

D3D12_HEAP_PROPERTIES heap_of(D3D12_HEAP_TYPE type) {
  D3D12_HEAP_PROPERTIES properties = {};
  properties.Type = type;
  return properties;
}

D3D12_CPU_DESCRIPTOR_HANDLE cpu_start(ID3D12DescriptorHeap* heap) {
#if FERRY_CHECK_AGGREGATES_BY_POINTER
  D3D12_CPU_DESCRIPTOR_HANDLE handle = {};
  return *heap->GetCPUDescriptorHandleForHeapStart(&handle);
#else
  return heap->GetCPUDescriptorHandleForHeapStart();
#endif
}

D3D12_GPU_DESCRIPTOR_HANDLE gpu_start(ID3D12DescriptorHeap* heap) {
#if FERRY_CHECK_AGGREGATES_BY_POINTER
  D3D12_GPU_DESCRIPTOR_HANDLE handle = {};
  return *heap->GetGPUDescriptorHandleForHeapStart(&handle);
#else
  return heap->GetGPUDescriptorHandleForHeapStart();
#endif
}

Ref<ID3D12Resource> make_committed(ID3D12Device* device, D3D12_HEAP_TYPE heap,
                                   const D3D12_RESOURCE_DESC& desc, D3D12_RESOURCE_STATES state) {
  const D3D12_HEAP_PROPERTIES properties = heap_of(heap);
  return made<ID3D12Resource>([&](REFIID id, void** out) {
    return device->CreateCommittedResource(&properties, D3D12_HEAP_FLAG_NONE, &desc, state, nullptr, id, out);
  });
}

Ref<ID3D12Resource> make_buffer(ID3D12Device* device, D3D12_HEAP_TYPE heap, std::uint64_t size) {
  const D3D12_RESOURCE_STATES state = heap == D3D12_HEAP_TYPE_UPLOAD     ? D3D12_RESOURCE_STATE_GENERIC_READ
                                      : heap == D3D12_HEAP_TYPE_READBACK ? D3D12_RESOURCE_STATE_COPY_DEST
                                                                         : D3D12_RESOURCE_STATE_COMMON;
  return make_committed(device, heap, buffer_desc(size), state);
}

Ref<ID3D12CommandQueue> make_queue(ID3D12Device* device, D3D12_COMMAND_LIST_TYPE type) {
  D3D12_COMMAND_QUEUE_DESC desc = {};
  desc.Type = type;
  return made<ID3D12CommandQueue>(
      [&](REFIID id, void** out) { return device->CreateCommandQueue(&desc, id, out); });
}

Ref<ID3D12CommandAllocator> make_allocator(ID3D12Device* device, D3D12_COMMAND_LIST_TYPE type) {
  return made<ID3D12CommandAllocator>(
      [&](REFIID id, void** out) { return device->CreateCommandAllocator(type, id, out); });
}

Ref<ID3D12GraphicsCommandList> make_list(ID3D12Device* device, D3D12_COMMAND_LIST_TYPE type,
                                         ID3D12CommandAllocator* allocator) {
  return made<ID3D12GraphicsCommandList>(
      [&](REFIID id, void** out) { return device->CreateCommandList(0, type, allocator, nullptr, id, out); });
}

Ref<ID3D12Fence> make_fence(ID3D12Device* device, std::uint64_t value) {
  return made<ID3D12Fence>(
      [&](REFIID id, void** out) { return device->CreateFence(value, D3D12_FENCE_FLAG_NONE, id, out); });
}

D3D12_RESOURCE_BARRIER transition(ID3D12Resource* resource, D3D12_RESOURCE_STATES before,
                                  D3D12_RESOURCE_STATES after) {
  D3D12_RESOURCE_BARRIER barrier = {};
  barrier.Type = D3D12_RESOURCE_BARRIER_TYPE_TRANSITION;
  barrier.Transition.pResource = resource;
  barrier.Transition.Subresource = D3D12_RESOURCE_BARRIER_ALL_SUBRESOURCES;
  barrier.Transition.StateBefore = before;
  barrier.Transition.StateAfter = after;
  return barrier;
}

void execute(ID3D12CommandQueue* queue, ID3D12GraphicsCommandList* list) {
  ID3D12CommandList* const lists[] = {list};
  queue->ExecuteCommandLists(1, lists);
}

void wait_for(ID3D12Fence* fence, std::uint64_t value) {
  if (fence->GetCompletedValue() >= value) return;
  const Event event;
  ASSERT_EQ(fence->SetEventOnCompletion(value, event.handle()), S_OK);
  ASSERT_TRUE(event.wait(10'000)) << "the fence never reached " << value;
}

void fill(ID3D12Resource* upload, const std::vector<std::uint8_t>& bytes) {
  void* data = nullptr;
  const D3D12_RANGE nothing = {0, 0};
  ASSERT_EQ(upload->Map(0, &nothing, &data), S_OK);
  std::memcpy(data, bytes.data(), bytes.size());
  upload->Unmap(0, nullptr);
}

std::vector<std::uint8_t> read(ID3D12Resource* readback, std::size_t size) {
  void* data = nullptr;
  const D3D12_RANGE all = {0, size};
  const D3D12_RANGE nothing = {0, 0};
  std::vector<std::uint8_t> bytes(size);
  EXPECT_EQ(readback->Map(0, &all, &data), S_OK);
  if (data == nullptr) return bytes;
  std::memcpy(bytes.data(), data, size);
  readback->Unmap(0, &nothing);
  return bytes;
}

std::vector<std::uint8_t> pattern(std::size_t size, std::uint32_t seed) {
  std::vector<std::uint8_t> bytes(size);
  std::uint32_t x = seed * 2654435761U + 1;
  for (auto& byte : bytes) {
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    byte = static_cast<std::uint8_t>(x >> 11);
  }
  return bytes;
}

Lane::Lane(ID3D12Device* device, D3D12_COMMAND_LIST_TYPE type)
    : queue(make_queue(device, type)),
      allocator(make_allocator(device, type)),
      list(make_list(device, type, allocator.get())),
      fence(make_fence(device)) {}

std::uint64_t Lane::submit() {
  EXPECT_EQ(list->Close(), S_OK);
  execute(queue.get(), list.get());
  EXPECT_EQ(queue->Signal(fence.get(), ++value), S_OK);
  return value;
}

void Lane::run() {
  wait_for(fence.get(), submit());
  reopen();
}

void Lane::reopen() {
  EXPECT_EQ(allocator->Reset(), S_OK);
  EXPECT_EQ(list->Reset(allocator.get(), nullptr), S_OK);
}

}  // namespace ferry::check::test
