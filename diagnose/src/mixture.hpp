#pragma once

#include <cstdint>

#include "block_rows.hpp"

namespace ferry::diagnose {

/// How far a picture is made of what was sent and of something else, byte by byte.
struct Mixture {
  /// Each byte is of one or of the other.
  bool holds = false;
  /// Bytes that are surely of the other: they differ from what was sent.
  std::uint64_t foreign_bytes = 0;
  /// Rows that hold bytes which are surely of what was sent.
  std::uint64_t right_rows = 0;
  /// Rows at the start in which nothing is foreign.
  std::uint64_t rows_before_foreign = 0;
  /// From the first foreign row on nothing is surely of what was sent, but for that row's own beginning.
  bool cut_off = false;
};

/// `other` null stands for zeros.
Mixture mixture_of(const BlockRows& expected, const BlockRows& got, const BlockRows* other);

}  // namespace ferry::diagnose
