#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include <ferry/base/units.hpp>
#include <ferry/gpu/command_recycler.hpp>
#include <ferry/gpu/d3d12.hpp>
#include <ferry/gpu/device.hpp>
#include <ferry/gpu/fence_timeline.hpp>
#include <ferry/gpu/queue.hpp>

namespace ferry::test {

/// The error of a call that had to fail; an empty one, and a failed test, where it did not.
template <typename T>
Error error_of(const Result<T>& result) {
  EXPECT_FALSE(result.has_value());
  return result.has_value() ? Error{} : result.error();
}

/// That an error has this code and that its message has each of these words.
inline void expect_error(const Error& error, ErrorCode code,
                         const std::vector<std::string_view>& words = {}) {
  EXPECT_EQ(to_string(error.code), to_string(code)) << error.message;
  for (const std::string_view word : words) {
    EXPECT_NE(error.message.find(word), std::string::npos) << "no '" << word << "' in: " << error.message;
  }
}

template <typename T>
void expect_error(const Result<T>& result, ErrorCode code, const std::vector<std::string_view>& words = {}) {
  expect_error(error_of(result), code, words);
}

/// One device for the whole program.
class GpuTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    if (device_) return;
    auto device = Device::create();
    ASSERT_TRUE(device) << to_string(device.error());
    device_ = *device;
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

}  // namespace ferry::test
