#pragma once

#include <cstdint>

#include "data.hpp"

namespace ferry::check::layer {

struct CommandSignatureData : Data {
  enum class Action : std::uint8_t { kDraw, kDrawIndexed, kDispatch };

  Action action = Action::kDraw;
  std::uint32_t stride = 0;  ///< Bytes of one command.

  void begin(Locked& lock, Node& node);
};

}  // namespace ferry::check::layer
