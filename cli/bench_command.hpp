#pragma once

#include "arguments.hpp"

namespace ferry::cli {

/// `ferry bench`. Gives the exit code.
int run_bench(const BenchOptions& options);

}  // namespace ferry::cli
