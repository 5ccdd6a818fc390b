#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <ferry/base/units.hpp>
#include <ferry/schedule/indexed_heap.hpp>
#include <ferry/schedule/priority.hpp>

namespace ferry {

/// A moment, as the time since a start of the caller's choosing. The scheduler has no clock.
using ScheduleTime = std::chrono::nanoseconds;

/// In which order pieces go.
enum class SchedulePolicy : std::uint8_t {
  kAging,      ///< By priority, and nothing waits for ever. What the loader uses.
  kStrict,     ///< By priority alone; a stream of urgent requests starves the rest.
  kFirstCome,  ///< In the order of arrival; priorities, shares, holds and frame budgets mean nothing.
};

/// `aging`, `strict`, `first_come`.
std::string_view to_string(SchedulePolicy policy) noexcept;

/// Names one request of one scheduler. Not used again; 0 is none.
enum class RequestId : std::uint64_t {};

struct SchedulerOptions {
  SchedulePolicy policy = SchedulePolicy::kAging;
  /// Requests are cut into pieces of at most this many bytes. Default: 4 MiB. Not 0.
  std::uint64_t piece_bytes = 4_MiB;
  /// Pieces are made smaller than that to fit what is left of a budget, but not smaller than this (a
  /// request's last piece excepted). Default: 64 KiB.
  std::uint64_t least_piece_bytes = 64_KiB;
  /// Bytes that may be in flight: given out by `next` and not yet `complete`. Default: 32 MiB.
  std::uint64_t in_flight_bytes = 32_MiB;
  /// Percent of `in_flight_bytes` that only urgent requests may use. Default: 25. At most 90.
  std::uint32_t reserve_percent = 25;
  /// A request that is the oldest of its priority gets a piece after at most this many pieces of others (and
  /// one for each other priority that is due too). Default: 64. At least 8 is used.
  std::uint32_t aging_pieces = 64;
  /// While immediate requests are served, the others may have no more in flight than the measured rate moves
  /// in this time. Default: 1 ms.
  std::chrono::nanoseconds hold_depth = std::chrono::milliseconds(1);
  /// Immediate requests come in bursts: the hold lasts this long after the last one. Default: 20 ms.
  std::chrono::nanoseconds hold_after = std::chrono::milliseconds(20);
};

/// What the scheduler must know of a request.
struct ScheduleRequest {
  LoadPriority priority = LoadPriority::kNormal;
  /// Earlier ones go first among requests of one priority; those without one go last. Default: none.
  std::optional<ScheduleTime> deadline = std::nullopt;
  /// Groups requests for `cancel_tag` and `set_priority_of_tag`. Default: 0, no group.
  std::uint64_t tag = 0;
  /// Above 0.
  std::uint64_t bytes = 0;
  /// For what cannot be cut anywhere: the sizes of its pieces, in order, whose sum is `bytes`. Borrowed until
  /// the request is done. Default: none; it is cut as the budgets ask.
  std::span<const std::uint64_t> piece_sizes = {};
  /// Place in the order of arrival, to take over that of another request (`order_of`). Default: the last.
  std::optional<std::uint64_t> order = std::nullopt;
};

/// A piece to be loaded now.
struct SchedulePiece {
  RequestId request{};
  /// From the start of the request.
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
  /// Which piece of its request it is, from 0.
  std::uint32_t index = 0;
  /// Whether it is the last.
  bool last = false;
  /// The request's priority when the piece went.
  LoadPriority priority = LoadPriority::kNormal;
};

/// Why there is no piece now.
enum class NoPiece : std::uint8_t {
  kEmpty,       ///< Nothing is queued.
  kInFlight,    ///< All bytes that may be in flight are.
  kReserved,    ///< What is left of them is kept for urgent requests.
  kHeld,        ///< Immediate requests are being served.
  kFrameSpent,  ///< The bytes of this frame are used up.
};

/// Decides which piece of which request goes next. Pure: no device, no thread, no clock.
///
/// The order, with SchedulePolicy::kAging: a priority whose oldest request was passed over by
/// `aging_pieces` pieces gives that request a piece now. Otherwise the first priority with something queued
/// goes: the earliest deadline first, then the oldest. A request goes on until it is done or something more
/// urgent comes, which overtakes it between two pieces.
///
/// The bound: while its own budgets (share, hold, frame) let it, a request before which M pieces of older
/// requests of its priority are queued gets its first piece within (M + 1) * (aging_pieces + 5) pieces,
/// whatever else arrives.
///
/// Budgets are never exceeded; except that a piece given by `piece_sizes` which is above a whole budget goes
/// when that budget is untouched, because it could never go otherwise (a frame's debt is paid by the next
/// ones).
///
/// Cost: O(log n) a step, n being the requests queued. Threading: one thread at a time.
class Scheduler {
 public:
  explicit Scheduler(const SchedulerOptions& options = {});

  RequestId submit(const ScheduleRequest& request, ScheduleTime now);

  /// The next piece; its bytes are in flight until `complete`. None: `why_none` says why.
  std::optional<SchedulePiece> next(ScheduleTime now);
  [[nodiscard]] NoPiece why_none() const { return why_none_; }
  /// Takes the last `next` back, as if it had not been called.
  void undo(const SchedulePiece& piece);
  /// The piece is no longer in flight. True where that was the last of its request, which is forgotten now.
  bool complete(const SchedulePiece& piece, ScheduleTime now);

