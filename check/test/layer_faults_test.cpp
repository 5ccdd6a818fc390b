// Faults and device loss.

#include <gtest/gtest.h>

#include <algorithm>

#include "layer_scene.hpp"

namespace ferry::check::test {
namespace {

constexpr auto kOutOfMemory = E_OUTOFMEMORY;

TEST(LayerFaults, TheNthCallOfAMethodFailsOnce) {
  const auto device = wrapped_device();
  ASSERT_TRUE(add_fault(device.get(), {"ID3D12Device::CreateFence", 2, kOutOfMemory}));
  void* fence = nullptr;
  const auto create = [&] {
    const HRESULT result = device->CreateFence(0, D3D12_FENCE_FLAG_NONE, iid_of<ID3D12Fence>(), &fence);
    if (fence != nullptr) static_cast<ID3D12Fence*>(fence)->Release();
    return result;
  };
  EXPECT_EQ(create(), S_OK);
  EXPECT_EQ(create(), kOutOfMemory);
  EXPECT_EQ(fence, nullptr);
  EXPECT_EQ(create(), S_OK);
  EXPECT_EQ(report(device.get()), "");
}

TEST(LayerFaults, MistakesInAFaultAreRefused) {
  const auto device = wrapped_device();
  EXPECT_FALSE(add_fault(device.get(), {"ID3D12Device::Nonsense", 1, kOutOfMemory}));
  EXPECT_FALSE(add_fault(device.get(), {"*", 0, kOutOfMemory}));
  EXPECT_FALSE(add_fault(device.get(), {"*", 1, S_OK}));
  EXPECT_FALSE(add_fault(nullptr, {}));
  EXPECT_TRUE(add_fault(device.get(), {}));
  clear_faults(device.get());
  EXPECT_TRUE(make_fence(device.get()));
}

TEST(LayerFaults, AFaultWhileRecordingSurfacesAtClose) {
  const auto device = wrapped_device();
  Lane lane(device.get(), D3D12_COMMAND_LIST_TYPE_COPY);
  const auto a = make_buffer(device.get(), D3D12_HEAP_TYPE_DEFAULT, 256);
  const auto b = make_buffer(device.get(), D3D12_HEAP_TYPE_DEFAULT, 256);
  ASSERT_TRUE(add_fault(device.get(), {"ID3D12GraphicsCommandList::CopyBufferRegion", 1, kOutOfMemory}));
  lane.list->CopyBufferRegion(a.get(), 0, b.get(), 0, 256);
  EXPECT_EQ(lane.list->Close(), kOutOfMemory);
  // It can be used again.
  ASSERT_EQ(lane.list->Reset(lane.allocator.get(), nullptr), S_OK);
  lane.list->CopyBufferRegion(a.get(), 0, b.get(), 0, 256);
  lane.run();
  EXPECT_EQ(report(device.get()), "");
}

TEST(LayerFaults, AFaultThatTheCallTellsOfItselfLeavesTheListAlone) {
  const auto device = wrapped_device();
  Lane lane(device.get(), D3D12_COMMAND_LIST_TYPE_COPY);
  ASSERT_TRUE(add_fault(device.get(), {"ID3D12Object::SetName", 1, kOutOfMemory}));
  EXPECT_EQ(lane.list->SetName(L"named"), kOutOfMemory);
  EXPECT_EQ(lane.list->Close(), S_OK);
}

TEST(LayerFaults, AFaultyCloseLeavesTheAllocatorFree) {
  const auto device = wrapped_device();
  Lane lane(device.get(), D3D12_COMMAND_LIST_TYPE_COPY);
  ASSERT_TRUE(add_fault(device.get(), {"ID3D12GraphicsCommandList::Close", 1, kOutOfMemory}));
  EXPECT_EQ(lane.list->Close(), kOutOfMemory);
  EXPECT_EQ(lane.allocator->Reset(), S_OK);
  EXPECT_EQ(lane.list->Reset(lane.allocator.get(), nullptr), S_OK);
  lane.run();
  EXPECT_EQ(report(device.get()), "");
}

TEST(LayerFaults, ASignalCanFailAfterItsExecute) {
  const auto device = wrapped_device();
  Lane lane(device.get(), D3D12_COMMAND_LIST_TYPE_COPY);
  ASSERT_TRUE(add_fault(device.get(), {"ID3D12CommandQueue::Signal", 1, kOutOfMemory}));
  ASSERT_EQ(lane.list->Close(), S_OK);
  execute(lane.queue.get(), lane.list.get());
  EXPECT_EQ(lane.queue->Signal(lane.fence.get(), 1), kOutOfMemory);
  EXPECT_EQ(lane.queue->Signal(lane.fence.get(), 1), S_OK);
  wait_for(lane.fence.get(), 1);
}

TEST(LayerLoss, ALostDeviceBehavesAsDirect3D12Says) {
  const auto device = wrapped_device();
  Lane lane(device.get(), D3D12_COMMAND_LIST_TYPE_COPY);
  set_pace(device.get(), GpuPace::kHeld);
  lane.submit();
  const Event before;
  ASSERT_EQ(lane.fence->SetEventOnCompletion(1, before.handle()), S_OK);
  EXPECT_EQ(device->GetDeviceRemovedReason(), S_OK);
  lose_device(device.get(), layer::kDeviceHung);
  EXPECT_TRUE(before.wait(1000));
  EXPECT_EQ(lane.fence->GetCompletedValue(), UINT64_MAX);
  const Event after;
  ASSERT_EQ(lane.fence->SetEventOnCompletion(7, after.handle()), S_OK);
  EXPECT_TRUE(after.wait(1000));
  EXPECT_EQ(device->GetDeviceRemovedReason(), layer::kDeviceHung);
  void* object = device.get();
  EXPECT_EQ(device->CreateFence(0, D3D12_FENCE_FLAG_NONE, iid_of<ID3D12Fence>(), &object),
            layer::kDeviceRemoved);
  EXPECT_EQ(object, nullptr);
  EXPECT_EQ(lane.queue->Signal(lane.fence.get(), 2), layer::kDeviceRemoved);
  EXPECT_EQ(lane.queue->Wait(lane.fence.get(), 2), layer::kDeviceRemoved);
  execute(lane.queue.get(), lane.list.get());
  EXPECT_EQ(gpu_pending(device.get()), 0U);
  // The second reason changes nothing.
  lose_device(device.get(), layer::kDeviceReset);
  EXPECT_EQ(device->GetDeviceRemovedReason(), layer::kDeviceHung);
}

TEST(LayerLoss, AFaultCanLoseTheDevice) {
  const auto device = wrapped_device();
  ASSERT_TRUE(add_fault(device.get(), {"ID3D12Device::CreateFence", 1, layer::kDeviceRemoved}));
  void* fence = nullptr;
  EXPECT_EQ(device->CreateFence(0, D3D12_FENCE_FLAG_NONE, iid_of<ID3D12Fence>(), &fence),
            layer::kDeviceRemoved);
  EXPECT_EQ(device->GetDeviceRemovedReason(), layer::kDeviceRemoved);
}

TEST(LayerLoss, ExecuteCanLoseTheDevice) {
  const auto device = wrapped_device();
  Lane lane(device.get(), D3D12_COMMAND_LIST_TYPE_COPY);
  ASSERT_TRUE(add_fault(device.get(), {"ID3D12CommandQueue::ExecuteCommandLists", 1, layer::kDeviceHung}));
  ASSERT_EQ(lane.list->Close(), S_OK);
  execute(lane.queue.get(), lane.list.get());
  EXPECT_EQ(device->GetDeviceRemovedReason(), layer::kDeviceHung);
  EXPECT_EQ(lane.fence->GetCompletedValue(), UINT64_MAX);
}

TEST(LayerLoss, TheJournalIsPrinted) {
  WrapOptions options = quiet();
  std::FILE* const text = std::tmpfile();
  ASSERT_NE(text, nullptr);
  options.text = text;
  {
    const auto device = wrapped_device(options);
    const auto fence = make_fence(device.get());
    lose_device(device.get());
  }
  std::rewind(text);
  char buffer[4096] = {};
  const std::string all(buffer, std::fread(buffer, 1, sizeof buffer, text));
  std::fclose(text);
  EXPECT_NE(all.find("device lost"), std::string::npos) << all;
  EXPECT_NE(all.find("ID3D12Device::CreateFence"), std::string::npos) << all;
}

/// A small program that looks at each result, as a good one does: false where something failed.
bool careful_copy(ID3D12Device* device) {
  const auto release = [](auto*... objects) { ((objects == nullptr ? 0 : objects->Release()), ...); };
  ID3D12CommandQueue* queue = nullptr;
  ID3D12CommandAllocator* allocator = nullptr;
  ID3D12GraphicsCommandList* list = nullptr;
  ID3D12Fence* fence = nullptr;
  ID3D12Resource* upload = nullptr;
  ID3D12Resource* back = nullptr;
  const auto ok = [](HRESULT result) { return SUCCEEDED(result); };
  D3D12_COMMAND_QUEUE_DESC queue_desc = {};
  queue_desc.Type = D3D12_COMMAND_LIST_TYPE_COPY;
  const auto upload_heap = heap_of(D3D12_HEAP_TYPE_UPLOAD);
  const auto back_heap = heap_of(D3D12_HEAP_TYPE_READBACK);
  const auto desc = buffer_desc(1024);
  const auto out = [](auto*& pointer) { return reinterpret_cast<void**>(&pointer); };
  bool good = ok(device->CreateCommandQueue(&queue_desc, iid_of<ID3D12CommandQueue>(), out(queue))) &&
              ok(device->CreateCommandAllocator(D3D12_COMMAND_LIST_TYPE_COPY,
                                                iid_of<ID3D12CommandAllocator>(), out(allocator))) &&
              ok(device->CreateCommandList(0, D3D12_COMMAND_LIST_TYPE_COPY, allocator, nullptr,
                                           iid_of<ID3D12GraphicsCommandList>(), out(list))) &&
              ok(device->CreateFence(0, D3D12_FENCE_FLAG_NONE, iid_of<ID3D12Fence>(), out(fence))) &&
              ok(device->CreateCommittedResource(&upload_heap, D3D12_HEAP_FLAG_NONE, &desc,
                                                 D3D12_RESOURCE_STATE_GENERIC_READ, nullptr,
                                                 iid_of<ID3D12Resource>(), out(upload))) &&
              ok(device->CreateCommittedResource(&back_heap, D3D12_HEAP_FLAG_NONE, &desc,
                                                 D3D12_RESOURCE_STATE_COPY_DEST, nullptr,
                                                 iid_of<ID3D12Resource>(), out(back)));
  void* data = nullptr;
  good = good && ok(upload->Map(0, nullptr, &data));
  if (good) {
    std::fill_n(static_cast<std::uint8_t*>(data), 1024, std::uint8_t{9});
    upload->Unmap(0, nullptr);
    list->CopyBufferRegion(back, 0, upload, 0, 1024);
  }
  good = good && ok(list->Close());
  if (good) {
    execute(queue, list);
    bool signalled = ok(queue->Signal(fence, 1)) || ok(queue->Signal(fence, 1));
    if (signalled) {
      const Event event;
      // Where even this fails, polling remains.
      signalled = ok(fence->SetEventOnCompletion(1, event.handle())) && event.wait(10'000);
      while (fence->GetCompletedValue() < 1) {
      }
      good = signalled && fence->GetCompletedValue() != UINT64_MAX;
    } else {
      good = false;
    }
  }
  const D3D12_RANGE all = {0, 1024};
  const D3D12_RANGE nothing = {0, 0};
  if (good && ok(back->Map(0, &all, &data))) {
    good = static_cast<std::uint8_t*>(data)[1023] == 9;
    back->Unmap(0, &nothing);
  } else {
    good = false;
  }
  release(back, upload, fence, list, allocator, queue);
  return good;
}

TEST(LayerFaults, ASweepOverEveryCallLeavesNothingBehind) {
  std::uint64_t calls = 0;
  {
    const auto device = wrapped_device();
    ASSERT_TRUE(careful_copy(device.get()));
    calls = hresult_calls(device.get());
    EXPECT_EQ(report(device.get()), "");
  }
  ASSERT_GT(calls, 8U);
  for (const HRESULT result :
       {static_cast<HRESULT>(E_OUTOFMEMORY), static_cast<HRESULT>(E_INVALIDARG), layer::kDeviceRemoved}) {
    for (std::uint64_t nth = 1; nth <= calls; ++nth) {
      const auto device = wrapped_device();
      ASSERT_TRUE(add_fault(device.get(), {"*", nth, result}));
      (void)careful_copy(device.get());
      EXPECT_EQ(live_object_report(device.get()), "") << "call " << nth;
      clear_faults(device.get());
      EXPECT_EQ(careful_copy(device.get()), result != layer::kDeviceRemoved) << "call " << nth;
    }
  }
}

}  // namespace
}  // namespace ferry::check::test
