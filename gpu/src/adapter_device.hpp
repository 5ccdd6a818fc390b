#pragma once

#include <ferry/base/result.hpp>
#include <ferry/gpu/adapter.hpp>
#include <ferry/gpu/com_ptr.hpp>
#include <ferry/gpu/device.hpp>

namespace ferry {

/// A device fresh from the system, and what only its maker can tell of it.
struct AdapterDevice {
  ComPtr<ID3D12Device> device;
  OwnEngine copy_engine = OwnEngine::kUnknown;
  OwnEngine compute_engine = OwnEngine::kUnknown;
};

/// Makes a device at feature level 11_0 or above on this adapter (of `list_adapters`).
Result<AdapterDevice> create_device_on(const AdapterInfo& adapter);

}  // namespace ferry
