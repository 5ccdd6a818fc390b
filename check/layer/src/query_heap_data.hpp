#pragma once

#include <cstdint>

#include "data.hpp"

namespace ferry::check::layer {

struct QueryHeapData : Data {
  std::uint32_t query_bytes = 8;  ///< Of one resolved query.

  void begin(Locked& lock, Node& node);
};

}  // namespace ferry::check::layer
