#include <ferry/gpu/readback_pool.hpp>

#include <atomic>
#include <mutex>
#include <thread>

#include "gpu_fixture.hpp"

namespace ferry::test {
namespace {

class ReadbackPoolTest : public GpuTest {
 protected:
  ReadbackBuffer acquire(ReadbackPool& pool, std::uint64_t bytes) {
    auto buffer = pool.acquire(bytes);
    EXPECT_TRUE(buffer) << to_string(buffer.error());
    return buffer ? *std::move(buffer) : ReadbackBuffer{};
  }
};

TEST_F(ReadbackPoolTest, BuffersComeInSizeClasses) {
  ReadbackPool pool(device_);
  for (const auto& [asked, given] : {std::pair{1_KiB, 64_KiB},
                                     {64_KiB, 64_KiB},
                                     {64_KiB + 1, 128_KiB},
                                     {3_MiB, 4_MiB},
                                     {64_MiB, 64_MiB},
                                     {64_MiB + 1, 80_MiB},
                                     {96_MiB, 96_MiB}}) {
    auto buffer = acquire(pool, asked);
    EXPECT_EQ(buffer.capacity, given) << asked;
    EXPECT_EQ(buffer.resource->GetDesc().Width, given);
    pool.give_back(std::move(buffer), {});
  }
  expect_error(pool.acquire(0), ErrorCode::kInvalidArgument, {"0 bytes"});
  expect_error(pool.acquire(UINT64_MAX), ErrorCode::kInvalidArgument);
}

TEST_F(ReadbackPoolTest, ABufferIsUsedAgainOnlyOnceItsPointIsComplete) {
  auto own = fence();
  auto timeline = timeline_of(own.get(), 1);
  ReadbackPool pool(device_);
  auto first = acquire(pool, 1000);
  ID3D12Resource* const resource = first.resource.get();
  pool.give_back(std::move(first), {timeline->id(), 1});
  auto second = acquire(pool, 1000);
  EXPECT_NE(second.resource.get(), resource);
  own->Signal(1);
  auto third = acquire(pool, 2000);
  EXPECT_EQ(third.resource.get(), resource);
  auto other_class = acquire(pool, 100000);
  EXPECT_NE(other_class.resource.get(), resource);
  const ReadbackPoolStats stats = pool.stats();
  EXPECT_EQ(stats.made, 3u);
  EXPECT_EQ(stats.reused, 1u);
  EXPECT_EQ(stats.buffers, 3u);
  EXPECT_EQ(stats.bytes, 64_KiB + 64_KiB + 128_KiB);
  EXPECT_EQ(stats.idle_buffers, 0u);
  pool.give_back(std::move(second), {});
  pool.give_back(std::move(third), {});
  pool.give_back(std::move(other_class), {});
  EXPECT_EQ(pool.stats().idle_bytes, 256_KiB);
}

TEST_F(ReadbackPoolTest, AKeptBufferIsNeverUsedAgain) {
  ReadbackPool pool(device_);
  auto first = acquire(pool, 1000);
  ID3D12Resource* const resource = first.resource.get();
  pool.keep(std::move(first));
  auto second = acquire(pool, 1000);
  EXPECT_NE(second.resource.get(), resource);
  pool.trim();
  EXPECT_EQ(pool.stats().buffers, 2u);
  pool.give_back(std::move(second), {});
}

TEST_F(ReadbackPoolTest, IdleMemoryAboveTheBudgetIsTrimmedAfterItsFrames) {
  ReadbackPool pool(device_, 128_KiB, 3);
  std::vector<ReadbackBuffer> buffers;
  for (int i = 0; i < 4; ++i) buffers.push_back(acquire(pool, 64_KiB));
  for (auto& buffer : buffers) pool.give_back(std::move(buffer), {});
  pool.end_frame();
  pool.end_frame();
  EXPECT_EQ(pool.stats().idle_buffers, 4u);
  pool.end_frame();
  EXPECT_EQ(pool.stats().idle_buffers, 2u) << "down to the budget";
  EXPECT_EQ(pool.stats().trimmed, 2u);
  EXPECT_EQ(pool.stats().bytes, 128_KiB);
  for (int i = 0; i < 10; ++i) pool.end_frame();
  EXPECT_EQ(pool.stats().idle_buffers, 2u) << "the budget stays";
  pool.trim();
  EXPECT_EQ(pool.stats().buffers, 0u);
  EXPECT_EQ(pool.stats().bytes, 0u);
}

TEST_F(ReadbackPoolTest, WhatTheGpuMayStillWriteIsNotTrimmed) {
  auto own = fence();
  auto timeline = timeline_of(own.get(), 1);
  ReadbackPool pool(device_, 0, 0);
  pool.give_back(acquire(pool, 1000), {timeline->id(), 1});
  pool.trim();
  pool.end_frame();
  EXPECT_EQ(pool.stats().buffers, 1u);
  own->Signal(1);
  pool.trim();
  EXPECT_EQ(pool.stats().buffers, 0u);
}

TEST_F(ReadbackPoolTest, ABufferOfALostTimelineIsNeverUsedAgain) {
  auto own = fence();
  auto timeline = timeline_of(own.get(), 1);
  own->Signal(1);
  timeline->mark_lost();
  ReadbackPool pool(device_);
  auto first = acquire(pool, 1000);
  ID3D12Resource* const resource = first.resource.get();
  pool.give_back(std::move(first), {timeline->id(), 1});
  auto second = acquire(pool, 1000);
  EXPECT_NE(second.resource.get(), resource);
  pool.give_back(std::move(second), {});
}

TEST_F(ReadbackPoolTest, SeveralThreadsNeverHoldTheSameBuffer) {
  ReadbackPool pool(device_);
  std::mutex mutex;
  std::vector<ID3D12Resource*> held;
  std::atomic<int> clashes = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 200; ++i) {
        auto buffer = pool.acquire(1000);
        if (!buffer) {
          ++clashes;
          return;
        }
        {
          const std::lock_guard lock(mutex);
          for (ID3D12Resource* other : held) clashes += other == buffer->resource.get() ? 1 : 0;
          held.push_back(buffer->resource.get());
        }
        {
          const std::lock_guard lock(mutex);
          std::erase(held, buffer->resource.get());
        }
        pool.give_back(*std::move(buffer), {});
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(clashes, 0);
  EXPECT_LE(pool.stats().buffers, 4u);
  EXPECT_EQ(pool.stats().idle_buffers, pool.stats().buffers);
}

}  // namespace
}  // namespace ferry::test
