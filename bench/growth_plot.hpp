#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace ferry::bench {

/// What one thing costs at several sizes of the work around it.
struct Growth {
  std::string name;
  std::vector<std::size_t> sizes;
  /// Nanoseconds for one item at each size: the medians.
  std::vector<double> nanoseconds;
  /// Half the distance between the quartiles, as a part of the median.
  std::vector<double> spreads;
};

/// A picture of all of them, both axes logarithmic: a line that is level is a cost that does not grow.
std::string draw_growth(const std::vector<Growth>& curves);

}  // namespace ferry::bench
