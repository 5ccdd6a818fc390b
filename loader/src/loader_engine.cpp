// The engine step: fences, submissions, and what the scheduler gives out next.

#include <algorithm>
#include <utility>

#include <ferry/layout/footprint.hpp>

#include "loader_core.hpp"

namespace ferry {
namespace {

/// Small pieces are staged together by one job, up to so many bytes and pieces.
constexpr std::uint64_t kJobBytes = 256_KiB;
constexpr std::size_t kJobPieces = 32;
/// The most bytes of patient pieces in one list, so that an urgent one does not wait behind a long list.
constexpr std::uint64_t kListBytes = 8_MiB;
/// How often a device is asked whether it is still there.
constexpr std::chrono::milliseconds kLookAtDevice{5};
/// Of a piece in staging memory; of a big one so that whole sectors of a file can be read straight into it.
constexpr std::uint64_t kBufferAlignment = 256;
constexpr std::uint64_t kSectorAlignment = 4096;
constexpr std::uint64_t kBigPiece = 64_KiB;

}  // namespace

bool LoaderCore::engine_step() {
  std::unique_lock engine(engine_mutex_, std::try_to_lock);
  if (!engine) return false;
  {
    const std::lock_guard lock(mutex_);
    engine_wanted_ = false;
    time_matters_ = false;
  }
  News news;
  bool worked = look_at_fences(news);
  worked |= take_staged(news);
  worked |= submit_staged(news);
  worked |= dispatch(news);
  {
    const std::lock_guard lock(mutex_);
    gpu_busy_ = !batches_.empty();
  }
  engine.unlock();
  if (worked) announce();
  tell(news);
  return worked;
}

bool LoaderCore::look_at_fences(News& news) {
  if (lost_) return false;
  const ScheduleTime time = now();
  if (time - looked_at_device_ >= kLookAtDevice) {
    looked_at_device_ = time;
    if (auto alive = device_->check_alive(); !alive) {
      lose(std::move(alive).error(), news);
      return true;
    }
  }
  if (batches_.empty()) return false;
  const auto completed = queue_->timeline()->completed();
  if (!completed) {
    lose(completed.error(), news);
    return true;
  }
  bool worked = false;
  while (!batches_.empty() && batches_.front().point.value <= *completed) {
    CopyBatch batch = std::move(batches_.front());
    batches_.pop_front();
    gpu_bytes_ -= batch.bytes;
    gpu_patient_bytes_ -= batch.patient_bytes;
    depth_.completed(batch.bytes, time - batch.submitted, time);
    if (batch.held) hold_.completed(time - batch.submitted);
    // What the engine needed for it: from its submission, or from the end of the one before.
    const ScheduleTime busy_since = std::max(batch.submitted, last_completion_);
    last_completion_ = time;
    trace_.add(TraceLog::Lane::kCopyEngine, batch.works.front().record->number, batch.bytes, busy_since,
               time);
    if (options_.on_copied)
      options_.on_copied({batch.bytes, start_time_ + batch.submitted, start_time_ + time});
    const std::lock_guard lock(mutex_);
    for (PieceWork& work : batch.works) {
      const double part = static_cast<double>(work.piece.bytes) / static_cast<double>(batch.bytes);
      const auto share = static_cast<double>((time - busy_since).count()) * part;
      work.record->add_time(LoadStage::kCopy, std::chrono::nanoseconds(static_cast<std::int64_t>(share)));
      piece_copied_locked(work, news);
    }
    worked = true;
  }
  if (!worked) return false;
  ring_->retire();
  if (urgent_ring_) urgent_ring_->retire();
  const std::lock_guard lock(mutex_);
  pieces_.set_rate(std::max(depth_.sure_rate(), hold_.rate()));
  sums_.copy_rate = depth_.rate();
  return true;
}

void LoaderCore::piece_copied_locked(PieceWork& work, News& news) {
  LoadRecord& record = *work.record;
  sums_.bytes_copied += work.piece.bytes;
  record.bytes_done += work.piece.bytes;
  if (record.is_texture && !record.closing) {
    const PlanPiece& piece = record.plan.pieces[work.piece.index];
    for (std::uint32_t i = 0; i < piece.part_count; ++i) {
      --record.mip_parts_left[record.plan.parts[piece.first_part + i].mip];
    }
    std::uint32_t mip = static_cast<std::uint32_t>(record.mip_parts_left.size());
    std::uint32_t usable = kNoMip;
    while (mip > 0 && record.mip_parts_left[mip - 1] == 0 && record.plan.parts_of_mip[mip - 1] > 0)
      usable = --mip;
    const std::uint32_t before = record.usable_mip;
    if (usable < before) {
      record.usable_mip = usable;
      if (record.request.on_mip) {
        const auto last = static_cast<std::uint32_t>(record.mip_parts_left.size());
        for (std::uint32_t m = std::min(before, last); m > usable; --m) {
          news.mips.push_back({work.record, m - 1, record.request.on_mip});
        }
      }
    }
  }
  piece_over_locked(work, news);
}

/// Nothing uses the piece any more.
void LoaderCore::piece_over_locked(PieceWork& work, News& news) {
  const RecordPtr& record = work.record;
  const bool all = pieces_.complete(work.piece, now());
  if (work.failed) close_locked(record, LoadState::kFailed, std::move(work.error), news);
  if (all && !record->closing) {
    record->closing = true;
    if (record->consumer_waits_since) {
      trace_.add(TraceLog::Lane::kConsumerWait, record->number, record->total, *record->consumer_waits_since,
                 now());
    }
  }
  release_locked(record, news);
}

/// Of what was not submitted, the report of a lost device says that it surely was not done.
void LoaderCore::note_not_done_locked(const LoadRecord& record) {
  if (record.submitted > 0 && record.submitted >= record.total) return;
  std::string name = name_of(record);
  if (record.submitted > 0) name += ", the rest";
  queue_->timeline()->note_unmarked(FenceTimeline::Unmarked::kRefused, name);
}

void LoaderCore::lose(Error why, News& news) {
  // Nothing completes any more. Staging, lists and destinations are kept until the queue is drained.
  for (CopyBatch& batch : batches_) abandoned_.push_back(std::move(batch));
  batches_.clear();
  gpu_bytes_ = 0;
  gpu_patient_bytes_ = 0;
  const std::lock_guard lock(mutex_);
  lost_why_ = Error{ErrorCode::kDeviceLost, why.hresult, std::move(why.message)};
  lost_ = true;
  std::vector<RecordPtr> pending;
  for (const auto& [number, record] : live_) pending.push_back(record);
  std::sort(pending.begin(), pending.end(),
            [](const RecordPtr& a, const RecordPtr& b) { return a->number < b->number; });
  for (const RecordPtr& record : pending) close_locked(record, LoadState::kFailed, lost_why_, news);
  for (CopyBatch& batch : abandoned_) {
    for (PieceWork& work : batch.works) piece_over_locked(work, news);
  }
  for (auto& queue : staged_) {
    for (PieceWork& work : queue) piece_over_locked(work, news);
    queue.clear();
  }
}

bool LoaderCore::take_staged(News& news) {
  std::vector<PieceWork> finished;
  {
    const std::lock_guard lock(mutex_);
    finished.swap(finished_);
  }
  for (PieceWork& work : finished) {
    if (!work.failed && !work.dropped && !lost_) {
      staged_[static_cast<std::size_t>(work.piece.priority)].push_back(std::move(work));
      continue;
    }
    // After a loss no staging is reused.
    if (!lost_) work.ring->drop(std::move(work.block));
    const std::lock_guard lock(mutex_);
    piece_over_locked(work, news);
  }
  return !finished.empty();
}

bool LoaderCore::submit_staged(News& news) {
  if (lost_) return false;
  bool held = false;
  std::uint64_t patient_limit = 0;
  {
    const std::lock_guard lock(mutex_);
    held = pieces_.options().policy != SchedulePolicy::kFirstCome && pieces_.holding(now());
    const std::uint64_t depth = depth_.depth();
    patient_limit = depth - depth / 100 * options_.reserve_percent;
    if (held) patient_limit = std::min(patient_limit, pieces_.hold_limit() / 2);
  }
  std::vector<PieceWork> dropped;
  const auto take = [&](std::size_t priority, std::vector<PieceWork>& works) {
    PieceWork work = std::move(staged_[priority].front());
    staged_[priority].pop_front();
    (work.record->give_up ? dropped : works).push_back(std::move(work));
  };
  std::vector<PieceWork> urgent;
  for (std::size_t p = 0; p < 2; ++p) {
    while (!staged_[p].empty()) take(p, urgent);
  }
  std::vector<PieceWork> patient;
  std::uint64_t bytes = 0;
  bool limited = false;    // By the bytes that may be in flight.
  bool list_full = false;  // The rest goes with the next list.
  for (std::size_t p = 2; p < kLoadPriorities && !limited && !list_full; ++p) {
    while (!staged_[p].empty()) {
      const std::uint64_t next = staged_[p].front().piece.bytes;
      const std::uint64_t used = gpu_patient_bytes_ + bytes;
      limited = used > 0 && used + next > patient_limit;
      list_full = bytes > 0 && bytes + next > kListBytes;
      if (limited || list_full) break;
      take(p, patient);
      if (!patient.empty()) bytes += next;
    }
  }
  if (limited) {
    if (held) {
      hold_.was_limited();
    } else {
      depth_.was_limited();
    }
  }
  if (limited && gpu_bytes_ == 0 && urgent.empty() && patient.empty()) {
    const std::lock_guard lock(mutex_);
    time_matters_ = true;
  }
  for (PieceWork& work : dropped) {
    work.ring->drop(std::move(work.block));
    const std::lock_guard lock(mutex_);
    piece_over_locked(work, news);
  }
  const bool worked = !urgent.empty() || !patient.empty() || !dropped.empty();
  if (!urgent.empty()) submit(std::move(urgent), false, news);
  if (!patient.empty() && !lost_) {
    submit(std::move(patient), held, news);
  } else {
    for (PieceWork& work : patient) {
      const std::lock_guard lock(mutex_);
      piece_over_locked(work, news);
    }
  }
  return worked;
}

void LoaderCore::submit(std::vector<PieceWork> works, bool held, News& news) {
  CopyBatch batch;
  batch.held = held;
  for (const PieceWork& work : works) {
    batch.bytes += work.piece.bytes;
    if (!is_urgent(work.piece.priority)) batch.patient_bytes += work.piece.bytes;
    work.record->advance(LoadState::kCopying);
  }
  bool executed = false;
  auto point = submit_copies(*queue_, *lists_, works, executed);
  batch.works = std::move(works);
  batch.submitted = now();
  if (!point && executed) {
    // Nobody can tell when the GPU is done with it: the queue is lost to us.
    {
      const std::lock_guard lock(mutex_);
      for (const PieceWork& work : batch.works) work.record->submitted += work.piece.bytes;
    }
    batches_.push_back(std::move(batch));
    lose(std::move(point).error(), news);
    return;
  }
  if (!point) {
    for (PieceWork& work : batch.works) {
      work.failed = true;
      work.error = point.error();
      work.ring->drop(std::move(work.block));
    }
    if (auto alive = device_->check_alive(); !alive) lose(std::move(alive).error(), news);
    const std::lock_guard lock(mutex_);
    for (PieceWork& work : batch.works) piece_over_locked(work, news);
    return;
  }
  batch.point = *point;
  gpu_bytes_ += batch.bytes;
  gpu_patient_bytes_ += batch.patient_bytes;
  depth_.submitted(batch.bytes, batch.submitted);
  {
    const std::lock_guard lock(mutex_);
    ++sums_.submissions;
    for (const PieceWork& work : batch.works) {
      LoadRecord& record = *work.record;
      record.submitted += work.piece.bytes;
      const std::lock_guard own(record.mutex);
      record.point = *point;
      record.all_submitted = record.submitted == record.total;
    }
  }
  batches_.push_back(std::move(batch));
}

UploadRing* LoaderCore::reserve(const SchedulePiece& piece, const LoadRecord& record, StagingBlock& block) {
  std::uint64_t alignment = record.is_texture ? kPlacementAlignment : kBufferAlignment;
  if (piece.bytes >= kBigPiece) alignment = kSectorAlignment;
  const auto try_ring = [&](UploadRing* ring, WhenFull when_full) {
    auto reserved = ring->reserve(piece.bytes, alignment, when_full);
    if (!reserved) return false;
    block = *std::move(reserved);
    return true;
  };
  if (urgent_ring_ && is_urgent(piece.priority) && piece.bytes <= urgent_ring_->capacity() &&
      try_ring(urgent_ring_.get(), WhenFull::kFail)) {
    return urgent_ring_.get();
  }
  // What can never fit has a buffer of its own.
  const bool too_big = piece.bytes > ring_->capacity();
  return try_ring(ring_.get(), too_big ? WhenFull::kDedicated : WhenFull::kFail) ? ring_.get() : nullptr;
}

/// It waited until `time`, if this is its first piece.
void LoaderCore::note_first_piece_locked(LoadRecord& record, std::uint64_t bytes, ScheduleTime time) {
  if (std::exchange(record.started, true)) return;
  record.add_time(LoadStage::kQueue, time - record.came);
  trace_.add(TraceLog::Lane::kQueue, record.number, bytes, record.came, time);
}

bool LoaderCore::dispatch(News& news) {
  if (lost_) return false;
  const bool pieces = dispatch_pieces(news);
  return dispatch_sources() || pieces;
}

bool LoaderCore::dispatch_pieces(News& news) {
  const std::lock_guard lock(mutex_);
  const std::uint64_t ahead = options_.piece_bytes * 2 * std::max(options_.threads, 1u);
  pieces_.set_in_flight_bytes(std::min(options_.most_bytes_in_flight, depth_.depth() + ahead));
  Job job;
  std::uint64_t job_bytes = 0;
  LoadPriority job_priority = LoadPriority::kImmediate;
  const auto push = [&] {
    if (!job.works.empty()) push_job_locked(std::exchange(job, {}), job_priority);
    job_bytes = 0;
  };
  bool worked = false;
  while (true) {
    const ScheduleTime time = now();
    const auto piece = pieces_.next(time);
    if (!piece) break;
    const RecordPtr& record = by_piece_slot_[slot_of(piece->request)];
    if (record->target_missing) {
      pieces_.undo(*piece);
      pieces_.suspend(piece->request);
      ++record->busy;
      Job create;
      create.kind = Job::Kind::kCreate;
      create.record = record;
      push_job_locked(std::move(create), record->priority);
      worked = true;
      continue;
    }
    PieceWork work;
    work.ring = reserve(*piece, *record, work.block);
    if (work.ring == nullptr) {
      pieces_.undo(*piece);
      ++sums_.ring_full;
      time_matters_ = true;
      // A piece with a buffer of its own may have failed for good: with nothing in flight nothing will help
      // it.
      if (pieces_.in_flight() == 0) {
        close_locked(RecordPtr(record), LoadState::kFailed,
                     Error{ErrorCode::kOutOfMemory, 0,
                           text("no staging memory for ", piece->bytes, " bytes of ", name_of(*record))},
                     news);
        continue;
      }
      break;
    }
    worked = true;
    ++sums_.pieces;
    note_first_piece_locked(*record, record->total, time);
    ++record->busy;
    work.record = record;
    work.piece = *piece;
    if (job_bytes + piece->bytes > kJobBytes || job.works.size() >= kJobPieces ||
        piece->priority != job_priority) {
      push();
    }
    job_priority = piece->priority;
    job_bytes += piece->bytes;
    job.works.push_back(std::move(work));
  }
  push();
  switch (pieces_.why_none()) {
    case NoPiece::kInFlight:
    case NoPiece::kReserved:
      ++sums_.stalls_in_flight;
      break;
    case NoPiece::kHeld:
      hold_.was_limited();
      ++sums_.stalls_held;
      time_matters_ = true;
      break;
    case NoPiece::kFrameSpent:
      ++sums_.stalls_frame;
      break;
    case NoPiece::kEmpty:
      break;
  }
  return worked;
}

bool LoaderCore::dispatch_sources() {
  const std::lock_guard lock(mutex_);
  bool worked = false;
  while (decoded_bytes_ < options_.decode_bytes) {
    const auto piece = sources_.next(now());
    if (!piece) break;
    const RecordPtr& record = by_source_slot_[slot_of(piece->request)];
    ++record->busy;
    note_first_piece_locked(*record, record->source_bytes, now());
    Job job;
    job.kind = Job::Kind::kDecode;
    job.record = record;
    job.piece = *piece;
    push_job_locked(std::move(job), piece->priority);
    worked = true;
  }
  return worked;
}

}  // namespace ferry
