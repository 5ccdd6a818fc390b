#include <ferry/base/text.hpp>

#include <cstdio>
#include <iterator>

namespace ferry {
namespace detail {

void append_text(std::string& out, double value) {
  char digits[40];
  const int length = std::snprintf(digits, sizeof digits, "%.6g", value);
  if (length > 0) out.append(digits, static_cast<std::size_t>(length));
}

void append_text(std::string& out, Hex value) {
  char digits[24];
  const auto end = std::to_chars(digits, digits + sizeof digits, value.value, 16).ptr;
  out += "0x";
  out.append(digits, end);
}

}  // namespace detail

std::string byte_text(std::uint64_t bytes) {
  static constexpr const char* kUnits[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  double amount = static_cast<double>(bytes);
  std::size_t unit = 0;
  // 999.95 and more would show as 1000.
  while (amount >= 999.95 && unit + 1 < std::size(kUnits)) {
    amount /= 1024.0;
    ++unit;
  }
  char digits[40];
  std::snprintf(digits, sizeof digits, amount < 99.95 ? "%.1f" : "%.0f", amount);
  std::string out = digits;
  if (out.ends_with(".0")) out.resize(out.size() - 2);
  return out + " " + kUnits[unit];
}

}  // namespace ferry
