// Every method of every wrapped interface is called once, and the table says which were.

#include <gtest/gtest.h>

#include <set>

#include "layer_scene.hpp"

namespace ferry::check::test {
namespace {

/// One parameter of each kind: table (UAV), constants, CBV, SRV, UAV.
Ref<ID3D12RootSignature> all_kinds(ID3D12Device* device) {
  D3D12_DESCRIPTOR_RANGE range = {};
  range.RangeType = D3D12_DESCRIPTOR_RANGE_TYPE_UAV;
  range.NumDescriptors = 1;
  range.BaseShaderRegister = 1;
  D3D12_ROOT_PARAMETER parameters[5] = {};
  parameters[0].ParameterType = D3D12_ROOT_PARAMETER_TYPE_DESCRIPTOR_TABLE;
  parameters[0].DescriptorTable = {1, &range};
  parameters[1].ParameterType = D3D12_ROOT_PARAMETER_TYPE_32BIT_CONSTANTS;
  parameters[1].Constants = {1, 0, 4};
  parameters[2].ParameterType = D3D12_ROOT_PARAMETER_TYPE_CBV;
  parameters[3].ParameterType = D3D12_ROOT_PARAMETER_TYPE_SRV;
  parameters[4].ParameterType = D3D12_ROOT_PARAMETER_TYPE_UAV;
  D3D12_ROOT_SIGNATURE_DESC desc = {};
  desc.NumParameters = 5;
  desc.pParameters = parameters;
  ID3DBlob* blob = nullptr;
  EXPECT_EQ(D3D12SerializeRootSignature(&desc, D3D_ROOT_SIGNATURE_VERSION_1_0, &blob, nullptr), S_OK);
  const auto owned = Ref<ID3DBlob>::adopt(blob);
  return made<ID3D12RootSignature>([&](REFIID id, void** out) {
    return device->CreateRootSignature(0, blob->GetBufferPointer(), blob->GetBufferSize(), id, out);
  });
}

struct Everything {
  explicit Everything(ID3D12Device* d) : device(d), direct(d, D3D12_COMMAND_LIST_TYPE_DIRECT) {}

  void objects();
  void device_calls();
  void views();
  void lists();
  void newer_lists();

