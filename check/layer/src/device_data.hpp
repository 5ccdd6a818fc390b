#pragma once

#include <memory>

#include "core.hpp"
#include "data.hpp"

namespace ferry::check::layer {

struct DeviceData : Data {
  std::unique_ptr<Core> shared_core;  ///< What the wrapper shares with everything made from it.
};

}  // namespace ferry::check::layer
