#include <chrono>
#include <optional>
#include <thread>

#include "../../gpu/test/gated_queue.hpp"
#include "transfer_fixture.hpp"

namespace ferry::test {
namespace {

using namespace std::chrono_literals;

/// Readbacks on a queue that the test can hold back.
class ReadbackTicketTest : public TransferTest {
 protected:
  void SetUp() override {
    gate_ = std::make_unique<GatedQueue>(device_->d3d(), D3D12_COMMAND_LIST_TYPE_DIRECT);
    TransferOptions options;
    options.direct_queue = gate_.get();
    make_manager(options);
    source_ = buffer(bytes_.size());
    auto batch = begin();
    ASSERT_TRUE(batch.upload_buffer(source_.get(), 0, bytes_));
    ASSERT_TRUE(manager_->wait(submit(batch)));
  }
  void TearDown() override {
    gate_->open();
    TransferTest::TearDown();
  }
  ReadbackTicket ask() {
    auto ticket = manager_->read_buffer({source_.get(), 0, bytes_.size()});
    EXPECT_TRUE(ticket) << to_string(ticket.error());
    return ticket ? *ticket : ReadbackTicket();
  }

  const std::vector<std::byte> bytes_ = noise(5000, 1);
  std::unique_ptr<GatedQueue> gate_;
  ComPtr<ID3D12Resource> source_;
};

TEST_F(ReadbackTicketTest, IsNotReadyUntilTheGpuIsDone) {
  gate_->shut();
  ReadbackTicket ticket = ask();
  EXPECT_TRUE(ticket);
  EXPECT_FALSE(ticket.ready());
  expect_error(ticket.wait(0ns), ErrorCode::kTimeout);
  expect_error(ticket.wait(2ms), ErrorCode::kTimeout);
  expect_error(ticket.view(), ErrorCode::kNotReady, {"ready()"});
  std::vector<std::byte> out(5000);
  expect_error(ticket.copy_to(out, 1ms), ErrorCode::kTimeout);
  expect_error(ticket.take(1ms), ErrorCode::kTimeout);
  gate_->open();
  ASSERT_TRUE(ticket.wait());
  EXPECT_TRUE(ticket.ready());
  EXPECT_TRUE(ticket.copy_to(out, 0ns));
  EXPECT_EQ(out, bytes_);
}

TEST_F(ReadbackTicketTest, CanBeWaitedForWithoutAnEnd) {
  ReadbackTicket ticket = ask();
  std::vector<std::byte> out(5000);
  EXPECT_TRUE(ticket.copy_to(out, std::chrono::nanoseconds::max()));
  EXPECT_TRUE(ticket.wait(std::chrono::nanoseconds::max()));
  EXPECT_EQ(out, bytes_);
}

TEST_F(ReadbackTicketTest, RefusesTooLittleMemory) {
  ReadbackTicket ticket = ask();
  std::vector<std::byte> too_short(4999);
  expect_error(ticket.copy_to(too_short), ErrorCode::kInvalidArgument, {"5000", "4999", "size()"});
  std::vector<std::byte> big(5010, std::byte{7});
  ASSERT_TRUE(ticket.copy_to(big));
  EXPECT_TRUE(std::equal(bytes_.begin(), bytes_.end(), big.begin()));
  for (std::size_t i = 5000; i < 5010; ++i) EXPECT_EQ(big[i], std::byte{7});
}

TEST_F(ReadbackTicketTest, ThatIsEmptyRefusesEverything) {
  const ReadbackTicket empty;
  EXPECT_FALSE(empty);
  EXPECT_FALSE(empty.ready());
  expect_error(empty.wait(), ErrorCode::kInvalidArgument, {"empty"});
  expect_error(empty.copy_to({}), ErrorCode::kInvalidArgument);
  expect_error(empty.take(), ErrorCode::kInvalidArgument);
  expect_error(empty.view(), ErrorCode::kInvalidArgument);
  EXPECT_EQ(empty.size(), 0u);
  EXPECT_TRUE(empty.footprints().empty());
  EXPECT_EQ(empty.point(), FencePoint{});
  empty.then([](const ReadbackTicket&) { ADD_FAILURE(); });
  manager_->poll();
}

TEST_F(ReadbackTicketTest, GivesTheResultInPlaceForAsLongAsTheViewLives) {
  std::optional<ReadbackView> view;
  {
    ReadbackTicket ticket = ask();
    ASSERT_TRUE(ticket.wait());
    auto made = ticket.view();
    ASSERT_TRUE(made) << to_string(made.error());
    view = *std::move(made);
  }
  EXPECT_EQ(manager_->statistics().readback_pool.idle_buffers, 0u);
  EXPECT_TRUE(std::equal(bytes_.begin(), bytes_.end(), view->bytes().begin(), view->bytes().end()));
  EXPECT_EQ(view->texel_count(), 0u);
  view.reset();
  EXPECT_EQ(manager_->statistics().readback_pool.idle_buffers, 1u);
}

TEST_F(ReadbackTicketTest, GivesTextureRowsInPlaceAtTheirPitch) {
  const TextureDesc desc = rgba8(33, 17, 2);
  auto picture = texture(desc);
  auto batch = begin();
  for (std::uint32_t i = 0; i < 2; ++i) {
    ASSERT_TRUE(batch.upload_texture(picture.get(), i, TextureData{texels_of(desc, i, i).data()}));
  }
  ASSERT_TRUE(manager_->wait(submit(batch)));
  TextureReadback request;
  request.source = picture.get();
  request.subresource_count = 2;
  auto ticket = manager_->read_texture(request);
  ASSERT_TRUE(ticket && ticket->wait());
  EXPECT_EQ(ticket->footprints().size(), 2u);
  EXPECT_EQ(ticket->footprints()[0].format, Format::kR8G8B8A8Unorm);
  auto view = ticket->view();
  ASSERT_TRUE(view);
  ASSERT_EQ(view->texel_count(), 2u);
  for (std::uint32_t i = 0; i < 2; ++i) {
    const auto texels = texels_of(desc, i, i);
    const ReadbackView::Texels in_place = view->texels(i);
    for (std::uint32_t row = 0; row < in_place.footprint.rows; ++row) {
      const std::byte* should = texels.data() + row * in_place.footprint.row_bytes;
      EXPECT_TRUE(std::equal(should, should + in_place.footprint.row_bytes,
                             in_place.data + row * in_place.footprint.row_pitch));
    }
  }
}

TEST_F(ReadbackTicketTest, CallsBackExactlyOnceAndOnlyFromPoll) {
  gate_->shut();
  int calls = 0;
  {
    ReadbackTicket ticket = ask();
    ticket.then([&](const ReadbackTicket& done) {
      ++calls;
      EXPECT_TRUE(done.ready());
      EXPECT_EQ(bytes_of(done), bytes_);
    });
  }
  manager_->poll();
  EXPECT_EQ(calls, 0);
  gate_->open();
  ASSERT_TRUE(manager_->wait_idle());
  EXPECT_EQ(calls, 0);
  manager_->poll();
  EXPECT_EQ(calls, 1);
  manager_->end_frame();
  manager_->poll();
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(manager_->statistics().readback_pool.idle_buffers, 1u)
      << "the last ticket is gone with its callback";
}

TEST_F(ReadbackTicketTest, SeveralCallbacksOfOneTicketAllRun) {
  std::string order;
  ReadbackTicket ticket = ask();
  ticket.then([&](const ReadbackTicket&) { order += 'a'; });
  ticket.then({});
  ticket.then([&](const ReadbackTicket&) { order += 'b'; });
  ASSERT_TRUE(ticket.wait());
  ticket.then([&](const ReadbackTicket&) { order += 'c'; });
  EXPECT_EQ(order, "");
  manager_->poll();
  EXPECT_EQ(order, "abc");
}

TEST_F(ReadbackTicketTest, ACallbackMayAskForMoreAndPollAgain) {
  int depth = 0;
  std::function<void(const ReadbackTicket&)> again = [&](const ReadbackTicket&) {
    if (++depth == 5) return;
    ReadbackTicket next = ask();
    next.then(again);
    ASSERT_TRUE(next.wait());
    manager_->poll();
  };
  ReadbackTicket first = ask();
  first.then(again);
  ASSERT_TRUE(first.wait());
  manager_->poll();
  EXPECT_EQ(depth, 5);
}

TEST_F(ReadbackTicketTest, CallbacksThatAreDueRunWhenTheManagerEnds) {
  int calls = 0;
  ask().then([&](const ReadbackTicket&) { ++calls; });
  manager_.reset();
  EXPECT_EQ(calls, 1);
}

TEST_F(ReadbackTicketTest, CallbacksThatNeverComeDueEndWithTheManager) {
  auto witness = std::make_shared<int>(0);
  {
    auto recording = manager_->begin_recording();
    auto ticket = recording.read_buffer({source_.get(), 0, 100});
    ASSERT_TRUE(ticket);
    ticket->then([witness](const ReadbackTicket&) { ADD_FAILURE(); });
    EXPECT_EQ(witness.use_count(), 2);
    manager_.reset();
    EXPECT_EQ(witness.use_count(), 1);
    ticket->then([witness](const ReadbackTicket&) { ADD_FAILURE(); });
  }
  EXPECT_EQ(witness.use_count(), 1) << "nothing is left that holds itself";
}

TEST_F(ReadbackTicketTest, ALostTicketCallsBackAndGivesNoBytes) {
  gate_->shut();
  ReadbackTicket ticket = ask();
  int calls = 0;
  ticket.then([&](const ReadbackTicket& lost) {
    ++calls;
    EXPECT_FALSE(lost.ready());
    expect_error(lost.wait(0ns), ErrorCode::kDeviceLost);
  });
  (*manager_->queue(QueueKind::kDirect))->timeline()->mark_lost();
  manager_->poll();
  EXPECT_EQ(calls, 1);
  EXPECT_FALSE(ticket.ready());
  expect_error(ticket.take(), ErrorCode::kDeviceLost);
  expect_error(ticket.view(), ErrorCode::kDeviceLost);
  std::vector<std::byte> out(5000, std::byte{9});
  expect_error(ticket.copy_to(out), ErrorCode::kDeviceLost);
  EXPECT_EQ(out, std::vector<std::byte>(5000, std::byte{9}));
}

TEST_F(ReadbackTicketTest, MayOutliveItsManager) {
  ReadbackTicket ticket = ask();
  ReadbackTicket copy = ticket;
  manager_.reset();
  ASSERT_TRUE(ticket.wait());
  EXPECT_EQ(bytes_of(copy), bytes_);
  auto view = ticket.view();
  ASSERT_TRUE(view);
  ticket = {};
  copy = {};
  EXPECT_TRUE(std::equal(bytes_.begin(), bytes_.end(), view->bytes().begin(), view->bytes().end()));
}

TEST_F(ReadbackTicketTest, CanBeWaitedForBySeveralThreads) {
  gate_->shut();
  ReadbackTicket ticket = ask();
  std::vector<std::thread> threads;
  std::vector<int> good(4);
  for (std::size_t i = 0; i < 4; ++i) {
    threads.emplace_back([&, i] {
      while (!ticket.ready()) std::this_thread::yield();
      good[i] = ticket.wait() ? 1 : 0;
    });
  }
  gate_->open();
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(good, std::vector<int>(4, 1));
}

}  // namespace
}  // namespace ferry::test
