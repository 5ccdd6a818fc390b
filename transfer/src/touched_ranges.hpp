#pragma once

#include <cstdint>
#include <vector>

namespace ferry {

/// Bytes of a buffer (in one direction), or a box of texels (in three).
struct TouchedRange {
  std::uint64_t low[3] = {0, 0, 0};
  std::uint64_t high[3] = {1, 1, 1};

  static TouchedRange of_bytes(std::uint64_t offset, std::uint64_t bytes) {
    return {{offset, 0, 0}, {offset + bytes, 1, 1}};
  }

  [[nodiscard]] bool overlaps(const TouchedRange& other) const {
    for (int i = 0; i < 3; ++i) {
      if (high[i] <= other.low[i] || other.high[i] <= low[i]) return false;
    }
    return true;
  }
  void include(const TouchedRange& other) {
    for (int i = 0; i < 3; ++i) {
      if (other.low[i] < low[i]) low[i] = other.low[i];
      if (other.high[i] > high[i]) high[i] = other.high[i];
    }
  }
  /// Whether `other` starts where this ends, in the first direction, and is alike in the others.
  [[nodiscard]] bool is_followed_by(const TouchedRange& other) const {
    return other.low[0] == high[0] && other.low[1] == low[1] && other.high[1] == high[1] &&
           other.low[2] == low[2] && other.high[2] == high[2];
  }
};

/// What copies have written of one subresource since its last barrier: tells whether one more could overlap
/// with it.
///
/// Remembers up to kKept ranges apart from one another; past that it may say 'overlaps' of one that does not,
/// which costs a barrier and starts afresh. Neighbours, and what lies outside all that was written, cost next
/// to nothing.
class TouchedRanges {
 public:
  static constexpr std::size_t kKept = 32;

  explicit TouchedRanges(const TouchedRange& first = {}) : hull_(first), last_(first) {}

  /// Starts afresh with this one: a barrier stands before it.
  void reset(const TouchedRange& range) {
    hull_ = range;
    last_ = range;
    earlier_.clear();
    incomplete_ = false;
  }

  /// Takes the range in and answers true, or answers false, changing nothing, where it may overlap.
  bool add(const TouchedRange& range) {
    if (hull_.overlaps(range)) {
      if (incomplete_ || earlier_.size() + 1 >= kKept || last_.overlaps(range)) return false;
      for (const TouchedRange& other : earlier_) {
        if (other.overlaps(range)) return false;
      }
    }
    hull_.include(range);
    if (last_.is_followed_by(range)) {
      last_.include(range);
    } else if (earlier_.size() + 1 < kKept) {
      earlier_.push_back(last_);
      last_ = range;
    } else {
      incomplete_ = true;
    }
    return true;
  }

 private:
  TouchedRange hull_;
  TouchedRange last_;
  std::vector<TouchedRange> earlier_;
  bool incomplete_ = false;
};

}  // namespace ferry
