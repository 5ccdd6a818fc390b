#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace ferry::fuzz {

/// A file that a fuzzer starts from.
struct Seed {
  /// Of the file; no two alike.
  std::string name;
  std::vector<std::byte> bytes;
};

/// Defined by each program of seeds (cmake/ferry_fuzzer.cmake): a few small files, the same ones each time.
std::vector<Seed> make_seeds();

}  // namespace ferry::fuzz
