#include <atomic>
#include <mutex>
#include <random>
#include <thread>

#include <ferry/schedule/load_trace.hpp>
#include <ferry/schedule/replay.hpp>

#include "held_device.hpp"

namespace ferry::test {
namespace {

TEST_F(LoaderTest, AnImmediateRequestOvertakesABackgroundOneBetweenTwoReads) {
  options_.threads = 1;
  make_loader();
  const std::string slow = file(4_MiB, 1);
  const std::string quick = file(100'000, 2);
  auto target = buffer(4_MiB);
  files_.shut();
  LoadRequest background = to_buffer(FileSource{slow, 0, 4_MiB}, target.get());
  background.priority = LoadPriority::kBackground;
  const LoadTicket first = load(std::move(background));
  files_.await_waiting(1);
  auto other = buffer(100'000);
  LoadRequest immediate = to_buffer(FileSource{quick, 0, 100'000}, other.get());
  immediate.priority = LoadPriority::kImmediate;
  const LoadTicket second = load(std::move(immediate));
  std::this_thread::sleep_for(std::chrono::milliseconds(10));
  files_.open();
  expect_ready(second);
  expect_ready(first);
  const auto reads = files_.reads();
  ASSERT_GE(reads.size(), 9u);
  EXPECT_EQ(reads[0], slow);
  EXPECT_EQ(reads[1], quick);
}

TEST_F(LoaderTest, BackgroundWorkKeepsToTheFramesBytes) {
  make_loader();
  loader_->end_frame(std::chrono::milliseconds(10), std::chrono::milliseconds(0));
  auto target = buffer(2_MiB);
  const auto bytes = noise(2_MiB, 1);
  LoadRequest request = to_buffer(MemorySource{bytes}, target.get());
  request.priority = LoadPriority::kLow;
  const LoadTicket ticket = load(std::move(request));
  ASSERT_TRUE(eventually([&] { return loader_->statistics().stalls_frame > 0; }));
  EXPECT_FALSE(ticket.is_over());
  EXPECT_LE(loader_->statistics().pieces * 64_KiB, 512_KiB);
  for (int frame = 0; frame < 10000 && !ticket.is_over(); ++frame) {
    loader_->end_frame(std::chrono::milliseconds(10), std::chrono::milliseconds(5));
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  expect_ready(ticket);
  EXPECT_TRUE(read_back(target.get(), 0, 2_MiB) == bytes);
}

TEST_F(LoaderTest, AllOfItRunsOnTheApplicationsThreadsAlone) {
  options_.threads = 0;
  std::atomic<int> told = 0;
  options_.on_work = [&] { ++told; };
  make_loader();
  std::vector<LoadTicket> tickets;
  for (std::uint64_t i = 0; i < 30; ++i) {
    LoadRequest request = to_new_buffer(file(100'000, i));
    if (i % 2 == 0) {
      request.decode = [](std::span<const std::byte> in) -> Result<DecodedAsset> {
        auto memory = std::make_shared<std::vector<std::byte>>(in.begin(), in.end());
        return DecodedAsset{memory, *memory, {}, {}, memory->size()};
      };
    }
    tickets.push_back(load(std::move(request)));
  }
  EXPECT_GT(told, 0);
  EXPECT_EQ(tickets[0].state(), LoadState::kQueued) << "nobody else works";
  std::size_t done = 0;
  for (int i = 0; i < 100000 && !tickets[0].is_over(); ++i) done += loader_->pump_jobs(1);
  EXPECT_GT(done, 2u);
  std::vector<std::thread> system;
  for (int t = 0; t < 3; ++t) {
    system.emplace_back([&] {
      for (const LoadTicket& ticket : tickets) {
        while (!ticket.is_over()) {
          if (loader_->pump_jobs(4) == 0) std::this_thread::yield();
        }
      }
    });
  }
  for (std::thread& thread : system) thread.join();
  for (std::uint64_t i = 0; i < 30; ++i) {
    expect_ready(tickets[i]);
    expect_holds(tickets[i], noise(100'000, i));
  }
  expect_ready(load(to_new_buffer("file 3")));  // Waiting works meanwhile.
}

TEST_F(LoaderTest, EveryFileMovesOnWhileOthersAreStillToBegin) {
  options_.threads = 0;
  constexpr int kFiles = 20;
  int decoded = 0;
  int decoded_before_rows = -1;
  int opened = 0;
  int opened_before_decoding = -1;
  options_.open_file = [&, open = files_.opener()](const std::string& path) {
    ++opened;
    return open(path);
  };
  make_loader();
  std::vector<LoadTicket> tickets;
  for (std::uint64_t i = 0; i < kFiles; ++i) {
    LoadRequest request;
    request.source = FileSource{file(100, i)};
    request.destination = NewTexture{rgba8(4, 4, 1, 1)};
    request.decode = [&](std::span<const std::byte>) -> Result<DecodedAsset> {
      if (decoded++ == 0) opened_before_decoding = opened;
      DecodedAsset asset;
      asset.write_rows = [&](std::uint32_t, const RowBand&) -> Result<void> {
        if (decoded_before_rows < 0) decoded_before_rows = decoded;
        return {};
      };
      return asset;
    };
    tickets.push_back(load(std::move(request)));
  }
  for (const LoadTicket& ticket : tickets) {
    for (int i = 0; i < 100000 && !ticket.is_over(); ++i) loader_->pump_jobs(1);
    expect_ready(ticket);
  }
  EXPECT_EQ(decoded, kFiles);
  EXPECT_EQ(opened, kFiles);
  EXPECT_LT(opened_before_decoding, kFiles / 2);
  EXPECT_LT(decoded_before_rows, kFiles / 2);
}

TEST_F(LoaderTest, FilesAreReadToWholeCacheLines) {
  struct Reader final : FileReader {
    std::uint64_t bytes = 0;
    std::atomic<int>* crooked = nullptr;
    Result<std::uint64_t> size() override { return bytes; }
    Result<void> read(std::uint64_t, std::span<std::byte> out) override {
      if (reinterpret_cast<std::uintptr_t>(out.data()) % 64 != 0) ++*crooked;
      return {};
    }
  };
  std::atomic<int> crooked = 0;
  const TextureDesc desc = rgba8(100, 50, 3, 2);  // rows that need padding
  const std::uint64_t texels = *tight_bytes(desc, 0, 6);
  options_.open_file = [&](const std::string& path) -> Result<std::shared_ptr<FileReader>> {
    auto reader = std::make_shared<Reader>();
    reader->bytes = path == "rows" ? texels : path == "small" ? 1000 : 2'000'001;
    reader->crooked = &crooked;
    return std::shared_ptr<FileReader>(std::move(reader));
  };
  make_loader();
  LoadRequest rows;
  rows.source = FileSource{"rows"};
  rows.destination = NewTexture{desc};
  expect_ready(load(std::move(rows)));
  for (const char* path : {"big", "small"}) {
    LoadRequest decoded = to_new_buffer(path);
    decoded.decode = [](std::span<const std::byte> in) -> Result<DecodedAsset> {
      DecodedAsset asset;
      asset.buffer = in;
      asset.uses_file = true;
      return asset;
    };
    expect_ready(load(std::move(decoded)));
  }
  EXPECT_EQ(crooked, 0);
}

TEST_F(LoaderTest, TenThousandTicketsEndOnceEach) {
  make_loader();
  std::mt19937_64 random(7);
  for (std::uint64_t i = 0; i < 50; ++i) file(100 + i * 30, i);
  auto target = buffer(64_KiB);
  std::vector<std::atomic<int>> ends(10000);
  std::vector<LoadRequest> requests;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const std::uint64_t which = random() % 52;
    LoadRequest request = to_buffer(FileSource{text("file ", which)}, target.get());
    request.priority = static_cast<LoadPriority>(random() % 5);
    request.tag = random() % 50;
    request.callbacks = random() % 2 == 0 ? CallbackThread::kPump : CallbackThread::kWorker;
    request.on_end = [&ends, i](const LoadTicket&) { ++ends[i]; };
    requests.push_back(std::move(request));
  }
  auto tickets = loader_->load(std::move(requests));
  ASSERT_TRUE(tickets);
  for (int i = 0; i < 2000; ++i) (*tickets)[random() % ends.size()].cancel();
  loader_->cancel_tag(7);
  loader_->set_priority_of_tag(8, LoadPriority::kImmediate);
  ASSERT_TRUE(loader_->wait_idle(std::chrono::seconds(60)));
  while (loader_->pump() > 0) {
  }
  std::uint64_t finals[3] = {};
  for (std::size_t i = 0; i < ends.size(); ++i) {
    ASSERT_EQ(ends[i], 1) << i;
    ++finals[static_cast<std::size_t>((*tickets)[i].state()) - static_cast<std::size_t>(LoadState::kReady)];
  }
  const LoadStatistics statistics = loader_->statistics();
  std::uint64_t sums[3] = {};
  for (const PriorityStatistics& of : statistics.by_priority) {
    sums[0] += of.ready;
    sums[1] += of.failed;
    sums[2] += of.cancelled;
    EXPECT_EQ(of.requests, of.ready + of.failed + of.cancelled);
    EXPECT_EQ(of.latency.count, of.ready);
  }
  for (int i = 0; i < 3; ++i) EXPECT_EQ(sums[i], finals[i]);
  EXPECT_GT(finals[1], 100u) << "two of 52 files are not there";
  EXPECT_EQ(statistics.pending, 0u);
}

TEST_F(HeldLoaderTest, AConsumersQueueWaitsForTheCopyAndTheCpuDoesNot) {
  make_loader();
  auto direct = manager_->queue(QueueKind::kDirect);
  ASSERT_TRUE(direct);
  files_.shut();
  const LoadTicket ticket = load(to_new_buffer(file(200'000, 1)));
  files_.await_waiting(1);
  expect_error(loader_->wait_on((*direct)->d3d(), ticket), ErrorCode::kNotReady, {"not all submitted"});
  expect_error(loader_->wait_on(nullptr, ticket), ErrorCode::kInvalidArgument);
  expect_error(loader_->wait_on((*direct)->d3d(), LoadTicket()), ErrorCode::kInvalidArgument);
  files_.open();
  ASSERT_TRUE(eventually([&] { return ticket.point().has_value(); }));
  ASSERT_TRUE(loader_->wait_on((*direct)->d3d(), ticket));
  EXPECT_FALSE(ticket.is_over());
  auto result = manager_->read_buffer({ticket.resource().get(), 0, 200'000});
  ASSERT_TRUE(result);
  EXPECT_FALSE(result->ready());
  ASSERT_TRUE(eventually([&] {
    drain();
    return ticket.is_over() && result->ready();
  }));
  EXPECT_EQ(bytes_of(result), noise(200'000, 1));
  ASSERT_TRUE(loader_->wait_on((*direct)->d3d(), ticket)) << "nothing to wait for";
}

TEST_F(LoaderTest, EveryByteThatWasCopiedIsToldOnceWithItsTimes) {
  std::mutex mutex;
  std::vector<CopiedBatch> batches;
  options_.on_copied = [&](const CopiedBatch& batch) {
    const std::lock_guard lock(mutex);
    batches.push_back(batch);
  };
  const auto begin = std::chrono::steady_clock::now();
  make_loader();
  std::vector<LoadTicket> tickets;
  for (std::uint64_t i = 0; i < 20; ++i) tickets.push_back(load(to_new_buffer(file(500'000 + i, i))));
  for (const LoadTicket& ticket : tickets) expect_ready(ticket);
  ASSERT_TRUE(loader_->wait_idle());
  const auto end = std::chrono::steady_clock::now();
  const std::lock_guard lock(mutex);
  std::uint64_t bytes = 0;
  auto seen_before = begin;
  for (const CopiedBatch& batch : batches) {
    bytes += batch.bytes;
    EXPECT_LE(begin, batch.submitted);
    EXPECT_LE(batch.submitted, batch.seen);
    EXPECT_LE(seen_before, batch.seen) << "in the order in which they are done";
    seen_before = batch.seen;
  }
  EXPECT_LE(seen_before, end);
  EXPECT_EQ(bytes, 20u * 500'000u + 190u);
  EXPECT_EQ(batches.size(), loader_->statistics().submissions);
}

TEST_F(LoaderTest, TheTimelineAndTheRecordingTellWhatHappened) {
  options_.trace_events = 1000;
  options_.record = true;
  make_loader();
  std::vector<LoadTicket> tickets;
  for (std::uint64_t i = 0; i < 10; ++i) {
    tickets.push_back(load(to_new_buffer(file(300'000, i), static_cast<LoadPriority>(i % 5))));
  }
  for (const LoadTicket& ticket : tickets) expect_ready(ticket);
  ASSERT_TRUE(loader_->wait_idle());
  const std::string trace = loader_->chrome_trace();
  for (const char* lane : {"\"queue\"", "\"read\"", "\"copy engine\"", "\"load 10\""}) {
    EXPECT_NE(trace.find(lane), std::string::npos) << lane;
  }
  auto recorded = load_trace_from(loader_->recording());
  ASSERT_TRUE(recorded) << to_string(recorded.error());
  EXPECT_EQ(recorded->events.size(), 20u);
  auto replayed = replay(*recorded);
  ASSERT_TRUE(replayed) << to_string(replayed.error());
  EXPECT_EQ(replayed->finished, 10u);
  EXPECT_EQ(replayed->bytes, 3'000'000u);
}

}  // namespace
}  // namespace ferry::test
