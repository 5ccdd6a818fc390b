#pragma once

// What the wrong programs have in common: a device with the checker around it, a queue with a command list,
// and descriptions of resources. Nothing in this file is wrong.

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <ferry/check/check.hpp>
#include <ferry/gpu/com_ptr.hpp>
#include <ferry/gpu/d3d12.hpp>

namespace wrong {

using ferry::ComPtr;
using ferry::iid_of;

/// Ends the program where this machine cannot do what every program here needs.
inline void must(HRESULT hr, const char* call) {
  if (SUCCEEDED(hr)) return;
  std::fprintf(stderr, "%s failed: 0x%08lx\n", call, static_cast<unsigned long>(hr));
  std::_Exit(3);
}

/// A device that runs on the checker. What breaks a rule is printed to standard error, and there the program
/// ends with exit code 1, inside the call that broke it.
inline ComPtr<ID3D12Device> make_device(ferry::check::WrapOptions options = {}) {
  ComPtr<ID3D12Device> below;
  must(D3D12CreateDevice(nullptr, D3D_FEATURE_LEVEL_11_0, iid_of<ID3D12Device>(), below.put_void()),
       "D3D12CreateDevice");
  options.journal_lines = 3;
  options.on_finding = [](const ferry::check::Finding&) {
    std::fflush(nullptr);
    std::_Exit(1);
  };
  ferry::Result<ID3D12Device*> checked = ferry::check::wrap(below.get(), options);
  must(checked ? S_OK : E_OUTOFMEMORY, "ferry::check::wrap");
  return ComPtr<ID3D12Device>::attach(*checked);
}

inline D3D12_HEAP_PROPERTIES heap(D3D12_HEAP_TYPE type) {
  D3D12_HEAP_PROPERTIES properties = {};
  properties.Type = type;
  return properties;
}

inline D3D12_RESOURCE_DESC buffer_desc(UINT64 bytes) {
  D3D12_RESOURCE_DESC desc = {};
  desc.Dimension = D3D12_RESOURCE_DIMENSION_BUFFER;
  desc.Width = bytes;
  desc.Height = 1;
  desc.DepthOrArraySize = 1;
  desc.MipLevels = 1;
  desc.SampleDesc.Count = 1;
  desc.Layout = D3D12_TEXTURE_LAYOUT_ROW_MAJOR;
  return desc;
}

inline D3D12_RESOURCE_DESC texture_desc(UINT width, UINT height) {
  D3D12_RESOURCE_DESC desc = {};
  desc.Dimension = D3D12_RESOURCE_DIMENSION_TEXTURE2D;
  desc.Width = width;
  desc.Height = height;
  desc.DepthOrArraySize = 1;
  desc.MipLevels = 1;
  desc.Format = DXGI_FORMAT_R8G8B8A8_UNORM;
  desc.SampleDesc.Count = 1;
  return desc;
}

/// A committed resource with a name, which the checker's messages use.
inline ComPtr<ID3D12Resource> make_resource(ID3D12Device* device, D3D12_HEAP_TYPE type,
                                            const D3D12_RESOURCE_DESC& desc, D3D12_RESOURCE_STATES state,
                                            const WCHAR* name) {
  const D3D12_HEAP_PROPERTIES properties = heap(type);
  ComPtr<ID3D12Resource> resource;
  must(device->CreateCommittedResource(&properties, D3D12_HEAP_FLAG_NONE, &desc, state, nullptr,
                                       iid_of<ID3D12Resource>(), resource.put_void()),
       "CreateCommittedResource");
  resource->SetName(name);
  return resource;
}

/// A buffer for the CPU to write into.
inline ComPtr<ID3D12Resource> make_upload_buffer(ID3D12Device* device, UINT64 bytes, const WCHAR* name) {
  return make_resource(device, D3D12_HEAP_TYPE_UPLOAD, buffer_desc(bytes), D3D12_RESOURCE_STATE_GENERIC_READ,
                       name);
}

/// A queue with a fence, and a command list that is open.
struct Commands {
  ComPtr<ID3D12CommandQueue> queue;
  ComPtr<ID3D12CommandAllocator> allocator;
  ComPtr<ID3D12GraphicsCommandList> list;
  ComPtr<ID3D12Fence> fence;

  explicit Commands(ID3D12Device* device) {
    const D3D12_COMMAND_LIST_TYPE type = D3D12_COMMAND_LIST_TYPE_DIRECT;
    D3D12_COMMAND_QUEUE_DESC desc = {};
    desc.Type = type;
    must(device->CreateCommandQueue(&desc, iid_of<ID3D12CommandQueue>(), queue.put_void()),
         "CreateCommandQueue");
    must(device->CreateCommandAllocator(type, iid_of<ID3D12CommandAllocator>(), allocator.put_void()),
         "CreateCommandAllocator");
    must(device->CreateCommandList(0, type, allocator.get(), nullptr, iid_of<ID3D12GraphicsCommandList>(),
                                   list.put_void()),
         "CreateCommandList");
    must(device->CreateFence(0, D3D12_FENCE_FLAG_NONE, iid_of<ID3D12Fence>(), fence.put_void()),
         "CreateFence");
  }

  void execute() {
    ID3D12CommandList* const lists[] = {list.get()};
    queue->ExecuteCommandLists(1, lists);
  }

  /// Signals the value behind all that was executed, and waits for it on the CPU.
  void wait_for_gpu(UINT64 value) {
    queue->Signal(fence.get(), value);
    fence->SetEventOnCompletion(value, nullptr);  // With no event it returns once the value is reached.
  }
};

/// The last line of a program that nothing stopped: then it is right.
inline int not_stopped() {
  std::puts("the checker found nothing wrong");
  return 0;
}

}  // namespace wrong
