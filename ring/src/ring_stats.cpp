#include <ferry/ring/ring_stats.hpp>

#include <algorithm>

#include <ferry/base/text.hpp>
#include <ferry/base/units.hpp>

namespace ferry {

std::string_view to_string(RingStatus status) noexcept {
  switch (status) {
    case RingStatus::kOk:
      return "ok";
    case RingStatus::kFull:
      return "full";
    case RingStatus::kNeedsSubmit:
      return "needs_submit";
    case RingStatus::kTooBig:
      return "too_big";
    case RingStatus::kInvalid:
      return "invalid";
    case RingStatus::kOutOfMemory:
      return "out_of_memory";
  }
  return "unknown";
}

std::string_view to_string(RingSegmentState state) noexcept {
  switch (state) {
    case RingSegmentState::kReserved:
      return "reserved";
    case RingSegmentState::kCommitted:
      return "committed";
    case RingSegmentState::kComplete:
      return "complete";
    case RingSegmentState::kDropped:
      return "dropped";
  }
  return "unknown";
}

std::uint64_t recommend_capacity(const RingStats& stats) noexcept {
  // Beyond this no buffer exists, and the sums below cannot overflow.
  constexpr std::uint64_t kCeiling = 1ull << 60;
  const std::uint64_t high = std::min(stats.high_water, kCeiling);
  const std::uint64_t largest = std::min(stats.largest_request, kCeiling);
  std::uint64_t wanted = high + std::max(high / 4, largest);
  if (stats.failed_full != 0 || stats.failed_needs_submit != 0 || stats.failed_too_big != 0) {
    wanted = std::max({wanted, 2 * std::min(stats.capacity, kCeiling), 2 * largest});
  }
  return align_up(std::max<std::uint64_t>(wanted, 1), 64_KiB);
}

std::string draw_ring(std::uint64_t capacity, std::span<const RingSegmentInfo> segments,
                      std::uint64_t wrap_lost, std::uint64_t width) {
  if (width == 0 || width > capacity) width = capacity;
  width = std::min<std::uint64_t>(width, 1u << 16);
  std::string cells(width, '.');
  const auto draw = [&](std::uint64_t begin, std::uint64_t end, char mark) {
    // Cell c shows byte c * capacity / width; written so that nothing is multiplied out of 64 bits.
    const std::uint64_t whole = capacity / width;
    const std::uint64_t rest = capacity % width;
    const auto first_byte = [&](std::uint64_t cell) { return cell * whole + cell * rest / width; };
    for (std::uint64_t cell = begin / (whole + 1); cell < width && first_byte(cell) < end; ++cell) {
      if (first_byte(cell) >= begin) cells[cell] = mark;
    }
  };
  draw(capacity - wrap_lost, capacity, '~');
  std::uint64_t letter = 0;
  for (const RingSegmentInfo& info : segments) {
    char mark = '=';
    if (info.state == RingSegmentState::kReserved) mark = static_cast<char>('a' + letter % 26);
    if (info.state == RingSegmentState::kCommitted) mark = static_cast<char>('A' + letter % 26);
    draw(info.segment.offset, info.segment.offset + info.segment.size, mark);
    ++letter;
  }
  return "|" + cells + "|";
}

std::string dump_ring(const RingStats& stats, std::span<const RingSegmentInfo> segments,
                      std::uint64_t width) {
  std::string out = draw_ring(stats.capacity, segments, stats.wrap_lost_now, width);
  out += text(" ", byte_text(stats.used), " of ", byte_text(stats.capacity), " used, ",
              byte_text(stats.blocked), " blocked\n");
  for (const RingSegmentInfo& info : segments) {
    out += text("  ", info.segment.offset, " + ", info.segment.size, " ", to_string(info.state));
    if (info.state == RingSegmentState::kCommitted || info.state == RingSegmentState::kComplete) {
      out += text(" timeline ", static_cast<std::uint32_t>(info.point.timeline), " value ", info.point.value);
    }
    out += '\n';
  }
  return out;
}

}  // namespace ferry
