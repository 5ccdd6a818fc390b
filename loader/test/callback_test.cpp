#include <atomic>
#include <coroutine>
#include <functional>
#include <thread>

#include <ferry/loader/load_await.hpp>

#include "loader_fixture.hpp"

namespace ferry::test {
namespace {

TEST_F(LoaderTest, ACallbackLoadsMoreAndWaitsForItWithASingleWorker) {
  options_.threads = 1;
  make_loader();
  file(5000, 1);
  std::atomic<int> depth = 0;
  std::function<void(const LoadTicket&)> again = [&](const LoadTicket&) {
    if (++depth >= 20) return;
    LoadRequest request = to_new_buffer("file 1");
    request.callbacks = CallbackThread::kWorker;
    request.on_end = again;
    const LoadTicket more = load(std::move(request));
    EXPECT_TRUE(more.wait(std::chrono::seconds(20))) << "a wait inside a callback must not wait for itself";
  };
  LoadRequest request = to_new_buffer("file 1");
  request.callbacks = CallbackThread::kWorker;
  request.on_end = again;
  load(std::move(request));
  ASSERT_TRUE(loader_->wait_idle());
  EXPECT_EQ(depth, 20);
}

TEST_F(LoaderTest, CallbacksRunInPumpOnItsThread) {
  make_loader();
  std::thread::id where;
  int calls = 0;
  LoadRequest request = to_new_buffer(file(5000, 1));
  request.on_end = [&](const LoadTicket& ticket) {
    where = std::this_thread::get_id();
    ++calls;
    EXPECT_TRUE(ticket.ready());
    // Also from inside, and after the end.
    ticket.then([&](const LoadTicket&) { ++calls; });
    ticket.then([&](const LoadTicket&) { ++calls; }, CallbackThread::kWorker);
  };
  const LoadTicket ticket = load(std::move(request));
  expect_ready(ticket);
  ASSERT_TRUE(loader_->wait_idle());
  EXPECT_EQ(calls, 0);
  EXPECT_EQ(loader_->pump(), 1u);
  EXPECT_TRUE(where == std::this_thread::get_id());
  EXPECT_EQ(calls, 2);
  EXPECT_EQ(loader_->pump(), 1u);
  EXPECT_EQ(calls, 3);
  EXPECT_EQ(loader_->pump(), 0u);
}

/// A coroutine that nobody waits for.
struct Task {
  struct promise_type {  // NOLINT(readability-identifier-naming): the language's own name.
    Task get_return_object() { return {}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
};

TEST_F(LoaderTest, CoroutinesAwaitTickets) {
  make_loader();
  file(5000, 1);
  std::atomic<int> stage = 0;
  const auto run = [&]() -> Task {
    const LoadTicket first = co_await load(to_new_buffer("file 1"));
    EXPECT_TRUE(first.ready());
    stage = 1;
    const LoadTicket second = co_await on(load(to_new_buffer("not there")), CallbackThread::kWorker);
    EXPECT_EQ(second.error().code, ErrorCode::kNotFound);
    stage = 2;
  };
  run();
  ASSERT_TRUE(eventually([&] {
    loader_->pump();
    return stage == 2;
  }));
}

/// Loaders that are destroyed by a callback of theirs.
class EndInsideTest : public LoaderTest {
 protected:
  /// Some requests, whose ends are counted; the end of the first destroys the loader.
  void load_some(CallbackThread where, std::size_t count) {
    // Not load(): the loader may be gone before it returns.
    std::vector<LoadRequest> requests;
    for (std::size_t i = 0; i < count; ++i) {
      LoadRequest request =
          to_new_buffer(file(50'000, i), i == 0 ? LoadPriority::kImmediate : LoadPriority::kLow);
      request.callbacks = where;
      request.on_end = [this, i](const LoadTicket&) {
        if (i == 0) loader_.reset();
        ++ended_;
      };
      requests.push_back(std::move(request));
    }
    auto tickets = loader_->load(std::move(requests));
    ASSERT_TRUE(tickets);
    tickets_ = *std::move(tickets);
  }
  /// Each ticket has ended once, and nothing of the loader is left.
  void expect_all_over() {
    ASSERT_TRUE(eventually([&] {
      return ended_ == static_cast<int>(tickets_.size()) && alive("test loader ring") == 0 &&
             alive("test loader urgent ring") == 0;
    }));
    EXPECT_EQ(ended_, static_cast<int>(tickets_.size()));
    EXPECT_EQ(loader_, nullptr);
    EXPECT_TRUE(tickets_[0].ready());
    for (const LoadTicket& ticket : tickets_) {
      EXPECT_TRUE(ticket.ready() || ticket.state() == LoadState::kCancelled) << to_string(ticket.error());
    }
  }

  std::vector<LoadTicket> tickets_;
  std::atomic<int> ended_ = 0;
};

TEST_F(EndInsideTest, OnAWorker) {
  for (const std::uint32_t threads : {1u, 4u}) {
    options_.threads = threads;
    make_loader();
    ended_ = 0;
    files_.shut();  // So that all are asked for when the first ends.
    load_some(CallbackThread::kWorker, 30);
    files_.open();
    expect_all_over();
  }
}

TEST_F(EndInsideTest, InPumpItIsOverWhenPumpReturns) {
  make_loader();
  load_some(CallbackThread::kPump, 30);
  ASSERT_TRUE(tickets_[0].wait());
  Loader* const loader = loader_.get();
  while (loader_) loader->pump();
  EXPECT_EQ(ended_, 30);
  EXPECT_EQ(alive("test loader ring"), 0u);
  expect_all_over();
}

TEST_F(EndInsideTest, InAWaitThatDoesTheWorkItself) {
  options_.threads = 0;
  make_loader();
  load_some(CallbackThread::kWorker, 10);
  EXPECT_TRUE(tickets_[0].wait());
  EXPECT_EQ(ended_, 10);
  EXPECT_EQ(alive("test loader ring"), 0u);
  expect_all_over();
}

TEST_F(EndInsideTest, InTheCallThatAsks) {
  make_loader();
  LoadRequest request;
  const auto bytes = noise(10, 1);
  request.source = MemorySource{bytes};
  request.destination = NewTexture{rgba8(64, 64)};  // Which takes more: it fails at once.
  request.callbacks = CallbackThread::kWorker;
  request.on_end = [this](const LoadTicket&) {
    loader_.reset();
    ++ended_;
  };
  Loader* const loader = loader_.get();
  const auto ticket = loader->load(std::move(request));
  ASSERT_TRUE(ticket);
  EXPECT_EQ(loader_, nullptr);
  EXPECT_EQ(ended_, 1);
  EXPECT_EQ(alive("test loader ring"), 0u);
  expect_error(ticket->wait(), ErrorCode::kCorrupt);
}

TEST_F(EndInsideTest, InADecoder) {
  make_loader();
  LoadRequest request = to_new_buffer(file(1000, 1));
  request.decode = [this](std::span<const std::byte>) -> Result<DecodedAsset> {
    loader_.reset();
    return fail(ErrorCode::kCorrupt, "never mind");
  };
  request.callbacks = CallbackThread::kWorker;
  request.on_end = [this](const LoadTicket&) { ++ended_; };
  Loader* const loader = loader_.get();
  const auto ticket = loader->load(std::move(request));
  ASSERT_TRUE(ticket);
  EXPECT_FALSE(ticket->wait(std::chrono::seconds(20)));
  ASSERT_TRUE(eventually([&] { return ended_ == 1 && alive("test loader ring") == 0; }));
}

TEST_F(EndInsideTest, TicketsOutliveIt) {
  make_loader();
  std::atomic<bool> refused = false;
  LoadRequest request = to_new_buffer(file(1000, 1));
  request.callbacks = CallbackThread::kWorker;
  request.on_end = [&](const LoadTicket& ticket) {
    loader_.reset();
    refused = !ticket.cancel();
    ++ended_;
  };
  Loader* const loader = loader_.get();
  ASSERT_TRUE(loader->load(std::move(request)));
  ASSERT_TRUE(eventually([&] { return ended_ == 1 && alive("test loader ring") == 0; }));
  EXPECT_TRUE(refused);
}

}  // namespace
}  // namespace ferry::test
