// Lists recorded in other orders and on other threads than they are executed: states are resolved when
// lists are executed, so none of it is a false alarm.

#include <gtest/gtest.h>

#include <thread>

#include "layer_cases.hpp"

namespace ferry::check::test {
namespace {

/// Two lists: one brings a picture into a texture, the other reads it back. The second is recorded first.
struct TwoLists {
  explicit TwoLists(ID3D12Device* device)
      : lane(device, kDirect),
        reader_allocator(make_allocator(device, kDirect)),
        reader(make_list(device, kDirect, reader_allocator.get())),
        texture(make_committed(device, D3D12_HEAP_TYPE_DEFAULT, texture_desc(64, 64), kCommon)),
        upload(make_buffer(device, D3D12_HEAP_TYPE_UPLOAD, 16384)),
        back(make_buffer(device, D3D12_HEAP_TYPE_READBACK, 16384)),
        bytes(pattern(16384, 4)) {
    fill(upload.get(), bytes);
    D3D12_TEXTURE_COPY_LOCATION in_texture = {};
    in_texture.pResource = texture.get();
    D3D12_TEXTURE_COPY_LOCATION in_buffer = {};
    in_buffer.pResource = back.get();
    in_buffer.Type = D3D12_TEXTURE_COPY_TYPE_PLACED_FOOTPRINT;
    in_buffer.PlacedFootprint.Footprint = {DXGI_FORMAT_R8G8B8A8_UNORM, 64, 64, 1, 256};
    auto barrier = transition(texture.get(), kDest, kSource);
    reader->ResourceBarrier(1, &barrier);
    reader->CopyTextureRegion(&in_buffer, 0, 0, 0, &in_texture, nullptr);
    EXPECT_EQ(reader->Close(), S_OK);
    barrier = transition(texture.get(), kCommon, kDest);
    lane.list->ResourceBarrier(1, &barrier);
    in_buffer.pResource = upload.get();
    lane.list->CopyTextureRegion(&in_texture, 0, 0, 0, &in_buffer, nullptr);
    EXPECT_EQ(lane.list->Close(), S_OK);
  }
  void wait() {
    EXPECT_EQ(lane.queue->Signal(lane.fence.get(), ++lane.value), S_OK);
    wait_for(lane.fence.get(), lane.value);
  }

