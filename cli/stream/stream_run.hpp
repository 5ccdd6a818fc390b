#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <string_view>

#include <ferry/base/result.hpp>

#include "stream_result.hpp"
#include "stream_setup.hpp"

namespace ferry::cli {

/// What one mode gives.
struct StreamRunResult {
  ModeResult result;
  std::string loader_trace;  ///< Chrome's format; empty where there is none.
  /// The steady clock's time at which the mode's frames began, which is 0 in `result`.
  std::chrono::nanoseconds began{};
};

/// Told before each frame: which part of all frames is done, from 0 to 1, and in which phase.
using StreamProgress = std::function<void(double done, std::string_view phase)>;

/// Flies once over the tiles. kCancelled where it was interrupted; errors of the device.
Result<StreamRunResult> run_stream_mode(const StreamSetup& setup, StreamMode mode,
                                        const StreamProgress& progress);

}  // namespace ferry::cli
