#pragma once

#include <chrono>
#include <cstdint>

#include <ferry/base/units.hpp>

namespace ferry {

struct FrameBudgetOptions {
  /// Never less and never more than this in a frame. Defaults: 64 KiB, so that nothing stands still, and 1
  /// GiB.
  std::uint64_t least_bytes = 64_KiB;
  std::uint64_t most_bytes = 1_GiB;
};

/// How many bytes of background work a frame may start.
///
/// It is a share of what the measured rate moves in a frame. A frame that came too late halves the share; one
/// with a tenth of its time or more to spare gives a twentieth back. Pure. Threading: one thread at a time.
class FrameBudget {
 public:
  explicit FrameBudget(const FrameBudgetOptions& options = {}) : options_(options) {}

  /// A frame of `frame_time` ended with `slack` to spare (below 0: it was late). `rate` in bytes a second, 0
  /// while unknown. The bytes of the next frame.
  std::uint64_t end_frame(std::chrono::nanoseconds frame_time, std::chrono::nanoseconds slack,
                          std::uint64_t rate);
  /// From 0.01 to 1.
  [[nodiscard]] double share() const { return share_; }

 private:
  FrameBudgetOptions options_;
  double share_ = 0.5;
};

}  // namespace ferry
