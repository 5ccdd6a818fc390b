// A device that is lost at every point of uploads and readbacks: each ticket ends once, no bytes are given out
// afterwards, and the report names each piece of work in one class.
#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <ferry/gpu/device_loss.hpp>

#include "transfer_fixture.hpp"

namespace ferry::test {
namespace {

constexpr auto kRemoved = static_cast<std::int32_t>(0x887a0005);
constexpr std::byte kUntouched{0xcd};

/// Where a label stands in the report of a loss, over all queues.
struct Standing {
  int completed = 0;
  int in_flight = 0;
  int unsignalled = 0;
  int not_done = 0;
  [[nodiscard]] int all() const { return completed + in_flight + unsignalled + not_done; }
};

Standing standing_of(const DeviceLossReport& report, std::string_view label) {
  Standing standing;
  const auto count = [&](const auto& entries, auto&& text_of) {
    return static_cast<int>(std::count_if(entries.begin(), entries.end(),
                                          [&](const auto& entry) { return text_of(entry) == label; }));
  };
  for (const TimelineLoss& timeline : report.timelines) {
    standing.completed += count(timeline.completed, [](const LossEntry& entry) { return entry.label; });
    standing.in_flight += count(timeline.in_flight, [](const LossEntry& entry) { return entry.label; });
    standing.unsignalled += count(timeline.unsignalled, [](const std::string& name) { return name; });
    standing.not_done += count(timeline.not_done, [](const std::string& name) { return name; });
  }
  return standing;
}

/// A readback, with what may come of it.
struct Expected {
  ReadbackTicket ticket;
  std::vector<std::byte> bytes;
  int ends = 0;  ///< How often its callback ran.
};

/// Uploads on two queues and readbacks of what they brought, step by step; every call may fail.
class Trip {
 public:
  explicit Trip(std::shared_ptr<Device> device, std::uint64_t ring_bytes) : device_(std::move(device)) {
    TransferOptions options;
    options.ring_bytes = ring_bytes;
    auto manager = TransferManager::create(device_, options);
    if (!manager) {
      note(manager.error());
      return;
    }
    manager_ = *std::move(manager);
  }

  /// A batch of buffers on this queue under this label, and a readback of each behind it.
  void upload(QueueKind kind, const std::string& label, int buffers, std::uint64_t bytes) {
    if (!manager_) return;
    auto batch = manager_->begin_upload(kind);
    if (!batch) return note(batch.error());
    std::vector<std::pair<ComPtr<ID3D12Resource>, std::vector<std::byte>>> targets;
    for (int i = 0; i < buffers; ++i) {
      auto target = device_->create_buffer(HeapKind::kDefault, bytes, text(label, ' ', i));
      if (!target) {
        note(target.error());
        continue;
      }
      const std::uint64_t seed = labels_.size() * 100 + targets.size();
      targets.emplace_back(*std::move(target), noise(static_cast<std::size_t>(bytes), seed));
      if (auto done = batch->upload_buffer(targets.back().first.get(), 0, targets.back().second); !done) {
        note(done.error());
      }
    }
    if (targets.empty()) return;
    labels_.push_back(label);
    const auto point = batch->submit(label);
    submitted_[label] = bool{point};
    if (!point) note(point.error());
    for (auto& [target, content] : targets) {
      ReadbackOptions options;
      options.after = point ? *point : FencePoint{};
      auto ticket = manager_->read_buffer({target.get(), 0, bytes}, options);
      if (!ticket) {
        note(ticket.error());
        continue;
      }
      if (!point) continue;  // The bytes never went: what comes back means nothing.
      expected_.push_back(std::make_unique<Expected>(Expected{*ticket, std::move(content)}));
      Expected* const one = expected_.back().get();
      ticket->then([one](const ReadbackTicket&) { ++one->ends; });
    }
  }

