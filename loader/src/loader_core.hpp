#pragma once

#include <array>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <unordered_map>
#include <vector>

#include <ferry/base/byte_buffer.hpp>
#include <ferry/gpu/command_recycler.hpp>
#include <ferry/gpu/device.hpp>
#include <ferry/gpu/upload_ring.hpp>
#include <ferry/loader/loader.hpp>
#include <ferry/schedule/depth_control.hpp>
#include <ferry/schedule/frame_budget.hpp>
#include <ferry/schedule/hold_control.hpp>
#include <ferry/schedule/latency_histogram.hpp>
#include <ferry/schedule/load_trace.hpp>
#include <ferry/schedule/memory_budget.hpp>
#include <ferry/schedule/scheduler.hpp>

#include "batch_reader.hpp"
#include "copy_batch.hpp"
#include "load_record.hpp"
#include "trace_log.hpp"

namespace ferry {

/// Where a request of a Scheduler is in a table by slot: ids of one slot follow each other, never overlap.
inline std::uint32_t slot_of(RequestId id) {
  return static_cast<std::uint32_t>(static_cast<std::uint64_t>(id));
}

/// The loader behind its front door.
///
/// All work is done in two kinds of step, by whichever thread comes: a *job* reads, decodes, stages, or
/// makes a resource; the *engine step* looks at fences, submits what is staged, and lets the scheduler give
/// out new pieces. One thread at a time is in the engine step (`engine_mutex_`), any number in jobs.
///
/// Locks: `engine_mutex_` before `mutex_` before a record's own. No lock is held while anything of the
/// application's runs: readers, decoders, callbacks, the evict callback.
///
/// How a request ends: somebody decides (`close`), under `mutex_`, once; when nothing uses it any more
/// (`busy` is 0) it is handed to `finish`, which calls `end_ticket` with no lock held.
class LoaderCore : public std::enable_shared_from_this<LoaderCore> {
 public:
  LoaderCore(std::shared_ptr<Device> device, LoaderOptions options);
  ~LoaderCore();

  Result<void> start();
  /// Takes no more requests from now on.
  void close();
  /// Ends everything, and waits for it. Not inside a call into this loader (InsideLoader).
  void shut_down();

  Result<std::vector<LoadTicket>> load(std::vector<LoadRequest> requests);
  bool cancel(const std::shared_ptr<LoadRecord>& record);
  bool set_priority(const std::shared_ptr<LoadRecord>& record, LoadPriority priority);
  std::size_t cancel_tag(std::uint64_t tag);
  std::size_t set_priority_of_tag(std::uint64_t tag, LoadPriority priority);

  std::size_t pump();
  std::size_t pump_jobs(std::size_t most);
  /// One job or engine step. False where there is nothing to do.
  bool help();
  /// Whether this thread must work while it waits, because nobody else does or it is one of the loader's own.
  [[nodiscard]] bool must_help() const;
  /// Puts a callback where `pump` finds it.
  void run_later(std::function<void()> callback);

  void end_frame(std::chrono::nanoseconds frame_time, std::chrono::nanoseconds slack);
  Result<void> wait_on(ID3D12CommandQueue* consumer, const std::shared_ptr<LoadRecord>& record);
  Result<void> wait_idle(std::chrono::nanoseconds timeout);
  void touch(std::uint64_t number);
  void forget(std::uint64_t number);
  LoadStatistics statistics();
  std::string chrome_trace() const { return trace_.json(options_.name); }
  std::string recording();

 private:
  using RecordPtr = std::shared_ptr<LoadRecord>;
  struct Job {
    enum class Kind : std::uint8_t { kPieces, kMeasure, kDecode, kCreate };
    Kind kind = Kind::kPieces;
    std::vector<PieceWork> works;
    RecordPtr record;
    SchedulePiece piece;  // Of the scheduler of sources, for kDecode.
  };
  /// What is to be told once no lock is held.
  struct MipNews {
    RecordPtr record;
    std::uint32_t mip = 0;
    std::function<void(const LoadTicket&, std::uint32_t)> on_mip;
  };
  struct News {
    std::vector<MipNews> mips;
    std::vector<RecordPtr> endings;
    /// Callbacks that nobody calls any more: what they hold ends with no lock held.
    std::vector<std::function<void(const LoadTicket&, std::uint32_t)>> spent;
  };
  struct Counts {
    PriorityStatistics sums;
    LatencyHistogram latency;
    std::array<LatencyHistogram, kLoadStages> stages;
  };

  [[nodiscard]] ScheduleTime now() const {
    return std::chrono::duration_cast<ScheduleTime>(std::chrono::steady_clock::now() - start_time_);
  }

  // loader_requests.cpp: what is asked for.
  Result<RecordPtr> make_record(LoadRequest request);
  Result<void> prepare(LoadRecord& record);
  Result<void> prepare_texture(LoadRecord& record);

  // loader_core.cpp: from a request to its end.
  void enter(const RecordPtr& record, News& news);
  void admit(const RecordPtr& record, News& news);
  void schedule_locked(const RecordPtr& record, News& news);
  void close_locked(const RecordPtr& record, LoadState outcome, Error why, News& news);
  void end_if_idle_locked(const RecordPtr& record, News& news);
  bool set_priority_locked(const RecordPtr& record, LoadPriority priority);
  void tell(News& news);
  void finish(const RecordPtr& record);
  void count_end_locked(const RecordPtr& record);
  /// Takes back what kept the record from ending.
  void release_locked(const RecordPtr& record, News& news);

