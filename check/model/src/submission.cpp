#include "submission.hpp"

#include <algorithm>

#include "alias_rules.hpp"
#include "hazard_rules.hpp"
#include "state_rules.hpp"

namespace ferry::check::model {
namespace {

/// Signals remembered for one fence, once the program knows the older ones to be complete.
constexpr std::size_t kManySignals = 64;

void replay_op(World& world, const ReplayContext& at, const Op& op) {
  if (op.kind == OpKind::kAliasing) {
    replay_aliasing_barrier(world, world.find<Resource>(op.resource));
    return;
  }
  Resource* resource = world.find<Resource>(op.resource);
  if (resource == nullptr) return;
  note_access(world, at, *resource, op);
  if (op.kind == OpKind::kTransition) {
    replay_transition(world, at, *resource, op);
    return;
  }
  replay_use(world, at, *resource, op);
  if (has_alias_rules(*resource)) replay_alias_use(world, at, *resource, op);
}

void replay_lists(World& world, Queue& queue, const Submitted& work) {
  ++world.epoch;
  for (const auto& [list, recording] : work.lists) {
    const ReplayContext at{queue, *recording, list, work.submission};
    for (const Op& op : recording->ops) replay_op(world, at, op);
  }
  decay_touched(world, queue.type);
}

void remember_signal(const World& world, Fence& fence, std::uint64_t value, Clock done) {
  fence.signals.push_back({value, std::move(done)});
  fence.replayed = std::max(fence.replayed, value);
  while (fence.signals.size() > kManySignals && world.known.covers(fence.signals.front().done) &&
         world.truth.covers(fence.signals.front().done)) {
    fence.forgotten = std::max(fence.forgotten, fence.signals.front().value);
    fence.signals.pop_front();
  }
}

bool can_go(const World& world, const Submitted& work) {
  if (work.what != Submitted::What::kWait) return true;
  const Fence* fence = world.find<Fence>(work.fence);
  return fence == nullptr || work.value <= fence->replayed || work.value <= fence->reached;
}

void go(World& world, Queue& queue, Submitted& work) {
  queue.before.join(work.known);
  switch (work.what) {
    case Submitted::What::kExecute:
      replay_lists(world, queue, work);
      return;
    case Submitted::What::kSignal:
      if (Fence* fence = world.find<Fence>(work.fence); fence != nullptr) {
        Clock done = queue.before;
        done.raise(queue.index, work.submission);
        remember_signal(world, *fence, work.value, std::move(done));
      }
      return;
    case Submitted::What::kWait:
      if (const Fence* fence = world.find<Fence>(work.fence); fence != nullptr) {
        const SignalRecord* signal = signal_that_reaches(*fence, work.value);
        if (signal != nullptr) queue.before.join(signal->done);
      }
      return;
  }
}

/// Replays whatever has become possible, until nothing more has.
void drain(World& world) {
  for (bool moved = true; moved;) {
    moved = false;
    for (Queue* queue : world.queues) {
      while (!queue->blocked.empty() && can_go(world, queue->blocked.front())) {
        Submitted work = std::move(queue->blocked.front());
        queue->blocked.pop_front();
        go(world, *queue, work);
        moved = true;
      }
    }
  }
}

/// The GPU has got past the first `count` of what the queue holds back, whatever the model thinks.
void let_go(World& world, Queue& queue, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    Submitted work = std::move(queue.blocked.front());
    queue.blocked.pop_front();
    go(world, queue, work);
  }
}

}  // namespace

void submit(World& world, Queue& queue, Submitted work) {
  if (!queue.blocked.empty() || !can_go(world, work)) {
    queue.blocked.push_back(std::move(work));
    return;
  }
  go(world, queue, work);
  if (work.what == Submitted::What::kSignal) drain(world);
}

void signal_from_outside(World& world, Fence& fence, std::uint64_t value, const Clock& done) {
  remember_signal(world, fence, value, done);
  drain(world);
}

void fence_shows(World& world, const Fence& fence, std::uint64_t value) {
  for (Queue* queue : world.queues) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < queue->blocked.size(); ++i) {
      const Submitted& work = queue->blocked[i];
      if (work.what == Submitted::What::kSignal && work.fence == fence.id && work.value <= value)
        count = i + 1;
    }
    let_go(world, *queue, count);
  }
  drain(world);
}

void queue_shows(World& world, Queue& queue, std::uint64_t submission) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < queue.blocked.size(); ++i) {
    const Submitted& work = queue.blocked[i];
    if (work.what == Submitted::What::kExecute && work.submission <= submission) count = i + 1;
  }
  let_go(world, queue, count);
  drain(world);
}

const SignalRecord* signal_that_reaches(const Fence& fence, std::uint64_t value) {
  if (value <= fence.forgotten) return nullptr;
  for (const SignalRecord& signal : fence.signals) {
    if (signal.value >= value) return &signal;
  }
  return nullptr;
}

}  // namespace ferry::check::model
