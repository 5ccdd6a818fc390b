#include <atomic>
#include <mutex>
#include <set>
#include <thread>

#include "loader_fixture.hpp"

namespace ferry::test {
namespace {

TEST_F(LoaderTest, SixtyFourMiBThroughARingOfFour) {
  make_loader();
  const auto bytes = noise(64_MiB, 1);
  auto target = buffer(64_MiB);
  const LoadTicket ticket = load(to_buffer(MemorySource{bytes}, target.get()));
  expect_ready(ticket);
  EXPECT_TRUE(read_back(target.get(), 0, 64_MiB) == bytes);
  const LoadStatistics statistics = loader_->statistics();
  EXPECT_LE(statistics.ring_high_water, 4_MiB);
  EXPECT_GE(statistics.pieces, 128u) << "at most an eighth of the ring each";
}

TEST_F(LoaderTest, TenLoadsOf400KiBUnderABudgetOfOneMiBEvictTheLeastRecentlyUsed) {
  options_.gpu_memory_bytes = 1_MiB;
  std::vector<std::uint64_t> evicted;
  std::mutex mutex;
  options_.evict = [&](const EvictCandidate& candidate) {
    const std::lock_guard lock(mutex);
    EXPECT_EQ(candidate.bytes, 448_KiB) << "of whole 64 KiB";
    EXPECT_EQ(candidate.tag, 5u);
    evicted.push_back(candidate.number);
    return true;
  };
  options_.threads = 4;
  make_loader();
  std::vector<LoadTicket> tickets;
  for (std::uint64_t i = 0; i < 10; ++i) {
    LoadRequest request = to_new_buffer(file(400_KiB, i));
    request.tag = 5;
    tickets.push_back(load(std::move(request)));
    if (i == 1) {
      expect_ready(tickets[0]);
      expect_ready(tickets[1]);
      loader_->touch(tickets[0]);
    }
  }
  for (std::uint64_t i = 0; i < 10; ++i) {
    expect_ready(tickets[i]);
    expect_holds(tickets[i], noise(400_KiB, i));
  }
  ASSERT_EQ(evicted.size(), 8u);
  EXPECT_EQ(evicted[0], tickets[1].number()) << "the other one was used since";
  const LoadStatistics statistics = loader_->statistics();
  EXPECT_EQ(statistics.evictions, 8u);
  EXPECT_LE(statistics.gpu_memory_bytes, 1_MiB);
}

TEST_F(LoaderTest, NobodyIsAskedTwiceForTheSameAtOnce) {
  options_.gpu_memory_bytes = 1_MiB;
  options_.threads = 6;
  std::mutex mutex;
  std::set<std::uint64_t> asked;
  options_.evict = [&](const EvictCandidate& candidate) {
    {
      const std::lock_guard lock(mutex);
      EXPECT_TRUE(asked.insert(candidate.number).second) << candidate.number;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(3));
    const std::lock_guard lock(mutex);
    if (candidate.number % 3 != 0) return true;
    asked.erase(candidate.number);
    return false;
  };
  make_loader();
  std::vector<LoadTicket> tickets;
  for (std::uint64_t i = 0; i < 40; ++i) tickets.push_back(load(to_new_buffer(file(100'000 + i, i))));
  for (const LoadTicket& ticket : tickets) {
    (void)ticket.wait();
    EXPECT_TRUE(ticket.ready() || ticket.error().code == ErrorCode::kOutOfMemory);
  }
  EXPECT_LE(loader_->statistics().gpu_memory_bytes, 1_MiB);
}

TEST_F(LoaderTest, OverBudgetWithNothingToEvictFailsWithTheReason) {
  options_.gpu_memory_bytes = 1_MiB;
  int asked = 0;
  options_.evict = [&](const EvictCandidate&) {
    ++asked;
    return false;
  };
  make_loader();
  const LoadTicket first = load(to_new_buffer(file(900'000, 1)));
  expect_ready(first);
  expect_error(load(to_new_buffer(file(900'000, 2))).wait(), ErrorCode::kOutOfMemory, {"budget"});
  EXPECT_EQ(asked, 1);
  expect_error(load(to_new_buffer(file(3'000'000, 3))).wait(), ErrorCode::kOutOfMemory);
  loader_->forget(first);
  expect_ready(load(to_new_buffer(file(900'000, 4))));
}

TEST_F(LoaderTest, WhatNeverFitsTheBudgetFailsWhileOthersLoad) {
  options_.gpu_memory_bytes = 1_MiB;
  make_loader();
  files_.shut();
  const LoadTicket first = load(to_new_buffer(file(500'000, 1)));
  files_.await_waiting(1);
  expect_error(load(to_new_buffer(file(2'000'000, 2))).wait(), ErrorCode::kOutOfMemory, {"budget"});
  EXPECT_FALSE(first.is_over());
  files_.open();
  expect_ready(first);
}

TEST_F(LoaderTest, TheLimitMayComeFromACallback) {
  std::atomic<std::uint64_t> limit = 64_KiB;
  options_.gpu_memory_limit = [&] { return limit.load(); };
  make_loader();
  expect_error(load(to_new_buffer(file(200'000, 1))).wait(), ErrorCode::kOutOfMemory);
  limit = 1_MiB;
  expect_ready(load(to_new_buffer(file(200'000, 1))));
}

TEST_F(LoaderTest, BytesInFlightStayWithinTheirBudget) {
  options_.most_bytes_in_flight = 1_MiB;
  options_.piece_bytes = 256_KiB;
  options_.threads = 8;
  make_loader();
  files_.shut();
  std::vector<LoadTicket> tickets;
  for (std::uint64_t i = 0; i < 10; ++i) tickets.push_back(load(to_new_buffer(file(400_KiB, i))));
  files_.await_waiting(3);
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_LE(files_.reads().size(), 6u) << "whole ones of 256 KiB, and the rest of 144 KiB each";
  files_.open();
  for (std::uint64_t i = 0; i < 10; ++i) {
    expect_ready(tickets[i]);
    expect_holds(tickets[i], noise(400_KiB, i));
  }
  EXPECT_LE(loader_->statistics().depth_bytes, 1_MiB);
}

}  // namespace
}  // namespace ferry::test
