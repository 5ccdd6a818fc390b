#pragma once

#include <ferry/base/result.hpp>
#include <ferry/gpu/com_ptr.hpp>
#include <ferry/gpu/d3d12.hpp>

// Enhanced barriers as their binary interface is: the headers of MinGW and libvkd3d end before them. Layouts
// are those of Direct3D 12's header (d3d12.h), so that a system's list can be called, and a test's.
namespace ferry::enhanced {

/// D3D12_BARRIER_SUBRESOURCE_RANGE.
struct Range {
  UINT index_or_first_mip = 0;
  UINT mip_count = 0;
  UINT first_slice = 0;
  UINT slice_count = 0;
  UINT first_plane = 0;
  UINT plane_count = 0;
};

/// D3D12_TEXTURE_BARRIER.
struct Texture {
  UINT32 sync_before = 0;
  UINT32 sync_after = 0;
  UINT32 access_before = 0;
  UINT32 access_after = 0;
  UINT32 layout_before = 0;
  UINT32 layout_after = 0;
  ID3D12Resource* resource = nullptr;
  Range range;
  UINT32 flags = 0;
};
inline constexpr UINT32 kDiscard = 1;

/// D3D12_BUFFER_BARRIER. The offset must be 0, the size the buffer's or UINT64_MAX.
struct Buffer {
  UINT32 sync_before = 0;
  UINT32 sync_after = 0;
  UINT32 access_before = 0;
  UINT32 access_after = 0;
  ID3D12Resource* resource = nullptr;
  UINT64 offset = 0;
  UINT64 size = UINT64_MAX;
};

/// D3D12_BARRIER_TYPE.
inline constexpr UINT32 kTextureGroup = 1;
inline constexpr UINT32 kBufferGroup = 2;

/// D3D12_BARRIER_GROUP. `barriers` points to what `type` says.
struct Group {
  UINT32 type = 0;
  UINT32 count = 0;
  const void* barriers = nullptr;
};

/// ID3D12GraphicsCommandList7; what ID3D12GraphicsCommandList1 to 6 add is not called by Ferry.
struct CommandList7 : ID3D12GraphicsCommandList {
  virtual void STDMETHODCALLTYPE AtomicCopyBufferUint() = 0;
  virtual void STDMETHODCALLTYPE AtomicCopyBufferUint64() = 0;
  virtual void STDMETHODCALLTYPE OMSetDepthBounds() = 0;
  virtual void STDMETHODCALLTYPE SetSamplePositions() = 0;
  virtual void STDMETHODCALLTYPE ResolveSubresourceRegion() = 0;
  virtual void STDMETHODCALLTYPE SetViewInstanceMask() = 0;
  virtual void STDMETHODCALLTYPE WriteBufferImmediate() = 0;
  virtual void STDMETHODCALLTYPE SetProtectedResourceSession() = 0;
  virtual void STDMETHODCALLTYPE BeginRenderPass() = 0;
  virtual void STDMETHODCALLTYPE EndRenderPass() = 0;
  virtual void STDMETHODCALLTYPE InitializeMetaCommand() = 0;
  virtual void STDMETHODCALLTYPE ExecuteMetaCommand() = 0;
  virtual void STDMETHODCALLTYPE BuildRaytracingAccelerationStructure() = 0;
  virtual void STDMETHODCALLTYPE EmitRaytracingPostbuildInfo() = 0;
  virtual void STDMETHODCALLTYPE CopyRaytracingAccelerationStructure() = 0;
  virtual void STDMETHODCALLTYPE SetPipelineState1() = 0;
  virtual void STDMETHODCALLTYPE DispatchRays() = 0;
  virtual void STDMETHODCALLTYPE RSSetShadingRate() = 0;
  virtual void STDMETHODCALLTYPE RSSetShadingRateImage() = 0;
  virtual void STDMETHODCALLTYPE DispatchMesh() = 0;
  virtual void STDMETHODCALLTYPE Barrier(UINT32 count, const Group* groups) = 0;
};
inline constexpr IID kCommandList7 = {
    0xdd171223, 0x8b61, 0x4769, {0x90, 0xe3, 0x16, 0x0c, 0xcd, 0xe4, 0xe2, 0xc1}};

/// D3D12_FEATURE_D3D12_OPTIONS12 and what it is answered with.
inline constexpr int kFeatureOptions12 = 41;
struct Options12 {
  INT32 culled_primitives_counted = 0;  ///< D3D12_TRI_STATE.
  BOOL enhanced_barriers = FALSE;
  BOOL relaxed_format_casting = FALSE;
};

/// The list by this interface; kUnsupported, with what to do instead, where it has none.
Result<ComPtr<CommandList7>> interface_of(ID3D12GraphicsCommandList* list);

}  // namespace ferry::enhanced
