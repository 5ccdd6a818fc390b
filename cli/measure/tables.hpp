#pragma once

#include <ferry/base/result.hpp>

#include "setting.hpp"
#include "table.hpp"

namespace ferry::measure {

// Each measures one table, after having seen once that the bytes arrive. An interruption leaves
// out the rows that were not done.

/// The three ways to use staging memory again: memory, waiting, frames a second, for three upload patterns.
Result<Table> strategies_table(const Setting& setting);
/// Rates of each direction and of both, by the size of the pieces, on the CPU and on the GPU, beside memcpy.
Result<Table> bandwidth_table(const Setting& setting);
/// Many small uploads, to one buffer and to many.
Result<Table> small_table(const Setting& setting);
/// One small transfer from the call to the moment its end is seen.
Result<Table> latency_table(const Setting& setting);
/// Reading something back each frame: at once, from a pool, and some frames later.
Result<Table> readback_table(const Setting& setting);

}  // namespace ferry::measure
