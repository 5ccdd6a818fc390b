#include "pipeline_stream.hpp"

#include <algorithm>
#include <cstring>

#include "structs.hpp"

namespace ferry::check::layer {

#ifdef __ID3D12Device2_INTERFACE_DEFINED__

namespace {

/// A subobject as the stream holds it.
template <typename Inner>
struct alignas(void*) Subobject {
  D3D12_PIPELINE_STATE_SUBOBJECT_TYPE type;
  Inner inner;
};

/// Reads the stream piece by piece.
class Reader {
 public:
  Reader(std::byte* bytes, std::size_t size) : bytes_(bytes), size_(size) {}

  [[nodiscard]] bool at_end() const { return at_ + sizeof(D3D12_PIPELINE_STATE_SUBOBJECT_TYPE) > size_; }
  [[nodiscard]] D3D12_PIPELINE_STATE_SUBOBJECT_TYPE type() const {
    D3D12_PIPELINE_STATE_SUBOBJECT_TYPE type;
    std::memcpy(&type, bytes_ + at_, sizeof type);
    return type;
  }
  /// The subobject here, and moves on; null where the stream is too short.
  template <typename Inner>
  Inner* take() {
    if (at_ + sizeof(Subobject<Inner>) > size_) {
      at_ = size_;
      return nullptr;
    }
    auto* const subobject = reinterpret_cast<Subobject<Inner>*>(bytes_ + at_);
    at_ += sizeof(Subobject<Inner>);
    return &subobject->inner;
  }

 private:
  std::byte* bytes_;
  std::size_t size_;
  std::size_t at_ = 0;
};

}  // namespace

PipelineStream::PipelineStream(Call& call, const D3D12_PIPELINE_STATE_STREAM_DESC& from)
    : size_(from.SizeInBytes), storage_(size_ / sizeof(std::max_align_t) + 1) {
  if (from.pPipelineStateSubobjectStream == nullptr) {
    call.refuse(E_INVALIDARG);
    return;
  }
  std::memcpy(storage_.data(), from.pPipelineStateSubobjectStream, size_);
  D3D12_GRAPHICS_PIPELINE_STATE_DESC graphics = {};  // What the info is made from.
  graphics.BlendState.RenderTarget[0].RenderTargetWriteMask = D3D12_COLOR_WRITE_ENABLE_ALL;
  graphics.DepthStencilState.DepthEnable = TRUE;
  graphics.DepthStencilState.DepthWriteMask = D3D12_DEPTH_WRITE_MASK_ALL;
  Reader reader(reinterpret_cast<std::byte*>(storage_.data()), size_);
  while (!reader.at_end() && !call.refused()) {
    switch (reader.type()) {
      case D3D12_PIPELINE_STATE_SUBOBJECT_TYPE_ROOT_SIGNATURE:
        if (auto* const root = reader.take<ID3D12RootSignature*>()) *root = root_signature_below(call, *root);
        break;
      case D3D12_PIPELINE_STATE_SUBOBJECT_TYPE_VS:
      case D3D12_PIPELINE_STATE_SUBOBJECT_TYPE_PS:
      case D3D12_PIPELINE_STATE_SUBOBJECT_TYPE_DS:
      case D3D12_PIPELINE_STATE_SUBOBJECT_TYPE_HS:
      case D3D12_PIPELINE_STATE_SUBOBJECT_TYPE_GS:
      case D3D12_PIPELINE_STATE_SUBOBJECT_TYPE_CS:
        reader.take<D3D12_SHADER_BYTECODE>();
        break;
      case D3D12_PIPELINE_STATE_SUBOBJECT_TYPE_STREAM_OUTPUT:
        if (const auto* const stream = reader.take<D3D12_STREAM_OUTPUT_DESC>())
          graphics.StreamOutput = *stream;
        break;
      case D3D12_PIPELINE_STATE_SUBOBJECT_TYPE_BLEND:
        if (const auto* const blend = reader.take<D3D12_BLEND_DESC>()) graphics.BlendState = *blend;
        break;
      case D3D12_PIPELINE_STATE_SUBOBJECT_TYPE_SAMPLE_MASK:
      case D3D12_PIPELINE_STATE_SUBOBJECT_TYPE_NODE_MASK:
        reader.take<UINT>();
        break;
      case D3D12_PIPELINE_STATE_SUBOBJECT_TYPE_RASTERIZER:
        reader.take<D3D12_RASTERIZER_DESC>();
        break;
      case D3D12_PIPELINE_STATE_SUBOBJECT_TYPE_DEPTH_STENCIL:
        if (const auto* const depth = reader.take<D3D12_DEPTH_STENCIL_DESC>())
          graphics.DepthStencilState = *depth;
        break;
      case D3D12_PIPELINE_STATE_SUBOBJECT_TYPE_DEPTH_STENCIL1:
        if (const auto* const depth = reader.take<D3D12_DEPTH_STENCIL_DESC1>()) {
          graphics.DepthStencilState.DepthEnable = depth->DepthEnable;
          graphics.DepthStencilState.DepthWriteMask = depth->DepthWriteMask;
          graphics.DepthStencilState.StencilEnable = depth->StencilEnable;
          graphics.DepthStencilState.StencilWriteMask = depth->StencilWriteMask;
        }
        break;
      case D3D12_PIPELINE_STATE_SUBOBJECT_TYPE_INPUT_LAYOUT:
        if (const auto* const layout = reader.take<D3D12_INPUT_LAYOUT_DESC>()) graphics.InputLayout = *layout;
        break;
      case D3D12_PIPELINE_STATE_SUBOBJECT_TYPE_IB_STRIP_CUT_VALUE:
        reader.take<D3D12_INDEX_BUFFER_STRIP_CUT_VALUE>();
        break;
      case D3D12_PIPELINE_STATE_SUBOBJECT_TYPE_PRIMITIVE_TOPOLOGY:
        reader.take<D3D12_PRIMITIVE_TOPOLOGY_TYPE>();
        break;
      case D3D12_PIPELINE_STATE_SUBOBJECT_TYPE_RENDER_TARGET_FORMATS:
        if (const auto* const formats = reader.take<D3D12_RT_FORMAT_ARRAY>()) {
          graphics.NumRenderTargets = formats->NumRenderTargets;
          std::copy_n(formats->RTFormats, 8, graphics.RTVFormats);
        }
        break;
      case D3D12_PIPELINE_STATE_SUBOBJECT_TYPE_DEPTH_STENCIL_FORMAT:
        if (const auto* const format = reader.take<DXGI_FORMAT>()) graphics.DSVFormat = *format;
        break;
      case D3D12_PIPELINE_STATE_SUBOBJECT_TYPE_SAMPLE_DESC:
        reader.take<DXGI_SAMPLE_DESC>();
        break;
      case D3D12_PIPELINE_STATE_SUBOBJECT_TYPE_CACHED_PSO:
        reader.take<D3D12_CACHED_PIPELINE_STATE>();
        break;
      case D3D12_PIPELINE_STATE_SUBOBJECT_TYPE_FLAGS:
        reader.take<D3D12_PIPELINE_STATE_FLAGS>();
        break;
      case D3D12_PIPELINE_STATE_SUBOBJECT_TYPE_VIEW_INSTANCING:
        reader.take<D3D12_VIEW_INSTANCING_DESC>();
        break;
      default:
        call.unsupported();
        break;
    }
  }
  info_ = pipeline_info(graphics);
}

#endif

}  // namespace ferry::check::layer
