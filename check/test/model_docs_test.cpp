// The guide's table of rules is the one in the source.

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include <ferry/check/model/rule.hpp>

namespace ferry::check::test {
namespace {

const std::string kGuide = FERRY_SOURCE_DIR "/docs/checker.md";
constexpr std::string_view kBegin = "<!-- rules:";
constexpr std::string_view kEnd = "<!-- end of rules -->";

std::string table() {
  std::string out =
      "\n| rule | severity | what it demands | what to do instead |\n| --- | --- | --- | --- |\n";
  for (const RuleInfo& info : all_rules()) {
    out += "| `" + std::string(info.name) + "` | " + std::string(to_string(info.severity)) + " | " +
           std::string(info.summary) + " | " + std::string(info.remedy) + " |\n";
  }
  return out + "\n";
}

TEST(Docs, TheGuideHasEveryRuleAsTheTableSays) {
  std::ifstream in(kGuide, std::ios::binary);
  if (!in) GTEST_SKIP() << kGuide << " cannot be read from here";
  std::stringstream content;
  content << in.rdbuf();
  const std::string guide = content.str();
  const std::size_t begin = guide.find('\n', guide.find(kBegin)) + 1;
  const std::size_t end = guide.find(kEnd);
  ASSERT_TRUE(guide.find(kBegin) != std::string::npos && end != std::string::npos && begin <= end);
  if (std::getenv("FERRY_WRITE_DOCS") != nullptr) {
    std::ofstream(kGuide, std::ios::binary) << guide.substr(0, begin) << table() << guide.substr(end);
    return;
  }
  EXPECT_EQ(guide.substr(begin, end - begin), table())
      << "run FERRY_WRITE_DOCS=1 check_model_test --gtest_filter=Docs.*";
}

}  // namespace
}  // namespace ferry::check::test
