#pragma once

#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include <ferry/gpu/d3d12.hpp>

#include <dxgi1_6.h>

namespace ferry::test {

/// The part that every object of DXGI has; lives on the test's stack.
template <typename Interface>
class DxgiStub : public Interface {
 public:
  virtual ~DxgiStub() = default;
  ULONG STDMETHODCALLTYPE AddRef() override { return ++references; }
  ULONG STDMETHODCALLTYPE Release() override { return --references; }
  HRESULT STDMETHODCALLTYPE SetPrivateData(REFGUID, UINT, const void*) override { return E_NOTIMPL; }
  HRESULT STDMETHODCALLTYPE SetPrivateDataInterface(REFGUID, const IUnknown*) override { return E_NOTIMPL; }
  HRESULT STDMETHODCALLTYPE GetPrivateData(REFGUID, UINT*, void*) override { return E_NOTIMPL; }
  HRESULT STDMETHODCALLTYPE GetParent(REFIID, void**) override { return E_NOTIMPL; }

  ULONG references = 1;
};

/// An adapter with a description, a driver and memory.
class FakeAdapter final : public DxgiStub<IDXGIAdapter3> {
 public:
  explicit FakeAdapter(const wchar_t* name) {
    for (std::size_t i = 0; name[i] != 0; ++i) desc.Description[i] = name[i];
  }

  HRESULT STDMETHODCALLTYPE QueryInterface(REFIID, void** object) override {
    AddRef();
    *object = this;
    return S_OK;
  }
  HRESULT STDMETHODCALLTYPE EnumOutputs(UINT, IDXGIOutput**) override { return E_NOTIMPL; }
  HRESULT STDMETHODCALLTYPE GetDesc(DXGI_ADAPTER_DESC*) override { return E_NOTIMPL; }
  HRESULT STDMETHODCALLTYPE CheckInterfaceSupport(REFGUID iid, LARGE_INTEGER* version) override {
    if (!IsEqualGUID(iid, __uuidof(IDXGIDevice))) return DXGI_ERROR_UNSUPPORTED;
    version->QuadPart = driver;
    return driver != 0 ? S_OK : DXGI_ERROR_UNSUPPORTED;
  }
  HRESULT STDMETHODCALLTYPE GetDesc1(DXGI_ADAPTER_DESC1* out) override {
    *out = desc;
    return desc_result;
  }
  HRESULT STDMETHODCALLTYPE GetDesc2(DXGI_ADAPTER_DESC2*) override { return E_NOTIMPL; }
  HRESULT STDMETHODCALLTYPE RegisterHardwareContentProtectionTeardownStatusEvent(HANDLE, DWORD*) override {
    return E_NOTIMPL;
  }
  void STDMETHODCALLTYPE UnregisterHardwareContentProtectionTeardownStatus(DWORD) override {}
  HRESULT STDMETHODCALLTYPE QueryVideoMemoryInfo(UINT node, DXGI_MEMORY_SEGMENT_GROUP group,
                                                 DXGI_QUERY_VIDEO_MEMORY_INFO* info) override {
    if (node != 0) return E_INVALIDARG;
    *info = group == DXGI_MEMORY_SEGMENT_GROUP_LOCAL ? local : non_local;
    return memory_result;
  }
  HRESULT STDMETHODCALLTYPE SetVideoMemoryReservation(UINT, DXGI_MEMORY_SEGMENT_GROUP, UINT64) override {
    return E_NOTIMPL;
  }
  HRESULT STDMETHODCALLTYPE RegisterVideoMemoryBudgetChangeNotificationEvent(HANDLE of,
                                                                             DWORD* cookie) override {
    if (register_result != S_OK) return register_result;
    event = of;
    *cookie = 42;
    return S_OK;
  }
  void STDMETHODCALLTYPE UnregisterVideoMemoryBudgetChangeNotification(DWORD cookie) override {
    unregistered.push_back(cookie);
  }

