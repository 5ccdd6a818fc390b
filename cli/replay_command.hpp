#pragma once

#include "arguments.hpp"

namespace ferry::cli {

/// `ferry replay`: runs a recording of `ferry load --record` through the scheduler with each policy, and
/// prints the latencies. Needs no device. Gives the exit code.
int run_replay(const ReplayCommandOptions& options);

}  // namespace ferry::cli
