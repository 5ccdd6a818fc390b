#pragma once

#include "stream_result.hpp"

namespace ferry::cli {

/// Says what limits a mode while it loads, from its phases' summaries, and what to change.
StreamVerdict judge(const ModeResult& result);

}  // namespace ferry::cli
