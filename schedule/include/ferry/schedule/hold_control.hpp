#pragma once

#include <chrono>
#include <cstdint>

#include <ferry/base/units.hpp>
#include <ferry/schedule/scheduler.hpp>

namespace ferry {

struct HoldOptions {
  /// How long a copy may take from its submission until it is seen done, on average, while the others are
  /// held back. Default: a millisecond.
  std::chrono::nanoseconds delay = std::chrono::milliseconds(1);
  /// Between these two the bytes move. Defaults: 2 MiB and 64 MiB.
  std::uint64_t least_bytes = 2_MiB;
  std::uint64_t most_bytes = 64_MiB;
};

/// How many bytes of others may be on the copy engine while immediate requests are served: as many as it
/// moves in about a millisecond.
///
/// The rate cannot be measured beforehand where immediate requests come all the time, and while few bytes may
/// be in flight too low a rate is measured. So the bytes grow for as long as the copies take less time than
/// they may, and shrink when they take more.
///
/// Pure. Threading: one thread at a time.
class HoldControl {
 public:
  explicit HoldControl(const HoldOptions& options = {});

  /// A copy was seen done, `delay` after it was submitted, while the others were held back.
  void completed(std::chrono::nanoseconds delay);
  /// More could have been submitted, had more bytes been allowed.
  void was_limited() { limited_ = true; }

  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
  /// The rate, in bytes a second, that moves so many bytes in the time that a copy may take.
  [[nodiscard]] std::uint64_t rate() const;

 private:
  HoldOptions options_;
  std::uint64_t bytes_ = 0;
  std::int64_t delays_ = 0;
  std::uint32_t count_ = 0;
  bool limited_ = false;
};

}  // namespace ferry
