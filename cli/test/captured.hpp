#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace ferry::cli {

/// What a command printed, and its exit code.
struct Captured {
  int exit_code = -1;
  std::string out;
  std::string err;
};

/// Runs a command in this process: `run` gives its exit code.
template <typename Run>
Captured captured(Run&& run) {
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  const int exit_code = std::forward<Run>(run)();
  return {exit_code, testing::internal::GetCapturedStdout(), testing::internal::GetCapturedStderr()};
}

}  // namespace ferry::cli
