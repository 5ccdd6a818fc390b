#pragma once

#include "data.hpp"

namespace ferry::check::layer {

struct PipelineLibraryData : Data {};

}  // namespace ferry::check::layer
