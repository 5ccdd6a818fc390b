#include <algorithm>

#include <ferry/base/text.hpp>
#include <ferry/base/units.hpp>
#include <ferry/check/model/advice.hpp>

#include "advice.hpp"
#include "hazard_rules.hpp"

namespace ferry::check::model {
namespace {

/// Reads remembered for one buffer at most: a program that never looks at a fence gets no advice.
constexpr std::size_t kMostReads = 4096;

/// How many bytes lie in one or more of the ranges.
std::uint64_t bytes_in(std::vector<ByteRange> ranges) {
  std::sort(ranges.begin(), ranges.end(),
            [](const ByteRange& a, const ByteRange& b) { return a.begin < b.begin; });
  std::uint64_t sum = 0;
  std::uint64_t end = 0;
  for (const ByteRange& range : ranges) {
    const std::uint64_t begin = std::max(range.begin, end);
    if (begin >= range.end) continue;
    sum += range.end - begin;
    end = range.end;
  }
  return sum;
}

bool in_flight(const World& world, const StagingRead& read) {
  return world.completion(read.queue, read.submission) != Completion::kKnown;
}

std::uint64_t bytes_in_flight(const World& world, const BufferHabits& habits) {
  std::vector<ByteRange> ranges;
  for (const StagingRead& read : habits.reads) {
    if (in_flight(world, read)) ranges.push_back(read.bytes);
  }
  return bytes_in(std::move(ranges));
}

/// What was in flight, and room to write the next piece meanwhile, which may not fit before the buffer's end.
std::uint64_t size_for_what_it_carried(const BufferHabits& habits) {
  return align_up(habits.most_at_once + std::max(habits.most_at_once / 4, habits.most_in_submission), 64_KiB);
}

void advise_on_big_ring(World& world, const Resource& buffer, BufferHabits& habits, const char* call) {
  const std::uint64_t size = buffer.description.width;
  if (habits.size_told || habits.other_uses || size <= advice::kUsualRing) return;
  const std::uint64_t wanted = size_for_what_it_carried(habits);
  if (size / advice::kFarTooBig < wanted) return;
  habits.size_told = true;
  world.report(Rule::kRingTooBig, call, {buffer.id}, [&] {
    return text(world.describe(buffer), " of ", byte_text(size), " in the UPLOAD heap has carried ",
                byte_text(habits.carried), " in ", habits.copies_from, " submissions, at most ",
                byte_text(habits.most_at_once), " of it in flight at once: ", byte_text(wanted), " (", wanted,
                " bytes) would do");
  });
}

void advise_on_small_ring(World& world, const Resource& buffer, BufferHabits& habits, const char* call) {
  if (habits.size_told || habits.draining_waits < advice::kDrainingWaits) return;
  habits.size_told = true;
  const std::uint64_t size = buffer.description.width;
  // One piece is read, one is written, and one is what a wrap loses.
  const std::uint64_t wanted = align_up(std::max(2 * size, 3 * habits.most_in_submission), 64_KiB);
  world.report(Rule::kRingTooSmall, call, {buffer.id}, [&] {
    return text(
        "The CPU has waited ", habits.draining_waits, " times with three quarters or more of ",
        world.describe(buffer), " of ", byte_text(size),
        " in flight, and went on when a quarter or less was: CPU and GPU take turns. A submission reads "
        "up to ",
        byte_text(habits.most_in_submission), " of it: with ", byte_text(wanted), " (", wanted,
        " bytes) the CPU could write while the GPU reads");
  });
}

/// A submission copies from these bytes of the buffer.
void carry(World& world, const Queue& queue, Resource& buffer, std::vector<ByteRange> ranges,
           const char* call) {
  BufferHabits& habits = *buffer.habits;
  const std::uint64_t size = buffer.description.width;
  // Bytes that nobody can have written since they were read last are no ring's.
  if (buffer.maps.empty() && !habits.written) return;
  habits.written = false;
  const std::uint64_t waited_with = habits.in_flight_at_wait;
  habits.in_flight_at_wait = 0;
  std::erase_if(habits.reads, [&](const StagingRead& read) { return !in_flight(world, read); });
  if (waited_with >= size - size / 4 && bytes_in_flight(world, habits) <= size / 4) ++habits.draining_waits;

  for (const ByteRange& range : ranges) habits.reads.push_back({queue.index, queue.submitted, range});
  if (habits.reads.size() > kMostReads) {
    habits.size_told = true;
    habits.reads.clear();
    return;
  }
  const std::uint64_t now = bytes_in(std::move(ranges));
  if (habits.copies_from == 0) world.habits.rings.push_back(buffer.id);
  ++habits.copies_from;
  habits.carried += now;
  habits.most_in_submission = std::max(habits.most_in_submission, now);
  habits.most_at_once = std::max(habits.most_at_once, bytes_in_flight(world, habits));
  advise_on_small_ring(world, buffer, habits, call);
  if (habits.carried / advice::kTurnsOfARing >= size) advise_on_big_ring(world, buffer, habits, call);
}

/// An UPLOAD buffer was made for a few submissions only.
void advise_on_momentary(World& world, const Resource& buffer) {
  Habits& habits = world.habits;
  const bool before_frames = habits.frame_sign == FrameSign::kNone;
  const std::uint64_t times = before_frames ? ++habits.momentary_before_frames
                                            : habits.momentary_by_frame.hit(buffer.habits->made_in_frame);
  const std::uint64_t enough = before_frames ? advice::kTimesBeforeFrames : advice::kFramesInARow;
  if (times < enough || habits.momentary_told) return;
  habits.momentary_told = true;
  world.report(Rule::kUploadBufferPerFrame, buffer.made_by, {buffer.id}, [&] {
    return text(world.describe(buffer), " of ", byte_text(buffer.description.width),
                " in the UPLOAD heap is released, made for ", buffer.habits->submissions,
                buffer.habits->submissions == 1 ? " submission" : " submissions", " only; ",
                before_frames ? text("it is the ", times, "th of its kind")
                              : text("one like it was made in each of ", times, " frames in a row"));
  });
}

}  // namespace

void note_buffer_uses(World& world, const Recording& recording) {
  for (const ObjectId id : recording.references) {
    const Resource* resource = world.find<Resource>(id);
    if (resource == nullptr || resource->habits == nullptr) continue;
    BufferHabits& habits = *resource->habits;
    if (habits.last_submission == world.habits.submissions) continue;
    habits.last_submission = world.habits.submissions;
    ++habits.submissions;
  }
}

void advise_on_buffer_end(World& world, const Resource& resource) {
  BufferHabits& habits = *resource.habits;
  if (resource.how == event::ResourceKind::kCommitted && habits.submissions != 0 &&
      habits.submissions <= advice::kFewSubmissions) {
    advise_on_momentary(world, resource);
  }
  if (habits.copies_from >= advice::kRingSubmissions) {
    advise_on_big_ring(world, resource, habits, resource.made_by);
  }
  std::erase(world.habits.rings, resource.id);
}

void advise_on_staging(World& world, const Queue& queue, const event::Executed& e) {
  std::vector<std::pair<Resource*, std::vector<ByteRange>>> copied;
  for (const ObjectId id : e.lists) {
    const List* list = world.find<List>(id);
    if (list == nullptr || list->open || list->recording == nullptr) continue;
    for (const Op& op : list->recording->ops) {
      Resource* buffer = op.kind == OpKind::kUse ? world.find<Resource>(op.resource) : nullptr;
      if (buffer == nullptr || buffer->habits == nullptr) continue;
      if (buffer->description.width < advice::kSmallestRing) continue;
      if (op.state != states::kCopySource) {
        buffer->habits->other_uses = true;
        continue;
      }
      if (copied.empty() || copied.back().first != buffer)
        copied.emplace_back(buffer, std::vector<ByteRange>());
      copied.back().second.push_back(bytes_of(*buffer, op));
    }
  }
  // One entry for each buffer.
  std::stable_sort(copied.begin(), copied.end(),
                   [](const auto& a, const auto& b) { return a.first->id < b.first->id; });
  for (std::size_t i = 0; i < copied.size();) {
    auto& [buffer, ranges] = copied[i];
    std::size_t next = i + 1;
    for (; next < copied.size() && copied[next].first == buffer; ++next) {
      ranges.insert(ranges.end(), copied[next].second.begin(), copied[next].second.end());
    }
    carry(world, queue, *buffer, std::move(ranges), e.call);
    i = next;
  }
}

void note_wait_for_staging(World& world) {
  for (const ObjectId id : world.habits.rings) {
    const Resource* buffer = world.find<Resource>(id);
    if (buffer == nullptr) continue;
    BufferHabits& habits = *buffer->habits;
    habits.in_flight_at_wait = std::max(habits.in_flight_at_wait, bytes_in_flight(world, habits));
  }
}

}  // namespace ferry::check::model
