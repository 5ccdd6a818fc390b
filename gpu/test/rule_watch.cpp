#include "rule_watch.hpp"

#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <ferry/gpu/d3d12.hpp>

namespace ferry::test {

/// Collects what the layer finds, from any thread, until a test ends.
class RuleWatch {
 public:
  static RuleWatch& get() {
    static RuleWatch watch;
    return watch;
  }

  void found(const check::Finding& finding) {
    const check::Violation& violation = finding.violation;
    const std::lock_guard lock(mutex_);
    for (BreaksRule* allowed : allowed_) {
      if (allowed->rule_ != violation.rule) continue;
      ++allowed->count_;
      return;
    }
    std::string text = check::to_text(violation) + "the calls before:\n";
    for (const std::string& line : finding.journal) text += "  " + line + "\n";
    (violation.severity == check::Severity::kAdvice ? advice_ : faults_).push_back(std::move(text));
  }
  void allow(BreaksRule* rule) {
    const std::lock_guard lock(mutex_);
    allowed_.push_back(rule);
  }
  void forbid(BreaksRule* rule) {
    const std::lock_guard lock(mutex_);
    std::erase(allowed_, rule);
  }

  /// Fails the current test for what was found since the last report.
  void report() {
    std::vector<std::string> faults;
    std::vector<std::string> advice;
    {
      const std::lock_guard lock(mutex_);
      faults.swap(faults_);
      advice.swap(advice_);
    }
    for (const std::string& text : advice) std::printf("%s", text.c_str());
    for (const std::string& text : faults) ADD_FAILURE() << text;
  }

 private:
  std::mutex mutex_;
  std::vector<BreaksRule*> allowed_;
  std::vector<std::string> faults_;
  std::vector<std::string> advice_;
};

namespace {

/// Reports after each test's fixture has ended, since what its members' ends break counts as well.
class ReportAfterEachTest final : public testing::EmptyTestEventListener {
 public:
  void OnTestEnd(const testing::TestInfo&) override { RuleWatch::get().report(); }
  void OnEnvironmentsTearDownEnd(const testing::UnitTest&) override { RuleWatch::get().report(); }
};

[[maybe_unused]] const bool kListens = [] {
  testing::UnitTest::GetInstance()->listeners().Append(new ReportAfterEachTest);
  return true;
}();

}  // namespace

namespace {

bool is_set(const char* variable) {
  const char* const value = std::getenv(variable);
  return value != nullptr && !std::string_view(value).empty() && std::string_view(value) != "0";
}

}  // namespace

bool unchecked() {
  return is_set("FERRY_TEST_UNCHECKED");
}

ComPtr<ID3D12Device> watched(ID3D12Device* below, check::WrapOptions options) {
  if (unchecked()) return ComPtr<ID3D12Device>(below);
  options.text = nullptr;
  if (is_set("FERRY_TEST_ADVICE")) options.rules.advise_on_use = true;
  options.on_finding = [](const check::Finding& finding) { RuleWatch::get().found(finding); };
  const Result<ID3D12Device*> wrapper = check::wrap(below, std::move(options));
  EXPECT_TRUE(wrapper) << wrapper.error().message;
  return wrapper ? ComPtr<ID3D12Device>::attach(*wrapper) : ComPtr<ID3D12Device>();
}

std::shared_ptr<Device> make_watched_device(check::WrapOptions options) {
  auto below = Device::create();
  EXPECT_TRUE(below) << to_string(below.error());
  if (!below || unchecked()) return below ? *below : nullptr;
  const ComPtr<ID3D12Device> wrapper = watched((*below)->d3d(), std::move(options));
  if (!wrapper) return nullptr;
  auto device = Device::adopt(wrapper.get(), "ferry, watched");
  EXPECT_TRUE(device) << to_string(device.error());
  return device ? *device : nullptr;
}

void end_watched_device(std::shared_ptr<Device>& device) {
  if (!device) return;
  EXPECT_EQ(device.use_count(), 1) << "something still holds the device";
  const ComPtr<ID3D12Device> d3d(device->d3d());
  device.reset();
  EXPECT_EQ(check::live_object_report(d3d.get()), "");
  report_broken_rules();
}

void report_broken_rules() {
  RuleWatch::get().report();
}

BreaksRule::BreaksRule(check::Rule rule, std::string_view why) : rule_(rule), why_(why) {
  RuleWatch::get().allow(this);
}

BreaksRule::~BreaksRule() {
  RuleWatch::get().forbid(this);
  if (count_ == 0 && !unchecked()) {
    ADD_FAILURE() << "the rule " << check::rule_info(rule_).name << " was not broken: " << why_;
  }
}

}  // namespace ferry::test
