#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include <ferry/base/error.hpp>
#include <ferry/layout/format.hpp>

#include "arguments.hpp"
#include "compare.hpp"

namespace ferry::cli {

/// How long each step took; `ferry roundtrip --help` says from when to when.
struct StepTimes {
  std::chrono::nanoseconds decode{};
  std::chrono::nanoseconds staging{};
  std::chrono::nanoseconds copy{};
  /// None with --no-draw, or where the device has no timestamps.
  std::optional<std::chrono::nanoseconds> draw;
  std::chrono::nanoseconds readback{};
};

enum class Outcome : std::uint8_t { kIdentical, kDifferent, kFailed };

/// What became of one picture. What is not known, for a file that failed early, is 0.
struct FileReport {
  std::filesystem::path input;
  /// Empty where nothing was written.
  std::filesystem::path output;
  Outcome outcome = Outcome::kFailed;
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  Format format = Format::kUnknown;
  std::uint64_t bytes = 0;  ///< Of the decoded picture.
  StepTimes times;
  std::optional<Difference> difference;  ///< With kDifferent.
  std::optional<Error> error;            ///< With kFailed.
};

/// What the checker found, by severity.
struct FindingCounts {
  std::uint64_t errors = 0;       ///< Direct3D 12 forbids it.
  std::uint64_t portability = 0;  ///< It breaks on some runtime, driver or timing.
  std::uint64_t advice = 0;       ///< There is a better way.
};

/// What all files have in common.
struct RunReport {
  std::string adapter;
  std::string driver;
  RoundtripOptions options;
  std::optional<FindingCounts> findings;  ///< With --checked.
  std::size_t not_sent = 0;               ///< Files that an interruption kept from being sent.
};

struct Totals {
  std::size_t identical = 0;
  std::size_t different = 0;
  std::size_t failed = 0;
};
Totals count(std::span<const FileReport> files);

/// The exit code that follows: good only where every file came back identical and the checker found no error.
int exit_code(const RunReport& run, const Totals& totals);

/// `NAME, driver DRIVER`: where it ran.
std::string adapter_text(const std::string& name, const std::string& driver);

/// The line above all files; no line break at the end, as in the next three.
std::string header_line(const RunReport& run);
/// One file in one line.
std::string file_line(const FileReport& file);
/// The line below all files.
std::string totals_line(const RunReport& run, const Totals& totals);
/// `checker: 0 errors, 0 portability findings, 2 pieces of advice`.
std::string findings_line(const FindingCounts& findings);

/// The same for machines: a document for the whole run.
nlohmann::ordered_json to_json(const RunReport& run, std::span<const FileReport> files);
/// `{"code": ..., "message": ...}`, with "hresult" where there was one.
nlohmann::ordered_json error_object(const Error& error);
/// `{"error": {...}}` with error_object(), for a run that could not begin.
nlohmann::ordered_json to_json(const Error& error);
/// The document as text with a line break at the end. Bytes that are no UTF-8 (in file names) become U+FFFD.
std::string json_text(const nlohmann::ordered_json& document);

/// The error in one line, without the file's path and colon where it begins with them: they stand before it.
std::string error_text(const std::filesystem::path& file, const Error& error);

/// Without what would move a terminal's cursor: control characters become '?'.
std::string printable(std::string text);

/// `850 us`, `12.3 ms`, `4.56 s`: three digits.
std::string duration_text(std::chrono::nanoseconds duration);

/// The middle one, or the mean of the middle two; 0 for none.
std::chrono::nanoseconds median(std::vector<std::chrono::nanoseconds> durations);

}  // namespace ferry::cli
