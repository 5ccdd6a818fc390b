// Barriers, aliasing and several queues: broken once through the layer, and the near miss.

#include "layer_cases.hpp"

namespace ferry::check::test {

namespace {

constexpr auto kPlain = D3D12_RESOURCE_FLAG_NONE;
constexpr auto kBuffersOnly = D3D12_HEAP_FLAG_ALLOW_ONLY_BUFFERS;

void barrier_on(Lane& lane, ID3D12Resource* resource, D3D12_RESOURCE_STATES before,
                D3D12_RESOURCE_STATES after, D3D12_RESOURCE_BARRIER_FLAGS flags = {}) {
  auto barrier = transition(resource, before, after);
  barrier.Flags = flags;
  lane.list->ResourceBarrier(1, &barrier);
}

/// Two lanes copy into a buffer, from `first` bytes on and from `second` on; the other waits if `ordered`.
void two_queues(Bench& b, std::uint64_t second, bool ordered, bool reads) {
  Lane copy(b.device.get(), kCopy);
  const auto shared = make_buffer(b.device.get(), D3D12_HEAP_TYPE_DEFAULT, 65536);
  const auto staging = b.upload();
  const auto back = b.readback();
  copy.list->CopyBufferRegion(shared.get(), 0, staging.get(), 0, 256);
  copy.submit();
  if (ordered) {
    EXPECT_EQ(b.lane.queue->Wait(copy.fence.get(), copy.value), S_OK);
  }
  if (reads) {
    b.lane.list->CopyBufferRegion(back.get(), 0, shared.get(), second, 256);
  } else {
    b.lane.list->CopyBufferRegion(shared.get(), second, staging.get(), 0, 256);
  }
  b.lane.submit();
  wait_for(copy.fence.get(), copy.value);
  wait_for(b.lane.fence.get(), b.lane.value);
}

}  // namespace

std::vector<Case> state_cases() {
  using enum Case::Manner;
  return {
      {"AliasedMemory", Rule::kAliasingBarrierMissing,
       [](Bench& b, bool wrong) {
         const auto heap = b.memory(65536, kBuffersOnly);
         const auto staging = b.upload(1024);
         const Ref<ID3D12Resource> twins[] = {b.placed(heap.get(), 0, buffer_desc(1024), kCommon),
                                              b.placed(heap.get(), 0, buffer_desc(1024), kCommon)};
         for (int i = 0; i < 2; ++i) {
           D3D12_RESOURCE_BARRIER alias = {};
           alias.Type = D3D12_RESOURCE_BARRIER_TYPE_ALIASING;
           alias.Aliasing.pResourceAfter = twins[i].get();
           if (i == 0 || !wrong) b.lane.list->ResourceBarrier(1, &alias);
           b.copy(twins[i].get(), staging.get());
         }
         b.lane.run();
       },
       kComplete},
      {"PlacedTargetWithoutAClear", Rule::kUninitializedRenderTarget,
       [](Bench& b, bool wrong) {
         const auto heap = b.memory(1 << 20, D3D12_HEAP_FLAG_ALLOW_ONLY_RT_DS_TEXTURES);
         const auto target =
             b.placed(heap.get(), 0, texture_desc(64, 64, D3D12_RESOURCE_FLAG_ALLOW_RENDER_TARGET), kTarget);
         const auto to = b.texture(kDest, kPlain);
         if (!wrong) b.lane.list->DiscardResource(target.get(), nullptr);
         b.to(target.get(), kTarget, kSource);
         b.between(to.get(), 0, 0, target.get(), 0);
         b.lane.run();
       },
       kComplete},
      {"CopyWithoutItsBarrier", Rule::kMissingBarrier,
       [](Bench& b, bool wrong) {
         const auto to = b.texture(wrong ? kPixel : kDest, kPlain);
         const auto from = b.texture(kSource, kPlain);
         b.kept = {to, from};
         b.between(to.get(), 0, 0, from.get(), 0);
       }},
      {"SourceLeftInCopySource", Rule::kLeftInCopySource,
       [](Bench& b, bool wrong) {
         b.flags = D3D12_RESOURCE_FLAG_ALLOW_UNORDERED_ACCESS;
         const auto results = b.buffer(kSource);
         const auto back = b.readback();
         b.kept = {results, back};
         b.copy(back.get(), results.get());
         if (!wrong) b.to(results.get(), kSource, D3D12_RESOURCE_STATE_UNORDERED_ACCESS);
         b.ready_to_compute();
         b.lane.list->SetComputeRootUnorderedAccessView(0, results->GetGPUVirtualAddress());
         b.lane.list->Dispatch(1, 1, 1);
       }},
      {"BeforeStateOfABarrier", Rule::kStateBeforeMismatch,
       [](Bench& b, bool wrong) {
         const auto target = b.texture(kTarget);
         b.kept = {target};
         b.to(target.get(), wrong ? kPixel : kTarget, kSource);
       }},
      {"BarrierToTheSameState", Rule::kBarrierInvalid,
       [](Bench& b, bool wrong) {
         const auto target = b.texture(kTarget);
         b.kept = {target};
         b.to(target.get(), kTarget, wrong ? kTarget : kPixel);
       }},
      {"BarrierOnAnUploadBuffer", Rule::kFixedStateBarrier,
       [](Bench& b, bool wrong) {
         const auto staging = b.upload();
         const auto buffer = b.buffer();
         b.kept = {staging, buffer};
         b.to(wrong ? staging.get() : buffer.get(), wrong ? D3D12_RESOURCE_STATE_GENERIC_READ : kCommon,
              kSource);
       }},
      {"StateOfACopyQueue", Rule::kCopyQueueState,
       [](Bench& b, bool wrong) {
         Lane copy(b.device.get(), kCopy);
         const auto buffer = make_buffer(b.device.get(), D3D12_HEAP_TYPE_DEFAULT, 256);
         barrier_on(copy, buffer.get(), kCommon, wrong ? kReads : kSource);
         copy.run();
       },
       kComplete},
      {"StateOfAComputeQueue", Rule::kComputeQueueState,
       [](Bench& b, bool wrong) {
         Lane compute(b.device.get(), kCompute);
         const auto buffer = make_buffer(b.device.get(), D3D12_HEAP_TYPE_DEFAULT, 256);
         barrier_on(compute, buffer.get(), kCommon, wrong ? kPixel : kReads);
         compute.run();
       },
       kComplete},
      {"TextureThatComesToTheCopyQueue", Rule::kCopyQueueWantsCommon,
       [](Bench& b, bool wrong) {
         Lane copy(b.device.get(), kCopy);
         const auto from = b.texture(wrong ? kSource : kCommon, kPlain);
         const auto to = b.texture(kCommon, kPlain);
         const auto back = b.readback();
         D3D12_TEXTURE_COPY_LOCATION to_place = {};
         to_place.pResource = back.get();
         to_place.Type = D3D12_TEXTURE_COPY_TYPE_PLACED_FOOTPRINT;
         to_place.PlacedFootprint.Footprint = {DXGI_FORMAT_R8G8B8A8_UNORM, 64, 64, 1, 256};
         D3D12_TEXTURE_COPY_LOCATION from_place = {};
         from_place.pResource = from.get();
         copy.list->CopyTextureRegion(&to_place, 0, 0, 0, &from_place, nullptr);
         copy.run();
       },
       kComplete},
      {"HalvesOfASplitBarrier", Rule::kSplitBarrierMismatch,
       [](Bench& b, bool wrong) {
         const auto target = b.texture(kTarget);
         b.kept = {target};
         barrier_on(b.lane, target.get(), kTarget, kPixel, D3D12_RESOURCE_BARRIER_FLAG_BEGIN_ONLY);
         barrier_on(b.lane, target.get(), kTarget, wrong ? kSource : kPixel,
                    D3D12_RESOURCE_BARRIER_FLAG_END_ONLY);
       }},
      {"UseBetweenTheHalves", Rule::kSplitBarrierPending,
       [](Bench& b, bool wrong) {
         const auto target = b.texture(kTarget);
         b.kept = {target};
         const auto view = b.target_view(target.get());
         const float black[4] = {};
         if (!wrong) b.lane.list->ClearRenderTargetView(view, black, 0, nullptr);
         barrier_on(b.lane, target.get(), kTarget, kPixel, D3D12_RESOURCE_BARRIER_FLAG_BEGIN_ONLY);
         if (wrong) b.lane.list->ClearRenderTargetView(view, black, 0, nullptr);
         barrier_on(b.lane, target.get(), kTarget, kPixel, D3D12_RESOURCE_BARRIER_FLAG_END_ONLY);
       }},
      {"PresentOfATarget", Rule::kPresentNotCommon,
       [](Bench& b, bool wrong) {
         const auto raw = ask<ID3D12Device>(unwrap(b.device.get()));
         const auto below =
             make_committed(raw.get(), D3D12_HEAP_TYPE_DEFAULT,
                            texture_desc(64, 64, D3D12_RESOURCE_FLAG_ALLOW_RENDER_TARGET), kCommon);
         const auto back_buffer = Ref<ID3D12Resource>::adopt(*adopt(b.device.get(), below.get(), kCommon));
         b.to(back_buffer.get(), D3D12_RESOURCE_STATE_PRESENT, kTarget);
         if (!wrong) b.to(back_buffer.get(), kTarget, D3D12_RESOURCE_STATE_PRESENT);
         b.lane.submit();
         presented(back_buffer.get());
         wait_for(b.lane.fence.get(), b.lane.value);
       },
       kComplete},
      {"ReadWithoutAWait", Rule::kCrossQueueHazard,
       [](Bench& b, bool wrong) { two_queues(b, 0, !wrong, true); }, kComplete},
      {"WritesOfTwoQueues", Rule::kCrossQueueSharedWrite,
       [](Bench& b, bool wrong) { two_queues(b, 1024, !wrong, false); }, kComplete},
  };
}

}  // namespace ferry::check::test
