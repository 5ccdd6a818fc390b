#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "report_page/report_page.hpp"
#include "table.hpp"

namespace ferry::measure {

namespace {

/// A cell as two texts: the middle, and what it varies by.
struct CellText {
  std::string middle;
  std::string spread;
};

CellText text_of(const Cell& cell, Unit unit) {
  if (const auto* const name = std::get_if<std::string>(&cell)) return {*name, ""};
  if (std::holds_alternative<std::monostate>(cell)) return {"-", ""};
  CellText text = {number_text(middle_of(cell), unit), ""};
  if (const auto* const spread = std::get_if<Spread>(&cell)) {
    text.spread = fmt::format("+-{:.0f}%", spread->relative() * 100);
  }
  return text;
}

std::string head_of(const Column& column) {
  const std::string_view unit = unit_text(column.unit);
  return unit.empty() ? column.title : fmt::format("{}, {}", column.title, unit);
}

bool is_text(const Table& table, std::size_t column) {
  return !table.rows.empty() && std::holds_alternative<std::string>(table.rows.front()[column]);
}

/// `text` broken into lines of at most `width` characters, each after `indent`.
std::string wrapped(std::string_view text, std::size_t width, std::string_view indent) {
  std::string out;
  while (!text.empty()) {
    std::size_t end = text.size();
    if (end + indent.size() > width) {
      end = text.rfind(' ', width - indent.size());
      if (end == std::string_view::npos || end == 0) end = text.find(' ');
      if (end == std::string_view::npos) end = text.size();
    }
    out += fmt::format("{}{}\n", indent, text.substr(0, end));
    text.remove_prefix(std::min(text.size(), end + 1));
  }
  return out;
}

}  // namespace

std::string table_text(const Table& table) {
  constexpr std::size_t kWidth = 110;
  std::string out = table.title + "\n" + wrapped(table.about, kWidth, "  ") + "\n";
  const std::size_t columns = table.columns.size();
  std::vector<std::size_t> middles(columns);
  std::vector<std::size_t> spreads(columns);
  for (std::size_t i = 0; i < columns; ++i) {
    for (const std::vector<Cell>& row : table.rows) {
      const CellText text = text_of(row[i], table.columns[i].unit);
      middles[i] = std::max(middles[i], text.middle.size());
      spreads[i] = std::max(spreads[i], text.spread.size());
    }
    const std::size_t gap = spreads[i] == 0 ? 0 : 1;
    const std::size_t head = head_of(table.columns[i]).size();
    if (head > middles[i] + gap + spreads[i]) middles[i] = head - gap - spreads[i];
  }
  const auto add = [&](std::string line) {
    while (!line.empty() && line.back() == ' ') line.pop_back();
    out += line + "\n";
  };
  std::string head;
  for (std::size_t i = 0; i < columns; ++i) {
    const std::size_t width = middles[i] + (spreads[i] == 0 ? 0 : 1 + spreads[i]);
    const std::string name = head_of(table.columns[i]);
    head +=
        "  " + (is_text(table, i) ? fmt::format("{:<{}}", name, width) : fmt::format("{:>{}}", name, width));
  }
  add(head);
  for (const std::vector<Cell>& row : table.rows) {
    std::string line;
    for (std::size_t i = 0; i < columns; ++i) {
      const CellText text = text_of(row[i], table.columns[i].unit);
      line += "  " + (is_text(table, i) ? fmt::format("{:<{}}", text.middle, middles[i])
                                        : fmt::format("{:>{}}", text.middle, middles[i]));
      if (spreads[i] != 0) line += fmt::format(" {:>{}}", text.spread, spreads[i]);
    }
    add(line);
  }
  if (!table.says.empty()) out += "\n";
  for (const std::string& sentence : table.says) out += wrapped(sentence, kWidth, "  ");
  return out;
}

std::string table_html(const Table& table) {
  const auto text = [](std::string_view words) { return cli::html_text(words); };
  std::string out = fmt::format("<section id=\"{}\">\n<h2>{}</h2>\n<p class=\"quiet\">{}</p>\n",
                                text(table.name), text(table.title), text(table.about));
  for (const std::string& sentence : table.says) out += fmt::format("<p>{}</p>\n", text(sentence));
  out += fmt::format("<div class=\"plots\" id=\"plots-{}\"></div>\n", text(table.name));
  out += "<div class=\"wide\"><table>\n<tr>";
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    out += fmt::format("<th{}>{}</th>", is_text(table, i) ? " class=\"text\"" : "",
                       text(head_of(table.columns[i])));
  }
  out += "</tr>\n";
  for (const std::vector<Cell>& row : table.rows) {
    out += "<tr>";
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      const CellText cell = text_of(row[i], table.columns[i].unit);
      out += fmt::format("<td{}>{}", is_text(table, i) ? " class=\"text\"" : "", text(cell.middle));
      if (!cell.spread.empty()) out += fmt::format("<small>{}</small>", text(cell.spread));
      out += "</td>";
    }
    out += "</tr>\n";
  }
  return out + "</table></div>\n</section>\n";
}

}  // namespace ferry::measure
