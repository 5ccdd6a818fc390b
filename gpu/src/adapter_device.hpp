#pragma once

#include <string_view>

#include <ferry/base/result.hpp>
#include <ferry/gpu/adapter.hpp>
#include <ferry/gpu/com_ptr.hpp>
#include <ferry/gpu/device.hpp>

namespace ferry {

/// A device fresh from the system, and what only its maker can tell of it.
struct AdapterDevice {
  AdapterInfo info;
  ComPtr<ID3D12Device> device;
  OwnEngine copy_engine = OwnEngine::kUnknown;
  OwnEngine compute_engine = OwnEngine::kUnknown;
};

/// Makes a device at feature level 11_0 or above on the adapter that `wish` names (see `choose_adapter`).
Result<AdapterDevice> create_device_on(std::string_view wish);

/// The adapter of a device that somebody else made; one without a name where it cannot be told.
AdapterInfo adapter_of(ID3D12Device* device);

}  // namespace ferry
