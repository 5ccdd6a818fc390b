#include "table.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <string>

namespace ferry::measure {
namespace {

using nlohmann::json;

Table sample_table() {
  Table table;
  table.name = "sample";
  table.title = "A <sample>";
  table.about = "What it is about.";
  table.columns = {{"way", "way"},
                   {"size_bytes", "size", Unit::kBytes},
                   {"wait", "wait", Unit::kMicroseconds},
                   {"p99", "p99", Unit::kMicroseconds},
                   {"rate", "rate", Unit::kGigabytes}};
  table.rows = {
      {std::string("ring"), std::uint64_t{1} << 20, spread_of({90, 100, 110}), 123.456, std::monostate{}},
      {std::string("a & b"), std::uint64_t{64}, spread_of({0.5}), 2.0, spread_of({49.1})}};
  table.says = {"The ring <waits> longer."};
  table.plots = {{"Wait, us", "way", "", {"wait"}, Plot::Kind::kBars, true}};
  return table;
}

TEST(BenchTable, IsReadableAsText) {
  EXPECT_EQ(table_text(sample_table()),
            "A <sample>\n"
            "  What it is about.\n"
            "\n"
            "  way     size   wait, us  p99, us  rate, GB/s\n"
            "  ring   1 MiB   100 +-5%      123      -\n"
            "  a & b   64 B  0.50 +-0%     2.00   49.1 +-0%\n"
            "\n"
            "  The ring <waits> longer.\n");
}

TEST(BenchTable, HasEveryFigureAsJson) {
  const json table = json::parse(to_json(sample_table()).dump());
  EXPECT_EQ(table["name"], "sample");
  EXPECT_EQ(table["columns"][1], (json{{"key", "size_bytes"}, {"title", "size"}, {"unit", "bytes"}}));
  EXPECT_EQ(table["rows"][0]["way"], "ring");
  EXPECT_EQ(table["rows"][0]["size_bytes"], 1 << 20);
  EXPECT_EQ(
      table["rows"][0]["wait"],
      (json{
          {"median", 100.0}, {"q1", 95.0}, {"q3", 105.0}, {"least", 90.0}, {"most", 110.0}, {"samples", 3}}));
  EXPECT_EQ(table["rows"][0]["p99"], 123.456);
  EXPECT_EQ(table["rows"][0]["rate"], nullptr);
  EXPECT_EQ(table["plots"][0], (json{{"title", "Wait, us"},
                                     {"x", "way"},
                                     {"split", ""},
                                     {"values", {"wait"}},
                                     {"kind", "bars"},
                                     {"log", true}}));
}

TEST(BenchTable, IsSafeAsHtml) {
  const std::string html = table_html(sample_table());
  EXPECT_EQ(html.find("<sample>"), std::string::npos);
  EXPECT_EQ(html.find("<waits>"), std::string::npos);
  EXPECT_NE(html.find("a &amp; b"), std::string::npos);
  EXPECT_NE(html.find("id=\"plots-sample\""), std::string::npos);
  EXPECT_NE(html.find("<td>100<small>+-5%</small></td>"), std::string::npos) << html;
}

TEST(BenchTable, FiguresHaveThreeDigits) {
  EXPECT_EQ(figure_text(0.1234, Unit::kGigabytes), "0.12 GB/s");
  EXPECT_EQ(figure_text(9.994, Unit::kGigabytes), "9.99 GB/s");
  EXPECT_EQ(figure_text(9.996, Unit::kGigabytes), "10.0 GB/s");
  EXPECT_EQ(figure_text(1234.5, Unit::kMicroseconds), "1234 us");
  EXPECT_EQ(figure_text(65536, Unit::kBytes), "64 KiB");
  EXPECT_EQ(figure_text(3, Unit::kNone), "3");
}

TEST(BenchTable, RowsAreFoundByTheirNames) {
  const Table table = sample_table();
  ASSERT_NE(find_row(table, {"a & b"}), nullptr);
  EXPECT_EQ(middle_of(cell_of(table, *find_row(table, {"a & b"}), "p99")), 2.0);
  EXPECT_EQ(middle_of(cell_of(table, *find_row(table, {"ring"}), "size_bytes")), 1048576.0);
  EXPECT_EQ(find_row(table, {"nobody"}), nullptr);
  EXPECT_EQ(middle_of(cell_of(table, table.rows[0], "no such")), 0);
}

}  // namespace
}  // namespace ferry::measure
