#pragma once

#include <vector>

#include <ferry/base/result.hpp>
#include <ferry/gpu/adapter.hpp>
#include <ferry/gpu/com_ptr.hpp>
#include <ferry/gpu/d3d12.hpp>

// DXGI's adapters, from a factory of the system's or of a test's.
namespace ferry::dxgi {

struct Adapter {
  AdapterInfo info;
  ComPtr<IDXGIAdapter1> adapter;
};

/// All that the factory lists, the quickest first where it can tell (IDXGIFactory6).
std::vector<Adapter> adapters_of(IDXGIFactory1* factory);

/// What `wish` names, as DeviceOptions::adapter takes it: "warp" is asked for by
/// IDXGIFactory4::EnumWarpAdapter.
Result<Adapter> find_adapter(IDXGIFactory1* factory, std::string_view wish);

/// The adapter with that LUID; kNotFound where it is gone.
Result<Adapter> find_adapter(IDXGIFactory1* factory, LUID luid);

Result<ComPtr<IDXGIFactory1>> open_factory();

}  // namespace ferry::dxgi
