// Order, lifetime, fences and device loss: broken once through the layer, and the near miss.

#include "layer_cases.hpp"

namespace ferry::check::test {

namespace {

/// Executes the bench's closed list and covers it with a Signal.
void go(Bench& b) {
  execute(b.lane.queue.get(), b.lane.list.get());
  EXPECT_EQ(b.lane.queue->Signal(b.lane.fence.get(), ++b.lane.value), S_OK);
}

void wait(Bench& b) {
  wait_for(b.lane.fence.get(), b.lane.value);
}

/// Runs what is held and lets the program know.
void finish(Bench& b) {
  gpu_drain(b.device.get());
  wait(b);
}

}  // namespace

std::vector<Case> order_cases() {
  using enum Case::Manner;
  return {
      {"ExecuteBeforeClose", Rule::kExecuteOpenList,
       [](Bench& b, bool wrong) {
         if (!wrong) {
           EXPECT_EQ(b.lane.list->Close(), S_OK);
         }
         execute(b.lane.queue.get(), b.lane.list.get());
       },
       kComplete},
      {"ExecuteAfterAFailedClose", Rule::kExecuteFailedList,
       [](Bench& b, bool wrong) {
         if (wrong) {
           EXPECT_TRUE(add_fault(b.device.get(), {"ID3D12GraphicsCommandList::Close"}));
         }
         EXPECT_EQ(b.lane.list->Close(), wrong ? E_OUTOFMEMORY : S_OK);
         execute(b.lane.queue.get(), b.lane.list.get());
       },
       kComplete},
      {"ExecuteAfterTheAllocatorsReset", Rule::kExecuteStaleList,
       [](Bench& b, bool wrong) {
         EXPECT_EQ(b.lane.list->Close(), S_OK);
         if (!wrong) {
           go(b);
           wait(b);
         }
         EXPECT_EQ(b.lane.allocator->Reset(), S_OK);
         if (wrong) {
           go(b);
           wait(b);
         }
       },
       kComplete},
      {"ExecuteAgain", Rule::kListExecutingAgain,
       [](Bench& b, bool wrong) {
         EXPECT_EQ(b.lane.list->Close(), S_OK);
         set_pace(b.device.get(), GpuPace::kHeld);
         go(b);
         if (!wrong) finish(b);
         go(b);
         finish(b);
       },
       kComplete},
      {"ListOnTheWrongQueue", Rule::kListTypeMismatch,
       [](Bench& b, bool wrong) {
         Lane copy(b.device.get(), kCopy);
         EXPECT_EQ(copy.list->Close(), S_OK);
         execute(wrong ? b.lane.queue.get() : copy.queue.get(), copy.list.get());
         EXPECT_EQ(copy.queue->Signal(copy.fence.get(), 1), S_OK);
         b.lane.run();
         wait_for(copy.fence.get(), 1);
       },
       kComplete},
      {"ResetBeforeClose", Rule::kListResetWhileOpen,
       [](Bench& b, bool wrong) {
         if (!wrong) {
           EXPECT_EQ(b.lane.list->Close(), S_OK);
         }
         (void)b.lane.list->Reset(b.lane.allocator.get(), nullptr);
       },
       kComplete},
      {"RecordAfterClose", Rule::kRecordOnClosedList,
       [](Bench& b, bool wrong) {
         EXPECT_EQ(b.lane.list->Close(), S_OK);
         if (!wrong) {
           EXPECT_EQ(b.lane.list->Reset(b.lane.allocator.get(), nullptr), S_OK);
         }
         b.lane.list->SetMarker(0, "m", 2);
       },
       kComplete},
      {"DrawingOnACopyList", Rule::kCommandNotForListType,
       [](Bench& b, bool wrong) {
         Lane copy(b.device.get(), kCopy);
         const D3D12_VIEWPORT viewport = {0, 0, 64, 64, 0, 1};
         (wrong ? copy : b.lane).list->RSSetViewports(1, &viewport);
         copy.run();
         b.lane.run();
       },
       kComplete},
      {"AllocatorResetInFlight", Rule::kAllocatorResetInFlight,
       [](Bench& b, bool wrong) {
         set_pace(b.device.get(), GpuPace::kHeld);
         EXPECT_EQ(b.lane.list->Close(), S_OK);
         go(b);
         if (!wrong) finish(b);
         EXPECT_EQ(b.lane.allocator->Reset(), S_OK);
         finish(b);
       },
       kComplete},
      {"AllocatorResetWhileRecording", Rule::kAllocatorResetWhileRecording,
       [](Bench& b, bool wrong) {
         if (!wrong) {
           EXPECT_EQ(b.lane.list->Close(), S_OK);
         }
         (void)b.lane.allocator->Reset();
       },
       kComplete},
      {"TwoListsOnOneAllocator", Rule::kAllocatorTwoLists,
       [](Bench& b, bool wrong) {
         if (!wrong) {
           EXPECT_EQ(b.lane.list->Close(), S_OK);
         }
         void* second = nullptr;
         (void)b.device->CreateCommandList(0, kDirect, b.lane.allocator.get(), nullptr,
                                           iid_of<ID3D12GraphicsCommandList>(), &second);
         if (second == nullptr) return;
         const auto owned =
             Ref<ID3D12GraphicsCommandList>::adopt(static_cast<ID3D12GraphicsCommandList*>(second));
         (void)owned->Close();
       },
       kComplete},
      {"ReleaseInFlight", Rule::kReleasedInFlight,
       [](Bench& b, bool wrong) {
         auto staging = b.upload();
         const auto to = b.buffer();
         set_pace(b.device.get(), GpuPace::kHeld);
         b.copy(to.get(), staging.get());
         b.lane.submit();
         if (!wrong) finish(b);
         staging.reset();
         finish(b);
       },
       kComplete},
      {"ReleaseOfAHeapInFlight", Rule::kReleasedInFlight,
       [](Bench& b, bool wrong) {
         auto heap = b.memory(65536, D3D12_HEAP_FLAG_ALLOW_ONLY_BUFFERS);
         const auto to = b.placed(heap.get(), 0, buffer_desc(1024), kCommon);
         const auto staging = b.upload();
         set_pace(b.device.get(), GpuPace::kHeld);
         b.copy(to.get(), staging.get());
         b.lane.submit();
         if (!wrong) finish(b);
         heap.reset();
         finish(b);
       },
       kComplete},
      {"ReleaseBeforeExecute", Rule::kUsedAfterRelease,
       [](Bench& b, bool wrong) {
         auto staging = b.upload();
         const auto to = b.buffer();
         b.copy(to.get(), staging.get());
         EXPECT_EQ(b.lane.list->Close(), S_OK);
         if (wrong) staging.reset();
         go(b);
         wait(b);
       },
       kComplete},
      {"StaleReadback", Rule::kReadbackBeforeFence,
       [](Bench& b, bool wrong) {
         const auto from = b.buffer();
         const auto back = b.readback();
         set_pace(b.device.get(), GpuPace::kHeld);
         b.copy(back.get(), from.get());
         b.lane.submit();
         if (!wrong) finish(b);
         (void)read(back.get(), 256);
         finish(b);
       },
       kComplete},
      {"DeclaredReadOfStaleBytes", Rule::kReadbackBeforeFence,
       [](Bench& b, bool wrong) {
         const auto from = b.buffer();
         const auto back = b.readback();
         set_pace(b.device.get(), GpuPace::kHeld);
         b.copy(back.get(), from.get());
         b.lane.submit();
         cpu_read(back.get(), wrong ? 255 : 256, 512);
         finish(b);
       },
       kComplete},
      {"DeclaredReadOfQueryResults", Rule::kReadbackBeforeFence,
       [](Bench& b, bool wrong) {
         D3D12_QUERY_HEAP_DESC desc = {};
         desc.Type = D3D12_QUERY_HEAP_TYPE_TIMESTAMP;
         desc.Count = 2;
         const auto queries = made<ID3D12QueryHeap>(
             [&](REFIID id, void** out) { return b.device->CreateQueryHeap(&desc, id, out); });
         const auto back = b.readback(256);
         set_pace(b.device.get(), GpuPace::kHeld);
         for (UINT i = 0; i < 2; ++i) b.lane.list->EndQuery(queries.get(), D3D12_QUERY_TYPE_TIMESTAMP, i);
         b.lane.list->ResolveQueryData(queries.get(), D3D12_QUERY_TYPE_TIMESTAMP, 0, 2, back.get(), 8);
         b.lane.submit();
         cpu_read(back.get(), wrong ? 23 : 24, 32);
         finish(b);
       },
       kComplete},
      {"DeclaredWriteOfBytesInFlight", Rule::kStagingChangedInFlight,
       [](Bench& b, bool wrong) {
         const auto staging = b.upload(1024);
         const auto back = b.readback(1024);
         set_pace(b.device.get(), GpuPace::kHeld);
         b.lane.list->CopyBufferRegion(back.get(), 0, staging.get(), 256, 256);
         b.lane.submit();
         cpu_write(staging.get(), wrong ? 511 : 512, 600);
         finish(b);
       },
       kComplete},
      {"ValueThatDoesNotRise", Rule::kFenceValueNotRising,
       [](Bench& b, bool wrong) {
         EXPECT_EQ(b.lane.queue->Signal(b.lane.fence.get(), 2), S_OK);
         EXPECT_EQ(b.lane.queue->Signal(b.lane.fence.get(), wrong ? 2 : 3), S_OK);
       },
       kComplete},
      {"FenceOfTwoQueues", Rule::kFenceTwoQueues,
       [](Bench& b, bool wrong) {
         Lane copy(b.device.get(), kCopy);
         EXPECT_EQ(b.lane.queue->Signal(b.lane.fence.get(), 1), S_OK);
         EXPECT_EQ(copy.queue->Signal(wrong ? b.lane.fence.get() : copy.fence.get(), 2), S_OK);
       },
       kComplete},
      {"WaitForNobody", Rule::kWaitBeforeSignal,
       [](Bench& b, bool wrong) {
         Lane copy(b.device.get(), kCopy);
         EXPECT_EQ(copy.queue->Signal(copy.fence.get(), 1), S_OK);
         EXPECT_EQ(b.lane.queue->Wait(copy.fence.get(), wrong ? 2 : 1), S_OK);
         EXPECT_EQ(copy.queue->Signal(copy.fence.get(), 2), S_OK);
       },
       kComplete},
      {"WaitAfterTheLossWasTold", Rule::kWaitOnLostDevice,
       [](Bench& b, bool wrong) {
         EXPECT_EQ(b.lane.queue->Signal(b.lane.fence.get(), 1), S_OK);
         lose_device(b.device.get());
         if (wrong) {
           EXPECT_NE(b.device->GetDeviceRemovedReason(), S_OK);
         }
         const Event event;
         (void)b.lane.fence->SetEventOnCompletion(1, event.handle());
       },
       kComplete},
      {"ReadAfterLoss", Rule::kLostTakenAsDone,
       [](Bench& b, bool wrong) {
         const auto from = b.buffer();
         const auto back = b.readback();
         set_pace(b.device.get(), GpuPace::kHeld);
         b.copy(back.get(), from.get());
         b.lane.submit();
         lose_device(b.device.get());
         EXPECT_EQ(b.lane.fence->GetCompletedValue(), UINT64_MAX);
         if (wrong) cpu_read(back.get(), 0, 256);
       },
       kComplete},
      {"FrameThatNoFenceCovers", Rule::kFrameEndUncovered,
       [](Bench& b, bool wrong) {
         EXPECT_EQ(b.lane.list->Close(), S_OK);
         execute(b.lane.queue.get(), b.lane.list.get());
         if (!wrong) {
           EXPECT_EQ(b.lane.queue->Signal(b.lane.fence.get(), 1), S_OK);
         }
         frame_end(b.device.get());
       },
       kComplete},
      {"RootParameterOfAnotherKind", Rule::kRootParameter,
       [](Bench& b, bool wrong) {
         b.flags = D3D12_RESOURCE_FLAG_ALLOW_UNORDERED_ACCESS;
         const auto results = b.buffer();
         b.kept = {results};
         b.ready_to_compute();
         if (wrong) {
           b.lane.list->SetComputeRootShaderResourceView(0, results->GetGPUVirtualAddress());
         } else {
           b.lane.list->SetComputeRootUnorderedAccessView(0, results->GetGPUVirtualAddress());
         }
       },
       kDangerous},
  };
}

}  // namespace ferry::check::test
