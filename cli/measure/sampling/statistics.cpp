#include "statistics.hpp"

#include <algorithm>
#include <cmath>

namespace ferry::measure {

double Spread::relative() const {
  return median == 0 ? 0 : (third_quartile - first_quartile) / 2 / std::abs(median);
}

double quantile(const std::vector<double>& sorted, double q) {
  const double at = q * static_cast<double>(sorted.size() - 1);
  const auto low = static_cast<std::size_t>(at);
  const std::size_t high = std::min(low + 1, sorted.size() - 1);
  return sorted[low] + (sorted[high] - sorted[low]) * (at - static_cast<double>(low));
}

Spread spread_of(std::vector<double> samples) {
  if (samples.empty()) return {};
  std::sort(samples.begin(), samples.end());
  return {quantile(samples, 0.5), quantile(samples, 0.25), quantile(samples, 0.75),
          samples.front(),        samples.back(),          samples.size()};
}

bool differ(const Spread& a, const Spread& b) {
  return a.first_quartile > b.third_quartile || b.first_quartile > a.third_quartile;
}

}  // namespace ferry::measure
