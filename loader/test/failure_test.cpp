#include <atomic>
#include <map>

#include "held_device.hpp"

namespace ferry::test {
namespace {

TEST_F(LoaderTest, OneCorruptFileAmongAHundredFailsAloneWithItsReason) {
  make_loader();
  std::vector<LoadTicket> tickets;
  for (std::uint64_t i = 0; i < 100; ++i) {
    LoadRequest request = to_new_buffer(file(20'000 + i, i));
    request.decode = [i](std::span<const std::byte> in) -> Result<DecodedAsset> {
      if (i == 42) return fail(ErrorCode::kCorrupt, "the header is nonsense");
      auto memory = std::make_shared<std::vector<std::byte>>(in.begin(), in.end());
      return DecodedAsset{memory, *memory, {}, {}, memory->size()};
    };
    tickets.push_back(load(std::move(request)));
  }
  for (std::uint64_t i = 0; i < 100; ++i) {
    if (i == 42) {
      expect_error(tickets[i].wait(), ErrorCode::kCorrupt, {"nonsense"});
      EXPECT_EQ(tickets[i].state(), LoadState::kFailed);
      EXPECT_EQ(tickets[i].ended_in(), LoadState::kDecoding);
    } else {
      expect_ready(tickets[i]);
      expect_holds(tickets[i], noise(20'000 + i, i));
    }
  }
}

TEST_F(LoaderTest, ADiskErrorHalfWayFailsThatTicketAndGivesItsStagingBack) {
  make_loader();
  const std::string bad = file(3_MiB, 1);
  files_.break_at(bad, 2_MiB);
  for (int round = 0; round < 4; ++round) {
    const LoadTicket broken = load(to_new_buffer(bad));
    const LoadTicket good = load(to_new_buffer(file(3_MiB, 2)));
    expect_error(broken.wait(), ErrorCode::kIo, {"scratched"});
    expect_ready(good);
    expect_holds(good, noise(3_MiB, 2));
  }
}

TEST_F(LoaderTest, FilesThatAreNotThereAndDecodersThatGiveNonsense) {
  make_loader();
  expect_error(load(to_new_buffer("nowhere")).wait(), ErrorCode::kNotFound, {"nowhere"});
  LoadRequest nothing = to_new_buffer(file(100, 1));
  nothing.decode = [](std::span<const std::byte>) -> Result<DecodedAsset> { return DecodedAsset{}; };
  expect_error(load(nothing).wait(), ErrorCode::kCorrupt, {"nothing"});
  LoadRequest too_few = to_new_buffer(file(100, 1));
  too_few.destination = NewTexture{};
  too_few.decode = [](std::span<const std::byte>) -> Result<DecodedAsset> {
    auto memory = std::make_shared<std::vector<std::byte>>(64);
    DecodedAsset asset;
    asset.memory = memory;
    asset.subresources.push_back({memory->data()});
    asset.desc = rgba8(4, 4, 2);
    return asset;
  };
  expect_error(load(too_few).wait(), ErrorCode::kCorrupt, {"1 subresources"});
  LoadRequest no_desc = too_few;
  no_desc.decode = [](std::span<const std::byte>) -> Result<DecodedAsset> {
    auto memory = std::make_shared<std::vector<std::byte>>(64);
    DecodedAsset asset;
    asset.memory = memory;
    asset.subresources.push_back({memory->data()});
    return asset;
  };
  expect_error(load(no_desc).wait(), ErrorCode::kInvalidArgument, {"description"});
  ASSERT_TRUE(loader_->wait_idle());
  EXPECT_EQ(loader_->statistics().pending, 0u);
}

TEST_F(HeldLoaderTest, ALostDeviceFailsAThousandPendingTicketsPromptly) {
  make_loader();
  std::atomic<int> ended = 0;
  std::vector<LoadTicket> tickets;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    LoadRequest request = to_new_buffer(file(10'000, i % 20), static_cast<LoadPriority>(i % 5));
    request.callbacks = CallbackThread::kWorker;
    request.on_end = [&](const LoadTicket&) { ++ended; };
    tickets.push_back(load(std::move(request)));
  }
  ASSERT_TRUE(eventually([&] { return loader_->statistics().submissions > 0; }));
  EXPECT_EQ(ended, 0);
  lose();
  for (const LoadTicket& ticket : tickets) {
    expect_error(ticket.wait(std::chrono::seconds(10)), ErrorCode::kDeviceLost);
    EXPECT_EQ(ticket.state(), LoadState::kFailed);
  }
  ASSERT_TRUE(loader_->wait_idle());
  EXPECT_EQ(ended, 1000);
  expect_error(load(to_new_buffer("file 1")).wait(), ErrorCode::kDeviceLost);
}

TEST_F(HeldLoaderTest, ALostDeviceIsNoticedWithNothingOnTheGpu) {
  make_loader();
  files_.shut();
  const LoadTicket ticket = load(to_new_buffer(file(1000, 1)));
  files_.await_waiting(1);
  lose();
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  files_.open();
  expect_error(ticket.wait(), ErrorCode::kDeviceLost);
}

TEST_F(HeldLoaderTest, DestroyedWithEverythingInFlight) {
  options_.threads = 4;
  for (int round = 0; round < 3; ++round) {
    make_loader();
    std::atomic<int> ended = 0;
    std::vector<LoadTicket> tickets;
    for (std::uint64_t i = 0; i < 300; ++i) {
      LoadRequest request = to_new_buffer(file(30'000, i % 20), static_cast<LoadPriority>(i % 5));
      request.callbacks = i % 2 == 0 ? CallbackThread::kPump : CallbackThread::kWorker;
      request.on_end = [&](const LoadTicket&) { ++ended; };
      if (i % 3 == 0) {
        request.decode = [](std::span<const std::byte> in) -> Result<DecodedAsset> {
          auto memory = std::make_shared<std::vector<std::byte>>(in.begin(), in.end());
          return DecodedAsset{memory, *memory, {}, {}, memory->size()};
        };
      }
      tickets.push_back(load(std::move(request)));
    }
    ASSERT_TRUE(eventually([&] { return loader_->statistics().submissions > 0; }));
    files_.shut();  // Some are held up while reading, some by the GPU.
    std::atomic<bool> gone = false;
    std::thread world([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(30));
      files_.open();
      while (!gone) {
        drain();
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      }
    });
    loader_.reset();
    gone = true;
    world.join();
    EXPECT_EQ(ended, 300);
    for (const LoadTicket& ticket : tickets) {
      EXPECT_TRUE(ticket.is_over());
      EXPECT_FALSE(ticket.cancel()) << "tickets outlive the loader";
      (void)ticket.wait(std::chrono::nanoseconds(0));
    }
  }
}

/// Every call that can fail fails once, and whatever happens each ticket ends once and what is ready is
/// right.
TEST_F(LoaderTest, AnyDirect3D12CallMayFailOnce) {
  if (unchecked()) GTEST_SKIP() << "faults are the layer's";
  check::WrapOptions quiet;
  auto device = make_watched_device(quiet);
  ASSERT_TRUE(device);
  for (std::uint64_t i = 0; i < 6; ++i) file(100'000, i);
  const TextureDesc desc = rgba8(64, 64, 3);
  const auto texels = noise(static_cast<std::size_t>(*tight_bytes(desc, 0, 3)), 50);
  bool struck = true;
  int failures = 0;
  std::uint64_t nth = 1;
  for (; struck && nth < 400; ++nth) {
    const std::uint64_t before = check::hresult_calls(device->d3d());
    ASSERT_TRUE(check::add_fault(device->d3d(), {"*", nth, static_cast<std::int32_t>(0x8007000e)}));
    {
      auto loader = Loader::create(device, options_);
      if (!loader) {
        ++failures;
        check::clear_faults(device->d3d());
        continue;
      }
      std::atomic<int> ended = 0;
      std::vector<LoadTicket> tickets;
      for (std::uint64_t i = 0; i < 7; ++i) {
        LoadRequest request = to_new_buffer(text("file ", i));
        if (i == 6) {
          request.source = MemorySource{texels};
          request.destination = NewTexture{desc};
        }
        request.callbacks = CallbackThread::kWorker;
        request.on_end = [&](const LoadTicket&) { ++ended; };
        tickets.push_back(*(*loader)->load(std::move(request)));
      }
      for (const LoadTicket& ticket : tickets) {
        const auto waited = ticket.wait(std::chrono::seconds(20));
        ASSERT_TRUE(ticket.is_over()) << "with call " << nth << " failing: " << to_string(waited.error());
        if (!waited) ++failures;
      }
      ASSERT_TRUE((*loader)->wait_idle());
      EXPECT_EQ(ended, 7);
      struck = check::hresult_calls(device->d3d()) - before >= nth;
    }
    check::clear_faults(device->d3d());
  }
  EXPECT_GT(nth, 20u);
  EXPECT_LT(nth, 400u);
  EXPECT_GT(failures, 10);
  end_watched_device(device);
}

}  // namespace
}  // namespace ferry::test
