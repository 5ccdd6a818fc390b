#pragma once

#include <array>
#include <chrono>
#include <cstdint>

namespace ferry {

/// Counts durations in buckets of a sixteenth of a power of two, so that percentiles are right to 7 percent
/// whatever their size. Fixed memory (8 KiB). Threading: one thread at a time.
class LatencyHistogram {
 public:
  void add(std::chrono::nanoseconds latency);
  void add(const LatencyHistogram& other);

  [[nodiscard]] std::uint64_t count() const { return count_; }
  [[nodiscard]] std::chrono::nanoseconds max() const { return std::chrono::nanoseconds(max_); }
  [[nodiscard]] std::chrono::nanoseconds mean() const;
  /// The duration that `percent` (0 to 100) of them do not exceed, rounded up to its bucket's end, never
  /// above `max`. 0 where nothing was counted.
  [[nodiscard]] std::chrono::nanoseconds percentile(double percent) const;

 private:
  static constexpr std::size_t kSteps = 16;
  static std::size_t bucket_of(std::uint64_t value);
  static std::uint64_t end_of(std::size_t bucket);

  std::array<std::uint64_t, 64 * kSteps> buckets_{};
  std::uint64_t count_ = 0;
  std::uint64_t sum_ = 0;
  std::uint64_t max_ = 0;
};

/// The figures that are usually quoted.
struct LatencySummary {
  std::uint64_t count = 0;
  std::chrono::nanoseconds p50{};
  std::chrono::nanoseconds p95{};
  std::chrono::nanoseconds p99{};
  std::chrono::nanoseconds max{};
};
LatencySummary summarize(const LatencyHistogram& histogram);

}  // namespace ferry
