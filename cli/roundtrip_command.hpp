#pragma once

#include "arguments.hpp"

namespace ferry::cli {

/// `ferry roundtrip`: prints on standard output, and on standard error what keeps it from starting. Gives the
/// exit code.
int run_roundtrip(const RoundtripOptions& options);

}  // namespace ferry::cli
