#pragma once

namespace ferry::cli {

/// Everything was done, and every picture came back identical.
inline constexpr int kExitGood = 0;
/// Something failed or differs, and the rest was done; or nothing could be done: no device, no driver.
inline constexpr int kExitFailed = 1;
/// The arguments are wrong: nothing was begun.
inline constexpr int kExitUsage = 2;

}  // namespace ferry::cli
