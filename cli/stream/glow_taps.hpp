#pragma once

#include <chrono>
#include <cstdint>

#include <ferry/base/result.hpp>

#include "stream_setup.hpp"

namespace ferry::cli {

/// How many glow taps make a frame take about this long on the GPU; 0 where that cannot be measured.
Result<std::uint32_t> taps_for(const StreamSetup& setup, std::chrono::nanoseconds frame_time);

}  // namespace ferry::cli
