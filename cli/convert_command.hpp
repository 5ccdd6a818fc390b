#pragma once

#include "arguments.hpp"

namespace ferry::cli {

/// `ferry convert`: one file into another. Gives the exit code.
int run_convert(const ConvertOptions& options);

}  // namespace ferry::cli
