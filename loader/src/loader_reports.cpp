// Waiting, frames, and what the loader tells of itself.

#include <algorithm>

#include "loader_core.hpp"

namespace ferry {

void LoaderCore::end_frame(std::chrono::nanoseconds frame_time, std::chrono::nanoseconds slack) {
  {
    const std::lock_guard lock(mutex_);
    pieces_.begin_frame(frame_budget_.end_frame(frame_time, slack, sums_.copy_rate));
    engine_wanted_ = true;
  }
  engine_wanted_cv_.notify_one();
  announce();
}

Result<void> LoaderCore::wait_on(ID3D12CommandQueue* consumer, const std::shared_ptr<LoadRecord>& record) {
  if (consumer == nullptr) return fail(ErrorCode::kInvalidArgument, "the queue that is to wait is null");
  const LoadState state = record->state;
  if (state == LoadState::kReady) return {};
  if (is_final(state)) {
    const std::lock_guard lock(record->mutex);
    return fail(record->error);
  }
  FencePoint point;
  {
    const std::lock_guard lock(record->mutex);
    if (!record->all_submitted) {
      return fail(ErrorCode::kNotReady, name_of(*record),
                  " is not all submitted yet, so there is no signal to wait for; ask again later, or wait on "
                  "the CPU");
    }
    point = record->point;
  }
  if (queue_->timeline()->is_complete(point.value)) return {};
  if (auto waits = queue_->make_wait(consumer, point.value); !waits) return waits;
  const std::lock_guard lock(mutex_);
  if (!record->consumer_waits_since) record->consumer_waits_since = now();
  return {};
}

Result<void> LoaderCore::wait_idle(std::chrono::nanoseconds timeout) {
  const auto deadline = std::chrono::steady_clock::now() + timeout;
  std::unique_lock lock(mutex_);
  while (pending_ > 0) {
    const auto time = std::chrono::steady_clock::now();
    if (time >= deadline) {
      return fail(ErrorCode::kTimeout, pending_, " requests are still pending after ",
                  std::chrono::duration_cast<std::chrono::milliseconds>(timeout).count(), " ms; wait again");
    }
    if (!must_help()) {
      idle_.wait_until(lock, deadline);
      continue;
    }
    lock.unlock();
    const bool helped = help();
    lock.lock();
    if (!helped && pending_ > 0) idle_.wait_for(lock, std::chrono::microseconds(100));
  }
  return {};
}

LoadStatistics LoaderCore::statistics() {
  const std::lock_guard engine(engine_mutex_);
  const std::lock_guard lock(mutex_);
  LoadStatistics statistics = sums_;
  for (std::size_t i = 0; i < kLoadPriorities; ++i) {
    statistics.by_priority[i] = counts_[i].sums;
    statistics.by_priority[i].latency = summarize(counts_[i].latency);
    for (std::size_t s = 0; s < kLoadStages; ++s) {
      statistics.by_priority[i].stages[s] = summarize(counts_[i].stages[s]);
    }
  }
  statistics.pending = pending_;
  statistics.depth_bytes = depth_.depth();
  statistics.gpu_bytes_in_flight = gpu_bytes_;
  statistics.gpu_memory_bytes = memory_.used();
  statistics.ring_high_water = ring_->stats().ring.high_water;
  if (urgent_ring_) statistics.ring_high_water += urgent_ring_->stats().ring.high_water;
  return statistics;
}

std::string LoaderCore::recording() {
  const std::lock_guard lock(mutex_);
  return to_text(record_);
}

}  // namespace ferry
