// Each kind of call reaches the model with what it means: broken once, it is found by name. (That the rules
// themselves are right is for the model's tests.)

#include <gtest/gtest.h>

#include <functional>

#include "layer_scene.hpp"

namespace ferry::check::test {
namespace {

constexpr auto kDirect = D3D12_COMMAND_LIST_TYPE_DIRECT;
constexpr auto kCopy = D3D12_COMMAND_LIST_TYPE_COPY;

/// A device with what the cases below need.
struct Bench {
  explicit Bench(const WrapOptions& options) : device(wrapped_device(options)), lane(device.get(), kDirect) {}

  Ref<ID3D12Resource> buffer(D3D12_RESOURCE_STATES state = D3D12_RESOURCE_STATE_COMMON) {
    auto made = make_committed(device.get(), D3D12_HEAP_TYPE_DEFAULT, buffer_desc(65536, flags),
                               D3D12_RESOURCE_STATE_COMMON);
    if (state != D3D12_RESOURCE_STATE_COMMON) to(made.get(), D3D12_RESOURCE_STATE_COMMON, state);
    return made;
  }
  /// A render target (or, with another flag, what that says) in a state.
  Ref<ID3D12Resource> texture(D3D12_RESOURCE_STATES state,
                              D3D12_RESOURCE_FLAGS with = D3D12_RESOURCE_FLAG_ALLOW_RENDER_TARGET,
                              UINT samples = 1) {
    auto desc = texture_desc(64, 64, with);
    if ((with & D3D12_RESOURCE_FLAG_ALLOW_DEPTH_STENCIL) != 0) desc.Format = DXGI_FORMAT_D32_FLOAT;
    desc.SampleDesc.Count = samples;
    return make_committed(device.get(), D3D12_HEAP_TYPE_DEFAULT, desc, state);
  }
  void to(ID3D12Resource* resource, D3D12_RESOURCE_STATES before, D3D12_RESOURCE_STATES after) {
    const auto barrier = transition(resource, before, after);
    lane.list->ResourceBarrier(1, &barrier);
  }
  Ref<ID3D12DescriptorHeap> heap(D3D12_DESCRIPTOR_HEAP_TYPE type, bool visible = false) {
    D3D12_DESCRIPTOR_HEAP_DESC desc = {};
    desc.NumDescriptors = 4;
    desc.Type = type;
    desc.Flags = visible ? D3D12_DESCRIPTOR_HEAP_FLAG_SHADER_VISIBLE : D3D12_DESCRIPTOR_HEAP_FLAG_NONE;
    return made<ID3D12DescriptorHeap>(
        [&](REFIID id, void** out) { return device->CreateDescriptorHeap(&desc, id, out); });
  }
  /// Everything for a draw but the render target; the picture may be null.
  void ready_to_draw(ID3D12Resource* picture) {
    root = draw_root_signature(device.get());
    pipeline = draw_pipeline(device.get(), root.get());
    views = heap(D3D12_DESCRIPTOR_HEAP_TYPE_CBV_SRV_UAV, true);
    D3D12_SHADER_RESOURCE_VIEW_DESC desc = {};
    desc.Format = DXGI_FORMAT_R8G8B8A8_UNORM;
    desc.ViewDimension = D3D12_SRV_DIMENSION_TEXTURE2D;
    desc.Shader4ComponentMapping = D3D12_DEFAULT_SHADER_4_COMPONENT_MAPPING;
    desc.Texture2D.MipLevels = 1;
    device->CreateShaderResourceView(picture, &desc, cpu_start(views.get()));
    lane.list->SetPipelineState(pipeline.get());
    lane.list->SetGraphicsRootSignature(root.get());
    ID3D12DescriptorHeap* const heaps[] = {views.get()};
    lane.list->SetDescriptorHeaps(1, heaps);
    lane.list->SetGraphicsRootDescriptorTable(0, gpu_start(views.get()));
    lane.list->IASetPrimitiveTopology(D3D_PRIMITIVE_TOPOLOGY_TRIANGLELIST);
    const D3D12_VIEWPORT viewport = {0, 0, 64, 64, 0, 1};
    const D3D12_RECT scissor = {0, 0, 64, 64};
    lane.list->RSSetViewports(1, &viewport);
    lane.list->RSSetScissorRects(1, &scissor);
  }
  D3D12_CPU_DESCRIPTOR_HANDLE target_view(ID3D12Resource* target) {
    target_views = heap(D3D12_DESCRIPTOR_HEAP_TYPE_RTV);
    device->CreateRenderTargetView(target, nullptr, cpu_start(target_views.get()));
    return cpu_start(target_views.get());
  }
  void ready_to_compute() {
    root = compute_root_signature(device.get());
    pipeline = compute_pipeline(device.get(), root.get());
    lane.list->SetPipelineState(pipeline.get());
    lane.list->SetComputeRootSignature(root.get());
  }

