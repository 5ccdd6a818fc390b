#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <memory>
#include <random>
#include <vector>

#include "naive_scheduler.hpp"

namespace ferry::test {
namespace {

using namespace std::chrono_literals;

/// Drives a scheduler and the naive one with the same random calls and compares every answer.
class RandomSchedule {
 public:
  explicit RandomSchedule(std::uint64_t seed) : random_(seed) {
    options_.piece_bytes = 20 + below(60);
    options_.least_piece_bytes = 1 + below(10);
    options_.in_flight_bytes = 50 + below(300);
    options_.reserve_percent = static_cast<std::uint32_t>(below(91));
    options_.aging_pieces = static_cast<std::uint32_t>(8 + below(8));
    options_.hold_depth = std::chrono::milliseconds(1 + below(3));
    options_.hold_after = std::chrono::milliseconds(below(4));
    scheduler_ = std::make_unique<Scheduler>(options_);
    naive_ = std::make_unique<NaiveScheduler>(options_);
  }

  void run(int steps) {
    for (int i = 0; i < steps && !::testing::Test::HasFailure(); ++i) step();
    finish();
  }

 private:
  struct Flight {
    SchedulePiece piece;
    std::uint64_t number = 0;
  };

  std::uint64_t below(std::uint64_t n) { return random_() % n; }
  std::uint64_t any_number() { return below(next_number_ + 1); }

