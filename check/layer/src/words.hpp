#pragma once

#include <ferry/check/options.hpp>

namespace ferry::check::layer {

/// Hands a finding to whoever the options name: callback, text, JSON. No lock is held.
void deliver(const Finding& finding, const WrapOptions& options);

}  // namespace ferry::check::layer
