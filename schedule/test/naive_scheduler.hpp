#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include <ferry/schedule/scheduler.hpp>

namespace ferry::test {

/// The scheduler's rules by the simplest code that can be: one list, looked through from end to end.
class NaiveScheduler {
 public:
  struct Request {
    std::uint64_t number = 0;
    ScheduleRequest what;
    std::uint64_t order = 0;
    std::uint64_t done = 0;
    std::size_t pieces = 0;
    std::size_t in_flight = 0;
    bool cancelled = false;
    bool suspended = false;
  };
  struct Chosen {
    std::uint64_t number = 0;
    std::uint64_t bytes = 0;
  };

  explicit NaiveScheduler(const SchedulerOptions& options) : options_(options) {}

  void submit(std::uint64_t number, const ScheduleRequest& what, ScheduleTime now) {
    requests_.push_back({number, what, next_order_++, 0, 0, 0, false, false});
    if (what.priority == LoadPriority::kImmediate) extend_hold(now);
    look_at_oldest();
  }

  std::optional<Chosen> next(ScheduleTime now) {
    Request* chosen = nullptr;
    std::uint64_t bytes = 0;
    if (!choose(now, chosen, bytes)) return std::nullopt;
    for (int p = 0; p < 5; ++p) {
      if (oldest_[p] == nullptr_number_) continue;
      passed_[p] = oldest_[p] == chosen->number ? 0 : passed_[p] + 1;
    }
    chosen->done += bytes;
    ++chosen->pieces;
    ++chosen->in_flight;
    flights_.push_back({chosen->number, bytes, chosen->what.priority});
    if (frames_ && chosen->what.priority >= LoadPriority::kLow)
      frame_left_ -= static_cast<std::int64_t>(bytes);
    look_at_oldest();
    return Chosen{chosen->number, bytes};
  }

  bool complete(std::uint64_t number, std::uint64_t bytes, LoadPriority priority, ScheduleTime now) {
    const auto flight = std::find_if(flights_.begin(), flights_.end(), [&](const Flight& f) {
      return f.number == number && f.bytes == bytes && f.priority == priority;
    });
    flights_.erase(flight);
    Request* request = find(number);
    --request->in_flight;
    if (request->what.priority == LoadPriority::kImmediate && !request->cancelled) extend_hold(now);
    return forget_done(number);
  }

  /// 0 unknown, 1 gone, 2 in flight.
  int cancel(std::uint64_t number) {
    Request* request = find(number);
    if (request == nullptr || request->cancelled) return 0;
    request->cancelled = true;
    look_at_oldest();
    return forget_done(number) ? 1 : 2;
  }
  bool set_priority(std::uint64_t number, LoadPriority priority, ScheduleTime now) {
    Request* request = find(number);
    if (request == nullptr || request->cancelled) return false;
    if (request->what.priority == priority) return true;
    request->what.priority = priority;
    if (priority == LoadPriority::kImmediate) extend_hold(now);
    look_at_oldest();
    return true;
  }
  void set_suspended(std::uint64_t number, bool suspended) {
    Request* request = find(number);
    if (request == nullptr || request->cancelled) return;
    request->suspended = suspended;
    look_at_oldest();
  }
  void begin_frame(std::uint64_t bytes) {
    frame_left_ = (frames_ ? std::min<std::int64_t>(frame_left_, 0) : 0) + static_cast<std::int64_t>(bytes);
    frame_bytes_ = bytes;
    frames_ = true;
  }
  void set_rate(std::uint64_t rate) { rate_ = rate; }
  void set_in_flight_bytes(std::uint64_t bytes) { options_.in_flight_bytes = bytes; }

  [[nodiscard]] std::uint64_t in_flight(int from, int to) const {
    std::uint64_t sum = 0;
    for (const Flight& flight : flights_) {
      const int p = static_cast<int>(flight.priority);
      if (p >= from && p <= to) sum += flight.bytes;
    }
    return sum;
  }
  [[nodiscard]] std::uint64_t patient_limit() const {
    return options_.in_flight_bytes - options_.in_flight_bytes / 100 * options_.reserve_percent;
  }
  [[nodiscard]] std::uint64_t hold_limit() const {
    if (rate_ == 0) return std::min(options_.piece_bytes, patient_limit());
    const double bytes = static_cast<double>(rate_) * static_cast<double>(options_.hold_depth.count()) / 1e9;
    return std::max(static_cast<std::uint64_t>(std::min(bytes, static_cast<double>(patient_limit()))),
                    options_.least_piece_bytes);
  }
  [[nodiscard]] bool holding(ScheduleTime now) const {
    for (const Request& request : requests_) {
      if (!request.cancelled && request.what.priority == LoadPriority::kImmediate) return true;
    }
    return now < hold_until_;
  }
  [[nodiscard]] std::vector<Request>& requests() { return requests_; }

 private:
  struct Flight {
    std::uint64_t number = 0;
    std::uint64_t bytes = 0;
    LoadPriority priority = LoadPriority::kNormal;
  };
  enum class Fits { kYes, kNo, kNoneInFlight };
  static constexpr std::uint64_t nullptr_number_ = UINT64_MAX;

