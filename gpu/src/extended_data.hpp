#pragma once

#include <optional>

#include <ferry/gpu/d3d12.hpp>
#include <ferry/gpu/device_loss.hpp>

#include "debug_interfaces.hpp"

// DRED as its binary interface is: MinGW's and libvkd3d's headers do not have it. Names and layouts are
// those of Direct3D 12's header (d3d12.h), so that a system's object can be called, and a test's.
namespace ferry::dred {

struct BreadcrumbNode {
  const char* list_name_narrow = nullptr;
  const WCHAR* list_name = nullptr;
  const char* queue_name_narrow = nullptr;
  const WCHAR* queue_name = nullptr;
  void* list = nullptr;
  void* queue = nullptr;
  UINT32 count = 0;
  const UINT32* last_value = nullptr;
  const UINT32* history = nullptr;  ///< D3D12_AUTO_BREADCRUMB_OP, `count` of them.
  const BreadcrumbNode* next = nullptr;
};

struct AllocationNode {
  const char* name_narrow = nullptr;
  const WCHAR* name = nullptr;
  UINT32 type = 0;  ///< D3D12_DRED_ALLOCATION_TYPE.
  const AllocationNode* next = nullptr;
};

struct Breadcrumbs {
  const BreadcrumbNode* first = nullptr;
};

struct PageFault {
  UINT64 address = 0;
  const AllocationNode* alive = nullptr;
  const AllocationNode* released = nullptr;
};

/// ID3D12DeviceRemovedExtendedData.
struct ExtendedDataInterface : IUnknown {
  virtual HRESULT STDMETHODCALLTYPE GetAutoBreadcrumbsOutput(Breadcrumbs* output) = 0;
  virtual HRESULT STDMETHODCALLTYPE GetPageFaultAllocationOutput(PageFault* output) = 0;
};
inline constexpr IID kExtendedData = {
    0x98931d33, 0x5ae8, 0x4791, {0xaa, 0x3c, 0x1a, 0x73, 0xa2, 0x93, 0x4e, 0x71}};

/// ID3D12DeviceRemovedExtendedDataSettings. `enablement`: 2 is D3D12_DRED_ENABLEMENT_FORCED_ON.
struct SettingsInterface : IUnknown {
  virtual void STDMETHODCALLTYPE SetAutoBreadcrumbsEnablement(UINT32 enablement) = 0;
  virtual void STDMETHODCALLTYPE SetPageFaultEnablement(UINT32 enablement) = 0;
  virtual void STDMETHODCALLTYPE SetWatsonDumpEnablement(UINT32 enablement) = 0;
};
inline constexpr IID kSettings = {
    0x82bc481c, 0x6b9b, 0x4030, {0xae, 0xdb, 0x7e, 0xe3, 0xd1, 0xdf, 0x1e, 0x63}};
inline constexpr UINT32 kForcedOn = 2;

/// enable_device_loss_data() by these calls.
Result<void> enable_data(const sdk_layers::GetDebugInterface& get);

/// Asks a device for what was recorded; none where it has no such interface or nothing was recorded.
std::optional<ExtendedData> read_extended_data(IUnknown* device);

}  // namespace ferry::dred
