#pragma once

namespace ferry::cli {

/// Everything was done, and every picture came back identical.
inline constexpr int kExitGood = 0;
/// Something failed or differs; the rest was done.
inline constexpr int kExitFailed = 1;
/// Nothing could be done: wrong usage, no device, no folder to write into.
inline constexpr int kExitUnable = 2;

}  // namespace ferry::cli
