#include "placement.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>
#include <utility>

#include <ferry/base/units.hpp>
#include <ferry/layout/footprint.hpp>

#include "unique_places.hpp"

namespace ferry::diagnose {
namespace {

/// Of each: pairs of points that are looked at, and placements that are tried on the whole picture.
constexpr std::size_t kPairs = 96;
constexpr std::size_t kTried = 96;

/// All that a point says: offset + row * read_pitch == from_row * written_pitch + shift.
struct Equation {
  std::int64_t row = 0;
  std::int64_t from_row = 0;
  std::int64_t shift = 0;

  friend auto operator<=>(const Equation&, const Equation&) = default;  // NOLINT(modernize-use-nullptr)
};

/// Bytes of both that differ.
std::uint64_t differing(const std::byte* a, const std::byte* b, std::uint64_t count) {
  if (std::memcmp(a, b, static_cast<std::size_t>(count)) == 0) return 0;
  std::uint64_t differ = 0;
  for (std::uint64_t i = 0; i < count; ++i) differ += a[i] != b[i] ? 1 : 0;
  return differ;
}

/// The quotient where it is a whole number above 0; else 0.
std::int64_t whole(std::int64_t dividend, std::int64_t divisor) {
  if (divisor == 0 || dividend % divisor != 0) return 0;
  return std::max<std::int64_t>(dividend / divisor, 0);
}

/// Pitches that the rows may have been written with, were these two equations true.
void add_written_pitches(const Equation& a, const Equation& b, std::int64_t footprint_pitch,
                         std::set<std::int64_t>& pitches) {
  const std::int64_t rows = b.row - a.row;
  const std::int64_t from_rows = b.from_row - a.from_row;
  const std::int64_t shift = b.shift - a.shift;
  const auto add = [&](std::int64_t pitch) {
    if (pitch > 0) pitches.insert(pitch);
  };
  // One row that begins in one row and goes on in the next settles it.
  if (rows == 0) return add(whole(-shift, from_rows));
  add(whole(rows * footprint_pitch - shift, from_rows));
  // The offset alone, and the pitch alone, were they the only fault.
  add(whole(shift, rows - from_rows));
  add(whole(a.row * b.shift - b.row * a.shift, b.row * a.from_row - a.row * b.from_row));
}

bool is_true(const Equation& equation, const Placement& placement) {
  return placement.offset + equation.row * static_cast<std::int64_t>(placement.read_pitch) ==
         equation.from_row * static_cast<std::int64_t>(placement.written_pitch) + equation.shift;
}

/// Of the placements that were found, of each fault, those that explain the most of the equations, one
/// fault before two; and what the equations say of them.
void keep_the_best(PlacementSearch& search, std::vector<Equation> equations, std::uint64_t row_bytes) {
  if (search.found.empty()) return;
  const auto explained = [&](const Placement& placement) {
    return std::count_if(equations.begin(), equations.end(),
                         [&](const Equation& equation) { return is_true(equation, placement); });
  };
  std::array<std::ptrdiff_t, 2> most = {};
  const auto kind = [&](const Placement& p) { return std::size_t{moves_only(p, row_bytes) ? 0u : 1u}; };
  for (const Placement& p : search.found) most[kind(p)] = std::max(most[kind(p)], explained(p));
  std::erase_if(search.found, [&](const Placement& p) { return explained(p) < most[kind(p)]; });
  std::stable_sort(search.found.begin(), search.found.end(), [](const Placement& a, const Placement& b) {
    const auto faults = [](const Placement& p) {
      return (p.offset != 0 ? 1 : 0) + (p.written_pitch != p.read_pitch ? 1 : 0);
    };
    return faults(a) < faults(b);
  });

  std::erase_if(equations,
                [&](const Equation& equation) { return !is_true(equation, search.found.front()); });
  search.rows_further = equations.front().from_row - equations.front().row;
  search.in_step = std::all_of(equations.begin(), equations.end(), [&](const Equation& equation) {
    return equation.from_row - equation.row == search.rows_further;
  });
  for (std::size_t i = 1; i < equations.size(); ++i) {
    const Equation& before = equations[i - 1];
    search.settled =
        search.settled || (before.row == equations[i].row && before.from_row != equations[i].from_row);
  }
}

}  // namespace

bool moves_only(const Placement& placement, std::uint64_t row_bytes) {
  return placement.written_pitch == placement.read_pitch && placement.written_pitch >= row_bytes;
}

Fit fit_of(const BlockRows& expected, const BlockRows& got, const Placement& placement) {
  Fit fit;
  const auto written = static_cast<std::int64_t>(placement.written_pitch);
  const auto row_bytes = static_cast<std::int64_t>(expected.row_bytes);
  const auto last_row = static_cast<std::int64_t>(expected.rows) - 1;
  for (std::uint64_t row = 0; row < got.rows; ++row) {
    const std::byte* const came = got.row(row);
    const std::byte* const sent = expected.row(row);
    const auto skip = [&](std::int64_t from, std::int64_t to) {
      const auto count = static_cast<std::uint64_t>(std::max<std::int64_t>(to - from, 0));
      fit.lucky += count - differing(came + from, sent + from, count);
    };
    const std::int64_t begin = placement.offset + static_cast<std::int64_t>(row * placement.read_pitch);
    std::int64_t at = std::clamp<std::int64_t>(-begin, 0, row_bytes);
    skip(0, at);
    while (at < row_bytes) {
      const std::int64_t address = begin + at;
      // Rows written later lie over the ends of earlier ones where the pitch is below a row.
      const std::int64_t from = std::min(address / written, last_row);
      const std::int64_t column = address - from * written;
      const std::int64_t end = from < last_row ? std::min(at + written - column, row_bytes) : row_bytes;
      const std::int64_t known_end = std::clamp(at + row_bytes - column, at, end);
      const auto known = static_cast<std::uint64_t>(known_end - at);
      if (known > 0) {
        const std::byte* const foretold = expected.row(static_cast<std::uint64_t>(from)) + column;
        if (std::memcmp(came + at, foretold, static_cast<std::size_t>(known)) != 0) return {};
        fit.telling += differing(came + at, sent + at, known);
      }
      skip(known_end, end);
      at = end;
    }
  }
  fit.holds = true;
  return fit;
}

PlacementSearch find_placements(const BlockRows& expected, const BlockRows& got,
                                std::uint64_t footprint_pitch) {
  PlacementSearch search;
  const UniquePlaces places = find_unique_places(expected, got);
  search.rich = places.rich;
  std::set<Equation> distinct;
  bool moved = false;
  for (const FoundPlace& place : places.found) {
    const Equation equation = {
        static_cast<std::int64_t>(place.row), static_cast<std::int64_t>(place.from_row),
        static_cast<std::int64_t>(place.from_column) - static_cast<std::int64_t>(place.column)};
    moved = moved || equation.row != equation.from_row || equation.shift != 0;
    distinct.insert(equation);
  }
  if (!moved) return search;
  std::vector<Equation> equations(distinct.begin(), distinct.end());
  const auto footprint = static_cast<std::int64_t>(footprint_pitch);

  // The offset alone, and for a picture of one row all there is.
  std::set<Placement> candidates;
  for (std::size_t i = 0; i < equations.size() && i < kTried; ++i) {
    const Equation& one = equations[i];
    candidates.insert({footprint_pitch, footprint_pitch, (one.from_row - one.row) * footprint + one.shift});
  }
  if (got.rows > 1 && equations.front().row == equations.back().row) {
    search.one_row_alone = true;
    return search;
  }
  // Each with its neighbours in the list, near and far.
  std::vector<std::pair<Equation, Equation>> pairs;
  for (std::size_t step = 1; step < equations.size() && pairs.size() < kPairs; step = step * 2 + 1) {
    for (std::size_t i = 0; i + step < equations.size() && pairs.size() < kPairs; ++i) {
      pairs.emplace_back(equations[i], equations[i + step]);
    }
  }
  std::int64_t furthest = 0;
  for (const Equation& equation : equations) furthest = std::max(furthest, std::abs(equation.shift));
  // Where the rows never reach each other, any pitch far enough explains them.
  const auto far_enough = static_cast<std::int64_t>(
      align_up(expected.row_bytes + static_cast<std::uint64_t>(furthest), kRowPitchAlignment));
  std::set<std::int64_t> written = {footprint, static_cast<std::int64_t>(expected.row_bytes), far_enough};
  for (const auto& [a, b] : pairs) add_written_pitches(a, b, footprint, written);
  std::map<Placement, std::size_t> votes;
  for (const std::int64_t pitch : written) {
    for (const auto& [a, b] : pairs) {
      const std::int64_t read = whole((b.from_row - a.from_row) * pitch + b.shift - a.shift, b.row - a.row);
      if (read == 0) continue;
      ++votes[{static_cast<std::uint64_t>(pitch), static_cast<std::uint64_t>(read),
               a.from_row * pitch + a.shift - a.row * read}];
    }
  }
  std::vector<std::pair<std::size_t, Placement>> order;
  order.reserve(votes.size());
  for (const auto& [placement, count] : votes) order.emplace_back(count, placement);
  std::sort(order.begin(), order.end(), [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  });
  if (order.size() > kTried) order.erase(order.begin() + kTried, order.end());
  for (const auto& [count, placement] : order) candidates.insert(placement);

  for (const Placement& placement : candidates) {
    const Fit fit = fit_of(expected, got, placement);
    if (fit.holds && fit.telling >= kTellingBytes) search.found.push_back(placement);
  }
  keep_the_best(search, std::move(equations), expected.row_bytes);
  return search;
}

}  // namespace ferry::diagnose
