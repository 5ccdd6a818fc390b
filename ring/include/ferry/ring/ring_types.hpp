#pragma once

#include <cstdint>
#include <string_view>

#include <ferry/base/fence_point.hpp>

namespace ferry {

/// Names one segment of one ring, from its reservation until its bytes are given back. A name is not used
/// again, so that an old one is refused and not taken for somebody else's segment.
enum class SegmentId : std::uint64_t {};

/// What a ring answers. The ring never waits and never makes text: this is the whole of the answer.
enum class RingStatus : std::uint8_t {
  kOk,
  /// Segments with fence points stand in the way: once they are complete and retired the request fits.
  /// `RingReservation::wait_for` says for which point to wait.
  kFull,
  /// A segment without a fence point stands in the way: no waiting helps until its owner commits or drops it.
  kNeedsSubmit,
  /// The request is bigger than the whole ring.
  kTooBig,
  /// Size 0, an alignment that is no power of two or above the capacity, an unknown or no longer reserved
  /// segment, or a timeline id that is not below kMaxRingTimelines.
  kInvalid,
  /// The system had no memory for the ring's own records. Nothing was changed.
  kOutOfMemory,
};

/// `ok`, `full`, `needs_submit`, `too_big`, `invalid`, `out_of_memory`.
std::string_view to_string(RingStatus status) noexcept;

/// Timeline ids are small and dense (base/fence_point.hpp); a ring keeps one value for each.
inline constexpr std::uint32_t kMaxRingTimelines = 1u << 16;

/// The completed value that a lost device reports (D3D12: 'ID3D12Fence::GetCompletedValue'). It means 'lost',
/// not 'everything is complete': a ring that is told of it retires nothing.
inline constexpr std::uint64_t kLostFenceValue = UINT64_MAX;

/// A piece of the ring's buffer.
struct RingSegment {
  /// Bytes from the buffer's start, a multiple of the alignment asked for.
  std::uint64_t offset = 0;
  /// Bytes, as asked for; never 0 for a segment that was given.
  std::uint64_t size = 0;
  SegmentId id{};
};

/// The answer to `reserve`.
struct RingReservation {
  RingStatus status = RingStatus::kInvalid;
  /// With kFull: true where `wait_for` alone frees enough. False where segments of other timelines stand in
  /// the way too: `wait_for` is needed all the same, and the next `reserve` after it names the next point.
  bool wait_is_enough = false;
  /// With kOk: the bytes.
  RingSegment segment;
  /// With kFull: the earliest point of its timeline that helps. Nothing below it is enough. Wait for it, tell
  /// the ring by `retire`, and ask again.
  FencePoint wait_for;

  explicit operator bool() const noexcept { return status == RingStatus::kOk; }
};

}  // namespace ferry
