#pragma once

#include <memory>

#include <ferry/base/result.hpp>
#include <ferry/gpu/device.hpp>

namespace ferry::cli {

/// Bytes a second that a COPY queue brings from UPLOAD memory to a DEFAULT buffer while nothing else runs;
/// the best of a few tries. What its copies take beside other work is estimated by it, where the queue
/// cannot be asked for timestamps.
Result<double> measure_copy_rate(const std::shared_ptr<Device>& device);

}  // namespace ferry::cli
