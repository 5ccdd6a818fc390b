#pragma once

#include <ferry/gpu/d3d12.hpp>

// ID3D12Device3 as its binary interface is: MinGW's and libvkd3d's headers stop at the first or second
// version. Names and layouts are those of Direct3D 12's header (d3d12.h).
namespace ferry::newer {

/// ID3D12Device2.
struct Device2 : ID3D12Device1 {
  virtual HRESULT STDMETHODCALLTYPE CreatePipelineState(const void* desc, REFIID iid, void** state) = 0;
};

/// ID3D12Device3.
struct Device3 : Device2 {
  virtual HRESULT STDMETHODCALLTYPE OpenExistingHeapFromAddress(const void* address, REFIID iid,
                                                                void** heap) = 0;
  virtual HRESULT STDMETHODCALLTYPE OpenExistingHeapFromFileMapping(HANDLE mapping, REFIID iid,
                                                                    void** heap) = 0;
  virtual HRESULT STDMETHODCALLTYPE EnqueueMakeResident(UINT32 flags, UINT count,
                                                        ID3D12Pageable* const* objects, ID3D12Fence* fence,
                                                        UINT64 value) = 0;
};
inline constexpr IID kDevice3 = {
    0x81dadc15, 0x2bad, 0x4392, {0x93, 0xc5, 0x10, 0x13, 0x45, 0xc4, 0xaa, 0x98}};

/// D3D12_RESIDENCY_FLAG_NONE: above the budget too, as long as there is memory.
inline constexpr UINT32 kResidencyNone = 0;

}  // namespace ferry::newer
