#pragma once

#include "arguments.hpp"

namespace ferry::cli {

/// `ferry pack`. Gives the exit code.
int run_pack(const PackCommandOptions& options);

}  // namespace ferry::cli