  // loader_jobs.cpp: what any thread does.
  void push_job_locked(Job job, LoadPriority priority);
  bool pop_job_locked(Job& job);
  bool run_job();
  void measure(const RecordPtr& record);
  void decode(Job& job);
  Result<DecodedAsset> read_and_decode(LoadRecord& record);
  Result<std::shared_ptr<FileReader>> file_of(LoadRecord& record);
  void announce();

  // loader_staging.cpp: a job that fills staging memory.
  void run_pieces(std::vector<PieceWork>& works);
  void read_pieces(std::vector<PieceWork>& works);
  Result<void> stage_buffer(LoadRecord& record, const PieceWork& work);
  Result<void> stage_texture(LoadRecord& record, const PieceWork& work);
  void count_staged(LoadRecord& record, std::uint64_t bytes, ScheduleTime begin);
  ByteBuffer take_scratch(std::uint64_t bytes);
  void give_scratch(ByteBuffer memory);

  // loader_memory.cpp: resources that the loader makes.
  void create_target(const RecordPtr& record);
  Result<ComPtr<ID3D12Resource>> make_target(LoadRecord& record);
  std::uint64_t target_bytes(const LoadRecord& record) const;
  enum class Room : std::uint8_t { kYes, kLater, kNever };
  Room make_room(const RecordPtr& record, std::uint64_t bytes);
  std::uint64_t system_limit_locked(std::unique_lock<std::mutex>& lock);
  void retry_waiting_locked();

  // loader_engine.cpp: the engine step.
  bool engine_step();
  bool look_at_fences(News& news);
  bool take_staged(News& news);
  bool submit_staged(News& news);
  void submit(std::vector<PieceWork> works, bool held, News& news);
  bool dispatch(News& news);
  bool dispatch_pieces(News& news);
  bool dispatch_sources();
  void note_first_piece_locked(LoadRecord& record, std::uint64_t bytes, ScheduleTime time);
  UploadRing* reserve(const SchedulePiece& piece, const LoadRecord& record, StagingBlock& block);
  void piece_over_locked(PieceWork& work, News& news);
  void piece_copied_locked(PieceWork& work, News& news);
  void note_not_done_locked(const LoadRecord& record);
  void lose(Error why, News& news);

  // loader_threads.cpp
  void worker();
  void engine_thread();

  std::shared_ptr<Device> device_;
  LoaderOptions options_;
  std::chrono::steady_clock::time_point start_time_ = std::chrono::steady_clock::now();
  bool write_combined_ = true;
  std::shared_ptr<Queue> queue_;
  std::unique_ptr<CommandRecycler> lists_;
  std::unique_ptr<UploadRing> urgent_ring_;  // Null where nothing is kept for urgent requests.
  std::unique_ptr<UploadRing> ring_;
  TraceLog trace_;
  BatchReader reader_;
  std::mutex scratch_mutex_;
  std::vector<ByteBuffer> scratch_;  // For rows that are not read straight into staging memory.

  // The engine step's own.
  std::mutex engine_mutex_;
  std::array<std::deque<PieceWork>, kLoadPriorities> staged_;
  std::deque<CopyBatch> batches_;
  std::vector<CopyBatch> abandoned_;  // Of a lost queue: kept until the queue is drained.
  std::uint64_t gpu_bytes_ = 0;
  std::uint64_t gpu_patient_bytes_ = 0;
  DepthControl depth_;
  HoldControl hold_;
  ScheduleTime looked_at_device_{};
  ScheduleTime last_completion_{};

  std::mutex mutex_;
  std::condition_variable jobs_wanted_;
  std::condition_variable engine_wanted_cv_;
  std::condition_variable idle_;
  bool engine_wanted_ = false;
  bool stop_ = false;
  bool closed_ = false;
  bool gpu_busy_ = false;
  bool time_matters_ = false;  // Something waits for time to pass: a hold, a frame, a full ring.
  std::atomic<bool> lost_ = false;
  Error lost_why_;
  Scheduler pieces_;
  Scheduler sources_;
  std::vector<RecordPtr> by_piece_slot_;
  std::vector<RecordPtr> by_source_slot_;
  std::unordered_map<std::uint64_t, RecordPtr> live_;
  std::unordered_map<std::uint64_t, std::unordered_map<std::uint64_t, RecordPtr>> by_tag_;
  std::uint64_t next_number_ = 1;
  std::uint64_t pending_ = 0;
  /// The jobs of one priority by how near they bring a request to its end: measuring, decoding, pieces (and
  /// what makes their targets). The three take turns, so that copies begin while other files are still measured
  /// and decoded, and no kind waits until there is none of another.
  struct JobQueues {
    std::array<std::deque<Job>, 3> kinds;
    std::size_t turn = 0;
  };
  std::array<JobQueues, kLoadPriorities> jobs_;
  std::size_t job_count_ = 0;
  std::vector<PieceWork> finished_;
  std::uint64_t decoded_bytes_ = 0;
  MemoryBudget memory_;
  std::uint64_t system_limit_ = 0;  // What the system said last; 0 before it was asked.
  ScheduleTime system_asked_{};
  std::unordered_map<std::uint64_t, std::uint64_t> memory_tags_;
  std::deque<RecordPtr> waiting_memory_;
  FrameBudget frame_budget_;
  std::array<Counts, kLoadPriorities> counts_;
  LoadStatistics sums_;
  LoadTrace record_;

  std::mutex callbacks_mutex_;
  std::deque<std::function<void()>> callbacks_;
  std::atomic<std::uint32_t> open_files_ = 0;
  std::vector<std::thread> threads_;
};

}  // namespace ferry
