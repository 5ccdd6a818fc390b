#pragma once

#include <compare>
#include <cstdint>
#include <vector>

#include "block_rows.hpp"

namespace ferry::diagnose {

/// How the rows may have been staged: written `written_pitch` apart from 0 on, read `read_pitch` apart from
/// `offset` on.
struct Placement {
  std::uint64_t written_pitch = 0;
  std::uint64_t read_pitch = 0;
  std::int64_t offset = 0;

  friend auto operator<=>(const Placement&, const Placement&) = default;
};

/// Whether the pitches are in order, so that the offset alone is wrong.
bool moves_only(const Placement& placement, std::uint64_t row_bytes);

/// Whether a placement explains a picture. What lies between the rows and beyond them may be anything.
struct Fit {
  /// No byte that the placement foretells is another one.
  bool holds = false;
  /// Bytes that it foretells rightly and that differ from what was sent for their place.
  std::uint64_t telling = 0;
  /// Bytes that it does not foretell and that are right nevertheless.
  std::uint64_t lucky = 0;
};
Fit fit_of(const BlockRows& expected, const BlockRows& got, const Placement& placement);

/// The placements that explain a picture that differs from what was sent.
struct PlacementSearch {
  /// Each holds, and is told by enough bytes; the simplest first.
  std::vector<Placement> found;
  /// Something was found elsewhere than it belongs, but in one row alone of several: whether the pitch or
  /// the offset moved it cannot be told.
  bool one_row_alone = false;
  /// A row was found that begins in one row and goes on in the next: only one written pitch is possible.
  bool settled = false;
  /// Each row comes from as many rows further on: how the rows move does not depend on the pitches. And how
  /// many.
  bool in_step = false;
  std::int64_t rows_further = 0;
  /// The picture has places that are found nowhere else in it, in more rows than one: a placement would have
  /// been found.
  bool rich = false;
};
PlacementSearch find_placements(const BlockRows& expected, const BlockRows& got,
                                std::uint64_t footprint_pitch);

}  // namespace ferry::diagnose
