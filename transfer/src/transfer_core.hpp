#pragma once

#include <array>
#include <atomic>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string_view>
#include <vector>

#include <ferry/gpu/command_recycler.hpp>
#include <ferry/gpu/deferred_releases.hpp>
#include <ferry/gpu/device.hpp>
#include <ferry/gpu/fence_timeline.hpp>
#include <ferry/gpu/queue.hpp>
#include <ferry/gpu/readback_pool.hpp>
#include <ferry/gpu/upload_ring.hpp>
#include <ferry/transfer/transfer_manager.hpp>

#include "copy_crew.hpp"
#include "copy_plan.hpp"

namespace ferry {

/// A queue that Ferry submits to, with the lists for it.
struct TransferQueue {
  TransferQueue(const std::shared_ptr<Device>& device, std::shared_ptr<Queue> made, std::string_view name)
      : queue(std::move(made)), lists(device, queue->kind(), name) {}

  /// Work of this label was given to no queue. Where the device is lost, that is for the report of the loss.
  Failure refused(std::string_view label, Error why) const {
    if (why.code == ErrorCode::kDeviceLost) {
      queue->timeline()->note_unmarked(FenceTimeline::Unmarked::kRefused, label);
    }
    return fail(std::move(why));
  }

  // Destroyed in this order's reverse: the lists after the queue has waited for them would be too late, so
  // the manager waits first.
  std::shared_ptr<Queue> queue;
  CommandRecycler lists;
};

/// What a TransferManager, its batches, recordings and tickets share, so that each may outlive the others.
///
/// Threading: every method may be called from any thread.
struct TransferCore {
  TransferCore(std::shared_ptr<Device> made_for, TransferOptions chosen)
      : device(std::move(made_for)),
        options(std::move(chosen)),
        readbacks(device, options.readback_idle_bytes),
        heaps_(device) {}
  ~TransferCore();
  /// What stands behind a manager.
  static const std::shared_ptr<TransferCore>& of(const TransferManager& manager) { return manager.core_; }

  /// The queue of this kind, made when first asked for.
  Result<std::shared_ptr<TransferQueue>> queue(QueueKind kind);
  /// The queue whose timeline this is; null where it is none of Ferry's.
  std::shared_ptr<TransferQueue> queue_of(TimelineId timeline);

  /// Records the plan into a list of Ferry's own and executes it. `executed` says whether the GPU may have
  /// seen it: then its memory must not be reused even where this fails. The plan is empty afterwards.
  Result<FencePoint> execute(TransferQueue& on, CopyPlan& plan, std::string_view label, bool& executed);

  /// What wait_idle waits for: everything, or no queue whose Signals failed, since nobody can tell.
  enum class WaitFor : std::uint8_t { kEverything, kWhatCanBeTold };
  /// Waits on the CPU, `timeout` in all, for what was submitted to Ferry's queues and for the application's
  /// fences that recordings were retired with.
  Result<void> wait_idle(std::chrono::nanoseconds timeout, WaitFor what);
  /// TransferManager::wait_on.
  Result<void> wait_on(ID3D12CommandQueue* consumer, FencePoint point);
  /// The application's list with a recording in it is done at this point.
  void note_application_point(FencePoint point);

  /// Keeps these alive until `point` is complete.
  void hold(std::vector<ComPtr<ID3D12Resource>> references, FencePoint point);
  void hold(ComPtr<ID3D12QueryHeap> heap, FencePoint point) { heaps_.release_after(std::move(heap), point); }
  /// Keeps these alive until the core ends: the GPU may use them at a time that nobody knows.
  void keep(std::vector<ComPtr<ID3D12Resource>> references);
  /// Takes back what is complete.
  void collect();
  /// kUnsupported for a texture whose planes this device does not copy right.
  Result<void> check_copyable(ID3D12Resource* texture, const TextureDesc& desc) const;

  /// Calls `run` once, at the first `run_callbacks` that finds `is_over` true.
  void call_when_done(std::function<bool()> is_over, std::function<void()> run);
  /// Runs what is due, with no lock held.
  void run_callbacks();
  /// Forgets what is not due: nobody will run it any more. Callbacks hold tickets, and tickets this core.
  void forget_callbacks();

  std::shared_ptr<Device> device;
  TransferOptions options;
  /// What `options.piece_bytes` comes to with this ring.
  std::uint64_t piece_bytes = 0;
  std::unique_ptr<UploadRing> ring;
  /// The threads that help copying; null: none.
  std::unique_ptr<CopyCrew> crew;
  ReadbackPool readbacks;
  /// The manager has waited in vain when it ended: once is enough.
  bool gave_up = false;

  std::atomic<std::uint64_t> upload_calls = 0;
  std::atomic<std::uint64_t> upload_bytes = 0;
  std::atomic<std::uint64_t> upload_copies = 0;
  std::atomic<std::uint64_t> readback_calls = 0;
  std::atomic<std::uint64_t> readback_bytes = 0;
  std::atomic<std::uint64_t> submissions = 0;
  std::atomic<std::uint64_t> direct_bytes = 0;

 private:
  struct Held {
    FencePoint point;
    std::vector<ComPtr<ID3D12Resource>> references;
  };
  struct Callback {
    std::function<bool()> is_over;
    std::function<void()> run;
  };

  std::mutex queues_mutex_;
  std::array<std::shared_ptr<TransferQueue>, 3> queues_;
  std::mutex held_mutex_;
  // By timeline: the points of one complete in order, and no timeline waits for another.
  std::map<TimelineId, std::deque<Held>> held_;
  std::vector<ComPtr<ID3D12Resource>> kept_;
  std::map<TimelineId, std::uint64_t> application_points_;
  std::mutex callbacks_mutex_;
  std::vector<Callback> callbacks_;
  bool callbacks_over_ = false;
  DeferredReleases heaps_;
};

}  // namespace ferry
