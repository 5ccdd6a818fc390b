// `ferry bench` from outside: its document, its page, and the page in a browser.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "ferry_command.hpp"
#include "report_page/test/browser.hpp"

namespace ferry::cli {
namespace {

using nlohmann::json;

const json& table_of(const json& document, const std::string& name) {
  static const json kNothing;
  for (const json& table : document["tables"]) {
    if (table["name"] == name) return table;
  }
  return kNothing;
}

/// A cell with samples: numbers in their order, all of them positive, or some where `may_be_zero`.
void expect_spread(const json& cell, bool may_be_zero = false) {
  ASSERT_TRUE(cell.is_object()) << cell;
  const double least = cell["least"];
  const double q1 = cell["q1"];
  const double median = cell["median"];
  const double q3 = cell["q3"];
  const double most = cell["most"];
  EXPECT_TRUE(least <= q1 && q1 <= median && median <= q3 && q3 <= most) << cell;
  EXPECT_GE(cell["samples"], 2);
  if (may_be_zero) {
    EXPECT_GE(least, 0) << cell;
  } else {
    EXPECT_GT(least, 0) << cell;
  }
}

/// The values of those columns, row by row.
std::vector<std::vector<json>> names_of(const json& table, const std::vector<std::string>& keys) {
  std::vector<std::vector<json>> names;
  for (const json& row : table["rows"]) {
    names.emplace_back();
    for (const std::string& key : keys) names.back().push_back(row[key]);
  }
  return names;
}

/// Each of `first` with each of `second`, in that order.
std::vector<std::vector<json>> pairs(const std::vector<json>& first, const std::vector<json>& second) {
  std::vector<std::vector<json>> all;
  for (const json& a : first) {
    for (const json& b : second) all.push_back({a, b});
  }
  return all;
}

void expect_strategies(const json& table) {
  EXPECT_EQ(names_of(table, {"pattern", "strategy"}),
            pairs({"constants", "vertices", "texture"}, {"buffer per frame", "wait every time", "ring"}));
  for (const json& row : table["rows"]) {
    expect_spread(row["frames_per_second"]);
    expect_spread(row["wait"], true);
    const std::uint64_t burst = row["burst_bytes"];
    const std::uint64_t memory = row["memory_bytes"];
    EXPECT_GT(burst, 0u);
    if (row["strategy"] == "buffer per frame") {
      EXPECT_EQ(memory, 3 * burst);
    }
    if (row["strategy"] == "wait every time") {
      EXPECT_EQ(memory, burst);
    }
    if (row["strategy"] == "wait every time") {
      EXPECT_GT(row["wait"]["median"], 0);
    }
    if (row["strategy"] == "ring") {
      EXPECT_TRUE(memory >= burst && memory < 2 * burst) << memory;
    }
  }
  EXPECT_EQ(table["says"].size(), 3u);
}

void expect_bandwidth(const json& table) {
  std::vector<std::uint64_t> pieces;
  for (const json& row : table["rows"]) {
    pieces.push_back(row["piece_bytes"]);
    for (const char* const key : {"memcpy", "staging", "staging_all_threads", "copy_up", "copy_down",
                                  "copy_both", "whole_up", "whole_down"}) {
      SCOPED_TRACE(key);
      expect_spread(row[key]);
    }
  }
  EXPECT_EQ(pieces,
            (std::vector<std::uint64_t>{4096, 16384, 65536, 262144, 1 << 20, 4 << 20, 16 << 20, 64 << 20}));
  EXPECT_EQ(table["says"].size(), 2u);
}

void expect_small(const json& table) {
  EXPECT_EQ(names_of(table, {"upload", "way"}),
            pairs({"64 B to one buffer", "64 B to many buffers", "256 B to one buffer",
                   "256 B to many buffers", "4 KiB to one buffer", "4 KiB to many buffers"},
                  {"ferry", "by hand, 4 x 4 MiB", "by hand, one by one"}));
  for (const json& row : table["rows"]) {
    expect_spread(row["each"]);
    expect_spread(row["rate"]);
    // Millions a second, and gigabytes a second, of the same times.
    EXPECT_NEAR(row["each"]["least"].get<double>() * row["rate"]["most"].get<double>(), 1e3, 1e-3);
    EXPECT_NEAR(row["rate"]["most"].get<double>() * row["size_bytes"].get<double>() * 1e-3,
                row["gigabytes_per_second"]["most"].get<double>(), 1e-6);
    const bool many = row["upload"].get<std::string>().find("many") != std::string::npos;
    EXPECT_EQ(row["buffers"] > 1, many);
  }
  EXPECT_EQ(table["says"].size(), 6u);
}

void expect_latency(const json& table) {
  EXPECT_EQ(names_of(table, {"transfer", "way"}),
            pairs({"upload 256 B", "readback 64 B"}, {"ferry", "by hand, event", "by hand, looking"}));
  for (const json& row : table["rows"]) {
    expect_spread(row["time"]);
    EXPECT_GE(row["p99"], row["time"]["median"]);
    EXPECT_GE(row["most"], row["p99"]);
  }
  EXPECT_EQ(table["says"].size(), 2u);
}

void expect_readback(const json& table) {
  EXPECT_EQ(names_of(table, {"what", "way"}),
            pairs({"64 B", "64 KiB", "1 MiB", "1920x1080", "3840x2160"},
                  {"synchronous", "pooled, at once", "1 frame late", "2 frames late", "3 frames late"}));
  const std::map<std::string, std::uint64_t> sizes = {
      {"64 B", 64}, {"64 KiB", 65536}, {"1 MiB", 1 << 20}, {"1920x1080", 8294400}, {"3840x2160", 33177600}};
  for (const json& row : table["rows"]) {
    expect_spread(row["frames_per_second"]);
    expect_spread(row["wait"], true);
    expect_spread(row["age"]);
    EXPECT_EQ(row["size_bytes"], sizes.at(row["what"]));
  }
  EXPECT_EQ(table["says"].size(), 5u);
}

/// What the page must draw of a table, worked out from the document alone.
json expected_plot(const json& table, const json& plot) {
  std::vector<json> places;
  std::vector<json> names;
  const auto add = [](std::vector<json>& list, const json& value) {
    if (std::find(list.begin(), list.end(), value) == list.end()) list.push_back(value);
  };
  const bool split = !plot["split"].get<std::string>().empty();
  for (const json& row : table["rows"]) {
    add(places, row[plot["x"].get<std::string>()]);
    if (split) add(names, row[plot["split"].get<std::string>()]);
  }
  if (!split) names = plot["values"].get<std::vector<json>>();
  json series = json::array();
  for (const json& name : names) {
    const std::string key = split ? plot["values"][0] : name;
    json values = json::array();
    for (const json& place : places) {
      for (const json& row : table["rows"]) {
        if (row[plot["x"].get<std::string>()] != place) continue;
        if (split && row[plot["split"].get<std::string>()] != name) continue;
        values.push_back(row[key].is_object() ? row[key]["median"] : row[key]);
      }
    }
    series.push_back(values);
  }
  return series;
}

class BenchCommand : public CommandTest {};

TEST_F(BenchCommand, MeasuresEverythingAndThePageHoldsWhatTheDocumentHolds) {
  const Ran ran = run("bench all --quick --json --report " + quoted("bench.html"));
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  const json document = json::parse(ran.out);
  EXPECT_NE(document["adapter"], "");
  EXPECT_EQ(document["quick"], true);
  EXPECT_EQ(document["interrupted"], false);
  ASSERT_EQ(document["tables"].size(), 5u);
  expect_strategies(table_of(document, "strategies"));
  expect_bandwidth(table_of(document, "bandwidth"));
  expect_small(table_of(document, "small"));
  expect_latency(table_of(document, "latency"));
  expect_readback(table_of(document, "readback"));
  for (const char* const name : {"strategies", "bandwidth", "small", "latency", "readback"}) {
    EXPECT_NE(ran.err.find(std::string("ferry bench: ") + name + "\n"), std::string::npos) << ran.err;
  }

  const std::string page = test::whole_file(at("bench.html"));
  EXPECT_EQ(json::parse(test::embedded_json(page, "data")), document);
  for (const json& table : document["tables"]) {
    for (const json& sentence : table["says"]) {
      // Sentences hold no markup but apostrophes.
      EXPECT_NE(page.find("<p>" + sentence.get<std::string>().substr(0, 12)), std::string::npos) << sentence;
    }
  }

  const std::string browser = test::find_browser();
  if (browser.empty()) GTEST_SKIP() << "all but the browser's part is done: there is no Chromium here";
  const auto seen = test::open_in_browser(browser, at("bench.html"), at(""));
  ASSERT_TRUE(seen) << "the browser failed";
  EXPECT_EQ(seen->console, "");
  const std::string drawn_text = test::embedded_json(seen->dom, "drawn");
  ASSERT_NE(drawn_text, "");
  const json drawn = json::parse(drawn_text);
  EXPECT_EQ(drawn["errors"], json::array());
  std::size_t number = 0;
  for (const json& table : document["tables"]) {
    for (const json& plot : table["plots"]) {
      ASSERT_LT(number, drawn["plots"].size());
      const json& shown = drawn["plots"][number++];
      EXPECT_EQ(shown["title"], plot["title"]);
      json values = json::array();
      for (const json& one : shown["series"]) values.push_back(one["values"]);
      EXPECT_EQ(values, expected_plot(table, plot)) << plot;
      EXPECT_GT(values.size(), 1u);
    }
  }
  EXPECT_EQ(number, drawn["plots"].size());
}

TEST_F(BenchCommand, BreaksNoRule) {
  const Ran ran = run("bench strategies small latency readback --quick --checked");
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
  EXPECT_NE(ran.out.find("checker: 0 errors, 0 portability findings"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("buffer per frame"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("GB/s"), std::string::npos) << ran.out;
  EXPECT_EQ(ran.out.find("GPU both"), std::string::npos) << ran.out;
}

TEST_F(BenchCommand, SaysWhatIsWrong) {
  const Ran unknown = run("bench speed");
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_NE(unknown.err.find("speed"), std::string::npos) << unknown.err;
  EXPECT_NE(unknown.err.find("latency"), std::string::npos) << unknown.err;
  EXPECT_EQ(run("bench --seconds 0").exit_code, 2);
  const Ran nowhere = run("bench latency --quick --report " + quoted("no/such/folder/page.html"));
  EXPECT_EQ(nowhere.exit_code, 2);
  EXPECT_NE(nowhere.err.find("page.html"), std::string::npos) << nowhere.err;
  const Ran adapter = run("bench latency --quick --adapter nothing-like-it");
  EXPECT_EQ(adapter.exit_code, 2);
  EXPECT_NE(adapter.err.find("nothing-like-it"), std::string::npos) << adapter.err;
}

#if !defined(_WIN32)
TEST_F(BenchCommand, AnInterruptionKeepsTheRowsThatAreDone) {
  // Two tables that take long: a short one may have measured enough before the signal comes. In the
  // foreground, or `timeout` sends it twice, and the second ends the command at once.
  const Ran ran = run("bench strategies readback --seconds 600 --json", "timeout --foreground -s INT 2");
  EXPECT_NE(ran.exit_code, 0);
  const json document = json::parse(ran.out);
  EXPECT_EQ(document["interrupted"], true);
  EXPECT_GE(document["tables"].size(), 1u);
}
#endif

}  // namespace
}  // namespace ferry::cli
