#include <ferry/schedule/latency_histogram.hpp>

#include <algorithm>
#include <bit>
#include <cmath>

namespace ferry {

std::size_t LatencyHistogram::bucket_of(std::uint64_t value) {
  if (value < kSteps) return static_cast<std::size_t>(value);
  const int exponent = 63 - std::countl_zero(value);  // 4 and more.
  const auto step = static_cast<std::size_t>(value >> (exponent - 4)) - kSteps;
  return static_cast<std::size_t>(exponent - 3) * kSteps + step;
}

std::uint64_t LatencyHistogram::end_of(std::size_t bucket) {
  if (bucket < kSteps) return bucket;
  const std::size_t exponent = bucket / kSteps + 3;
  const std::uint64_t step = bucket % kSteps + kSteps;
  return ((step + 1) << (exponent - 4)) - 1;
}

void LatencyHistogram::add(std::chrono::nanoseconds latency) {
  const auto value = static_cast<std::uint64_t>(std::max<std::int64_t>(latency.count(), 0));
  ++buckets_[bucket_of(value)];
  ++count_;
  sum_ += value;
  max_ = std::max(max_, value);
}

void LatencyHistogram::add(const LatencyHistogram& other) {
  for (std::size_t i = 0; i < buckets_.size(); ++i) buckets_[i] += other.buckets_[i];
  count_ += other.count_;
  sum_ += other.sum_;
  max_ = std::max(max_, other.max_);
}

std::chrono::nanoseconds LatencyHistogram::mean() const {
  return std::chrono::nanoseconds(count_ == 0 ? 0 : sum_ / count_);
}

std::chrono::nanoseconds LatencyHistogram::percentile(double percent) const {
  if (count_ == 0) return {};
  const double wanted = std::ceil(static_cast<double>(count_) * std::clamp(percent, 0.0, 100.0) / 100);
  const std::uint64_t rank = std::max<std::uint64_t>(static_cast<std::uint64_t>(wanted), 1);
  std::uint64_t seen = 0;
  for (std::size_t i = 0; i < buckets_.size(); ++i) {
    seen += buckets_[i];
    if (seen >= rank) return std::chrono::nanoseconds(std::min(end_of(i), max_));
  }
  return max();
}

LatencySummary summarize(const LatencyHistogram& histogram) {
  return {histogram.count(), histogram.percentile(50), histogram.percentile(95), histogram.percentile(99),
          histogram.max()};
}

}  // namespace ferry
