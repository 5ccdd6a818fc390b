#pragma once

#include <cstdint>
#include <memory>

#include "data.hpp"
#include "gpu.hpp"

namespace ferry::check::layer {

struct FenceData : Data {
  std::shared_ptr<FenceState> state;

  void begin(Locked& lock, Node& node);
  void end(Locked& lock, ObjectId id);
};

}  // namespace ferry::check::layer
