#include <ferry/base/text.hpp>
#include <ferry/check/model/advice.hpp>

#include "advice.hpp"

namespace ferry::check::model {
namespace {

/// Calls `visit(queue)` for each queue whose fresh Signal is complete when the fence has that value.
template <typename Visit>
void for_each_fresh(World& world, ObjectId fence, std::uint64_t value, Visit&& visit) {
  for (Queue* queue : world.queues) {
    const FreshSignal& fresh = queue->habits.fresh;
    if (fresh.fence == fence && value >= fresh.value) visit(*queue);
  }
}

/// The thread that signalled waits at once.
void count_wait(World& world, Queue& queue, const FreshSignal& signal) {
  QueueHabits& habits = queue.habits;
  const bool by_frame = world.habits.frame_sign >= FrameSign::kPresented;
  habits.waits_in_a_row = by_frame ? habits.waits_by_frame.hit(signal.frame) : habits.waits_in_a_row + 1;
  const std::uint64_t enough =
      world.habits.frame_sign == FrameSign::kNone ? advice::kTimesBeforeFrames : advice::kFramesInARow;
  if (habits.waits_in_a_row < enough || habits.wait_told) return;
  habits.wait_told = true;
  world.report(Rule::kSubmitAndWait, signal.waited, {queue.id, signal.fence}, [&] {
    return text(
        "The CPU waits for value ", signal.value, " of ", world.describe(signal.fence), " right after ",
        world.describe(queue), " is told to signal it, and has done so ", habits.waits_in_a_row,
        by_frame ? " frames" : " times",
        " in a row: while the CPU prepares work the GPU has none, and while the GPU works the CPU waits");
  });
}

}  // namespace

void note_copy(const World& world, List& list, const Resource* destination, const Resource* source,
               std::uint64_t bytes, const char* call) {
  if (!world.advises()) return;
  Workload copy;
  copy.copies = true;
  copy.copied_bytes = bytes;
  const bool read_back = destination != nullptr && destination->properties.type == HeapType::kReadback;
  if (read_back && source != nullptr && !source->buffer)
    copy.texture_reads.push_back({source->id, bytes, call});
  list.recording->workload.add(copy);
}

void advise_on_tiny_submission(World& world, Queue& queue, const Workload& work, const char* call) {
  QueueHabits& habits = queue.habits;
  if (work.more_than_copies || work.copied_bytes > advice::kTinyCopyBytes) {
    habits.tiny_in_a_row = 0;
    return;
  }
  if (!work.copies) return;
  ++habits.tiny_in_frame;
  ++habits.tiny_in_a_row;
  if (habits.tiny_in_a_row < advice::kTinySubmissions || habits.tiny_told) return;
  habits.tiny_told = true;
  world.report(Rule::kTinySubmissions, call, {queue.id}, [&] {
    return text(world.describe(queue), " gets its ", habits.tiny_in_a_row,
                "th submission in a row that only copies ", byte_text(advice::kTinyCopyBytes),
                " or less; this one copies ", byte_text(work.copied_bytes));
  });
}

void note_fresh_signal(const World& world, Queue& queue, const event::QueueSignal& e) {
  FreshSignal& fresh = queue.habits.fresh;
  fresh = {};
  fresh.fence = e.fence;
  fresh.value = e.value;
  fresh.thread = e.thread;
  fresh.frame = world.habits.frame;
}

void note_wait(World& world, ObjectId fence, std::uint64_t value, std::uint64_t thread, const char* call) {
  for_each_fresh(world, fence, value, [&](Queue& queue) {
    if (queue.habits.fresh.thread == thread) queue.habits.fresh.waited = call;
  });
}

void note_look(World& world, const Fence& fence, const event::FenceRead& e) {
  Looks& looks = world.habits.looks;
  if (looks.fence != e.fence || looks.thread != e.thread) looks = {e.fence, e.thread, 0};
  ++looks.count;
  for_each_fresh(world, e.fence, e.value, [&](Queue& queue) { queue.habits.fresh.seen = true; });
  if (looks.count < advice::kLooksOfAWait) return;
  note_wait(world, e.fence, e.value, e.thread, e.call);
  if (looks.count == advice::kLooksOfAWait && e.value < fence.greatest) note_wait_for_staging(world);
}

void go_on(World& world) {
  world.habits.looks = {};
  for (Queue* queue : world.queues) {
    FreshSignal& fresh = queue->habits.fresh;
    if (fresh.fence == ObjectId::kNone) continue;
    const Fence* fence = world.find<Fence>(fresh.fence);
    const bool reached = fence == nullptr || fence->reached >= fresh.value;
    if (fresh.waited != nullptr && reached) {
      count_wait(world, *queue, fresh);
    } else if (!fresh.seen) {  // It went on without knowing: the two work at the same time.
      queue->habits.waits_in_a_row = 0;
    }
    fresh = {};
  }
}

}  // namespace ferry::check::model