  Lane lane;
  Ref<ID3D12CommandAllocator> reader_allocator;
  Ref<ID3D12GraphicsCommandList> reader;
  Ref<ID3D12Resource> texture;
  Ref<ID3D12Resource> upload;
  Ref<ID3D12Resource> back;
  std::vector<std::uint8_t> bytes;
};

TEST(LayerOrder, ListsMayBeRecordedInTheReverseOfTheirSubmission) {
  for (const bool together : {false, true}) {
    const auto device = wrapped_device();
    TwoLists two(device.get());
    ID3D12CommandList* const lists[] = {two.lane.list.get(), two.reader.get()};
    if (together) {
      two.lane.queue->ExecuteCommandLists(2, lists);
    } else {
      two.lane.queue->ExecuteCommandLists(1, lists);
      two.lane.queue->ExecuteCommandLists(1, lists + 1);
    }
    two.wait();
    EXPECT_EQ(report(device.get()), "");
    EXPECT_EQ(read(two.back.get(), 16384), two.bytes);
  }
}

TEST(LayerOrder, ListsThatAreSubmittedInTheWrongOrderAreFound) {
  const auto device = wrapped_device();
  TwoLists two(device.get());
  // The reader's barrier may name COPY_DEST: a texture in COMMON could have been promoted to it.
  execute(two.lane.queue.get(), two.reader.get());
  EXPECT_EQ(report(device.get()), "");
  execute(two.lane.queue.get(), two.lane.list.get());
  EXPECT_EQ(found(device.get(), Rule::kStateBeforeMismatch), 1) << report(device.get());
  two.wait();
}

TEST(LayerOrder, FourThreadsRecordOneFrameAndOneSubmitsIt) {
  constexpr std::size_t kThreads = 4;
  constexpr D3D12_RESOURCE_STATES kChain[kThreads + 1] = {kCommon, kDest, kSource, kReads, kSource};
  const auto device = wrapped_device();
  Lane lane(device.get(), kDirect);
  const auto shared = make_buffer(device.get(), D3D12_HEAP_TYPE_DEFAULT, 4096);
  for (int frame = 0; frame < 5; ++frame) {
    Ref<ID3D12CommandAllocator> allocators[kThreads];
    Ref<ID3D12GraphicsCommandList> parts[kThreads];
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < kThreads; ++t) {
      threads.emplace_back([&, t] {
        allocators[t] = make_allocator(device.get(), kDirect);
        parts[t] = make_list(device.get(), kDirect, allocators[t].get());
        // Each takes the buffer over in the state in which the one before leaves it.
        const auto barrier = transition(shared.get(), kChain[t], kChain[t + 1]);
        parts[t]->ResourceBarrier(1, &barrier);
        EXPECT_EQ(parts[t]->Close(), S_OK);
      });
    }
    for (auto& thread : threads) thread.join();
    ID3D12CommandList* lists[kThreads];
    for (std::size_t t = 0; t < kThreads; ++t) lists[t] = parts[t].get();
    lane.queue->ExecuteCommandLists(kThreads, lists);
    EXPECT_EQ(lane.queue->Signal(lane.fence.get(), ++lane.value), S_OK);
    wait_for(lane.fence.get(), lane.value);
  }
  EXPECT_EQ(report(device.get()), "");
}

TEST(LayerOrder, DescriptorTablesAreLookedAtOnlyWhenAsked) {
  for (const bool asked : {false, true}) {
    WrapOptions options = quiet();
    options.check_descriptor_tables = asked;
    Bench bench(options);
    const auto picture = bench.texture(kDest, D3D12_RESOURCE_FLAG_NONE);
    const auto target = bench.texture(kTarget);
    bench.ready_to_draw(picture.get());
    const auto view = bench.target_view(target.get());
    bench.lane.list->OMSetRenderTargets(1, &view, FALSE, nullptr);
    bench.lane.list->DrawInstanced(3, 1, 0, 0);
    bench.lane.run();
    EXPECT_EQ(found(bench.device.get(), Rule::kMissingBarrier), asked ? 1 : 0) << report(bench.device.get());
  }
}

TEST(LayerThreads, FourThreadsRecordAndSubmitWithNoFinding) {
  for (const bool batch : {false, true}) {
    WrapOptions options = quiet();
    options.batch_recording = batch;
    const auto device = wrapped_device(options);
    std::vector<std::thread> threads;
    for (std::uint32_t t = 0; t < 4; ++t) {
      threads.emplace_back([&device, t] {
        Lane lane(device.get(), D3D12_COMMAND_LIST_TYPE_COPY);
        const auto upload = make_buffer(device.get(), D3D12_HEAP_TYPE_UPLOAD, 4096);
        const auto readback = make_buffer(device.get(), D3D12_HEAP_TYPE_READBACK, 4096);
        for (std::uint32_t i = 0; i < 10; ++i) {
          const auto bytes = pattern(4096, 100 * t + i);
          fill(upload.get(), bytes);
          for (std::uint64_t at = 0; at < 4096; at += 256) {
            lane.list->CopyBufferRegion(readback.get(), at, upload.get(), at, 256);
          }
          lane.run();
          EXPECT_EQ(read(readback.get(), 4096), bytes);
        }
      });
    }
    for (auto& thread : threads) thread.join();
    EXPECT_EQ(report(device.get()), "");
    EXPECT_EQ(live_object_report(device.get()), "");
  }
}

}  // namespace
}  // namespace ferry::check::test
