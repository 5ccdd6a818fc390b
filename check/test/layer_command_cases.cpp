// What each kind of recorded command means: broken once, it is found by name.

#include <cstring>

#include "layer_cases.hpp"

namespace ferry::check::test {

namespace {

/// A draw into a target, with the bench's pipeline changed by `change`.
void ready_to_draw_by(Bench& b, const std::function<void(D3D12_GRAPHICS_PIPELINE_STATE_DESC&)>& change = {}) {
  const auto picture = b.texture(kPixel, D3D12_RESOURCE_FLAG_NONE);
  const auto target = b.texture(kTarget);
  b.kept.push_back(picture);
  b.kept.push_back(target);
  b.ready_to_draw(picture.get(), change);
}

/// Puts the picture's descriptor where the draw looks for it: from a heap that no shader sees.
void copy_picture(Bench& b, ID3D12Resource* picture, bool simple) {
  const auto source = b.heap(D3D12_DESCRIPTOR_HEAP_TYPE_CBV_SRV_UAV);
  const UINT step = b.device->GetDescriptorHandleIncrementSize(D3D12_DESCRIPTOR_HEAP_TYPE_CBV_SRV_UAV);
  D3D12_CPU_DESCRIPTOR_HANDLE from = cpu_start(source.get());
  from.ptr += step;
  b.device->CreateShaderResourceView(picture, nullptr, from);
  const D3D12_CPU_DESCRIPTOR_HANDLE to = cpu_start(b.views.get());
  if (simple) {
    b.device->CopyDescriptorsSimple(1, to, from, D3D12_DESCRIPTOR_HEAP_TYPE_CBV_SRV_UAV);
  } else {
    const UINT one = 1;
    b.device->CopyDescriptors(1, &to, &one, 1, &from, nullptr, D3D12_DESCRIPTOR_HEAP_TYPE_CBV_SRV_UAV);
  }
  b.lane.list->SetGraphicsRootDescriptorTable(0, gpu_start(b.views.get()));
}

void draw_into_first_target(Bench& b) {
  const auto view = b.target_view(b.kept[1].get());
  b.lane.list->OMSetRenderTargets(1, &view, FALSE, nullptr);
  b.lane.list->DrawInstanced(3, 1, 0, 0);
}

void picture_by_copied_descriptor(Bench& b, bool wrong, bool simple) {
  ready_to_draw_by(b);
  const auto picture = b.texture(wrong ? kTarget : kPixel);
  b.kept.push_back(picture);
  copy_picture(b, picture.get(), simple);
  draw_into_first_target(b);
}

/// DEPTH_READ is enough for a draw that does not write.
void draw_with_depth(Bench& b, bool writes, bool pipeline_by_reset) {
  ready_to_draw_by(b, [writes](D3D12_GRAPHICS_PIPELINE_STATE_DESC& desc) {
    desc.DSVFormat = DXGI_FORMAT_D32_FLOAT;
    desc.DepthStencilState.DepthEnable = TRUE;
    desc.DepthStencilState.DepthWriteMask = writes ? D3D12_DEPTH_WRITE_MASK_ALL : D3D12_DEPTH_WRITE_MASK_ZERO;
    desc.DepthStencilState.DepthFunc = D3D12_COMPARISON_FUNC_LESS_EQUAL;
  });
  if (pipeline_by_reset) {
    b.lane.list->ClearState(nullptr);  // Forgets the pipeline.
    EXPECT_EQ(b.lane.list->Close(), S_OK);
    EXPECT_EQ(b.lane.list->Reset(b.lane.allocator.get(), b.pipeline.get()), S_OK);
    b.bind_for_draw();
  }
  const auto depth = b.texture(D3D12_RESOURCE_STATE_DEPTH_READ, D3D12_RESOURCE_FLAG_ALLOW_DEPTH_STENCIL);
  b.kept.push_back(depth);
  b.views_of_depth = b.heap(D3D12_DESCRIPTOR_HEAP_TYPE_DSV);
  const auto depth_view = cpu_start(b.views_of_depth.get());
  b.device->CreateDepthStencilView(depth.get(), nullptr, depth_view);
  const auto target = b.target_view(b.kept[1].get());
  b.lane.list->OMSetRenderTargets(1, &target, FALSE, &depth_view);
  b.lane.list->DrawInstanced(3, 1, 0, 0);
}

}  // namespace

std::vector<Case> command_cases() {
  return {
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
      {"PictureInACopiedDescriptor", Rule::kMissingBarrier,
       [](Bench& b, bool wrong) { picture_by_copied_descriptor(b, wrong, true); }},
      {"PictureInACopiedRange", Rule::kMissingBarrier,
       [](Bench& b, bool wrong) { picture_by_copied_descriptor(b, wrong, false); }},
      {"SecondTargetOfARange", Rule::kMissingBarrier,
       [](Bench& b, bool wrong) {
         ready_to_draw_by(b, [](D3D12_GRAPHICS_PIPELINE_STATE_DESC& desc) {
           desc.NumRenderTargets = 2;
           desc.RTVFormats[1] = DXGI_FORMAT_R8G8B8A8_UNORM;
         });
         const auto second = b.texture(wrong ? kPixel : kTarget);
         b.kept.push_back(second);
         const auto views = b.target_view(b.kept[1].get());
         auto next = views;
         next.ptr += b.device->GetDescriptorHandleIncrementSize(D3D12_DESCRIPTOR_HEAP_TYPE_RTV);
         b.device->CreateRenderTargetView(second.get(), nullptr, next);
         b.lane.list->OMSetRenderTargets(2, &views, TRUE, nullptr);
         b.lane.list->DrawInstanced(3, 1, 0, 0);
       }},
      {"VertexBufferOfADraw", Rule::kMissingBarrier,
       [](Bench& b, bool wrong) {
         const auto first = b.buffer(D3D12_RESOURCE_STATE_VERTEX_AND_CONSTANT_BUFFER);
         const auto second = b.buffer(wrong ? kReads : D3D12_RESOURCE_STATE_VERTEX_AND_CONSTANT_BUFFER);
         // Without a pipeline any slot may be read (and the device below leaves the draw out).
         const auto target = b.texture(kTarget);
         b.kept = {target, target};
         b.kept.push_back(first);
         b.kept.push_back(second);
         const D3D12_VERTEX_BUFFER_VIEW views[] = {{first->GetGPUVirtualAddress(), 256, 4},
                                                   {second->GetGPUVirtualAddress(), 256, 4}};
         b.lane.list->IASetVertexBuffers(0, 2, views);
         draw_into_first_target(b);
       }},
      {"IndexBufferOfADraw", Rule::kMissingBarrier,
       [](Bench& b, bool wrong) {
         const auto indices = b.buffer();
         const auto staging = b.upload(256);
         fill(staging.get(), std::vector<std::uint8_t>(256));
         b.copy(indices.get(), staging.get());
         b.to(indices.get(), kDest, wrong ? kReads : D3D12_RESOURCE_STATE_INDEX_BUFFER);
         ready_to_draw_by(b);
         b.kept.push_back(indices);
         b.kept.push_back(staging);
         const D3D12_INDEX_BUFFER_VIEW view = {indices->GetGPUVirtualAddress(), 256, DXGI_FORMAT_R32_UINT};
         b.lane.list->IASetIndexBuffer(&view);
         const auto target = b.target_view(b.kept[1].get());
         b.lane.list->OMSetRenderTargets(1, &target, FALSE, nullptr);
         b.lane.list->DrawIndexedInstanced(3, 1, 0, 0, 0);
       }},
      {"DepthBufferOfADraw", Rule::kMissingBarrier,
       [](Bench& b, bool wrong) { draw_with_depth(b, wrong, false); }},
      {"PipelineGivenToReset", Rule::kMissingBarrier,
       [](Bench& b, bool wrong) { draw_with_depth(b, wrong, true); }},
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
         // One triangle: a draw of whatever lies in fresh memory may never end.
         const auto arguments = b.buffer();
         const auto staging = b.upload(256);
         const std::uint32_t triangle[] = {3, 1, 0, 0};
         std::vector<std::uint8_t> bytes(sizeof triangle);
         std::memcpy(bytes.data(), triangle, sizeof triangle);
         fill(staging.get(), bytes);
         b.copy(arguments.get(), staging.get(), sizeof triangle);
         if (!wrong) b.to(arguments.get(), kDest, D3D12_RESOURCE_STATE_INDIRECT_ARGUMENT);
         b.kept = {picture, target, arguments, staging};
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
      {"ResolveOfSamples", Rule::kMissingBarrier,
       [](Bench& b, bool wrong) {
         const auto from = b.texture(wrong ? kTarget : D3D12_RESOURCE_STATE_RESOLVE_SOURCE,
                                     D3D12_RESOURCE_FLAG_ALLOW_RENDER_TARGET, 4);
         const auto to = b.texture(D3D12_RESOURCE_STATE_RESOLVE_DEST);
         b.kept = {from, to};
         b.lane.list->ResolveSubresource(to.get(), 0, from.get(), 0, DXGI_FORMAT_R8G8B8A8_UNORM);
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
  };
}

}  // namespace ferry::check::test
