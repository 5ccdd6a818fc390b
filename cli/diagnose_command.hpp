#pragma once

#include "arguments.hpp"

namespace ferry::cli {

/// `ferry diagnose`: names the fault that a picture shows beside the one that was sent; needs no device.
/// Gives the exit code: good only where they are the same.
int run_diagnose(const DiagnoseOptions& options);

}  // namespace ferry::cli
