#pragma once

#include <cstdio>
#include <cstdlib>
#include <utility>

#include <ferry/base/result.hpp>

namespace ferry::bench {

/// Ends the program with the error.
[[noreturn]] inline void give_up(const Error& error) {
  std::fprintf(stderr, "failed: %s\n", to_string(error).c_str());
  std::exit(1);
}

/// The value of what has to work.
template <typename T>
T must(Result<T> result) {
  if (!result) give_up(result.error());
  return *std::move(result);
}
inline void must(const Result<void>& result) {
  if (!result) give_up(result.error());
}

}  // namespace ferry::bench