  void step() {
    now_ += std::chrono::microseconds(below(700));
    switch (below(16)) {
      case 0:
      case 1:
      case 2:
        submit();
        break;
      case 3:
        if (below(3) == 0) cancel();
        break;
      case 4: {
        const std::uint64_t number = any_number();
        const auto priority = static_cast<LoadPriority>(below(5));
        EXPECT_EQ(scheduler_->set_priority(ids_[number], priority, now_),
                  naive_->set_priority(number, priority, now_));
        break;
      }
      case 5: {
        const std::uint64_t number = any_number();
        const bool suspend = below(2) == 0;
        if (suspend) {
          scheduler_->suspend(ids_[number]);
        } else {
          scheduler_->resume(ids_[number]);
        }
        naive_->set_suspended(number, suspend);
        break;
      }
      case 6:
        if (below(4) == 0) {
          const std::uint64_t bytes = below(200);
          scheduler_->begin_frame(bytes);
          naive_->begin_frame(bytes);
        }
        break;
      case 7: {
        const std::uint64_t rate = below(100'000);
        scheduler_->set_rate(rate);
        naive_->set_rate(rate);
        break;
      }
      case 8:
        if (below(4) == 0) {
          const std::uint64_t bytes = 50 + below(300);
          scheduler_->set_in_flight_bytes(bytes);
          naive_->set_in_flight_bytes(bytes);
          limit_ = bytes;
        }
        break;
      case 9:
      case 10:
      case 11:
        complete();
        break;
      default:
        next();
        break;
    }
  }

  void submit() {
    const std::uint64_t number = next_number_++;
    ScheduleRequest request;
    request.priority = static_cast<LoadPriority>(below(5));
    request.tag = below(4);
    if (below(3) == 0) request.deadline = now_ + std::chrono::milliseconds(below(50)) - 20ms;
    if (below(4) == 0) {
      auto& sizes = sizes_.emplace_back(std::make_unique<std::vector<std::uint64_t>>());
      for (std::uint64_t n = 1 + below(5); n > 0; --n) sizes->push_back(1 + below(below(20) == 0 ? 500 : 60));
      for (const std::uint64_t size : *sizes) request.bytes += size;
      request.piece_sizes = *sizes;
    } else {
      request.bytes = 1 + below(300);
    }
    tags_[number] = request.tag;
    ids_[number] = scheduler_->submit(request, now_);
    numbers_[ids_[number]] = number;
    naive_->submit(number, request, now_);
  }

  void cancel() {
    if (below(3) == 0) {
      const std::uint64_t tag = 1 + below(3);
      const auto cancelled = scheduler_->cancel_tag(tag);
      std::size_t expected = 0;
      for (std::uint64_t number = 0; number < next_number_; ++number) {
        if (tags_[number] == tag && naive_->cancel(number) != 0) ++expected;
      }
      EXPECT_EQ(cancelled.size(), expected);
      return;
    }
    const std::uint64_t number = any_number();
    EXPECT_EQ(static_cast<int>(scheduler_->cancel(ids_[number])), naive_->cancel(number));
  }

  void next() {
    const std::uint64_t limit = limit_ == 0 ? options_.in_flight_bytes : limit_;
    const std::uint64_t patient_before = naive_->in_flight(2, 4);
    const std::uint64_t all_before = naive_->in_flight(0, 4);
    const bool held = naive_->holding(now_);
    const auto piece = scheduler_->next(now_);
    const auto expected = naive_->next(now_);
    ASSERT_EQ(piece.has_value(), expected.has_value());
    if (!piece) return;
    ASSERT_EQ(numbers_.at(piece->request), expected->number);
    ASSERT_EQ(piece->bytes, expected->bytes);
    // The budgets, by themselves: a piece stays within each, or goes alone.
    ASSERT_TRUE(all_before + piece->bytes <= limit || all_before == 0);
    if (!is_urgent(piece->priority)) {
      ASSERT_TRUE(patient_before + piece->bytes <= naive_->patient_limit() || patient_before == 0);
      ASSERT_TRUE(!held || patient_before + piece->bytes <= naive_->hold_limit() || patient_before == 0);
    }
    ASSERT_EQ(scheduler_->in_flight(), naive_->in_flight(0, 4));
    if (below(8) == 0) {
      scheduler_->undo(*piece);
      const auto again = scheduler_->next(now_);
      ASSERT_TRUE(again);
      ASSERT_EQ(again->request, piece->request);
      ASSERT_EQ(again->bytes, piece->bytes);
      ASSERT_EQ(again->index, piece->index);
    }
    flights_.push_back({*piece, expected->number});
  }

  void complete() {
    if (flights_.empty()) return;
    const std::size_t which = below(flights_.size());
    const Flight flight = flights_[which];
    flights_.erase(flights_.begin() + static_cast<std::ptrdiff_t>(which));
    ASSERT_EQ(scheduler_->complete(flight.piece, now_),
              naive_->complete(flight.number, flight.piece.bytes, flight.piece.priority, now_));
  }

  /// With nothing more coming everything ends, and nothing is left behind.
  void finish() {
    for (std::uint64_t number = 0; number < next_number_; ++number) {
      scheduler_->resume(ids_[number]);
      naive_->set_suspended(number, false);
    }
    for (int i = 0; i < 100000 && !::testing::Test::HasFailure(); ++i) {
      now_ += 1ms;
      scheduler_->begin_frame(1000);
      naive_->begin_frame(1000);
      next();
      complete();
      if (flights_.empty() && scheduler_->queued() == 0) break;
    }
    EXPECT_EQ(scheduler_->queued(), 0u);
    EXPECT_EQ(scheduler_->in_flight(), 0u);
    for (std::uint64_t number = 0; number < next_number_; ++number) {
      EXPECT_FALSE(scheduler_->knows(ids_[number]));
    }
  }

  std::mt19937_64 random_;
  SchedulerOptions options_;
  std::unique_ptr<Scheduler> scheduler_;
  std::unique_ptr<NaiveScheduler> naive_;
  std::map<std::uint64_t, RequestId> ids_{{0, static_cast<RequestId>(UINT64_MAX)}};
  std::map<RequestId, std::uint64_t> numbers_;
  std::map<std::uint64_t, std::uint64_t> tags_;
  std::vector<std::unique_ptr<std::vector<std::uint64_t>>> sizes_;
  std::vector<Flight> flights_;
  std::uint64_t next_number_ = 0;
  std::uint64_t limit_ = 0;
  ScheduleTime now_ = 1s;
};

TEST(SchedulerRandom, TenThousandSchedulesAreThoseOfTheSimpleModel) {
  for (std::uint64_t seed = 0; seed < 10000 && !HasFailure(); ++seed) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    RandomSchedule(seed).run(80);
  }
}

TEST(SchedulerRandom, LongSchedulesAreThoseOfTheSimpleModel) {
  for (std::uint64_t seed = 100000; seed < 100060 && !HasFailure(); ++seed) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    RandomSchedule(seed).run(3000);
  }
}

}  // namespace
}  // namespace ferry::test
