// Habits that cost time, and what comes close to them.

#include <array>

#include <ferry/check/model/advice.hpp>

#include "layer_cases.hpp"

namespace ferry::check::test {

namespace {

using namespace advice;

/// Submissions on the bench's queue, two of which may be in flight.
class TwoInFlight {
 public:
  explicit TwoInFlight(Bench& bench) : b_(bench) {
    // Nothing is done before somebody waits for it, so that a wait is one on every machine.
    set_pace(b_.device.get(), GpuPace::kWhenAsked);
    for (Slot& slot : slots_) {
      slot.allocator = make_allocator(b_.device.get(), kDirect);
      slot.list = make_list(b_.device.get(), kDirect, slot.allocator.get());
      EXPECT_EQ(slot.list->Close(), S_OK);
    }
  }
  ~TwoInFlight() { wait_for(b_.lane.fence.get(), b_.lane.value); }
  TwoInFlight(const TwoInFlight&) = delete;
  TwoInFlight& operator=(const TwoInFlight&) = delete;

  /// Records and submits, after the submission before the last one is complete; gives the list to record into.
  /// `kept` lives until then.
  void submit(const std::function<void(ID3D12GraphicsCommandList*)>& record, Ref<ID3D12Resource> kept = {}) {
    Slot& slot = slots_[count_++ % slots_.size()];
    if (slot.value != 0) wait_for(b_.lane.fence.get(), slot.value);
    slot.kept = std::move(kept);
    EXPECT_EQ(slot.allocator->Reset(), S_OK);
    EXPECT_EQ(slot.list->Reset(slot.allocator.get(), nullptr), S_OK);
    record(slot.list.get());
    EXPECT_EQ(slot.list->Close(), S_OK);
    execute(b_.lane.queue.get(), slot.list.get());
    slot.value = ++b_.lane.value;
    EXPECT_EQ(b_.lane.queue->Signal(b_.lane.fence.get(), slot.value), S_OK);
  }
  void wait() { wait_for(b_.lane.fence.get(), b_.lane.value); }
  void frame_end() { check::frame_end(b_.device.get()); }

 private:
  struct Slot {
    Ref<ID3D12CommandAllocator> allocator;
    Ref<ID3D12GraphicsCommandList> list;
    Ref<ID3D12Resource> kept;
    std::uint64_t value = 0;
  };
  Bench& b_;
  std::array<Slot, 2> slots_;
  std::uint64_t count_ = 0;
};

/// Copies `count` pieces from a mapped UPLOAD buffer of `size` bytes, one behind the other.
void carry(Bench& b, std::uint64_t size, std::uint64_t piece, std::uint64_t count, bool at_once) {
  TwoInFlight queue(b);
  const auto ring = b.upload(size);
  const auto to = make_buffer(b.device.get(), D3D12_HEAP_TYPE_DEFAULT, piece);
  b.kept.push_back(to);
  const D3D12_RANGE nothing = {0, 0};
  void* data = nullptr;
  EXPECT_EQ(ring->Map(0, &nothing, &data), S_OK);
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t offset = i % (size / piece) * piece;
    queue.submit([&](ID3D12GraphicsCommandList* list) {
      list->CopyBufferRegion(to.get(), 0, ring.get(), offset, piece);
    });
    if (at_once) queue.wait();
  }
  queue.wait();
}

}  // namespace

std::vector<Case> advice_cases() {
  using enum Case::Manner;
  return {
      {"ASubmissionForEachTinyCopy", Rule::kTinySubmissions,
       [](Bench& b, bool wrong) {
         const auto from = b.upload();
         const auto to = b.buffer();
         for (std::uint64_t i = 0; i < kTinySubmissions; ++i) {
           b.copy(to.get(), from.get());
           if (wrong) b.lane.run();
         }
         b.lane.run();
       },
       kComplete},
      {"SubmitAndWaitInEachFrame", Rule::kSubmitAndWait,
       [](Bench& b, bool wrong) {
         TwoInFlight queue(b);
         for (std::uint64_t i = 0; i <= kFramesInARow; ++i) {
           queue.submit([](ID3D12GraphicsCommandList*) {});
           if (wrong) queue.wait();
           queue.frame_end();
         }
       },
       kComplete},
      {"AnUploadBufferForEachFrame", Rule::kUploadBufferPerFrame,
       [](Bench& b, bool wrong) {
         const auto to = b.buffer();
         b.kept.push_back(b.upload());
         TwoInFlight queue(b);
         for (std::uint64_t i = 0; i < kFramesInARow + 2; ++i) {
           const auto from = wrong ? b.upload() : b.kept.back();
           const auto copy = [&](ID3D12GraphicsCommandList* list) {
             list->CopyBufferRegion(to.get(), 0, from.get(), 0, 65536);
           };
           queue.submit(copy, from);
           queue.frame_end();
         }
         b.kept.push_back(to);
       },
       kComplete},
      {"AFullFrameReadBackInEachFrame", Rule::kFullFrameReadback,
       [](Bench& b, bool wrong) {
         const auto picture =
             make_committed(b.device.get(), D3D12_HEAP_TYPE_DEFAULT,
                            texture_desc(512, 512, D3D12_RESOURCE_FLAG_ALLOW_RENDER_TARGET), kSource);
         const auto into = b.readback(1_MiB);
         D3D12_TEXTURE_COPY_LOCATION from = {};
         from.pResource = picture.get();
         D3D12_TEXTURE_COPY_LOCATION to = {};
         to.pResource = into.get();
         to.Type = D3D12_TEXTURE_COPY_TYPE_PLACED_FOOTPRINT;
         to.PlacedFootprint.Footprint = {DXGI_FORMAT_R8G8B8A8_UNORM, 512, 512, 1, 2048};
         TwoInFlight queue(b);
         for (std::uint64_t i = 0; i < kFramesInARow; ++i) {
           queue.submit([&](ID3D12GraphicsCommandList* list) {
             if (wrong || i % 2 == 0) list->CopyTextureRegion(&to, 0, 0, 0, &from, nullptr);
           });
           queue.frame_end();
         }
         queue.wait();
       },
       kComplete},
      {"VerticesInTheUploadHeap", Rule::kVerticesInUploadHeap,
       [](Bench& b, bool wrong) {
         const auto vertices = b.upload();
         const std::vector<std::uint8_t> bytes(256);
         fill(vertices.get(), bytes);
         const D3D12_VERTEX_BUFFER_VIEW view = {vertices->GetGPUVirtualAddress(), 256, 4};
         TwoInFlight queue(b);
         // With no word about frames: each Signal covers a draw. (The device below leaves that one out, for it
         // has no pipeline.)
         for (std::uint64_t i = 0; i < kFramesInARow; ++i) {
           if (!wrong) fill(vertices.get(), bytes);
           queue.submit([&](ID3D12GraphicsCommandList* list) {
             list->IASetVertexBuffers(0, 1, &view);
             list->DrawInstanced(3, 1, 0, 0);
           });
         }
         queue.wait();
       },
       kComplete},
      {"AFarTooBigRing", Rule::kRingTooBig,
       [](Bench& b, bool wrong) {
         carry(b, wrong ? kUsualRing + 16_MiB : kUsualRing, 256_KiB, kRingSubmissions, false);
       },
       kComplete},
      {"AFarTooSmallRing", Rule::kRingTooSmall,
       [](Bench& b, bool wrong) { carry(b, 64_KiB, wrong ? 48_KiB : 32_KiB, kDrainingWaits + 1, wrong); },
       kComplete},
  };
}

}  // namespace ferry::check::test
