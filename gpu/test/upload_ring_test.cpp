#include <ferry/gpu/upload_ring.hpp>

#include <atomic>
#include <chrono>
#include <cstring>
#include <random>
#include <thread>

#include "gpu_fixture.hpp"

namespace ferry::test {
namespace {

using namespace std::chrono_literals;

/// A ring whose fence points are of a fence that the test signals by hand.
class UploadRingTest : public GpuTest {
 protected:
  void SetUp() override {
    make_ring(256_KiB);
    fence_ = fence();
    timeline_ = timeline_of(fence_.get(), 1000);
  }
  void make_ring(std::uint64_t bytes) {
    auto made = UploadRing::create(device_, bytes, "test ring");
    ASSERT_TRUE(made) << to_string(made.error());
    ring_ = *std::move(made);
  }
  [[nodiscard]] FencePoint at(std::uint64_t value) const { return {timeline_->id(), value}; }
  StagingBlock reserve(std::uint64_t size, std::uint64_t alignment = 1,
                       WhenFull when_full = WhenFull::kFail) {
    auto block = ring_->reserve(size, alignment, when_full);
    EXPECT_TRUE(block) << to_string(block.error());
    return block ? *std::move(block) : StagingBlock{};
  }
  void TearDown() override {
    if (fence_) fence_->Signal(1000);
    ring_.reset();
  }

