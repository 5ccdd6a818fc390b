#pragma once

#include <ferry/check/model/description.hpp>

#include "data.hpp"

namespace ferry::check::layer {

struct HeapData : Data {
  HeapType role = HeapType::kDefault;  ///< A custom heap counts as what its CPU pages make it.
};

}  // namespace ferry::check::layer
