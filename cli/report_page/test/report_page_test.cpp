#include "report_page/report_page.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <fstream>
#include <regex>
#include <string>

#include "../../../assets/test/scratch_folder.hpp"
#include "browser.hpp"

namespace ferry::cli {
namespace {

using nlohmann::json;

/// Data that try to get out of their element.
json hostile() {
  return {{"text", "</script><script>throw 1</script><!-- \" ' & \\ \u2028 -->"},
          {"values", {1.5, 2, nullptr, 1e9}}};
}

constexpr const char* kScript = R"(
const box = document.getElementById("here");
report.plot(box, { title: "Lines", labels: ["a", "b", "c", "d"], log: true,
                   series: [{ label: "one", values: report.data.values, low: [1, 1, null, 1e8], high: [2, 3, null, 2e9] }] });
report.plot(box, { title: "Bars", labels: ["x", "y"], kind: "bars",
                   series: [{ label: "p", values: [1, 2], low: [0.5, 1.5], high: [2, 3] }, { label: "q", values: [3, null] }] });
report.plot(box, { title: "Points", x: [1, 5, 7], kind: "points", series: [{ label: "r", values: [4, 5, 6] }] });
report.finish();
)";

std::string sample_page() {
  return report_page("A <title> & more", "<h1>Page</h1><div id=\"here\" class=\"plots\"></div>",
                     hostile().dump(2), kScript);
}

TEST(ReportPage, TextOfAnyKindStaysText) {
  EXPECT_EQ(html_text("a<b>&\"c' \xc3\xa4"), "a&lt;b&gt;&amp;&quot;c&#39; \xc3\xa4");
}

TEST(ReportPage, CarriesItsDataUnchanged) {
  const std::string page = sample_page();
  EXPECT_EQ(json::parse(test::embedded_json(page, "data")), hostile());
  EXPECT_NE(page.find("<title>A &lt;title&gt; &amp; more</title>"), std::string::npos);
}

TEST(ReportPage, AsksNobodyForAnything) {
  const std::string page = sample_page();
  EXPECT_NE(page.find("default-src 'none'"), std::string::npos);
  const std::regex loads(
      R"((\ssrc\s*=)|(<link)|(@import)|(url\()|(\bimport\s*\()|(\bfetch\()|(XMLHttpRequest)|(\shref\s*=))");
  std::smatch found;
  EXPECT_FALSE(std::regex_search(page, found, loads)) << found.str();
  // The one address is in the comment that names uPlot.
  const std::size_t first = page.find("://");
  EXPECT_EQ(page.substr(first - 9, 38), "/*! https://github.com/leeoniya/uPlot ");
  EXPECT_EQ(page.find("://", first + 1), std::string::npos);
  EXPECT_NE(page.find("Permission is hereby granted"), std::string::npos);
}

TEST(ReportPage, ABrowserDrawsIt) {
  const std::string browser = test::find_browser();
  if (browser.empty()) GTEST_SKIP() << "there is no Chromium here; FERRY_CHROMIUM names one elsewhere";
  const ferry::test::ScratchFolder folder;
  const std::filesystem::path path = folder / "page.html";
  std::ofstream(path, std::ios::binary) << sample_page();
  for (const char* const options : {"--window-size=1200,900", "--window-size=360,700 --force-dark-mode"}) {
    const auto seen = test::open_in_browser(browser, path, folder / ".", options);
    ASSERT_TRUE(seen) << "the browser failed";
    EXPECT_EQ(seen->console, "");
    const std::string drawn = test::embedded_json(seen->dom, "drawn");
    ASSERT_NE(drawn, "") << seen->dom.substr(0, 2000);
    const json summary = json::parse(drawn);
    EXPECT_EQ(summary["errors"], json::array());
    ASSERT_EQ(summary["plots"].size(), 3u);
    EXPECT_EQ(summary["plots"][0]["series"][0]["values"], hostile()["values"]);
    EXPECT_EQ(summary["plots"][1]["series"][1]["values"], (json{3, nullptr}));
    EXPECT_EQ(summary["plots"][1]["labels"], (json{"x", "y"}));
    EXPECT_EQ(summary["plots"][2]["series"][0]["label"], "r");
  }
}

}  // namespace
}  // namespace ferry::cli
