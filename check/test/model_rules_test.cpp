#include <set>

#include <gtest/gtest.h>

#include "model_scene.hpp"

namespace ferry::check::test {
namespace {

class EveryRule : public testing::TestWithParam<std::size_t> {};

TEST_P(EveryRule, IsCaughtAndItsNearMissIsNot) {
  const RuleCase& c = cases()[GetParam()];
  {
    Scene scene(c.options, c.facts);
    c.broken(scene);
    ASSERT_EQ(scene.violations.size(), 1U) << c.what << "\n" << scene.names();
    const Violation& violation = scene.violations[0];
    EXPECT_EQ(violation.rule, c.rule) << c.what << "\n" << scene.names();
    EXPECT_EQ(violation.severity, rule_info(c.rule).severity) << c.what << "\n" << scene.names();
    EXPECT_FALSE(violation.call.empty()) << c.what;
    EXPECT_NE(violation.message.find(rule_info(c.rule).remedy), std::string::npos);
  }
  Scene scene(c.options, c.facts);
  c.near_miss(scene);
  EXPECT_TRUE(scene.violations.empty()) << c.what << "\n" << scene.names();
}

std::string case_name(const testing::TestParamInfo<std::size_t>& info) {
  std::string name(rule_info(cases()[info.param].rule).name);
  for (char& c : name) {
    if (c == '-') c = '_';
  }
  return name + "_" + std::to_string(info.param);
}

// The cases are added by objects in other files before main; the generator runs in main.
INSTANTIATE_TEST_SUITE_P(Cases, EveryRule, testing::ValuesIn([] {
                           std::vector<std::size_t> all(cases().size());
                           for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
                           return all;
                         }()),
                         case_name);

TEST(RuleTable, EveryRuleHasACase) {
  std::set<Rule> covered;
  for (const RuleCase& c : cases()) covered.insert(c.rule);
  for (const RuleInfo& info : all_rules()) {
    EXPECT_TRUE(covered.count(info.rule) != 0) << info.name << " has no sequence that breaks it";
  }
}

TEST(RuleTable, NamesAreUniqueKebabCaseAndFindTheirRule) {
  std::set<std::string_view> names;
  for (const RuleInfo& info : all_rules()) {
    EXPECT_TRUE(names.insert(info.name).second) << info.name;
    EXPECT_EQ(info.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-"), std::string_view::npos);
    EXPECT_EQ(find_rule(info.name), info.rule);
    EXPECT_NE(info.remedy.back(), '.') << info.name << ": the message adds the full stop";
  }
  EXPECT_EQ(find_rule("no-such-rule"), std::nullopt);
  EXPECT_EQ(all_rules().size(), kRuleCount);
}

TEST(Violation, IsPrintedAsTextAndJson) {
  Violation v;
  v.rule = Rule::kFootprintPitch;
  v.severity = Severity::kPortability;
  v.call = "Call";
  v.message = "Name \"a\\b\"\n\x01 ends";
  v.objects = {static_cast<ObjectId>(3), static_cast<ObjectId>(12)};
  EXPECT_EQ(to_text(v),
            "portability: footprint-pitch\n  in Call\n  Name \"a\\b\"\n\x01 ends\n"
            "  source: Direct3D 12 documentation, 'Uploading Texture Data Through Buffers'\n"
            "  explained: ferry explain footprint-pitch (docs/diagnoses.md#footprint-pitch)\n");
  const std::string json = to_json(v);
  EXPECT_EQ(json.rfind("{\"rule\":\"footprint-pitch\",\"severity\":\"portability\",\"call\":\"Call\","
                       "\"message\":\"Name \\\"a\\\\b\\\"\\n\\u0001 ends\",",
                       0),
            0U)
      << json;
  EXPECT_NE(json.find("\"page\":\"docs/diagnoses.md#footprint-pitch\","), std::string::npos) << json;
  EXPECT_EQ(json.substr(json.size() - 17), "\"objects\":[3,12]}") << json;
}

}  // namespace
}  // namespace ferry::check::test
