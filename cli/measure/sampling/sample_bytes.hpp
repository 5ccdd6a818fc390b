#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace ferry::measure {

/// Bytes that differ with the seed and at each place, so that neither old nor misplaced ones pass for them.
void fill_noise(std::span<std::byte> out, std::uint64_t seed);

/// An empty text, or where the two begin to differ: `WHAT differs from byte N on`.
std::string first_difference(std::span<const std::byte> got, std::span<const std::byte> wanted,
                             const std::string& what);

}  // namespace ferry::measure
