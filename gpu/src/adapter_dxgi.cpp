// Adapters where Direct3D 12 is the system's: DXGI's.
#include "adapter_dxgi.hpp"

#include <dxgi1_6.h>

#include <string>
#include <string_view>
#include <utility>

#include <ferry/gpu/api_error.hpp>

#include "adapter_device.hpp"

namespace ferry {
namespace dxgi {
namespace {

constexpr std::uint32_t kMicrosoft = 0x1414;
/// Of Microsoft's, WARP under its own name.
constexpr std::uint32_t kBasicRenderDriver = 0x8c;
/// Vulkan's number for drivers of Mesa that have no hardware: lavapipe, under Wine.
constexpr std::uint32_t kMesa = 0x10005;
/// Of memory beside the GPU; integrated GPUs set less than that aside for themselves.
constexpr std::uint64_t kDiscreteBytes = 512ull << 20;

std::string utf8(const wchar_t* wide) {
  const int size = WideCharToMultiByte(CP_UTF8, 0, wide, -1, nullptr, 0, nullptr, nullptr);
  if (size <= 1) return {};
  std::string narrow(static_cast<std::size_t>(size), '\0');
  WideCharToMultiByte(CP_UTF8, 0, wide, -1, narrow.data(), size, nullptr, nullptr);
  narrow.pop_back();
  return narrow;
}

std::uint64_t number_of(LUID luid) {
  return static_cast<std::uint64_t>(static_cast<std::uint32_t>(luid.HighPart)) << 32 | luid.LowPart;
}

/// The version that all parts of a driver share (DXGI documentation, "IDXGIAdapter::CheckInterfaceSupport
/// method").
std::string driver_of(IDXGIAdapter1* adapter) {
  LARGE_INTEGER version = {};
  if (FAILED(adapter->CheckInterfaceSupport(iid_of<IDXGIDevice>(), &version)) || version.QuadPart == 0) {
    return "DXGI";
  }
  const auto part = [&version](int place) {
    return static_cast<std::uint64_t>(version.QuadPart) >> (16 * place) & 0xffff;
  };
  return text(part(3), ".", part(2), ".", part(1), ".", part(0));
}

AdapterInfo describe(IDXGIAdapter1* adapter, const DXGI_ADAPTER_DESC1& desc, std::uint32_t index) {
  AdapterInfo info;
  info.index = index;
  info.name = utf8(desc.Description);
  info.vendor_id = desc.VendorId;
  info.device_id = desc.DeviceId;
  info.luid = number_of(desc.AdapterLuid);
  info.software = (desc.Flags & DXGI_ADAPTER_FLAG_SOFTWARE) != 0 || desc.VendorId == kMesa ||
                  (desc.VendorId == kMicrosoft && desc.DeviceId == kBasicRenderDriver);
  info.dedicated_bytes = static_cast<std::uint64_t>(desc.DedicatedVideoMemory);
  info.shared_bytes = static_cast<std::uint64_t>(desc.SharedSystemMemory);
  info.integrated = info.software || info.dedicated_bytes < kDiscreteBytes;
  info.driver = driver_of(adapter);
  return info;
}

Result<Adapter> take(ComPtr<IDXGIAdapter1> adapter, std::uint32_t index) {
  DXGI_ADAPTER_DESC1 desc = {};
  const HRESULT hr = adapter->GetDesc1(&desc);
  if (FAILED(hr)) return fail_api(hr, "DXGI does not describe its adapter ", index);
  AdapterInfo info = describe(adapter.get(), desc, index);
  return Adapter{std::move(info), std::move(adapter)};
}

bool is_warp(const AdapterInfo& info) {
  return info.vendor_id == kMicrosoft && info.device_id == kBasicRenderDriver;
}

bool asks_for_warp(std::string_view wish) {
  return wish.size() == 4 && (wish[0] | 0x20) == 'w' && (wish[1] | 0x20) == 'a' && (wish[2] | 0x20) == 'r' &&
         (wish[3] | 0x20) == 'p';
}

/// WARP stands behind whatever is listed: its index is the listed one's, or the next.
Result<Adapter> find_warp(IDXGIFactory1* factory, const std::vector<Adapter>& listed) {
  ComPtr<IDXGIFactory4> newer;
  ComPtr<IDXGIAdapter1> adapter;
  HRESULT hr = factory->QueryInterface(iid_of<IDXGIFactory4>(), newer.put_void());
  if (SUCCEEDED(hr)) hr = newer->EnumWarpAdapter(iid_of<IDXGIAdapter1>(), adapter.put_void());
  if (FAILED(hr) || !adapter) {
    std::string names;
    for (const Adapter& one : listed)
      names += text(names.empty() ? "" : ", ", one.info.index, " '", one.info.name, "'");
    return Failure{Error{
        ErrorCode::kNotFound, static_cast<std::int32_t>(hr),
        text("this system has no WARP, Windows' software adapter (Wine has none); there are: ", names)}};
  }
  auto index = static_cast<std::uint32_t>(listed.size());
  for (const Adapter& one : listed) {
    if (is_warp(one.info)) index = one.info.index;
  }
  auto taken = take(std::move(adapter), index);
  if (taken) taken->info.software = true;
  return taken;
}

}  // namespace

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

std::vector<Adapter> adapters_of(IDXGIFactory1* factory) {
  ComPtr<IDXGIFactory6> newest;
  (void)factory->QueryInterface(iid_of<IDXGIFactory6>(), newest.put_void());
  std::vector<Adapter> all;
  for (UINT i = 0;; ++i) {
    ComPtr<IDXGIAdapter1> adapter;
    const HRESULT hr = newest
                           ? newest->EnumAdapterByGpuPreference(i, DXGI_GPU_PREFERENCE_HIGH_PERFORMANCE,
                                                                iid_of<IDXGIAdapter1>(), adapter.put_void())
                           : factory->EnumAdapters1(i, adapter.put());
    if (FAILED(hr) || !adapter) return all;
    // One that does not describe itself is passed over: an index is a place in this list.
    if (auto taken = take(std::move(adapter), static_cast<std::uint32_t>(all.size()))) {
      all.push_back(*std::move(taken));
    }
  }
}

Result<Adapter> find_adapter(IDXGIFactory1* factory, std::string_view wish) {
  std::vector<Adapter> all = adapters_of(factory);
  if (asks_for_warp(wish)) return find_warp(factory, all);
  std::vector<AdapterInfo> infos;
  for (const Adapter& one : all) infos.push_back(one.info);
  const auto chosen = choose_adapter(infos, wish);
  if (!chosen) return fail(chosen.error());
  return std::move(all[*chosen]);
}

Result<Adapter> find_adapter(IDXGIFactory1* factory, LUID luid) {
  for (Adapter& one : adapters_of(factory)) {
    if (one.info.luid == number_of(luid)) return std::move(one);
  }
  return fail(ErrorCode::kNotFound, "DXGI lists no adapter of the LUID ", Hex{number_of(luid)});
}

}  // namespace dxgi

Result<std::vector<AdapterInfo>> list_adapters() {
  auto factory = dxgi::open_factory();
  if (!factory) return fail(std::move(factory).error());
  std::vector<AdapterInfo> infos;
  for (dxgi::Adapter& one : dxgi::adapters_of(factory->get())) infos.push_back(std::move(one.info));
  if (infos.empty()) return fail(ErrorCode::kNotFound, "DXGI lists no adapter; install the display driver");
  return infos;
}

Result<AdapterDevice> create_device_on(std::string_view wish) {
  auto factory = dxgi::open_factory();
  if (!factory) return fail(std::move(factory).error());
  auto found = dxgi::find_adapter(factory->get(), wish);
  if (!found) return fail(std::move(found).error());
  AdapterDevice made;
  made.info = std::move(found->info);
  const HRESULT hr = D3D12CreateDevice(found->adapter.get(), D3D_FEATURE_LEVEL_11_0, iid_of<ID3D12Device>(),
                                       made.device.put_void());
  if (FAILED(hr)) {
    return fail_api(hr, "adapter '", made.info.name,
                    "' gives no Direct3D 12 device of feature level 11_0; update its driver");
  }
  return made;
}

AdapterInfo adapter_of(ID3D12Device* device) {
  const auto factory = dxgi::open_factory();
  if (!factory) return {};
  auto found = dxgi::find_adapter(factory->get(), device->GetAdapterLuid());
  return found ? std::move(found->info) : AdapterInfo{};
}

}  // namespace ferry
