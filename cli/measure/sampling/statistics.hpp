#pragma once

#include <cstddef>
#include <vector>

namespace ferry::measure {

/// Middle and spread of some samples, in their unit. No samples: all 0.
struct Spread {
  double median = 0;
  double first_quartile = 0;
  double third_quartile = 0;
  double least = 0;
  double most = 0;
  std::size_t samples = 0;

  /// Half the distance between the quartiles, as a part of the median; 0 where the median is.
  [[nodiscard]] double relative() const;
};

/// The value below which a part `q` (0 to 1) of the samples lies, between two of them by their distance.
/// `sorted` is not empty and rises.
double quantile(const std::vector<double>& sorted, double q);

Spread spread_of(std::vector<double> samples);

/// Whether one of two is above the other beyond what both vary by: their quartiles do not overlap.
bool differ(const Spread& a, const Spread& b);

}  // namespace ferry::measure
