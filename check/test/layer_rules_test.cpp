// Every rule is found by name through the layer, and its near miss is quiet. (That the rules themselves are
// right is for the model's tests.)

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "layer_cases.hpp"

namespace ferry::check::test {
namespace {

const std::vector<Case>& cases() {
  static const std::vector<Case> all = [] {
    std::vector<Case> every;
    for (auto* const part :
         {creation_cases, copy_cases, state_cases, order_cases, command_cases, advice_cases}) {
      for (Case& one : part()) every.push_back(std::move(one));
    }
    return every;
  }();
  return all;
}

TEST(LayerRuleTable, EveryRuleHasACase) {
  std::set<Rule> covered;
  for (const Case& one : cases()) covered.insert(one.rule);
#if defined(_WIN32)
  covered.insert(Rule::kUnsupportedCall);  // Only newer interfaces than MinGW's have such a call there.
#endif
  std::string missing;
  for (const RuleInfo& info : all_rules()) {
    if (covered.count(info.rule) == 0) missing += std::string(info.name) + "\n";
  }
  EXPECT_EQ(missing, "");
}

/// Runs what a case recorded; gives what Close said.
HRESULT run_recorded(Bench& bench) {
  const HRESULT closed = bench.lane.list->Close();
  if (FAILED(closed)) return closed;
  execute(bench.lane.queue.get(), bench.lane.list.get());
  EXPECT_EQ(bench.lane.queue->Signal(bench.lane.fence.get(), ++bench.lane.value), S_OK);
  wait_for(bench.lane.fence.get(), bench.lane.value);
  return closed;
}

class LayerRules : public testing::TestWithParam<std::size_t> {};

TEST_P(LayerRules, BrokenIsFoundAndKeptIsQuiet) {
  const Case& one = cases()[GetParam()];
  for (const bool batch : {false, true}) {
    if (batch && one.manner == Case::Manner::kComplete) continue;
    for (const bool wrong : {false, true}) {
      if (batch && wrong && one.manner == Case::Manner::kDangerous) continue;
      WrapOptions options = quiet();
      options.check_descriptor_tables = true;
      options.batch_recording = batch;
      options.rules.advise_on_use = true;
      Bench bench(options);
      one.act(bench, wrong);
      const HRESULT closed = one.manner == Case::Manner::kComplete ? S_OK : run_recorded(bench);
      if (!wrong) {
        EXPECT_EQ(report(bench.device.get()), "");
        EXPECT_EQ(closed, S_OK);
        continue;
      }
      EXPECT_GE(found(bench.device.get(), one.rule), 1) << report(bench.device.get());
      for (const Finding& finding : findings(bench.device.get())) {
        const Rule rule = finding.violation.rule;
        EXPECT_TRUE(rule == one.rule || std::count(one.also.begin(), one.also.end(), rule) != 0)
            << to_text(finding.violation);
      }
    }
  }
}

TEST(LayerAdvice, KnowsWhetherTheGpuHasAMemoryOfItsOwn) {
  const auto vertices = std::find_if(cases().begin(), cases().end(),
                                     [](const Case& one) { return one.rule == Rule::kVerticesInUploadHeap; });
  ASSERT_NE(vertices, cases().end());
  WrapOptions options = quiet();
  options.rules.advise_on_use = true;
  Bench bench(options);
  vertices->act(bench, true);
  D3D12_FEATURE_DATA_ARCHITECTURE architecture = {};
  ASSERT_EQ(bench.device->CheckFeatureSupport(D3D12_FEATURE_ARCHITECTURE, &architecture, sizeof architecture),
            S_OK);
  const std::string said = report(bench.device.get());
  EXPECT_EQ(said.find("this GPU shares its memory with the CPU") != std::string::npos,
            architecture.UMA != FALSE)
      << said;
}

INSTANTIATE_TEST_SUITE_P(Cases, LayerRules, testing::Range<std::size_t>(0, cases().size()),
                         [](const testing::TestParamInfo<std::size_t>& index) {
                           return std::string(cases()[index.param].name);
                         });

}  // namespace
}  // namespace ferry::check::test