  DXGI_ADAPTER_DESC1 desc = {};
  HRESULT desc_result = S_OK;
  LONGLONG driver = 0;
  DXGI_QUERY_VIDEO_MEMORY_INFO local = {};
  DXGI_QUERY_VIDEO_MEMORY_INFO non_local = {};
  HRESULT memory_result = S_OK;
  HRESULT register_result = S_OK;
  HANDLE event = nullptr;
  std::vector<DWORD> unregistered;
};

/// A factory that lists adapters, in one order for EnumAdapters1 and in another by preference.
class FakeFactory final : public DxgiStub<IDXGIFactory6> {
 public:
  HRESULT STDMETHODCALLTYPE QueryInterface(REFIID iid, void** object) override {
    *object = nullptr;
    const bool known = IsEqualGUID(iid, __uuidof(IDXGIFactory1)) ||
                       (version >= 4 && IsEqualGUID(iid, __uuidof(IDXGIFactory4))) ||
                       (version >= 6 && IsEqualGUID(iid, __uuidof(IDXGIFactory6)));
    if (!known) return E_NOINTERFACE;
    AddRef();
    *object = this;
    return S_OK;
  }
  HRESULT STDMETHODCALLTYPE EnumAdapters(UINT, IDXGIAdapter**) override { return E_NOTIMPL; }
  HRESULT STDMETHODCALLTYPE MakeWindowAssociation(HWND, UINT) override { return E_NOTIMPL; }
  HRESULT STDMETHODCALLTYPE GetWindowAssociation(HWND*) override { return E_NOTIMPL; }
  HRESULT STDMETHODCALLTYPE CreateSwapChain(IUnknown*, DXGI_SWAP_CHAIN_DESC*, IDXGISwapChain**) override {
    return E_NOTIMPL;
  }
  HRESULT STDMETHODCALLTYPE CreateSoftwareAdapter(HMODULE, IDXGIAdapter**) override { return E_NOTIMPL; }
  HRESULT STDMETHODCALLTYPE EnumAdapters1(UINT index, IDXGIAdapter1** adapter) override {
    if (index >= in_order.size()) return DXGI_ERROR_NOT_FOUND;
    in_order[index]->AddRef();
    *adapter = in_order[index];
    return S_OK;
  }
  BOOL STDMETHODCALLTYPE IsCurrent() override { return TRUE; }
  BOOL STDMETHODCALLTYPE IsWindowedStereoEnabled() override { return FALSE; }
  HRESULT STDMETHODCALLTYPE CreateSwapChainForHwnd(IUnknown*, HWND, const DXGI_SWAP_CHAIN_DESC1*,
                                                   const DXGI_SWAP_CHAIN_FULLSCREEN_DESC*, IDXGIOutput*,
                                                   IDXGISwapChain1**) override {
    return E_NOTIMPL;
  }
  HRESULT STDMETHODCALLTYPE CreateSwapChainForCoreWindow(IUnknown*, IUnknown*, const DXGI_SWAP_CHAIN_DESC1*,
                                                         IDXGIOutput*, IDXGISwapChain1**) override {
    return E_NOTIMPL;
  }
  HRESULT STDMETHODCALLTYPE GetSharedResourceAdapterLuid(HANDLE, LUID*) override { return E_NOTIMPL; }
  HRESULT STDMETHODCALLTYPE RegisterStereoStatusWindow(HWND, UINT, DWORD*) override { return E_NOTIMPL; }
  HRESULT STDMETHODCALLTYPE RegisterStereoStatusEvent(HANDLE, DWORD*) override { return E_NOTIMPL; }
  void STDMETHODCALLTYPE UnregisterStereoStatus(DWORD) override {}
  HRESULT STDMETHODCALLTYPE RegisterOcclusionStatusWindow(HWND, UINT, DWORD*) override { return E_NOTIMPL; }
  HRESULT STDMETHODCALLTYPE RegisterOcclusionStatusEvent(HANDLE, DWORD*) override { return E_NOTIMPL; }
  void STDMETHODCALLTYPE UnregisterOcclusionStatus(DWORD) override {}
  HRESULT STDMETHODCALLTYPE CreateSwapChainForComposition(IUnknown*, const DXGI_SWAP_CHAIN_DESC1*,
                                                          IDXGIOutput*, IDXGISwapChain1**) override {
    return E_NOTIMPL;
  }
  UINT STDMETHODCALLTYPE GetCreationFlags() override { return 0; }
  HRESULT STDMETHODCALLTYPE EnumAdapterByLuid(LUID, REFIID, void**) override { return E_NOTIMPL; }
  HRESULT STDMETHODCALLTYPE EnumWarpAdapter(REFIID iid, void** adapter) override {
    *adapter = nullptr;
    if (warp == nullptr || !IsEqualGUID(iid, __uuidof(IDXGIAdapter1))) return E_NOTIMPL;
    warp->AddRef();
    *adapter = warp;
    return S_OK;
  }
  HRESULT STDMETHODCALLTYPE CheckFeatureSupport(DXGI_FEATURE, void*, UINT) override { return E_NOTIMPL; }
  HRESULT STDMETHODCALLTYPE EnumAdapterByGpuPreference(UINT index, DXGI_GPU_PREFERENCE preference, REFIID iid,
                                                       void** adapter) override {
    *adapter = nullptr;
    if (preference != DXGI_GPU_PREFERENCE_HIGH_PERFORMANCE || !IsEqualGUID(iid, __uuidof(IDXGIAdapter1))) {
      return E_INVALIDARG;
    }
    if (index >= by_preference.size()) return DXGI_ERROR_NOT_FOUND;
    by_preference[index]->AddRef();
    *adapter = by_preference[index];
    return S_OK;
  }

  int version = 6;
  std::vector<FakeAdapter*> in_order;
  std::vector<FakeAdapter*> by_preference;
  FakeAdapter* warp = nullptr;
};

}  // namespace ferry::test
