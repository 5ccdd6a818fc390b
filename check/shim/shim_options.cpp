#include "shim_options.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include <ferry/base/text.hpp>

namespace ferry::check::shim {

namespace {

struct Flag {
  std::string_view name;
  bool ShimOptions::*value;
};
constexpr std::array kFlags = {Flag{"advice", &ShimOptions::advice}, Flag{"slow-gpu", &ShimOptions::slow_gpu},
                               Flag{"shadow", &ShimOptions::shadow}};

struct FailWord {
  std::string_view name;
  OnViolation value;
};
constexpr std::array kFailWords = {FailWord{"errors", OnViolation::kFailErrors},
                                   FailWord{"portability", OnViolation::kFailPortability}};

/// DXGI_ERROR_DEVICE_HUNG.
constexpr std::uint32_t kDeviceHung = 0x887a0006;

constexpr std::array kSeverities = {Severity::kAdvice, Severity::kPortability, Severity::kError};

/// Reads a whole number from 1 on. False where it is none.
template <typename Number>
bool read_number(std::string_view word, Number& number) {
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  return error == std::errc() && end == word.data() + word.size() && number >= 1;
}

/// Takes one word in. False where it is none.
bool take(std::string_view word, ShimOptions& options) {
  for (const Flag& flag : kFlags) {
    if (word == flag.name) return options.*flag.value = true;
  }
  const std::size_t equals = word.find('=');
  if (equals == std::string_view::npos) return false;
  const std::string_view name = word.substr(0, equals);
  const std::string_view value = word.substr(equals + 1);
  if (name == "least") {
    const auto* const found = std::find_if(kSeverities.begin(), kSeverities.end(),
                                           [value](Severity s) { return to_string(s) == value; });
    if (found == kSeverities.end()) return false;
    options.least = *found;
    return true;
  }
  if (name == "fail") {
    const auto* const found = std::find_if(kFailWords.begin(), kFailWords.end(),
                                           [value](const FailWord& w) { return w.name == value; });
    if (found == kFailWords.end()) return false;
    options.on_violation = found->value;
    return true;
  }
  if (name == "journal") return read_number(value, options.journal) && options.journal <= kMostJournal;
  if (name == "lose-device") return read_number(value, options.lose_device);
  return false;
}

}  // namespace

std::string to_text(const ShimOptions& options) {
  std::string words;
  const auto add = [&words](std::string_view name, std::string_view value = "") {
    words += text(words.empty() ? "" : ",", name, value.empty() ? "" : "=", value);
  };
  for (const Flag& flag : kFlags) {
    if (options.*flag.value) add(flag.name);
  }
  if (options.least != ShimOptions().least) add("least", to_string(options.least));
  for (const FailWord& word : kFailWords) {
    if (options.on_violation == word.value) add("fail", word.name);
  }
  if (options.journal != ShimOptions().journal) add("journal", text(options.journal));
  if (options.lose_device != 0) add("lose-device", text(options.lose_device));
  return words;
}

Result<ShimOptions> read_shim_options(std::string_view words) {
  ShimOptions options;
  if (words.empty()) return options;
  for (bool more = true; more;) {
    const std::size_t comma = words.find(',');
    const std::string_view word = words.substr(0, comma);
    if (!take(word, options)) {
      return fail(ErrorCode::kInvalidArgument,
                  text(kOptionsVariable, ": '", word,
                       "' is no option of the preloaded checker; there are advice, slow-gpu, shadow, "
                       "least=advice|portability|error, fail=errors|portability, lose-device=N and "
                       "journal=1..",
                       kMostJournal, ", with commas between them"));
    }
    more = comma != std::string_view::npos;
    if (more) words.remove_prefix(comma + 1);
  }
  return options;
}

WrapOptions wrap_options(const ShimOptions& options) {
  WrapOptions wrap;
  wrap.rules.advise_on_use = options.advice;
  wrap.rules.least = options.least;
  wrap.on_violation = options.on_violation;
  wrap.journal_lines = options.journal;
  wrap.shadow_upload_memory = options.shadow;
  if (options.slow_gpu) wrap.pace = GpuPace::kWhenAsked;
  if (options.lose_device != 0) {
    wrap.faults.push_back({"*", options.lose_device, static_cast<std::int32_t>(kDeviceHung)});
  }
  // The shim does it itself, when the program's own variables are gone.
  wrap.report_live_objects_at_exit = false;
  return wrap;
}

}  // namespace ferry::check::shim
