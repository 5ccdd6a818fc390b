#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include <ferry/base/error.hpp>

namespace ferry::cli {

/// Standard output, with its failures remembered: a report that the disk did not take is no success.
class Output {
 public:
  /// Prints the text as it is.
  void text(std::string_view text);
  /// Prints the line and a line break, and sees that it gets out at once.
  void line(std::string_view line);
  /// The exit code to end with: `exit_code`, or kExitFailed, with a word on standard error, where printing
  /// failed.
  int finish(int exit_code);

 private:
  bool failed_ = false;
};

/// Nothing could be done: says why, on standard error as text and with `json` on standard output too. Gives
/// `exit_code`, or kExitFailed where printing failed.
int unable(const Error& error, bool json, int exit_code);
/// The same, with a document to print in the place of the error's own; null: none.
int unable(const Error& error, const nlohmann::ordered_json* document, int exit_code);

/// The exit code where no device could be had: kExitUsage where `adapter`, what was asked for by --adapter,
/// fits none, else kExitFailed.
int no_device_exit_code(const Error& error, const std::string& adapter);

}  // namespace ferry::cli
