#pragma once

#include <array>
#include <cmath>
#include <cstdint>

namespace ferry {

// The sRGB curve as Direct3D has it (the Direct3D 11.3 functional specification, "FLOAT -> SRGB" and
// "SRGB -> FLOAT"), 0 to 1 on both sides.

inline double srgb_to_linear(double encoded) noexcept {
  return encoded <= 0.04045 ? encoded / 12.92 : std::pow((encoded + 0.055) / 1.055, 2.4);
}

inline double linear_to_srgb(double linear) noexcept {
  return linear <= 0.0031308 ? linear * 12.92 : 1.055 * std::pow(linear, 1 / 2.4) - 0.055;
}

/// 8-bit sRGB without a pow() per sample.
class SrgbTables {
 public:
  /// Made on the first call; safe from any thread.
  static const SrgbTables& get() noexcept;

  [[nodiscard]] float decode(std::uint8_t encoded) const noexcept { return linear_[encoded]; }

  /// The nearest code on the sRGB curve, exactly; 0 for NaN and below 0, 255 above 1.
  [[nodiscard]] std::uint8_t encode(float linear) const noexcept {
    if (!(linear > 0)) return 0;
    if (linear >= 1) return 255;
    // No two codes begin in one bin: the curve is steepest at 0, where a code is 1 / (12.92 * 255) wide.
    const auto bin = static_cast<std::size_t>(linear * static_cast<float>(kBins));
    const std::uint8_t code = first_[bin];
    return static_cast<std::uint8_t>(code + (linear >= begin_[code + 1U] ? 1 : 0));
  }

 private:
  static constexpr std::size_t kBins = 4096;

  SrgbTables() noexcept;

  std::array<float, 256> linear_ = {};
  /// Where a code begins: halfway, on the curve, to the one before.
  std::array<float, 257> begin_ = {};
  /// The code at the start of each bin.
  std::array<std::uint8_t, kBins> first_ = {};
};

}  // namespace ferry