  /// Takes every result. How many were right; the others must have failed for the loss, and left no byte of
  /// theirs once it was known.
  int take(bool known_lost) {
    int right = 0;
    for (const auto& one : expected_) {
      std::vector<std::byte> out(one->bytes.size(), kUntouched);
      const auto copied = one->ticket.copy_to(out);
      if (copied) {
        EXPECT_FALSE(known_lost) << "bytes of a lost device were given out";
        EXPECT_EQ(out, one->bytes);
        ++right;
        continue;
      }
      note(copied.error());
      EXPECT_EQ(to_string(copied.error().code), to_string(ErrorCode::kDeviceLost)) << copied.error().message;
      if (known_lost) {
        EXPECT_TRUE(std::all_of(out.begin(), out.end(), [](std::byte b) { return b == kUntouched; }));
        EXPECT_FALSE(one->ticket.ready());
        EXPECT_FALSE(one->ticket.wait(std::chrono::nanoseconds(0)));
        EXPECT_FALSE(one->ticket.view());
        EXPECT_FALSE(one->ticket.take());
      }
      known_lost = known_lost || !device_->check_alive();
    }
    return right;
  }
  /// Each ticket has ended, and said so once.
  void expect_each_ended_once() {
    if (!manager_) return;
    manager_->poll();
    manager_->poll();
    for (const auto& one : expected_) EXPECT_EQ(one->ends, 1);
  }
  /// Each batch is named once, in a class that fits what its caller was told.
  void expect_named(const DeviceLossReport& report) {
    for (const std::string& label : labels_) {
      SCOPED_TRACE(text(label, " in\n", report.to_text()));
      const Standing standing = standing_of(report, label);
      EXPECT_EQ(standing.all(), 1);
      EXPECT_EQ(standing.completed + standing.in_flight == 1, submitted_[label]);
    }
    for (const TimelineLoss& timeline : report.timelines) {
      EXPECT_EQ(timeline.completed.size() + timeline.in_flight.size(), timeline.last_submitted);
    }
  }

  void note(const Error& error) {
    if (!first_) first_ = error;
  }
  [[nodiscard]] const std::optional<Error>& first_error() const { return first_; }
  [[nodiscard]] std::size_t tickets() const { return expected_.size(); }

 private:
  std::shared_ptr<Device> device_;
  std::unique_ptr<TransferManager> manager_;
  std::vector<std::unique_ptr<Expected>> expected_;
  std::vector<std::string> labels_;
  std::map<std::string, bool> submitted_;
  std::optional<Error> first_;
};

DeviceLossReport whole_report(const Device& device) {
  DeviceLossSources sources;
  sources.completed = FenceTimeline::kKeptLabels;
  return describe_device_loss(device, sources);
}

class TransferLoss : public testing::Test {
 protected:
  void SetUp() override {
    if (unchecked()) GTEST_SKIP() << "the rule-checking layer plays the loss";
    auto below = Device::create();
    ASSERT_TRUE(below) << to_string(below.error());
    below_ = *std::move(below);
  }
  /// A layer of its own for each loss, over one device below.
  std::shared_ptr<Device> mortal_device(const check::WrapOptions& options) {
    const ComPtr<ID3D12Device> wrapped = watched(below_->d3d(), options);
    auto device = Device::adopt(wrapped.get(), "mortal");
    EXPECT_TRUE(device);
    if (!device) return nullptr;
    // What it was about to use when it was lost stays in the layer, which is no leak.
    (*device)->set_log([](std::string_view) {});
    return *device;
  }

