#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>

#include <ferry/base/fence_point.hpp>
#include <ferry/base/result.hpp>
#include <ferry/gpu/com_ptr.hpp>
#include <ferry/gpu/fence_timeline.hpp>
#include <ferry/loader/load_request.hpp>

namespace ferry {

struct LoadRecord;

/// Where a request is. The last three are final: each ticket reaches exactly one of them, exactly once.
enum class LoadState : std::uint8_t {
  kQueued,
  kReading,   ///< From the file.
  kDecoding,  ///< By the request's decoder.
  kStaging,   ///< Copying into staging memory.
  kCopying,   ///< The GPU copies.
  kReady,     ///< All of it is where it belongs, and the GPU is done.
  kFailed,    ///< `LoadTicket::error` says why.
  kCancelled,
};

/// `queued`, `reading`, ...
std::string_view to_string(LoadState state) noexcept;

constexpr bool is_final(LoadState state) {
  return state >= LoadState::kReady;
}

/// The caller's handle on one request. Copies are handles on the same request.
///
/// Once a ticket has ended, nothing of the loader uses the source's memory or the destination any more:
/// neither a thread nor the GPU. (On a lost device the GPU uses nothing.)
///
/// Threading: every method may be called from any thread. Lifetime: may outlive the Loader.
class LoadTicket {
 public:
  LoadTicket() = default;

  [[nodiscard]] LoadState state() const;
  [[nodiscard]] bool is_over() const { return is_final(state()); }
  [[nodiscard]] bool ready() const { return state() == LoadState::kReady; }

  /// Waits on the CPU for the end. Success is kReady; else the error of the ticket (kCancelled where it was
  /// cancelled), or kTimeout. Inside a callback, and where the loader has no threads, it works meanwhile.
  Result<void> wait(std::chrono::nanoseconds timeout = kDefaultTimeout) const;
  /// Why it failed or was cancelled. Means nothing before the end or when it is ready.
  [[nodiscard]] Error error() const;
  /// The state it was in when it was cancelled or failed.
  [[nodiscard]] LoadState ended_in() const;

  /// Gives the request up. What is being read or copied is let finish, then the ticket ends as cancelled, or
  /// as ready or failed where that came first. False where it has ended or was cancelled already.
  bool cancel() const;
  /// False where it has ended.
  bool set_priority(LoadPriority priority) const;

  /// Calls `done` once, when the ticket has ended: also where it has ended already (then at once for
  /// kWorker). With no lock held: it may start and cancel requests, and wait.
  void then(std::function<void(const LoadTicket&)> done, CallbackThread where = CallbackThread::kPump) const;

  /// For textures: the smallest mip number from which on all mips are there. None before the first.
  [[nodiscard]] std::optional<std::uint32_t> usable_mip() const;
  /// Bytes that have arrived, of `size` in all. `size` is 0 until it is known.
  [[nodiscard]] std::uint64_t bytes_done() const;
  [[nodiscard]] std::uint64_t size() const;
  /// The destination; for a NewBuffer or NewTexture null until it is made.
  [[nodiscard]] ComPtr<ID3D12Resource> resource() const;
  /// The point behind the last of its copies; kNotReady until all of them are submitted.
  Result<FencePoint> point() const;
  /// A number of its own among the loader's requests, from 1; 0 for an empty ticket.
  [[nodiscard]] std::uint64_t number() const;
  [[nodiscard]] std::uint64_t tag() const;

  explicit operator bool() const { return record_ != nullptr; }
  friend bool operator==(const LoadTicket& a, const LoadTicket& b) { return a.record_ == b.record_; }

 private:
  friend class Loader;
  friend class LoaderCore;
  friend struct LoadRecord;
  explicit LoadTicket(std::shared_ptr<LoadRecord> record) : record_(std::move(record)) {}

  std::shared_ptr<LoadRecord> record_;
};

}  // namespace ferry
