#pragma once

#include "arguments.hpp"

namespace ferry::cli {

/// `ferry load`: loads files into GPU memory through the asynchronous loader, and prints how that went. Gives
/// the exit code.
int run_load(const LoadCommandOptions& options);

}  // namespace ferry::cli
