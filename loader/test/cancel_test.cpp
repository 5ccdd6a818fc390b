#include <atomic>
#include <future>

#include "held_device.hpp"

namespace ferry::test {
namespace {

/// That the staging of what was cancelled came back: far more than the ring goes through it.
void expect_ring_free(Loader& loader, ID3D12Resource* target) {
  const auto bytes = noise(3_MiB, 77);
  for (int i = 0; i < 5; ++i) {
    LoadRequest request;
    request.source = MemorySource{bytes};
    request.destination = BufferDestination{target, 0};
    auto ticket = loader.load(std::move(request));
    ASSERT_TRUE(ticket);
    const auto waited = ticket->wait();
    EXPECT_TRUE(waited) << to_string(waited.error());
  }
}

void expect_cancelled(const LoadTicket& ticket, LoadState stage) {
  expect_error(ticket.wait(), ErrorCode::kCancelled);
  EXPECT_EQ(ticket.state(), LoadState::kCancelled);
  EXPECT_EQ(ticket.ended_in(), stage) << to_string(ticket.ended_in());
  EXPECT_FALSE(ticket.cancel()) << "once is enough";
  EXPECT_FALSE(ticket.set_priority(LoadPriority::kHigh));
}

TEST_F(LoaderTest, CancelledWhileQueuedEndsAtOnceAndIsNeverRead) {
  options_.threads = 1;
  make_loader();
  files_.shut();
  const LoadTicket first = load(to_new_buffer(file(1000, 1)));
  files_.await_waiting(1);
  const LoadTicket second = load(to_new_buffer(file(1000, 2)));
  const LoadTicket third = load(to_new_buffer(file(1000, 3)));
  EXPECT_TRUE(second.cancel());
  EXPECT_TRUE(second.is_over()) << "nothing of it was under way";
  expect_cancelled(second, LoadState::kQueued);
  files_.open();
  expect_ready(first);
  expect_ready(third);
  for (const std::string& path : files_.reads()) EXPECT_NE(path, "file 2");
}

TEST_F(LoaderTest, CancelledWhileReading) {
  make_loader();
  files_.shut();
  auto target = buffer(3_MiB);
  const LoadTicket ticket = load(to_buffer(FileSource{file(3_MiB, 1)}, target.get()));
  files_.await_waiting(1);
  EXPECT_EQ(ticket.state(), LoadState::kReading);
  EXPECT_TRUE(ticket.cancel());
  EXPECT_FALSE(ticket.is_over()) << "a worker still reads into its staging";
  files_.open();
  expect_cancelled(ticket, LoadState::kReading);
  EXPECT_LE(files_.reads().size(), 2u) << "pieces that were not begun are not read";
  expect_ring_free(*loader_, target.get());
}

TEST_F(LoaderTest, CancelledWhileDecoding) {
  make_loader();
  std::promise<void> decoding;
  std::promise<void> go_on;
  LoadRequest request = to_new_buffer(file(1000, 1));
  request.decode = [&](std::span<const std::byte>) -> Result<DecodedAsset> {
    decoding.set_value();
    go_on.get_future().wait();
    auto memory = std::make_shared<std::vector<std::byte>>(100);
    return DecodedAsset{memory, *memory, {}, {}, 100};
  };
  const LoadTicket ticket = load(std::move(request));
  decoding.get_future().wait();
  EXPECT_EQ(ticket.state(), LoadState::kDecoding);
  EXPECT_TRUE(ticket.cancel());
  EXPECT_FALSE(ticket.is_over());
  go_on.set_value();
  expect_cancelled(ticket, LoadState::kDecoding);
  EXPECT_FALSE(ticket.resource()) << "nothing was made for it";
}

TEST_F(LoaderTest, CancelledAfterStagingAndBeforeTheCopy) {
  options_.threads = 0;
  make_loader();
  auto target = buffer(3_MiB);
  const auto bytes = noise(300'000, 1);
  const LoadTicket ticket = load(to_buffer(MemorySource{bytes}, target.get()));
  ASSERT_EQ(loader_->pump_jobs(1), 1u);
  EXPECT_EQ(ticket.state(), LoadState::kStaging);
  const std::uint64_t before = loader_->statistics().submissions;
  EXPECT_TRUE(ticket.cancel());
  EXPECT_FALSE(ticket.is_over());
  expect_cancelled(ticket, LoadState::kStaging);
  EXPECT_EQ(loader_->statistics().submissions, before) << "the GPU never saw it";
  expect_ring_free(*loader_, target.get());
}

TEST_F(HeldLoaderTest, CancelledInFlightEndsWhenTheGpuIsDoneWithTheDestination) {
  make_loader();
  auto target = held_buffer(3_MiB);
  const auto bytes = noise(300'000, 1);
  const LoadTicket ticket = load(to_buffer(MemorySource{bytes}, target.get()));
  target.reset();  // The loader's reference is the last.
  ASSERT_TRUE(eventually([&] { return ticket.point().has_value(); }));
  EXPECT_EQ(ticket.state(), LoadState::kCopying);
  EXPECT_TRUE(ticket.cancel());
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_FALSE(ticket.is_over()) << "the GPU has not copied yet";
  EXPECT_TRUE(ticket.resource());
  std::thread gpu([&] {
    EXPECT_TRUE(eventually([&] {
      drain();
      return ticket.is_over();
    }));
  });
  expect_cancelled(ticket, LoadState::kCopying);
  gpu.join();
  check::set_pace(held_->d3d(), check::GpuPace::kImmediate);
  target = held_buffer(3_MiB);
  expect_ring_free(*loader_, target.get());
}

TEST_F(LoaderTest, CancellingWhatHasEndedChangesNothing) {
  make_loader();
  const LoadTicket ticket = load(to_new_buffer(file(1000, 1)));
  expect_ready(ticket);
  EXPECT_FALSE(ticket.cancel());
  EXPECT_TRUE(ticket.ready());
  EXPECT_EQ(ticket.state(), LoadState::kReady);
}

TEST_F(LoaderTest, ARegionOfTheWorldIsCancelledOrRaisedInOneCall) {
  options_.threads = 1;
  make_loader();
  files_.shut();
  const LoadTicket first = load(to_new_buffer(file(1000, 1)));
  files_.await_waiting(1);
  std::vector<LoadTicket> north;
  std::vector<LoadTicket> south;
  for (std::uint64_t i = 0; i < 20; ++i) {
    LoadRequest request = to_new_buffer(file(1000, 10 + i), LoadPriority::kBackground);
    request.tag = i % 2 == 0 ? 1 : 2;
    (i % 2 == 0 ? north : south).push_back(load(std::move(request)));
  }
  EXPECT_EQ(loader_->set_priority_of_tag(2, LoadPriority::kHigh), 10u);
  EXPECT_EQ(loader_->cancel_tag(1), 10u);
  EXPECT_EQ(loader_->cancel_tag(1), 0u);
  EXPECT_EQ(loader_->cancel_tag(99), 0u);
  for (const LoadTicket& ticket : north) EXPECT_EQ(ticket.state(), LoadState::kCancelled);
  files_.open();
  for (const LoadTicket& ticket : south) expect_ready(ticket);
  expect_ready(first);
  ASSERT_TRUE(loader_->wait_idle());
  EXPECT_EQ(loader_->statistics().by_priority[1].ready, 10u);
  EXPECT_EQ(loader_->statistics().by_priority[4].cancelled, 10u);
}

TEST_F(LoaderTest, CancelledWhileItWaitsForGpuMemory) {
  std::atomic<int> asked = 0;
  options_.gpu_memory_limit = [&] {
    ++asked;
    return 1_MiB;
  };
  options_.threads = 4;  // Two read the pieces of the first one.
  make_loader();
  files_.shut();
  const LoadTicket first = load(to_new_buffer(file(900'000, 1)));
  files_.await_waiting(1);
  const int before = asked;
  const LoadTicket second = load(to_new_buffer(file(900'000, 2)));
  ASSERT_TRUE(eventually([&] { return asked > before; }));
  // It has been told that there is no room; it begins to wait now.
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_FALSE(second.is_over());
  EXPECT_TRUE(second.cancel());
  expect_cancelled(second, LoadState::kQueued);
  files_.open();
  expect_ready(first);
}

}  // namespace
}  // namespace ferry::test
