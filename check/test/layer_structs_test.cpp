// Every nested struct that holds an interface pointer goes through the layer: what is below sees its own
// objects (libvkd3d ends the process where it does not), and a foreign pointer inside is refused.

#include <gtest/gtest.h>

#include "layer_scene.hpp"

namespace ferry::check::test {
namespace {

class LayerStructs : public testing::Test {
 protected:
  LayerStructs()
      : device_(wrapped_device()),
        other_(wrapped_device()),
        lane_(device_.get(), D3D12_COMMAND_LIST_TYPE_DIRECT),
        ours_(make_buffer(device_.get(), D3D12_HEAP_TYPE_DEFAULT, 65536)),
        theirs_(make_buffer(other_.get(), D3D12_HEAP_TYPE_DEFAULT, 65536)) {}

  /// The calls before it were refused that many times, each for its foreign pointer, and nothing else was
  /// found.
  void expect_refused(int times) {
    EXPECT_EQ(found(device_.get(), Rule::kForeignObject), times) << report(device_.get());
    EXPECT_EQ(static_cast<int>(findings(device_.get()).size()), times) << report(device_.get());
    EXPECT_EQ(lane_.list->Close(), E_INVALIDARG);
  }

  Ref<ID3D12Device> device_;
  Ref<ID3D12Device> other_;
  Lane lane_;
  Ref<ID3D12Resource> ours_;
  Ref<ID3D12Resource> theirs_;
};

TEST_F(LayerStructs, BarriersOfEveryKind) {
  const auto unordered = make_committed(device_.get(), D3D12_HEAP_TYPE_DEFAULT,
                                        buffer_desc(256, D3D12_RESOURCE_FLAG_ALLOW_UNORDERED_ACCESS),
                                        D3D12_RESOURCE_STATE_COMMON);
  // More of them than fit into the small array.
  std::vector<D3D12_RESOURCE_BARRIER> barriers;
  barriers.push_back(
      transition(unordered.get(), D3D12_RESOURCE_STATE_COMMON, D3D12_RESOURCE_STATE_UNORDERED_ACCESS));
  for (int i = 0; i < 20; ++i) {
    D3D12_RESOURCE_BARRIER barrier = {};
    barrier.Type = D3D12_RESOURCE_BARRIER_TYPE_UAV;
    barrier.UAV.pResource = i % 2 == 0 ? unordered.get() : nullptr;
    barriers.push_back(barrier);
  }
  lane_.list->ResourceBarrier(static_cast<UINT>(barriers.size()), barriers.data());
  D3D12_RESOURCE_BARRIER alias = {};
  alias.Type = D3D12_RESOURCE_BARRIER_TYPE_ALIASING;
  lane_.list->ResourceBarrier(1, &alias);
  lane_.run();
  EXPECT_EQ(report(device_.get()), "");

  auto foreign = transition(theirs_.get(), D3D12_RESOURCE_STATE_COMMON, D3D12_RESOURCE_STATE_COPY_DEST);
  lane_.list->ResourceBarrier(1, &foreign);
  foreign = {};
  foreign.Type = D3D12_RESOURCE_BARRIER_TYPE_UAV;
  foreign.UAV.pResource = theirs_.get();
  lane_.list->ResourceBarrier(1, &foreign);
  foreign.Type = D3D12_RESOURCE_BARRIER_TYPE_ALIASING;
  foreign.Aliasing.pResourceBefore = theirs_.get();
  foreign.Aliasing.pResourceAfter = nullptr;
  lane_.list->ResourceBarrier(1, &foreign);
  foreign.Aliasing.pResourceBefore = nullptr;
  foreign.Aliasing.pResourceAfter = theirs_.get();
  lane_.list->ResourceBarrier(1, &foreign);
  expect_refused(4);
}

TEST_F(LayerStructs, CopyLocations) {
  const auto texture = make_committed(device_.get(), D3D12_HEAP_TYPE_DEFAULT, texture_desc(64, 64),
                                      D3D12_RESOURCE_STATE_COPY_DEST);
  D3D12_TEXTURE_COPY_LOCATION to = {};
  to.pResource = texture.get();
  to.Type = D3D12_TEXTURE_COPY_TYPE_SUBRESOURCE_INDEX;
  D3D12_TEXTURE_COPY_LOCATION from = {};
  from.pResource = ours_.get();
  from.Type = D3D12_TEXTURE_COPY_TYPE_PLACED_FOOTPRINT;
  from.PlacedFootprint.Footprint = {DXGI_FORMAT_R8G8B8A8_UNORM, 64, 64, 1, 256};
  lane_.list->CopyTextureRegion(&to, 0, 0, 0, &from, nullptr);
  lane_.run();
  EXPECT_EQ(report(device_.get()), "");

  from.pResource = theirs_.get();
  lane_.list->CopyTextureRegion(&to, 0, 0, 0, &from, nullptr);
  from.pResource = ours_.get();
  to.pResource = static_cast<ID3D12Resource*>(unwrap(texture.get()));
  lane_.list->CopyTextureRegion(&to, 0, 0, 0, &from, nullptr);
  expect_refused(2);
}

TEST_F(LayerStructs, PipelineDescriptions) {
  const auto root = draw_root_signature(device_.get());
  const auto compute_root = compute_root_signature(device_.get());
  EXPECT_TRUE(draw_pipeline(device_.get(), root.get()));
  EXPECT_TRUE(compute_pipeline(device_.get(), compute_root.get()));
  EXPECT_EQ(report(device_.get()), "");

  const auto foreign = compute_root_signature(other_.get());
  const auto shader = compute_shader();
  D3D12_COMPUTE_PIPELINE_STATE_DESC compute = {};
  compute.pRootSignature = foreign.get();
  compute.CS = {shader.data(), shader.size()};
  void* state = nullptr;
  EXPECT_EQ(device_->CreateComputePipelineState(&compute, iid_of<ID3D12PipelineState>(), &state),
            E_INVALIDARG);
  D3D12_GRAPHICS_PIPELINE_STATE_DESC graphics = {};
  graphics.pRootSignature = foreign.get();
  EXPECT_EQ(device_->CreateGraphicsPipelineState(&graphics, iid_of<ID3D12PipelineState>(), &state),
            E_INVALIDARG);
  EXPECT_EQ(found(device_.get(), Rule::kForeignObject), 2);
}

TEST_F(LayerStructs, ArraysOfObjects) {
  ID3D12Pageable* objects[] = {ours_.get(), theirs_.get()};
  EXPECT_EQ(device_->MakeResident(1, objects), S_OK);
  EXPECT_EQ(device_->MakeResident(2, objects), E_INVALIDARG);
  EXPECT_EQ(device_->Evict(2, objects), E_INVALIDARG);
  EXPECT_EQ(found(device_.get(), Rule::kForeignObject), 2);

  Lane foreign(other_.get(), D3D12_COMMAND_LIST_TYPE_DIRECT);
  ASSERT_EQ(foreign.list->Close(), S_OK);
  execute(lane_.queue.get(), foreign.list.get());
  EXPECT_EQ(found(device_.get(), Rule::kForeignObject), 3);

  D3D12_DESCRIPTOR_HEAP_DESC desc = {};
  desc.NumDescriptors = 1;
  desc.Type = D3D12_DESCRIPTOR_HEAP_TYPE_CBV_SRV_UAV;
  desc.Flags = D3D12_DESCRIPTOR_HEAP_FLAG_SHADER_VISIBLE;
  void* heap = nullptr;
  ASSERT_EQ(other_->CreateDescriptorHeap(&desc, iid_of<ID3D12DescriptorHeap>(), &heap), S_OK);
  const auto owned = Ref<ID3D12DescriptorHeap>::adopt(static_cast<ID3D12DescriptorHeap*>(heap));
  ID3D12DescriptorHeap* const heaps[] = {owned.get()};
  lane_.list->SetDescriptorHeaps(1, heaps);
  expect_refused(4);
}

TEST_F(LayerStructs, ViewsWithTheirCounters) {
  D3D12_DESCRIPTOR_HEAP_DESC desc = {};
  desc.NumDescriptors = 1;
  desc.Type = D3D12_DESCRIPTOR_HEAP_TYPE_CBV_SRV_UAV;
  void* heap = nullptr;
  ASSERT_EQ(device_->CreateDescriptorHeap(&desc, iid_of<ID3D12DescriptorHeap>(), &heap), S_OK);
  const auto owned = Ref<ID3D12DescriptorHeap>::adopt(static_cast<ID3D12DescriptorHeap*>(heap));
  const auto at = cpu_start(owned.get());
  const auto unordered = make_committed(device_.get(), D3D12_HEAP_TYPE_DEFAULT,
                                        buffer_desc(8192, D3D12_RESOURCE_FLAG_ALLOW_UNORDERED_ACCESS),
                                        D3D12_RESOURCE_STATE_COMMON);
  D3D12_UNORDERED_ACCESS_VIEW_DESC view = {};
  view.ViewDimension = D3D12_UAV_DIMENSION_BUFFER;
  view.Buffer.NumElements = 16;
  view.Buffer.StructureByteStride = 16;
  view.Buffer.CounterOffsetInBytes = 4096;
  device_->CreateUnorderedAccessView(unordered.get(), unordered.get(), &view, at);
  EXPECT_EQ(report(device_.get()), "");
  device_->CreateUnorderedAccessView(unordered.get(), theirs_.get(), &view, at);
  device_->CreateUnorderedAccessView(theirs_.get(), nullptr, &view, at);
  EXPECT_EQ(found(device_.get(), Rule::kForeignObject), 2);
}

TEST_F(LayerStructs, PlainParameters) {
  void* object = nullptr;
  Lane foreign(other_.get(), D3D12_COMMAND_LIST_TYPE_DIRECT);
  EXPECT_EQ(device_->CreateCommandList(0, D3D12_COMMAND_LIST_TYPE_DIRECT, foreign.allocator.get(), nullptr,
                                       iid_of<ID3D12GraphicsCommandList>(), &object),
            E_INVALIDARG);
  EXPECT_EQ(lane_.queue->Wait(foreign.fence.get(), 0), E_INVALIDARG);
  HANDLE handle = nullptr;
  EXPECT_EQ(device_->CreateSharedHandle(theirs_.get(), nullptr, 0, nullptr, &handle), E_INVALIDARG);
  const auto desc = buffer_desc(256);
  EXPECT_EQ(device_->CreatePlacedResource(nullptr, 0, &desc, D3D12_RESOURCE_STATE_COMMON, nullptr,
                                          iid_of<ID3D12Resource>(), &object),
            E_INVALIDARG);
  EXPECT_EQ(found(device_.get(), Rule::kForeignObject), 3) << report(device_.get());
  EXPECT_EQ(found(device_.get(), Rule::kNullArgument), 1) << report(device_.get());
  D3D12_TEXTURE_COPY_LOCATION place = {};
  lane_.list->CopyTextureRegion(nullptr, 0, 0, 0, &place, nullptr);
  EXPECT_EQ(found(device_.get(), Rule::kNullArgument), 3) << report(device_.get());
  lane_.list->ResourceBarrier(0, nullptr);
  lane_.list->ResourceBarrier(1, nullptr);
  EXPECT_EQ(found(device_.get(), Rule::kNullArgument), 4) << report(device_.get());
}

}  // namespace
}  // namespace ferry::check::test
