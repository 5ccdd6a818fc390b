#include <ferry/schedule/scheduler.hpp>

#include <algorithm>

namespace ferry {
namespace {

std::size_t index_of(LoadPriority priority) {
  return static_cast<std::size_t>(priority);
}

}  // namespace

std::string_view to_string(SchedulePolicy policy) noexcept {
  switch (policy) {
    case SchedulePolicy::kAging:
      return "aging";
    case SchedulePolicy::kStrict:
      return "strict";
    case SchedulePolicy::kFirstCome:
      return "first_come";
  }
  return "unknown";
}

Scheduler::Scheduler(const SchedulerOptions& options) : options_(options) {
  options_.piece_bytes = std::max<std::uint64_t>(options_.piece_bytes, 1);
  options_.least_piece_bytes = std::clamp<std::uint64_t>(options_.least_piece_bytes, 1, options_.piece_bytes);
  options_.reserve_percent = std::min(options_.reserve_percent, 90u);
  options_.aging_pieces = std::max(options_.aging_pieces, 8u);
  set_in_flight_bytes(options_.in_flight_bytes);
}

void Scheduler::set_in_flight_bytes(std::uint64_t bytes) {
  options_.in_flight_bytes = std::max(bytes, 2 * options_.least_piece_bytes);
}

RequestId Scheduler::submit(const ScheduleRequest& request, ScheduleTime now) {
  std::uint32_t index = 0;
  if (free_.empty()) {
    index = static_cast<std::uint32_t>(slots_.size());
    slots_.emplace_back();
    deadline_places_.push_back(kNone);
    age_places_.push_back(kNone);
  } else {
    index = free_.back();
    free_.pop_back();
  }
  Slot& slot = slots_[index];
  const std::uint32_t generation = slot.generation;
  slot = Slot{};
  slot.generation = generation;
  slot.used = true;
  slot.request = request;
  slot.order = request.order.value_or(next_order_);
  ++next_order_;
  if (request.tag != 0) link_tag(index);
  if (request.priority == LoadPriority::kImmediate) {
    ++immediates_;
    hold_until_ = std::max(hold_until_, now + options_.hold_after);
  }
  enqueue(index);
  return id_of(index);
}

void Scheduler::enqueue(std::uint32_t index) {
  Slot& slot = slots_[index];
  Level& level = levels_[index_of(slot.request.priority)];
  const std::uint64_t deadline =
      slot.request.deadline ? static_cast<std::uint64_t>(slot.request.deadline->count()) ^ (1ull << 63)
                            : UINT64_MAX;
  level.by_deadline.push(index, {deadline, slot.order}, deadline_places_);
  level.by_age.push(index, {slot.order, index}, age_places_);
  slot.queued = true;
  look_at_oldest(level);
}

void Scheduler::dequeue(std::uint32_t index) {
  Slot& slot = slots_[index];
  if (!slot.queued) return;
  Level& level = levels_[index_of(slot.request.priority)];
  level.by_deadline.erase(index, deadline_places_);
  level.by_age.erase(index, age_places_);
  slot.queued = false;
  look_at_oldest(level);
}

void Scheduler::look_at_oldest(Level& level) {
  const std::uint32_t oldest = level.by_age.empty() ? kNone : level.by_age.top();
  if (oldest == level.oldest) return;
  level.oldest = oldest;
  level.passed_over = 0;
}

std::uint64_t Scheduler::patient_limit() const {
  const std::uint64_t reserved = options_.in_flight_bytes / 100 * options_.reserve_percent;
  return options_.in_flight_bytes - reserved;
}

std::uint64_t Scheduler::hold_limit() const {
  if (rate_ == 0) return std::min(options_.piece_bytes, patient_limit());
  const double bytes = static_cast<double>(rate_) * static_cast<double>(options_.hold_depth.count()) / 1e9;
  const double bounded = std::min(bytes, static_cast<double>(patient_limit()));
  return std::max(static_cast<std::uint64_t>(bounded), options_.least_piece_bytes);
}

Scheduler::Room Scheduler::own_room(LoadPriority priority, ScheduleTime now) const {
  Room room{UINT64_MAX, NoPiece::kInFlight};
  if (options_.policy == SchedulePolicy::kFirstCome || is_urgent(priority)) return room;
  const auto limit = [&room](std::uint64_t bytes, NoPiece reason) {
    if (bytes < room.bytes) room = {bytes, reason};
  };
  const std::uint64_t share = patient_limit();
  limit(share - std::min(in_flight_patient_, share), NoPiece::kReserved);
  if (holding(now)) {
    const std::uint64_t held = hold_limit();
    limit(held - std::min(in_flight_patient_, held), NoPiece::kHeld);
  }
  if (frames_ && obeys_frame_budget(priority)) {
    limit(static_cast<std::uint64_t>(std::max<std::int64_t>(frame_left_, 0)), NoPiece::kFrameSpent);
  }
  return room;
}

bool Scheduler::goes_alone(LoadPriority priority, std::uint64_t bytes, ScheduleTime now) const {
  if (options_.policy == SchedulePolicy::kFirstCome || is_urgent(priority)) return true;
  const bool untouched = in_flight_patient_ == 0;
  if (in_flight_patient_ + bytes > patient_limit() && !untouched) return false;
  if (holding(now) && in_flight_patient_ + bytes > hold_limit() && !untouched) return false;
  if (!frames_ || !obeys_frame_budget(priority)) return true;
  if (static_cast<std::int64_t>(bytes) <= frame_left_) return true;
  return frame_bytes_ != 0 && frame_left_ == static_cast<std::int64_t>(frame_bytes_);
}

std::uint64_t Scheduler::fit(std::uint32_t index, ScheduleTime now) {
  const Slot& slot = slots_[index];
  const LoadPriority priority = slot.request.priority;
  const Room own = own_room(priority, now);
  const std::uint64_t shared = options_.in_flight_bytes - std::min(in_flight_, options_.in_flight_bytes);
  if (slot.request.piece_sizes.empty()) {
    const std::uint64_t whole = std::min(slot.request.bytes - slot.done, options_.piece_bytes);
    const std::uint64_t room = std::min(own.bytes, shared);
    if (whole <= room) return whole;
    // A smaller piece, but not one so small that it costs more than it moves.
    if (room >= options_.least_piece_bytes) return room;
    const std::uint64_t least = std::min(whole, options_.least_piece_bytes);
    why_none_ = own.bytes < least ? own.reason : NoPiece::kInFlight;
    return 0;
  }
  // It cannot be cut: where it is above a whole budget, it goes when that budget is untouched.
  const std::uint64_t bytes = slot.request.piece_sizes[slot.pieces];
  if (bytes > own.bytes && !goes_alone(priority, bytes, now)) {
    why_none_ = own.reason;
    return 0;
  }
  if (bytes > shared && in_flight_ > 0) {
    why_none_ = NoPiece::kInFlight;
    return 0;
  }
  return bytes;
}

std::optional<std::uint32_t> Scheduler::choose_due(ScheduleTime now, std::uint64_t& bytes, bool& stop) {
  // The most overdue first, so that one that is due waits for at most one piece of each other priority.
  std::array<bool, kLoadPriorities> looked_at{};
  while (true) {
    std::size_t most = kLoadPriorities;
    for (std::size_t i = 0; i < kLoadPriorities; ++i) {
      const Level& level = levels_[i];
      if (looked_at[i] || level.oldest == kNone || level.passed_over < options_.aging_pieces) continue;
      if (most == kLoadPriorities || level.passed_over > levels_[most].passed_over) most = i;
    }
    if (most == kLoadPriorities) return std::nullopt;
    looked_at[most] = true;
    bytes = fit(levels_[most].oldest, now);
    if (bytes != 0) return levels_[most].oldest;
    // What others would take away again and again is kept for the one that is due.
    if (why_none_ == NoPiece::kInFlight) {
      stop = true;
      return std::nullopt;
    }
  }
}

std::optional<std::uint32_t> Scheduler::choose_first_come(ScheduleTime now, std::uint64_t& bytes) {
  std::uint32_t first = kNone;
  for (const Level& level : levels_) {
    if (level.oldest == kNone) continue;
    if (first == kNone || slots_[level.oldest].order < slots_[first].order) first = level.oldest;
  }
  if (first == kNone) return std::nullopt;
  bytes = fit(first, now);
  if (bytes == 0) return std::nullopt;
  return first;
}

std::optional<std::uint32_t> Scheduler::choose(ScheduleTime now, std::uint64_t& bytes) {
  why_none_ = NoPiece::kEmpty;
  if (options_.policy == SchedulePolicy::kFirstCome) return choose_first_come(now, bytes);
  if (options_.policy == SchedulePolicy::kAging) {
    bool stop = false;
    if (auto due = choose_due(now, bytes, stop); due || stop) return due;
  }
  why_none_ = NoPiece::kEmpty;
  for (const Level& level : levels_) {
    if (level.by_deadline.empty()) continue;
    const std::uint32_t first = level.by_deadline.top();
    bytes = fit(first, now);
    // A lower priority never goes where a higher one could not: it has no more room than that one.
    if (bytes == 0) return std::nullopt;
    return first;
  }
  return std::nullopt;
}

void Scheduler::count_passed_over(std::uint32_t served) {
  for (std::size_t i = 0; i < kLoadPriorities; ++i) {
    Level& level = levels_[i];
    passed_over_before_[i] = level.passed_over;
    if (level.oldest == kNone) continue;
    level.passed_over = level.oldest == served ? 0 : level.passed_over + 1;
  }
}

std::optional<SchedulePiece> Scheduler::next(ScheduleTime now) {
  std::uint64_t bytes = 0;
  const auto chosen = choose(now, bytes);
  if (!chosen) return std::nullopt;
  count_passed_over(*chosen);
  Slot& slot = slots_[*chosen];
  SchedulePiece piece;
  piece.request = id_of(*chosen);
  piece.offset = slot.done;
  piece.bytes = bytes;
  piece.index = slot.pieces++;
  piece.priority = slot.request.priority;
  slot.done += bytes;
  ++slot.in_flight;
  piece.last = slot.done == slot.request.bytes;
  in_flight_ += bytes;
  in_flight_of_[index_of(piece.priority)] += bytes;
  if (!is_urgent(piece.priority)) in_flight_patient_ += bytes;
  if (frames_ && obeys_frame_budget(piece.priority)) frame_left_ -= static_cast<std::int64_t>(bytes);
  if (piece.last) dequeue(*chosen);
  return piece;
}

void Scheduler::undo(const SchedulePiece& piece) {
  const std::uint32_t index = find(piece.request);
  if (index == kNone) return;
  Slot& slot = slots_[index];
  slot.done -= piece.bytes;
  --slot.pieces;
  --slot.in_flight;
  in_flight_ -= piece.bytes;
  in_flight_of_[index_of(piece.priority)] -= piece.bytes;
  if (!is_urgent(piece.priority)) in_flight_patient_ -= piece.bytes;
  if (frames_ && obeys_frame_budget(piece.priority)) frame_left_ += static_cast<std::int64_t>(piece.bytes);
  if (!slot.queued && !slot.suspended && !slot.cancelled) enqueue(index);
  for (std::size_t i = 0; i < kLoadPriorities; ++i) levels_[i].passed_over = passed_over_before_[i];
}

bool Scheduler::complete(const SchedulePiece& piece, ScheduleTime now) {
  const std::uint32_t index = find(piece.request);
  if (index == kNone) return false;
  Slot& slot = slots_[index];
  --slot.in_flight;
  in_flight_ -= piece.bytes;
  in_flight_of_[index_of(piece.priority)] -= piece.bytes;
  if (!is_urgent(piece.priority)) in_flight_patient_ -= piece.bytes;
  if (slot.request.priority == LoadPriority::kImmediate && !slot.cancelled) {
    hold_until_ = std::max(hold_until_, now + options_.hold_after);
  }
  if (slot.in_flight > 0) return false;
  if (!slot.cancelled && slot.done < slot.request.bytes) return false;
  release(index);
  return true;
}

void Scheduler::begin_frame(std::uint64_t bytes) {
  const std::int64_t most = INT64_MAX / 4;
  const auto fresh = static_cast<std::int64_t>(std::min(bytes, static_cast<std::uint64_t>(most)));
  frame_left_ = (frames_ ? std::min<std::int64_t>(frame_left_, 0) : 0) + fresh;
  frame_bytes_ = static_cast<std::uint64_t>(fresh);
  frames_ = true;
}

std::size_t Scheduler::queued(LoadPriority priority) const {
  return levels_[index_of(priority)].by_age.size();
}

std::size_t Scheduler::queued() const {
  std::size_t sum = 0;
  for (const Level& level : levels_) sum += level.by_age.size();
  return sum;
}

}  // namespace ferry
