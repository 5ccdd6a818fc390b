// What each kind of recorded command means: broken once, it is found by name.

#include <cstring>

#include "layer_cases.hpp"

namespace ferry::check::test {

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
