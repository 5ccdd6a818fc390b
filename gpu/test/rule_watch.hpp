#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include <ferry/check/check.hpp>
#include <ferry/gpu/com_ptr.hpp>
#include <ferry/gpu/device.hpp>

namespace ferry::test {

/// True where the variable FERRY_TEST_UNCHECKED is set to something but 0: devices then have no layer around
/// them, and nothing is watched.
bool unchecked();

/// `below` with the rule-checking layer around it, or just so where unchecked(). Whatever goes through it is
/// watched: an error or a portability finding, made on any thread, fails the test that runs (or the program,
/// between and after the tests). Advice is shown; with the variable FERRY_TEST_ADVICE advice on use, too.
///
/// `options`: `on_finding` and `text` are the watch's own.
ComPtr<ID3D12Device> watched(ID3D12Device* below, check::WrapOptions options = {});

/// Ferry's device on a watched one. Null, and a failed test, where there is no device.
std::shared_ptr<Device> make_watched_device(check::WrapOptions options = {});

/// Releases `device`, which must be the last that uses its ID3D12Device, and fails where anything made from it
/// still lives, or where a rule breaks meanwhile.
void end_watched_device(std::shared_ptr<Device>& device);

/// Fails the current test for what was found since the last report. Called at the end of each test by itself.
void report_broken_rules();

/// While it lives, breaking one rule is what the test is about. Fails where the rule was never broken, so that
/// a permission never outlives its reason.
class BreaksRule {
 public:
  /// `why` is for the reader, and for the message where the rule was not broken.
  BreaksRule(check::Rule rule, std::string_view why);
  ~BreaksRule();
  BreaksRule(const BreaksRule&) = delete;
  BreaksRule& operator=(const BreaksRule&) = delete;

  /// How often so far.
  [[nodiscard]] std::size_t count() const { return count_; }

 private:
  friend class RuleWatch;

  check::Rule rule_;
  std::string why_;
  std::atomic<std::size_t> count_ = 0;
};

}  // namespace ferry::test
