#include <ferry/schedule/frame_budget.hpp>

#include <algorithm>

namespace ferry {

std::uint64_t FrameBudget::end_frame(std::chrono::nanoseconds frame_time, std::chrono::nanoseconds slack,
                                     std::uint64_t rate) {
  if (slack.count() < 0) {
    share_ = std::max(share_ / 2, 0.01);
  } else if (slack * 10 >= frame_time) {
    share_ = std::min(share_ + 0.05, 1.0);
  }
  // While the rate is unknown nothing is known of what a frame could move: the least keeps things going.
  const double bytes = static_cast<double>(rate) *
                       static_cast<double>(std::max<std::int64_t>(frame_time.count(), 0)) / 1e9 * share_;
  const double most = static_cast<double>(options_.most_bytes);
  return std::max(options_.least_bytes, static_cast<std::uint64_t>(std::min(bytes, most)));
}

}  // namespace ferry
