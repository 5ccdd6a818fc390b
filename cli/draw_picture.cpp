#include "draw_picture.hpp"

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <utility>

#include <ferry/gpu/api_error.hpp>
#include <ferry/gpu/d3d12.hpp>
#include <ferry/gpu/resource_desc.hpp>

#include <full_screen_vs.hpp>
#include <load_ps.hpp>
#include <sample_ps.hpp>

namespace ferry::cli {

namespace {

/// Records a transition of all subresources; none where the states are equal.
void transition(ID3D12GraphicsCommandList* list, ID3D12Resource* resource, std::uint32_t before,
                std::uint32_t after) {
  if (before == after) return;
  D3D12_RESOURCE_BARRIER barrier = {};
  barrier.Type = D3D12_RESOURCE_BARRIER_TYPE_TRANSITION;
  barrier.Transition.pResource = resource;
  barrier.Transition.Subresource = D3D12_RESOURCE_BARRIER_ALL_SUBRESOURCES;
  barrier.Transition.StateBefore = static_cast<D3D12_RESOURCE_STATES>(before);
  barrier.Transition.StateAfter = static_cast<D3D12_RESOURCE_STATES>(after);
  list->ResourceBarrier(1, &barrier);
}

Result<ComPtr<ID3D12DescriptorHeap>> make_heap(Device& device, D3D12_DESCRIPTOR_HEAP_TYPE type,
                                               D3D12_DESCRIPTOR_HEAP_FLAGS flags, std::string_view name) {
  D3D12_DESCRIPTOR_HEAP_DESC desc = {};
  desc.Type = type;
  desc.NumDescriptors = 1;
  desc.Flags = flags;
  ComPtr<ID3D12DescriptorHeap> heap;
  const HRESULT hr =
      device.d3d()->CreateDescriptorHeap(&desc, iid_of<ID3D12DescriptorHeap>(), heap.put_void());
  if (FAILED(hr)) return fail_api(hr, "CreateDescriptorHeap failed for ", name);
  set_object_name(heap.get(), name);
  return heap;
}

}  // namespace

PictureDrawer::PictureDrawer(const std::shared_ptr<Device>& device, const std::shared_ptr<Queue>& queue,
                             PixelRead read)
    : device_(device),
      queue_(queue),
      read_(read),
      lists_(device, QueueKind::kDirect, "draw picture"),
      releases_(device) {}

PictureDrawer::~PictureDrawer() {
  // A device that is lost or hangs ends this wait.
  (void)queue_->drain();
}

Result<std::unique_ptr<PictureDrawer>> PictureDrawer::create(const std::shared_ptr<Device>& device,
                                                             const std::shared_ptr<Queue>& queue,
                                                             PixelRead read) {
  if (queue->kind() != QueueKind::kDirect) {
    return fail(ErrorCode::kInvalidArgument, "a picture is drawn on a DIRECT queue, not on ",
                to_string(queue->kind()));
  }
  std::unique_ptr<PictureDrawer> drawer(new PictureDrawer(device, queue, read));
  if (Result<void> made = drawer->make_root_signature(); !made) return fail(std::move(made).error());
  return drawer;
}

Result<void> PictureDrawer::make_root_signature() {
  D3D12_DESCRIPTOR_RANGE picture = {};
  picture.RangeType = D3D12_DESCRIPTOR_RANGE_TYPE_SRV;
  picture.NumDescriptors = 1;
  D3D12_ROOT_PARAMETER table = {};
  table.ParameterType = D3D12_ROOT_PARAMETER_TYPE_DESCRIPTOR_TABLE;
  table.DescriptorTable.NumDescriptorRanges = 1;
  table.DescriptorTable.pDescriptorRanges = &picture;
  table.ShaderVisibility = D3D12_SHADER_VISIBILITY_PIXEL;
  D3D12_STATIC_SAMPLER_DESC sampler = {};
  sampler.Filter = D3D12_FILTER_MIN_MAG_MIP_POINT;
  sampler.AddressU = D3D12_TEXTURE_ADDRESS_MODE_CLAMP;
  sampler.AddressV = D3D12_TEXTURE_ADDRESS_MODE_CLAMP;
  sampler.AddressW = D3D12_TEXTURE_ADDRESS_MODE_CLAMP;
  sampler.ComparisonFunc = D3D12_COMPARISON_FUNC_NEVER;
  sampler.MaxLOD = D3D12_FLOAT32_MAX;
  sampler.ShaderVisibility = D3D12_SHADER_VISIBILITY_PIXEL;
  D3D12_ROOT_SIGNATURE_DESC desc = {};
  desc.NumParameters = 1;
  desc.pParameters = &table;
  desc.NumStaticSamplers = read_ == PixelRead::kSample ? 1 : 0;
  desc.pStaticSamplers = read_ == PixelRead::kSample ? &sampler : nullptr;

  ComPtr<ID3DBlob> blob;
  ComPtr<ID3DBlob> messages;
  HRESULT hr = D3D12SerializeRootSignature(&desc, D3D_ROOT_SIGNATURE_VERSION_1, blob.put(), messages.put());
  if (FAILED(hr)) return fail_api(hr, "D3D12SerializeRootSignature failed");
  hr = device_->d3d()->CreateRootSignature(0, blob->GetBufferPointer(), blob->GetBufferSize(),
                                           iid_of<ID3D12RootSignature>(), root_signature_.put_void());
  if (FAILED(hr)) return fail_api(hr, "CreateRootSignature failed");
  set_object_name(root_signature_.get(), "draw picture");
  return {};
}

Result<ID3D12PipelineState*> PictureDrawer::pipeline_for(Format target_format) {
  ComPtr<ID3D12PipelineState>& pipeline = pipelines_[target_format];
  if (pipeline) return pipeline.get();

  D3D12_GRAPHICS_PIPELINE_STATE_DESC desc = {};
  desc.pRootSignature = root_signature_.get();
  desc.VS = {shaders::kFullScreenVs, sizeof shaders::kFullScreenVs};
  if (read_ == PixelRead::kLoad) {
    desc.PS = {shaders::kLoadPs, sizeof shaders::kLoadPs};
  } else {
    desc.PS = {shaders::kSamplePs, sizeof shaders::kSamplePs};
  }
  desc.BlendState.RenderTarget[0].SrcBlend = D3D12_BLEND_ONE;
  desc.BlendState.RenderTarget[0].DestBlend = D3D12_BLEND_ZERO;
  desc.BlendState.RenderTarget[0].BlendOp = D3D12_BLEND_OP_ADD;
  desc.BlendState.RenderTarget[0].SrcBlendAlpha = D3D12_BLEND_ONE;
  desc.BlendState.RenderTarget[0].DestBlendAlpha = D3D12_BLEND_ZERO;
  desc.BlendState.RenderTarget[0].BlendOpAlpha = D3D12_BLEND_OP_ADD;
  desc.BlendState.RenderTarget[0].LogicOp = D3D12_LOGIC_OP_NOOP;
  desc.BlendState.RenderTarget[0].RenderTargetWriteMask = D3D12_COLOR_WRITE_ENABLE_ALL;
  desc.SampleMask = UINT32_MAX;
  desc.RasterizerState.FillMode = D3D12_FILL_MODE_SOLID;
  desc.RasterizerState.CullMode = D3D12_CULL_MODE_NONE;
  desc.RasterizerState.DepthClipEnable = TRUE;
  desc.PrimitiveTopologyType = D3D12_PRIMITIVE_TOPOLOGY_TYPE_TRIANGLE;
  desc.NumRenderTargets = 1;
  desc.RTVFormats[0] = static_cast<DXGI_FORMAT>(target_format);
  desc.SampleDesc.Count = 1;
  const HRESULT hr =
      device_->d3d()->CreateGraphicsPipelineState(&desc, iid_of<ID3D12PipelineState>(), pipeline.put_void());
  if (FAILED(hr)) {
    return fail_api(hr, "CreateGraphicsPipelineState failed for a render target of ",
                    format_name(target_format));
  }
  set_object_name(pipeline.get(), "draw picture");
  return pipeline.get();
}

Result<FencePoint> PictureDrawer::draw(ID3D12Resource* picture, std::uint32_t picture_state,
                                       ID3D12Resource* target, ID3D12QueryHeap* timestamps) {
  const TextureDesc from = describe(picture);
  const TextureDesc to = describe(target);
  if (from.width != to.width || from.height != to.height || from.dimension != Dimension::kTexture2D ||
      to.dimension != Dimension::kTexture2D) {
    return fail(ErrorCode::kInvalidArgument, "a picture of ", from.width, "x", from.height,
                " is not drawn exactly into a target of ", to.width, "x", to.height);
  }
  releases_.collect();
  Result<ID3D12PipelineState*> pipeline = pipeline_for(to.format);
  if (!pipeline) return fail(std::move(pipeline).error());
  auto views = make_heap(*device_, D3D12_DESCRIPTOR_HEAP_TYPE_CBV_SRV_UAV,
                         D3D12_DESCRIPTOR_HEAP_FLAG_SHADER_VISIBLE, "draw picture: the picture");
  if (!views) return fail(std::move(views).error());
  auto targets = make_heap(*device_, D3D12_DESCRIPTOR_HEAP_TYPE_RTV, D3D12_DESCRIPTOR_HEAP_FLAG_NONE,
                           "draw picture: the target");
  if (!targets) return fail(std::move(targets).error());
  device_->d3d()->CreateShaderResourceView(picture, nullptr, (*views)->GetCPUDescriptorHandleForHeapStart());
  const D3D12_CPU_DESCRIPTOR_HANDLE target_view = (*targets)->GetCPUDescriptorHandleForHeapStart();
  device_->d3d()->CreateRenderTargetView(target, nullptr, target_view);

  Result<CommandContext> context = lists_.acquire();
  if (!context) return fail(std::move(context).error());
  ID3D12GraphicsCommandList* const list = context->list.get();
  if (timestamps != nullptr) list->EndQuery(timestamps, D3D12_QUERY_TYPE_TIMESTAMP, 0);
  transition(list, picture, picture_state, D3D12_RESOURCE_STATE_PIXEL_SHADER_RESOURCE);
  transition(list, target, D3D12_RESOURCE_STATE_COMMON, D3D12_RESOURCE_STATE_RENDER_TARGET);
  list->SetPipelineState(*pipeline);
  list->SetGraphicsRootSignature(root_signature_.get());
  const std::array<ID3D12DescriptorHeap*, 1> heaps = {views->get()};
  list->SetDescriptorHeaps(static_cast<UINT>(heaps.size()), heaps.data());
  list->SetGraphicsRootDescriptorTable(0, (*views)->GetGPUDescriptorHandleForHeapStart());
  D3D12_VIEWPORT viewport = {};
  viewport.Width = static_cast<float>(to.width);
  viewport.Height = static_cast<float>(to.height);
  viewport.MaxDepth = 1.0F;
  list->RSSetViewports(1, &viewport);
  const D3D12_RECT scissor = {0, 0, static_cast<LONG>(to.width), static_cast<LONG>(to.height)};
  list->RSSetScissorRects(1, &scissor);
  list->OMSetRenderTargets(1, &target_view, FALSE, nullptr);
  list->IASetPrimitiveTopology(D3D_PRIMITIVE_TOPOLOGY_TRIANGLELIST);
  list->DrawInstanced(3, 1, 0, 0);
  transition(list, picture, D3D12_RESOURCE_STATE_PIXEL_SHADER_RESOURCE, picture_state);
  transition(list, target, D3D12_RESOURCE_STATE_RENDER_TARGET, D3D12_RESOURCE_STATE_COMMON);
  if (timestamps != nullptr) list->EndQuery(timestamps, D3D12_QUERY_TYPE_TIMESTAMP, 1);
  if (const HRESULT hr = list->Close(); FAILED(hr))
    return fail_api(hr, "the command list that draws the picture could not be closed");

  const std::array<ID3D12CommandList*, 1> submitted = {list};
  const Result<FencePoint> point = queue_->execute(submitted, "draw picture");
  if (!point) {
    // It may be drawing, and nobody can tell until when.
    lists_.keep(*std::move(context));
    for (ID3D12Object* named :
         std::initializer_list<ID3D12Object*>{views->get(), targets->get(), picture, target})
      kept_.emplace_back(named);
    return fail(point.error());
  }
  lists_.give_back(*std::move(context), *point);
  releases_.release_after(*std::move(views), *point);
  releases_.release_after(ComPtr<ID3D12Resource>(picture), *point);
  releases_.release_after(ComPtr<ID3D12Resource>(target), *point);
  return *point;
}

}  // namespace ferry::cli
