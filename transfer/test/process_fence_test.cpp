// A batch that goes from thread to thread while its stores are not fenced yet.
#include <atomic>
#include <thread>

#include "../src/process_fence.hpp"
#include "transfer_fixture.hpp"

namespace ferry::test {
namespace {

TEST(ProcessFence, WorksOnThisSystem) {
  EXPECT_TRUE(has_process_fence());
  EXPECT_TRUE(process_fence());
}

class HandedOnBatchTest : public TransferTest {};

TEST_F(HandedOnBatchTest, EachThreadsBytesArriveWhoeverSubmits) {
  constexpr std::size_t kTurns = 64;
  constexpr std::size_t kPiece =
      4096 + 16;  // the last line of each is half of one thread and half of the next
  const auto bytes = noise(kTurns * kPiece, 5);
  auto target = buffer(bytes.size());
  auto batch = begin();
  // Handed on by a bare flag, which orders ordinary stores and no others.
  std::atomic<std::size_t> turn = 0;
  const auto upload = [&](std::size_t parity) {
    for (std::size_t mine = parity; mine < kTurns; mine += 2) {
      while (turn.load(std::memory_order_acquire) != mine) std::this_thread::yield();
      EXPECT_TRUE(
          batch.upload_buffer(target.get(), mine * kPiece, std::span(bytes).subspan(mine * kPiece, kPiece)));
      turn.store(mine + 1, std::memory_order_release);
    }
  };
  std::thread even(upload, 0);
  std::thread odd(upload, 1);
  even.join();
  odd.join();
  EXPECT_EQ(read_back(target.get(), bytes.size(), submit(batch)), bytes);
}

}  // namespace
}  // namespace ferry::test
