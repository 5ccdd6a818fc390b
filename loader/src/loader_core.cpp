// From a request to the scheduler, and to its end.

#include "loader_core.hpp"

#include <algorithm>
#include <utility>

namespace ferry {
namespace {

void put(std::vector<std::shared_ptr<LoadRecord>>& slots, RequestId id,
         const std::shared_ptr<LoadRecord>& record) {
  const std::uint32_t slot = slot_of(id);
  if (slots.size() <= slot) slots.resize(slot + std::size_t{1});
  slots[slot] = record;
}

}  // namespace

Result<std::vector<LoadTicket>> LoaderCore::load(std::vector<LoadRequest> requests) {
  std::vector<RecordPtr> records;
  records.reserve(requests.size());
  for (LoadRequest& request : requests) {
    auto record = make_record(std::move(request));
    if (!record) return fail(std::move(record).error());
    records.push_back(*std::move(record));
  }
  {
    const std::lock_guard lock(mutex_);
    if (closed_)
      return fail(ErrorCode::kCancelled, "the loader is being destroyed and takes no more requests");
    if (pending_ + records.size() > options_.most_requests) {
      return fail(ErrorCode::kFull, pending_, " requests are pending and ", records.size(),
                  " more are above the ", options_.most_requests,
                  " of LoaderOptions::most_requests; wait for some to end");
    }
    for (const RecordPtr& record : records) {
      record->number = next_number_++;
      record->order = record->number;
      record->busy = 1;  // Until it is in a scheduler.
      live_.emplace(record->number, record);
      if (record->request.tag != 0) by_tag_[record->request.tag].emplace(record->number, record);
      ++pending_;
      ++counts_[static_cast<std::size_t>(record->priority)].sums.requests;
    }
  }
  std::vector<LoadTicket> tickets;
  tickets.reserve(records.size());
  News news;
  for (const RecordPtr& record : records) {
    tickets.push_back(LoadRecord::ticket(record));
    enter(record, news);
  }
  {
    const std::lock_guard lock(mutex_);
    engine_wanted_ = true;
  }
  engine_wanted_cv_.notify_one();
  announce();
  tell(news);
  return tickets;
}

void LoaderCore::enter(const RecordPtr& record, News& news) {
  if (lost_) {
    const std::lock_guard lock(mutex_);
    close_locked(record, LoadState::kFailed, lost_why_, news);
    release_locked(record, news);
    return;
  }
  const auto* file = std::get_if<FileSource>(&record->request.source);
  if (file == nullptr || file->bytes) {
    if (file != nullptr) record->source_bytes = *file->bytes;
    if (const auto* memory = std::get_if<MemorySource>(&record->request.source))
      record->source_bytes = memory->bytes.size();
    admit(record, news);
    return;
  }
  const std::lock_guard lock(mutex_);
  if (record->closing) {
    release_locked(record, news);
    return;
  }
  record->measuring = true;
  Job job;
  job.kind = Job::Kind::kMeasure;
  job.record = record;
  push_job_locked(std::move(job), record->priority);
}

/// Ends the time in which `load`, the measuring or the decoding keeps the record busy.
void LoaderCore::admit(const RecordPtr& record, News& news) {
  if (record->request.decode && !record->is_decoded) {
    // To the scheduler of sources first; `decode` comes back here.
    const std::lock_guard lock(mutex_);
    if (record->closing) {
      release_locked(record, news);
      return;
    }
    --record->busy;
    ScheduleRequest source;
    source.priority = record->priority;
    if (record->request.deadline) source.deadline = *record->request.deadline - start_time_;
    source.bytes = std::max<std::uint64_t>(record->source_bytes, 1);
    record->source_size = {source.bytes};
    source.piece_sizes = record->source_size;
    source.order = record->order;
    record->source_id = sources_.submit(source, now());
    put(by_source_slot_, record->source_id, record);
    engine_wanted_ = true;
    return;
  }
  auto prepared = prepare(*record);
  const std::lock_guard lock(mutex_);
  if (!prepared) {
    close_locked(record, LoadState::kFailed, std::move(prepared).error(), news);
    release_locked(record, news);
    return;
  }
  schedule_locked(record, news);
}

void LoaderCore::schedule_locked(const RecordPtr& record, News& news) {
  --record->busy;
  if (record->closing) {
    end_if_idle_locked(record, news);
    return;
  }
  if (options_.record) {
    LoadTraceEvent event;
    event.time = now();
    event.request = record->number;
    event.priority = record->priority;
    event.bytes = record->total;
    event.tag = record->request.tag;
    if (record->request.deadline)
      event.deadline = std::max(*record->request.deadline - start_time_, ScheduleTime{});
    record_.events.push_back(event);
  }
  if (record->total == 0) {
    record->closing = true;
    end_if_idle_locked(record, news);
    return;
  }
  ScheduleRequest request;
  request.priority = record->priority;
  if (record->request.deadline) request.deadline = *record->request.deadline - start_time_;
  request.bytes = record->total;
  request.piece_sizes = record->plan.sizes;
  request.order = record->order;
  record->id = pieces_.submit(request, now());
  put(by_piece_slot_, record->id, record);
  engine_wanted_ = true;
}

void LoaderCore::close_locked(const RecordPtr& record, LoadState outcome, Error why, News& news) {
  if (record->closing) return;
  if (why.code == ErrorCode::kDeviceLost) note_not_done_locked(*record);
  record->closing = true;
  record->give_up = true;
  record->outcome = outcome;
  record->why = std::move(why);
  if (std::exchange(record->measuring, false)) --record->busy;
  if (std::erase(waiting_memory_, record) > 0) --record->busy;
  if (pieces_.knows(record->id)) pieces_.cancel(record->id);
  if (sources_.knows(record->source_id)) sources_.cancel(record->source_id);
  if (options_.record && outcome == LoadState::kCancelled && record->total > 0) {
    LoadTraceEvent event;
    event.kind = LoadTraceEvent::Kind::kCancel;
    event.time = now();
    event.request = record->number;
    if (record->id != RequestId{}) record_.events.push_back(event);
  }
  end_if_idle_locked(record, news);
}

void LoaderCore::end_if_idle_locked(const RecordPtr& record, News& news) {
  if (!record->closing || record->busy > 0 || record->ended_once) return;
  record->ended_once = true;
  count_end_locked(record);
  if (record->request.on_mip) news.spent.push_back(std::exchange(record->request.on_mip, nullptr));
  news.endings.push_back(record);
}

void LoaderCore::release_locked(const RecordPtr& record, News& news) {
  --record->busy;
  end_if_idle_locked(record, news);
}

bool LoaderCore::cancel(const RecordPtr& record) {
  News news;
  {
    const std::lock_guard lock(mutex_);
    if (record->closing) return false;
    close_locked(record, LoadState::kCancelled,
                 Error{ErrorCode::kCancelled, 0, text(name_of(*record), " was cancelled")}, news);
    engine_wanted_ = true;
  }
  engine_wanted_cv_.notify_one();
  tell(news);
  return true;
}

std::size_t LoaderCore::cancel_tag(std::uint64_t tag) {
  std::vector<RecordPtr> group;
  {
    const std::lock_guard lock(mutex_);
    const auto found = by_tag_.find(tag);
    if (found == by_tag_.end()) return 0;
    for (const auto& [number, record] : found->second) group.push_back(record);
  }
  std::size_t count = 0;
  for (const RecordPtr& record : group) count += cancel(record) ? 1 : 0;
  return count;
}

bool LoaderCore::set_priority(const RecordPtr& record, LoadPriority priority) {
  const std::lock_guard lock(mutex_);
  return set_priority_locked(record, priority);
}

std::size_t LoaderCore::set_priority_of_tag(std::uint64_t tag, LoadPriority priority) {
  const std::lock_guard lock(mutex_);
  const auto found = by_tag_.find(tag);
  if (found == by_tag_.end()) return 0;
  std::size_t count = 0;
  for (const auto& [number, record] : found->second) count += set_priority_locked(record, priority) ? 1 : 0;
  return count;
}

bool LoaderCore::set_priority_locked(const RecordPtr& record, LoadPriority priority) {
  if (record->closing || static_cast<std::size_t>(priority) >= kLoadPriorities) return false;
  if (record->priority == priority) return true;
  --counts_[static_cast<std::size_t>(record->priority)].sums.requests;
  ++counts_[static_cast<std::size_t>(priority)].sums.requests;
  record->priority = priority;
  if (pieces_.knows(record->id)) pieces_.set_priority(record->id, priority, now());
  if (sources_.knows(record->source_id)) sources_.set_priority(record->source_id, priority, now());
  if (record->measuring) {
    // The job that is queued where it was finds `measuring` false.
    Job job;
    job.kind = Job::Kind::kMeasure;
    job.record = record;
    push_job_locked(std::move(job), priority);
  }
  if (options_.record && record->id != RequestId{}) {
    LoadTraceEvent event;
    event.kind = LoadTraceEvent::Kind::kSetPriority;
    event.time = now();
    event.request = record->number;
    event.priority = priority;
    record_.events.push_back(event);
  }
  engine_wanted_ = true;
  engine_wanted_cv_.notify_one();
  return true;
}

void LoaderCore::count_end_locked(const RecordPtr& record) {
  live_.erase(record->number);
  if (const auto found = by_tag_.find(record->request.tag); found != by_tag_.end()) {
    found->second.erase(record->number);
    if (found->second.empty()) by_tag_.erase(found);
  }
  decoded_bytes_ -= std::exchange(record->decoded_bytes, 0);
  Counts& counts = counts_[static_cast<std::size_t>(record->priority)];
  if (record->outcome == LoadState::kReady) {
    memory_.make_evictable(record->number);
  } else if (memory_.remove(record->number) > 0) {
    memory_tags_.erase(record->number);
  }
  retry_waiting_locked();
  switch (record->outcome) {
    case LoadState::kReady:
      ++counts.sums.ready;
      counts.sums.bytes += record->total;
      counts.latency.add(now() - record->came);
      for (std::size_t i = 0; i < kLoadStages; ++i) {
        const std::int64_t time = record->stage_times[i].load(std::memory_order_relaxed);
        if (time > 0) counts.stages[i].add(std::chrono::nanoseconds(time));
      }
      break;
    case LoadState::kCancelled:
      ++counts.sums.cancelled;
      break;
    default:
      ++counts.sums.failed;
      break;
  }
  if (!options_.record || record->outcome != LoadState::kReady) return;
  const auto time_of = [&](LoadStage stage) {
    return std::chrono::nanoseconds(record->stage_times[static_cast<std::size_t>(stage)].load());
  };
  LoadTraceEvent event;
  event.kind = LoadTraceEvent::Kind::kStageTimes;
  event.time = now();
  event.request = record->number;
  event.read = time_of(LoadStage::kRead);
  event.decode = time_of(LoadStage::kDecode);
  event.stage = time_of(LoadStage::kStage);
  event.copy = time_of(LoadStage::kCopy);
  record_.events.push_back(event);
}

void LoaderCore::tell(News& news) {
  for (const MipNews& one : news.mips) {
    const LoadTicket ticket = LoadRecord::ticket(one.record);
    if (one.record->request.callbacks == CallbackThread::kWorker) {
      one.on_mip(ticket, one.mip);
    } else {
      run_later([ticket, mip = one.mip, on_mip = one.on_mip] { on_mip(ticket, mip); });
    }
  }
  news.mips.clear();
  // A callback may come back here with news of its own.
  const std::vector<RecordPtr> endings = std::exchange(news.endings, {});
  for (const RecordPtr& record : endings) finish(record);
}

void LoaderCore::finish(const RecordPtr& record) {
  record->decoded = {};
  record->file_bytes = {};
  record->request.decode = nullptr;
  {
    const std::lock_guard lock(record->file_mutex);
    if (std::exchange(record->file, nullptr)) --open_files_;
  }
  const Error* lost = lost_ ? &lost_why_ : nullptr;
  end_ticket(record, record->outcome, std::move(record->why), lost,
             [this](std::function<void()> callback) { run_later(std::move(callback)); });
  const std::lock_guard lock(mutex_);
  --pending_;
  idle_.notify_all();
}

}  // namespace ferry
