#include <atomic>
#include <random>
#include <thread>

#include "loader_fixture.hpp"

namespace ferry::test {
namespace {

/// Eight threads do everything that can be done to a loader, at once.
TEST_F(LoaderTest, EightThreadsRequestCancelAndWaitAtOnce) {
  options_.trace_events = 5000;
  options_.record = true;
  options_.gpu_memory_bytes = 3_MiB;
  options_.evict = [](const EvictCandidate&) { return true; };
  make_loader();
  for (std::uint64_t i = 0; i < 20; ++i) file(1000 + i * 5000, i);
  const auto memory = noise(50'000, 99);
  std::vector<ComPtr<ID3D12Resource>> targets;
  for (int t = 0; t < 8; ++t) targets.push_back(buffer(200'000));
  std::atomic<int> started = 0;
  std::atomic<int> ended = 0;
  std::atomic<int> ready = 0;
  const auto work = [&](std::size_t t) {
    std::mt19937_64 random(t);
    std::vector<LoadTicket> mine;
    for (int i = 0; i < 120; ++i) {
      LoadRequest request;
      const std::string path = text("file ", random() % 21);
      switch (random() % 3) {
        case 0:
          request = to_new_buffer(path);
          break;
        case 1:
          request = to_buffer(MemorySource{memory}, targets[t].get(), random() % 1000);
          break;
        default:
          request = to_new_buffer(path);
          request.decode = [](std::span<const std::byte> in) -> Result<DecodedAsset> {
            auto copy = std::make_shared<std::vector<std::byte>>(in.begin(), in.end());
            return DecodedAsset{copy, *copy, {}, {}, copy->size()};
          };
          break;
      }
      request.priority = static_cast<LoadPriority>(random() % 5);
      request.tag = 1 + random() % 10;
      request.callbacks = random() % 2 == 0 ? CallbackThread::kPump : CallbackThread::kWorker;
      request.on_end = [&](const LoadTicket& ticket) {
        ++ended;
        ready += ticket.ready() ? 1 : 0;
        if (ticket.number() % 50 == 0) ticket.set_priority(LoadPriority::kHigh);
      };
      ++started;
      mine.push_back(load(std::move(request)));
      switch (random() % 12) {
        case 0:
          mine[random() % mine.size()].cancel();
          break;
        case 1:
          mine[random() % mine.size()].set_priority(static_cast<LoadPriority>(random() % 5));
          break;
        case 2:
          loader_->cancel_tag(1 + random() % 10);
          break;
        case 3:
          loader_->set_priority_of_tag(1 + random() % 10, LoadPriority::kImmediate);
          break;
        case 4:
          (void)mine.back().wait(std::chrono::milliseconds(20));
          break;
        case 5:
          loader_->pump();
          break;
        case 6:
          loader_->pump_jobs(2);
          break;
        case 7:
          (void)loader_->statistics();
          break;
        case 8:
          loader_->end_frame(std::chrono::milliseconds(16), std::chrono::milliseconds(8));
          break;
        case 9:
          loader_->touch(mine[random() % mine.size()]);
          loader_->forget(mine[random() % mine.size()]);
          break;
        case 10:
          (void)loader_->wait_on((*manager_->queue(QueueKind::kDirect))->d3d(), mine.back());
          break;
        default:
          break;
      }
    }
  };
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < 8; ++t) threads.emplace_back(work, t);
  for (std::thread& thread : threads) thread.join();
  // Frames go on, so that background requests do.
  ASSERT_TRUE(eventually([&] {
    loader_->end_frame(std::chrono::milliseconds(16), std::chrono::milliseconds(8));
    loader_->pump();
    return ended == started;
  }));
  EXPECT_EQ(ended, 960);
  EXPECT_GT(ready, 100);
  (void)loader_->chrome_trace();
  (void)loader_->recording();
}

}  // namespace
}  // namespace ferry::test
