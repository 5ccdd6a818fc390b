#pragma once

#include "stream/stream_options.hpp"

namespace ferry::cli {

/// `ferry stream`. The exit code.
int run_stream(const StreamCommandOptions& options);

}  // namespace ferry::cli
