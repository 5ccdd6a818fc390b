#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <ferry/base/result.hpp>
#include <ferry/base/units.hpp>
#include <ferry/gpu/device.hpp>
#include <ferry/gpu/queue.hpp>
#include <ferry/loader/file_reader.hpp>
#include <ferry/loader/load_request.hpp>
#include <ferry/loader/load_statistics.hpp>
#include <ferry/loader/load_ticket.hpp>
#include <ferry/schedule/scheduler.hpp>

struct ID3D12CommandQueue;
struct ID3D12Device;

namespace ferry {

class LoaderCore;

/// Something that may be evicted: what a request with a NewBuffer or NewTexture made.
struct EvictCandidate {
  std::uint64_t number = 0;  ///< LoadTicket::number.
  std::uint64_t tag = 0;
  std::uint64_t bytes = 0;
};

struct LoaderOptions {
  /// Threads that read, decode and stage; one more drives the copies. 0: none at all; the application calls
  /// `pump_jobs`, from its job system for example. Default: 4.
  std::uint32_t threads = 4;
  /// With `threads` 0: called when there is something for `pump_jobs` to do that was not there before, from
  /// any thread, with no lock held. Give it to the job system. Default: none.
  std::function<void()> on_work;

  /// Staging memory. Default: 32 MiB; 1 MiB at least.
  std::uint64_t ring_bytes = 32_MiB;
  /// Requests are cut into pieces of at most this size. Default: 4 MiB. At most an eighth of the ring is
  /// used.
  std::uint64_t piece_bytes = 4_MiB;
  /// Percent of the ring and of the bytes in flight that are kept for immediate and high. Default: 25.
  std::uint32_t reserve_percent = 25;
  /// As in SchedulerOptions.
  SchedulePolicy policy = SchedulePolicy::kAging;
  std::uint32_t aging_pieces = 64;
  std::chrono::nanoseconds hold_depth = std::chrono::milliseconds(1);
  std::chrono::nanoseconds hold_after = std::chrono::milliseconds(20);
  /// The most bytes in flight, from the start of reading to the end of copying. Fewer where fewer keep the
  /// copy engine busy. Default: the ring's size.
  std::uint64_t most_bytes_in_flight = UINT64_MAX;
  /// Memory for files that are being decoded and for what decoders made. Default: 64 MiB; exceeded by at
  /// most one asset for each thread.
  std::uint64_t decode_bytes = 64_MiB;
  /// Requests that may be pending. `load` answers kFull above that. Default: 1 Mi.
  std::uint64_t most_requests = 1u << 20;

  /// GPU memory for what the loader makes (NewBuffer, NewTexture). Default: what Device::video_memory leaves
  /// beside all else that the process has; no limit where it says nothing.
  std::uint64_t gpu_memory_bytes = UINT64_MAX;
  /// Asked for the limit each time instead, where it is set. Called from a worker with no lock held.
  std::function<std::uint64_t()> gpu_memory_limit;
  /// Asked, over budget, to let go of this one, the one not used for the longest time. True: it is
  /// forgotten, and its memory counts as free: release it as soon as the GPU is done with it. False: the
  /// next one is asked for. Called from a worker with no lock held. Default: none; nothing is evicted.
  std::function<bool(const EvictCandidate&)> evict;

