// Transfers on a GPU that does nothing until it is told to, or until somebody waits: no clock decides what
// these tests see.
#include <algorithm>
#include <chrono>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include <ferry/transfer/frame_capture.hpp>

#include "transfer_fixture.hpp"

namespace ferry::test {
namespace {

using namespace std::chrono_literals;

class SlowTransferTest : public testing::Test {
 protected:
  void SetUp() override {
    if (unchecked()) GTEST_SKIP() << "the slow GPU is played by the rule-checking layer";
  }
  void TearDown() override {
    if (!device_) return;
    if (manager_) {
      check::gpu_drain(device_->d3d());
      manager_->poll();
    }
    manager_.reset();
    end_watched_device(device_);
  }

  /// `looks`: how many looks at fences bring a GPU that runs when asked on by a piece.
  void make(check::GpuPace pace, std::uint64_t ring_bytes = 1_MiB, std::uint64_t looks = 1) {
    check::WrapOptions options;
    options.pace = pace;
    options.looks_per_piece = looks;
    options.shadow_upload_memory = true;
    device_ = make_watched_device(options);
    ASSERT_TRUE(device_);
    TransferOptions transfer;
    transfer.ring_bytes = ring_bytes;
    auto manager = TransferManager::create(device_, transfer);
    ASSERT_TRUE(manager) << to_string(manager.error());
    manager_ = *std::move(manager);
  }
  ComPtr<ID3D12Resource> buffer(std::uint64_t bytes) {
    auto made = device_->create_buffer(HeapKind::kDefault, bytes, "slow test buffer");
    EXPECT_TRUE(made) << to_string(made.error());
    return *made;
  }
  UploadBatch begin(QueueKind kind = QueueKind::kCopy) { return *manager_->begin_upload(kind); }
  static FencePoint submit(UploadBatch& batch) {
    auto point = batch.submit();
    EXPECT_TRUE(point) << to_string(point.error());
    return point ? *point : FencePoint{};
  }
  ReadbackTicket ask(ID3D12Resource* source, std::uint64_t bytes, FencePoint after,
                     QueueKind kind = QueueKind::kDirect) {
    auto ticket = manager_->read_buffer({source, 0, bytes}, {.queue = kind, .after = after});
    EXPECT_TRUE(ticket) << to_string(ticket.error());
    return ticket ? *ticket : ReadbackTicket();
  }
  static std::vector<std::byte> bytes_of(const ReadbackTicket& ticket, std::chrono::nanoseconds timeout) {
    std::vector<std::byte> out(static_cast<std::size_t>(ticket.size()));
    const auto copied = ticket.copy_to(out, timeout);
    EXPECT_TRUE(copied) << to_string(copied.error());
    return out;
  }
  std::uint64_t step(std::uint64_t pieces) { return check::gpu_step(device_->d3d(), pieces); }
  std::uint64_t step(QueueKind kind, std::uint64_t pieces) {
    return check::gpu_step((*manager_->queue(kind))->d3d(), pieces);
  }

