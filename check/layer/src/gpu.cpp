#include "gpu.hpp"

#include <algorithm>
#include <limits>

#include "core.hpp"

namespace ferry::check::layer {

namespace {

constexpr unsigned kIdleTimeout = 60'000;  // Milliseconds; a GPU that needs longer for one piece is hung.

constexpr const char* kExecuteCall = "ID3D12CommandQueue::ExecuteCommandLists";

}  // namespace

QueueState* Gpu::add_queue(ObjectId id, Ref<ID3D12CommandQueue> below) {
  auto queue = std::make_unique<QueueState>();
  queue->id = id;
  queue->below = std::move(below);
  queues_.push_back(std::move(queue));
  return queues_.back().get();
}

void Gpu::release_queue(Locked& lock, QueueState& queue) {
  queue.released = true;
  look(lock);
  if (queue.held.empty() && queue.reached == queue.submitted && !queue.busy_below) lock.trash(queue.below);
}

void Gpu::add_fence(const std::shared_ptr<FenceState>& fence) {
  std::erase_if(fences_, [](const std::weak_ptr<FenceState>& f) { return f.expired(); });
  fences_.push_back(fence);
}

void Gpu::remove_fence(const FenceState& fence) {
  std::erase_if(fences_, [&fence](const std::weak_ptr<FenceState>& f) {
    const auto locked = f.lock();
    return locked == nullptr || locked.get() == &fence;
  });
}

void Gpu::remove_shadow(const Shadow* shadow) {
  std::erase_if(shadows_, [shadow](const std::shared_ptr<Shadow>& s) { return s.get() == shadow; });
}

std::shared_ptr<Shadow> Gpu::find_shadow(ObjectId resource) const {
  const auto found = std::find_if(shadows_.begin(), shadows_.end(),
                                  [resource](const auto& shadow) { return shadow->resource == resource; });
  return found == shadows_.end() ? nullptr : *found;
}

HRESULT Gpu::submit(Locked& lock, QueueState& queue, Work work) {
  if (lost_) {
    let_go(lock, work);
    return S_OK;
  }
  work.order = next_order_++;
  if (work.kind == Work::Kind::kExecute) {
    work.submission = ++queue.submitted;
    queue.orders.push_back(work.order);
    for (const auto& use : work.uses) {
      ++use->held;
      std::erase_if(use->submissions, [&queue](const BelowUse::Submission& s) { return s.queue == &queue; });
      use->submissions.push_back({&queue, work.submission});
    }
  }
  if (queue.held.empty()) queue.free_at = std::max(queue.free_at, now_);
  queue.held.push_back(std::move(work));
  looks_ = 0;
  if (pace_ == GpuPace::kImmediate) {
    HRESULT result = S_OK;
    const bool ran = pump_queue(lock, queue, result);
    if (ran) pump(lock);
    retire(lock);
    return result;
  }
  if (pace_ == GpuPace::kWhenAsked) run_asked(lock);
  return S_OK;
}

HRESULT Gpu::signal(Locked& lock, FenceState& fence, std::uint64_t value) {
  const HRESULT result = fence.below->Signal(value);
  if (FAILED(result) || lost_) return result;
  fence.shown = value;
  fence_reached(lock, fence, value);
  if (pace_ == GpuPace::kImmediate) pump(lock);
  if (pace_ == GpuPace::kWhenAsked) run_asked(lock);
  return result;
}

// ---------------------------------------------------------------------------------------- as the device goes

void Gpu::pump(Locked& lock) {
  for (bool again = true; again;) {
    again = false;
    for (const auto& queue : queues_) {
      HRESULT result = S_OK;
      again = pump_queue(lock, *queue, result) || again;
    }
  }
}

/// Sends below what can go; true where something went. `result` is that of the last piece.
bool Gpu::pump_queue(Locked& lock, QueueState& queue, HRESULT& result) {
  bool ran = false;
  while (!queue.held.empty()) {
    Work& work = queue.held.front();
    if (work.kind == Work::Kind::kWait) {
      if (!try_wait_below(queue, work, result)) break;
    } else {
      result = send_below(lock, queue, work);
    }
    let_go(lock, work);
    queue.held.pop_front();
    ran = true;
  }
  return ran;
}

HRESULT Gpu::send_below(Locked& lock, QueueState& queue, Work& work) {
  switch (work.kind) {
    case Work::Kind::kExecute:
      execute_below(lock, queue, work);
      return S_OK;
    case Work::Kind::kSignal: {
      const HRESULT result = queue.below->Signal(work.fence->below.get(), work.value);
      if (FAILED(result)) return result;
      queue.busy_below = true;
      if (work.value < work.fence->greatest_sent) work.fence->rewound = true;
      work.fence->greatest_sent = std::max(work.fence->greatest_sent, work.value);
      work.fence->sent.push_back({&queue, work.value});
      queue.marks.push_back({work.fence, work.value, queue.submitted - [&] {
                               std::uint64_t behind =
                                   0;  // Executions that are still held behind this Signal.
                               for (const Work& other : queue.held) {
                                 behind += other.kind == Work::Kind::kExecute ? 1 : 0;
                               }
                               return behind;
                             }()});
      return result;
    }
    case Work::Kind::kOther:
      queue.busy_below = true;
      work.other(queue.below.get());
      return S_OK;
    case Work::Kind::kWait:
      break;
  }
  return S_OK;
}

/// False where the Wait must stay: nobody has submitted its value yet.
bool Gpu::try_wait_below(QueueState& queue, Work& work, HRESULT& result) {
  FenceState& fence = *work.fence;
  result = S_OK;
  if (fence.look_below() >= work.value) return true;
  if (!kQueueWaitsAreWeak) {
    result = queue.below->Wait(fence.below.get(), work.value);
    return true;
  }
  // The Wait gets a Signal of its own, on the queue that will reach the value.
  const auto sent = std::find_if(fence.sent.begin(), fence.sent.end(),
                                 [&work](const FenceState::Sent& s) { return s.value >= work.value; });
  if (sent == fence.sent.end()) return false;
  QueueState& producer = *sent->queue;
  if (&producer == &queue) return true;
  auto link = std::find_if(producer.links.begin(), producer.links.end(),
                           [&queue](const QueueState::Link& l) { return l.consumer == &queue; });
  if (link == producer.links.end()) {
    ID3D12Fence* made = nullptr;
    result =
        below_->CreateFence(0, D3D12_FENCE_FLAG_NONE, iid_of<ID3D12Fence>(), reinterpret_cast<void**>(&made));
    if (FAILED(result)) return true;
    producer.links.push_back({&queue, Ref<ID3D12Fence>::adopt(made), 0});
    link = std::prev(producer.links.end());
  }
  result = producer.below->Signal(link->fence.get(), ++link->value);
  if (SUCCEEDED(result)) result = queue.below->Wait(link->fence.get(), link->value);
  producer.busy_below = queue.busy_below = true;
  return true;
}

void Gpu::execute_below(Locked& lock, QueueState& queue, Work& work) {
  for (const ShadowRead& read : work.reads) {
    compare(lock, read);
    flush(*read.shadow, read.range);
  }
  if (work.reads_all) {
    for (const auto& shadow : shadows_) flush(*shadow, {0, shadow->size});
  }
  std::vector<ID3D12CommandList*> lists;
  lists.reserve(work.lists.size());
  for (const auto& list : work.lists) lists.push_back(list.get());
  queue.busy_below = true;
  queue.below->ExecuteCommandLists(static_cast<UINT>(lists.size()), lists.data());
}

void Gpu::let_go(Locked& lock, Work& work) {
  if (work.kind == Work::Kind::kExecute && work.order != 0) {
    for (const auto& use : work.uses) --use->held;
  }
  for (auto& list : work.lists) lock.trash(list);
  work.lists.clear();
}

// -------------------------------------------------------------------------------------------------- slow GPU

bool Gpu::wait_idle_below(QueueState& queue) {
  if (!queue.busy_below) return true;
  if (!queue.own_fence) {
    ID3D12Fence* made = nullptr;
    if (FAILED(below_->CreateFence(0, D3D12_FENCE_FLAG_NONE, iid_of<ID3D12Fence>(),
                                   reinterpret_cast<void**>(&made)))) {
      return false;
    }
    queue.own_fence = Ref<ID3D12Fence>::adopt(made);
  }
  if (FAILED(queue.below->Signal(queue.own_fence.get(), ++queue.own_value))) return false;
  if (!wait_for_fence(queue.own_fence.get(), queue.own_value, kIdleTimeout)) return false;
  queue.busy_below = false;
  return true;
}

/// Waits until the queue has done all that went below.
void Gpu::idle(Locked& lock, QueueState& queue) {
  if (!queue.busy_below || !wait_idle_below(queue)) return;
  std::uint64_t held = 0;
  for (const Work& work : queue.held) held += work.kind == Work::Kind::kExecute ? 1 : 0;
  reached(lock, queue, queue.submitted - held);
}

/// Drops the fulfilled Waits at the head; true where a piece that can be run stands there.
bool Gpu::skip_waits(Locked& lock, QueueState& queue) {
  while (!queue.held.empty() && queue.held.front().kind == Work::Kind::kWait) {
    const Work& wait = queue.held.front();
    if (wait.fence->look_below() < wait.value) return false;
    let_go(lock, queue.held.front());
    queue.held.pop_front();
  }
  return !queue.held.empty();
}

/// Runs the piece at the head of the queue to its end.
bool Gpu::run_one(Locked& lock, QueueState& queue) {
  if (!skip_waits(lock, queue)) return false;
  Work work = std::move(queue.held.front());
  queue.held.pop_front();
  if (work.kind == Work::Kind::kSignal) {
    idle(lock, queue);
    if (SUCCEEDED(work.fence->below->Signal(work.value))) {
      work.fence->shown = work.value;
      fence_reached(lock, *work.fence, work.value);
    }
  } else {
    send_below(lock, queue, work);
    idle(lock, queue);
  }
  let_go(lock, work);
  retire(lock);
  return true;
}

QueueState* Gpu::next_runnable(Locked& lock, QueueState* only) {
  QueueState* best = nullptr;
  for (const auto& queue : queues_) {
    if (only != nullptr && queue.get() != only) continue;
    if (!skip_waits(lock, *queue)) continue;
    if (best == nullptr || queue->held.front().order < best->held.front().order) best = queue.get();
  }
  return best;
}

std::uint64_t Gpu::step(Locked& lock, std::uint64_t steps, QueueState* only) {
  std::uint64_t ran = 0;
  while (ran < steps) {
    QueueState* const queue = next_runnable(lock, only);
    if (queue == nullptr || !run_one(lock, *queue)) break;
    ++ran;
  }
  return ran;
}

std::uint64_t Gpu::advance(Locked& lock, std::uint64_t ticks) {
  const std::uint64_t until = ticks > UINT64_MAX - now_ ? UINT64_MAX : now_ + ticks;
  std::uint64_t ran = 0;
  for (;;) {
    QueueState* best = nullptr;
    std::uint64_t best_end = 0;
    for (const auto& queue : queues_) {
      const bool waited = !queue->held.empty() && queue->held.front().kind == Work::Kind::kWait;
      const bool runnable = skip_waits(lock, *queue);
      if (waited) queue->free_at = std::max(queue->free_at, now_);
      if (!runnable) continue;
      const bool costs = queue->held.front().kind == Work::Kind::kExecute;
      const std::uint64_t end = queue->free_at + (costs ? ticks_per_execution_ : 0);
      if (end > until) continue;
      if (best == nullptr || end < best_end ||
          (end == best_end && queue->held.front().order < best->held.front().order)) {
        best = queue.get();
        best_end = end;
      }
    }
    if (best == nullptr) break;
    now_ = std::max(now_, best_end);
    best->free_at = best_end;
    run_one(lock, *best);
    ++ran;
  }
  now_ = until;
  return ran;
}

std::uint64_t Gpu::pending() const {
  std::uint64_t count = 0;
  for (const auto& queue : queues_) count += queue->held.size();
  return count;
}

/// Runs what a fence needs to reach a value. False where it cannot yet.
bool Gpu::run_for(Locked& lock, FenceState& fence, std::uint64_t value, int depth) {
  if (fence.look_below() >= value) return true;
  if (depth > 64) return false;
  for (const auto& queue : queues_) {
    const auto wanted = std::find_if(queue->held.begin(), queue->held.end(), [&](const Work& work) {
      return work.kind == Work::Kind::kSignal && work.fence.get() == &fence && work.value >= value;
    });
    if (wanted == queue->held.end()) continue;
    const std::uint64_t order = wanted->order;
    while (!queue->held.empty() && queue->held.front().order <= order) {
      const Work& head = queue->held.front();
      if (head.kind == Work::Kind::kWait) {
        const std::shared_ptr<FenceState> other = head.fence;
        if (!run_for(lock, *other, head.value, depth + 1)) return false;
        skip_waits(lock, *queue);
      } else {
        run_one(lock, *queue);
      }
    }
    return fence.look_below() >= value;
  }
  return false;
}

void Gpu::run_asked(Locked& lock) {
  if (running_asked_) return;
  running_asked_ = true;
  for (std::size_t i = 0; i < fences_.size(); ++i) {
    const auto fence = fences_[i].lock();
    if (fence != nullptr && fence->asked != 0 && run_for(lock, *fence, fence->asked, 0)) fence->asked = 0;
  }
  running_asked_ = false;
}

void Gpu::asked(Locked& lock, FenceState& fence, std::uint64_t value) {
  if (pace_ != GpuPace::kWhenAsked || lost_) return;
  fence.asked = std::max(fence.asked, value);
  run_asked(lock);
}

void Gpu::was_read(Locked& lock) {
  if (pace_ != GpuPace::kWhenAsked || lost_ || ++looks_ < looks_per_piece_) return;
  looks_ = 0;
  step(lock, 1, nullptr);
}

void Gpu::set_pace(Locked& lock, GpuPace pace) {
  pace_ = pace;
  if (lost_) return;
  if (pace == GpuPace::kImmediate) pump(lock);
  if (pace == GpuPace::kWhenAsked) run_asked(lock);
}

// -------------------------------------------------------------------------------------------------- progress

void Gpu::fence_reached(Locked& lock, FenceState& fence, std::uint64_t value) {
  std::erase_if(fence.sent, [value](const FenceState::Sent& s) { return s.value <= value; });
  if (fence.told == value) return;
  fence.told = value;
  lock.send(event::FenceReached{"ID3D12CommandQueue::Signal", fence.id, value});
}

void Gpu::reached(Locked& lock, QueueState& queue, std::uint64_t submission) {
  if (submission <= queue.reached) return;
  while (queue.reached < submission && !queue.orders.empty()) {
    queue.orders.pop_front();
    ++queue.reached;
  }
  while (!queue.marks.empty() && queue.marks.front().submission <= queue.reached &&
         queue.marks.front().fence->told >= queue.marks.front().value) {
    queue.marks.pop_front();
  }
  lock.send(event::QueueReached{kExecuteCall, queue.id, queue.reached});
}

void Gpu::look(Locked& lock) {
  if (lost_) return;
  for (std::size_t i = 0; i < fences_.size(); ++i) {
    const auto fence = fences_[i].lock();
    if (fence == nullptr) continue;
    const std::uint64_t value = fence->look_below();
    if (value == UINT64_MAX && fence->told != UINT64_MAX && FAILED(below_->GetDeviceRemovedReason())) return;
    if (value != fence->told) fence_reached(lock, *fence, value);
  }
  for (const auto& queue : queues_) {
    std::uint64_t done = queue->reached;
    const auto is_reached = [](const QueueState::Mark& mark) {
      return mark.fence->look_below() >= mark.value;
    };
    // A queue works in order: where its last Signal is done, all are, whatever a fallen fence shows.
    const bool all = kFencesFallBack && queue->marks.size() > 1 && is_reached(queue->marks.back());
    while (!queue->marks.empty() && (all || is_reached(queue->marks.front()))) {
      const QueueState::Mark& mark = queue->marks.front();
      done = std::max(done, mark.submission);
      if (!mark.fence->rewound) mark.fence->shown = std::max(mark.fence->shown, mark.value);
      fence_reached(lock, *mark.fence, mark.fence->look_below());
      queue->marks.pop_front();
    }
    if (done == queue->submitted && queue->marks.empty() && queue->held.empty()) queue->busy_below = false;
    reached(lock, *queue, done);
  }
  retire(lock);
}

bool Gpu::in_flight(const BelowUse& use) const {
  if (use.held != 0) return true;
  return std::any_of(use.submissions.begin(), use.submissions.end(),
                     [](const BelowUse::Submission& s) { return s.queue->reached < s.number; });
}

void Gpu::bury(Locked& lock, Ref<IUnknown> object) {
  graves_.push_back({std::move(object), next_order_});
  retire(lock);
}

void Gpu::retire(Locked& lock) {
  if (lost_) return;
  std::uint64_t oldest = std::numeric_limits<std::uint64_t>::max();
  for (const auto& queue : queues_) {
    if (!queue->orders.empty()) oldest = std::min(oldest, queue->orders.front());
  }
  std::erase_if(graves_, [&](Grave& grave) {
    if (grave.order > oldest) return false;
    lock.trash(std::move(grave.object));
    return true;
  });
  for (const auto& queue : queues_) {
    if (queue->released && queue->below && queue->held.empty() && queue->orders.empty() &&
        !queue->busy_below) {
      lock.trash(queue->below);
    }
  }
}

void Gpu::lose(Locked& lock) {
  lost_ = true;
  for (const auto& queue : queues_) {
    for (Work& work : queue->held) {
      for (const auto& use : work.uses) use->held = 0;
      for (auto& list : work.lists) lock.trash(list);
    }
    queue->held.clear();
  }
  for (const auto& weak : fences_) {
    if (const auto fence = weak.lock()) fence->below->Signal(UINT64_MAX);
  }
}

void Gpu::finish() {
  for (const auto& queue : queues_) queue->held.clear();
  for (const auto& queue : queues_) {
    if (!queue->below || !queue->busy_below) continue;
    if (wait_idle_below(*queue)) continue;
    // Still running: what it uses must outlive the program's end of the device.
    for (Grave& grave : graves_) grave.object->AddRef();
    queue->below->AddRef();
  }
  graves_.clear();
}

}  // namespace ferry::check::layer
