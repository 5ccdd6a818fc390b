#pragma once

#include "arguments.hpp"

namespace ferry::cli {

/// `ferry inspect`: prints what each file holds; needs no device. Gives the exit code.
int run_inspect(const InspectOptions& options);

}  // namespace ferry::cli
