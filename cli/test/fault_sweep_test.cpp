#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <ferry/gpu/api_error.hpp>
#include <ferry/gpu/d3d12.hpp>
#include <ferry/gpu/fence_timeline.hpp>
#include <ferry/transfer/transfer_manager.hpp>

#include "draw_picture.hpp"
#include "rule_watch.hpp"
#include "sampling_works.hpp"

// One upload, draw and readback, with each of the Direct3D 12 calls that it makes failing in turn.

namespace ferry::test {
namespace {

/// Ends the program where a run takes longer than 10 s: a wait that never ends is a failure that no assertion
/// would ever see.
class Watchdog {
 public:
  Watchdog(std::string what, ID3D12Device* device) : what_(std::move(what)), device_(device) {
    thread_ = std::thread([this] {
      std::unique_lock lock(mutex_);
      if (over_.wait_for(lock, std::chrono::seconds(10), [this] { return is_over_; })) return;
      std::fprintf(stderr, "%s hangs; its last calls:\n", what_.c_str());
      for (const std::string& line : check::journal(device_, 12))
        std::fprintf(stderr, "  %s\n", line.c_str());
      std::abort();
    });
  }
  ~Watchdog() {
    {
      const std::lock_guard lock(mutex_);
      is_over_ = true;
    }
    over_.notify_all();
    thread_.join();
  }
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

 private:
  std::string what_;
  ID3D12Device* device_;
  std::mutex mutex_;
  std::condition_variable over_;
  bool is_over_ = false;
  std::thread thread_;
};

/// Memory for a result, between guards that nobody may touch.
class GuardedBytes {
 public:
  explicit GuardedBytes(std::size_t size) : all_(size + 2 * kGuard, kMark) {}
  [[nodiscard]] std::span<std::byte> bytes() {
    return std::span(all_).subspan(kGuard, all_.size() - 2 * kGuard);
  }
  [[nodiscard]] bool guards_hold() const {
    for (std::size_t i = 0; i < kGuard; ++i) {
      if (all_[i] != kMark || all_[all_.size() - 1 - i] != kMark) return false;
    }
    return true;
  }

 private:
  static constexpr std::size_t kGuard = 64;
  static constexpr std::byte kMark{0xcd};
  std::vector<std::byte> all_;
};

class FaultSweep : public testing::Test {
 protected:
  static constexpr std::int32_t kOutOfMemory = static_cast<std::int32_t>(0x8007000e);
  static constexpr std::int32_t kInvalidArgument = static_cast<std::int32_t>(0x80070057);
  static constexpr std::int32_t kDeviceRemoved = static_cast<std::int32_t>(0x887a0005);

  void SetUp() override {
    if (unchecked()) GTEST_SKIP() << "faults are made by the rule-checking layer";
    auto below = Device::create();
    ASSERT_TRUE(below) << to_string(below.error());
    below_ = ComPtr<ID3D12Device>((*below)->d3d());
  }
  void TearDown() override { below_.reset(); }

