#pragma once

#include "arguments.hpp"

namespace ferry::cli {

/// `ferry check`: runs a program with the checker preloaded, and sums up what was found. Gives the exit code.
int run_check(const CheckOptions& options);

}  // namespace ferry::cli
