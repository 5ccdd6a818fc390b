#pragma once

#include "data.hpp"

namespace ferry::check::layer {

struct HeapData : Data {};

}  // namespace ferry::check::layer
