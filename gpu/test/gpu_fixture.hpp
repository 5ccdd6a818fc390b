#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include <gtest/gtest.h>

#include <ferry/base/units.hpp>
#include <ferry/gpu/command_recycler.hpp>
#include <ferry/gpu/d3d12.hpp>
#include <ferry/gpu/device.hpp>
#include <ferry/gpu/fence_timeline.hpp>
#include <ferry/gpu/queue.hpp>

#include "expect_error.hpp"
#include "rule_watch.hpp"

namespace ferry::test {

/// One device for the whole program, on the rule-checking layer: a test that breaks a rule of Direct3D 12
/// fails.
class GpuTest : public testing::Test {
 public:
  /// After the last test: everything made from the device must be gone by now.
  static void end_device() { end_watched_device(device_); }

 protected:
  static void SetUpTestSuite() {
    if (!device_) device_ = make_watched_device();
    if (device_) return;
    // GoogleTest skips the tests of a suite whose set-up failed, and CTest takes them for skipped, not for
    // failed.
    std::fputs("these tests need a Direct3D 12 device, and there is none\n", stderr);
    std::exit(EXIT_FAILURE);
  }

  static std::shared_ptr<Queue> queue(QueueKind kind = QueueKind::kCopy) {
    auto made = Queue::create(device_, kind, "test queue");
    EXPECT_TRUE(made) << to_string(made.error());
    return made ? *made : nullptr;
  }
  static ComPtr<ID3D12Fence> fence() {
    ComPtr<ID3D12Fence> made;
    EXPECT_EQ(device_->d3d()->CreateFence(0, D3D12_FENCE_FLAG_NONE, iid_of<ID3D12Fence>(), made.put_void()),
              S_OK);
    return made;
  }
  /// A timeline of the application's fence, on which `submitted` counts as submitted.
  static std::shared_ptr<FenceTimeline> timeline_of(ID3D12Fence* fence, std::uint64_t submitted) {
    auto made = FenceTimeline::adopt(*device_, fence, "application");
    EXPECT_TRUE(made);
    (*made)->note_submitted(submitted, "application work");
    return *made;
  }

  static inline std::shared_ptr<Device> device_;
};

class EndOfDevice final : public testing::Environment {
 public:
  void TearDown() override { GpuTest::end_device(); }
};
[[maybe_unused]] inline testing::Environment* const kEndOfDevice =
    testing::AddGlobalTestEnvironment(new EndOfDevice);

}  // namespace ferry::test
