#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <ferry/base/result.hpp>

namespace ferry {

/// One thing that can run Direct3D 12: a GPU, or a driver that computes on the CPU.
struct AdapterInfo {
  /// The number `DeviceOptions::adapter` takes; the system's own order.
  std::uint32_t index = 0;
  /// As the driver names it: "NVIDIA H100", "llvmpipe (LLVM 15.0.6, 256 bits)".
  std::string name;
  std::uint32_t vendor_id = 0;
  std::uint32_t device_id = 0;
  /// DXGI's number for it until the machine starts anew, the LUID's high part above its low part. 0 where
  /// there is no DXGI: on libvkd3d.
  std::uint64_t luid = 0;
  /// True where no GPU stands behind it (lavapipe, WARP).
  bool software = false;
  /// True where GPU and CPU share one memory.
  bool integrated = false;
  /// The memory beside the GPU, in bytes. 0 on adapters without one.
  std::uint64_t dedicated_bytes = 0;
  /// CPU memory that the GPU can use, in bytes.
  std::uint64_t shared_bytes = 0;
  /// The driver and its version, as far as the system tells.
  std::string driver;
};

/// All adapters, in the system's order. An empty machine is an error (kNotFound) that says what to install.
///
/// Threading: any thread. Linux: the Vulkan physical devices. Windows: DXGI's adapters, the quickest first
/// where DXGI can tell (1.6: IDXGIFactory6::EnumAdapterByGpuPreference).
Result<std::vector<AdapterInfo>> list_adapters();

/// Picks by what a person writes: "" is the best (a discrete GPU, then an integrated one, then software),
/// digits are an index, anything else a part of the name in any case. "warp" is Windows' software adapter
/// under its own name, "Microsoft Basic Render Driver"; DeviceOptions::adapter takes it even where DXGI does
/// not list it. kNotFound names what there is.
Result<std::uint32_t> choose_adapter(const std::vector<AdapterInfo>& adapters, std::string_view wish);

}  // namespace ferry
