#include <ferry/schedule/depth_control.hpp>

#include <algorithm>

namespace ferry {
namespace {

/// Fewer completions say nothing of a rate.
constexpr std::uint32_t kLeastCompletions = 4;
/// Windows without a try, between two tries.
constexpr std::uint32_t kRest = 12;

}  // namespace

DepthControl::DepthControl(const DepthOptions& options) : options_(options) {
  options_.most_bytes = std::max(options_.most_bytes, options_.least_bytes);
  depth_ = std::clamp(options_.start_bytes, options_.least_bytes, options_.most_bytes);
  good_depth_ = depth_;
}

void DepthControl::begin_window(ScheduleTime now) {
  window_open_ = true;
  window_start_ = now;
  window_bytes_ = 0;
  window_count_ = 0;
  limited_ = false;
}

void DepthControl::submitted(std::uint64_t bytes, ScheduleTime now) {
  // A pause in which nothing was there to copy says nothing of the rate.
  if (!window_open_ || (in_flight_ == 0 && now - last_completion_ > options_.window / 16)) begin_window(now);
  in_flight_ += bytes;
}

void DepthControl::completed(std::uint64_t bytes, std::chrono::nanoseconds delay, ScheduleTime now) {
  in_flight_ -= std::min(bytes, in_flight_);
  delay_ = delay_ == 0 ? delay.count() : delay_ + (delay.count() - delay_) / 8;
  last_completion_ = now;
  if (!window_open_) return;
  window_bytes_ += bytes;
  ++window_count_;
  const auto elapsed = now - window_start_;
  if (elapsed.count() <= 0) return;
  const auto throughput = static_cast<std::uint64_t>(static_cast<double>(window_bytes_) * 1e9 /
                                                     static_cast<double>(elapsed.count()));
  // A first guess, from whatever there is.
  if (rate_ == 0) rate_ = throughput;
  if (window_count_ >= kLeastCompletions && elapsed >= options_.window) {
    // What moved while something else held the copies back is no measure of what could have moved.
    if (limited_ || throughput > rate_) rate_ = rate_ / 4 * 3 + throughput / 4;
    rate_is_sure_ |= limited_;
    if (limited_) end_window(throughput);
    begin_window(now);
  }
}

void DepthControl::go(std::uint64_t depth, Trying trying) {
  depth_ = std::clamp(depth, options_.least_bytes, options_.most_bytes);
  trying_ = depth_ == good_depth_ ? Trying::kNothing : trying;
  if (trying != Trying::kNothing) last_tried_ = trying;
  rest_ = kRest;
}

void DepthControl::end_window(std::uint64_t throughput) {
  switch (trying_) {
    case Trying::kMore:
      if (throughput > good_rate_ + good_rate_ / 12) {
        good_rate_ = throughput;
        good_depth_ = depth_;
        go(depth_ + depth_ / 2, Trying::kMore);
      } else {
        go(good_depth_, Trying::kNothing);
      }
      return;
    case Trying::kLess:
      if (throughput + throughput / 32 >= good_rate_) {
        good_depth_ = depth_;
        go(depth_ - depth_ / 3, Trying::kLess);
      } else {
        go(good_depth_, Trying::kNothing);
      }
      return;
    case Trying::kNothing:
      break;
  }
  good_rate_ = good_rate_ / 4 * 3 + throughput / 4;
  if (rest_ > 0) {
    --rest_;
    return;
  }
  if (last_tried_ == Trying::kMore) {
    go(depth_ - depth_ / 3, Trying::kLess);
  } else {
    go(depth_ + depth_ / 2, Trying::kMore);
  }
}

}  // namespace ferry
