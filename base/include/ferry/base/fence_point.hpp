#pragma once

#include <cstdint>

namespace ferry {

/// Names one fence timeline (one queue's, or one the application brought). Small, dense, from 0.
enum class TimelineId : std::uint32_t {};

/// A moment on a timeline: complete once that timeline's completed value has reached `value`.
struct FencePoint {
  TimelineId timeline{};
  /// 0 is the moment before anything was submitted: complete from the start.
  std::uint64_t value = 0;

  friend constexpr bool operator==(const FencePoint&, const FencePoint&) = default;
};

}  // namespace ferry