  std::unique_ptr<UploadRing> ring_;
  ComPtr<ID3D12Fence> fence_;
  std::shared_ptr<FenceTimeline> timeline_;
};

TEST_F(UploadRingTest, ABlockIsMemoryBufferOffsetAndAddress) {
  auto first = reserve(100, 256);
  auto second = reserve(1000, 512);
  EXPECT_EQ(first.size, 100u);
  EXPECT_EQ(second.buffer, ring_->buffer());
  EXPECT_EQ(second.offset % 512, 0u);
  EXPECT_GE(second.offset, first.offset + first.size);
  EXPECT_EQ(second.cpu - first.cpu, static_cast<std::ptrdiff_t>(second.offset - first.offset));
  EXPECT_EQ(second.gpu_address, ring_->buffer()->GetGPUVirtualAddress() + second.offset);
  std::memset(second.cpu, 7, 1000);
  ring_->drop(first);
  ring_->drop(second);
  EXPECT_EQ(ring_->stats().ring.used, 0u);
}

TEST_F(UploadRingTest, SizesAndAlignmentsThatMakeNoSenseAreRefused) {
  expect_error(ring_->reserve(0, 1), ErrorCode::kInvalidArgument, {"0 bytes"});
  expect_error(ring_->reserve(1, 0), ErrorCode::kInvalidArgument, {"multiple of 0", "power of two"});
  expect_error(ring_->reserve(1, 3), ErrorCode::kInvalidArgument, {"multiple of 3"});
  expect_error(ring_->reserve(1, 128_KiB), ErrorCode::kInvalidArgument, {"131072", "65536"});
  expect_error(ring_->reserve(256_KiB + 1, 1), ErrorCode::kInvalidArgument, {"262145", "kDedicated"});
  expect_error(ring_->reserve(UINT64_MAX, 1), ErrorCode::kInvalidArgument);
  expect_error(UploadRing::create(device_, 64_KiB - 1), ErrorCode::kInvalidArgument, {"65535", "64 KiB"});
  expect_error(UploadRing::create(device_, UINT64_MAX), ErrorCode::kInvalidArgument, {"too big"});
  EXPECT_EQ(ring_->stats().ring.used, 0u);
}

TEST_F(UploadRingTest, ACapacityIsRoundedUpToWholePagesOfD3d12) {
  make_ring(100000);
  EXPECT_EQ(ring_->capacity(), 128_KiB);
}

TEST_F(UploadRingTest, TheWholeRingCanBeHadAndHadAgain) {
  for (std::uint64_t round = 1; round <= 3; ++round) {
    auto all = reserve(256_KiB, 64_KiB);
    expect_error(ring_->reserve(1, 1, WhenFull::kFail), ErrorCode::kNeedsSubmit);
    ring_->commit(std::move(all), at(round));
    expect_error(ring_->reserve(1, 1, WhenFull::kFail), ErrorCode::kFull);
    fence_->Signal(round);
  }
  EXPECT_EQ(ring_->stats().ring.high_water, 256_KiB);
}

TEST_F(UploadRingTest, BytesComeBackOnlyWhenTheirPointIsComplete) {
  ring_->commit(reserve(200_KiB), at(1));
  ring_->commit(reserve(56_KiB), at(2));
  ring_->retire();
  EXPECT_EQ(ring_->stats().ring.used, 256_KiB);
  fence_->Signal(1);
  ring_->retire();
  EXPECT_EQ(ring_->stats().ring.used, 56_KiB);
  fence_->Signal(2);
  ring_->retire();
  EXPECT_EQ(ring_->stats().ring.used, 0u);
}

TEST_F(UploadRingTest, AFullRingAsksForASubmitWhereABlockHasNoPointYet) {
  auto open_block = reserve(200_KiB);
  expect_error(ring_->reserve(100_KiB, 1, WhenFull::kWait), ErrorCode::kNeedsSubmit, {"256 KiB", "submit"});
  expect_error(ring_->reserve(100_KiB, 1, WhenFull::kFail), ErrorCode::kNeedsSubmit);
  EXPECT_EQ(ring_->stats().waits, 0u);
  ring_->drop(std::move(open_block));
  ring_->drop(reserve(256_KiB));
}

TEST_F(UploadRingTest, AFullRingCanFailAtOnce) {
  ring_->commit(reserve(200_KiB), at(1));
  expect_error(ring_->reserve(100_KiB, 1, WhenFull::kFail), ErrorCode::kFull, {"256 KiB", "100 KiB"});
  EXPECT_EQ(ring_->stats().waits, 0u);
}

TEST_F(UploadRingTest, AFullRingCanWaitUntilTheTimeIsOver) {
  ring_->commit(reserve(200_KiB), at(1));
  expect_error(ring_->reserve(100_KiB, 1, WhenFull::kWait, 2ms), ErrorCode::kTimeout);
  EXPECT_EQ(ring_->stats().waits, 1u);
  EXPECT_GE(ring_->stats().waited, 2ms);
  EXPECT_EQ(ring_->stats().ring.used, 200_KiB);
}

TEST_F(UploadRingTest, AFullRingCanWaitUntilTheGpuIsDone) {
  ring_->commit(reserve(128_KiB), at(1));
  ring_->commit(reserve(128_KiB), at(2));
  std::thread gpu([&] {
    fence_->Signal(1);
    fence_->Signal(2);
  });
  auto block = ring_->reserve(256_KiB, 1, WhenFull::kWait);
  gpu.join();
  ASSERT_TRUE(block) << to_string(block.error());
  ring_->drop(*std::move(block));
}

TEST_F(UploadRingTest, AWaitEndsWhenTheDeviceIsLostAndNothingIsReused) {
  ring_->commit(reserve(200_KiB), at(1));
  timeline_->mark_lost();
  expect_error(ring_->reserve(100_KiB, 1, WhenFull::kWait), ErrorCode::kDeviceLost);
  fence_->Signal(1);
  ring_->retire();
  EXPECT_EQ(ring_->stats().ring.used, 200_KiB);
}

TEST_F(UploadRingTest, APointThatNobodySubmittedEndsTheWait) {
  ring_->commit(reserve(200_KiB), at(2000));
  expect_error(ring_->reserve(100_KiB, 1, WhenFull::kWait), ErrorCode::kNotSubmitted, {"2000"});
}

TEST_F(UploadRingTest, WhatDoesNotFitCanHaveABufferOfItsOwn) {
  auto open_block = reserve(200_KiB);
  auto own = reserve(100_KiB, 256, WhenFull::kDedicated);
  ASSERT_TRUE(own.dedicated);
  EXPECT_EQ(own.buffer, own.dedicated.get());
  EXPECT_EQ(own.offset, 0u);
  EXPECT_EQ(own.gpu_address, own.buffer->GetGPUVirtualAddress());
  std::memset(own.cpu, 1, 100_KiB);
  auto bigger_than_the_ring = reserve(300_KiB, 512, WhenFull::kDedicated);
  ASSERT_TRUE(bigger_than_the_ring.dedicated);
  EXPECT_EQ(ring_->stats().dedicated, 2u);
  EXPECT_EQ(ring_->stats().dedicated_bytes, 400_KiB);
  auto fits = reserve(10_KiB, 1, WhenFull::kDedicated);
  EXPECT_FALSE(fits.dedicated);
  ring_->drop(std::move(fits));
  ring_->drop(std::move(own));
  ring_->drop(std::move(bigger_than_the_ring));
  ring_->drop(std::move(open_block));
}

TEST_F(UploadRingTest, ADedicatedBufferLivesUntilItsPointIsComplete) {
  const auto count = [] {
    std::size_t found = 0;
    for (const auto& object : device_->live_objects()->list()) {
      found += object.name == "dedicated upload buffer" ? 1 : 0;
    }
    return found;
  };
  ring_->commit(reserve(300_KiB, 1, WhenFull::kDedicated), at(1));
  ring_->retire();
  EXPECT_EQ(count(), 1u);
  fence_->Signal(1);
  ring_->retire();
  EXPECT_EQ(count(), 0u);
  ring_->drop(reserve(300_KiB, 1, WhenFull::kDedicated));
  EXPECT_EQ(count(), 0u);
}

TEST_F(UploadRingTest, TheNewestBlockCanBeTrimmed) {
  auto block = reserve(100_KiB);
  ring_->trim(block, 10_KiB);
  EXPECT_EQ(block.size, 10_KiB);
  EXPECT_EQ(ring_->stats().ring.used, 10_KiB);
  auto next = reserve(1_KiB);
  EXPECT_EQ(next.offset, block.offset + 10_KiB);
  ring_->trim(block, 1_KiB);
  EXPECT_EQ(block.size, 10_KiB) << "no longer the newest";
  ring_->trim(next, 0);
  ring_->trim(next, 2_KiB);
  EXPECT_EQ(next.size, 1_KiB);
  ring_->drop(block);
  ring_->drop(next);
}

TEST_F(UploadRingTest, ACompleteBlockBehindAPendingOneIsCountedAsBlocked) {
  ring_->commit(reserve(10_KiB), at(2));
  ring_->commit(reserve(20_KiB), at(1));
  fence_->Signal(1);
  ring_->retire();
  EXPECT_EQ(ring_->stats().ring.blocked, 20_KiB);
  EXPECT_EQ(ring_->stats().ring.used, 30_KiB);
}

TEST_F(UploadRingTest, PointsOfSeveralTimelinesMixInAnyOrder) {
  auto other_fence = fence();
  auto other = timeline_of(other_fence.get(), 10);
  ring_->commit(reserve(100_KiB), {other->id(), 10});
  ring_->commit(reserve(100_KiB), at(1));
  ring_->commit(reserve(56_KiB), {other->id(), 3});
  fence_->Signal(1);
  expect_error(ring_->reserve(1, 1, WhenFull::kFail), ErrorCode::kFull);
  other_fence->Signal(10);
  ring_->drop(reserve(256_KiB));
}

TEST_F(UploadRingTest, PrefaultingChangesNoByte) {
  make_ring(4_MiB);
  auto block = reserve(4_MiB);
  for (std::uint64_t i = 0; i < 4_MiB; i += 4096) block.cpu[i] = static_cast<std::byte>(i >> 12);
  ring_->prefault();
  for (std::uint64_t i = 0; i < 4_MiB; i += 4096) {
    ASSERT_EQ(block.cpu[i], static_cast<std::byte>(i >> 12));
  }
  ring_->drop(std::move(block));
}

TEST_F(UploadRingTest, SeveralThreadsNeverShareAByte) {
  make_ring(1_MiB);
  auto made = queue();
  std::atomic<int> torn = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      std::mt19937 random(static_cast<unsigned>(t));
      for (int i = 0; i < 300; ++i) {
        auto block = ring_->reserve(1 + random() % 60000, 64, WhenFull::kDedicated);
        if (!block) {
          ++torn;
          return;
        }
        const auto mark = static_cast<unsigned char>(t * 61 + i);
        std::memset(block->cpu, mark, block->size);
        std::this_thread::yield();
        for (std::uint64_t k = 0; k < block->size; ++k) {
          if (block->cpu[k] != static_cast<std::byte>(mark)) ++torn;
        }
        if (i % 5 == 0) {
          ring_->drop(*std::move(block));
        } else {
          ring_->commit(*std::move(block), *made->signal("read"));
        }
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(torn, 0);
  ASSERT_TRUE(made->wait_idle());
  ring_->retire();
  EXPECT_EQ(ring_->stats().ring.used, 0u);
  EXPECT_EQ(ring_->stats().ring.open_segments, 0u);
}

}  // namespace
}  // namespace ferry::test