  /// A buffer and a texture go up on COPY, the texture is drawn on DIRECT, buffer and picture come back. Success
  /// means that every byte was right.
  static Result<void> one_trip(const std::shared_ptr<Device>& device) {
    constexpr std::uint32_t kWidth = 13;
    constexpr std::uint32_t kHeight = 7;
    std::vector<std::byte> numbers(3000);
    std::vector<std::byte> texels(std::size_t{kWidth} * kHeight * 4);
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<std::byte>(i * 7 + 1);
    for (std::size_t i = 0; i < texels.size(); ++i) texels[i] = static_cast<std::byte>(i * 13 + 5);

    TransferOptions options;
    options.ring_bytes = 64_KiB;
    auto manager = TransferManager::create(device, options);
    if (!manager) return fail(std::move(manager).error());
    auto direct = (*manager)->queue(QueueKind::kDirect);
    if (!direct) return fail(std::move(direct).error());
    auto drawer = cli::PictureDrawer::create(device, *direct);
    if (!drawer) return fail(std::move(drawer).error());
    const TextureDesc desc = {.width = kWidth, .height = kHeight};
    auto buffer = device->create_buffer(HeapKind::kDefault, numbers.size(), "numbers");
    if (!buffer) return fail(std::move(buffer).error());
    auto picture = device->create_texture(desc, "picture");
    if (!picture) return fail(std::move(picture).error());
    auto target = device->create_texture(desc, "target", D3D12_RESOURCE_FLAG_ALLOW_RENDER_TARGET);
    if (!target) return fail(std::move(target).error());

    auto batch = (*manager)->begin_upload();
    if (!batch) return fail(std::move(batch).error());
    if (auto done = batch->upload_buffer(buffer->get(), 0, numbers); !done) return done;
    if (auto done = batch->upload_texture(picture->get(), 0, TextureData{texels.data()}); !done) return done;
    const auto copied = batch->submit();
    if (!copied) return fail(copied.error());
    if (auto waits = (*manager)->wait_on((*direct)->d3d(), *copied); !waits) return waits;
    const auto drawn = (*drawer)->draw(picture->get(), kStateCommon, target->get());
    if (!drawn) return fail(drawn.error());

    GuardedBytes numbers_back(numbers.size());
    GuardedBytes texels_back(texels.size());
    const auto come_back = [&]() -> Result<void> {
      auto first = (*manager)->read_buffer({buffer->get(), 0, numbers.size()}, {.after = *copied});
      if (!first) return fail(std::move(first).error());
      auto second = (*manager)->read_texture({.source = target->get()}, {.after = *drawn});
      if (!second) return fail(std::move(second).error());
      if (auto done = first->copy_to(numbers_back.bytes()); !done) return done;
      return second->copy_to(texels_back.bytes());
    };
    Result<void> came = come_back();
    EXPECT_TRUE(numbers_back.guards_hold() && texels_back.guards_hold());
    if (!came) return came;
    EXPECT_TRUE(std::equal(numbers.begin(), numbers.end(), numbers_back.bytes().begin())) << "wrong bytes";
    EXPECT_TRUE(!cli::why_no_drawing().empty() ||
                std::equal(texels.begin(), texels.end(), texels_back.bytes().begin()))
        << "wrong bytes";
    calls_of_trip_ = check::hresult_calls(device->d3d());
    return {};
  }

  /// A device on the layer, with faults, and what is left of it afterwards.
  struct Run {
    Result<void> result;
    /// The calls that return an HRESULT up to the last byte, where the trip came to that.
    std::uint64_t calls = 0;
    /// The call that was made to fail, as the journal has it; empty where there was none.
    std::string struck;
    bool removed = false;
    /// The struck call was the CreateFence of neither queue's timeline.
    bool extra_fence = false;
  };

  static Run run(const std::vector<check::Fault>& faults, std::int32_t code, const std::string& what) {
    check::WrapOptions options;
    options.faults = faults;
    options.journal_size = 1 << 14;
    // So that the same calls are made each time.
    options.pace = check::GpuPace::kWhenAsked;
    ComPtr<ID3D12Device> d3d = watched(below_.get(), options);
    const Watchdog watchdog(what, d3d.get());
    Run run;
    run.removed = true;  // Until there is a device that says otherwise.
    calls_of_trip_ = 0;
    std::string leaks;
    {
      auto device = Device::adopt(d3d.get(), "sweep");
      if (!device) {
        run.result = fail(std::move(device).error());
      } else {
        (*device)->set_log([&leaks](std::string_view report) { leaks += report; });
        run.result = one_trip(*device);
        run.calls = calls_of_trip_;
        run.removed = !(*device)->check_alive();
        run.struck = struck_call(d3d.get(), code);
        run.extra_fence = fences_made_ > 2 && run.struck.find("::CreateFence") != std::string::npos;
        // What failed once must have left nothing behind that harms the next try.
        check::clear_faults(d3d.get());
        if (!run.removed) {
          const Result<void> again = one_trip(*device);
          EXPECT_TRUE(again) << "the next try: " << (again ? "" : to_string(again.error()));
        }
      }
    }
    if (run.struck.empty()) run.struck = struck_call(d3d.get(), code);
    // Of a lost device the layer keeps the objects below until the end, and Ferry's list with them.
    if (!run.removed) {
      EXPECT_EQ(leaks, "");
    }
    EXPECT_EQ(check::live_object_report(d3d.get()), "");
    report_broken_rules();
    return run;
  }

