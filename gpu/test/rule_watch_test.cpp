#include "rule_watch.hpp"

#include <gtest/gtest-spi.h>

#include "gpu_fixture.hpp"

namespace ferry::test {
namespace {

/// That the tests of this and the other rooms would fail if they broke a rule.
class RuleWatchTest : public GpuTest {
 protected:
  void SetUp() override {
    if (unchecked()) GTEST_SKIP() << "nothing is watched";
  }
  /// A value that a queue signals twice.
  static void break_a_rule() {
    auto own = fence();
    auto made = queue();
    EXPECT_EQ(made->d3d()->Signal(own.get(), 3), S_OK);
    EXPECT_EQ(made->d3d()->Signal(own.get(), 3), S_OK);
    EXPECT_TRUE(made->signal("behind both"));
    EXPECT_TRUE(made->wait_idle());
  }
};

TEST_F(RuleWatchTest, ABrokenRuleFailsTheTestThatBrokeItAndNoOther) {
  break_a_rule();
  EXPECT_NONFATAL_FAILURE(report_broken_rules(), "fence-value-not-rising");
  report_broken_rules();
}

TEST_F(RuleWatchTest, ARuleThatIsBrokenOnPurposeIsNoFailure) {
  const BreaksRule twice(check::Rule::kFenceValueNotRising, "a value is signalled twice");
  break_a_rule();
  EXPECT_EQ(twice.count(), 1u);
  report_broken_rules();
}

TEST_F(RuleWatchTest, APermissionIsForOneRuleOnly) {
  const BreaksRule twice(check::Rule::kFenceValueNotRising, "a value is signalled twice");
  break_a_rule();
  auto own = fence();
  auto made = queue();
  EXPECT_EQ(made->d3d()->Wait(own.get(), 7), S_OK);
  EXPECT_NONFATAL_FAILURE(report_broken_rules(), "wait-before-signal");
  EXPECT_EQ(own->Signal(7), S_OK);
}

TEST_F(RuleWatchTest, APermissionThatNothingNeededIsAFailure) {
  EXPECT_NONFATAL_FAILURE({ const BreaksRule idle(check::Rule::kMissingBarrier, "a barrier was left out"); },
                          "missing-barrier was not broken: a barrier was left out");
}

TEST_F(RuleWatchTest, WhatOutlivesItsDeviceIsAFailure) {
  auto device = make_watched_device();
  ASSERT_TRUE(device);
  ComPtr<ID3D12Fence> forgotten;
  ASSERT_EQ(device->d3d()->CreateFence(0, D3D12_FENCE_FLAG_NONE, iid_of<ID3D12Fence>(), forgotten.put_void()),
            S_OK);
  EXPECT_NONFATAL_FAILURE(end_watched_device(device), "fence");
}

}  // namespace
}  // namespace ferry::test