  /// A queue of Ferry's to copy on, a TransferManager's for example. Default: null; one is made.
  std::shared_ptr<Queue> queue;
  /// Default: open_system_file.
  OpenFile open_file;
  /// Whether reads of several files are given to the kernel at once, where it has io_uring. Default: true.
  bool read_together = true;
  /// Windows, with `read_together`: reads of at least so many bytes go past the system's file cache, several
  /// at a time, and straight into staging memory where alignment lets them; what the file system refuses goes
  /// the ordinary way. Good for big files that are read once; what is read again and again is quicker in the
  /// cache. Default: 256 KiB. UINT64_MAX: never.
  std::uint64_t past_cache_from = 256_KiB;
  /// Events of the timeline that are kept for `chrome_trace`. Default: 0, none.
  std::size_t trace_events = 0;
  /// Told of each batch of copies that is seen to be done. Called from whichever thread sees it, inside the
  /// loader's own work: it must be quick, and must not call the loader. Default: none.
  std::function<void(const CopiedBatch&)> on_copied;
  /// Whether requests and stage times are recorded for `recording`. Default: false.
  bool record = false;
  std::string name = "loader";
};

/// Loads assets over the copy engine, by priority, asynchronously.
///
/// Threading: every method may be called from any thread, callbacks included, but for `wait_idle`, which waits
/// for callbacks to return. Lifetime: the destructor gives up what is pending (those tickets end as cancelled,
/// their callbacks run), waits for its threads and for the GPU.
///
/// Destroyed inside a callback of its own, the Loader cannot wait for the callback that it stands in: it
/// takes no more requests, and the rest of its end follows when the outermost call of that thread into the
/// loader returns (`pump`, `load`, `LoadTicket::wait`, ...), before it returns. On one of the loader's own
/// threads it follows behind the callback, on that thread, which nobody waits for: the device is kept until
/// then, and what must outlive the loader (sources, `open_file`, the callbacks' captures) must outlive the
/// tickets.
class Loader {
 public:
  static Result<std::unique_ptr<Loader>> create(std::shared_ptr<Device> device,
                                                const LoaderOptions& options = {});
  /// On the application's device.
  static Result<std::unique_ptr<Loader>> create(ID3D12Device* device, const LoaderOptions& options = {});
  ~Loader();
  Loader(const Loader&) = delete;
  Loader& operator=(const Loader&) = delete;

  /// Queues a request. kInvalidArgument where it makes no sense, kFull above `most_requests`; whatever
  /// happens later (a file that is missing, a lost device) ends the ticket.
  Result<LoadTicket> load(LoadRequest request);
  /// Queues thousands at once: all of them, or none where one makes no sense.
  Result<std::vector<LoadTicket>> load(std::vector<LoadRequest> requests);

  /// Cancels every request of the group. How many there were.
  std::size_t cancel_tag(std::uint64_t tag);
  std::size_t set_priority_of_tag(std::uint64_t tag, LoadPriority priority);

  /// Runs the callbacks that are due (CallbackThread::kPump) on this thread. How many.
  std::size_t pump();
  /// Does up to `most` pieces of the loader's work on this thread: reading, decoding, staging, submitting,
  /// looking at fences. How many it did; 0 means that there is nothing to do now. With threads it only helps.
  std::size_t pump_jobs(std::size_t most = SIZE_MAX);

  /// A frame of the application ended, with so much time to spare (below 0: it was late). From the first
  /// call on low and background requests start only as many bytes a frame as the slack allows.
  void end_frame(std::chrono::nanoseconds frame_time, std::chrono::nanoseconds slack);

  /// Makes `consumer`, any queue of the device, wait on the GPU until the ticket's copies are done. Nothing
  /// where they are. kNotReady while they are not all submitted: nothing can wait for a signal that is not
  /// there yet.
  Result<void> wait_on(ID3D12CommandQueue* consumer, const LoadTicket& ticket);
  /// Waits on the CPU until no request is pending. Not inside a callback: its own request is pending then.
  Result<void> wait_idle(std::chrono::nanoseconds timeout = kDefaultTimeout);

  /// The GPU memory of what this request made: it was used now; or the owner let it go.
  void touch(const LoadTicket& ticket);
  void forget(const LoadTicket& ticket);

  [[nodiscard]] LoadStatistics statistics() const;
  /// The timeline so far in Chrome's trace format (chrome://tracing, Perfetto). Lanes: queue, read, decode,
  /// stage, copy engine, consumer waits.
  [[nodiscard]] std::string chrome_trace() const;
  /// What was recorded so far, for `ferry replay` and ferry::replay: to_text(LoadTrace).
  [[nodiscard]] std::string recording() const;

 private:
  explicit Loader(std::shared_ptr<LoaderCore> core);

  std::shared_ptr<LoaderCore> core_;
};

}  // namespace ferry
