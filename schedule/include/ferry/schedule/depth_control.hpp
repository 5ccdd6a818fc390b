#pragma once

#include <chrono>
#include <cstdint>

#include <ferry/base/units.hpp>
#include <ferry/schedule/scheduler.hpp>

namespace ferry {

struct DepthOptions {
  /// Between these two the depth moves. Defaults: 4 MiB and 64 MiB.
  std::uint64_t least_bytes = 4_MiB;
  std::uint64_t most_bytes = 64_MiB;
  /// Where it begins. Default: 16 MiB.
  std::uint64_t start_bytes = 16_MiB;
  /// How long one depth is looked at. Default: 20 ms.
  std::chrono::nanoseconds window = std::chrono::milliseconds(20);
};

/// How many bytes should be in flight: as few as keep the copy engine busy.
///
/// What is needed is the rate times the delay until a completion is seen, and neither can be known from
/// below: with too little in flight the rate that is measured is too low, and with too much the delay is too
/// high. So it is tried out: while the depth is what limits, it grows by half as long as that moves more
/// bytes a second; when it does not it goes back, and tries now and then whether less does as well or more
/// does better.
///
/// Pure. Threading: one thread at a time.
class DepthControl {
 public:
  explicit DepthControl(const DepthOptions& options = {});

  /// `bytes` went in flight.
  void submitted(std::uint64_t bytes, ScheduleTime now);
  /// `bytes` are seen to be done, `delay` after they went.
  void completed(std::uint64_t bytes, std::chrono::nanoseconds delay, ScheduleTime now);
  /// More could have gone, had the depth been greater.
  void was_limited() { limited_ = true; }

  /// What may be in flight now.
  [[nodiscard]] std::uint64_t depth() const { return depth_; }
  /// Bytes a second while busy; 0 until measured.
  [[nodiscard]] std::uint64_t rate() const { return rate_; }
  /// The same, but 0 until it was measured while the depth was the limit: before, it says only what was asked
  /// for.
  [[nodiscard]] std::uint64_t sure_rate() const { return rate_is_sure_ ? rate_ : 0; }
  /// From going in flight to being seen done, on average.
  [[nodiscard]] std::chrono::nanoseconds delay() const { return std::chrono::nanoseconds(delay_); }

 private:
  enum class Trying : std::uint8_t { kNothing, kMore, kLess };

  void begin_window(ScheduleTime now);
  void end_window(std::uint64_t throughput);
  void go(std::uint64_t depth, Trying trying);

  DepthOptions options_;
  std::uint64_t depth_ = 0;
  std::uint64_t good_depth_ = 0;
  std::uint64_t good_rate_ = 0;
  std::uint64_t rate_ = 0;
  std::int64_t delay_ = 0;
  std::uint64_t in_flight_ = 0;
  std::uint64_t window_bytes_ = 0;
  std::uint32_t window_count_ = 0;
  ScheduleTime window_start_{};
  ScheduleTime last_completion_{};
  bool window_open_ = false;
  bool limited_ = false;
  bool rate_is_sure_ = false;
  Trying trying_ = Trying::kMore;
  Trying last_tried_ = Trying::kMore;
  std::uint32_t rest_ = 0;
};

}  // namespace ferry
