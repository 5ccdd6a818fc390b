#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include <ferry/base/result.hpp>
#include <ferry/base/units.hpp>
#include <ferry/gpu/com_ptr.hpp>
#include <ferry/gpu/d3d12.hpp>

// Heaps over memory of the caller. ID3D12Device3 is declared as its binary interface is, for the headers of
// MinGW and libvkd3d end at ID3D12Device1.
namespace ferry::host {

/// ID3D12Device3; what comes before its first method is not called by Ferry.
struct Device3 : ID3D12Device {
  virtual void STDMETHODCALLTYPE CreatePipelineLibrary() = 0;
  virtual void STDMETHODCALLTYPE SetEventOnMultipleFenceCompletion() = 0;
  virtual void STDMETHODCALLTYPE SetResidencyPriority() = 0;
  virtual void STDMETHODCALLTYPE CreatePipelineState() = 0;
  virtual HRESULT STDMETHODCALLTYPE OpenExistingHeapFromAddress(const void* address, REFIID riid,
                                                                void** heap) = 0;
};
inline constexpr IID kDevice3 = {
    0x81dadc15, 0x2bad, 0x4392, {0x93, 0xc5, 0x10, 0x13, 0x45, 0xc4, 0xaa, 0x98}};

/// VirtualAlloc's granularity, and a buffer's placement alignment.
inline constexpr std::uint64_t kGranularity = 64_KiB;
/// D3D12_RESOURCE_FLAG_ALLOW_CROSS_ADAPTER.
inline constexpr UINT kAllowCrossAdapter = 0x10;

/// What the system says of memory that is to be imported: whether it is a region of its own, and writable.
Result<void> check_region(std::span<std::byte> memory, std::string_view name);

/// A heap over the memory, and a buffer over all of the heap.
struct HostHeap {
  ComPtr<ID3D12Heap> heap;
  ComPtr<ID3D12Resource> buffer;
};
Result<HostHeap> open_heap(ID3D12Device* device, std::span<std::byte> memory, std::string_view name);

}  // namespace ferry::host
