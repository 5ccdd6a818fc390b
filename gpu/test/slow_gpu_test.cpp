// What waits for the GPU, on a GPU that does nothing until it is told to: no clock decides what is seen here.
#include <algorithm>
#include <chrono>
#include <cstring>
#include <deque>
#include <memory>
#include <random>
#include <vector>

#include <ferry/gpu/deferred_releases.hpp>
#include <ferry/gpu/mapping.hpp>
#include <ferry/gpu/readback_pool.hpp>
#include <ferry/gpu/upload_ring.hpp>

#include "gpu_fixture.hpp"

namespace ferry::test {
namespace {

using namespace std::chrono_literals;

/// A device of its own, held back, that also looks at staging bytes changing under a copy.
class SlowGpuTest : public testing::Test {
 protected:
  void SetUp() override {
    if (unchecked()) GTEST_SKIP() << "the slow GPU is played by the rule-checking layer";
    check::WrapOptions options;
    options.pace = check::GpuPace::kHeld;
    options.shadow_upload_memory = true;
    device_ = make_watched_device(options);
    ASSERT_TRUE(device_);
    copy_ = *Queue::create(device_, QueueKind::kCopy, "copy");
    direct_ = *Queue::create(device_, QueueKind::kDirect, "direct");
    copy_lists_ = std::make_unique<CommandRecycler>(device_, QueueKind::kCopy, "copy lists");
    direct_lists_ = std::make_unique<CommandRecycler>(device_, QueueKind::kDirect, "direct lists");
  }
  void TearDown() override {
    if (!device_) return;
    finish();
    copy_lists_.reset();
    direct_lists_.reset();
    copy_.reset();
    direct_.reset();
    end_watched_device(device_);
  }

  /// Runs what is left, and sees it complete.
  void finish() {
    check::gpu_drain(device_->d3d());
    EXPECT_TRUE(copy_->wait_idle(0ns));
    EXPECT_TRUE(direct_->wait_idle(0ns));
  }
  std::uint64_t step(std::uint64_t pieces) { return check::gpu_step(device_->d3d(), pieces); }
  static std::uint64_t step(const Queue& queue, std::uint64_t pieces) {
    return check::gpu_step(queue.d3d(), pieces);
  }

  /// Runs the queue on until its timeline stands at `value`: not by a number of pieces, for where a fence
  /// stands still for long Ferry may put Signals of its own between.
  static void run_until(const Queue& queue, std::uint64_t value) {
    while (!queue.timeline()->is_complete(value)) ASSERT_EQ(step(queue, 1), 1u);
  }

  /// Copies staging bytes on one of the queues: two pieces of work, the copy and its Signal.
  FencePoint copy(bool on_direct, ID3D12Resource* to, std::uint64_t to_offset, const StagingBlock& from) {
    CommandRecycler& lists = on_direct ? *direct_lists_ : *copy_lists_;
    auto context = lists.acquire();
    EXPECT_TRUE(context) << to_string(context.error());
    context->list->CopyBufferRegion(to, to_offset, from.buffer, from.offset, from.size);
    EXPECT_EQ(context->list->Close(), S_OK);
    ID3D12CommandList* all[] = {context->list.get()};
    auto point = (on_direct ? *direct_ : *copy_).execute(all, "copy");
    EXPECT_TRUE(point) << to_string(point.error());
    lists.give_back(*std::move(context), *point);
    return *point;
  }
  ComPtr<ID3D12Resource> buffer(HeapKind heap, std::uint64_t bytes) {
    auto made = device_->create_buffer(heap, bytes, "slow test buffer");
    EXPECT_TRUE(made) << to_string(made.error());
    return *made;
  }
  std::unique_ptr<UploadRing> ring(std::uint64_t bytes) {
    auto made = UploadRing::create(device_, bytes, "slow ring");
    EXPECT_TRUE(made) << to_string(made.error());
    return *std::move(made);
  }

