#pragma once

#include <array>
#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <ferry/base/byte_buffer.hpp>
#include <ferry/gpu/com_ptr.hpp>
#include <ferry/layout/texture_plan.hpp>
#include <ferry/loader/file_reader.hpp>
#include <ferry/loader/load_statistics.hpp>
#include <ferry/loader/load_ticket.hpp>
#include <ferry/schedule/scheduler.hpp>

namespace ferry {

class LoaderCore;

/// No mip is usable yet.
inline constexpr std::uint32_t kNoMip = UINT32_MAX;

/// One request, from `load` until its last ticket is gone.
struct LoadRecord {
  LoadRequest request;
  std::uint64_t number = 0;
  std::weak_ptr<LoaderCore> core;
  ScheduleTime came{};

  std::atomic<LoadState> state = LoadState::kQueued;
  std::atomic<std::uint64_t> total = 0;
  std::atomic<std::uint64_t> bytes_done = 0;
  std::atomic<std::uint32_t> usable_mip = kNoMip;
  /// It was given up: workers need not begin anything more for it.
  std::atomic<bool> give_up = false;
  /// Nanoseconds by LoadStage.
  std::array<std::atomic<std::int64_t>, kLoadStages> stage_times{};

  /// Guards what is from here to the next comment.
  std::mutex mutex;
  std::condition_variable ended;
  Error error;
  LoadState ended_in = LoadState::kQueued;
  ComPtr<ID3D12Resource> target;
  FencePoint point;
  bool all_submitted = false;
  std::vector<std::pair<std::function<void(const LoadTicket&)>, CallbackThread>> callbacks;

  std::mutex file_mutex;
  std::shared_ptr<FileReader> file;

  // Set once, before the first piece goes.
  bool is_texture = false;
  bool target_missing = false;  // To be made before the first piece goes. Guarded by the core's mutex.
  std::uint32_t target_flags = 0;
  TextureDesc target_desc;
  TexturePlan plan;
  DecodedAsset decoded;
  bool is_decoded = false;
  ByteBuffer file_bytes;  // What `decoded` points into.
  std::uint64_t source_bytes = 0;
  std::vector<std::uint64_t> source_size;  // For the scheduler of sources.

  // Guarded by the core's mutex.
  LoadPriority priority = LoadPriority::kNormal;
  std::uint64_t order = 0;
  RequestId id{};           // In the scheduler of pieces.
  RequestId source_id{};    // In the scheduler of sources.
  bool measuring = false;   // A job that finds out its size is queued.
  bool started = false;     // Its first piece went.
  std::uint32_t busy = 0;   // Jobs and copies that use it now.
  bool closing = false;     // `outcome` and `why` are decided; it ends when nothing uses it any more.
  bool ended_once = false;  // Handed to `finish`.
  LoadState outcome = LoadState::kReady;
  Error why;
  std::uint64_t submitted = 0;
  std::uint64_t decoded_bytes = 0;
  std::vector<std::uint32_t> mip_parts_left;
  std::optional<ScheduleTime> consumer_waits_since;

  /// Later stages only; never over a final state.
  void advance(LoadState to);
  void add_time(LoadStage stage, std::chrono::nanoseconds time) {
    stage_times[static_cast<std::size_t>(stage)].fetch_add(time.count(), std::memory_order_relaxed);
  }
  static LoadTicket ticket(std::shared_ptr<LoadRecord> record) { return LoadTicket(std::move(record)); }
};

/// The path of the file that a request reads, or null.
inline const std::string* path_of(const LoadSource& source) {
  if (const auto* file = std::get_if<FileSource>(&source)) return &file->path;
  if (const auto* placed = std::get_if<PlacedSource>(&source)) return &placed->path;
  return nullptr;
}

/// `load 8 'bark.png'`: the number, with the name of what is made or else of the file, where there is one.
std::string name_of(const LoadRecord& record);

/// Ends a ticket, once: nothing else writes a final state. `lost` says why the device is lost, or is null.
/// Runs the callbacks that want this thread, and hands the others to `later`. No lock may be held. False
/// where it had ended before.
bool end_ticket(const std::shared_ptr<LoadRecord>& record, LoadState outcome, Error error, const Error* lost,
                const std::function<void(std::function<void()>)>& later);

}  // namespace ferry
