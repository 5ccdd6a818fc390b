#pragma once

#include <memory>

#include "data.hpp"
#include "descriptors.hpp"

namespace ferry::check::layer {

struct DescriptorHeapData : Data {
  std::unique_ptr<DescriptorTable> table;

  void begin(Locked& lock, Node& node);
  void end(Locked& lock, ObjectId id);
};

}  // namespace ferry::check::layer
