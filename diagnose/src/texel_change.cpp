#include "texel_change.hpp"

#include <array>
#include <cmath>
#include <cstdlib>
#include <span>

namespace ferry::diagnose {
namespace {

using Order = std::array<std::uint8_t, 4>;

struct OrderChange {
  TexelChange change;
  /// Channel i came from channel order[i].
  Order order;
};
constexpr OrderChange kOrders[] = {
    {TexelChange::kRedAndBlueSwapped, {2, 1, 0, 3}},
    {TexelChange::kAlphaFirst, {3, 0, 1, 2}},
    {TexelChange::kAlphaLast, {1, 2, 3, 0}},
    {TexelChange::kReversed, {3, 2, 1, 0}},
};

/// Of the curve: below so many different values that were changed, it may be chance.
constexpr int kTellingValues = 3;

bool has_four_bytes_of_colour(Format format) {
  const FormatInfo* const info = format_info(format);
  return info != nullptr &&
         (info->family == Format::kR8G8B8A8Typeless || info->family == Format::kB8G8R8A8Typeless ||
          info->family == Format::kB8G8R8X8Typeless);
}

/// Calls `same(sent, came)` for each texel until it is false.
template <typename Same>
bool for_all_texels(const BlockRows& expected, const BlockRows& got, const Same& same) {
  for (std::uint64_t row = 0; row < got.rows; ++row) {
    for (std::uint64_t i = 0; i < got.row_bytes; i += 4) {
      if (!same(expected.row(row) + i, got.row(row) + i)) return false;
    }
  }
  return true;
}

/// Source: the sRGB standard, IEC 61966-2-1.
std::array<std::uint8_t, 256> curve(bool encode) {
  std::array<std::uint8_t, 256> values{};
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double x = static_cast<double>(i) / 255;
    const double y = encode ? (x <= 0.0031308 ? 12.92 * x : 1.055 * std::pow(x, 1 / 2.4) - 0.055)
                            : (x <= 0.04045 ? x / 12.92 : std::pow((x + 0.055) / 1.055, 2.4));
    values[i] = static_cast<std::uint8_t>(std::lround(y * 255));
  }
  return values;
}

bool went_through(const BlockRows& expected, const BlockRows& got, bool encode) {
  const auto values = curve(encode);
  std::array<bool, 256> changed{};
  const bool fits = for_all_texels(expected, got, [&](const std::byte* sent, const std::byte* came) {
    if (sent[3] != came[3]) return false;
    for (std::size_t i = 0; i < 3; ++i) {
      const auto from = std::to_integer<std::uint8_t>(sent[i]);
      const auto to = std::to_integer<std::uint8_t>(came[i]);
      if (std::abs(values[from] - to) > 1) return false;
      changed[from] = changed[from] || std::abs(from - to) > 2;
    }
    return true;
  });
  int count = 0;
  for (const bool one : changed) count += one ? 1 : 0;
  return fits && count >= kTellingValues;
}

}  // namespace

TexelChange find_texel_change(Format format, const BlockRows& expected, const BlockRows& got) {
  if (!has_four_bytes_of_colour(format)) return TexelChange::kNone;
  TexelChange found = TexelChange::kNone;
  int count = 0;
  const auto take = [&](bool fits, TexelChange change) {
    if (!fits) return;
    found = change;
    ++count;
  };
  for (const OrderChange& one : kOrders) {
    const bool fits = for_all_texels(expected, got, [&](const std::byte* sent, const std::byte* came) {
      for (std::size_t i = 0; i < 4; ++i) {
        if (came[i] != sent[one.order[i]]) return false;
      }
      return true;
    });
    take(fits, one.change);
  }
  take(went_through(expected, got, true), TexelChange::kEncoded);
  take(went_through(expected, got, false), TexelChange::kDecoded);
  return count == 1 ? found : TexelChange::kNone;
}

}  // namespace ferry::diagnose
