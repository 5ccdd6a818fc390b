// Heaps, resources, maps and foreign objects: broken once through the layer, and the near miss.

#include "core.hpp"
#include "layer_cases.hpp"

namespace ferry::check::test {

namespace {

constexpr auto kNoFlags = D3D12_RESOURCE_FLAG_NONE;
constexpr auto kRenderable = D3D12_RESOURCE_FLAG_ALLOW_RENDER_TARGET;

/// Makes the model believe that the device is of resource heap tier 1.
void pretend_heap_tier_1(ID3D12Device* device) {
  layer::Locked lock(layer::node_of(device)->core());
  event::DeviceCreated created;
  created.id = layer::node_of(device)->id();
  created.resource_heap_tier = 1;
  lock.send(created);
}

}  // namespace

std::vector<Case> creation_cases() {
  using enum Case::Manner;
  return {
    {"UploadInitialState", Rule::kUploadInitialState,
     [](Bench& b, bool wrong) {
       b.attempt(D3D12_HEAP_TYPE_UPLOAD, buffer_desc(256), wrong ? kDest : D3D12_RESOURCE_STATE_GENERIC_READ);
     },
     kComplete},
        {"ReadbackInitialState", Rule::kReadbackInitialState,
         [](Bench& b, bool wrong) {
           b.attempt(D3D12_HEAP_TYPE_READBACK, buffer_desc(256), wrong ? kCommon : kDest);
         },
         kComplete},
        {"TextureInAnUploadHeap", Rule::kTextureInCpuHeap,
         [](Bench& b, bool wrong) {
           b.attempt(D3D12_HEAP_TYPE_UPLOAD, wrong ? texture_desc(64, 64) : buffer_desc(16384),
                     D3D12_RESOURCE_STATE_GENERIC_READ);
         },
         kComplete},
        {"HeapFlagsOfACommittedResource", Rule::kHeapFlags,
         [](Bench& b, bool wrong) {
           b.attempt(D3D12_HEAP_TYPE_DEFAULT, buffer_desc(256), kCommon, nullptr,
                     wrong ? D3D12_HEAP_FLAG_ALLOW_ONLY_BUFFERS : D3D12_HEAP_FLAG_NONE);
         },
         kComplete},
        {"TextureInAHeapOfBuffers", Rule::kHeapFlags,
         [](Bench& b, bool wrong) {
           const auto heap = b.memory(1 << 20, D3D12_HEAP_FLAG_ALLOW_ONLY_BUFFERS);
           (void)b.placed(heap.get(), 0, wrong ? texture_desc(64, 64) : buffer_desc(16384), kCommon);
         },
         kComplete},
        {"HeapForEverythingOnTier1", Rule::kHeapTier1Flags,
         [](Bench& b, bool wrong) {
           pretend_heap_tier_1(b.device.get());
           (void)b.memory(1 << 16, wrong ? D3D12_HEAP_FLAG_NONE : D3D12_HEAP_FLAG_ALLOW_ONLY_BUFFERS);
         },
         kComplete},
        {"MisalignedPlacement", Rule::kPlacedMisaligned,
         [](Bench& b, bool wrong) {
           const auto heap = b.memory(1 << 18, D3D12_HEAP_FLAG_ALLOW_ONLY_BUFFERS);
           (void)b.placed(heap.get(), wrong ? 256 : 65536, buffer_desc(1024), kCommon);
         },
         kComplete},
        {"PlacementBeyondTheHeap", Rule::kPlacedOutsideHeap,
         [](Bench& b, bool wrong) {
           const auto heap = b.memory(1 << 16, D3D12_HEAP_FLAG_ALLOW_ONLY_BUFFERS);
           const auto resource = b.placed(heap.get(), wrong ? 65536 : 0, buffer_desc(1024), kCommon);
           EXPECT_EQ(static_cast<bool>(resource), !wrong);
         },
         kComplete},
        {"BufferOfNoBytes", Rule::kZeroWidthBuffer,
         [](Bench& b, bool wrong) {
           b.attempt(D3D12_HEAP_TYPE_DEFAULT, buffer_desc(wrong ? 0 : 1), kCommon);
         },
         kComplete},
        {"MoreMipsThanTheSizeAllows", Rule::kResourceShape,
         [](Bench& b, bool wrong) {
           auto desc = texture_desc(64, 64);
           desc.MipLevels = wrong ? 8 : 7;
           b.attempt(D3D12_HEAP_TYPE_DEFAULT, desc, kCommon);
         },
         kComplete},
        {"SizeComputedIn32Bits", Rule::kSizeOverflow,
         [](Bench& b, bool wrong) {
           b.attempt(D3D12_HEAP_TYPE_DEFAULT, buffer_desc(wrong ? std::uint64_t{0} - 65536 : 65536), kCommon);
         },
         kComplete},
        {"InitialStateWithoutItsFlag", Rule::kInitialState,
         [](Bench& b, bool wrong) {
           b.attempt(D3D12_HEAP_TYPE_DEFAULT, texture_desc(64, 64, wrong ? kNoFlags : kRenderable), kTarget);
         },
         kComplete},
        {"InitialStateOfABuffer", Rule::kBufferInitialState,
         [](Bench& b, bool wrong) {
           b.attempt(D3D12_HEAP_TYPE_DEFAULT, buffer_desc(256), wrong ? kDest : kCommon);
         },
         kComplete},
        {"ClearValueOfAPlainTexture", Rule::kClearValue,
         [](Bench& b, bool wrong) {
           D3D12_CLEAR_VALUE clear = {};
           clear.Format = DXGI_FORMAT_R8G8B8A8_UNORM;
           b.attempt(D3D12_HEAP_TYPE_DEFAULT, texture_desc(64, 64, wrong ? kNoFlags : kRenderable), kCommon,
                     &clear);
         },
         kComplete},
        {"MapOfADefaultBuffer", Rule::kMapDefault,
         [](Bench& b, bool wrong) {
           const auto resource =
               make_buffer(b.device.get(), wrong ? D3D12_HEAP_TYPE_DEFAULT : D3D12_HEAP_TYPE_UPLOAD, 256);
           void* data = nullptr;
           EXPECT_EQ(resource->Map(0, nullptr, &data), wrong ? E_INVALIDARG : S_OK);
         },
         kComplete},
        {"MapOfASubresource", Rule::kMapSubresource,
         [](Bench& b, bool wrong) {
           const auto resource = b.upload(256);
           void* data = nullptr;
           EXPECT_EQ(resource->Map(wrong ? 1 : 0, nullptr, &data), wrong ? E_INVALIDARG : S_OK);
         },
         kComplete},
        {"MapBeyondTheBuffer", Rule::kMapRange,
         [](Bench& b, bool wrong) {
           const auto resource = b.readback(256);
           void* data = nullptr;
           const D3D12_RANGE range = {0, wrong ? 257U : 256U};
           const D3D12_RANGE nothing = {0, 0};
           EXPECT_EQ(resource->Map(0, &range, &data), S_OK);
           resource->Unmap(0, &nothing);
         },
         kComplete},
        {"UnmapWithoutMap", Rule::kUnmapWithoutMap,
         [](Bench& b, bool wrong) {
           const auto resource = b.upload(256);
           void* data = nullptr;
           for (int i = 0; i < 2; ++i) {
             EXPECT_EQ(resource->Map(0, nullptr, &data), S_OK);
           }
           for (int i = 0; i < (wrong ? 3 : 2); ++i) resource->Unmap(0, nullptr);
         },
         kComplete},
        {"UnmapOfAReadback", Rule::kReadbackUnmapWritten,
         [](Bench& b, bool wrong) {
           const auto resource = b.readback(256);
           void* data = nullptr;
           const D3D12_RANGE nothing = {0, 0};
           EXPECT_EQ(resource->Map(0, nullptr, &data), S_OK);
           resource->Unmap(0, wrong ? nullptr : &nothing);
         },
         kComplete},
        {"ObjectOfTheDeviceBelow", Rule::kForeignObject,
         [](Bench& b, bool wrong) {
           const auto fence = make_fence(b.device.get());
           auto* const below = static_cast<ID3D12Fence*>(unwrap(fence.get()));
           EXPECT_EQ(b.lane.queue->Signal(wrong ? below : fence.get(), 1), wrong ? E_INVALIDARG : S_OK);
         },
         kComplete},
        {"FenceThatWasNeverMade", Rule::kNullArgument,
         [](Bench& b, bool wrong) {
           EXPECT_EQ(b.lane.queue->Signal(wrong ? nullptr : b.lane.fence.get(), 1),
                     wrong ? E_INVALIDARG : S_OK);
         },
         kComplete},
#if !defined(_WIN32)
        {"BundleOnLibvkd3d", Rule::kUnsupportedCall,
         [](Bench& b, bool wrong) {
           const auto type = wrong ? D3D12_COMMAND_LIST_TYPE_BUNDLE : kDirect;
           const auto allocator = make_allocator(b.device.get(), type);
           void* list = nullptr;
           EXPECT_EQ(b.device->CreateCommandList(0, type, allocator.get(), nullptr,
                                                 iid_of<ID3D12GraphicsCommandList>(), &list),
                     wrong ? E_NOTIMPL : S_OK);
           if (list != nullptr) static_cast<ID3D12GraphicsCommandList*>(list)->Release();
         },
         kComplete},
#endif
  };
}

}  // namespace ferry::check::test
