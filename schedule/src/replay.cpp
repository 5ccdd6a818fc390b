#include <ferry/schedule/replay.hpp>

#include <algorithm>
#include <queue>
#include <unordered_map>

namespace ferry {
namespace {

/// The machine that the requests are replayed on.
class ReplayMachine {
 public:
  ReplayMachine(const LoadTrace& trace, const ReplayOptions& options)
      : trace_(trace), options_(options), scheduler_(options.scheduler) {
    options_.workers = std::max(options_.workers, 1u);
  }

  Result<ReplayResult> run() {
    if (auto looked = look_at_trace(); !looked) return fail(std::move(looked).error());
    scheduler_.set_rate(options_.copy_rate);
    std::size_t next_event = 0;
    ScheduleTime now{};
    while (next_event < trace_.events.size() || !happenings_.empty()) {
      const bool event_first =
          next_event < trace_.events.size() &&
          (happenings_.empty() || trace_.events[next_event].time <= happenings_.top().time);
      if (event_first) {
        const LoadTraceEvent& event = trace_.events[next_event++];
        now = std::max(now, event.time);
        happen(event, now);
      } else {
        const Happening happening = happenings_.top();
        happenings_.pop();
        now = std::max(now, happening.time);
        happening.copied ? copied(happening, now) : staged(happening, now);
      }
      dispatch(now);
      // The hold ends by time alone: nothing else may happen to let the rest go.
      if (happenings_.empty() && next_event == trace_.events.size() && scheduler_.queued() > 0) {
        now += options_.scheduler.hold_after + std::chrono::nanoseconds(1);
        dispatch(now);
        if (happenings_.empty()) break;
      }
    }
    result_.duration = now - first_;
    return std::move(result_);
  }

 private:
  struct Request {
    LoadTraceEvent submit;
    LoadTraceEvent stages;
    RequestId id{};
    LoadPriority priority = LoadPriority::kNormal;
    ScheduleTime came{};
    bool cancelled = false;
  };
  struct Happening {
    ScheduleTime time{};
    std::uint64_t order = 0;
    std::uint64_t request = 0;
    SchedulePiece piece;
    bool copied = false;

    friend bool operator>(const Happening& a, const Happening& b) {
      return a.time != b.time ? a.time > b.time : a.order > b.order;
    }
  };

  Result<void> look_at_trace() {
    // In floating point, since what a damaged recording says may be any number.
    double copied_bytes = 0;
    double copy_time = 0;
    double work_time = 0;
    double all_bytes = 0;
    std::uint64_t pieces = 0;
    ScheduleTime last{};
    for (const LoadTraceEvent& event : trace_.events) {
      if (event.time < last) {
        return fail(ErrorCode::kCorrupt, "an event of request ", event.request, " at ", event.time.count(),
                    " ns follows one at ", last.count(), " ns; a recording is in order of time");
      }
      last = event.time;
      if (event.kind == LoadTraceEvent::Kind::kSubmit) {
        if (requests_.empty()) first_ = event.time;
        Request& request = requests_[event.request];
        if (request.submit.bytes != 0) {
          return fail(ErrorCode::kCorrupt, "request ", event.request, " was submitted twice");
        }
        request.submit = event;
        request.priority = event.priority;
        all_bytes += static_cast<double>(event.bytes);
        // A trace has fewer than 2^32 events, so the sum stays far from its end.
        pieces += std::min(event.bytes / std::max<std::uint64_t>(options_.scheduler.piece_bytes, 1),
                           std::uint64_t{1} << 31) +
                  1;
        if (pieces > options_.most_pieces) {
          return fail(ErrorCode::kInvalidArgument, "request ", event.request, " of ", byte_text(event.bytes),
                      " brings the replay to more than ", options_.most_pieces, " pieces of ",
                      byte_text(options_.scheduler.piece_bytes),
                      "; is the recording damaged? Larger pieces make fewer");
        }
        continue;
      }
      const auto found = requests_.find(event.request);
      if (found == requests_.end()) {
        return fail(ErrorCode::kCorrupt, "request ", event.request, " is named before it was submitted");
      }
      if (event.kind == LoadTraceEvent::Kind::kStageTimes) {
        found->second.stages = event;
        copied_bytes += static_cast<double>(found->second.submit.bytes);
        copy_time += static_cast<double>(event.copy.count());
        for (const auto stage : {event.read, event.decode, event.stage}) {
          work_time += static_cast<double>(stage.count());
        }
      }
    }
    if (options_.copy_rate == 0 && copy_time > 0) {
      options_.copy_rate = static_cast<std::uint64_t>(std::clamp(copied_bytes * 1e9 / copy_time, 1.0, 1e15));
    }
    if (options_.copy_rate == 0) options_.copy_rate = 10'000'000'000;
    // Times are nanoseconds in 64 bits, which end after 292 years.
    constexpr double kTenYears = 10 * 365.25 * 86400e9;
    const double whole = static_cast<double>(last.count()) + work_time +
                         all_bytes * 1e9 / static_cast<double>(options_.copy_rate);
    if (whole > kTenYears) {
      return fail(ErrorCode::kCorrupt,
                  "by its times this recording takes more than ten years; it is damaged");
    }
    return {};
  }

