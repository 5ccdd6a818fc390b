#pragma once

#include <cstdint>
#include <vector>

#include "block_rows.hpp"

namespace ferry::diagnose {

/// A few bytes of what came, found at one place of what was sent and at no other.
struct FoundPlace {
  std::uint64_t row = 0;
  std::uint64_t column = 0;  ///< In bytes.
  std::uint64_t from_row = 0;
  std::uint64_t from_column = 0;
};

struct UniquePlaces {
  std::vector<FoundPlace> found;
  /// What was sent has some such places, in more rows than one (or in its only one).
  bool rich = false;
};

/// Looks for samples of what came in what was sent, by one pass over it.
UniquePlaces find_unique_places(const BlockRows& expected, const BlockRows& got);

}  // namespace ferry::diagnose