  ID3D12Device* device;
  Lane direct;
  Ref<ID3D12Resource> upload;
  Ref<ID3D12Resource> readback;
  Ref<ID3D12Resource> buffer;
  Ref<ID3D12Resource> unordered;
  Ref<ID3D12Resource> target;
  Ref<ID3D12Resource> depth;
  Ref<ID3D12Resource> many_samples;
  Ref<ID3D12DescriptorHeap> shader_views;
  Ref<ID3D12DescriptorHeap> cpu_views;
  Ref<ID3D12DescriptorHeap> target_views;
  Ref<ID3D12DescriptorHeap> depth_views;
};

void Everything::objects() {
  upload = make_buffer(device, D3D12_HEAP_TYPE_UPLOAD, 65536);
  readback = make_buffer(device, D3D12_HEAP_TYPE_READBACK, 65536);
  buffer = make_buffer(device, D3D12_HEAP_TYPE_DEFAULT, 65536);
  unordered = make_committed(device, D3D12_HEAP_TYPE_DEFAULT,
                             buffer_desc(65536, D3D12_RESOURCE_FLAG_ALLOW_UNORDERED_ACCESS),
                             D3D12_RESOURCE_STATE_COMMON);
  target = make_committed(device, D3D12_HEAP_TYPE_DEFAULT,
                          texture_desc(64, 64, D3D12_RESOURCE_FLAG_ALLOW_RENDER_TARGET),
                          D3D12_RESOURCE_STATE_RENDER_TARGET);
  auto desc = texture_desc(64, 64, D3D12_RESOURCE_FLAG_ALLOW_RENDER_TARGET);
  desc.SampleDesc.Count = 4;
  many_samples = make_committed(device, D3D12_HEAP_TYPE_DEFAULT, desc, D3D12_RESOURCE_STATE_RENDER_TARGET);
  desc = texture_desc(64, 64, D3D12_RESOURCE_FLAG_ALLOW_DEPTH_STENCIL);
  desc.Format = DXGI_FORMAT_D32_FLOAT;
  depth = make_committed(device, D3D12_HEAP_TYPE_DEFAULT, desc, D3D12_RESOURCE_STATE_DEPTH_WRITE);

  FERRY_TEST_AGGREGATE(D3D12_RESOURCE_DESC, buffer->GetDesc);
  D3D12_HEAP_PROPERTIES properties = {};
  EXPECT_EQ(buffer->GetHeapProperties(&properties, nullptr), S_OK);
  std::uint8_t bytes[256] = {};
  const D3D12_BOX box = {0, 0, 0, 4, 1, 1};
  (void)target->WriteToSubresource(0, &box, bytes, 256, 256);
  (void)target->ReadFromSubresource(bytes, 256, 256, 0, &box);
  (void)ask<ID3D12Resource>(buffer.get());

  D3D12_DESCRIPTOR_HEAP_DESC heap = {};
  heap.NumDescriptors = 8;
  heap.Type = D3D12_DESCRIPTOR_HEAP_TYPE_CBV_SRV_UAV;
  cpu_views = made<ID3D12DescriptorHeap>(
      [&](REFIID id, void** out) { return device->CreateDescriptorHeap(&heap, id, out); });
  heap.Flags = D3D12_DESCRIPTOR_HEAP_FLAG_SHADER_VISIBLE;
  shader_views = made<ID3D12DescriptorHeap>(
      [&](REFIID id, void** out) { return device->CreateDescriptorHeap(&heap, id, out); });
  heap.Flags = D3D12_DESCRIPTOR_HEAP_FLAG_NONE;
  heap.Type = D3D12_DESCRIPTOR_HEAP_TYPE_RTV;
  target_views = made<ID3D12DescriptorHeap>(
      [&](REFIID id, void** out) { return device->CreateDescriptorHeap(&heap, id, out); });
  heap.Type = D3D12_DESCRIPTOR_HEAP_TYPE_DSV;
  depth_views = made<ID3D12DescriptorHeap>(
      [&](REFIID id, void** out) { return device->CreateDescriptorHeap(&heap, id, out); });
  FERRY_TEST_AGGREGATE(D3D12_DESCRIPTOR_HEAP_DESC, cpu_views->GetDesc);

  const GUID own = {0x11111111, 0x2222, 0x3333, {4, 4, 4, 4, 5, 5, 5, 5}};
  EXPECT_EQ(buffer->SetPrivateDataInterface(own, direct.fence.get()), S_OK);
  EXPECT_EQ(direct.fence->Signal(1), S_OK);
  direct.value = 1;
}

void Everything::device_calls() {
  EXPECT_EQ(device->GetNodeCount(), 1U);
  EXPECT_EQ(device->GetDeviceRemovedReason(), S_OK);
  FERRY_TEST_AGGREGATE(LUID, device->GetAdapterLuid);
  FERRY_TEST_AGGREGATE(D3D12_HEAP_PROPERTIES, device->GetCustomHeapProperties, 0, D3D12_HEAP_TYPE_UPLOAD);
  const auto desc = buffer_desc(65536);
  FERRY_TEST_AGGREGATE(D3D12_RESOURCE_ALLOCATION_INFO, device->GetResourceAllocationInfo, 0, 1, &desc);
  D3D12_FEATURE_DATA_D3D12_OPTIONS options = {};
  EXPECT_EQ(device->CheckFeatureSupport(D3D12_FEATURE_D3D12_OPTIONS, &options, sizeof options), S_OK);
  std::uint64_t total = 0;
  device->GetCopyableFootprints(&desc, 0, 1, 0, nullptr, nullptr, nullptr, &total);
  EXPECT_EQ(total, 65536U);
  ID3D12Pageable* const objects[] = {buffer.get(), cpu_views.get()};
  (void)device->MakeResident(2, objects);
  (void)device->Evict(2, objects);
  (void)device->MakeResident(2, objects);
  (void)device->SetStablePowerState(FALSE);
  HANDLE handle = nullptr;
  (void)device->CreateSharedHandle(buffer.get(), nullptr, 0, nullptr, &handle);
  void* opened = nullptr;
  (void)device->OpenSharedHandle(handle, iid_of<ID3D12Resource>(), &opened);
  (void)device->OpenSharedHandleByName(L"none", 0, &handle);
  UINT tiles = 0;
  device->GetResourceTiling(buffer.get(), &tiles, nullptr, nullptr, nullptr, 0, nullptr);
  void* reserved = nullptr;
  if (SUCCEEDED(device->CreateReservedResource(&desc, D3D12_RESOURCE_STATE_COMMON, nullptr,
                                               iid_of<ID3D12Resource>(), &reserved))) {
    static_cast<ID3D12Resource*>(reserved)->Release();
  }

  D3D12_HEAP_DESC heap_desc = {};
  heap_desc.SizeInBytes = 1 << 16;
  heap_desc.Properties = heap_of(D3D12_HEAP_TYPE_DEFAULT);
  heap_desc.Flags = D3D12_HEAP_FLAG_ALLOW_ONLY_BUFFERS;
  const auto heap =
      made<ID3D12Heap>([&](REFIID id, void** out) { return device->CreateHeap(&heap_desc, id, out); });
  FERRY_TEST_AGGREGATE(D3D12_HEAP_DESC, heap->GetDesc);
  const auto placed = made<ID3D12Resource>([&](REFIID id, void** out) {
    return device->CreatePlacedResource(heap.get(), 0, &desc, D3D12_RESOURCE_STATE_COMMON, nullptr, id, out);
  });

  std::uint64_t ticks[2] = {};
  (void)direct.queue->GetTimestampFrequency(ticks);
  (void)direct.queue->GetClockCalibration(ticks, ticks + 1);
  FERRY_TEST_AGGREGATE(D3D12_COMMAND_QUEUE_DESC, direct.queue->GetDesc);
  direct.queue->SetMarker(1, "marker", 7);
  direct.queue->BeginEvent(1, "event", 6);
  direct.queue->EndEvent();
  const D3D12_TILED_RESOURCE_COORDINATE coordinate = {};
  D3D12_TILE_REGION_SIZE region = {};
  region.NumTiles = 1;
#if defined(_WIN32) && defined(D3D12_SDK_VERSION)
  direct.queue->UpdateTileMappings(placed.get(), 1, &coordinate, &region, nullptr, 0, nullptr, nullptr,
                                   nullptr, D3D12_TILE_MAPPING_FLAG_NONE);
#else
  direct.queue->UpdateTileMappings(placed.get(), 1, &coordinate, &region, 0, nullptr, nullptr, nullptr,
                                   D3D12_TILE_MAPPING_FLAG_NONE);
#endif
  direct.queue->CopyTileMappings(placed.get(), &coordinate, placed.get(), &coordinate, &region,
                                 D3D12_TILE_MAPPING_FLAG_NONE);
}

void Everything::views() {
  const UINT step = device->GetDescriptorHandleIncrementSize(D3D12_DESCRIPTOR_HEAP_TYPE_CBV_SRV_UAV);
  D3D12_CPU_DESCRIPTOR_HANDLE at = cpu_start(cpu_views.get());
  D3D12_CONSTANT_BUFFER_VIEW_DESC constants = {buffer->GetGPUVirtualAddress(), 256};
  device->CreateConstantBufferView(&constants, at);
  at.ptr += step;
  D3D12_SHADER_RESOURCE_VIEW_DESC shader = {};
  shader.Format = DXGI_FORMAT_R32_UINT;
  shader.ViewDimension = D3D12_SRV_DIMENSION_BUFFER;
  shader.Shader4ComponentMapping = D3D12_DEFAULT_SHADER_4_COMPONENT_MAPPING;
  shader.Buffer.NumElements = 16;
  device->CreateShaderResourceView(buffer.get(), &shader, at);
  at.ptr += step;
  D3D12_UNORDERED_ACCESS_VIEW_DESC access = {};
  access.Format = DXGI_FORMAT_R32_UINT;
  access.ViewDimension = D3D12_UAV_DIMENSION_BUFFER;
  access.Buffer.NumElements = 16;
  device->CreateUnorderedAccessView(unordered.get(), nullptr, &access, at);
  device->CreateRenderTargetView(target.get(), nullptr, cpu_start(target_views.get()));
  device->CreateDepthStencilView(depth.get(), nullptr, cpu_start(depth_views.get()));
  D3D12_DESCRIPTOR_HEAP_DESC heap = {};
  heap.NumDescriptors = 1;
  heap.Type = D3D12_DESCRIPTOR_HEAP_TYPE_SAMPLER;
  const auto samplers = made<ID3D12DescriptorHeap>(
      [&](REFIID id, void** out) { return device->CreateDescriptorHeap(&heap, id, out); });
  D3D12_SAMPLER_DESC sampler = {};
  sampler.Filter = D3D12_FILTER_MIN_MAG_MIP_POINT;
  sampler.AddressU = sampler.AddressV = sampler.AddressW = D3D12_TEXTURE_ADDRESS_MODE_CLAMP;
  device->CreateSampler(&sampler, cpu_start(samplers.get()));
  device->CopyDescriptorsSimple(3, cpu_start(shader_views.get()), cpu_start(cpu_views.get()),
                                D3D12_DESCRIPTOR_HEAP_TYPE_CBV_SRV_UAV);
  const D3D12_CPU_DESCRIPTOR_HANDLE to = cpu_start(shader_views.get());
  const D3D12_CPU_DESCRIPTOR_HANDLE from = cpu_start(cpu_views.get());
  const UINT size = 3;
  device->CopyDescriptors(1, &to, &size, 1, &from, &size, D3D12_DESCRIPTOR_HEAP_TYPE_CBV_SRV_UAV);
}

void Everything::lists() {
  ID3D12GraphicsCommandList* const list = direct.list.get();
  EXPECT_EQ(list->GetType(), D3D12_COMMAND_LIST_TYPE_DIRECT);
  const auto root = all_kinds(device);
  const std::uint32_t numbers[4] = {};
  const float colour[4] = {};
  list->ClearState(nullptr);
  list->CopyBufferRegion(buffer.get(), 0, upload.get(), 0, 1024);
  list->CopyResource(readback.get(), upload.get());
  D3D12_TEXTURE_COPY_LOCATION to = {};
  to.pResource = readback.get();
  to.Type = D3D12_TEXTURE_COPY_TYPE_PLACED_FOOTPRINT;
  to.PlacedFootprint.Footprint = {DXGI_FORMAT_R8G8B8A8_UNORM, 64, 64, 1, 256};
  D3D12_TEXTURE_COPY_LOCATION from = {};
  from.pResource = target.get();
  from.Type = D3D12_TEXTURE_COPY_TYPE_SUBRESOURCE_INDEX;
  auto barrier =
      transition(target.get(), D3D12_RESOURCE_STATE_RENDER_TARGET, D3D12_RESOURCE_STATE_COPY_SOURCE);
  list->ResourceBarrier(1, &barrier);
  list->CopyTextureRegion(&to, 0, 0, 0, &from, nullptr);
  std::swap(barrier.Transition.StateBefore, barrier.Transition.StateAfter);
  list->ResourceBarrier(1, &barrier);
  list->IASetPrimitiveTopology(D3D_PRIMITIVE_TOPOLOGY_TRIANGLELIST);
  const D3D12_VIEWPORT viewport = {0, 0, 64, 64, 0, 1};
  const D3D12_RECT scissor = {0, 0, 64, 64};
  list->RSSetViewports(1, &viewport);
  list->RSSetScissorRects(1, &scissor);
  list->OMSetBlendFactor(colour);
  list->OMSetStencilRef(1);
  list->SetComputeRootSignature(root.get());
  list->SetGraphicsRootSignature(root.get());
  ID3D12DescriptorHeap* const heaps[] = {shader_views.get()};
  list->SetDescriptorHeaps(1, heaps);
  list->SetComputeRootUnorderedAccessView(4, unordered->GetGPUVirtualAddress());
  list->SetGraphicsRootUnorderedAccessView(4, unordered->GetGPUVirtualAddress());
  const D3D12_INDEX_BUFFER_VIEW indices = {buffer->GetGPUVirtualAddress(), 64, DXGI_FORMAT_R16_UINT};
  list->IASetIndexBuffer(&indices);
  const D3D12_VERTEX_BUFFER_VIEW vertices = {buffer->GetGPUVirtualAddress(), 64, 16};
  list->IASetVertexBuffers(0, 1, &vertices);
  const auto rtv = cpu_start(target_views.get());
  const auto dsv = cpu_start(depth_views.get());
  list->OMSetRenderTargets(1, &rtv, FALSE, &dsv);
  list->ClearDepthStencilView(dsv, D3D12_CLEAR_FLAG_DEPTH, 1, 0, 0, nullptr);
  list->ClearRenderTargetView(rtv, colour, 0, nullptr);
  const UINT step = device->GetDescriptorHandleIncrementSize(D3D12_DESCRIPTOR_HEAP_TYPE_CBV_SRV_UAV);
  auto gpu = gpu_start(shader_views.get());
  auto cpu = cpu_start(cpu_views.get());
  gpu.ptr += 2 * step;
  cpu.ptr += 2 * static_cast<SIZE_T>(step);
  barrier = transition(unordered.get(), D3D12_RESOURCE_STATE_COMMON, D3D12_RESOURCE_STATE_UNORDERED_ACCESS);
  list->ResourceBarrier(1, &barrier);
  list->ClearUnorderedAccessViewUint(gpu, cpu, unordered.get(), numbers, 0, nullptr);
  list->DiscardResource(target.get(), nullptr);
  list->SetMarker(1, "marker", 7);
  list->BeginEvent(1, "event", 6);
  list->EndEvent();
  list->SetPredication(nullptr, 0, D3D12_PREDICATION_OP_EQUAL_ZERO);
  const D3D12_STREAM_OUTPUT_BUFFER_VIEW stream = {};
  list->SOSetTargets(0, 1, &stream);
  direct.run();

  // Recorded for the layer's sake and never run: nothing of it is drawn with a right pipeline.
  list->SetComputeRootSignature(root.get());
  list->SetGraphicsRootSignature(root.get());
  list->SetDescriptorHeaps(1, heaps);
  list->DrawIndexedInstanced(0, 0, 0, 0, 0);
  list->SetComputeRootDescriptorTable(0, gpu);
  list->SetGraphicsRootDescriptorTable(0, gpu);
  list->SetComputeRoot32BitConstant(1, 0, 0);
  list->SetGraphicsRoot32BitConstant(1, 0, 0);
  list->SetComputeRoot32BitConstants(1, 1, numbers, 0);
  list->SetGraphicsRoot32BitConstants(1, 1, numbers, 0);
  list->SetComputeRootConstantBufferView(2, buffer->GetGPUVirtualAddress());
  list->SetGraphicsRootConstantBufferView(2, buffer->GetGPUVirtualAddress());
  list->SetComputeRootShaderResourceView(3, buffer->GetGPUVirtualAddress());
  list->SetGraphicsRootShaderResourceView(3, buffer->GetGPUVirtualAddress());
  list->ClearUnorderedAccessViewFloat(gpu, cpu, unordered.get(), colour, 0, nullptr);
  const D3D12_TILED_RESOURCE_COORDINATE coordinate = {};
  D3D12_TILE_REGION_SIZE region = {};
  region.NumTiles = 1;
  list->CopyTiles(target.get(), &coordinate, &region, buffer.get(), 0, D3D12_TILE_COPY_FLAG_NONE);
  list->ExecuteBundle(list);
  barrier =
      transition(many_samples.get(), D3D12_RESOURCE_STATE_RENDER_TARGET, D3D12_RESOURCE_STATE_RESOLVE_SOURCE);
  list->ResourceBarrier(1, &barrier);
  barrier = transition(target.get(), D3D12_RESOURCE_STATE_RENDER_TARGET, D3D12_RESOURCE_STATE_RESOLVE_DEST);
  list->ResourceBarrier(1, &barrier);
  list->ResolveSubresource(target.get(), 0, many_samples.get(), 0, DXGI_FORMAT_R8G8B8A8_UNORM);
  newer_lists();
  (void)list->Close();
}

void Everything::newer_lists() {
  if (const auto list = ask<ID3D12GraphicsCommandList1>(direct.list.get())) {
    const D3D12_SUBRESOURCE_RANGE_UINT64 range = {0, {0, 4}};
    ID3D12Resource* const dependents[] = {buffer.get()};
    list->AtomicCopyBufferUINT(buffer.get(), 0, upload.get(), 0, 1, dependents, &range);
    list->AtomicCopyBufferUINT64(buffer.get(), 0, upload.get(), 0, 1, dependents, &range);
    list->OMSetDepthBounds(0, 1);
    list->SetSamplePositions(0, 0, nullptr);
    D3D12_RECT all = {0, 0, 64, 64};
    list->ResolveSubresourceRegion(target.get(), 0, 0, 0, many_samples.get(), 0, &all,
                                   DXGI_FORMAT_R8G8B8A8_UNORM, D3D12_RESOLVE_MODE_AVERAGE);
    list->SetViewInstanceMask(1);
  }
  if (const auto list = ask<ID3D12GraphicsCommandList2>(direct.list.get())) {
    const D3D12_WRITEBUFFERIMMEDIATE_PARAMETER parameter = {buffer->GetGPUVirtualAddress(), 7};
    list->WriteBufferImmediate(1, &parameter, nullptr);
  }
}

TEST(LayerMethods, EachOfThemIsCalledAndForwarded) {
  const auto device = wrapped_device();
  ASSERT_TRUE(device);
  EXPECT_TRUE(run_scene(device.get()) == expected_scene());
  {
    Everything everything(device.get());
    everything.objects();
    everything.device_calls();
    everything.views();
    everything.lists();
    const auto root = draw_root_signature(device.get());
    const auto state = draw_pipeline(device.get(), root.get());
    ID3DBlob* blob = nullptr;
    if (SUCCEEDED(state->GetCachedBlob(&blob)) && blob != nullptr) blob->Release();
    void* owner = nullptr;
    ASSERT_EQ(state->GetDevice(iid_of<ID3D12Device>(), &owner), S_OK);
    device->Release();
    UINT size = 0;
    const GUID own = {};
    (void)device->GetPrivateData(own, &size, nullptr);
    (void)device->SetPrivateData(own, 0, nullptr);
    (void)device->SetName(L"device");
  }
  EXPECT_EQ(live_object_report(device.get()), "");

  // Interfaces that the device below may lack are for layer_newer_test.cpp.
  const std::set<std::string> first = {"IUnknown",
                                       "ID3D12Object",
                                       "ID3D12DeviceChild",
                                       "ID3D12Heap",
                                       "ID3D12Resource",
                                       "ID3D12CommandAllocator",
                                       "ID3D12DescriptorHeap",
                                       "ID3D12PipelineState",
                                       "ID3D12Fence",
                                       "ID3D12CommandQueue",
                                       "ID3D12CommandList",
                                       "ID3D12GraphicsCommandList",
                                       "ID3D12GraphicsCommandList1",
                                       "ID3D12GraphicsCommandList2",
                                       "ID3D12Device"};
  std::string missed;
  int covered = 0;
  for (const MethodInfo& method : methods(device.get())) {
    const std::string name(method.name);
    if (first.count(name.substr(0, name.find(':'))) == 0) continue;
    if (method.calls == 0) missed += name + "\n";
    covered += method.calls != 0 ? 1 : 0;
  }
  EXPECT_EQ(missed, "");
  RecordProperty("methods_called", covered);
  EXPECT_GT(covered, 120);
}

}  // namespace
}  // namespace ferry::check::test
