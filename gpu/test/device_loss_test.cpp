// The report of a lost device, against what the GPU of the rule-checking layer has really run.
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <ferry/gpu/device_loss.hpp>
#include <ferry/gpu/queue.hpp>

#include "gpu_fixture.hpp"

namespace ferry::test {
namespace {

using namespace std::chrono_literals;

constexpr auto kHung = static_cast<std::int32_t>(0x887a0006);

class DeviceLossTest : public testing::Test {
 protected:
  void SetUp() override {
    if (unchecked()) GTEST_SKIP() << "the rule-checking layer plays the loss";
    check::WrapOptions options;
    options.pace = check::GpuPace::kHeld;
    device_ = make_watched_device(options);
    ASSERT_TRUE(device_);
    copy_ = *Queue::create(device_, QueueKind::kCopy, "copies");
    direct_ = *Queue::create(device_, QueueKind::kDirect, "frames");
  }
  void TearDown() override {
    if (!device_) return;
    copy_.reset();
    direct_.reset();
    end_watched_device(device_);
  }
  const TimelineLoss* of(const DeviceLossReport& report, std::string_view name) {
    for (const TimelineLoss& timeline : report.timelines) {
      if (timeline.name == name) return &timeline;
    }
    return nullptr;
  }

  std::shared_ptr<Device> device_;
  std::shared_ptr<Queue> copy_;
  std::shared_ptr<Queue> direct_;
};

TEST_F(DeviceLossTest, EachQueueSaysWhatCompletedAndWhatWasInFlight) {
  for (int i = 1; i <= 6; ++i) ASSERT_TRUE(copy_->signal("upload " + std::to_string(i)));
  for (int i = 1; i <= 3; ++i) ASSERT_TRUE(direct_->signal("frame " + std::to_string(i)));
  check::gpu_step(copy_->d3d(), 5);
  EXPECT_EQ(copy_->timeline()->completed().value(), 5u);
  check::gpu_step(direct_->d3d(), 2);  // which nobody looks at
  check::lose_device(device_->d3d(), kHung);
  const auto refused = copy_->signal("upload 7");
  ASSERT_FALSE(refused);
  const std::vector<std::string> journal = check::journal(device_->d3d(), 6);
  DeviceLossSources sources;
  sources.error = &refused.error();
  sources.journal = journal;
  const DeviceLossReport report = describe_device_loss(*device_, sources);
  EXPECT_TRUE(report.lost);
  EXPECT_EQ(report.reason, kHung);
  ASSERT_EQ(report.timelines.size(), 2u);
  const TimelineLoss& copies = report.timelines[0];
  EXPECT_EQ(copies.name, "copies timeline");
  ASSERT_EQ(copies.completed.size(), 4u);
  EXPECT_EQ(copies.completed.back().label, "upload 5");
  ASSERT_EQ(copies.in_flight.size(), 1u);
  EXPECT_EQ(copies.in_flight.front().value, 6u);
  EXPECT_EQ(copies.in_flight.front().label, "upload 6");
  EXPECT_FALSE(copies.older_in_flight);
  const TimelineLoss& frames = report.timelines[1];
  EXPECT_TRUE(frames.completed.empty()) << "nobody saw them complete";
  EXPECT_EQ(frames.in_flight.size(), 3u);
  EXPECT_NE(report.first_failed_call.find("ID3D12CommandQueue::Signal"), std::string::npos)
      << report.first_failed_call;

  const std::string words = report.to_text();
  for (const char* const word :
       {"device lost: DXGI_ERROR_DEVICE_HUNG: the GPU did not finish in time",
        "surely completed: 2 'upload 2'", "5 'upload 5'", "in flight, never seen complete: 6 'upload 6'\n",
        "  perhaps done, for its Signal failed: 'upload 7'\n", "noticed by: ", "  | #",
        "remedy: Look at the first thing in flight"}) {
    EXPECT_NE(words.find(word), std::string::npos) << word << "\n" << words;
  }
  const std::string json = report.to_json();
  for (const char* const word :
       {R"({"lost":true,"reason":"DXGI_ERROR_DEVICE_HUNG")", R"("name":"copies timeline","last_submitted":6)",
        R"("in_flight":[{"value":6,"label":"upload 6"}],"older_in_flight":false,)",
        R"("unsignalled":["upload 7"],"unsignalled_count":1,"not_done":[],"not_done_count":0})"}) {
    EXPECT_NE(json.find(word), std::string::npos) << word << "\n" << json;
  }
  EXPECT_EQ(json.find('\n'), std::string::npos);
}

TEST_F(DeviceLossTest, ADeviceThatIsThereIsNotCalledLost) {
  ASSERT_TRUE(copy_->signal("only one"));
  const DeviceLossReport report = describe_device_loss(*device_);
  EXPECT_FALSE(report.lost);
  ASSERT_EQ(report.timelines.size(), 1u) << "queues without work are left out";
  EXPECT_NE(report.to_text().find("device not lost: S_OK"), std::string::npos);
  check::gpu_drain(device_->d3d());
}

TEST_F(DeviceLossTest, MoreInFlightThanLabelsAreKeptForIsSaid) {
  for (std::size_t i = 0; i < FenceTimeline::kKeptLabels + 5; ++i) ASSERT_TRUE(copy_->signal("one of many"));
  check::lose_device(device_->d3d());
  const DeviceLossReport report = describe_device_loss(*device_);
  const TimelineLoss* const copies = of(report, "copies timeline");
  ASSERT_TRUE(copies);
  EXPECT_TRUE(copies->older_in_flight);
  EXPECT_EQ(copies->in_flight.size(), FenceTimeline::kKeptLabels);
  EXPECT_NE(report.to_text().find("never seen complete: older work, 6 'one of many'"), std::string::npos);
}

TEST_F(DeviceLossTest, WhatIsRefusedSurelyIsNotDoneAndTheFirstOfItIsNamed) {
  check::lose_device(device_->d3d());
  EXPECT_FALSE(copy_->signal("first"));
  ID3D12CommandList* const none = nullptr;
  constexpr std::size_t kMany = FenceTimeline::kKeptUnmarked + 3;
  for (std::size_t i = 0; i < kMany; ++i) EXPECT_FALSE(copy_->execute({&none, 1}, text("late ", i)));
  const DeviceLossReport report = describe_device_loss(*device_);
  const TimelineLoss* const copies = of(report, "copies timeline");
  ASSERT_TRUE(copies) << "a queue is named although nothing of it ever completed";
  EXPECT_EQ(copies->unsignalled, (std::vector<std::string>{"first"}));
  EXPECT_EQ(copies->not_done_count, kMany);
  ASSERT_EQ(copies->not_done.size(), FenceTimeline::kKeptUnmarked);
  EXPECT_EQ(copies->not_done.front(), "late 0");
  EXPECT_NE(report.to_text().find("surely not done: 'late 0', 'late 1'"), std::string::npos);
  EXPECT_NE(report.to_text().find(" and 3 more\n"), std::string::npos) << report.to_text();
}

TEST_F(DeviceLossTest, QuotesInLabelsAreEscaped) {
  ASSERT_TRUE(copy_->signal("say \"a\\b\""));
  check::lose_device(device_->d3d());
  EXPECT_NE(describe_device_loss(*device_).to_json().find(R"("label":"say \"a\\b\"")"), std::string::npos);
}

/// Loses the device after each piece of work of two queues that wait for each other, looked at in between or
/// not.
TEST(DeviceLossSweep, NothingIsCalledCompletedThatWasNotAndNothingIsForgotten) {
  if (unchecked()) GTEST_SKIP() << "the rule-checking layer plays the loss";
  constexpr std::uint64_t kPieces = 9;
  for (std::uint64_t ran = 0; ran <= kPieces; ++ran) {
    for (const bool looked : {true, false}) {
      SCOPED_TRACE(text("after ", ran, " pieces, ", looked ? "looked at" : "not looked at"));
      check::WrapOptions options;
      options.pace = check::GpuPace::kHeld;
      std::shared_ptr<Device> device = make_watched_device(options);
      ASSERT_TRUE(device);
      {
        auto copy = *Queue::create(device, QueueKind::kCopy, "copies");
        auto direct = *Queue::create(device, QueueKind::kDirect, "frames");
        const std::pair<std::string, std::shared_ptr<Queue>> queues[] = {{"copies timeline", copy},
                                                                         {"frames timeline", direct}};
        for (int i = 1; i <= 2; ++i) {
          const auto uploaded = copy->signal("upload");
          ASSERT_TRUE(uploaded);
          ASSERT_TRUE(copy->make_wait(direct->d3d(), uploaded->value));
          ASSERT_TRUE(direct->signal("frame"));
        }
        check::gpu_step(device->d3d(), ran);
        std::map<std::string, std::uint64_t> really;
        for (const auto& [name, queue] : queues) really[name] = queue->timeline()->d3d()->GetCompletedValue();
        if (looked) {
          for (const auto& [name, queue] : queues)
            EXPECT_EQ(queue->timeline()->completed().value(), really[name]);
        }
        check::lose_device(device->d3d());
        // As programs do: they go on asking, and see what a lost device answers.
        for (const auto& [name, queue] : queues) EXPECT_FALSE(queue->timeline()->completed());
        DeviceLossSources all;
        all.completed = FenceTimeline::kKeptLabels;
        const DeviceLossReport report = describe_device_loss(*device, all);
        ASSERT_EQ(report.timelines.size(), 2u);
        for (const TimelineLoss& timeline : report.timelines) {
          for (const LossEntry& entry : timeline.completed) EXPECT_LE(entry.value, really[timeline.name]);
          if (looked) {
            EXPECT_EQ(timeline.completed.size(), really[timeline.name]);
          }
          // Each value is in one class, in order.
          std::uint64_t next = 1;
          for (const auto* entries : {&timeline.completed, &timeline.in_flight}) {
            for (const LossEntry& entry : *entries) EXPECT_EQ(entry.value, next++);
          }
          EXPECT_EQ(next - 1, timeline.last_submitted);
        }
      }
      end_watched_device(device);
    }
  }
}

}  // namespace
}  // namespace ferry::test