  Ref<ID3D12Device> device;
  Lane lane;
  D3D12_RESOURCE_FLAGS flags = D3D12_RESOURCE_FLAG_NONE;
  Ref<ID3D12RootSignature> root;
  Ref<ID3D12PipelineState> pipeline;
  Ref<ID3D12DescriptorHeap> views;
  Ref<ID3D12DescriptorHeap> target_views;
  std::vector<Ref<ID3D12Resource>> kept;
};

struct Case {
  const char* name;
  Rule rule;
  /// Records it into the bench's list, right or wrong; the list is then run.
  std::function<void(Bench&, bool wrong)> record;
  /// A driver may not survive it: not to be recorded in batches.
  bool dangerous = false;
};

constexpr auto kCommon = D3D12_RESOURCE_STATE_COMMON;
constexpr auto kTarget = D3D12_RESOURCE_STATE_RENDER_TARGET;
constexpr auto kSource = D3D12_RESOURCE_STATE_COPY_SOURCE;
constexpr auto kDest = D3D12_RESOURCE_STATE_COPY_DEST;
constexpr auto kReads = D3D12_RESOURCE_STATE_NON_PIXEL_SHADER_RESOURCE;
constexpr auto kPixel = D3D12_RESOURCE_STATE_PIXEL_SHADER_RESOURCE;

const std::vector<Case>& cases() {
  static const std::vector<Case> all = {
      {"RenderTargetOfADraw", Rule::kMissingBarrier,
       [](Bench& b, bool wrong) {
         const auto picture = b.texture(kPixel, D3D12_RESOURCE_FLAG_NONE);
         const auto target = b.texture(kTarget);
         b.kept = {picture, target};
         b.ready_to_draw(picture.get());
         const auto view = b.target_view(target.get());
         b.lane.list->OMSetRenderTargets(1, &view, FALSE, nullptr);
         if (wrong) b.to(target.get(), kTarget, kPixel);
         b.lane.list->DrawInstanced(3, 1, 0, 0);
       }},
      {"PictureInADescriptorTable", Rule::kMissingBarrier,
       [](Bench& b, bool wrong) {
         const auto picture = b.texture(wrong ? kTarget : kPixel);
         const auto target = b.texture(kTarget);
         b.kept = {picture, target};
         b.ready_to_draw(picture.get());
         const auto view = b.target_view(target.get());
         b.lane.list->OMSetRenderTargets(1, &view, FALSE, nullptr);
         b.lane.list->DrawInstanced(3, 1, 0, 0);
       }},
      {"ClearOfATarget", Rule::kMissingBarrier,
       [](Bench& b, bool wrong) {
         const auto target = b.texture(wrong ? kPixel : kTarget);
         b.kept = {target};
         const float black[4] = {};
         b.lane.list->ClearRenderTargetView(b.target_view(target.get()), black, 0, nullptr);
       }},
      {"ClearOfADepthBuffer", Rule::kMissingBarrier,
       [](Bench& b, bool wrong) {
         const auto depth =
             b.texture(wrong ? D3D12_RESOURCE_STATE_DEPTH_READ : D3D12_RESOURCE_STATE_DEPTH_WRITE,
                       D3D12_RESOURCE_FLAG_ALLOW_DEPTH_STENCIL);
         b.kept = {depth};
         b.target_views = b.heap(D3D12_DESCRIPTOR_HEAP_TYPE_DSV);
         b.device->CreateDepthStencilView(depth.get(), nullptr, cpu_start(b.target_views.get()));
         b.lane.list->ClearDepthStencilView(cpu_start(b.target_views.get()), D3D12_CLEAR_FLAG_DEPTH, 1, 0, 0,
                                            nullptr);
       }},
      {"ArgumentsOfExecuteIndirect", Rule::kMissingBarrier,
       [](Bench& b, bool wrong) {
         const auto picture = b.texture(kPixel, D3D12_RESOURCE_FLAG_NONE);
         const auto target = b.texture(kTarget);
         const auto arguments = b.buffer(wrong ? kDest : D3D12_RESOURCE_STATE_INDIRECT_ARGUMENT);
         b.kept = {picture, target, arguments};
         b.ready_to_draw(picture.get());
         const auto view = b.target_view(target.get());
         b.lane.list->OMSetRenderTargets(1, &view, FALSE, nullptr);
         D3D12_INDIRECT_ARGUMENT_DESC argument = {};
         argument.Type = D3D12_INDIRECT_ARGUMENT_TYPE_DRAW;
         D3D12_COMMAND_SIGNATURE_DESC desc = {};
         desc.ByteStride = 16;
         desc.NumArgumentDescs = 1;
         desc.pArgumentDescs = &argument;
         static Ref<ID3D12CommandSignature> signature;
         signature = made<ID3D12CommandSignature>([&](REFIID id, void** out) {
           return b.device->CreateCommandSignature(&desc, nullptr, id, out);
         });
         b.lane.list->ExecuteIndirect(signature.get(), 1, arguments.get(), 0, nullptr, 0);
         b.lane.run();
         signature.reset();
       }},
      {"RootUavOfADispatch", Rule::kMissingBarrier,
       [](Bench& b, bool wrong) {
         b.flags = D3D12_RESOURCE_FLAG_ALLOW_UNORDERED_ACCESS;
         const auto results = b.buffer(wrong ? kReads : D3D12_RESOURCE_STATE_UNORDERED_ACCESS);
         b.kept = {results};
         b.ready_to_compute();
         b.lane.list->SetComputeRootUnorderedAccessView(0, results->GetGPUVirtualAddress());
         b.lane.list->Dispatch(1, 1, 1);
       }},
      {"ClearOfAUav", Rule::kMissingBarrier,
       [](Bench& b, bool wrong) {
         b.flags = D3D12_RESOURCE_FLAG_ALLOW_UNORDERED_ACCESS;
         const auto results = b.buffer(wrong ? kReads : D3D12_RESOURCE_STATE_UNORDERED_ACCESS);
         b.kept = {results};
         b.views = b.heap(D3D12_DESCRIPTOR_HEAP_TYPE_CBV_SRV_UAV, true);
         b.target_views = b.heap(D3D12_DESCRIPTOR_HEAP_TYPE_CBV_SRV_UAV);
         D3D12_UNORDERED_ACCESS_VIEW_DESC desc = {};
         desc.Format = DXGI_FORMAT_R32_UINT;
         desc.ViewDimension = D3D12_UAV_DIMENSION_BUFFER;
         desc.Buffer.NumElements = 16;
         b.device->CreateUnorderedAccessView(results.get(), nullptr, &desc, cpu_start(b.target_views.get()));
         b.device->CopyDescriptorsSimple(1, cpu_start(b.views.get()), cpu_start(b.target_views.get()),
                                         D3D12_DESCRIPTOR_HEAP_TYPE_CBV_SRV_UAV);
         ID3D12DescriptorHeap* const heaps[] = {b.views.get()};
         b.lane.list->SetDescriptorHeaps(1, heaps);
         const UINT zero[4] = {};
         b.lane.list->ClearUnorderedAccessViewUint(gpu_start(b.views.get()), cpu_start(b.target_views.get()),
                                                   results.get(), zero, 0, nullptr);
       }},
      {"CopyOfABuffer", Rule::kMissingBarrier,
       [](Bench& b, bool wrong) {
         const auto from = b.buffer(wrong ? D3D12_RESOURCE_STATE_VERTEX_AND_CONSTANT_BUFFER : kSource);
         const auto to = b.buffer(kDest);
         b.kept = {from, to};
         b.lane.list->CopyBufferRegion(to.get(), 0, from.get(), 0, 256);
       }},
      {"CopyOfAWholeResource", Rule::kCopyResourceShape,
       [](Bench& b, bool wrong) {
         const auto from = b.buffer();
         const auto to = wrong ? make_buffer(b.device.get(), D3D12_HEAP_TYPE_DEFAULT, 512) : b.buffer();
         b.kept = {from, to};
         b.lane.list->CopyResource(to.get(), from.get());
       },
       true},
      {"FootprintOfATextureCopy", Rule::kFootprintPitch,
       [](Bench& b, bool wrong) {
         const auto texture = b.texture(kDest, D3D12_RESOURCE_FLAG_NONE);
         const auto upload = make_buffer(b.device.get(), D3D12_HEAP_TYPE_UPLOAD, 65536);
         b.kept = {texture, upload};
         D3D12_TEXTURE_COPY_LOCATION to = {};
         to.pResource = texture.get();
         D3D12_TEXTURE_COPY_LOCATION from = {};
         from.pResource = upload.get();
         from.Type = D3D12_TEXTURE_COPY_TYPE_PLACED_FOOTPRINT;
         from.PlacedFootprint.Footprint = {DXGI_FORMAT_R8G8B8A8_UNORM, 64, 64, 1, wrong ? 260U : 512U};
         b.lane.list->CopyTextureRegion(&to, 0, 0, 0, &from, nullptr);
       },
       true},
      {"BoxOfATextureCopy", Rule::kCopyRegionOutside,
       [](Bench& b, bool wrong) {
         const auto to = b.texture(kDest, D3D12_RESOURCE_FLAG_NONE);
         const auto from = b.texture(kSource, D3D12_RESOURCE_FLAG_NONE);
         b.kept = {to, from};
         D3D12_TEXTURE_COPY_LOCATION to_place = {};
         to_place.pResource = to.get();
         D3D12_TEXTURE_COPY_LOCATION from_place = {};
         from_place.pResource = from.get();
         const D3D12_BOX box = {0, 0, 0, 32, 32, 1};
         b.lane.list->CopyTextureRegion(&to_place, wrong ? 48 : 32, 0, 0, &from_place, &box);
       },
       true},
      {"ResolveOfSamples", Rule::kMissingBarrier,
       [](Bench& b, bool wrong) {
         const auto from = b.texture(wrong ? kTarget : D3D12_RESOURCE_STATE_RESOLVE_SOURCE,
                                     D3D12_RESOURCE_FLAG_ALLOW_RENDER_TARGET, 4);
         const auto to = b.texture(D3D12_RESOURCE_STATE_RESOLVE_DEST);
         b.kept = {from, to};
         b.lane.list->ResolveSubresource(to.get(), 0, from.get(), 0, DXGI_FORMAT_R8G8B8A8_UNORM);
       }},
      {"BeforeStateOfABarrier", Rule::kStateBeforeMismatch,
       [](Bench& b, bool wrong) {
         const auto target = b.texture(kTarget);
         b.kept = {target};
         b.to(target.get(), wrong ? kPixel : kTarget, kSource);
       }},
      {"DestinationOfQueryResults", Rule::kMissingBarrier,
       [](Bench& b, bool wrong) {
         const auto to = b.buffer(wrong ? kReads : kDest);
         b.kept = {to};
         D3D12_QUERY_HEAP_DESC desc = {};
         desc.Type = D3D12_QUERY_HEAP_TYPE_TIMESTAMP;
         desc.Count = 1;
         static Ref<ID3D12QueryHeap> queries;
         queries = made<ID3D12QueryHeap>(
             [&](REFIID id, void** out) { return b.device->CreateQueryHeap(&desc, id, out); });
         b.lane.list->EndQuery(queries.get(), D3D12_QUERY_TYPE_TIMESTAMP, 0);
         b.lane.list->ResolveQueryData(queries.get(), D3D12_QUERY_TYPE_TIMESTAMP, 0, 1, to.get(), 0);
         b.lane.run();
         queries.reset();
       }},
      {"AliasedMemory", Rule::kAliasingBarrierMissing,
       [](Bench& b, bool wrong) {
         D3D12_HEAP_DESC desc = {};
         desc.SizeInBytes = 65536;
         desc.Properties = heap_of(D3D12_HEAP_TYPE_DEFAULT);
         desc.Flags = D3D12_HEAP_FLAG_ALLOW_ONLY_BUFFERS;
         const auto heap =
             made<ID3D12Heap>([&](REFIID id, void** out) { return b.device->CreateHeap(&desc, id, out); });
         const auto buffer = buffer_desc(1024);
         for (int i = 0; i < 2; ++i) {
           b.kept.push_back(made<ID3D12Resource>([&](REFIID id, void** out) {
             return b.device->CreatePlacedResource(heap.get(), 0, &buffer, kCommon, nullptr, id, out);
           }));
         }
         const auto upload = make_buffer(b.device.get(), D3D12_HEAP_TYPE_UPLOAD, 1024);
         for (int i = 0; i < 2; ++i) {
           D3D12_RESOURCE_BARRIER alias = {};
           alias.Type = D3D12_RESOURCE_BARRIER_TYPE_ALIASING;
           alias.Aliasing.pResourceAfter = b.kept[static_cast<std::size_t>(i)].get();
           if (i == 0 || !wrong) b.lane.list->ResourceBarrier(1, &alias);
           b.lane.list->CopyBufferRegion(b.kept[static_cast<std::size_t>(i)].get(), 0, upload.get(), 0, 1024);
         }
         b.lane.run();
         b.kept.clear();
       }},
      {"PlacementInAHeap", Rule::kPlacedOutsideHeap,
       [](Bench& b, bool wrong) {
         D3D12_HEAP_DESC desc = {};
         desc.SizeInBytes = 65536;
         desc.Properties = heap_of(D3D12_HEAP_TYPE_DEFAULT);
         desc.Flags = D3D12_HEAP_FLAG_ALLOW_ONLY_BUFFERS;
         const auto heap =
             made<ID3D12Heap>([&](REFIID id, void** out) { return b.device->CreateHeap(&desc, id, out); });
         const auto buffer = buffer_desc(1024);
         void* placed = nullptr;
         EXPECT_EQ(SUCCEEDED(b.device->CreatePlacedResource(heap.get(), wrong ? 65536 : 0, &buffer, kCommon,
                                                            nullptr, iid_of<ID3D12Resource>(), &placed)),
                   !wrong);
         if (placed != nullptr) static_cast<ID3D12Resource*>(placed)->Release();
       }},
      {"UnmapOfAReadback", Rule::kReadbackUnmapWritten,
       [](Bench& b, bool wrong) {
         const auto back = make_buffer(b.device.get(), D3D12_HEAP_TYPE_READBACK, 256);
         void* data = nullptr;
         const D3D12_RANGE nothing = {0, 0};
         EXPECT_EQ(back->Map(0, nullptr, &data), S_OK);
         back->Unmap(0, wrong ? nullptr : &nothing);
       }},
      {"MapOfASubresource", Rule::kMapSubresource,
       [](Bench& b, bool wrong) {
         const auto upload = make_buffer(b.device.get(), D3D12_HEAP_TYPE_UPLOAD, 256);
         void* data = nullptr;
         EXPECT_EQ(upload->Map(wrong ? 1 : 0, nullptr, &data), wrong ? E_INVALIDARG : S_OK);
       }},
      {"DeclaredCpuWrite", Rule::kStagingChangedInFlight,
       [](Bench& b, bool wrong) {
         const auto upload = make_buffer(b.device.get(), D3D12_HEAP_TYPE_UPLOAD, 1024);
         const auto back = make_buffer(b.device.get(), D3D12_HEAP_TYPE_READBACK, 1024);
         set_pace(b.device.get(), GpuPace::kHeld);
         b.lane.list->CopyBufferRegion(back.get(), 0, upload.get(), 256, 256);
         b.lane.submit();
         cpu_write(upload.get(), wrong ? 256 : 512, 600);
         gpu_drain(b.device.get());
         set_pace(b.device.get(), GpuPace::kImmediate);
         wait_for(b.lane.fence.get(), b.lane.value);
         b.lane.reopen();
       }},
      {"ListTypeOfItsQueue", Rule::kListTypeMismatch,
       [](Bench& b, bool wrong) {
         Lane copy(b.device.get(), kCopy);
         EXPECT_EQ(copy.list->Close(), S_OK);
         if (wrong) {
           execute(b.lane.queue.get(), copy.list.get());
         } else {
           execute(copy.queue.get(), copy.list.get());
         }
         EXPECT_EQ(copy.queue->Signal(copy.fence.get(), 1), S_OK);
         b.lane.run();
         wait_for(copy.fence.get(), 1);
       }},
      {"CommandForItsListType", Rule::kCommandNotForListType,
       [](Bench& b, bool wrong) {
         Lane copy(b.device.get(), kCopy);
         const D3D12_VIEWPORT viewport = {0, 0, 64, 64, 0, 1};
         if (wrong) copy.list->RSSetViewports(1, &viewport);
         copy.run();
       }},
  };
  return all;
}

class LayerRules : public testing::TestWithParam<std::size_t> {};

TEST_P(LayerRules, BrokenIsFoundAndKeptIsQuiet) {
  const Case& one = cases()[GetParam()];
  for (const bool batch : {false, true}) {
    for (const bool wrong : {false, true}) {
      if (batch && wrong && one.dangerous) continue;
      WrapOptions options = quiet();
      options.check_descriptor_tables = true;
      options.batch_recording = batch;
      Bench bench(options);
      one.record(bench, wrong);
      const HRESULT closed = bench.lane.list->Close();
      if (SUCCEEDED(closed)) {
        execute(bench.lane.queue.get(), bench.lane.list.get());
        EXPECT_EQ(bench.lane.queue->Signal(bench.lane.fence.get(), ++bench.lane.value), S_OK);
        wait_for(bench.lane.fence.get(), bench.lane.value);
      }
      if (wrong) {
        EXPECT_GE(found(bench.device.get(), one.rule), 1) << report(bench.device.get());
      } else {
        EXPECT_EQ(report(bench.device.get()), "");
        EXPECT_EQ(closed, S_OK);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Calls, LayerRules, testing::Range<std::size_t>(0, cases().size()),
                         [](const testing::TestParamInfo<std::size_t>& index) {
                           return std::string(cases()[index.param].name);
                         });

}  // namespace
}  // namespace ferry::check::test
