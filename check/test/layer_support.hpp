#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <ferry/check/check.hpp>

#include "platform.hpp"  // The layer's own view of Direct3D 12.

// GetDesc and its like give structs back, which headers spell in two ways.
#if FERRY_CHECK_AGGREGATES_BY_POINTER
#define FERRY_TEST_AGGREGATE(type, call, ...) \
  do {                                        \
    type result = {};                         \
    call(&result __VA_OPT__(, ) __VA_ARGS__); \
  } while (false)
#else
#define FERRY_TEST_AGGREGATE(type, call, ...) (void)call(__VA_ARGS__)
#endif

namespace ferry::check::test {

using layer::iid_of;
using layer::Ref;

/// QueryInterface; null where the object has no such interface.
template <typename Interface>
Ref<Interface> ask(IUnknown* object) {
  void* pointer = nullptr;
  if (FAILED(object->QueryInterface(iid_of<Interface>(), &pointer))) return {};
  return Ref<Interface>::adopt(static_cast<Interface*>(pointer));
}

/// What `create(iid, out)` makes; a failure fails the test.
template <typename Interface, typename Create>
Ref<Interface> made(Create&& create) {
  void* object = nullptr;
  EXPECT_EQ(create(iid_of<Interface>(), &object), S_OK);
  return Ref<Interface>::adopt(static_cast<Interface*>(object));
}

/// A device of the platform with nothing around it; null where there is none.
Ref<ID3D12Device> raw_device();

/// Options that print nothing.
WrapOptions quiet();

/// Wraps a raw device.
Ref<ID3D12Device> wrapped_device(WrapOptions options = quiet());

/// The findings of a device as text, for failure messages.
std::string report(ID3D12Device* device);

/// How many findings of that rule there are.
int found(ID3D12Device* device, Rule rule);

/// An owned event of the platform.
class Event {
 public:
  Event();
  ~Event();
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  [[nodiscard]] HANDLE handle() const { return handle_; }
  /// False after `milliseconds`.
  [[nodiscard]] bool wait(unsigned milliseconds) const;

 private:
  HANDLE handle_;
};

D3D12_RESOURCE_DESC buffer_desc(std::uint64_t size, D3D12_RESOURCE_FLAGS flags = D3D12_RESOURCE_FLAG_NONE);
D3D12_RESOURCE_DESC texture_desc(std::uint32_t width, std::uint32_t height,
                                 D3D12_RESOURCE_FLAGS flags = D3D12_RESOURCE_FLAG_NONE);
D3D12_HEAP_PROPERTIES heap_of(D3D12_HEAP_TYPE type);

Ref<ID3D12Resource> make_committed(ID3D12Device* device, D3D12_HEAP_TYPE heap,
                                   const D3D12_RESOURCE_DESC& desc, D3D12_RESOURCE_STATES state);
/// In the state that its heap wants.
Ref<ID3D12Resource> make_buffer(ID3D12Device* device, D3D12_HEAP_TYPE heap, std::uint64_t size);
Ref<ID3D12CommandQueue> make_queue(ID3D12Device* device, D3D12_COMMAND_LIST_TYPE type);
Ref<ID3D12CommandAllocator> make_allocator(ID3D12Device* device, D3D12_COMMAND_LIST_TYPE type);
Ref<ID3D12GraphicsCommandList> make_list(ID3D12Device* device, D3D12_COMMAND_LIST_TYPE type,
                                         ID3D12CommandAllocator* allocator);
Ref<ID3D12Fence> make_fence(ID3D12Device* device, std::uint64_t value = 0);

D3D12_CPU_DESCRIPTOR_HANDLE cpu_start(ID3D12DescriptorHeap* heap);
D3D12_GPU_DESCRIPTOR_HANDLE gpu_start(ID3D12DescriptorHeap* heap);

D3D12_RESOURCE_BARRIER transition(ID3D12Resource* resource, D3D12_RESOURCE_STATES before,
                                  D3D12_RESOURCE_STATES after);

void execute(ID3D12CommandQueue* queue, ID3D12GraphicsCommandList* list);
/// Waits for the value; fails the test after ten seconds.
void wait_for(ID3D12Fence* fence, std::uint64_t value);

/// Fills an UPLOAD buffer; reads a READBACK buffer.
void fill(ID3D12Resource* upload, const std::vector<std::uint8_t>& bytes);
std::vector<std::uint8_t> read(ID3D12Resource* readback, std::size_t size);

/// `size` bytes that look random and depend on the seed alone.
std::vector<std::uint8_t> pattern(std::size_t size, std::uint32_t seed);

/// A queue with an allocator, an open list and a fence of its own.
struct Lane {
  Lane(ID3D12Device* device, D3D12_COMMAND_LIST_TYPE type);

  /// Closes, executes and signals the next value; gives the value.
  std::uint64_t submit();
  /// Submits, waits, and opens the list again.
  void run();
  void reopen();

  Ref<ID3D12CommandQueue> queue;
  Ref<ID3D12CommandAllocator> allocator;
  Ref<ID3D12GraphicsCommandList> list;
  Ref<ID3D12Fence> fence;
  std::uint64_t value = 0;
};

}  // namespace ferry::check::test
