#pragma once

#include <ferry/gpu/device.hpp>

struct ID3D12Device;

namespace ferry {

/// Asks the device what it can do. Questions that it does not understand leave the cautious default.
DeviceCaps query_caps(ID3D12Device* device);

}  // namespace ferry