  enum class Cancelled : std::uint8_t {
    kUnknown,   ///< No such request, or it is done.
    kGone,      ///< Nothing of it was in flight: it is forgotten.
    kInFlight,  ///< Pieces are in flight: it is forgotten when they complete. No more will go.
  };
  Cancelled cancel(RequestId id);
  /// Those of the group that were not done or cancelled, each cancelled now.
  std::vector<RequestId> cancel_tag(std::uint64_t tag);
  /// False for an unknown request. It keeps its place in the order of arrival.
  bool set_priority(RequestId id, LoadPriority priority, ScheduleTime now);
  std::size_t set_priority_of_tag(std::uint64_t tag, LoadPriority priority, ScheduleTime now);
  /// Requests of the group, cancelled ones excepted.
  [[nodiscard]] std::vector<RequestId> requests_of(std::uint64_t tag) const;

  /// Leaves the request out until `resume`. False for an unknown one.
  bool suspend(RequestId id);
  bool resume(RequestId id);

  /// Not below twice `least_piece_bytes`.
  void set_in_flight_bytes(std::uint64_t bytes);
  /// Bytes a second that were measured; 0 while unknown.
  void set_rate(std::uint64_t bytes_per_second) { rate_ = bytes_per_second; }
  [[nodiscard]] std::uint64_t rate() const { return rate_; }
  /// Begins a frame in which low and background requests may start `bytes`. Before the first call they are
  /// not limited.
  void begin_frame(std::uint64_t bytes);

  [[nodiscard]] bool knows(RequestId id) const { return find(id) != IndexedHeap::kNowhere; }
  [[nodiscard]] std::uint64_t order_of(RequestId id) const;
  /// Requests with bytes that have not gone yet, suspended ones excepted.
  [[nodiscard]] std::size_t queued(LoadPriority priority) const;
  [[nodiscard]] std::size_t queued() const;
  [[nodiscard]] std::uint64_t in_flight() const { return in_flight_; }
  [[nodiscard]] std::uint64_t in_flight_of(LoadPriority priority) const {
    return in_flight_of_[static_cast<std::size_t>(priority)];
  }
  [[nodiscard]] const SchedulerOptions& options() const { return options_; }
  /// What requests that are not urgent may have in flight, and what they may have while the hold lasts.
  [[nodiscard]] std::uint64_t patient_limit() const;
  [[nodiscard]] std::uint64_t hold_limit() const;
  [[nodiscard]] bool holding(ScheduleTime now) const { return immediates_ > 0 || now < hold_until_; }

 private:
  static constexpr std::uint32_t kNone = IndexedHeap::kNowhere;

  struct Slot {
    ScheduleRequest request;
    std::uint64_t order = 0;
    std::uint64_t done = 0;  // Bytes given out.
    std::uint32_t pieces = 0;
    std::uint32_t in_flight = 0;
    std::uint32_t generation = 1;  // So that no request is named 0.
    std::uint32_t tag_next = kNone;
    std::uint32_t tag_before = kNone;
    bool used = false;
    bool cancelled = false;
    bool suspended = false;
    bool queued = false;
  };
  /// Requests of one priority that have something to give.
  struct Level {
    IndexedHeap by_deadline;
    IndexedHeap by_age;
    std::uint32_t oldest = kNone;
    std::uint32_t passed_over = 0;
  };
  struct Room {
    std::uint64_t bytes = 0;
    NoPiece reason = NoPiece::kEmpty;
  };

  [[nodiscard]] std::uint32_t find(RequestId id) const;
  [[nodiscard]] RequestId id_of(std::uint32_t slot) const;
  void enqueue(std::uint32_t slot);
  void dequeue(std::uint32_t slot);
  void look_at_oldest(Level& level);
  void release(std::uint32_t slot);
  void link_tag(std::uint32_t slot);
  void unlink_tag(std::uint32_t slot);
  /// What a priority's own budgets (share, hold, frame) leave, and which of them leaves the least.
  [[nodiscard]] Room own_room(LoadPriority priority, ScheduleTime now) const;
  /// Whether a piece that cannot be cut may go although it is above what `own_room` says.
  [[nodiscard]] bool goes_alone(LoadPriority priority, std::uint64_t bytes, ScheduleTime now) const;
  /// Bytes of the slot's next piece, or 0 with the reason in why_none_.
  [[nodiscard]] std::uint64_t fit(std::uint32_t slot, ScheduleTime now);
  std::optional<std::uint32_t> choose(ScheduleTime now, std::uint64_t& bytes);
  std::optional<std::uint32_t> choose_due(ScheduleTime now, std::uint64_t& bytes, bool& stop);
  std::optional<std::uint32_t> choose_first_come(ScheduleTime now, std::uint64_t& bytes);
  void count_passed_over(std::uint32_t served);

  SchedulerOptions options_;
  std::vector<Slot> slots_;
  std::vector<std::uint32_t> free_;
  std::vector<std::uint32_t> deadline_places_;
  std::vector<std::uint32_t> age_places_;
  std::array<Level, kLoadPriorities> levels_;
  std::array<std::uint32_t, kLoadPriorities> passed_over_before_{};
  std::array<std::uint64_t, kLoadPriorities> in_flight_of_{};
  std::unordered_map<std::uint64_t, std::uint32_t> tags_;
  std::uint64_t in_flight_ = 0;
  std::uint64_t in_flight_patient_ = 0;
  std::uint64_t next_order_ = 0;
  std::uint64_t rate_ = 0;
  std::size_t immediates_ = 0;
  ScheduleTime hold_until_ = ScheduleTime::min();
  bool frames_ = false;
  std::int64_t frame_left_ = 0;
  std::uint64_t frame_bytes_ = 0;
  NoPiece why_none_ = NoPiece::kEmpty;
};

}  // namespace ferry