  std::shared_ptr<Device> device_;
  std::shared_ptr<Queue> copy_;
  std::shared_ptr<Queue> direct_;
  std::unique_ptr<CommandRecycler> copy_lists_;
  std::unique_ptr<CommandRecycler> direct_lists_;
};

TEST_F(SlowGpuTest, ATimelineStandsStillWhileNothingCompletes) {
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(copy_->signal("held"));
  FenceTimeline& timeline = *copy_->timeline();
  for (int look = 0; look < 10; ++look) {
    EXPECT_EQ(timeline.completed().value(), 0u);
    EXPECT_FALSE(timeline.is_complete(1));
  }
  expect_error(timeline.wait(1, 0ns), ErrorCode::kTimeout, {"stands at 0 of 5"});
  expect_error(timeline.wait(6, 0ns), ErrorCode::kNotSubmitted);
  expect_error(copy_->wait_idle(0ns), ErrorCode::kTimeout);
  for (const TimelineEntry& entry : timeline.recent()) EXPECT_FALSE(entry.complete);
}

TEST_F(SlowGpuTest, ATimelineMovesByOneAndByABurst) {
  for (int i = 0; i < 9; ++i) ASSERT_TRUE(copy_->signal("held"));
  FenceTimeline& timeline = *copy_->timeline();
  for (std::uint64_t value = 1; value <= 3; ++value) {
    EXPECT_EQ(step(1), 1u);
    EXPECT_TRUE(timeline.is_complete(value));
    EXPECT_FALSE(timeline.is_complete(value + 1));
  }
  EXPECT_EQ(step(5), 5u);
  EXPECT_EQ(timeline.completed().value(), 8u);
  EXPECT_TRUE(timeline.wait(8, 0ns));
  expect_error(timeline.wait(9, 0ns), ErrorCode::kTimeout);
  const auto recent = timeline.recent();
  ASSERT_EQ(recent.size(), 9u);
  EXPECT_TRUE(recent[7].complete);
  EXPECT_FALSE(recent[8].complete);
  EXPECT_GE(step(9), 1u);
  EXPECT_TRUE(copy_->wait_idle(0ns));
}

TEST_F(SlowGpuTest, EachOfSeveralWaitingQueuesIsHeldUntilItsSignalRuns) {
  auto point = copy_->signal("held");
  ASSERT_TRUE(point);
  auto compute = Queue::create(device_, QueueKind::kCompute, "compute");
  ASSERT_TRUE(compute);
  ASSERT_TRUE(copy_->make_wait(direct_->d3d(), point->value));
  ASSERT_TRUE(copy_->make_wait((*compute)->d3d(), point->value));
  ASSERT_TRUE(direct_->signal("behind the wait"));
  ASSERT_TRUE((*compute)->signal("behind the wait"));
  EXPECT_EQ(step(*direct_, 10), 0u);
  EXPECT_EQ(step(**compute, 10), 0u);
  // The signal that was asked for, and one for each consumer where one serves only one.
  step(*copy_, 10);
  EXPECT_EQ(step(*direct_, 10), 1u);
  EXPECT_EQ(step(**compute, 10), 1u);
  EXPECT_TRUE(direct_->wait_idle(0ns));
  EXPECT_TRUE((*compute)->wait_idle(0ns));
}

TEST_F(SlowGpuTest, AFullRingGivesNothingAwayUntilTheGpuMoves) {
  auto staging = ring(256_KiB);
  auto target = buffer(HeapKind::kReadback, 256_KiB);
  for (std::uint64_t i = 0; i < 4; ++i) {
    auto block = staging->reserve(64_KiB, 64_KiB, WhenFull::kFail);
    ASSERT_TRUE(block);
    std::memset(block->cpu, static_cast<int>(i + 1), 64_KiB);
    const FencePoint point = copy(false, target.get(), i * 64_KiB, *block);
    staging->commit(*std::move(block), point);
  }
  for (int asked = 0; asked < 20; ++asked) {
    expect_error(staging->reserve(1, 1, WhenFull::kFail), ErrorCode::kFull);
    staging->retire();
  }
  expect_error(staging->reserve(1, 1, WhenFull::kWait, 0ns), ErrorCode::kTimeout);
  EXPECT_EQ(staging->stats().ring.used, 256_KiB);
  EXPECT_EQ(step(1), 1u);  // The first copy has run, and its Signal has not.
  expect_error(staging->reserve(1, 1, WhenFull::kFail), ErrorCode::kFull);
  EXPECT_EQ(step(1), 1u);
  auto block = staging->reserve(64_KiB, 64_KiB, WhenFull::kFail);
  ASSERT_TRUE(block) << to_string(block.error());
  std::memset(block->cpu, 99, 64_KiB);
  expect_error(staging->reserve(1, 1, WhenFull::kFail), ErrorCode::kFull);
  staging->drop(*std::move(block));
  EXPECT_GE(step(100), 6u);
  staging->retire();
  EXPECT_EQ(staging->stats().ring.used, 0u);
  auto mapping = ReadMapping::map(target.get(), 0, 256_KiB);
  ASSERT_TRUE(mapping);
  for (std::size_t i = 0; i < 256_KiB; ++i) {
    ASSERT_EQ(mapping->bytes()[i], static_cast<std::byte>(i / 64_KiB + 1)) << i;
  }
}

TEST_F(SlowGpuTest, WhatIsCompleteBehindAPendingBlockWaitsForIt) {
  auto staging = ring(256_KiB);
  auto target = buffer(HeapKind::kReadback, 256_KiB);
  auto other_target = buffer(HeapKind::kReadback, 256_KiB);
  for (std::uint64_t i = 0; i < 4; ++i) {
    const bool on_direct = i % 2 == 1;
    auto block = staging->reserve(64_KiB, 64_KiB, WhenFull::kFail);
    ASSERT_TRUE(block);
    std::memset(block->cpu, 1, 64_KiB);
    const FencePoint point =
        copy(on_direct, on_direct ? other_target.get() : target.get(), i * 64_KiB, *block);
    staging->commit(*std::move(block), point);
  }
  EXPECT_GE(step(*direct_, 10), 4u);
  staging->retire();
  EXPECT_EQ(staging->stats().ring.used, 256_KiB);
  EXPECT_EQ(staging->stats().ring.blocked, 128_KiB);
  expect_error(staging->reserve(1, 1, WhenFull::kFail), ErrorCode::kFull);
  run_until(*copy_, 1);
  staging->retire();
  EXPECT_EQ(staging->stats().ring.used, 128_KiB) << "the first and, behind it, the second";
  run_until(*copy_, 2);
  staging->retire();
  EXPECT_EQ(staging->stats().ring.used, 0u);
}

/// Many copies of random sizes on two queues, with completions in random bursts on the one or the other, or
/// none for long. Staging bytes that are reused too early are seen by the layer, and come out wrong.
TEST_F(SlowGpuTest, NoByteOfTheRingIsReusedTooEarlyWhateverTheBursts) {
  constexpr std::uint64_t kTarget = 512_KiB;
  auto staging = ring(128_KiB);
  auto from_copy = buffer(HeapKind::kReadback, kTarget);
  auto from_direct = buffer(HeapKind::kReadback, kTarget);
  std::vector<std::byte> expected[2] = {std::vector<std::byte>(kTarget), std::vector<std::byte>(kTarget)};
  std::uint64_t next[2] = {0, 0};
  std::mt19937 random(7);
  int full = 0;
  while (next[0] < kTarget && next[1] < kTarget) {
    const std::size_t on = random() % 2;
    const std::uint64_t size = std::min<std::uint64_t>(1 + random() % 20000, kTarget - next[on]);
    auto block = staging->reserve(size, 4, WhenFull::kFail);
    if (!block) {
      ASSERT_EQ(block.error().code, ErrorCode::kFull);
      ++full;
      step(random() % 2 == 0 ? *copy_ : *direct_, 1 + random() % 12);
      continue;
    }
    for (std::uint64_t i = 0; i < size; ++i) {
      const auto byte = static_cast<std::byte>(random() >> 24);
      block->cpu[i] = byte;
      expected[on][next[on] + i] = byte;
    }
    const FencePoint point = copy(on == 1, (on == 1 ? from_direct : from_copy).get(), next[on], *block);
    staging->commit(*std::move(block), point);
    next[on] += size;
  }
  EXPECT_GT(full, 10);
  finish();
  staging->retire();
  EXPECT_EQ(staging->stats().ring.used, 0u);
  for (const std::size_t on : {0, 1}) {
    auto mapping = ReadMapping::map((on == 1 ? from_direct : from_copy).get(), 0, next[on]);
    ASSERT_TRUE(mapping);
    EXPECT_TRUE(std::equal(mapping->bytes().begin(), mapping->bytes().end(), expected[on].begin())) << on;
  }
}

TEST_F(SlowGpuTest, EachListInFlightNeedsAPairAndABurstGivesAllBack) {
  auto staging = ring(64_KiB);
  auto target = buffer(HeapKind::kReadback, 64_KiB);
  auto block = staging->reserve(1_KiB, 4);
  ASSERT_TRUE(block);
  std::memset(block->cpu, 5, 1_KiB);
  FencePoint last;
  for (std::uint64_t i = 0; i < 10; ++i) last = copy(false, target.get(), i * 1_KiB, *block);
  EXPECT_EQ(copy_lists_->made(), 10u);
  run_until(*copy_, 4);
  for (std::uint64_t i = 10; i < 14; ++i) last = copy(false, target.get(), i * 1_KiB, *block);
  EXPECT_EQ(copy_lists_->made(), 10u);
  last = copy(false, target.get(), 14 * 1_KiB, *block);
  EXPECT_EQ(copy_lists_->made(), 11u);
  check::gpu_drain(device_->d3d());
  for (std::uint64_t i = 0; i < 11; ++i) last = copy(false, target.get(), i * 1_KiB, *block);
  EXPECT_EQ(copy_lists_->made(), 11u);
  staging->commit(*std::move(block), last);
  finish();
}

TEST_F(SlowGpuTest, ADeferredReleaseWaitsForTheCopyThatNamesIt) {
  const auto alive = [&] {
    const auto all = check::live_objects(device_->d3d());
    return std::count_if(all.begin(), all.end(), [](const check::LiveWrapper& object) {
      return object.description.find("slow test buffer") != std::string::npos;
    });
  };
  auto staging = ring(64_KiB);
  DeferredReleases releases(device_);
  auto block = staging->reserve(1_KiB, 4);
  ASSERT_TRUE(block);
  std::memset(block->cpu, 5, 1_KiB);
  FencePoint last;
  for (int i = 0; i < 6; ++i) {
    auto target = buffer(HeapKind::kReadback, 1_KiB);
    last = copy(i % 2 == 1, target.get(), 0, *block);
    releases.release_after(std::move(target), last);
    releases.collect();
  }
  staging->commit(*std::move(block), last);
  EXPECT_EQ(alive(), 6);
  run_until(*direct_, 1);
  releases.collect();
  EXPECT_EQ(alive(), 5) << "one of the later ones, before the earlier ones of the other queue";
  run_until(*copy_, 3);
  releases.collect();
  EXPECT_EQ(alive(), 2);
  check::gpu_drain(device_->d3d());
  EXPECT_EQ(alive(), 2);
  releases.collect();
  EXPECT_EQ(alive(), 0);
}

TEST_F(SlowGpuTest, AReadbackBufferIsNeitherReusedNorTrimmedWhileItsCopyIsHeld) {
  auto staging = ring(64_KiB);
  ReadbackPool pool(device_, 0, 0);
  auto block = staging->reserve(1_KiB, 4);
  ASSERT_TRUE(block);
  std::memset(block->cpu, 5, 1_KiB);
  FencePoint last;
  for (int i = 0; i < 5; ++i) {
    auto buffer = pool.acquire(1_KiB);
    ASSERT_TRUE(buffer);
    last = copy(false, buffer->resource.get(), 0, *block);
    pool.give_back(*std::move(buffer), last);
    pool.end_frame();
    pool.trim();
  }
  staging->commit(*std::move(block), last);
  EXPECT_EQ(pool.stats().buffers, 5u);
  EXPECT_EQ(pool.stats().reused, 0u);
  run_until(*copy_, 2);
  auto again = pool.acquire(1_KiB);
  ASSERT_TRUE(again);
  EXPECT_EQ(pool.stats().reused, 1u);
  pool.give_back(*std::move(again), {});
  pool.trim();
  EXPECT_EQ(pool.stats().buffers, 3u);
  check::gpu_drain(device_->d3d());
  pool.trim();
  EXPECT_EQ(pool.stats().buffers, 0u);
}

}  // namespace
}  // namespace ferry::test
