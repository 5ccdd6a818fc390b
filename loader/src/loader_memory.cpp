// Resources that the loader makes, within the budget of GPU memory.

#include <algorithm>

#include <ferry/gpu/d3d12.hpp>

#include "loader_core.hpp"

namespace ferry {
namespace {

/// How long an answer of the system's about its memory is good.
constexpr std::chrono::milliseconds kAskSystem{10};

}  // namespace

std::uint64_t LoaderCore::target_bytes(const LoadRecord& record) const {
  if (!record.is_texture) return align_up(record.total, 64_KiB);
  const D3D12_RESOURCE_DESC desc = to_d3d12(record.target_desc, record.target_flags);
  const D3D12_RESOURCE_ALLOCATION_INFO info = device_->d3d()->GetResourceAllocationInfo(0, 1, &desc);
  // UINT64_MAX says that the description is wrong; making it will say why.
  return info.SizeInBytes == UINT64_MAX ? 0 : info.SizeInBytes;
}

Result<ComPtr<ID3D12Resource>> LoaderCore::make_target(LoadRecord& record) {
  if (!record.is_texture) {
    const auto& made = std::get<NewBuffer>(record.request.destination);
    return device_->create_buffer(HeapKind::kDefault, record.total, made.name, made.flags);
  }
  const auto& made = std::get<NewTexture>(record.request.destination);
  return device_->create_texture(record.target_desc, made.name, made.flags);
}

/// What the system leaves to the loader. Asked without the lock, and not too often: asking is slow.
std::uint64_t LoaderCore::system_limit_locked(std::unique_lock<std::mutex>& lock) {
  const ScheduleTime time = now();
  if (system_limit_ != 0 && time - system_asked_ < kAskSystem) return system_limit_;
  const std::uint64_t used = memory_.used();
  lock.unlock();
  const auto memory = device_->video_memory();
  lock.lock();
  system_asked_ = time;
  system_limit_ = memory ? used + memory->budget - std::min(memory->usage, memory->budget) : UINT64_MAX;
  return system_limit_;
}

/// Asks the owner to let go of what was not used for the longest time, until there is room.
LoaderCore::Room LoaderCore::make_room(const RecordPtr& record, std::uint64_t bytes) {
  std::unique_lock lock(mutex_);
  std::size_t refusals = 0;
  while (true) {
    if (record->closing) return Room::kYes;  // Nothing will be made.
    std::uint64_t limit = options_.gpu_memory_bytes;
    if (options_.gpu_memory_limit) {
      lock.unlock();
      limit = options_.gpu_memory_limit();
      lock.lock();
    } else if (limit == UINT64_MAX) {
      limit = system_limit_locked(lock);
    }
    memory_.set_limit(limit);
    if (memory_.fits(bytes)) {
      memory_.add(record->number, bytes);
      memory_tags_[record->number] = record->request.tag;
      return Room::kYes;
    }
    const auto oldest = memory_.least_recent();
    if (bytes > limit || !options_.evict || !oldest || refusals >= memory_.evictable()) {
      // What is being loaded or asked for now may be evicted soon; without that only the owner can make room.
      if (bytes > limit || memory_.busy() == 0) {
        retry_waiting_locked();
        return Room::kNever;
      }
      waiting_memory_.push_back(record);
      return Room::kLater;
    }
    const EvictCandidate candidate = {oldest->id, memory_tags_[oldest->id], oldest->bytes};
    // So that no other thread asks for it meanwhile.
    memory_.make_busy(oldest->id);
    lock.unlock();
    const bool evicted = options_.evict(candidate);
    lock.lock();
    if (!evicted) {
      ++refusals;
      memory_.make_evictable(candidate.number);
      continue;
    }
    if (memory_.remove(candidate.number) > 0) ++sums_.evictions;
    memory_tags_.erase(candidate.number);
    retry_waiting_locked();
  }
}

void LoaderCore::create_target(const RecordPtr& record) {
  News news;
  const std::uint64_t bytes = target_bytes(*record);
  const Room room = record->give_up ? Room::kYes : make_room(record, bytes);
  if (room == Room::kLater) return;
  Result<ComPtr<ID3D12Resource>> made = fail(ErrorCode::kCancelled, "given up");
  if (room == Room::kNever) {
    made =
        fail(ErrorCode::kOutOfMemory, byte_text(bytes), " of GPU memory for ", name_of(*record),
             " are above the budget, and nothing more can be evicted; raise the budget or let something go");
  } else if (!record->give_up) {
    made = make_target(*record);
  }
  {
    const std::lock_guard lock(mutex_);
    if (made) {
      const std::lock_guard own(record->mutex);
      record->target = *std::move(made);
    } else {
      close_locked(record, LoadState::kFailed, std::move(made).error(), news);
    }
    record->target_missing = false;
    pieces_.resume(record->id);
    engine_wanted_ = true;
    release_locked(record, news);
  }
  engine_wanted_cv_.notify_one();
  tell(news);
}

void LoaderCore::retry_waiting_locked() {
  while (!waiting_memory_.empty()) {
    Job job;
    job.kind = Job::Kind::kCreate;
    job.record = std::move(waiting_memory_.front());
    waiting_memory_.pop_front();
    const LoadPriority priority = job.record->priority;
    push_job_locked(std::move(job), priority);
  }
}

void LoaderCore::touch(std::uint64_t number) {
  const std::lock_guard lock(mutex_);
  memory_.touch(number);
}

void LoaderCore::forget(std::uint64_t number) {
  {
    const std::lock_guard lock(mutex_);
    if (live_.contains(number)) return;  // Still loading: it ends first.
    memory_.remove(number);
    memory_tags_.erase(number);
    retry_waiting_locked();
  }
  announce();
}

}  // namespace ferry
