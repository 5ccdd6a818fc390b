#include "table.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <nlohmann/json.hpp>

#include <ferry/base/text.hpp>

#include <fmt/format.h>

namespace ferry::measure {

using json = nlohmann::ordered_json;

namespace {

json cell_json(const Cell& cell) {
  if (const auto* const name = std::get_if<std::string>(&cell)) return *name;
  if (const auto* const count = std::get_if<std::uint64_t>(&cell)) return *count;
  if (const auto* const number = std::get_if<double>(&cell)) return *number;
  if (const auto* const spread = std::get_if<Spread>(&cell)) {
    return {{"median", spread->median}, {"q1", spread->first_quartile}, {"q3", spread->third_quartile},
            {"least", spread->least},   {"most", spread->most},         {"samples", spread->samples}};
  }
  return nullptr;
}

}  // namespace

std::string_view unit_text(Unit unit) {
  switch (unit) {
    case Unit::kMicroseconds:
      return "us";
    case Unit::kNanoseconds:
      return "ns";
    case Unit::kMilliseconds:
      return "ms";
    case Unit::kPerSecond:
      return "1/s";
    case Unit::kMillions:
      return "M/s";
    case Unit::kGigabytes:
      return "GB/s";
    case Unit::kFrames:
      return "frames";
    case Unit::kNone:
    case Unit::kBytes:
      break;
  }
  return "";
}

double middle_of(const Cell& cell) {
  if (const auto* const count = std::get_if<std::uint64_t>(&cell)) return static_cast<double>(*count);
  if (const auto* const number = std::get_if<double>(&cell)) return *number;
  if (const auto* const spread = std::get_if<Spread>(&cell)) return spread->median;
  return 0;
}

const std::vector<Cell>* find_row(const Table& table, const std::vector<std::string_view>& names) {
  for (const std::vector<Cell>& row : table.rows) {
    bool same = true;
    for (std::size_t i = 0; i < names.size(); ++i) {
      const auto* const name = std::get_if<std::string>(&row[i]);
      same = same && name != nullptr && *name == names[i];
    }
    if (same) return &row;
  }
  return nullptr;
}

const Cell& cell_of(const Table& table, const std::vector<Cell>& row, std::string_view key) {
  static const Cell kNothing;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    if (table.columns[i].key == key) return row[i];
  }
  return kNothing;
}

std::string number_text(double value, Unit unit) {
  if (unit == Unit::kBytes) return byte_text(static_cast<std::uint64_t>(value));
  if (unit == Unit::kNone) return fmt::format("{:.0f}", value);
  const double size = std::abs(value);
  const int decimals = size < 9.995 ? 2 : size < 99.95 ? 1 : 0;
  return fmt::format("{:.{}f}", value, decimals);
}

std::string figure_text(double value, Unit unit) {
  const std::string_view name = unit_text(unit);
  return fmt::format("{}{}{}", number_text(value, unit), name.empty() ? "" : " ", name);
}

json to_json(const Table& table) {
  json columns = json::array();
  for (const Column& column : table.columns) {
    const std::string_view unit = column.unit == Unit::kBytes ? "bytes" : unit_text(column.unit);
    columns.push_back({{"key", column.key}, {"title", column.title}, {"unit", std::string(unit)}});
  }
  json rows = json::array();
  for (const std::vector<Cell>& row : table.rows) {
    json object = json::object();
    for (std::size_t i = 0; i < row.size(); ++i) object[table.columns[i].key] = cell_json(row[i]);
    rows.push_back(std::move(object));
  }
  json plots = json::array();
  for (const Plot& plot : table.plots) {
    plots.push_back({{"title", plot.title},
                     {"x", plot.x},
                     {"split", plot.split},
                     {"values", plot.values},
                     {"kind", plot.kind == Plot::Kind::kBars ? "bars" : "lines"},
                     {"log", plot.logarithmic}});
  }
  return {{"name", table.name},       {"title", table.title},          {"about", table.about},
          {"says", table.says},       {"columns", std::move(columns)}, {"rows", std::move(rows)},
          {"plots", std::move(plots)}};
}

}  // namespace ferry::measure
