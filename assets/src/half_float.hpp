#pragma once

#include <bit>
#include <cstdint>

namespace ferry {

/// A 16-bit float (IEEE 754 binary16) as a 32-bit one; exact.
inline float half_to_float(std::uint16_t half) noexcept {
  const std::uint32_t sign = (half & 0x8000U) << 16;
  const std::uint32_t rest = half & 0x7fffU;
  if (rest >= 0x7c00) return std::bit_cast<float>(sign | 0x7f800000U | (rest & 0x3ffU) << 13);
  if (rest >= 0x0400) return std::bit_cast<float>(sign | ((rest << 13) + 0x38000000U));
  // Denormal: a multiple of 2^-24.
  const float value = static_cast<float>(rest) * 0x1p-24F;
  return sign != 0 ? -value : value;
}

/// The nearest 16-bit float, ties to even; infinity beyond 65504 and a half step. NaN stays NaN.
inline std::uint16_t float_to_half(float value) noexcept {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t sign = bits >> 16 & 0x8000U;
  const std::uint32_t rest = bits & 0x7fffffffU;
  if (rest > 0x7f800000) return static_cast<std::uint16_t>(sign | 0x7e00U);
  if (rest >= 0x477ff000) return static_cast<std::uint16_t>(sign | 0x7c00U);
  if (rest < 0x38800000) {
    // Below 2^-14: adding a half makes the CPU round to a multiple of 2^-24.
    const float magnitude = std::bit_cast<float>(rest) + 0.5F;
    return static_cast<std::uint16_t>(sign | (std::bit_cast<std::uint32_t>(magnitude) - 0x3f000000U));
  }
  const std::uint32_t rounded = rest + 0xfffU + (rest >> 13 & 1U);
  return static_cast<std::uint16_t>(sign | (rounded - 0x38000000U) >> 13);
}

}  // namespace ferry
