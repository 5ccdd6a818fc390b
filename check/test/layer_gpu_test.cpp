// The slow GPU: what is held, what runs, and in which order.

#include <gtest/gtest.h>

#include <algorithm>

#include "layer_scene.hpp"

namespace ferry::check::test {
namespace {

WrapOptions paced(GpuPace pace) {
  WrapOptions options = quiet();
  options.pace = pace;
  return options;
}

/// Copies a pattern to a readback buffer on a lane, without waiting.
struct Copy {
  Copy(ID3D12Device* device, Lane& lane, std::uint32_t seed)
      : bytes(pattern(1024, seed)),
        upload(make_buffer(device, D3D12_HEAP_TYPE_UPLOAD, 1024)),
        readback(make_buffer(device, D3D12_HEAP_TYPE_READBACK, 1024)) {
    fill(upload.get(), bytes);
    lane.list->CopyBufferRegion(readback.get(), 0, upload.get(), 0, 1024);
  }
  /// True once the copy was run; looks below, so that the checker does not see the read.
  [[nodiscard]] bool arrived() const {
    auto* const below = static_cast<ID3D12Resource*>(unwrap(readback.get()));
    return read(below, 1024) == bytes;
  }

  std::vector<std::uint8_t> bytes;
  Ref<ID3D12Resource> upload;
  Ref<ID3D12Resource> readback;
};

TEST(LayerGpu, HeldWorkRunsStepByStep) {
  const auto device = wrapped_device(paced(GpuPace::kHeld));
  Lane lane(device.get(), D3D12_COMMAND_LIST_TYPE_COPY);
  const Copy copy(device.get(), lane, 1);
  lane.submit();
  EXPECT_EQ(gpu_pending(device.get()), 2U);
  EXPECT_FALSE(copy.arrived());
  EXPECT_EQ(lane.fence->GetCompletedValue(), 0U);
  EXPECT_EQ(gpu_step(device.get()), 1U);
  EXPECT_TRUE(copy.arrived());
  EXPECT_EQ(lane.fence->GetCompletedValue(), 0U);
  EXPECT_EQ(gpu_step(device.get()), 1U);
  EXPECT_EQ(lane.fence->GetCompletedValue(), 1U);
  EXPECT_EQ(gpu_step(device.get()), 0U);
  EXPECT_EQ(report(device.get()), "");
}

TEST(LayerGpu, EventsFireWhenTheSignalIsRun) {
  const auto device = wrapped_device(paced(GpuPace::kHeld));
  Lane lane(device.get(), D3D12_COMMAND_LIST_TYPE_COPY);
  lane.submit();
  const Event event;
  ASSERT_EQ(lane.fence->SetEventOnCompletion(1, event.handle()), S_OK);
  EXPECT_FALSE(event.wait(0));
  gpu_step(device.get());
  EXPECT_FALSE(event.wait(0));
  gpu_step(device.get());
  EXPECT_TRUE(event.wait(1000));
}

TEST(LayerGpu, AListMayBeResetAndRecordedAgainWhileItIsHeld) {
  const auto device = wrapped_device(paced(GpuPace::kHeld));
  Lane lane(device.get(), D3D12_COMMAND_LIST_TYPE_COPY);
  const Copy first(device.get(), lane, 1);
  lane.submit();
  const auto second_allocator = make_allocator(device.get(), D3D12_COMMAND_LIST_TYPE_COPY);
  ASSERT_EQ(lane.list->Reset(second_allocator.get(), nullptr), S_OK);
  const Copy second(device.get(), lane, 2);
  lane.submit();
  // And a third time onto an allocator that holds an earlier recording.
  ASSERT_EQ(lane.list->Reset(second_allocator.get(), nullptr), S_OK);
  const Copy third(device.get(), lane, 3);
  lane.submit();
  EXPECT_FALSE(first.arrived() || second.arrived() || third.arrived());
  EXPECT_EQ(gpu_drain(device.get()), 6U);
  EXPECT_TRUE(first.arrived() && second.arrived() && third.arrived());
  EXPECT_EQ(report(device.get()), "");
}

TEST(LayerGpu, AnAllocatorResetWhileItsWorkIsHeldIsReportedAndDoesNoHarm) {
  const auto device = wrapped_device(paced(GpuPace::kHeld));
  Lane lane(device.get(), D3D12_COMMAND_LIST_TYPE_COPY);
  const Copy first(device.get(), lane, 1);
  lane.submit();
  EXPECT_EQ(lane.allocator->Reset(), S_OK);
  EXPECT_EQ(found(device.get(), Rule::kAllocatorResetInFlight), 1) << report(device.get());
  ASSERT_EQ(lane.list->Reset(lane.allocator.get(), nullptr), S_OK);
  const Copy second(device.get(), lane, 2);
  lane.submit();
  gpu_drain(device.get());
  EXPECT_TRUE(first.arrived() && second.arrived());
}

TEST(LayerGpu, AQueueWaitHoldsItsQueueAndNoOther) {
  const auto device = wrapped_device(paced(GpuPace::kHeld));
  Lane producer(device.get(), D3D12_COMMAND_LIST_TYPE_COPY);
  Lane consumer(device.get(), D3D12_COMMAND_LIST_TYPE_DIRECT);
  const Copy produced(device.get(), producer, 1);
  const Copy consumed(device.get(), consumer, 2);
  producer.submit();
  ASSERT_EQ(consumer.queue->Wait(producer.fence.get(), 1), S_OK);
  consumer.submit();
  EXPECT_EQ(gpu_step(consumer.queue.get(), 10), 0U);
  EXPECT_FALSE(consumed.arrived());
  EXPECT_EQ(gpu_step(producer.queue.get(), 10), 2U);
  EXPECT_TRUE(produced.arrived());
  EXPECT_EQ(gpu_step(consumer.queue.get(), 10), 2U);
  EXPECT_TRUE(consumed.arrived());
  EXPECT_EQ(gpu_pending(device.get()), 0U);
}

TEST(LayerGpu, StepsGoInTheOrderOfSubmission) {
  const auto device = wrapped_device(paced(GpuPace::kHeld));
  Lane a(device.get(), D3D12_COMMAND_LIST_TYPE_COPY);
  Lane b(device.get(), D3D12_COMMAND_LIST_TYPE_COMPUTE);
  const Copy first(device.get(), a, 1);
  const Copy second(device.get(), b, 2);
  a.submit();
  b.submit();
  EXPECT_EQ(gpu_step(device.get(), 2), 2U);
  EXPECT_TRUE(first.arrived());
  EXPECT_FALSE(second.arrived());
  EXPECT_EQ(gpu_step(device.get(), 2), 2U);
  EXPECT_TRUE(second.arrived());
}

TEST(LayerGpu, TheClockRunsQueuesBesideEachOther) {
  WrapOptions options = paced(GpuPace::kHeld);
  options.ticks_per_execution = 10;
  const auto device = wrapped_device(options);
  Lane a(device.get(), D3D12_COMMAND_LIST_TYPE_COPY);
  Lane b(device.get(), D3D12_COMMAND_LIST_TYPE_COMPUTE);
  const Copy first(device.get(), a, 1);
  const Copy second(device.get(), b, 2);
  a.submit();
  b.submit();
  EXPECT_EQ(gpu_advance(device.get(), 9), 0U);
  EXPECT_EQ(gpu_advance(device.get(), 1), 4U);
  EXPECT_TRUE(first.arrived() && second.arrived());
  EXPECT_EQ(a.fence->GetCompletedValue(), 1U);
  EXPECT_EQ(b.fence->GetCompletedValue(), 1U);
  a.reopen();
  b.reopen();
  // The second queue waits for the first: ten ticks each, one after the other.
  const Copy third(device.get(), a, 3);
  const Copy fourth(device.get(), b, 4);
  ASSERT_EQ(b.queue->Wait(a.fence.get(), a.submit()), S_OK);
  b.submit();
  EXPECT_EQ(gpu_advance(device.get(), 15), 2U);
  EXPECT_TRUE(third.arrived());
  EXPECT_FALSE(fourth.arrived());
  EXPECT_EQ(gpu_advance(device.get(), 5), 2U);
  EXPECT_TRUE(fourth.arrived());
  EXPECT_EQ(report(device.get()), "");
}

TEST(LayerGpu, WhenAskedNothingRunsUntilAFenceIsLookedAt) {
  const auto device = wrapped_device(paced(GpuPace::kWhenAsked));
  Lane a(device.get(), D3D12_COMMAND_LIST_TYPE_COPY);
  Lane b(device.get(), D3D12_COMMAND_LIST_TYPE_COMPUTE);
  const Copy wanted(device.get(), a, 1);
  const Copy other(device.get(), b, 2);
  a.submit();
  b.submit();
  EXPECT_FALSE(wanted.arrived() || other.arrived());
  const Event event;
  ASSERT_EQ(a.fence->SetEventOnCompletion(1, event.handle()), S_OK);
  EXPECT_TRUE(event.wait(1000));
  EXPECT_TRUE(wanted.arrived());
  EXPECT_FALSE(other.arrived());
  // Polling brings it on a piece at a time.
  EXPECT_EQ(b.fence->GetCompletedValue(), 0U);
  EXPECT_EQ(b.fence->GetCompletedValue(), 0U);
  EXPECT_EQ(b.fence->GetCompletedValue(), 1U);
  EXPECT_TRUE(other.arrived());
}

TEST(LayerGpu, WhenAskedAFewLooksMayBringNothingOn) {
  WrapOptions options = paced(GpuPace::kWhenAsked);
  options.looks_per_piece = 3;
  const auto device = wrapped_device(options);
  Lane lane(device.get(), D3D12_COMMAND_LIST_TYPE_COPY);
  const Copy copy(device.get(), lane, 1);
  lane.fence->GetCompletedValue();
  lane.fence->GetCompletedValue();
  lane.submit();  // Counted anew from here.
  for (int look = 0; look < 2; ++look) EXPECT_EQ(lane.fence->GetCompletedValue(), 0U);
  EXPECT_FALSE(copy.arrived());
  EXPECT_EQ(lane.fence->GetCompletedValue(), 0U);
  EXPECT_TRUE(copy.arrived());
  for (int look = 0; look < 3; ++look) EXPECT_EQ(lane.fence->GetCompletedValue(), 0U);
  EXPECT_EQ(lane.fence->GetCompletedValue(), 1U);
}

TEST(LayerGpu, WhenAskedAnEventMayBeSetBeforeTheWorkIsSubmitted) {
  const auto device = wrapped_device(paced(GpuPace::kWhenAsked));
  Lane lane(device.get(), D3D12_COMMAND_LIST_TYPE_COPY);
  const Event event;
  ASSERT_EQ(lane.fence->SetEventOnCompletion(1, event.handle()), S_OK);
  EXPECT_FALSE(event.wait(0));
  const Copy copy(device.get(), lane, 1);
  lane.submit();
  EXPECT_TRUE(event.wait(1000));
  EXPECT_TRUE(copy.arrived());
}

TEST(LayerGpu, GoingBackToImmediateRunsWhatWasHeld) {
  const auto device = wrapped_device(paced(GpuPace::kHeld));
  Lane lane(device.get(), D3D12_COMMAND_LIST_TYPE_COPY);
  const Copy copy(device.get(), lane, 1);
  lane.submit();
  set_pace(device.get(), GpuPace::kImmediate);
  EXPECT_EQ(gpu_pending(device.get()), 0U);
  wait_for(lane.fence.get(), 1);
  EXPECT_TRUE(copy.arrived());
}

TEST(LayerGpu, OneSignalServesManyWaits) {
  // libvkd3d lets only the first of several queues wait for a pending value.
  const auto device = wrapped_device();
  constexpr std::uint64_t kSize = 8 << 20;
  const auto upload = make_buffer(device.get(), D3D12_HEAP_TYPE_UPLOAD, kSize);
  const auto zeros = make_buffer(device.get(), D3D12_HEAP_TYPE_UPLOAD, kSize);
  const auto middle = make_buffer(device.get(), D3D12_HEAP_TYPE_DEFAULT, kSize);
  fill(zeros.get(), std::vector<std::uint8_t>(kSize));
  Lane producer(device.get(), D3D12_COMMAND_LIST_TYPE_COPY);
  Lane consumers[2] = {Lane(device.get(), D3D12_COMMAND_LIST_TYPE_DIRECT),
                       Lane(device.get(), D3D12_COMMAND_LIST_TYPE_COMPUTE)};
  Ref<ID3D12Resource> back[2];
  for (auto& buffer : back) buffer = make_buffer(device.get(), D3D12_HEAP_TYPE_READBACK, kSize);
  for (std::uint32_t round = 0; round < 3; ++round) {
    const auto bytes = pattern(kSize, 5 + round);
    fill(upload.get(), bytes);
    // All is recorded before, and the producer is long at it: who does not wait reads zeros.
    for (int i = 0; i < 8; ++i) producer.list->CopyResource(middle.get(), zeros.get());
    producer.list->CopyResource(middle.get(), upload.get());
    for (int i = 0; i < 2; ++i) {
      consumers[i].list->CopyResource(back[i].get(), middle.get());
      ASSERT_EQ(consumers[i].list->Close(), S_OK);
    }
    producer.submit();
    for (auto& consumer : consumers) {
      ASSERT_EQ(consumer.queue->Wait(producer.fence.get(), producer.value), S_OK);
      execute(consumer.queue.get(), consumer.list.get());
      ASSERT_EQ(consumer.queue->Signal(consumer.fence.get(), ++consumer.value), S_OK);
    }
    for (int i = 0; i < 2; ++i) {
      wait_for(consumers[i].fence.get(), consumers[i].value);
      EXPECT_TRUE(read(back[i].get(), kSize) == bytes);
      consumers[i].reopen();
    }
    wait_for(producer.fence.get(), producer.value);
    producer.reopen();
  }
  EXPECT_EQ(report(device.get()), "");
}

TEST(LayerGpu, AWaitMayComeBeforeItsSignal) {
  // libvkd3d ignores a Wait for a value that nobody has submitted.
  const auto device = wrapped_device();
  Lane producer(device.get(), D3D12_COMMAND_LIST_TYPE_COPY);
  Lane consumer(device.get(), D3D12_COMMAND_LIST_TYPE_DIRECT);
  const auto middle = make_buffer(device.get(), D3D12_HEAP_TYPE_DEFAULT, 1024);
  const auto upload = make_buffer(device.get(), D3D12_HEAP_TYPE_UPLOAD, 1024);
  const auto back = make_buffer(device.get(), D3D12_HEAP_TYPE_READBACK, 1024);
  const auto bytes = pattern(1024, 1);
  fill(upload.get(), bytes);
  ASSERT_EQ(consumer.queue->Wait(producer.fence.get(), 1), S_OK);
  EXPECT_EQ(found(device.get(), Rule::kWaitBeforeSignal), 1);
  consumer.list->CopyBufferRegion(back.get(), 0, middle.get(), 0, 1024);
  consumer.submit();
  EXPECT_EQ(gpu_pending(device.get()), layer::kQueueWaitsAreWeak ? 3U : 0U);
  producer.list->CopyBufferRegion(middle.get(), 0, upload.get(), 0, 1024);
  producer.submit();
  wait_for(consumer.fence.get(), 1);
  wait_for(producer.fence.get(), 1);
  EXPECT_EQ(read(back.get(), 1024), bytes);
  // A Signal from the CPU lets a queue go on, too.
  consumer.reopen();
  const auto gate = make_fence(device.get());
  ASSERT_EQ(consumer.queue->Wait(gate.get(), 1), S_OK);
  consumer.submit();
  EXPECT_EQ(consumer.fence->GetCompletedValue(), 1U);
  ASSERT_EQ(gate->Signal(1), S_OK);
  wait_for(consumer.fence.get(), 2);
}

TEST(LayerGpu, TheDeviceMayEndWithWorkHeld) {
  const auto raw = raw_device();
  const auto device = Ref<ID3D12Device>::adopt(*wrap(raw.get(), paced(GpuPace::kHeld)));
  Lane lane(device.get(), D3D12_COMMAND_LIST_TYPE_COPY);
  const Copy copy(device.get(), lane, 1);
  lane.submit();
}

TEST(LayerGpu, StaleReadbackIsFoundOnAFastGpuToo) {
  const auto device = wrapped_device();
  Lane lane(device.get(), D3D12_COMMAND_LIST_TYPE_COPY);
  const Copy copy(device.get(), lane, 1);
  lane.submit();
  (void)read(copy.readback.get(), 1024);
  EXPECT_EQ(found(device.get(), Rule::kReadbackBeforeFence), 1) << report(device.get());
  wait_for(lane.fence.get(), 1);
  (void)read(copy.readback.get(), 1024);
  EXPECT_EQ(found(device.get(), Rule::kReadbackBeforeFence), 1) << report(device.get());
}

TEST(LayerGpu, AFrameWithUncoveredWorkIsReported) {
  const auto device = wrapped_device();
  Lane lane(device.get(), D3D12_COMMAND_LIST_TYPE_COPY);
  const Copy copy(device.get(), lane, 1);
  ASSERT_EQ(lane.list->Close(), S_OK);
  execute(lane.queue.get(), lane.list.get());
  frame_end(device.get());
  EXPECT_EQ(found(device.get(), Rule::kFrameEndUncovered), 1) << report(device.get());
  ASSERT_EQ(lane.queue->Signal(lane.fence.get(), 1), S_OK);
  frame_end(device.get());
  EXPECT_EQ(found(device.get(), Rule::kFrameEndUncovered), 1) << report(device.get());
  wait_for(lane.fence.get(), 1);
}

// --------------------------------------------------------------------------------------------- shadow memory

class LayerShadow : public testing::Test {
 protected:
  LayerShadow() {
    WrapOptions options = paced(GpuPace::kHeld);
    options.shadow_upload_memory = true;
    device_ = wrapped_device(options);
  }
  Ref<ID3D12Device> device_;
};

TEST_F(LayerShadow, BytesThatChangeWhileACopyStillReadsThemAreFound) {
  Lane lane(device_.get(), D3D12_COMMAND_LIST_TYPE_COPY);
  const auto upload = make_buffer(device_.get(), D3D12_HEAP_TYPE_UPLOAD, 1024);
  const auto back = make_buffer(device_.get(), D3D12_HEAP_TYPE_READBACK, 256);
  void* data = nullptr;
  ASSERT_EQ(upload->Map(0, nullptr, &data), S_OK);
  auto* const bytes = static_cast<std::uint8_t*>(data);
  std::fill_n(bytes, 1024, std::uint8_t{1});
  lane.list->CopyBufferRegion(back.get(), 0, upload.get(), 256, 256);
  lane.submit();
  bytes[0] = 2;                 // Not read by the copy.
  bytes[255] = bytes[512] = 2;  // Nor these, its neighbours.
  gpu_drain(device_.get());
  EXPECT_EQ(report(device_.get()), "");
  wait_for(lane.fence.get(), 1);
  EXPECT_EQ(read(back.get(), 256), std::vector<std::uint8_t>(256, 1));

  lane.reopen();
  lane.list->CopyBufferRegion(back.get(), 0, upload.get(), 256, 256);
  lane.submit();
  bytes[511] = 3;  // Its last byte.
  gpu_drain(device_.get());
  EXPECT_EQ(found(device_.get(), Rule::kStagingChangedInFlight), 1) << report(device_.get());
  wait_for(lane.fence.get(), 2);
  EXPECT_EQ(read(back.get(), 256)[255], 3);
}

TEST_F(LayerShadow, WhatDrawsAndDispatchesReadIsBroughtToo) {
  // A dispatch whose number of groups lies in UPLOAD memory: nobody knows what it reads, so all is brought.
  Lane lane(device_.get(), D3D12_COMMAND_LIST_TYPE_DIRECT);
  const auto arguments = make_buffer(device_.get(), D3D12_HEAP_TYPE_UPLOAD, 256);
  const auto back = make_buffer(device_.get(), D3D12_HEAP_TYPE_READBACK, 256);
  const auto results = make_committed(device_.get(), D3D12_HEAP_TYPE_DEFAULT,
                                      buffer_desc(256, D3D12_RESOURCE_FLAG_ALLOW_UNORDERED_ACCESS),
                                      D3D12_RESOURCE_STATE_COMMON);
  const auto root = compute_root_signature(device_.get());
  const auto state = compute_pipeline(device_.get(), root.get());
  D3D12_INDIRECT_ARGUMENT_DESC argument = {};
  argument.Type = D3D12_INDIRECT_ARGUMENT_TYPE_DISPATCH;
  D3D12_COMMAND_SIGNATURE_DESC desc = {};
  desc.ByteStride = 12;
  desc.NumArgumentDescs = 1;
  desc.pArgumentDescs = &argument;
  const auto signature = made<ID3D12CommandSignature>(
      [&](REFIID id, void** out) { return device_->CreateCommandSignature(&desc, nullptr, id, out); });
  void* data = nullptr;
  ASSERT_EQ(arguments->Map(0, nullptr, &data), S_OK);
  std::fill_n(static_cast<std::uint32_t*>(data), 3, 1U);
  lane.list->SetPipelineState(state.get());
  lane.list->SetComputeRootSignature(root.get());
  lane.list->SetComputeRootUnorderedAccessView(0, results->GetGPUVirtualAddress());
  lane.list->ExecuteIndirect(signature.get(), 1, arguments.get(), 0, nullptr, 0);
  const auto barrier =
      transition(results.get(), D3D12_RESOURCE_STATE_UNORDERED_ACCESS, D3D12_RESOURCE_STATE_COPY_SOURCE);
  lane.list->ResourceBarrier(1, &barrier);
  lane.list->CopyBufferRegion(back.get(), 0, results.get(), 0, 256);
  lane.submit();
  gpu_drain(device_.get());
  wait_for(lane.fence.get(), lane.value);
  const auto bytes = read(back.get(), 256);
  EXPECT_EQ(bytes[0], 7);
  EXPECT_EQ(bytes[4 * 63], 3 * 63 + 7);
  EXPECT_EQ(report(device_.get()), "");
}

TEST_F(LayerShadow, WritesAfterTheFenceAreRight) {
  Lane lane(device_.get(), D3D12_COMMAND_LIST_TYPE_COPY);
  const auto upload = make_buffer(device_.get(), D3D12_HEAP_TYPE_UPLOAD, 1024);
  const auto back = make_buffer(device_.get(), D3D12_HEAP_TYPE_READBACK, 1024);
  void* data = nullptr;
  ASSERT_EQ(upload->Map(0, nullptr, &data), S_OK);
  for (std::uint8_t round = 1; round < 5; ++round) {
    std::fill_n(static_cast<std::uint8_t*>(data), 1024, round);
    lane.list->CopyBufferRegion(back.get(), 0, upload.get(), 0, 1024);
    lane.submit();
    gpu_drain(device_.get());
    wait_for(lane.fence.get(), lane.value);
    EXPECT_EQ(read(back.get(), 1024), std::vector<std::uint8_t>(1024, round));
    lane.reopen();
  }
  upload->Unmap(0, nullptr);
  EXPECT_EQ(report(device_.get()), "");
}

}  // namespace
}  // namespace ferry::check::test
