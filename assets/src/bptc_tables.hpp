#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

// What BC7 and BC6H blocks have in common: which texels share a pair of end points, and how far between the
// two each index lies. The numbers are those of the Khronos Data Format Specification's chapter "BPTC
// Compressed Texture Image Formats"; Direct3D's documentation has the same as pictures.

namespace ferry {

/// How the 16 texels of a block are shared out among its subsets.
///
/// Each subset has an anchor: the one texel whose index is stored without its highest bit, which is 0. The
/// first subset's is always texel 0.
class Partition {
 public:
  /// One subset.
  constexpr Partition() = default;
  /// `rows`: the subset of each texel, row by row, as the specification prints them.
  constexpr Partition(const char (&rows)[20], std::uint8_t second_anchor, std::uint8_t third_anchor = 0)
      : second_anchor_(second_anchor), third_anchor_(third_anchor) {
    for (std::size_t texel = 0; texel < 16; ++texel)
      subsets_[texel] = static_cast<std::uint8_t>(rows[texel + texel / 4] - '0');
  }

  constexpr std::size_t subset(std::size_t texel) const { return subsets_[texel]; }
  constexpr bool is_anchor(std::size_t texel) const {
    return texel == 0 || texel == second_anchor_ || texel == third_anchor_;
  }

 private:
  std::array<std::uint8_t, 16> subsets_ = {};
  std::uint8_t second_anchor_ = 0;
  std::uint8_t third_anchor_ = 0;
};

inline constexpr Partition kOneSubset;

// clang-format off
/// BC6H uses the first half of them.
inline constexpr std::array<Partition, 64> kTwoSubsets = {{
    {"0011 0011 0011 0011", 15}, {"0001 0001 0001 0001", 15}, {"0111 0111 0111 0111", 15},
    {"0001 0011 0011 0111", 15}, {"0000 0001 0001 0011", 15}, {"0011 0111 0111 1111", 15},
    {"0001 0011 0111 1111", 15}, {"0000 0001 0011 0111", 15}, {"0000 0000 0001 0011", 15},
    {"0011 0111 1111 1111", 15}, {"0000 0001 0111 1111", 15}, {"0000 0000 0001 0111", 15},
    {"0001 0111 1111 1111", 15}, {"0000 0000 1111 1111", 15}, {"0000 1111 1111 1111", 15},
    {"0000 0000 0000 1111", 15}, {"0000 1000 1110 1111", 15}, {"0111 0001 0000 0000", 2},
    {"0000 0000 1000 1110", 8}, {"0111 0011 0001 0000", 2}, {"0011 0001 0000 0000", 2},
    {"0000 1000 1100 1110", 8}, {"0000 0000 1000 1100", 8}, {"0111 0011 0011 0001", 15},
    {"0011 0001 0001 0000", 2}, {"0000 1000 1000 1100", 8}, {"0110 0110 0110 0110", 2},
    {"0011 0110 0110 1100", 2}, {"0001 0111 1110 1000", 8}, {"0000 1111 1111 0000", 8},
    {"0111 0001 1000 1110", 2}, {"0011 1001 1001 1100", 2}, {"0101 0101 0101 0101", 15},
    {"0000 1111 0000 1111", 15}, {"0101 1010 0101 1010", 6}, {"0011 0011 1100 1100", 8},
    {"0011 1100 0011 1100", 2}, {"0101 0101 1010 1010", 8}, {"0110 1001 0110 1001", 15},
    {"0101 1010 1010 0101", 15}, {"0111 0011 1100 1110", 2}, {"0001 0011 1100 1000", 8},
    {"0011 0010 0100 1100", 2}, {"0011 1011 1101 1100", 2}, {"0110 1001 1001 0110", 2},
    {"0011 1100 1100 0011", 15}, {"0110 0110 1001 1001", 15}, {"0000 0110 0110 0000", 6},
    {"0100 1110 0100 0000", 6}, {"0010 0111 0010 0000", 2}, {"0000 0010 0111 0010", 6},
    {"0000 0100 1110 0100", 8}, {"0110 1100 1001 0011", 15}, {"0011 0110 1100 1001", 15},
    {"0110 0011 1001 1100", 2}, {"0011 1001 1100 0110", 2}, {"0110 1100 1100 1001", 15},
    {"0110 0011 0011 1001", 15}, {"0111 1110 1000 0001", 15}, {"0001 1000 1110 0111", 15},
    {"0000 1111 0011 0011", 15}, {"0011 0011 1111 0000", 2}, {"0010 0010 1110 1110", 2},
    {"0100 0100 0111 0111", 15},
}};

inline constexpr std::array<Partition, 64> kThreeSubsets = {{
    {"0011 0011 0221 2222", 3, 15}, {"0001 0011 2211 2221", 3, 8}, {"0000 2001 2211 2211", 15, 8},
    {"0222 0022 0011 0111", 15, 3}, {"0000 0000 1122 1122", 8, 15}, {"0011 0011 0022 0022", 3, 15},
    {"0022 0022 1111 1111", 15, 3}, {"0011 0011 2211 2211", 15, 8}, {"0000 0000 1111 2222", 8, 15},
    {"0000 1111 1111 2222", 8, 15}, {"0000 1111 2222 2222", 6, 15}, {"0012 0012 0012 0012", 6, 15},
    {"0112 0112 0112 0112", 6, 15}, {"0122 0122 0122 0122", 5, 15}, {"0011 0112 1122 1222", 3, 15},
    {"0011 2001 2200 2220", 3, 8}, {"0001 0011 0112 1122", 3, 15}, {"0111 0011 2001 2200", 3, 8},
    {"0000 1122 1122 1122", 8, 15}, {"0022 0022 0022 1111", 15, 3}, {"0111 0111 0222 0222", 3, 15},
    {"0001 0001 2221 2221", 3, 8}, {"0000 0011 0122 0122", 6, 15}, {"0000 1100 2210 2210", 10, 8},
    {"0122 0122 0011 0000", 5, 3}, {"0012 0012 1122 2222", 8, 15}, {"0110 1221 1221 0110", 8, 6},
    {"0000 0110 1221 1221", 6, 10}, {"0022 1102 1102 0022", 8, 15}, {"0110 0110 2002 2222", 5, 15},
    {"0011 0122 0122 0011", 15, 10}, {"0000 2000 2211 2221", 15, 8}, {"0000 0002 1122 1222", 8, 15},
    {"0222 0022 0012 0011", 15, 3}, {"0011 0012 0022 0222", 3, 15}, {"0120 0120 0120 0120", 5, 10},
    {"0000 1111 2222 0000", 6, 10}, {"0120 1201 2012 0120", 10, 8}, {"0120 2012 1201 0120", 8, 9},
    {"0011 2200 1122 0011", 15, 10}, {"0011 1122 2200 0011", 15, 6}, {"0101 0101 2222 2222", 3, 15},
    {"0000 0000 2121 2121", 15, 8}, {"0022 1122 0022 1122", 5, 15}, {"0022 0011 0022 0011", 15, 3},
    {"0220 1221 0220 1221", 15, 6}, {"0101 2222 2222 0101", 15, 6}, {"0000 2121 2121 2121", 15, 8},
    {"0101 0101 0101 2222", 3, 15}, {"0222 0111 0222 0111", 15, 3}, {"0002 1112 0002 1112", 5, 15},
    {"0000 2112 2112 2112", 5, 15}, {"0222 0111 0111 0222", 5, 15}, {"0002 1112 1112 0002", 8, 15},
    {"0110 0110 0110 2222", 5, 15}, {"0000 0000 2112 2112", 10, 15}, {"0110 0110 2222 2222", 5, 15},
    {"0022 0011 0011 0022", 10, 15}, {"0022 1122 1122 0022", 8, 15}, {"0000 0000 0000 2112", 13, 15},
    {"0002 0001 0002 0001", 15, 3}, {"0222 1222 0222 1222", 12, 15}, {"0101 2222 2222 2222", 3, 15},
    {"0111 2011 2201 2220", 3, 8},
}};
// clang-format on

/// How much of the second end point there is in a texel, in 64ths, by its index of 2, 3 or 4 bits.
inline constexpr std::array<std::uint8_t, 4> kWeights2 = {0, 21, 43, 64};
inline constexpr std::array<std::uint8_t, 8> kWeights3 = {0, 9, 18, 27, 37, 46, 55, 64};
inline constexpr std::array<std::uint8_t, 16> kWeights4 = {0,  4,  9,  13, 17, 21, 26, 30,
                                                           34, 38, 43, 47, 51, 55, 60, 64};

constexpr int bptc_weight(int index_bits, std::uint32_t index) {
  if (index_bits == 2) return kWeights2[index];
  return index_bits == 3 ? kWeights3[index] : kWeights4[index];
}

/// Between two end points. Rounded down after a half was added, below zero too.
constexpr int bptc_between(int first, int second, int weight) {
  return (first * (64 - weight) + second * weight + 32) >> 6;
}

}  // namespace ferry
