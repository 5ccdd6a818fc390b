#include "growth_plot.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace ferry::bench {
namespace {

constexpr double kWidth = 760;
constexpr double kHeight = 420;
constexpr double kLeft = 70;
constexpr double kRight = 200;
constexpr double kTop = 20;
constexpr double kBottom = 50;
constexpr const char* kColours[] = {"#1b6ca8", "#d1495b", "#3a7d44", "#8a5a9e", "#c98a1b"};

/// A stretch of powers of ten on one axis.
struct Axis {
  int first = 0;
  int last = 1;

  static Axis around(double least, double most) {
    Axis axis = {static_cast<int>(std::floor(std::log10(least))),
                 static_cast<int>(std::ceil(std::log10(most)))};
    axis.last = std::max(axis.last, axis.first + 1);
    return axis;
  }
  /// 0 to 1.
  [[nodiscard]] double place(double value) const { return (std::log10(value) - first) / (last - first); }
};

std::string print(const char* format, auto... values) {
  char text[512];
  const int length = std::snprintf(text, sizeof text, format, values...);
  return {text, static_cast<std::size_t>(std::clamp(length, 0, static_cast<int>(sizeof text) - 1))};
}

double x_of(const Axis& axis, double value) {
  return kLeft + axis.place(value) * (kWidth - kLeft - kRight);
}

double y_of(const Axis& axis, double value) {
  return kHeight - kBottom - axis.place(value) * (kHeight - kTop - kBottom);
}

}  // namespace

std::string draw_growth(const std::vector<Growth>& curves) {
  double least_size = 1e300, most_size = 0, least_time = 1e300, most_time = 0;
  for (const Growth& curve : curves) {
    for (const std::size_t size : curve.sizes) {
      least_size = std::min(least_size, static_cast<double>(size));
      most_size = std::max(most_size, static_cast<double>(size));
    }
    for (const double time : curve.nanoseconds) {
      least_time = std::min(least_time, time);
      most_time = std::max(most_time, time);
    }
  }
  if (most_size == 0) return {};
  const Axis sizes = Axis::around(least_size, most_size);
  const Axis times = Axis::around(least_time, most_time);

  std::string out = print(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" font-family=\"sans-serif\" "
      "font-size=\"12\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
      kWidth, kHeight);
  for (int power = sizes.first; power <= sizes.last; ++power) {
    const double x = x_of(sizes, std::pow(10, power));
    out += print("<path d=\"M%.1f %.1fV%.1f\" stroke=\"#ddd\"/>\n", x, kTop, kHeight - kBottom);
    out += print("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%.0f</text>\n", x,
                 kHeight - kBottom + 18, std::pow(10, power));
  }
  for (int power = times.first; power <= times.last; ++power) {
    const double y = y_of(times, std::pow(10, power));
    out += print("<path d=\"M%.1f %.1fH%.1f\" stroke=\"#ddd\"/>\n", kLeft, y, kWidth - kRight);
    out += print("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">%g ns</text>\n", kLeft - 6, y + 4,
                 std::pow(10, power));
  }
  out += print("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">items at once</text>\n",
               (kLeft + kWidth - kRight) / 2, kHeight - 12);
  for (std::size_t i = 0; i < curves.size(); ++i) {
    const Growth& curve = curves[i];
    const char* colour = kColours[i % std::size(kColours)];
    std::string path;
    for (std::size_t k = 0; k < curve.sizes.size(); ++k) {
      const double x = x_of(sizes, static_cast<double>(curve.sizes[k]));
      const double y = y_of(times, curve.nanoseconds[k]);
      path += print("%c%.1f %.1f", k == 0 ? 'M' : 'L', x, y);
      out += print("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>\n", x, y, colour);
    }
    out += print("<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>\n", path.c_str(), colour);
    if (!curve.sizes.empty()) {
      out += print("<text x=\"%.1f\" y=\"%.1f\" fill=\"%s\">%s</text>\n",
                   x_of(sizes, static_cast<double>(curve.sizes.back())) + 8,
                   y_of(times, curve.nanoseconds.back()) + 4, colour, curve.name.c_str());
    }
  }
  return out + "</svg>\n";
}

}  // namespace ferry::bench
