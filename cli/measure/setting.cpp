#include "setting.hpp"

#include <chrono>

#include "sampling/sample_bytes.hpp"

namespace ferry::measure {

Result<Samples> sample_row(const Setting& setting, std::size_t row, std::size_t rows, std::string_view name,
                           std::span<const Contender> contenders, std::size_t warm_ups) {
  SampleLimits limits;
  limits.seconds = setting.quick ? 0 : setting.seconds / static_cast<double>(rows);
  limits.least_rounds = setting.quick ? 2 : 5;
  limits.precision = 0.002;
  limits.warm_ups = setting.quick ? 0 : warm_ups;
  SampleHooks hooks;
  hooks.stop = setting.stop;
  if (setting.progress) {
    hooks.progress = [&](double part) {
      setting.progress((static_cast<double>(row) + part) / static_cast<double>(rows), name);
    };
    setting.progress(static_cast<double>(row) / static_cast<double>(rows), name);
  }
  return sample_in_turn(contenders, limits, hooks);
}

Result<void> expect_same(std::span<const std::byte> got, std::span<const std::byte> wanted,
                         const std::string& what) {
  const std::string wrong = first_difference(got, wanted, what);
  if (wrong.empty()) return {};
  return fail(ErrorCode::kCorrupt, wrong,
              ", so it is not measured: the driver, or Ferry, moves wrong bytes; ",
              "'ferry bench --checked' tells whether a rule is broken");
}

double now_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace ferry::measure