  std::shared_ptr<Device> device_;
  std::unique_ptr<TransferManager> manager_;
};

TEST_F(SlowTransferTest, NothingArrivesWhileNothingRunsAndAllOfItThen) {
  make(check::GpuPace::kHeld);
  auto target = buffer(100000);
  const auto bytes = noise(100000, 1);
  auto batch = begin();
  ASSERT_TRUE(batch.upload_buffer(target.get(), 0, bytes));
  const FencePoint point = submit(batch);
  const ReadbackTicket ticket = ask(target.get(), bytes.size(), point);
  int calls = 0;
  ticket.then([&](const ReadbackTicket& done) {
    ++calls;
    EXPECT_TRUE(done.ready());
  });
  for (int frame = 0; frame < 100; ++frame) {
    manager_->poll();
    manager_->end_frame();
    EXPECT_FALSE(ticket.ready());
    EXPECT_FALSE(manager_->is_complete(point));
  }
  EXPECT_EQ(calls, 0);
  expect_error(ticket.wait(0ns), ErrorCode::kTimeout);
  expect_error(ticket.view(), ErrorCode::kNotReady);
  expect_error(ticket.take(0ns), ErrorCode::kTimeout);
  expect_error(manager_->wait_idle(0ns), ErrorCode::kTimeout);
  EXPECT_GT(manager_->statistics().ring.ring.used, 0u);
  // The readback's queue waits for the upload's, on the GPU.
  EXPECT_EQ(step(QueueKind::kDirect, 10), 0u);
  EXPECT_GT(step(QueueKind::kCopy, 10), 0u);
  EXPECT_TRUE(manager_->is_complete(point));
  EXPECT_FALSE(ticket.ready());
  EXPECT_EQ(step(QueueKind::kDirect, 1), 1u);
  EXPECT_FALSE(ticket.ready()) << "copied, and not yet signalled";
  EXPECT_EQ(step(QueueKind::kDirect, 1), 1u);
  EXPECT_TRUE(ticket.ready());
  EXPECT_EQ(calls, 0);
  manager_->poll();
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(manager_->statistics().ring.ring.used, 0u);
  EXPECT_EQ(bytes_of(ticket, 0ns), bytes);
}

TEST_F(SlowTransferTest, ACaptureNeverWaitsForAGpuThatDoesNothing) {
  make(check::GpuPace::kHeld);
  auto target = device_->create_texture({.width = 100, .height = 50}, "back buffer");
  ASSERT_TRUE(target) << to_string(target.error());
  FrameCapture capture(*manager_, {.max_in_flight = 3});
  for (std::uint64_t frame = 0; frame < 5; ++frame) {
    const auto outcome = capture.frame({.source = target->get()});
    ASSERT_TRUE(outcome) << to_string(outcome.error());
    EXPECT_EQ(*outcome, frame < 3 ? FrameCapture::Outcome::kAsked : FrameCapture::Outcome::kSkippedFull);
    EXPECT_FALSE(capture.next().has_value());
    manager_->end_frame();
  }
  EXPECT_EQ(capture.skipped(), 2u);
  EXPECT_EQ(step(QueueKind::kDirect, 100), 6u) << "a copy and a Signal for each of three";
  for (std::uint64_t frame = 0; frame < 3; ++frame) {
    const auto captured = capture.next();
    ASSERT_TRUE(captured.has_value());
    EXPECT_EQ(captured->frame, frame);
    EXPECT_TRUE(captured->ticket.ready());
  }
}

TEST_F(SlowTransferTest, TicketsComeInTheOrderOfTheirStepsAndInBursts) {
  make(check::GpuPace::kHeld);
  auto source = buffer(5000);
  const auto bytes = noise(5000, 1);
  auto batch = begin();
  ASSERT_TRUE(batch.upload_buffer(source.get(), 0, bytes));
  const FencePoint point = submit(batch);
  std::vector<ReadbackTicket> tickets;
  std::string order;
  for (char name = 'a'; name < 'k'; ++name) {
    tickets.push_back(ask(source.get(), 5000, point));
    tickets.back().then([&order, name](const ReadbackTicket&) { order += name; });
  }
  EXPECT_EQ(manager_->statistics().readback_pool.made, 10u);
  step(QueueKind::kCopy, 100);
  for (const std::string so_far : {"", "a", "abcd", "abcde", "abcdefghij"}) {
    // Until the last of them has come, and no further.
    while (!so_far.empty() && !tickets[so_far.size() - 1].ready()) ASSERT_EQ(step(QueueKind::kDirect, 1), 1u);
    manager_->poll();
    EXPECT_EQ(order, so_far);
    for (std::size_t i = 0; i < tickets.size(); ++i) EXPECT_EQ(tickets[i].ready(), i < so_far.size()) << i;
  }
  for (const ReadbackTicket& ticket : tickets) EXPECT_EQ(bytes_of(ticket, 0ns), bytes);
}

TEST_F(SlowTransferTest, TwoQueuesAndAReadbackAreHeldByOneCopyUntilItRuns) {
  make(check::GpuPace::kHeld);
  const auto bytes = noise(30000, 4);
  auto source = buffer(bytes.size());
  auto batch = begin();
  ASSERT_TRUE(batch.upload_buffer(source.get(), 0, bytes));
  const FencePoint point = submit(batch);
  struct Consumer {
    QueueKind kind;
    ComPtr<ID3D12Resource> target;
    std::shared_ptr<Queue> queue;
    std::unique_ptr<CommandRecycler> lists;
    FencePoint done;
  };
  std::vector<Consumer> consumers;
  for (const QueueKind kind : {QueueKind::kDirect, QueueKind::kCompute}) {
    Consumer who{kind,
                 buffer(bytes.size()),
                 *manager_->queue(kind),
                 std::make_unique<CommandRecycler>(device_, kind, "consumer"),
                 {}};
    ASSERT_TRUE(manager_->wait_on(who.queue->d3d(), point));
    auto context = who.lists->acquire();
    ASSERT_TRUE(context);
    context->list->CopyBufferRegion(who.target.get(), 0, source.get(), 0, bytes.size());
    ASSERT_EQ(context->list->Close(), S_OK);
    ID3D12CommandList* lists[] = {context->list.get()};
    auto executed = who.queue->execute(lists, "consume");
    ASSERT_TRUE(executed);
    who.done = *executed;
    who.lists->give_back(*std::move(context), *executed);
    consumers.push_back(std::move(who));
  }
  std::vector<ReadbackTicket> tickets;
  for (const Consumer& who : consumers) {
    // On yet another queue than the one that made it.
    tickets.push_back(ask(who.target.get(), bytes.size(), who.done,
                          who.kind == QueueKind::kDirect ? QueueKind::kCompute : QueueKind::kDirect));
  }
  EXPECT_EQ(step(QueueKind::kDirect, 100), 0u);
  EXPECT_EQ(step(QueueKind::kCompute, 100), 0u);
  EXPECT_GT(step(QueueKind::kCopy, 1), 0u);
  EXPECT_EQ(step(QueueKind::kDirect, 100), 0u) << "the copy has run, and its Signal has not";
  check::gpu_drain(device_->d3d());
  for (const ReadbackTicket& ticket : tickets) EXPECT_EQ(bytes_of(ticket, 0ns), bytes);
  ASSERT_TRUE(manager_->wait_idle(0ns));
}

TEST_F(SlowTransferTest, WhatTheCallerReleasesLivesUntilItsCopyHasRun) {
  make(check::GpuPace::kHeld);
  const auto alive = [&] {
    const auto all = check::live_objects(device_->d3d());
    return std::count_if(all.begin(), all.end(), [](const check::LiveWrapper& object) {
      return object.description.find("slow test buffer") != std::string::npos;
    });
  };
  auto batch = begin();
  FencePoint last;
  for (std::uint64_t i = 0; i < 8; ++i) {
    auto target = buffer(1000);
    ASSERT_TRUE(batch.upload_buffer(target.get(), 0, noise(1000, i)));
    last = submit(batch);
    if (i % 2 == 0) ask(target.get(), 1000, last);  // The ticket is dropped at once.
  }
  manager_->poll();
  EXPECT_EQ(alive(), 8);
  EXPECT_EQ(manager_->statistics().readback_pool.buffers, 4u);
  EXPECT_EQ(manager_->statistics().readback_pool.reused, 0u);
  check::gpu_drain(device_->d3d());
  EXPECT_EQ(alive(), 8);
  manager_->poll();
  EXPECT_EQ(alive(), 0);
}

/// Once with completions as soon as somebody looks, once with none before somebody has long waited.
class SlowRingTest : public SlowTransferTest, public testing::WithParamInterface<std::uint64_t> {};

TEST_P(SlowRingTest, ABatchOfTenTimesTheRingArrives) {
  make(check::GpuPace::kWhenAsked, 256_KiB, GetParam());
  const TextureDesc desc = {.width = 200, .height = 100, .mip_levels = 3};
  const auto bytes = noise(2_MiB + 12345, 2);
  auto target = buffer(bytes.size());
  auto picture = device_->create_texture(desc, "slow test texture");
  ASSERT_TRUE(picture);
  auto batch = begin();
  ASSERT_TRUE(batch.upload_buffer(target.get(), 0, bytes));
  std::vector<std::byte> texels;
  for (std::uint32_t mip = 0; mip < 3; ++mip) {
    const auto one = noise(static_cast<std::size_t>(*tight_bytes(desc, mip, 1)), mip);
    ASSERT_TRUE(batch.upload_texture(picture->get(), mip, TextureData{one.data()}));
    texels.insert(texels.end(), one.begin(), one.end());
  }
  ASSERT_TRUE(batch.upload_buffer(target.get(), 1000, std::span(bytes).subspan(1000, 500_KiB)));
  const FencePoint point = submit(batch);
  EXPECT_EQ(manager_->statistics().ring.dedicated, 0u);
  if (GetParam() > 1) {
    EXPECT_GT(manager_->statistics().ring.waits, 0u);
  }
  EXPECT_EQ(bytes_of(ask(target.get(), bytes.size(), point), kDefaultTimeout), bytes);
  TextureReadback request;
  request.source = picture->get();
  request.subresource_count = 3;
  auto ticket = manager_->read_texture(request, {.after = point});
  ASSERT_TRUE(ticket);
  EXPECT_EQ(bytes_of(*ticket, kDefaultTimeout), texels);
}

TEST_P(SlowRingTest, SeveralBatchesShareARingThatIsTooSmallForThem) {
  make(check::GpuPace::kWhenAsked, 256_KiB, GetParam());
  constexpr std::size_t kBatches = 4;
  constexpr std::size_t kBytes = 600000;
  std::vector<UploadBatch> batches;
  std::vector<ComPtr<ID3D12Resource>> targets;
  std::vector<std::vector<std::byte>> data;
  for (std::size_t i = 0; i < kBatches; ++i) {
    batches.push_back(begin(i % 2 == 0 ? QueueKind::kCopy : QueueKind::kDirect));
    targets.push_back(buffer(kBytes));
    data.push_back(noise(kBytes, i));
  }
  for (std::size_t at = 0; at < kBytes; at += 20000) {
    for (std::size_t i = 0; i < kBatches; ++i) {
      ASSERT_TRUE(batches[i].upload_buffer(targets[i].get(), at, std::span(data[i]).subspan(at, 20000)));
    }
  }
  std::vector<ReadbackTicket> tickets;
  for (std::size_t i = 0; i < kBatches; ++i)
    tickets.push_back(ask(targets[i].get(), kBytes, submit(batches[i])));
  for (std::size_t i = 0; i < kBatches; ++i) EXPECT_EQ(bytes_of(tickets[i], kDefaultTimeout), data[i]) << i;
  ASSERT_TRUE(manager_->wait_idle());
  manager_->poll();
  EXPECT_EQ(manager_->statistics().ring.ring.used, 0u);
  EXPECT_EQ(manager_->statistics().ring.ring.open_segments, 0u);
}

TEST_P(SlowRingTest, FramesWithOneUploadAndOneReadbackEachStayInOrder) {
  make(check::GpuPace::kWhenAsked, 256_KiB, GetParam());
  constexpr std::size_t kFrames = 30;
  auto target = buffer(40000);
  std::vector<ReadbackTicket> tickets;
  std::size_t next = 0;
  for (std::size_t frame = 0; frame < kFrames; ++frame) {
    // This frame's upload must not overtake the readback of the frame before.
    if (frame > 0) {
      ASSERT_TRUE(manager_->wait_on((*manager_->queue(QueueKind::kCopy))->d3d(), tickets.back().point()));
    }
    auto batch = begin();
    ASSERT_TRUE(batch.upload_buffer(target.get(), 0, noise(40000, frame)));
    tickets.push_back(ask(target.get(), 40000, submit(batch)));
    manager_->end_frame();
    if (frame % 7 == 6) {
      ASSERT_TRUE(tickets[frame - 3].wait());
    }
    for (; next < tickets.size() && tickets[next].ready(); ++next) {
      EXPECT_EQ(bytes_of(tickets[next], 0ns), noise(40000, next)) << next;
    }
  }
  for (; next < kFrames; ++next)
    EXPECT_EQ(bytes_of(tickets[next], kDefaultTimeout), noise(40000, next)) << next;
}

/// Anything in any order, with the GPU run on by hand in bursts and, where a call waits, by that.
TEST_P(SlowRingTest, EveryByteIsRightWhateverIsAskedAndWhenItCompletes) {
  make(check::GpuPace::kWhenAsked, 128_KiB, GetParam());
  constexpr std::size_t kBytes = 100000;
  struct Target {
    ComPtr<ID3D12Resource> buffer;
    std::vector<std::byte> model = std::vector<std::byte>(kBytes);
    QueueKind queue;
  };
  struct Asked {
    ReadbackTicket ticket;
    std::vector<std::byte> expected;
  };
  std::mt19937 random(static_cast<unsigned>(11 + GetParam()));
  std::vector<Target> targets;
  for (int i = 0; i < 3; ++i) {
    Target target;
    target.buffer = buffer(kBytes);
    target.queue = std::vector{QueueKind::kCopy, QueueKind::kDirect, QueueKind::kCompute}[i];
    auto batch = begin(target.queue);
    ASSERT_TRUE(batch.upload_buffer(target.buffer.get(), 0, target.model));
    submit(batch);
    targets.push_back(std::move(target));
  }
  std::vector<Asked> asked;
  for (int round = 0; round < 250; ++round) {
    Target& target = targets[random() % targets.size()];
    switch (random() % 6) {
      case 0:
      case 1: {
        auto batch = begin(target.queue);
        for (int i = 0; i < 3; ++i) {
          const std::size_t size = 1 + random() % 30000;
          const std::size_t offset = random() % (kBytes - size);
          const auto bytes = noise(size, random());
          ASSERT_TRUE(batch.upload_buffer(target.buffer.get(), offset, bytes));
          std::copy(bytes.begin(), bytes.end(), target.model.begin() + static_cast<std::ptrdiff_t>(offset));
        }
        submit(batch);
        break;
      }
      case 2:
        asked.push_back({ask(target.buffer.get(), kBytes, {}, target.queue), target.model});
        break;
      case 3:
        step(random() % 20);
        break;
      case 4:
        manager_->end_frame();
        break;
      default:
        if (asked.empty()) break;
        const std::size_t i = random() % asked.size();
        if (asked[i].ticket.ready()) {
          ASSERT_EQ(bytes_of(asked[i].ticket, 0ns), asked[i].expected) << "round " << round;
          asked.erase(asked.begin() + static_cast<std::ptrdiff_t>(i));
        }
    }
  }
  for (const Asked& one : asked) EXPECT_EQ(bytes_of(one.ticket, kDefaultTimeout), one.expected);
}

TEST_P(SlowRingTest, AManagerThatEndsWaitsForWhatItSubmitted) {
  make(check::GpuPace::kWhenAsked, 256_KiB, GetParam());
  auto target = buffer(100000);
  auto batch = begin();
  ASSERT_TRUE(batch.upload_buffer(target.get(), 0, noise(100000, 1)));
  const ReadbackTicket ticket = ask(target.get(), 100000, submit(batch));
  target.reset();
  manager_.reset();
  EXPECT_EQ(bytes_of(ticket, 0ns), noise(100000, 1));
}

INSTANTIATE_TEST_SUITE_P(LooksPerPiece, SlowRingTest, testing::Values(1u, 3u, 12u));

}  // namespace
}  // namespace ferry::test
