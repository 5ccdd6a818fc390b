// ID3D12Device1 to 9, command lists 3 and 4, and their kin: compiled where the platform's header has them,
// run where the device below offers them.

#include <gtest/gtest.h>

#include <set>

#include "layer_scene.hpp"

#if defined(__ID3D12Device9_INTERFACE_DEFINED__) && defined(__ID3D12GraphicsCommandList4_INTERFACE_DEFINED__)

namespace ferry::check::test {
namespace {

constexpr auto kDirect = D3D12_COMMAND_LIST_TYPE_DIRECT;

class LayerNewer : public testing::Test {
 protected:
  void SetUp() override {
    device_ = wrapped_device();
    newest_ = ask<ID3D12Device9>(device_.get());
    if (!newest_) GTEST_SKIP() << "the device below has no ID3D12Device9";
  }

  Ref<ID3D12Device> device_;
  Ref<ID3D12Device9> newest_;
};

void let_go(void* object) {
  if (object != nullptr) static_cast<IUnknown*>(object)->Release();
}

D3D12_RESOURCE_DESC1 newer_desc(std::uint64_t size) {
  D3D12_RESOURCE_DESC1 desc = {};
  desc.Dimension = D3D12_RESOURCE_DIMENSION_BUFFER;
  desc.Width = size;
  desc.Height = 1;
  desc.DepthOrArraySize = 1;
  desc.MipLevels = 1;
  desc.SampleDesc.Count = 1;
  desc.Layout = D3D12_TEXTURE_LAYOUT_ROW_MAJOR;
  return desc;
}

struct ComputeStream {
  struct alignas(void*) Root {
    D3D12_PIPELINE_STATE_SUBOBJECT_TYPE type = D3D12_PIPELINE_STATE_SUBOBJECT_TYPE_ROOT_SIGNATURE;
    ID3D12RootSignature* root = nullptr;
  } root;
  struct alignas(void*) Shader {
    D3D12_PIPELINE_STATE_SUBOBJECT_TYPE type = D3D12_PIPELINE_STATE_SUBOBJECT_TYPE_CS;
    D3D12_SHADER_BYTECODE code = {};
  } shader;
};

TEST_F(LayerNewer, PipelineStreamsGoThroughTheLayer) {
  const auto other = wrapped_device();
  const auto root = compute_root_signature(device_.get());
  const auto foreign = compute_root_signature(other.get());
  const auto code = compute_shader();
  ComputeStream stream;
  stream.root.root = root.get();
  stream.shader.code = {code.data(), code.size()};
  const D3D12_PIPELINE_STATE_STREAM_DESC desc = {sizeof stream, &stream};
  void* state = nullptr;
  EXPECT_EQ(newest_->CreatePipelineState(&desc, iid_of<ID3D12PipelineState>(), &state), S_OK);
  ASSERT_NE(state, nullptr);
  EXPECT_TRUE(is_wrapped(static_cast<IUnknown*>(state)));
  let_go(state);
  EXPECT_EQ(stream.root.root, root.get());  // The program's own stream is left alone.
  EXPECT_EQ(report(device_.get()), "");
  stream.root.root = foreign.get();
  EXPECT_EQ(newest_->CreatePipelineState(&desc, iid_of<ID3D12PipelineState>(), &state), E_INVALIDARG);
  EXPECT_EQ(state, nullptr);
  EXPECT_EQ(found(device_.get(), Rule::kForeignObject), 1);
}

TEST_F(LayerNewer, ListsThatAreMadeClosedAreResetFirst) {
  void* made = nullptr;
  const HRESULT result = newest_->CreateCommandList1(0, kDirect, D3D12_COMMAND_LIST_FLAG_NONE,
                                                     iid_of<ID3D12GraphicsCommandList>(), &made);
  if (result == E_NOTIMPL) GTEST_SKIP() << "the device below does not implement CreateCommandList1";
  ASSERT_EQ(result, S_OK);
  const auto list = Ref<ID3D12GraphicsCommandList>::adopt(static_cast<ID3D12GraphicsCommandList*>(made));
  const auto allocator = make_allocator(device_.get(), kDirect);
  EXPECT_EQ(list->Reset(allocator.get(), nullptr), S_OK);
  EXPECT_EQ(list->Close(), S_OK);
  EXPECT_EQ(report(device_.get()), "");
  list->SetMarker(0, "m", 2);
  EXPECT_EQ(found(device_.get(), Rule::kRecordOnClosedList), 1);
}

TEST_F(LayerNewer, ResourcesOfEveryKindKeepTheRules) {
  const auto upload = heap_of(D3D12_HEAP_TYPE_UPLOAD);
  const auto plain = buffer_desc(256);
  const auto newer = newer_desc(256);
  void* made = nullptr;
  (void)newest_->CreateCommittedResource1(&upload, D3D12_HEAP_FLAG_NONE, &plain,
                                          D3D12_RESOURCE_STATE_COPY_DEST, nullptr, nullptr,
                                          iid_of<ID3D12Resource>(), &made);
  let_go(made);
  made = nullptr;
  EXPECT_EQ(found(device_.get(), Rule::kUploadInitialState), 1);
  (void)newest_->CreateCommittedResource2(&upload, D3D12_HEAP_FLAG_NONE, &newer,
                                          D3D12_RESOURCE_STATE_COPY_DEST, nullptr, nullptr,
                                          iid_of<ID3D12Resource>(), &made);
  let_go(made);
  made = nullptr;
  EXPECT_EQ(found(device_.get(), Rule::kUploadInitialState), 2);
  D3D12_HEAP_DESC heap_desc = {};
  heap_desc.SizeInBytes = 65536;
  heap_desc.Properties = heap_of(D3D12_HEAP_TYPE_DEFAULT);
  heap_desc.Flags = D3D12_HEAP_FLAG_ALLOW_ONLY_BUFFERS;
  void* heap = nullptr;
  ASSERT_EQ(newest_->CreateHeap1(&heap_desc, nullptr, iid_of<ID3D12Heap>(), &heap), S_OK);
  const auto owned = Ref<ID3D12Heap>::adopt(static_cast<ID3D12Heap*>(heap));
  EXPECT_TRUE(FAILED(newest_->CreatePlacedResource1(owned.get(), 65536, &newer, D3D12_RESOURCE_STATE_COMMON,
                                                    nullptr, iid_of<ID3D12Resource>(), &made)));
  EXPECT_EQ(found(device_.get(), Rule::kPlacedOutsideHeap), 1);
  D3D12_COMMAND_QUEUE_DESC queue_desc = {};
  void* queue = nullptr;
  if (SUCCEEDED(newest_->CreateCommandQueue1(&queue_desc, {}, iid_of<ID3D12CommandQueue>(), &queue))) {
    EXPECT_TRUE(is_wrapped(static_cast<IUnknown*>(queue)));
    let_go(queue);
  }
}

TEST_F(LayerNewer, BundlesAreCheckedWhereTheyRun) {
  const auto allocator = make_allocator(device_.get(), D3D12_COMMAND_LIST_TYPE_BUNDLE);
  const auto bundle = make_list(device_.get(), D3D12_COMMAND_LIST_TYPE_BUNDLE, allocator.get());
  const auto root = draw_root_signature(device_.get());
  const auto state = draw_pipeline(device_.get(), root.get());
  bundle->SetPipelineState(state.get());
  bundle->SetGraphicsRootSignature(root.get());
  bundle->IASetPrimitiveTopology(D3D_PRIMITIVE_TOPOLOGY_TRIANGLELIST);
  EXPECT_EQ(bundle->Close(), S_OK);
  Lane lane(device_.get(), kDirect);
  lane.list->ExecuteBundle(bundle.get());
  lane.run();
  EXPECT_EQ(report(device_.get()), "");
  execute(lane.queue.get(), bundle.get());
  EXPECT_EQ(found(device_.get(), Rule::kListTypeMismatch), 1) << report(device_.get());
}

TEST_F(LayerNewer, RenderPassesAreCheckedAndUnwrapped) {
  Lane lane(device_.get(), kDirect);
  const auto list = ask<ID3D12GraphicsCommandList4>(lane.list.get());
  if (!list) GTEST_SKIP() << "no ID3D12GraphicsCommandList4";
  const auto other = wrapped_device();
  const auto desc = texture_desc(64, 64, D3D12_RESOURCE_FLAG_ALLOW_RENDER_TARGET);
  const auto target =
      make_committed(device_.get(), D3D12_HEAP_TYPE_DEFAULT, desc, D3D12_RESOURCE_STATE_RENDER_TARGET);
  const auto wrong = make_committed(device_.get(), D3D12_HEAP_TYPE_DEFAULT, desc,
                                    D3D12_RESOURCE_STATE_PIXEL_SHADER_RESOURCE);
  const auto foreign =
      make_committed(other.get(), D3D12_HEAP_TYPE_DEFAULT, desc, D3D12_RESOURCE_STATE_RENDER_TARGET);
  D3D12_DESCRIPTOR_HEAP_DESC heap_desc = {};
  heap_desc.NumDescriptors = 1;
  heap_desc.Type = D3D12_DESCRIPTOR_HEAP_TYPE_RTV;
  const auto heap = made<ID3D12DescriptorHeap>(
      [&](REFIID id, void** out) { return device_->CreateDescriptorHeap(&heap_desc, id, out); });
  D3D12_RENDER_PASS_RENDER_TARGET_DESC pass = {};
  pass.cpuDescriptor = cpu_start(heap.get());
  pass.BeginningAccess.Type = D3D12_RENDER_PASS_BEGINNING_ACCESS_TYPE_DISCARD;
  pass.EndingAccess.Type = D3D12_RENDER_PASS_ENDING_ACCESS_TYPE_PRESERVE;
  for (ID3D12Resource* const resource : {target.get(), wrong.get()}) {
    device_->CreateRenderTargetView(resource, nullptr, cpu_start(heap.get()));
    list->BeginRenderPass(1, &pass, nullptr, D3D12_RENDER_PASS_FLAG_NONE);
    list->EndRenderPass();
    lane.run();
    EXPECT_EQ(found(device_.get(), Rule::kMissingBarrier) >= 1, resource == wrong.get())
        << report(device_.get());
  }
  clear_findings(device_.get());
  pass.EndingAccess.Type = D3D12_RENDER_PASS_ENDING_ACCESS_TYPE_RESOLVE;
  pass.EndingAccess.Resolve.pSrcResource = foreign.get();
  pass.EndingAccess.Resolve.pDstResource = target.get();
  list->BeginRenderPass(1, &pass, nullptr, D3D12_RENDER_PASS_FLAG_NONE);
  EXPECT_EQ(found(device_.get(), Rule::kForeignObject), 1) << report(device_.get());
  EXPECT_EQ(lane.list->Close(), E_INVALIDARG);
}

// ------------------------------------------------------------------------------- each newer method once

void call_device_1_to_3(ID3D12Device9* device, ID3D12Resource* buffer, ID3D12Fence* fence) {
  void* made = nullptr;
  (void)device->CreatePipelineLibrary(nullptr, 0, iid_of<ID3D12PipelineLibrary>(), &made);
  if (made != nullptr) {
    auto* const library = static_cast<ID3D12PipelineLibrary*>(made);
    const auto root = compute_root_signature(device);
    const auto state = compute_pipeline(device, root.get());
    const auto code = compute_shader();
    D3D12_COMPUTE_PIPELINE_STATE_DESC desc = {};
    desc.pRootSignature = root.get();
    desc.CS = {code.data(), code.size()};
    void* loaded = nullptr;
    (void)library->StorePipeline(L"compute", state.get());
    (void)library->LoadComputePipeline(L"compute", &desc, iid_of<ID3D12PipelineState>(), &loaded);
    let_go(loaded);
    D3D12_GRAPHICS_PIPELINE_STATE_DESC graphics = {};
    (void)library->LoadGraphicsPipeline(L"none", &graphics, iid_of<ID3D12PipelineState>(), &loaded);
    (void)library->GetSerializedSize();
    std::uint8_t bytes[4096] = {};
    (void)library->Serialize(bytes, sizeof bytes);
    library->Release();
  }
  const Event event;
  const UINT64 value = 1;
  (void)device->SetEventOnMultipleFenceCompletion(&fence, &value, 1, D3D12_MULTIPLE_FENCE_WAIT_FLAG_ALL,
                                                  event.handle());
  ID3D12Pageable* const objects[] = {buffer};
  const D3D12_RESIDENCY_PRIORITY priority = D3D12_RESIDENCY_PRIORITY_NORMAL;
  (void)device->SetResidencyPriority(1, objects, &priority);
  (void)device->EnqueueMakeResident(D3D12_RESIDENCY_FLAG_NONE, 1, objects, fence, 2);
  void* heap = nullptr;
  (void)device->OpenExistingHeapFromAddress(&heap, iid_of<ID3D12Heap>(), &heap);
  (void)device->OpenExistingHeapFromFileMapping(nullptr, iid_of<ID3D12Heap>(), &heap);
  let_go(heap);
}

void call_device_4_to_9(ID3D12Device9* device) {
  void* made = nullptr;
  const auto plain = buffer_desc(65536);
  const auto newer = newer_desc(65536);
  D3D12_PROTECTED_RESOURCE_SESSION_DESC session = {};
  EXPECT_EQ(device->CreateProtectedResourceSession(&session, iid_of<IUnknown>(), &made), E_NOTIMPL);
  (void)device->CreateReservedResource1(&plain, D3D12_RESOURCE_STATE_COMMON, nullptr, nullptr,
                                        iid_of<ID3D12Resource>(), &made);
  let_go(made);
  D3D12_RESOURCE_ALLOCATION_INFO1 info = {};
  FERRY_TEST_AGGREGATE(D3D12_RESOURCE_ALLOCATION_INFO, device->GetResourceAllocationInfo1, 0, 1, &plain,
                       &info);
  EXPECT_EQ(info.SizeInBytes, 65536U);
  EXPECT_EQ(device->CreateLifetimeTracker(nullptr, iid_of<IUnknown>(), &made), E_NOTIMPL);
  UINT count = 0;
  (void)device->EnumerateMetaCommands(&count, nullptr);
  (void)device->EnumerateMetaCommandParameters({}, D3D12_META_COMMAND_PARAMETER_STAGE_CREATION, nullptr,
                                               &count, nullptr);
  EXPECT_EQ(device->CreateMetaCommand({}, 0, nullptr, 0, iid_of<IUnknown>(), &made), E_NOTIMPL);
  const D3D12_STATE_OBJECT_DESC objects = {};
  EXPECT_EQ(device->CreateStateObject(&objects, iid_of<IUnknown>(), &made), E_NOTIMPL);
  const D3D12_BUILD_RAYTRACING_ACCELERATION_STRUCTURE_INPUTS inputs = {};
  D3D12_RAYTRACING_ACCELERATION_STRUCTURE_PREBUILD_INFO prebuild = {};
  device->GetRaytracingAccelerationStructurePrebuildInfo(&inputs, &prebuild);
  const D3D12_SERIALIZED_DATA_DRIVER_MATCHING_IDENTIFIER identifier = {};
  (void)device->CheckDriverMatchingIdentifier(D3D12_SERIALIZED_DATA_RAYTRACING_ACCELERATION_STRUCTURE,
                                              &identifier);
  (void)device->SetBackgroundProcessingMode(D3D12_BACKGROUND_PROCESSING_MODE_ALLOWED,
                                            D3D12_MEASUREMENTS_ACTION_KEEP_ALL, nullptr, nullptr);
  EXPECT_EQ(device->AddToStateObject(&objects, nullptr, iid_of<IUnknown>(), &made), E_NOTIMPL);
  const D3D12_PROTECTED_RESOURCE_SESSION_DESC1 session1 = {};
  EXPECT_EQ(device->CreateProtectedResourceSession1(&session1, iid_of<IUnknown>(), &made), E_NOTIMPL);
  FERRY_TEST_AGGREGATE(D3D12_RESOURCE_ALLOCATION_INFO, device->GetResourceAllocationInfo2, 0, 1, &newer,
                       &info);
  device->CreateSamplerFeedbackUnorderedAccessView(nullptr, nullptr, {});
  std::uint64_t total = 0;
  device->GetCopyableFootprints1(&newer, 0, 1, 0, nullptr, nullptr, nullptr, &total);
  EXPECT_EQ(total, 65536U);
  const D3D12_SHADER_CACHE_SESSION_DESC cache = {};
  EXPECT_EQ(device->CreateShaderCacheSession(&cache, iid_of<IUnknown>(), &made), E_NOTIMPL);
  (void)device->ShaderCacheControl(D3D12_SHADER_CACHE_KIND_FLAG_APPLICATION_MANAGED,
                                   D3D12_SHADER_CACHE_CONTROL_FLAG_DISABLE);
}

void call_lists_3_and_4(ID3D12Device* device) {
  Lane lane(device, kDirect);
  const auto list = ask<ID3D12GraphicsCommandList4>(lane.list.get());
  if (!list) return;
  list->SetProtectedResourceSession(nullptr);
  list->InitializeMetaCommand(nullptr, nullptr, 0);
  list->ExecuteMetaCommand(nullptr, nullptr, 0);
  list->BuildRaytracingAccelerationStructure(nullptr, 0, nullptr);
  list->EmitRaytracingAccelerationStructurePostbuildInfo(nullptr, 0, nullptr);
  list->CopyRaytracingAccelerationStructure(0, 0, D3D12_RAYTRACING_ACCELERATION_STRUCTURE_COPY_MODE_CLONE);
  list->SetPipelineState1(nullptr);
  list->DispatchRays(nullptr);
  EXPECT_EQ(lane.list->Close(), E_NOTIMPL);  // The first refusal.
}

void call_small_ones(IUnknown* buffer, IUnknown* heap, IUnknown* fence) {
  void* made = nullptr;
  if (const auto newer = ask<ID3D12Resource2>(buffer)) {
    EXPECT_EQ(newer->GetProtectedResourceSession(iid_of<IUnknown>(), &made), E_NOTIMPL);
    FERRY_TEST_AGGREGATE(D3D12_RESOURCE_DESC1, newer->GetDesc1);
  }
  if (const auto newer = ask<ID3D12Heap1>(heap)) {
    EXPECT_EQ(newer->GetProtectedResourceSession(iid_of<IUnknown>(), &made), E_NOTIMPL);
  }
  if (const auto newer = ask<ID3D12Fence1>(fence)) (void)newer->GetCreationFlags();
}

TEST_F(LayerNewer, EachMethodIsCalledAndForwardedOrRefused) {
  const auto buffer = make_buffer(device_.get(), D3D12_HEAP_TYPE_DEFAULT, 65536);
  const auto fence = make_fence(device_.get());
  EXPECT_EQ(fence->Signal(1), S_OK);
  D3D12_HEAP_DESC heap_desc = {};
  heap_desc.SizeInBytes = 65536;
  heap_desc.Properties = heap_of(D3D12_HEAP_TYPE_DEFAULT);
  heap_desc.Flags = D3D12_HEAP_FLAG_ALLOW_ONLY_BUFFERS;
  const auto heap =
      made<ID3D12Heap>([&](REFIID id, void** out) { return device_->CreateHeap(&heap_desc, id, out); });
  call_device_1_to_3(newest_.get(), buffer.get(), fence.get());
  call_device_4_to_9(newest_.get());
  call_lists_3_and_4(device_.get());
  call_small_ones(buffer.get(), heap.get(), fence.get());
  newest_->RemoveDevice();
  EXPECT_NE(device_->GetDeviceRemovedReason(), S_OK);
  EXPECT_EQ(fence->GetCompletedValue(), UINT64_MAX);

  // Called by the tests above, or absent from the device below.
  std::set<std::string> elsewhere = {
      "ID3D12Device2::CreatePipelineState",       "ID3D12Device4::CreateCommandList1",
      "ID3D12Device4::CreateCommittedResource1",  "ID3D12Device4::CreateHeap1",
      "ID3D12Device8::CreateCommittedResource2",  "ID3D12Device8::CreatePlacedResource1",
      "ID3D12Device9::CreateCommandQueue1",       "ID3D12GraphicsCommandList4::BeginRenderPass",
      "ID3D12GraphicsCommandList4::EndRenderPass"};
  std::string missed;
  for (const MethodInfo& method : methods(device_.get())) {
    const std::string name(method.name);
    if (name.find("ID3D12Device") != 0 && name.find("ID3D12GraphicsCommandList3") != 0 &&
        name.find("ID3D12GraphicsCommandList4") != 0) {
      continue;
    }
    const char version = name[std::string("ID3D12Device").size()];
    if (name.find("ID3D12Device") == 0 && (version < '1' || version > '9')) continue;
    if (method.calls == 0 && elsewhere.count(name) == 0) missed += name + "\n";
  }
  EXPECT_EQ(missed, "");
}

}  // namespace
}  // namespace ferry::check::test

#endif
