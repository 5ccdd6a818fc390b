// ID3D12GraphicsCommandList4 and ID3D12PipelineLibrary. Compiled where the platform's header has them.

#include <vector>

#include "generated/command_list.hpp"
#include "generated/pipeline_library.hpp"
#include "generated/pipeline_state.hpp"
#include "generated/resource.hpp"
#include "make.hpp"
#include "pipeline_stream.hpp"
#include "recording.hpp"
#include "structs.hpp"

namespace ferry::check::layer {

#ifdef __ID3D12GraphicsCommandList4_INTERFACE_DEFINED__

namespace {

/// The resources of a resolve at the pass's end, unwrapped.
void resolve_below(Call& call, D3D12_RENDER_PASS_ENDING_ACCESS& access) {
  if (access.Type != D3D12_RENDER_PASS_ENDING_ACCESS_TYPE_RESOLVE) return;
  auto& resolve = access.Resolve;
  resolve.pSrcResource =
      below_of<ID3D12Resource>(call.resolve<Resource>(resolve.pSrcResource, "pSrcResource", Need::kRequired));
  resolve.pDstResource =
      below_of<ID3D12Resource>(call.resolve<Resource>(resolve.pDstResource, "pDstResource", Need::kRequired));
}

void note_beginning(CommandList& list, Call& call, event::ClearKind kind, const View* view, const char* as,
                    std::uint32_t state, D3D12_RENDER_PASS_BEGINNING_ACCESS_TYPE access) {
  if (view == nullptr) return;
  const event::Use use = use_of(*view, state, as);
  record(list, call, event::Used{call.name(), list.id(), std::span(&use, 1)});
  if (access == D3D12_RENDER_PASS_BEGINNING_ACCESS_TYPE_PRESERVE ||
      access == D3D12_RENDER_PASS_BEGINNING_ACCESS_TYPE_NO_ACCESS) {
    return;
  }
  record(list, call,
         event::ClearView{call.name(), list.id(), kind, view->resource, view->subresources, false});
}

}  // namespace

void STDMETHODCALLTYPE CommandList::BeginRenderPass(
    UINT num_render_targets, const D3D12_RENDER_PASS_RENDER_TARGET_DESC* render_targets,
    const D3D12_RENDER_PASS_DEPTH_STENCIL_DESC* depth_stencil, D3D12_RENDER_PASS_FLAGS flags) {
  Call call(*this, Method::kCommandListBeginRenderPass);
  if (call.refused()) return;
  std::vector<D3D12_RENDER_PASS_RENDER_TARGET_DESC> targets(render_targets,
                                                            render_targets + num_render_targets);
  for (UINT i = 0; i < num_render_targets; ++i) {
    resolve_below(call, targets[i].EndingAccess);
    const View* const view = core().descriptors().find(targets[i].cpuDescriptor);
    note_beginning(*this, call, event::ClearKind::kRenderTarget, view, "render target of a pass",
                   states::kRenderTarget, targets[i].BeginningAccess.Type);
    if (view == nullptr) continue;
    const event::Use use = use_of(*view, states::kRenderTarget, "render target");
    record(*this, call,
           event::Bound{call.name(), id(), event::BindPoint::kRenderTarget, i, std::span(&use, 1)});
  }
  D3D12_RENDER_PASS_DEPTH_STENCIL_DESC depth = {};
  if (depth_stencil != nullptr) {
    depth = *depth_stencil;
    resolve_below(call, depth.DepthEndingAccess);
    resolve_below(call, depth.StencilEndingAccess);
    const View* const view = core().descriptors().find(depth.cpuDescriptor);
    note_beginning(*this, call, event::ClearKind::kDepth, view, "depth buffer of a pass",
                   view != nullptr && view->read_only_depth ? states::kDepthRead : states::kDepthWrite,
                   depth.DepthBeginningAccess.Type);
  }
  if (call.refused()) return;
  below<ID3D12GraphicsCommandList4>()->BeginRenderPass(num_render_targets, targets.data(),
                                                       depth_stencil == nullptr ? nullptr : &depth, flags);
}

void STDMETHODCALLTYPE CommandList::EndRenderPass() {
  Call call(*this, Method::kCommandListEndRenderPass);
  if (call.refused()) return;
  record(*this, call, event::BindingsCleared{call.name(), id(), event::BindPoint::kRenderTarget});
  if (call.refused()) return;
  below<ID3D12GraphicsCommandList4>()->EndRenderPass();
}

#endif

#ifdef __ID3D12PipelineLibrary_INTERFACE_DEFINED__

HRESULT STDMETHODCALLTYPE PipelineLibrary::StorePipeline(const WCHAR* name, ID3D12PipelineState* pipeline) {
  Call call(*this, Method::kPipelineLibraryStorePipeline);
  if (call.refused()) return call.refusal();
  auto* const ours = call.resolve<PipelineState>(pipeline, "pipeline", Need::kRequired);
  if (call.refused()) return call.refusal();
  return call.done(below<ID3D12PipelineLibrary>()->StorePipeline(name, ours->below<ID3D12PipelineState>()));
}

HRESULT STDMETHODCALLTYPE PipelineLibrary::LoadGraphicsPipeline(
    const WCHAR* name, const D3D12_GRAPHICS_PIPELINE_STATE_DESC* desc, REFIID riid, void** pipeline_state) {
  Call call(*this, Method::kPipelineLibraryLoadGraphicsPipeline);
  if (!begin_create(call, desc, pipeline_state)) return call.refusal();
  D3D12_GRAPHICS_PIPELINE_STATE_DESC unwrapped = *desc;
  unwrapped.pRootSignature = root_signature_below(call, desc->pRootSignature);
  if (call.refused()) return call.refusal();
  PipelineStateData data;
  data.info = pipeline_info(*desc);
  return make<PipelineState, ID3D12PipelineState>(
      call, std::move(data), riid, pipeline_state, [&](REFIID id, void** out) {
        return below<ID3D12PipelineLibrary>()->LoadGraphicsPipeline(name, &unwrapped, id, out);
      });
}

HRESULT STDMETHODCALLTYPE PipelineLibrary::LoadComputePipeline(const WCHAR* name,
                                                               const D3D12_COMPUTE_PIPELINE_STATE_DESC* desc,
                                                               REFIID riid, void** pipeline_state) {
  Call call(*this, Method::kPipelineLibraryLoadComputePipeline);
  if (!begin_create(call, desc, pipeline_state)) return call.refusal();
  D3D12_COMPUTE_PIPELINE_STATE_DESC unwrapped = *desc;
  unwrapped.pRootSignature = root_signature_below(call, desc->pRootSignature);
  if (call.refused()) return call.refusal();
  return make<PipelineState, ID3D12PipelineState>(
      call, PipelineStateData{}, riid, pipeline_state, [&](REFIID id, void** out) {
        return below<ID3D12PipelineLibrary>()->LoadComputePipeline(name, &unwrapped, id, out);
      });
}

#endif

#ifdef __ID3D12PipelineLibrary1_INTERFACE_DEFINED__

HRESULT STDMETHODCALLTYPE PipelineLibrary::LoadPipeline(const WCHAR* name,
                                                        const D3D12_PIPELINE_STATE_STREAM_DESC* desc,
                                                        REFIID riid, void** pipeline_state) {
  Call call(*this, Method::kPipelineLibraryLoadPipeline);
  if (!begin_create(call, desc, pipeline_state)) return call.refusal();
  PipelineStream stream(call, *desc);
  if (call.refused()) return call.refusal();
  PipelineStateData data;
  data.info = stream.info();
  const D3D12_PIPELINE_STATE_STREAM_DESC unwrapped = stream.desc();
  return make<PipelineState, ID3D12PipelineState>(
      call, std::move(data), riid, pipeline_state, [&](REFIID id, void** out) {
        return below<ID3D12PipelineLibrary1>()->LoadPipeline(name, &unwrapped, id, out);
      });
}

#endif

}  // namespace ferry::check::layer
