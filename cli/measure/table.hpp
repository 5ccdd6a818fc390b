#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "sampling/statistics.hpp"

namespace ferry::measure {

/// What the numbers of a column are.
enum class Unit : std::uint8_t {
  kNone,          ///< Text, or a count.
  kBytes,         ///< Shown in binary units.
  kMicroseconds,  ///< "us"
  kNanoseconds,   ///< "ns"
  kMilliseconds,  ///< "ms"
  kPerSecond,     ///< "1/s"
  kMillions,      ///< "M/s": millions a second
  kGigabytes,     ///< "GB/s": 1e9 bytes a second
  kFrames,        ///< "frames"
};

/// "us", "GB/s"; empty for kNone and kBytes.
std::string_view unit_text(Unit unit);

/// Nothing (not measured here), a name, a whole number, a number, or many samples of one.
using Cell = std::variant<std::monostate, std::string, std::uint64_t, double, Spread>;

/// The middle of a cell's samples, or its number; 0 where it has none.
double middle_of(const Cell& cell);

struct Column {
  std::string key;    ///< In the JSON.
  std::string title;  ///< For people.
  Unit unit = Unit::kNone;
};

/// One plot of a table.
struct Plot {
  enum class Kind : std::uint8_t { kLines, kBars };

  std::string title;
  std::string x;                    ///< The key of the column that gives the places.
  std::string split;                ///< The column whose values are the series; empty: `values` are.
  std::vector<std::string> values;  ///< Keys of the columns drawn; one with `split`.
  Kind kind = Kind::kLines;
  bool logarithmic = false;
};

/// What one of the measurements came to.
struct Table {
  std::string name;   ///< `strategies`, as on the command line.
  std::string title;  ///< For people.
  std::string about;  ///< What was measured, and how to read it.
  std::vector<Column> columns;
  std::vector<std::vector<Cell>> rows;  ///< One cell for each column.
  std::vector<std::string> says;        ///< What the figures say, computed from them.
  std::vector<Plot> plots;
};

/// The row whose first cells are these names; null where there is none.
const std::vector<Cell>* find_row(const Table& table, const std::vector<std::string_view>& names);
/// The cell of that column; `row` is of this table.
const Cell& cell_of(const Table& table, const std::vector<Cell>& row, std::string_view key);

/// `49.1 GB/s`, `64 KiB`, `3 frames`: the number with its unit, three digits.
std::string figure_text(double value, Unit unit);
/// The number without its unit; bytes with theirs.
std::string number_text(double value, Unit unit);

/// The table for people: lines with a line break each.
std::string table_text(const Table& table);
/// The table for machines: columns, rows by their keys, sentences and plots.
nlohmann::ordered_json to_json(const Table& table);
/// The table as HTML, with an empty element `plots-NAME` for its plots.
std::string table_html(const Table& table);

}  // namespace ferry::measure
