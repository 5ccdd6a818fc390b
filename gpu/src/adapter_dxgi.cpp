// Adapters where Direct3D 12 is the system's: DXGI's.
#include <ferry/gpu/d3d12.hpp>

#include <string>
#include <vector>

#include <ferry/gpu/api_error.hpp>

#include "adapter_device.hpp"

namespace ferry {
namespace {

std::string utf8(const wchar_t* wide) {
  const int size = WideCharToMultiByte(CP_UTF8, 0, wide, -1, nullptr, 0, nullptr, nullptr);
  if (size <= 1) return {};
  std::string narrow(static_cast<std::size_t>(size), '\0');
  WideCharToMultiByte(CP_UTF8, 0, wide, -1, narrow.data(), size, nullptr, nullptr);
  narrow.pop_back();
  return narrow;
}

Result<ComPtr<IDXGIFactory1>> open_factory() {
  ComPtr<IDXGIFactory1> factory;
  const HRESULT hr = CreateDXGIFactory1(iid_of<IDXGIFactory1>(), factory.put_void());
  if (FAILED(hr)) return fail_api(hr, "CreateDXGIFactory1 failed; is there a desktop session?");
  // One factory is never let go: under Wine 8 the process crashes where the last one goes before the last
  // device.
  static IDXGIFactory1* const kept = ComPtr<IDXGIFactory1>(factory).detach();
  (void)kept;
  return factory;
}

std::uint64_t memory_bytes(SIZE_T bytes) {
  return static_cast<std::uint64_t>(bytes);
}

}  // namespace

Result<std::vector<AdapterInfo>> list_adapters() {
  auto factory = open_factory();
  if (!factory) return fail(std::move(factory).error());
  std::vector<AdapterInfo> adapters;
  ComPtr<IDXGIAdapter1> adapter;
  for (UINT i = 0; SUCCEEDED((*factory)->EnumAdapters1(i, adapter.put())); ++i) {
    DXGI_ADAPTER_DESC1 desc = {};
    if (FAILED(adapter->GetDesc1(&desc))) continue;
    AdapterInfo info;
    info.index = i;
    info.name = utf8(desc.Description);
    info.vendor_id = desc.VendorId;
    info.device_id = desc.DeviceId;
    info.software = (desc.Flags & DXGI_ADAPTER_FLAG_SOFTWARE) != 0;
    info.dedicated_bytes = memory_bytes(desc.DedicatedVideoMemory);
    info.shared_bytes = memory_bytes(desc.SharedSystemMemory);
    info.integrated = !info.software && info.dedicated_bytes < (512ull << 20);
    info.driver = "DXGI";
    adapters.push_back(std::move(info));
  }
  if (adapters.empty())
    return fail(ErrorCode::kNotFound, "DXGI lists no adapter; install the display driver");
  return adapters;
}

Result<AdapterDevice> create_device_on(std::string_view wish) {
  auto adapters = list_adapters();
  if (!adapters) return fail(std::move(adapters).error());
  const auto chosen = choose_adapter(*adapters, wish);
  if (!chosen) return fail(chosen.error());
  AdapterDevice made;
  made.info = std::move((*adapters)[*chosen]);
  const AdapterInfo& info = made.info;
  auto factory = open_factory();
  if (!factory) return fail(std::move(factory).error());
  ComPtr<IDXGIAdapter1> adapter;
  HRESULT hr = (*factory)->EnumAdapters1(info.index, adapter.put());
  if (FAILED(hr)) return fail_api(hr, "adapter ", info.index, " '", info.name, "' is gone");
  hr = D3D12CreateDevice(adapter.get(), D3D_FEATURE_LEVEL_11_0, iid_of<ID3D12Device>(),
                         made.device.put_void());
  if (FAILED(hr)) {
    return fail_api(hr, "adapter '", info.name,
                    "' gives no Direct3D 12 device of feature level 11_0; update its driver");
  }
  return made;
}

}  // namespace ferry
