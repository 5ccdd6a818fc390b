#pragma once

#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include <ferry/base/result.hpp>

namespace ferry::test {

/// The error of a call that had to fail; an empty one, and a failed test, where it did not.
template <typename T>
Error error_of(const Result<T>& result) {
  EXPECT_FALSE(result.has_value());
  return result.has_value() ? Error{} : result.error();
}

/// That an error has this code and that its message has each of these words.
inline void expect_error(const Error& error, ErrorCode code,
                         const std::vector<std::string_view>& words = {}) {
  EXPECT_EQ(to_string(error.code), to_string(code)) << error.message;
  for (const std::string_view word : words) {
    EXPECT_NE(error.message.find(word), std::string::npos) << "no '" << word << "' in: " << error.message;
  }
}

template <typename T>
void expect_error(const Result<T>& result, ErrorCode code, const std::vector<std::string_view>& words = {}) {
  expect_error(error_of(result), code, words);
}

}  // namespace ferry::test