  std::shared_ptr<Device> below_;
};

TEST_F(TransferLoss, AtEachCallInTurn) {
  std::uint64_t nth = 1;
  int lost_runs = 0;
  int some_came = 0;
  for (bool struck = true; struck && nth < 2000; ++nth) {
    SCOPED_TRACE(text("call ", nth));
    check::WrapOptions options;
    options.pace = check::GpuPace::kWhenAsked;
    auto device = mortal_device(options);
    ASSERT_TRUE(device);
    const std::uint64_t before = check::hresult_calls(device->d3d());
    ASSERT_TRUE(check::add_fault(device->d3d(), {"*", nth, kRemoved}));
    {
      Trip trip(device, 64_KiB);
      trip.upload(QueueKind::kCopy, "rocks", 3, 30'000);
      trip.upload(QueueKind::kDirect, "trees", 2, 9'000);
      const int right = trip.take(!device->check_alive());
      struck = check::hresult_calls(device->d3d()) - before >= nth;
      trip.expect_each_ended_once();
      if (struck) {
        ++lost_runs;
        some_came += right > 0 ? 1 : 0;
        ASSERT_FALSE(device->check_alive());
        EXPECT_EQ(trip.take(true), 0);
        const DeviceLossReport report = whole_report(*device);
        EXPECT_TRUE(report.lost);
        trip.expect_named(report);
      } else {
        EXPECT_EQ(right, static_cast<int>(trip.tickets()));
        EXPECT_FALSE(trip.first_error());
      }
    }
    check::clear_faults(device->d3d());
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_LT(nth, 2000u);
  EXPECT_GT(lost_runs, 100);
  EXPECT_GT(some_came, 0) << "the last ones strike while results are fetched";
}

TEST_F(TransferLoss, AfterEachPieceOfTheGpusWork) {
  bool all = false;
  for (std::uint64_t ran = 0; !all && ran < 100; ++ran) {
    for (const bool looked : {false, true}) {
      SCOPED_TRACE(text("after ", ran, " pieces, ", looked ? "looked at" : "not looked at"));
      check::WrapOptions options;
      options.pace = check::GpuPace::kHeld;
      auto device = mortal_device(options);
      ASSERT_TRUE(device);
      {
        Trip trip(device, 4_MiB);
        trip.upload(QueueKind::kCopy, "rocks", 3, 30'000);
        trip.upload(QueueKind::kDirect, "trees", 2, 9'000);
        ASSERT_EQ(trip.tickets(), 5u);
        check::gpu_step(device->d3d(), ran);
        all = check::gpu_pending(device->d3d()) == 0;
        std::map<std::string, std::uint64_t> really;
        for (const auto& timeline : device->timelines().all()) {
          really[timeline->name()] = timeline->d3d()->GetCompletedValue();
          if (looked) (void)timeline->completed();
        }
        check::lose_device(device->d3d());
        EXPECT_EQ(trip.take(true), 0) << "also what had arrived is not given out";
        trip.expect_each_ended_once();
        const DeviceLossReport report = whole_report(*device);
        trip.expect_named(report);
        for (const TimelineLoss& timeline : report.timelines) {
          for (const LossEntry& entry : timeline.completed) EXPECT_LE(entry.value, really[timeline.name]);
          if (looked) {
            EXPECT_EQ(timeline.completed.size(), really[timeline.name]);
          }
        }
      }
      if (testing::Test::HasFailure()) return;
    }
  }
  EXPECT_TRUE(all);
}

/// The bytes are there and nobody has looked yet: what the fence showed is worth nothing any more.
TEST_F(TransferLoss, WhatArrivedBeforeIsNotGivenOutAfterwards) {
  auto device = mortal_device({});
  ASSERT_TRUE(device);
  {
    Trip trip(device, 1_MiB);
    trip.upload(QueueKind::kCopy, "rocks", 2, 30'000);
    EXPECT_EQ(trip.take(false), 2);
    check::lose_device(device->d3d());
    EXPECT_EQ(trip.take(true), 0);
    const DeviceLossReport report = whole_report(*device);
    trip.expect_named(report);
    EXPECT_EQ(standing_of(report, "readback").completed, 2) << "somebody waited for these";
  }
}

TEST_F(TransferLoss, ABatchWhoseSignalFailsIsPerhapsDoneAndWhatFollowsSurelyIsNot) {
  auto device = mortal_device({});
  ASSERT_TRUE(device);
  {
    auto manager = *TransferManager::create(device);
    auto target = *device->create_buffer(HeapKind::kDefault, 1000, "target");
    const auto bytes = noise(1000, 1);
    auto batch = *manager->begin_upload();
    ASSERT_TRUE(batch.upload_buffer(target.get(), 0, bytes));
    for (const std::uint64_t nth : {1, 2}) {
      ASSERT_TRUE(check::add_fault(device->d3d(), {"ID3D12CommandQueue::Signal", nth, kRemoved}));
    }
    EXPECT_FALSE(batch.submit("in doubt"));
    EXPECT_FALSE(batch.upload_buffer(target.get(), 0, bytes) && batch.submit("never"));
    expect_error(manager->read_buffer({target.get(), 0, 1000}, {.queue = QueueKind::kCopy}),
                 ErrorCode::kDeviceLost);
    const DeviceLossReport report = whole_report(*device);
    EXPECT_EQ(standing_of(report, "in doubt").unsignalled, 1) << report.to_text();
    EXPECT_EQ(standing_of(report, "in doubt").all(), 1);
    EXPECT_EQ(standing_of(report, "never").not_done, 1) << report.to_text();
    EXPECT_EQ(standing_of(report, "readback").not_done, 1) << report.to_text();
  }
}

}  // namespace
}  // namespace ferry::test
