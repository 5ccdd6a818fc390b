#include "layer_scene.hpp"

#include <cstring>
#include <utility>

#include <gtest/gtest.h>

#include <full_screen_vs.hpp>
#include <load_ps.hpp>

namespace ferry::check::test {

namespace {

constexpr std::uint32_t kSide = 64;  // Rows of 256 bytes: a footprint with no padding.
constexpr std::uint64_t kPictureBytes = kSide * kSide * 4;
constexpr std::uint32_t kThreads = 64;

D3D12_TEXTURE_COPY_LOCATION texture_place(ID3D12Resource* texture) {
  D3D12_TEXTURE_COPY_LOCATION place = {};
  place.pResource = texture;
  place.Type = D3D12_TEXTURE_COPY_TYPE_SUBRESOURCE_INDEX;
  return place;
}

D3D12_TEXTURE_COPY_LOCATION buffer_place(ID3D12Resource* buffer, std::uint64_t offset) {
  D3D12_TEXTURE_COPY_LOCATION place = {};
  place.pResource = buffer;
  place.Type = D3D12_TEXTURE_COPY_TYPE_PLACED_FOOTPRINT;
  place.PlacedFootprint.Offset = offset;
  place.PlacedFootprint.Footprint = {DXGI_FORMAT_R8G8B8A8_UNORM, kSide, kSide, 1, kSide * 4};
  return place;
}

Ref<ID3D12DescriptorHeap> make_heap(ID3D12Device* device, D3D12_DESCRIPTOR_HEAP_TYPE type, UINT count,
                                    D3D12_DESCRIPTOR_HEAP_FLAGS flags) {
  D3D12_DESCRIPTOR_HEAP_DESC desc = {};
  desc.Type = type;
  desc.NumDescriptors = count;
  desc.Flags = flags;
  return made<ID3D12DescriptorHeap>(
      [&](REFIID id, void** out) { return device->CreateDescriptorHeap(&desc, id, out); });
}

Ref<ID3D12RootSignature> root_signature(ID3D12Device* device, const D3D12_ROOT_PARAMETER& parameter) {
  D3D12_ROOT_SIGNATURE_DESC desc = {};
  desc.NumParameters = 1;
  desc.pParameters = &parameter;
  ID3DBlob* blob = nullptr;
  EXPECT_EQ(D3D12SerializeRootSignature(&desc, D3D_ROOT_SIGNATURE_VERSION_1_0, &blob, nullptr), S_OK);
  const auto owned = Ref<ID3DBlob>::adopt(blob);
  return made<ID3D12RootSignature>([&](REFIID id, void** out) {
    return device->CreateRootSignature(0, blob->GetBufferPointer(), blob->GetBufferSize(), id, out);
  });
}

void append(std::vector<std::uint8_t>& out, const std::vector<std::uint8_t>& bytes) {
  out.insert(out.end(), bytes.begin(), bytes.end());
}

/// Waits on the GPU, then opens the lane's list for the next frame.
void wait_on(Lane& waiter, const Lane& other) {
  EXPECT_EQ(waiter.queue->Wait(other.fence.get(), other.value), S_OK);
}

}  // namespace

std::vector<std::uint8_t> compute_shader() {
  const std::vector<std::uint32_t> code = {
      0x00050050, 0,                                                  // cs_5_0, length
      0x0100086a,                                                     // dcl_globalFlags
      0x0300009d, 0x0011e000, 0x00000000,                             // dcl_uav_raw u0
      0x0200005f, 0x00020012,                                         // dcl_input vThreadID.x
      0x02000068, 0x00000001,                                         // dcl_temps 1
      0x0400009b, kThreads,   1,          1,                          // dcl_thread_group
      0x06000029, 0x00100012, 0x00000000, 0x0002000a, 0x00004001, 2,  // ishl r0.x, id, 2
      0x08000023, 0x00100022, 0x00000000, 0x0002000a, 0x00004001, 3,          0x00004001,
      7,  // imad r0.y, id, 3, 7
      0x070000a6, 0x0011e012, 0x00000000, 0x0010000a, 0x00000000, 0x0010001a, 0x00000000,  // store_raw
      0x0100003e,                                                                          // ret
  };
  const auto chunk_bytes = static_cast<std::uint32_t>(code.size() * 4);
  const std::uint32_t chunk_offset = 36;
  // The four words after the first are the container's checksum: a change of the code needs another.
  std::vector<std::uint32_t> words = {0x43425844,
                                      0xaabf73f2,
                                      0x8d56c7fe,
                                      0xe6a5b326,
                                      0xb4fdf798,
                                      1,
                                      chunk_offset + 8 + chunk_bytes,
                                      1,
                                      chunk_offset,
                                      0x58454853 /* SHEX */,
                                      chunk_bytes};
  words.insert(words.end(), code.begin(), code.end());
  words[12] = static_cast<std::uint32_t>(code.size());
  std::vector<std::uint8_t> bytes(words.size() * 4);
  std::memcpy(bytes.data(), words.data(), bytes.size());
  return bytes;
}

Ref<ID3D12RootSignature> draw_root_signature(ID3D12Device* device) {
  D3D12_DESCRIPTOR_RANGE range = {};
  range.RangeType = D3D12_DESCRIPTOR_RANGE_TYPE_SRV;
  range.NumDescriptors = 1;
  D3D12_ROOT_PARAMETER parameter = {};
  parameter.ParameterType = D3D12_ROOT_PARAMETER_TYPE_DESCRIPTOR_TABLE;
  parameter.DescriptorTable.NumDescriptorRanges = 1;
  parameter.DescriptorTable.pDescriptorRanges = &range;
  parameter.ShaderVisibility = D3D12_SHADER_VISIBILITY_PIXEL;
  return root_signature(device, parameter);
}

Ref<ID3D12RootSignature> compute_root_signature(ID3D12Device* device) {
  D3D12_ROOT_PARAMETER parameter = {};
  parameter.ParameterType = D3D12_ROOT_PARAMETER_TYPE_UAV;
  parameter.ShaderVisibility = D3D12_SHADER_VISIBILITY_ALL;
  return root_signature(device, parameter);
}

D3D12_GRAPHICS_PIPELINE_STATE_DESC draw_description(ID3D12RootSignature* root) {
  D3D12_GRAPHICS_PIPELINE_STATE_DESC desc = {};
  desc.pRootSignature = root;
  desc.VS = {shaders::kFullScreenVs, sizeof shaders::kFullScreenVs};
  desc.PS = {shaders::kLoadPs, sizeof shaders::kLoadPs};
  desc.BlendState.RenderTarget[0].RenderTargetWriteMask = D3D12_COLOR_WRITE_ENABLE_ALL;
  desc.SampleMask = 0xffffffff;
  desc.RasterizerState.FillMode = D3D12_FILL_MODE_SOLID;
  desc.RasterizerState.CullMode = D3D12_CULL_MODE_NONE;
  desc.PrimitiveTopologyType = D3D12_PRIMITIVE_TOPOLOGY_TYPE_TRIANGLE;
  desc.NumRenderTargets = 1;
  desc.RTVFormats[0] = DXGI_FORMAT_R8G8B8A8_UNORM;
  desc.SampleDesc.Count = 1;
  return desc;
}

Ref<ID3D12PipelineState> draw_pipeline(ID3D12Device* device, ID3D12RootSignature* root) {
  const D3D12_GRAPHICS_PIPELINE_STATE_DESC desc = draw_description(root);
  return made<ID3D12PipelineState>(
      [&](REFIID id, void** out) { return device->CreateGraphicsPipelineState(&desc, id, out); });
}

Ref<ID3D12PipelineState> compute_pipeline(ID3D12Device* device, ID3D12RootSignature* root) {
  const std::vector<std::uint8_t> shader = compute_shader();
  D3D12_COMPUTE_PIPELINE_STATE_DESC desc = {};
  desc.pRootSignature = root;
  desc.CS = {shader.data(), shader.size()};
  return made<ID3D12PipelineState>(
      [&](REFIID id, void** out) { return device->CreateComputePipelineState(&desc, id, out); });
}

std::vector<std::uint8_t> expected_scene() {
  std::vector<std::uint8_t> out = pattern(kPictureBytes, 7);
  append(out, pattern(kPictureBytes, 7));
  for (std::uint32_t i = 0; i < kThreads; ++i) {
    const std::uint32_t value = 3 * i + 7;
    for (int shift = 0; shift < 32; shift += 8) out.push_back(static_cast<std::uint8_t>(value >> shift));
  }
  append(out, pattern(1024, 9));
  out.push_back(1);  // The occlusion query saw the triangle.
  return out;
}

std::vector<std::uint8_t> run_scene(ID3D12Device* device, Promotion promotion) {
  Lane copy(device, D3D12_COMMAND_LIST_TYPE_COPY);
  Lane direct(device, D3D12_COMMAND_LIST_TYPE_DIRECT);
  Lane compute(device, D3D12_COMMAND_LIST_TYPE_COMPUTE);

  // The copy queue brings a picture and a buffer to the GPU.
  const auto staging = make_buffer(device, D3D12_HEAP_TYPE_UPLOAD, kPictureBytes + 1024 + 16);
  std::vector<std::uint8_t> bytes = pattern(kPictureBytes, 7);
  append(bytes, pattern(1024, 9));
  const std::uint32_t draw_arguments[] = {3, 1, 0, 0};
  bytes.resize(bytes.size() + sizeof draw_arguments);
  std::memcpy(bytes.data() + kPictureBytes + 1024, draw_arguments, sizeof draw_arguments);
  fill(staging.get(), bytes);
  const auto picture = make_committed(device, D3D12_HEAP_TYPE_DEFAULT, texture_desc(kSide, kSide),
                                      D3D12_RESOURCE_STATE_COMMON);
  const auto buffer = make_buffer(device, D3D12_HEAP_TYPE_DEFAULT, 1024);
  const auto arguments = make_buffer(device, D3D12_HEAP_TYPE_DEFAULT, sizeof draw_arguments);
  const auto to_picture = texture_place(picture.get());
  const auto from_staging = buffer_place(staging.get(), 0);
  auto barrier = transition(picture.get(), D3D12_RESOURCE_STATE_COMMON, D3D12_RESOURCE_STATE_COPY_DEST);
  if (promotion == Promotion::kExplicit) copy.list->ResourceBarrier(1, &barrier);
  copy.list->CopyTextureRegion(&to_picture, 0, 0, 0, &from_staging, nullptr);
  std::swap(barrier.Transition.StateBefore, barrier.Transition.StateAfter);
  if (promotion == Promotion::kExplicit) copy.list->ResourceBarrier(1, &barrier);
  copy.list->CopyBufferRegion(buffer.get(), 0, staging.get(), kPictureBytes, 1024);
  copy.list->CopyBufferRegion(arguments.get(), 0, staging.get(), kPictureBytes + 1024, sizeof draw_arguments);
  copy.submit();

  // Two render targets in the same memory.
  const auto target_desc = texture_desc(kSide, kSide, D3D12_RESOURCE_FLAG_ALLOW_RENDER_TARGET);
  D3D12_HEAP_DESC heap_desc = {};
  heap_desc.SizeInBytes = 1 << 20;
  heap_desc.Properties = heap_of(D3D12_HEAP_TYPE_DEFAULT);
  heap_desc.Flags = D3D12_HEAP_FLAG_ALLOW_ONLY_RT_DS_TEXTURES;
  const auto heap =
      made<ID3D12Heap>([&](REFIID id, void** out) { return device->CreateHeap(&heap_desc, id, out); });
  Ref<ID3D12Resource> targets[2];
  for (auto& target : targets) {
    target = made<ID3D12Resource>([&](REFIID id, void** out) {
      return device->CreatePlacedResource(heap.get(), 0, &target_desc, D3D12_RESOURCE_STATE_RENDER_TARGET,
                                          nullptr, id, out);
    });
  }
  const auto target_views =
      make_heap(device, D3D12_DESCRIPTOR_HEAP_TYPE_RTV, 2, D3D12_DESCRIPTOR_HEAP_FLAG_NONE);
  const auto shader_views =
      make_heap(device, D3D12_DESCRIPTOR_HEAP_TYPE_CBV_SRV_UAV, 1, D3D12_DESCRIPTOR_HEAP_FLAG_SHADER_VISIBLE);
  const UINT step = device->GetDescriptorHandleIncrementSize(D3D12_DESCRIPTOR_HEAP_TYPE_RTV);
  D3D12_CPU_DESCRIPTOR_HANDLE views[2] = {cpu_start(target_views.get()), cpu_start(target_views.get())};
  views[1].ptr += step;
  for (int i = 0; i < 2; ++i) device->CreateRenderTargetView(targets[i].get(), nullptr, views[i]);
  device->CreateShaderResourceView(picture.get(), nullptr, cpu_start(shader_views.get()));

  const auto draw_root = draw_root_signature(device);
  const auto draw_state = draw_pipeline(device, draw_root.get());
  D3D12_INDIRECT_ARGUMENT_DESC argument = {};
  argument.Type = D3D12_INDIRECT_ARGUMENT_TYPE_DRAW;
  D3D12_COMMAND_SIGNATURE_DESC signature_desc = {};
  signature_desc.ByteStride = sizeof draw_arguments;
  signature_desc.NumArgumentDescs = 1;
  signature_desc.pArgumentDescs = &argument;
  const auto signature = made<ID3D12CommandSignature>([&](REFIID id, void** out) {
    return device->CreateCommandSignature(&signature_desc, nullptr, id, out);
  });
  D3D12_QUERY_HEAP_DESC query_desc = {};
  query_desc.Type = D3D12_QUERY_HEAP_TYPE_OCCLUSION;
  query_desc.Count = 1;
  const auto queries = made<ID3D12QueryHeap>(
      [&](REFIID id, void** out) { return device->CreateQueryHeap(&query_desc, id, out); });
  const auto pictures_back = make_buffer(device, D3D12_HEAP_TYPE_READBACK, 2 * kPictureBytes);
  const auto query_back = make_buffer(device, D3D12_HEAP_TYPE_READBACK, 8);

  wait_on(direct, copy);
  ID3D12GraphicsCommandList* const list = direct.list.get();
  barrier =
      transition(picture.get(), D3D12_RESOURCE_STATE_COMMON, D3D12_RESOURCE_STATE_PIXEL_SHADER_RESOURCE);
  list->ResourceBarrier(1, &barrier);
  barrier = transition(arguments.get(), D3D12_RESOURCE_STATE_COMMON, D3D12_RESOURCE_STATE_INDIRECT_ARGUMENT);
  list->ResourceBarrier(1, &barrier);
  list->SetPipelineState(draw_state.get());
  list->SetGraphicsRootSignature(draw_root.get());
  ID3D12DescriptorHeap* const heaps[] = {shader_views.get()};
  list->SetDescriptorHeaps(1, heaps);
  list->SetGraphicsRootDescriptorTable(0, gpu_start(shader_views.get()));
  const D3D12_VIEWPORT viewport = {0, 0, kSide, kSide, 0, 1};
  const D3D12_RECT scissor = {0, 0, kSide, kSide};
  list->RSSetViewports(1, &viewport);
  list->RSSetScissorRects(1, &scissor);
  list->IASetPrimitiveTopology(D3D_PRIMITIVE_TOPOLOGY_TRIANGLELIST);
  for (int i = 0; i < 2; ++i) {
    D3D12_RESOURCE_BARRIER alias = {};
    alias.Type = D3D12_RESOURCE_BARRIER_TYPE_ALIASING;
    alias.Aliasing.pResourceBefore = i == 0 ? nullptr : targets[0].get();
    alias.Aliasing.pResourceAfter = targets[i].get();
    list->ResourceBarrier(1, &alias);
    const float black[4] = {};
    list->ClearRenderTargetView(views[i], black, 0, nullptr);
    list->OMSetRenderTargets(1, &views[i], FALSE, nullptr);
    if (i == 0) {
      list->BeginQuery(queries.get(), D3D12_QUERY_TYPE_BINARY_OCCLUSION, 0);
      list->DrawInstanced(3, 1, 0, 0);
      list->EndQuery(queries.get(), D3D12_QUERY_TYPE_BINARY_OCCLUSION, 0);
    } else {
      list->ExecuteIndirect(signature.get(), 1, arguments.get(), 0, nullptr, 0);
    }
    barrier =
        transition(targets[i].get(), D3D12_RESOURCE_STATE_RENDER_TARGET, D3D12_RESOURCE_STATE_COPY_SOURCE);
    list->ResourceBarrier(1, &barrier);
    const auto to_buffer = buffer_place(pictures_back.get(), static_cast<std::uint64_t>(i) * kPictureBytes);
    const auto from_target = texture_place(targets[i].get());
    list->CopyTextureRegion(&to_buffer, 0, 0, 0, &from_target, nullptr);
  }
  list->ResolveQueryData(queries.get(), D3D12_QUERY_TYPE_BINARY_OCCLUSION, 0, 1, query_back.get(), 0);
  direct.submit();

  // The compute queue fills a buffer after the frame, and hands the copied buffer back.
  const auto compute_root = compute_root_signature(device);
  const auto compute_state = compute_pipeline(device, compute_root.get());
  const auto results = make_committed(device, D3D12_HEAP_TYPE_DEFAULT,
                                      buffer_desc(4 * kThreads, D3D12_RESOURCE_FLAG_ALLOW_UNORDERED_ACCESS),
                                      D3D12_RESOURCE_STATE_COMMON);
  const auto results_back = make_buffer(device, D3D12_HEAP_TYPE_READBACK, 4 * kThreads + 1024);
  wait_on(compute, direct);
  compute.list->SetPipelineState(compute_state.get());
  compute.list->SetComputeRootSignature(compute_root.get());
  compute.list->SetComputeRootUnorderedAccessView(0, results->GetGPUVirtualAddress());
  barrier = transition(results.get(), D3D12_RESOURCE_STATE_COMMON, D3D12_RESOURCE_STATE_UNORDERED_ACCESS);
  compute.list->ResourceBarrier(1, &barrier);
  compute.list->Dispatch(1, 1, 1);
  barrier =
      transition(results.get(), D3D12_RESOURCE_STATE_UNORDERED_ACCESS, D3D12_RESOURCE_STATE_COPY_SOURCE);
  compute.list->ResourceBarrier(1, &barrier);
  compute.list->CopyBufferRegion(results_back.get(), 0, results.get(), 0, 4 * kThreads);
  compute.list->CopyBufferRegion(results_back.get(), 4 * kThreads, buffer.get(), 0, 1024);
  compute.submit();

  wait_for(compute.fence.get(), compute.value);
  wait_for(direct.fence.get(), direct.value);
  wait_for(copy.fence.get(), copy.value);
  std::vector<std::uint8_t> out = read(pictures_back.get(), 2 * kPictureBytes);
  append(out, read(results_back.get(), 4 * kThreads + 1024));
  std::uint64_t visible = 0;
  std::memcpy(&visible, read(query_back.get(), 8).data(), 8);
  out.push_back(visible != 0 ? 1 : 0);
  return out;
}

}  // namespace ferry::check::test
