// Who does the work, and the beginning and the end of it all.

#include <algorithm>
#include <utility>

#include "inside_loader.hpp"
#include "loader_core.hpp"

namespace ferry {
namespace {

/// Between two looks at a fence while copies are on their way.
constexpr std::chrono::microseconds kLookAtFences{100};
/// Where something waits for time to pass.
constexpr std::chrono::milliseconds kLookAtTime{1};
/// With requests pending: how often the device is asked whether it is still there.
constexpr std::chrono::milliseconds kLookAtDevice{20};

SchedulerOptions scheduler_options(const LoaderOptions& options) {
  SchedulerOptions made;
  made.policy = options.policy;
  made.piece_bytes = options.piece_bytes;
  made.least_piece_bytes = std::min<std::uint64_t>(64_KiB, options.piece_bytes);
  made.in_flight_bytes = options.most_bytes_in_flight;
  made.reserve_percent = options.reserve_percent;
  made.aging_pieces = options.aging_pieces;
  // As much again may be on its way through the workers, so that the copy engine has work while it is held.
  made.hold_depth = options.hold_depth * 2;
  made.hold_after = options.hold_after;
  return made;
}

SchedulerOptions source_options(const LoaderOptions& options) {
  SchedulerOptions made = scheduler_options(options);
  made.in_flight_bytes = options.decode_bytes;
  made.piece_bytes = UINT64_MAX;
  // Files are read whole, and not over the copy engine: nothing of theirs is held back for it.
  made.hold_depth = std::chrono::hours(1);
  return made;
}

LoaderOptions with_bounds(LoaderOptions options) {
  options.ring_bytes = align_up(std::clamp<std::uint64_t>(options.ring_bytes, 1_MiB, 1ull << 40), 64_KiB);
  options.reserve_percent = std::min(options.reserve_percent, 90u);
  options.piece_bytes = std::clamp<std::uint64_t>(options.piece_bytes, 4_KiB, options.ring_bytes / 8);
  options.most_bytes_in_flight = std::clamp(options.most_bytes_in_flight, 2 * options.piece_bytes,
                                            std::max(options.ring_bytes, 2 * options.piece_bytes));
  options.threads = std::min(options.threads, 256u);
  return options;
}

DepthOptions depth_options(const LoaderOptions& options) {
  DepthOptions made;
  made.most_bytes = options.most_bytes_in_flight;
  made.least_bytes = std::min(made.most_bytes, options.piece_bytes);
  made.start_bytes = std::max(made.most_bytes / 2, made.least_bytes);
  return made;
}

HoldOptions hold_options(const LoaderOptions& options) {
  HoldOptions made;
  made.delay = options.hold_depth;
  made.most_bytes = options.most_bytes_in_flight;
  made.least_bytes = std::max<std::uint64_t>(std::min(made.most_bytes, options.piece_bytes) / 2, 1);
  return made;
}

}  // namespace

LoaderCore::LoaderCore(std::shared_ptr<Device> device, LoaderOptions options)
    : device_(std::move(device)),
      options_(with_bounds(std::move(options))),
      trace_(options_.trace_events),
      reader_(options_.read_together, options_.past_cache_from),
      depth_(depth_options(options_)),
      hold_(hold_options(options_)),
      pieces_(scheduler_options(options_)),
      sources_(source_options(options_)) {}

LoaderCore::~LoaderCore() = default;

Result<void> LoaderCore::start() {
  write_combined_ = device_->caps().write_combined_upload;
  queue_ = options_.queue;
  if (!queue_) {
    auto made = Queue::create(device_, QueueKind::kCopy, text(options_.name, " copy"));
    if (!made) return fail(std::move(made).error());
    queue_ = *std::move(made);
  }
  lists_ = std::make_unique<CommandRecycler>(device_, queue_->kind(), options_.name);
  const std::uint64_t urgent = align_up(options_.ring_bytes / 100 * options_.reserve_percent, 64_KiB);
  if (urgent > 0) {
    auto ring = UploadRing::create(device_, urgent, text(options_.name, " urgent ring"));
    if (!ring) return fail(std::move(ring).error());
    urgent_ring_ = *std::move(ring);
  }
  auto ring = UploadRing::create(device_, options_.ring_bytes - urgent, text(options_.name, " ring"));
  if (!ring) return fail(std::move(ring).error());
  ring_ = *std::move(ring);
  if (options_.threads == 0) return {};
  threads_.emplace_back([this] { engine_thread(); });
  for (std::uint32_t i = 0; i < options_.threads; ++i) threads_.emplace_back([this] { worker(); });
  return {};
}

void LoaderCore::worker() {
  const InsideLoader inside(shared_from_this(), InsideLoader::Thread::kOwn);
  while (!inside.ends()) {
    {
      std::unique_lock lock(mutex_);
      jobs_wanted_.wait(lock, [this] { return stop_ || job_count_ > 0; });
      if (stop_) return;
    }
    run_job();
  }
}

void LoaderCore::engine_thread() {
  const InsideLoader inside(shared_from_this(), InsideLoader::Thread::kOwn);
  while (!inside.ends()) {
    const bool worked = engine_step();
    std::unique_lock lock(mutex_);
    if (stop_) return;
    if (worked || engine_wanted_ || inside.ends()) continue;
    const auto wanted = [this] { return stop_ || engine_wanted_; };
    if (gpu_busy_) {
      engine_wanted_cv_.wait_for(lock, kLookAtFences, wanted);
    } else if (time_matters_) {
      engine_wanted_cv_.wait_for(lock, kLookAtTime, wanted);
    } else if (pending_ > 0) {
      engine_wanted_cv_.wait_for(lock, kLookAtDevice, wanted);
    } else {
      engine_wanted_cv_.wait(lock, wanted);
    }
  }
}

bool LoaderCore::must_help() const {
  return options_.threads == 0 || InsideLoader::is_own(this);
}

bool LoaderCore::help() {
  const bool stepped = engine_step();
  return run_job() || stepped;
}

std::size_t LoaderCore::pump_jobs(std::size_t most) {
  std::size_t done = 0;
  while (done < most && help()) ++done;
  return done;
}

void LoaderCore::run_later(std::function<void()> callback) {
  const std::lock_guard lock(callbacks_mutex_);
  callbacks_.push_back(std::move(callback));
}

std::size_t LoaderCore::pump() {
  if (options_.threads == 0) engine_step();
  std::size_t count = 0;
  std::size_t due = 0;
  {
    const std::lock_guard lock(callbacks_mutex_);
    due = callbacks_.size();
  }
  // What callbacks add is for the next time, so that this one ends.
  for (; count < due; ++count) {
    std::function<void()> callback;
    {
      const std::lock_guard lock(callbacks_mutex_);
      if (callbacks_.empty()) break;
      callback = std::move(callbacks_.front());
      callbacks_.pop_front();
    }
    callback();
  }
  return count;
}

void LoaderCore::close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
}

