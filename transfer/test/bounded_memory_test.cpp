#include <array>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <thread>

#include "../../gpu/test/gated_queue.hpp"
#include "transfer_fixture.hpp"

namespace ferry::test {
namespace {

/// Resident bytes of this process; 0 where the system does not tell.
std::uint64_t resident_bytes() {
  std::uint64_t pages = 0;
#if defined(__linux__)
  if (std::FILE* file = std::fopen("/proc/self/statm", "r")) {
    unsigned long long total = 0;
    unsigned long long resident = 0;
    if (std::fscanf(file, "%llu %llu", &total, &resident) == 2) pages = resident;
    std::fclose(file);
  }
#endif
  return pages * 4096;
}

/// AddressSanitizer holds back what was freed, up to 256 MiB, and needs memory for its own records.
#if defined(__SANITIZE_ADDRESS__)
constexpr std::uint64_t kSanitizerBytes = 512_MiB;
#elif defined(__SANITIZE_THREAD__)
constexpr std::uint64_t kSanitizerBytes = 128_MiB;  // ThreadSanitizer: its shadow of all that was touched.
#else
constexpr std::uint64_t kSanitizerBytes = 0;
#endif

class BoundedMemoryTest : public TransferTest {
 protected:
  static TransferOptions with_ring(std::uint64_t bytes) {
    TransferOptions options;
    options.ring_bytes = bytes;
    return options;
  }
  /// Runs `step` often, then much more often, and compares.
  template <typename Step>
  void expect_flat(int warm_up, int steps, std::uint64_t allowed, Step step) {
    for (int i = 0; i < warm_up; ++i) step(i);
    const std::uint64_t resident = resident_bytes();
    const std::size_t objects = device_->live_objects()->list().size();
    for (int i = 0; i < steps; ++i) step(warm_up + i);
    EXPECT_LE(resident_bytes(), resident + allowed + kSanitizerBytes);
    EXPECT_LE(device_->live_objects()->list().size(), objects + 300);
  }
};

TEST_F(BoundedMemoryTest, UploadingForEverWithNoCallPerFrame) {
  make_manager(with_ring(1_MiB));
  const auto bytes = noise(100000, 1);
  // One for each queue: nothing orders the two.
  const std::array targets = {buffer(bytes.size()), buffer(bytes.size())};
  std::array<FencePoint, 2> last;
  expect_flat(200, 2000, 8_MiB, [&](int i) {
    auto batch = begin(i % 2 == 0 ? QueueKind::kCopy : QueueKind::kDirect);
    ASSERT_TRUE(batch.upload_buffer(targets[i % 2].get(), 0, bytes));
    last[i % 2] = submit(batch);
  });
  EXPECT_LE(manager_->statistics().ring.ring.high_water, 1_MiB);
  EXPECT_EQ(manager_->statistics().upload_bytes, 2200u * 100000u);
  for (int i = 0; i < 2; ++i) EXPECT_EQ(read_back(targets[i].get(), bytes.size(), last[i]), bytes);
}

TEST_F(BoundedMemoryTest, UploadingToNewResourcesForEver) {
  make_manager(with_ring(1_MiB));
  const auto bytes = noise(20000, 1);
  expect_flat(200, 2000, 16_MiB, [&](int) {
    auto target = buffer(bytes.size(), "short-lived");
    auto batch = begin();
    ASSERT_TRUE(batch.upload_buffer(target.get(), 0, bytes));
    submit(batch);
  });
  // Some rings full of them, of 2200.
  EXPECT_LT(alive("short-lived"), 300u);
}

TEST_F(BoundedMemoryTest, ReadingBackForEverWithNoCallPerFrame) {
  expect_flat(100, 2000, 8_MiB, [&](int) {
    auto target = buffer(1000, "short-lived");
    auto ticket = manager_->read_buffer({target.get(), 0, 1000});
    ASSERT_TRUE(ticket);
    ASSERT_TRUE(ticket->wait());
  });
  EXPECT_LE(alive("short-lived"), 2u);
  EXPECT_LE(manager_->statistics().readback_pool.buffers, 3u);
}

TEST_F(BoundedMemoryTest, WhatIsHeldForOneTimelineDoesNotHoldUpAnother) {
  auto own = fence();
  auto first = buffer(1000, "waits for the application");
  auto recording = manager_->begin_recording();
  ASSERT_TRUE(recording.upload_buffer(first.get(), 0, noise(1000, 1)));
  auto direct = queue(QueueKind::kDirect);
  CommandRecycler lists(device_, QueueKind::kDirect, "lists");
  auto context = lists.acquire();
  ASSERT_TRUE(recording.record(context->list.get()));
  ASSERT_TRUE(recording.retire_with(own.get(), 5));
  first.reset();
  for (int i = 0; i < 50; ++i) {
    auto target = buffer(1000, "short-lived");
    auto batch = begin();
    ASSERT_TRUE(batch.upload_buffer(target.get(), 0, noise(1000, 1)));
    ASSERT_TRUE(manager_->wait(submit(batch)));
  }
  manager_->poll();
  EXPECT_EQ(alive("short-lived"), 0u);
  EXPECT_EQ(alive("waits for the application"), 1u);
  lists.discard(*std::move(context));
  own->Signal(5);
  manager_->poll();
  EXPECT_EQ(alive("waits for the application"), 0u);
}

TEST_F(BoundedMemoryTest, ABatchOfTenTimesTheRingOfTexturesAndBuffers) {
  make_manager(with_ring(512_KiB));
  const TextureDesc desc = rgba8(256, 256, 4);
  std::vector<ComPtr<ID3D12Resource>> textures;
  std::vector<ComPtr<ID3D12Resource>> buffers;
  auto batch = begin();
  std::uint64_t total = 0;
  for (std::uint64_t i = 0; total < 5_MiB + 1; ++i) {
    textures.push_back(texture(desc));
    buffers.push_back(buffer(70001));
    for (std::uint32_t mip = 0; mip < 4; ++mip) {
      const auto texels = texels_of(desc, mip, i * 10 + mip);
      ASSERT_TRUE(batch.upload_texture(textures.back().get(), mip, TextureData{texels.data()}));
    }
    ASSERT_TRUE(batch.upload_buffer(buffers.back().get(), 0, noise(70001, i)));
    total = batch.staged_bytes();
  }
  const FencePoint point = submit(batch);
  EXPECT_EQ(manager_->statistics().ring.dedicated, 0u);
  for (std::size_t i = 0; i < textures.size(); ++i) {
    EXPECT_EQ(read_back(buffers[i].get(), 70001, point), noise(70001, i));
    for (std::uint32_t mip = 0; mip < 4; ++mip) {
      EXPECT_EQ(read_texture(textures[i].get(), mip, 1, point), texels_of(desc, mip, i * 10 + mip));
    }
  }
}

TEST_F(BoundedMemoryTest, ARingFullOfWhatOthersHaveNotSubmittedGivesDedicatedBuffers) {
  make_manager(with_ring(64_KiB));
  auto target = buffer(200000);
  auto hoarder = begin();
  std::vector<std::span<std::byte>> hoarded;
  for (std::uint64_t at = 0; at < 64_KiB; at += 16_KiB - 1) {
    if (hoarded.size() == 4) break;
    auto other = begin();
    auto staged = hoarder.stage_buffer(target.get(), at, 10_KiB);
    ASSERT_TRUE(staged);
    std::memset(staged->data(), 1, staged->size());
    hoarded.push_back(*staged);
  }
  auto batch = begin();
  const auto bytes = noise(50000, 9);
  ASSERT_TRUE(batch.upload_buffer(target.get(), 100000, bytes));
  const FencePoint point = submit(batch);
  ReadbackOptions after;
  after.after = point;
  EXPECT_EQ(read_back(target.get(), 100000, 50000, after), bytes);
  submit(hoarder);
  ASSERT_TRUE(manager_->wait_idle());
  manager_->poll();
  EXPECT_EQ(manager_->statistics().ring.ring.used, 0u);
  EXPECT_EQ(alive("dedicated upload buffer"), 0u);
}

TEST_F(BoundedMemoryTest, AFullRingWaitsForTheGpuAndTimesOutWhenItDoesNotCome) {
  manager_.reset();
  GatedQueue gate(device_->d3d(), D3D12_COMMAND_LIST_TYPE_COPY);
  TransferOptions options = with_ring(64_KiB);
  options.copy_queue = &gate;
  options.timeout = std::chrono::milliseconds(500);
  make_manager(options);
  auto target = buffer(200000);
  auto batch = begin();
  gate.shut();
  const auto bytes = noise(200000, 9);
  expect_error(batch.upload_buffer(target.get(), 0, bytes), ErrorCode::kTimeout);
  expect_error(batch.submit(), ErrorCode::kTimeout);
  EXPECT_GE(manager_->statistics().ring.waits, 1u);
  gate.open();
  ASSERT_TRUE(manager_->wait_idle());
  manager_->poll();
  EXPECT_EQ(manager_->statistics().ring.ring.used, 0u);
  ASSERT_TRUE(batch.upload_buffer(target.get(), 0, bytes));
  EXPECT_EQ(read_back(target.get(), bytes.size(), submit(batch)), bytes);
  manager_.reset();
}

TEST_F(BoundedMemoryTest, SeveralThreadsWithABatchEachOnOneManager) {
  make_manager(with_ring(512_KiB));
  constexpr int kThreads = 4;
  std::vector<ComPtr<ID3D12Resource>> targets;
  for (int t = 0; t < kThreads; ++t) targets.push_back(buffer(300000));
  std::atomic<int> failures = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      auto batch = manager_->begin_upload(t % 2 == 0 ? QueueKind::kCopy : QueueKind::kDirect);
      std::mt19937 random(static_cast<unsigned>(t));
      std::vector<std::byte> model = noise(300000, 77);
      if (!batch->upload_buffer(targets[t].get(), 0, model)) ++failures;
      for (int round = 0; round < 25 && failures == 0; ++round) {
        for (int i = 0; i < 10; ++i) {
          const std::size_t offset = random() % 250000;
          const auto bytes = noise(1 + random() % 50000, random());
          if (!batch->upload_buffer(targets[t].get(), offset, bytes)) ++failures;
          std::copy(bytes.begin(), bytes.end(), model.begin() + static_cast<std::ptrdiff_t>(offset));
        }
        auto point = batch->submit();
        if (!point) {
          ++failures;
          break;
        }
        if (round % 6 != 5) continue;
        ReadbackOptions after;
        after.after = *point;
        auto ticket = manager_->read_buffer({targets[t].get(), 0, 300000}, after);
        if (!ticket) {
          ++failures;
          break;
        }
        auto back = ticket->take();
        if (!back || !std::equal(model.begin(), model.end(), back->bytes().begin())) ++failures;
        manager_->end_frame();
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(failures, 0);
  ASSERT_TRUE(manager_->wait_idle());
  manager_->poll();
  const TransferStatistics statistics = manager_->statistics();
  EXPECT_EQ(statistics.ring.ring.used, 0u);
  EXPECT_EQ(statistics.ring.ring.open_segments, 0u);
  EXPECT_EQ(statistics.upload_calls, 1004u);
  EXPECT_EQ(alive("dedicated upload buffer"), 0u);
}

}  // namespace
}  // namespace ferry::test
