#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

// Where the end points of a BC6H block lie, by its mode: the Khronos Data Format Specification's table "Block
// descriptions for BC6H block modes". Direct3D's documentation has the same as a picture.

namespace ferry::bc6h {

/// A channel of an end point: its place in EndPoints.
enum Value : std::uint8_t { kR0, kG0, kB0, kR1, kG1, kB1, kR2, kG2, kB2, kR3, kG3, kB3 };

/// Bits of one value that lie together.
struct Field {
  Value value = kR0;
  /// The lowest bit of the value that is here.
  std::uint8_t low = 0;
  /// 0 ends a list.
  std::uint8_t count = 0;
  /// The highest comes first.
  bool reversed = false;

  constexpr Field() = default;
  constexpr Field(Value of, std::uint8_t lowest, std::uint8_t bits = 1, bool turned = false)
      : value(of), low(lowest), count(bits), reversed(turned) {}
};

struct Mode {
  /// Two bits of the block where that is below 2, else five.
  std::uint8_t number;
  std::uint8_t subsets;
  /// All end points but the first are differences from it.
  bool deltas;
  /// Of each channel of the first end point, and of the others once they are added to it.
  std::uint8_t point_bits;
  /// Of the other end points' channels, as stored.
  std::array<std::uint8_t, 3> stored_bits;
  /// From above the mode's number on, to the partition's number or the indices.
  std::array<Field, 24> fields;
};

// clang-format off
inline constexpr std::array<Mode, 14> kModes = {{
    {0, 2, true, 10, {5, 5, 5},
     {{{kG2, 4}, {kB2, 4}, {kB3, 4}, {kR0, 0, 10}, {kG0, 0, 10}, {kB0, 0, 10}, {kR1, 0, 5},
       {kG3, 4}, {kG2, 0, 4}, {kG1, 0, 5}, {kB3, 0}, {kG3, 0, 4}, {kB1, 0, 5}, {kB3, 1},
       {kB2, 0, 4}, {kR2, 0, 5}, {kB3, 2}, {kR3, 0, 5}, {kB3, 3}}}},
    {1, 2, true, 7, {6, 6, 6},
     {{{kG2, 5}, {kG3, 4}, {kG3, 5}, {kR0, 0, 7}, {kB3, 0}, {kB3, 1}, {kB2, 4}, {kG0, 0, 7},
       {kB2, 5}, {kB3, 2}, {kG2, 4}, {kB0, 0, 7}, {kB3, 3}, {kB3, 5}, {kB3, 4}, {kR1, 0, 6},
       {kG2, 0, 4}, {kG1, 0, 6}, {kG3, 0, 4}, {kB1, 0, 6}, {kB2, 0, 4}, {kR2, 0, 6}, {kR3, 0, 6}}}},
    {2, 2, true, 11, {5, 4, 4},
     {{{kR0, 0, 10}, {kG0, 0, 10}, {kB0, 0, 10}, {kR1, 0, 5}, {kR0, 10}, {kG2, 0, 4}, {kG1, 0, 4},
       {kG0, 10}, {kB3, 0}, {kG3, 0, 4}, {kB1, 0, 4}, {kB0, 10}, {kB3, 1}, {kB2, 0, 4}, {kR2, 0, 5},
       {kB3, 2}, {kR3, 0, 5}, {kB3, 3}}}},
    {6, 2, true, 11, {4, 5, 4},
     {{{kR0, 0, 10}, {kG0, 0, 10}, {kB0, 0, 10}, {kR1, 0, 4}, {kR0, 10}, {kG3, 4}, {kG2, 0, 4},
       {kG1, 0, 5}, {kG0, 10}, {kG3, 0, 4}, {kB1, 0, 4}, {kB0, 10}, {kB3, 1}, {kB2, 0, 4},
       {kR2, 0, 4}, {kB3, 0}, {kB3, 2}, {kR3, 0, 4}, {kG2, 4}, {kB3, 3}}}},
    {10, 2, true, 11, {4, 4, 5},
     {{{kR0, 0, 10}, {kG0, 0, 10}, {kB0, 0, 10}, {kR1, 0, 4}, {kR0, 10}, {kB2, 4}, {kG2, 0, 4},
       {kG1, 0, 4}, {kG0, 10}, {kB3, 0}, {kG3, 0, 4}, {kB1, 0, 5}, {kB0, 10}, {kB2, 0, 4},
       {kR2, 0, 4}, {kB3, 1}, {kB3, 2}, {kR3, 0, 4}, {kB3, 4}, {kB3, 3}}}},
    {14, 2, true, 9, {5, 5, 5},
     {{{kR0, 0, 9}, {kB2, 4}, {kG0, 0, 9}, {kG2, 4}, {kB0, 0, 9}, {kB3, 4}, {kR1, 0, 5}, {kG3, 4},
       {kG2, 0, 4}, {kG1, 0, 5}, {kB3, 0}, {kG3, 0, 4}, {kB1, 0, 5}, {kB3, 1}, {kB2, 0, 4},
       {kR2, 0, 5}, {kB3, 2}, {kR3, 0, 5}, {kB3, 3}}}},
    {18, 2, true, 8, {6, 5, 5},
     {{{kR0, 0, 8}, {kG3, 4}, {kB2, 4}, {kG0, 0, 8}, {kB3, 2}, {kG2, 4}, {kB0, 0, 8}, {kB3, 3},
       {kB3, 4}, {kR1, 0, 6}, {kG2, 0, 4}, {kG1, 0, 5}, {kB3, 0}, {kG3, 0, 4}, {kB1, 0, 5},
       {kB3, 1}, {kB2, 0, 4}, {kR2, 0, 6}, {kR3, 0, 6}}}},
    {22, 2, true, 8, {5, 6, 5},
     {{{kR0, 0, 8}, {kB3, 0}, {kB2, 4}, {kG0, 0, 8}, {kG2, 5}, {kG2, 4}, {kB0, 0, 8}, {kG3, 5},
       {kB3, 4}, {kR1, 0, 5}, {kG3, 4}, {kG2, 0, 4}, {kG1, 0, 6}, {kG3, 0, 4}, {kB1, 0, 5},
       {kB3, 1}, {kB2, 0, 4}, {kR2, 0, 5}, {kB3, 2}, {kR3, 0, 5}, {kB3, 3}}}},
    {26, 2, true, 8, {5, 5, 6},
     {{{kR0, 0, 8}, {kB3, 1}, {kB2, 4}, {kG0, 0, 8}, {kB2, 5}, {kG2, 4}, {kB0, 0, 8}, {kB3, 5},
       {kB3, 4}, {kR1, 0, 5}, {kG3, 4}, {kG2, 0, 4}, {kG1, 0, 5}, {kB3, 0}, {kG3, 0, 4},
       {kB1, 0, 6}, {kB2, 0, 4}, {kR2, 0, 5}, {kB3, 2}, {kR3, 0, 5}, {kB3, 3}}}},
    {30, 2, false, 6, {6, 6, 6},
     {{{kR0, 0, 6}, {kG3, 4}, {kB3, 0}, {kB3, 1}, {kB2, 4}, {kG0, 0, 6}, {kG2, 5}, {kB2, 5},
       {kB3, 2}, {kG2, 4}, {kB0, 0, 6}, {kG3, 5}, {kB3, 3}, {kB3, 5}, {kB3, 4}, {kR1, 0, 6},
       {kG2, 0, 4}, {kG1, 0, 6}, {kG3, 0, 4}, {kB1, 0, 6}, {kB2, 0, 4}, {kR2, 0, 6}, {kR3, 0, 6}}}},
    {3, 1, false, 10, {10, 10, 10},
     {{{kR0, 0, 10}, {kG0, 0, 10}, {kB0, 0, 10}, {kR1, 0, 10}, {kG1, 0, 10}, {kB1, 0, 10}}}},
    {7, 1, true, 11, {9, 9, 9},
     {{{kR0, 0, 10}, {kG0, 0, 10}, {kB0, 0, 10}, {kR1, 0, 9}, {kR0, 10}, {kG1, 0, 9}, {kG0, 10},
       {kB1, 0, 9}, {kB0, 10}}}},
    {11, 1, true, 12, {8, 8, 8},
     {{{kR0, 0, 10}, {kG0, 0, 10}, {kB0, 0, 10}, {kR1, 0, 8}, {kR0, 10, 2, true}, {kG1, 0, 8},
       {kG0, 10, 2, true}, {kB1, 0, 8}, {kB0, 10, 2, true}}}},
    {15, 1, true, 16, {4, 4, 4},
     {{{kR0, 0, 10}, {kG0, 0, 10}, {kB0, 0, 10}, {kR1, 0, 4}, {kR0, 10, 6, true}, {kG1, 0, 4},
       {kG0, 10, 6, true}, {kB1, 0, 4}, {kB0, 10, 6, true}}}},
}};
// clang-format on

constexpr int mode_bits(std::uint32_t number) {
  return number < 2 ? 2 : 5;
}

/// Whether the fields of a mode give every bit of every value once, and take the room that there is.
constexpr bool is_whole(const Mode& mode) {
  std::array<std::uint32_t, 12> given = {};
  int taken = mode_bits(mode.number);
  for (const Field& field : mode.fields) {
    for (int bit = field.low; bit < field.low + field.count; ++bit, ++taken) {
      if ((given[field.value] >> bit & 1U) != 0) return false;
      given[field.value] |= 1U << bit;
    }
  }
  for (std::size_t value = 0; value < given.size(); ++value) {
    const bool there = value < std::size_t{6} * mode.subsets;
    const int bits = value < 3 ? mode.point_bits : mode.stored_bits[value % 3];
    if (given[value] != (there ? (1U << bits) - 1 : 0)) return false;
  }
  return taken == (mode.subsets == 1 ? 65 : 77);
}

/// The place in kModes of each number; kModes.size() where it is reserved.
constexpr std::array<std::uint8_t, 32> mode_places() {
  std::array<std::uint8_t, 32> places = {};
  for (std::size_t number = 0; number < places.size(); ++number) {
    std::size_t place = 0;
    while (place < kModes.size() && kModes[place].number != number) ++place;
    places[number] = static_cast<std::uint8_t>(place);
  }
  return places;
}

constexpr bool are_whole() {
  for (const Mode& mode : kModes) {
    if (!is_whole(mode)) return false;
  }
  return true;
}
static_assert(are_whole());

}  // namespace ferry::bc6h