void LoaderCore::shut_down() {
  News news;
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    std::vector<RecordPtr> pending;
    for (const auto& [number, record] : live_) pending.push_back(record);
    for (const RecordPtr& record : pending) {
      close_locked(record, LoadState::kCancelled,
                   Error{ErrorCode::kCancelled, 0,
                         text("the loader was destroyed before ", name_of(*record), " ended")},
                   news);
    }
  }
  tell(news);
  // Jobs that nobody began end at once, for their requests are given up; copies that are on their way are
  // waited for. A GPU that never ends is given up after the usual time.
  const auto deadline = std::chrono::steady_clock::now() + kDefaultTimeout;
  while (std::chrono::steady_clock::now() < deadline) {
    {
      const std::lock_guard lock(mutex_);
      if (pending_ == 0) break;
    }
    if (!help()) std::this_thread::sleep_for(kLookAtFences);
  }
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  jobs_wanted_.notify_all();
  engine_wanted_cv_.notify_all();
  for (std::thread& thread : threads_) {
    // One of them may be the one that does this; it keeps the core until it is over.
    if (thread.get_id() == std::this_thread::get_id()) {
      thread.detach();
    } else {
      thread.join();
    }
  }
  threads_.clear();
  if (queue_) (void)queue_->drain();
  // A last look: the drain may have ended what the deadline cut off.
  while (help()) {
  }
  while (pump() > 0) {
  }
}

}  // namespace ferry