  /// The first call that gave this result.
  static std::string struck_call(ID3D12Device* device, std::int32_t code) {
    const std::string result = ": " + hresult_name(code);
    fences_made_ = 0;
    for (const std::string& line : check::journal(device)) {
      if (line.find("::CreateFence") != std::string::npos) ++fences_made_;
      if (line.size() >= result.size() &&
          line.compare(line.size() - result.size(), result.size(), result) == 0) {
        return line;
      }
    }
    return {};
  }

  /// Whether Ferry may go on as if nothing had been where this call fails.
  static bool may_fail_unnoticed(std::string_view struck) {
    for (
        const std::string_view harmless : {
            // Names and the list of live objects are for people; without them everything works.
            "::SetName",
            "::SetPrivateData",
            "::GetPrivateData",
            // What the device does not tell, it is taken not to have: the ways that need nothing are used.
            "::CheckFeatureSupport",
            // Resources without a heap of their own answer with an error too; the copy itself tells the rest.
            "::GetHeapProperties",
            // A Signal that fails is tried once more, for nobody could follow its work otherwise.
            "::Signal",
        }) {
      if (struck.find(harmless) != std::string_view::npos) return true;
    }
    return false;
  }

  /// Makes call number `nth` fail. False where the trip makes fewer calls.
  static bool sweep_one(std::uint64_t nth, std::int32_t code, std::uint64_t calls_of_clean_trip) {
    const std::string what = text("call ", nth, " failing with ", hresult_name(code));
    SCOPED_TRACE(what);
    const Run run = FaultSweep::run({{"*", nth, code}}, code, what);
    if (run.struck.empty()) {
      EXPECT_TRUE(run.result) << to_string(run.result.error());
      return false;
    }
    SCOPED_TRACE(run.struck);
    if (run.result) {
      // Once the last byte is there, nothing can make it undone.
      const bool too_late = nth > calls_of_clean_trip || run.calls < nth;
      // A fence that stands still is looked at in a second way, with a fence more, or not if there is none.
      EXPECT_TRUE(too_late || (code != kDeviceRemoved && (may_fail_unnoticed(run.struck) || run.extra_fence)))
          << "success, as if nothing had been";
      return true;
    }
    const Error& error = run.result.error();
    EXPECT_FALSE(error.message.empty());
    if (run.struck.find("GetDeviceRemovedReason") != std::string::npos || code == kDeviceRemoved) {
      EXPECT_EQ(to_string(error.code), to_string(ErrorCode::kDeviceLost)) << to_string(error);
    } else {
      EXPECT_EQ(to_string(error.code), to_string(code_of(code))) << to_string(error);
      EXPECT_EQ(hresult_name(error.hresult), hresult_name(code)) << to_string(error);
    }
    return true;
  }

  static std::uint64_t calls_of_clean_trip() {
    const Run clean = run({}, kOutOfMemory, "the trip with no fault");
    EXPECT_TRUE(clean.result) << to_string(clean.result.error());
    EXPECT_EQ(clean.struck, "");
    EXPECT_GT(clean.calls, 100u);
    return clean.calls;
  }

