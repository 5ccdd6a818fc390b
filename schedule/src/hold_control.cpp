#include <ferry/schedule/hold_control.hpp>

#include <algorithm>

namespace ferry {
namespace {

/// Copies that are looked at together.
constexpr std::uint32_t kCopies = 4;
/// The most by which the bytes change at once.
constexpr double kMostGrowth = 1.25;
constexpr double kMostShrinking = 0.7;

}  // namespace

HoldControl::HoldControl(const HoldOptions& options) : options_(options) {
  options_.delay = std::max(options_.delay, std::chrono::nanoseconds(1));
  options_.most_bytes = std::max(options_.most_bytes, options_.least_bytes);
  bytes_ = options_.least_bytes;
}

void HoldControl::completed(std::chrono::nanoseconds delay) {
  delays_ += delay.count();
  if (++count_ < kCopies) return;
  const double mean = static_cast<double>(std::max<std::int64_t>(delays_, 1)) / kCopies;
  delays_ = 0;
  count_ = 0;
  double change = static_cast<double>(options_.delay.count()) / mean;
  // Where nothing more was there to submit, short delays say nothing of what could be.
  if (!limited_) change = std::min(change, 1.0);
  limited_ = false;
  change = std::clamp(change, kMostShrinking, kMostGrowth);
  bytes_ = std::clamp(static_cast<std::uint64_t>(static_cast<double>(bytes_) * change), options_.least_bytes,
                      options_.most_bytes);
}

std::uint64_t HoldControl::rate() const {
  return static_cast<std::uint64_t>(static_cast<double>(bytes_) * 1e9 /
                                    static_cast<double>(options_.delay.count()));
}

}  // namespace ferry
