// A loader whose device is lost at every point: each ticket ends exactly once, nothing is called ready that
// was not seen complete, and the report names each load.
#include <atomic>
#include <deque>
#include <string>
#include <vector>

#include <ferry/gpu/device_loss.hpp>

#include "held_device.hpp"

namespace ferry::test {
namespace {

/// A request with a count of its ends.
struct Pending {
  LoadTicket ticket;
  std::atomic<int> ends = 0;
};

LoadRequest counted(LoadRequest request, Pending& pending) {
  request.callbacks = CallbackThread::kWorker;
  request.on_end = [&pending](const LoadTicket&) { ++pending.ends; };
  return request;
}

/// How often the report names this load: in all, and among what surely was not done.
struct Named {
  int in_all = 0;
  int not_done = 0;
  int the_rest = 0;
};

Named named(const DeviceLossReport& report, const LoadTicket& ticket) {
  const std::string prefix = text("load ", ticket.number(), " '");
  Named found;
  for (const TimelineLoss& timeline : report.timelines) {
    for (const auto* entries : {&timeline.completed, &timeline.in_flight}) {
      for (const LossEntry& entry : *entries) found.in_all += entry.label.starts_with(prefix) ? 1 : 0;
    }
    for (const std::string& label : timeline.unsignalled) found.in_all += label.starts_with(prefix) ? 1 : 0;
    for (const std::string& label : timeline.not_done) {
      if (!label.starts_with(prefix)) continue;
      ++found.in_all;
      ++(label.ends_with(", the rest") ? found.the_rest : found.not_done);
    }
  }
  return found;
}

DeviceLossReport whole_report(const Device& device) {
  DeviceLossSources sources;
  sources.completed = FenceTimeline::kKeptLabels;
  return describe_device_loss(device, sources);
}

/// What surely was not done has no point that could ever complete, and what is ready was done.
void expect_fits(const DeviceLossReport& report, const LoadTicket& ticket) {
  const Named found = named(report, ticket);
  EXPECT_LE(found.not_done + found.the_rest, 1) << report.to_text();
  if (ticket.ready()) {
    EXPECT_EQ(found.not_done + found.the_rest, 0) << report.to_text();
  }
  if (found.not_done > 0) {
    EXPECT_EQ(ticket.bytes_done(), 0u);
    expect_error(ticket.point(), ErrorCode::kNotReady);
  }
}

TEST_F(LoaderTest, AnyDirect3D12CallMayLoseTheDevice) {
  if (unchecked()) GTEST_SKIP() << "faults are the layer's";
  const auto below = Device::create();
  ASSERT_TRUE(below);
  constexpr std::uint64_t kFiles = 6;
  for (std::uint64_t i = 0; i < kFiles; ++i) file(100'000, i);
  const TextureDesc desc = rgba8(64, 64, 3);
  const auto texels = noise(static_cast<std::size_t>(*tight_bytes(desc, 0, 3)), 50);
  options_.threads = 0;  // The same calls each time.
  options_.ring_bytes = 1_MiB;
  int lost_runs = 0;
  int some_ready = 0;
  std::uint64_t nth = 1;
  for (bool struck = true; struck && nth < 1000; ++nth) {
    SCOPED_TRACE(text("call ", nth));
    check::WrapOptions wrap;
    wrap.pace = check::GpuPace::kWhenAsked;
    const ComPtr<ID3D12Device> wrapped = watched((*below)->d3d(), wrap);
    auto adopted = Device::adopt(wrapped.get(), "mortal");
    ASSERT_TRUE(adopted);
    const std::shared_ptr<Device> device = *std::move(adopted);
    device->set_log([](std::string_view) {});
    const std::uint64_t before = check::hresult_calls(device->d3d());
    ASSERT_TRUE(check::add_fault(device->d3d(), {"*", nth, static_cast<std::int32_t>(0x887a0005)}));
    std::deque<Pending> all(kFiles + 1);
    {
      auto loader = Loader::create(device, options_);
      if (!loader) {
        EXPECT_EQ(to_string(loader.error().code), to_string(ErrorCode::kDeviceLost))
            << loader.error().message;
        ++lost_runs;
        continue;
      }
      for (std::uint64_t i = 0; i <= kFiles; ++i) {
        LoadRequest request = to_new_buffer(text("file ", i));
        if (i == kFiles) {
          request.source = MemorySource{texels};
          request.destination = NewTexture{desc};
        }
        all[i].ticket = *(*loader)->load(counted(std::move(request), all[i]));
      }
      int ready = 0;
      for (const Pending& one : all) {
        const auto waited = one.ticket.wait(std::chrono::seconds(20));
        ASSERT_TRUE(one.ticket.is_over());
        EXPECT_EQ(one.ends, 1);
        ready += waited ? 1 : 0;
        if (waited) continue;
        EXPECT_EQ(to_string(waited.error().code), to_string(ErrorCode::kDeviceLost))
            << waited.error().message;
        EXPECT_EQ(one.ticket.state(), LoadState::kFailed);
      }
      struck = check::hresult_calls(device->d3d()) - before >= nth;
      if (struck) {
        ++lost_runs;
        some_ready += ready > 0 ? 1 : 0;
        const DeviceLossReport report = whole_report(*device);
        EXPECT_TRUE(report.lost);
        for (const Pending& one : all) {
          expect_fits(report, one.ticket);
        }
        EXPECT_TRUE(ready == static_cast<int>(all.size()) || !report.timelines.empty());
        // Whoever comes later is told the same, at once.
        Pending late;
        late.ticket = *(*loader)->load(counted(to_new_buffer("file 0"), late));
        expect_error(late.ticket.wait(), ErrorCode::kDeviceLost);
        EXPECT_EQ(late.ends, 1);
        EXPECT_EQ(named(whole_report(*device), late.ticket).not_done, 1);
        ASSERT_TRUE((*loader)->wait_idle());
      } else {
        EXPECT_EQ(ready, static_cast<int>(all.size()));
      }
    }
    for (const Pending& one : all) EXPECT_EQ(one.ends, 1) << "the loader's end ends nothing again";
    check::clear_faults(device->d3d());
    if (HasFailure()) return;
  }
  EXPECT_LT(nth, 1000u);
  EXPECT_GT(lost_runs, 50);
  EXPECT_GT(some_ready, 0);
}

class LossAfterPieces : public HeldLoaderTest, public testing::WithParamInterface<std::uint64_t> {};

TEST_P(LossAfterPieces, WhatIsReadyWasSeenComplete) {
  constexpr std::uint64_t kFiles = 12;
  auto made = Queue::create(held_, QueueKind::kCopy, "loads");
  ASSERT_TRUE(made);
  options_.queue = *made;
  make_loader();
  std::deque<Pending> all(kFiles);
  for (std::uint64_t i = 0; i < kFiles; ++i) {
    all[i].ticket = load(counted(to_new_buffer(file(60'000, i)), all[i]));
    // Some lists, of a few loads each.
    if (i % 3 == 2) {
      ASSERT_TRUE(eventually([&] { return bool{all[i].ticket.point()}; }));
    }
  }
  ASSERT_TRUE(eventually([&] {
    return std::all_of(all.begin(), all.end(), [](const Pending& one) { return bool{one.ticket.point()}; });
  }));
  check::gpu_step(held_->d3d(), GetParam());
  const std::uint64_t really = (*made)->timeline()->d3d()->GetCompletedValue();
  lose();
  for (const Pending& one : all) {
    (void)one.ticket.wait(std::chrono::seconds(10));
    ASSERT_TRUE(one.ticket.is_over());
  }
  ASSERT_TRUE(loader_->wait_idle());
  const DeviceLossReport report = whole_report(*held_);
  for (const Pending& one : all) {
    EXPECT_EQ(one.ends, 1);
    if (one.ticket.ready()) {
      EXPECT_LE(one.ticket.point()->value, really);
    } else {
      expect_error(one.ticket.wait(), ErrorCode::kDeviceLost);
    }
    expect_fits(report, one.ticket);
    EXPECT_EQ(named(report, one.ticket).not_done, 0) << "all of them were submitted";
  }
  ASSERT_EQ(report.timelines.size(), 1u);
  for (const LossEntry& entry : report.timelines[0].completed) EXPECT_LE(entry.value, really);
  EXPECT_EQ(report.timelines[0].completed.size() + report.timelines[0].in_flight.size(),
            report.timelines[0].last_submitted);
  EXPECT_TRUE(named(report, all[0].ticket).in_all == 1) << report.to_text();
  options_.queue.reset();
}

INSTANTIATE_TEST_SUITE_P(Pieces, LossAfterPieces, testing::Values(0u, 1u, 2u, 3u, 5u, 8u, 40u));

TEST_F(HeldLoaderTest, WhatSurelyWasNotDoneIsNamed) {
  make_loader();
  files_.shut();
  Pending one;
  one.ticket = load(counted(to_new_buffer(file(1000, 1)), one));
  files_.await_waiting(1);
  lose();
  ASSERT_TRUE(eventually([&] { return named(whole_report(*held_), one.ticket).not_done == 1; }));
  files_.open();
  expect_error(one.ticket.wait(), ErrorCode::kDeviceLost);
  EXPECT_EQ(one.ends, 1);
}

}  // namespace
}  // namespace ferry::test
