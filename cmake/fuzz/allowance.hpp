#pragma once

#include <cstddef>
#include <cstdint>

namespace ferry::fuzz {

/// While it lives, a single allocation anywhere in the process that is bigger than the allowance ends the
/// fuzzer, which keeps the input: a parser may not ask for memory because a few bytes say so. One at a time.
class Allowance {
 public:
  /// 16 times the input, or 64 KiB for small ones: what any decoder needs for itself.
  explicit Allowance(std::size_t input_bytes);
  ~Allowance();
  Allowance(const Allowance&) = delete;
  Allowance& operator=(const Allowance&) = delete;

  /// The input's header asks for `bytes` and is plausible, that is, an input of this size can hold them.
  void raise_to(std::uint64_t bytes);
};

}  // namespace ferry::fuzz