  static inline ComPtr<ID3D12Device> below_;
  static inline std::uint64_t calls_of_trip_ = 0;
  static inline int fences_made_ = 0;
};

class EachCall : public FaultSweep, public testing::WithParamInterface<std::int32_t> {};

TEST_P(EachCall, GivesItsErrorAndLeavesNothingBehind) {
  const std::uint64_t calls = calls_of_clean_trip();
  std::uint64_t nth = 1;
  while (sweep_one(nth, GetParam(), calls)) {
    if (HasFailure()) return;
    ++nth;
  }
  EXPECT_GE(nth, calls);
  RecordProperty("calls", static_cast<int>(nth - 1));
}

INSTANTIATE_TEST_SUITE_P(Failing, EachCall,
                         testing::Values(static_cast<std::int32_t>(0x8007000e),
                                         static_cast<std::int32_t>(0x887a0005),
                                         static_cast<std::int32_t>(0x80070057)),
                         [](const auto& code) { return hresult_name(code.param); });

TEST_F(FaultSweep, ASignalThatFailsIsTriedOnceMore) {
  calls_of_clean_trip();
  for (const std::int32_t code : {kOutOfMemory, kInvalidArgument}) {
    for (std::uint64_t nth = 1; nth <= 4; ++nth) {
      SCOPED_TRACE(nth);
      const Run run =
          FaultSweep::run({{"ID3D12CommandQueue::Signal", nth, code}}, code, "a Signal that fails");
      EXPECT_NE(run.struck.find("::Signal"), std::string::npos) << run.struck;
      EXPECT_TRUE(run.result) << to_string(run.result.error());
    }
  }
}

TEST_F(FaultSweep, ASignalThatFailsTwiceLosesItsTimelineAndNothingElse) {
  for (std::uint64_t nth = 1; nth <= 4; ++nth) {
    SCOPED_TRACE(nth);
    // Each strikes once and counts from the start.
    const Run run = FaultSweep::run({{"ID3D12CommandQueue::Signal", nth, kOutOfMemory},
                                     {"ID3D12CommandQueue::Signal", nth + 1, kOutOfMemory}},
                                    kOutOfMemory, "two Signals that fail");
    ASSERT_FALSE(run.result);
    EXPECT_EQ(to_string(run.result.error().code), to_string(ErrorCode::kOutOfMemory));
    EXPECT_NE(run.result.error().message.find("failed twice"), std::string::npos);
  }
}

TEST_F(FaultSweep, WhatALostTimelineStoodForLivesUntilTheGpuIsDone) {
  check::WrapOptions options;
  options.pace = check::GpuPace::kWhenAsked;
  options.looks_per_piece = 1000;  // Nothing is done before the end of the manager waits for it.
  options.shadow_upload_memory = true;
  ComPtr<ID3D12Device> d3d = watched(below_.get(), options);
  const Watchdog watchdog("a timeline that is lost", d3d.get());
  auto device = Device::adopt(d3d.get(), "lost timeline");
  ASSERT_TRUE(device);
  const auto alive = [&] { return check::live_object_report(d3d.get()).find("orphan") != std::string::npos; };
  {
    TransferOptions transfer;
    transfer.ring_bytes = 64_KiB;
    auto manager = TransferManager::create(*device, transfer);
    ASSERT_TRUE(manager);
    auto orphan = (*device)->create_buffer(HeapKind::kDefault, 1000, "orphan");
    ASSERT_TRUE(orphan);
    const std::vector<std::byte> bytes(1000, std::byte{9});
    auto batch = (*manager)->begin_upload();
    ASSERT_TRUE(batch && batch->upload_buffer(orphan->get(), 0, bytes));
    for (const std::uint64_t nth : {1, 2}) {
      ASSERT_TRUE(check::add_fault(d3d.get(), {"ID3D12CommandQueue::Signal", nth, kOutOfMemory}));
    }
    EXPECT_FALSE(batch->submit());
    *orphan = ComPtr<ID3D12Resource>();
    for (int i = 0; i < 3; ++i) {
      (*manager)->poll();
      EXPECT_TRUE(alive());
      EXPECT_EQ((*manager)->statistics().ring.ring.open_segments, 1u) << "its staging is never used again";
    }
    // The other queues work on.
    auto other = (*device)->create_buffer(HeapKind::kDefault, 1000, "other");
    auto direct = (*manager)->begin_upload(QueueKind::kDirect);
    ASSERT_TRUE(other && direct && direct->upload_buffer(other->get(), 0, bytes));
    const auto point = direct->submit();
    ASSERT_TRUE(point) << to_string(point.error());
    EXPECT_TRUE(alive());
    check::gpu_drain(d3d.get());
    ASSERT_TRUE((*manager)->wait(*point));
  }
  EXPECT_FALSE(alive());
  device->reset();
  EXPECT_EQ(check::live_object_report(d3d.get()), "");
}

}  // namespace
}  // namespace ferry::test