  void happen(const LoadTraceEvent& event, ScheduleTime now) {
    Request& request = requests_[event.request];
    switch (event.kind) {
      case LoadTraceEvent::Kind::kSubmit: {
        request.came = now;
        if (event.bytes == 0) {
          finish(request, now);
          break;
        }
        ScheduleRequest submit;
        submit.priority = event.priority;
        submit.deadline = event.deadline;
        submit.tag = event.tag;
        submit.bytes = event.bytes;
        request.id = scheduler_.submit(submit, now);
        numbers_[request.id] = event.request;
        break;
      }
      case LoadTraceEvent::Kind::kCancel:
        if (!request.cancelled && scheduler_.cancel(request.id) != Scheduler::Cancelled::kUnknown) {
          request.cancelled = true;
          ++result_.cancelled;
        }
        break;
      case LoadTraceEvent::Kind::kSetPriority:
        if (scheduler_.set_priority(request.id, event.priority, now)) request.priority = event.priority;
        break;
      case LoadTraceEvent::Kind::kStageTimes:
        break;
    }
  }

  void dispatch(ScheduleTime now) {
    while (busy_ < options_.workers) {
      const auto piece = scheduler_.next(now);
      if (!piece) return;
      const std::uint64_t number = numbers_[piece->request];
      const Request& request = requests_[number];
      result_.order.push_back({number, piece->offset, piece->bytes});
      ++busy_;
      const auto whole = request.stages.read + request.stages.decode + request.stages.stage;
      const double part = static_cast<double>(piece->bytes) / static_cast<double>(request.submit.bytes);
      const auto took =
          std::chrono::nanoseconds(static_cast<std::int64_t>(static_cast<double>(whole.count()) * part));
      happenings_.push({now + took, order_++, number, *piece, false});
    }
  }

  void staged(const Happening& happening, ScheduleTime now) {
    --busy_;
    const double took =
        static_cast<double>(happening.piece.bytes) * 1e9 / static_cast<double>(options_.copy_rate);
    copy_free_ = std::max(copy_free_, now) + std::chrono::nanoseconds(static_cast<std::int64_t>(took));
    happenings_.push({copy_free_, order_++, happening.request, happening.piece, true});
  }

  void copied(const Happening& happening, ScheduleTime now) {
    result_.bytes += happening.piece.bytes;
    Request& request = requests_[happening.request];
    if (scheduler_.complete(happening.piece, now) && !request.cancelled) finish(request, now);
  }

  void finish(const Request& request, ScheduleTime now) {
    ++result_.finished;
    result_.latency[static_cast<std::size_t>(request.priority)].add(now - request.came);
  }

  const LoadTrace& trace_;
  ReplayOptions options_;
  Scheduler scheduler_;
  std::unordered_map<std::uint64_t, Request> requests_;
  std::unordered_map<RequestId, std::uint64_t> numbers_;
  std::priority_queue<Happening, std::vector<Happening>, std::greater<>> happenings_;
  std::uint64_t order_ = 0;
  std::uint32_t busy_ = 0;
  ScheduleTime copy_free_{};
  ScheduleTime first_{};
  ReplayResult result_;
};

}  // namespace

Result<ReplayResult> replay(const LoadTrace& trace, const ReplayOptions& options) {
  return ReplayMachine(trace, options).run();
}

}  // namespace ferry
