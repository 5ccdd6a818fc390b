#pragma once

#include <string_view>

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

/// Nothing could be done: says why, on standard error as text or on standard output as JSON. Gives
/// kExitUnable.
int unable(const Error& error, bool json);

}  // namespace ferry::cli
