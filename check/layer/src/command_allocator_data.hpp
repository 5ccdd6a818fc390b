#pragma once

#include <memory>

#include <ferry/check/model/description.hpp>

#include "data.hpp"
#include "gpu.hpp"

namespace ferry::check::layer {

struct CommandAllocatorData : Data {
  ListType type = ListType::kDirect;
  /// Of the allocator below. Guarded by the core's lock.
  std::shared_ptr<BelowUse> use = std::make_shared<BelowUse>();

  void begin(Locked& lock, Node& node);
};

}  // namespace ferry::check::layer
