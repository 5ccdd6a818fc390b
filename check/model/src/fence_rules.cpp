#include "fence_rules.hpp"

#include <algorithm>

#include <ferry/base/text.hpp>

#include "submission.hpp"

namespace ferry::check::model {
namespace {

void check_rising(World& world, Fence& fence, std::uint64_t value, const char* call) {
  if (value <= fence.last_value) {
    world.report(Rule::kFenceValueNotRising, call, {fence.id}, [&] {
      return text(world.describe(fence), " is signalled with ", value, ", but it was signalled with ",
                  fence.last_value, " before");
    });
  }
  fence.last_value = value;
  fence.signalled = true;
  fence.greatest = std::max(fence.greatest, value);
}

void check_not_lost(World& world, ObjectId fence, std::uint64_t value, const char* call) {
  if (!world.lost_told) return;
  world.report(Rule::kWaitOnLostDevice, call, {fence}, [&] {
    return text("A wait for value ", value, " of ", world.describe(fence),
                " after the program was told that the device is lost: nothing more completes");
  });
}

void check_signalled(World& world, const Fence& fence, std::uint64_t value, const char* call,
                     std::string_view who) {
  if (value <= fence.greatest || value <= fence.reached || world.lost_told) return;
  world.report(Rule::kWaitBeforeSignal, call, {fence.id}, [&] {
    std::string words = text(who, " for value ", value, " of ", world.describe(fence));
    if (!fence.signalled) return words += ", but no Signal of that fence was submitted";
    return words += text(", but the greatest value that any Signal was submitted for is ", fence.greatest);
  });
}

/// The latest signal that is over when the fence shows `value`. Where several queues signal it, a greater
/// value of one says nothing about the others, so only one signal is taken.
const SignalRecord* signal_shown_by(const Fence& fence, std::uint64_t value) {
  const SignalRecord* best = nullptr;
  for (const SignalRecord& signal : fence.signals) {
    if (signal.value <= value && (best == nullptr || signal.value >= best->value)) best = &signal;
  }
  return best;
}

void stop_awaiting(World& world, Fence& fence) {
  if (fence.awaited.empty()) std::erase(world.awaited, fence.id);
}

/// The fence has really reached `value`: whoever waited for that on the CPU may go on.
void reach(World& world, Fence& fence, std::uint64_t value) {
  if (value > fence.replayed) fence_shows(world, fence, value);
  if (value > fence.replayed && value != UINT64_MAX) {
    // Signalled by somebody the model does not see (another device or process).
    signal_from_outside(world, fence, value, Clock{});
  }
  fence.reached = std::max(fence.reached, value);
  if (const SignalRecord* signal = signal_shown_by(fence, value); signal != nullptr) {
    world.truth.join(signal->done);
  }
  if (fence.awaited.empty()) return;
  std::erase_if(fence.awaited, [&](std::uint64_t awaited) {
    if (awaited > value) return false;
    const SignalRecord* signal = signal_that_reaches(fence, awaited);
    if (signal != nullptr) {
      world.known.join(signal->done);
      world.truth.join(signal->done);
    }
    return true;
  });
  stop_awaiting(world, fence);
}

}  // namespace

void on_queue_signal(World& world, const event::QueueSignal& e) {
  Queue* queue = world.find<Queue>(e.queue);
  Fence* fence = world.find<Fence>(e.fence);
  if (queue == nullptr || fence == nullptr) return;
  check_rising(world, *fence, e.value, e.call);
  if (fence->signalling_queue != ObjectId::kNone && fence->signalling_queue != e.queue) {
    world.report(Rule::kFenceTwoQueues, e.call, {e.fence, e.queue, fence->signalling_queue}, [&] {
      return text(world.describe(*queue), " signals ", world.describe(*fence), " with ", e.value, ", and ",
                  world.describe(fence->signalling_queue),
                  " signalled it before: a value reached by one says nothing about the other");
    });
  }
  fence->signalling_queue = e.queue;
  queue->covered = queue->submitted;
  fence->last_use.raise(queue->index, queue->submitted);
  Submitted work;
  work.what = Submitted::What::kSignal;
  work.call = e.call;
  work.submission = queue->submitted;
  work.fence = e.fence;
  work.value = e.value;
  work.known = world.known;
  submit(world, *queue, std::move(work));
}

void on_queue_wait(World& world, const event::QueueWait& e) {
  Queue* queue = world.find<Queue>(e.queue);
  const Fence* fence = world.find<Fence>(e.fence);
  if (queue == nullptr || fence == nullptr) return;
  check_not_lost(world, e.fence, e.value, e.call);
  check_signalled(world, *fence, e.value, e.call, text(world.describe(*queue), " is told to wait"));
  Submitted work;
  work.what = Submitted::What::kWait;
  work.call = e.call;
  work.fence = e.fence;
  work.value = e.value;
  work.known = world.known;
  submit(world, *queue, std::move(work));
}

void on_cpu_signal(World& world, const event::CpuSignal& e) {
  Fence* fence = world.find<Fence>(e.fence);
  if (fence == nullptr) return;
  check_rising(world, *fence, e.value, e.call);
  signal_from_outside(world, *fence, e.value, world.known);
  reach(world, *fence, e.value);
}

void on_fence_read(World& world, const event::FenceRead& e) {
  Fence* fence = world.find<Fence>(e.fence);
  if (fence == nullptr) return;
  if (e.value == UINT64_MAX && fence->greatest != UINT64_MAX) {
    world.lost = true;
    world.lost_told = true;
    return;
  }
  reach(world, *fence, e.value);
  if (const SignalRecord* signal = signal_shown_by(*fence, e.value); signal != nullptr) {
    world.known.join(signal->done);
  }
}

void on_cpu_wait(World& world, const event::CpuWait& e) {
  Fence* fence = world.find<Fence>(e.fence);
  if (fence == nullptr) return;
  check_not_lost(world, e.fence, e.value, e.call);
  check_signalled(world, *fence, e.value, e.call, "The CPU is told to wait");
  if (e.value <= fence->reached) {
    if (const SignalRecord* signal = signal_that_reaches(*fence, e.value); signal != nullptr) {
      world.known.join(signal->done);
      world.truth.join(signal->done);
    }
    return;
  }
  if (fence->awaited.empty()) world.awaited.push_back(e.fence);
  fence->awaited.push_back(e.value);
}

void on_fence_reached(World& world, const event::FenceReached& e) {
  Fence* fence = world.find<Fence>(e.fence);
  if (fence == nullptr) return;
  if (e.value == UINT64_MAX && fence->greatest != UINT64_MAX) {
    world.lost = true;
    return;
  }
  reach(world, *fence, e.value);
}

void on_queue_reached(World& world, const event::QueueReached& e) {
  Queue* queue = world.find<Queue>(e.queue);
  if (queue == nullptr) return;
  if (!queue->blocked.empty()) queue_shows(world, *queue, e.submission);
  world.truth.raise(queue->index, std::min(e.submission, queue->submitted));
}

void on_device_lost(World& world, const event::DeviceLost& e) {
  world.lost = true;
  if (e.told) world.lost_told = true;
}

void on_frame_end(World& world, const event::FrameEnd& e) {
  for (const Queue* queue : world.queues) {
    if (!queue->alive || queue->covered >= queue->submitted || world.lost) continue;
    world.report(Rule::kFrameEndUncovered, e.call, {queue->id}, [&] {
      return text("The frame ends with ", queue->submitted - queue->covered, " ExecuteCommandLists on ",
                  world.describe(*queue),
                  " after its last Signal: nobody can tell when that work is complete");
    });
  }
}

}  // namespace ferry::check::model