  Request* find(std::uint64_t number) {
    for (Request& request : requests_) {
      if (request.number == number) return &request;
    }
    return nullptr;
  }
  bool forget_done(std::uint64_t number) {
    Request* request = find(number);
    if (request->in_flight > 0) return false;
    if (!request->cancelled && request->done < request->what.bytes) return false;
    requests_.erase(requests_.begin() + (request - requests_.data()));
    look_at_oldest();
    return true;
  }
  void extend_hold(ScheduleTime now) { hold_until_ = std::max(hold_until_, now + options_.hold_after); }
  static bool waits(const Request& request) {
    return !request.cancelled && !request.suspended && request.done < request.what.bytes;
  }
  Request* oldest_of(int priority) {
    Request* oldest = nullptr;
    for (Request& request : requests_) {
      if (!waits(request) || static_cast<int>(request.what.priority) != priority) continue;
      if (oldest == nullptr || request.order < oldest->order) oldest = &request;
    }
    return oldest;
  }
  void look_at_oldest() {
    for (int p = 0; p < 5; ++p) {
      const Request* oldest = oldest_of(p);
      const std::uint64_t number = oldest == nullptr ? nullptr_number_ : oldest->number;
      if (number == oldest_[p]) continue;
      oldest_[p] = number;
      passed_[p] = 0;
    }
  }

  /// Whether `bytes` more fit, and if not, whether only the bytes in flight of all stand in the way.
  Fits fits(const Request& request, std::uint64_t bytes, ScheduleTime now, bool alone_goes) const {
    const bool patient = request.what.priority >= LoadPriority::kNormal;
    const auto over = [&](std::uint64_t used, std::uint64_t limit) {
      return used + bytes > limit && !(alone_goes && used == 0);
    };
    if (patient) {
      const std::uint64_t used = in_flight(2, 4);
      if (over(used, patient_limit())) return Fits::kNo;
      if (holding(now) && over(used, hold_limit())) return Fits::kNo;
      if (frames_ && request.what.priority >= LoadPriority::kLow) {
        const bool untouched = frame_left_ == static_cast<std::int64_t>(frame_bytes_) && frame_bytes_ != 0;
        if (static_cast<std::int64_t>(bytes) > frame_left_ && !(alone_goes && untouched)) return Fits::kNo;
      }
    }
    return over(in_flight(0, 4), options_.in_flight_bytes) ? Fits::kNoneInFlight : Fits::kYes;
  }
  Fits fit(const Request& request, ScheduleTime now, std::uint64_t& bytes) const {
    if (!request.what.piece_sizes.empty()) {
      bytes = request.what.piece_sizes[request.pieces];
      return fits(request, bytes, now, true);
    }
    const std::uint64_t most = std::min(request.what.bytes - request.done, options_.piece_bytes);
    const std::uint64_t least = std::min(most, options_.least_piece_bytes);
    Fits answer = Fits::kNo;
    for (bytes = most; bytes >= least; --bytes) {
      answer = fits(request, bytes, now, false);
      if (answer == Fits::kYes) return answer;
    }
    return answer;
  }
  bool choose(ScheduleTime now, Request*& chosen, std::uint64_t& bytes) {
    std::vector<int> due;
    for (int p = 0; p < 5; ++p) {
      if (oldest_[p] != nullptr_number_ && passed_[p] >= options_.aging_pieces) due.push_back(p);
    }
    std::stable_sort(due.begin(), due.end(), [&](int a, int b) { return passed_[a] > passed_[b]; });
    for (const int p : due) {
      chosen = find(oldest_[p]);
      const Fits answer = fit(*chosen, now, bytes);
      if (answer == Fits::kYes) return true;
      if (answer == Fits::kNoneInFlight) return false;
    }
    chosen = nullptr;
    for (Request& request : requests_) {
      if (!waits(request)) continue;
      if (chosen == nullptr || before(request, *chosen)) chosen = &request;
    }
    return chosen != nullptr && fit(*chosen, now, bytes) == Fits::kYes;
  }
  static bool before(const Request& a, const Request& b) {
    if (a.what.priority != b.what.priority) return a.what.priority < b.what.priority;
    const ScheduleTime never = ScheduleTime::max();
    const ScheduleTime x = a.what.deadline.value_or(never);
    const ScheduleTime y = b.what.deadline.value_or(never);
    return x != y ? x < y : a.order < b.order;
  }

  SchedulerOptions options_;
  std::vector<Request> requests_;
  std::vector<Flight> flights_;
  std::uint64_t oldest_[5] = {nullptr_number_, nullptr_number_, nullptr_number_, nullptr_number_,
                              nullptr_number_};
  std::uint64_t passed_[5] = {};
  std::uint64_t next_order_ = 0;
  std::uint64_t rate_ = 0;
  ScheduleTime hold_until_ = ScheduleTime::min();
  bool frames_ = false;
  std::int64_t frame_left_ = 0;
  std::uint64_t frame_bytes_ = 0;
};

}  // namespace ferry::test
