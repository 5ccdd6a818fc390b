#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <ferry/ring/ring_types.hpp>

namespace ferry {

/// How a ring is and has been doing. Sizes are bytes; counts run from the ring's creation.
struct RingStats {
  std::uint64_t capacity = 0;
  /// From the oldest segment's first byte to the newest one's last, with what alignment and wrapping lose.
  std::uint64_t used = 0;
  /// The greatest `used` so far.
  std::uint64_t high_water = 0;
  /// At the end of the buffer, unusable now because a segment did not fit before the end.
  std::uint64_t wrap_lost_now = 0;
  /// The same, summed over all wraps so far.
  std::uint64_t wrap_lost_total = 0;
  /// In segments that are complete or dropped but lie behind one that is not: they wait for it.
  std::uint64_t blocked = 0;
  /// The biggest size ever asked for, given or not.
  std::uint64_t largest_request = 0;
  /// Segments in the ring now.
  std::uint64_t segments = 0;
  /// Of these, without a fence point.
  std::uint64_t open_segments = 0;

  std::uint64_t reservations = 0;
  std::uint64_t commits = 0;
  std::uint64_t drops = 0;
  std::uint64_t failed_full = 0;
  std::uint64_t failed_needs_submit = 0;
  std::uint64_t failed_too_big = 0;
  std::uint64_t failed_invalid = 0;
  std::uint64_t failed_out_of_memory = 0;
};

/// The capacity that would have suited the work seen so far, in bytes.
///
/// The high-water mark, plus the larger of a quarter of it and the largest request (what a wrap can lose);
/// if requests failed for want of room (full, needs_submit, too_big), at least twice the present capacity and
/// twice the largest request, since the mark says nothing of what did not fit. Rounded up to 64 KiB, the
/// alignment of a D3D12 buffer, and at least that.
std::uint64_t recommend_capacity(const RingStats& stats) noexcept;

enum class RingSegmentState : std::uint8_t {
  kReserved,   ///< Being written; no fence point yet.
  kCommitted,  ///< Has a fence point that is not known to be complete.
  kComplete,   ///< Its point is complete; waits only for older segments.
  kDropped,    ///< Given up; waits only for older segments.
};

/// `reserved`, `committed`, `complete`, `dropped`.
std::string_view to_string(RingSegmentState state) noexcept;

/// One segment in the ring, for reports.
struct RingSegmentInfo {
  /// `id` is given only while the segment is reserved: later nobody may use it.
  RingSegment segment;
  RingSegmentState state = RingSegmentState::kReserved;
  /// Has a meaning in the states kCommitted and kComplete.
  FencePoint point;
};

/// Draws a ring as one line of `width` cells between bars: `|aaaa..BBBBB....~~|`. Each segment is a letter,
/// from the oldest: small while it is reserved, capital once it is committed, `=` where it is complete or
/// dropped but blocked. `.` is free (or lost to alignment); `~` is lost to wrapping. A cell shows what its
/// first byte holds.
/// Segments are given oldest first; `wrap_lost` is RingStats::wrap_lost_now. Width 0 takes one cell a byte.
std::string draw_ring(std::uint64_t capacity, std::span<const RingSegmentInfo> segments,
                      std::uint64_t wrap_lost, std::uint64_t width = 64);

/// draw_ring, then one line per segment, oldest first: offset, size, state and fence point.
std::string dump_ring(const RingStats& stats, std::span<const RingSegmentInfo> segments,
                      std::uint64_t width = 64);

}  // namespace ferry
