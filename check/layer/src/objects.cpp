// The small wrappers: what they tell the model when they are made and when they end.

#include "generated/command_allocator.hpp"
#include "generated/command_signature.hpp"
#include "generated/descriptor_heap.hpp"
#include "generated/pipeline_state.hpp"
#include "generated/query_heap.hpp"
#include "generated/root_signature.hpp"

namespace ferry::check::layer {

namespace {

void tell_plain(Locked& lock, const Node& node, event::PlainKind kind) {
  lock.send(event::PlainCreated{node.made_by, node.id(), kind});
}

event::DepthAccess access(bool enabled, bool writes) {
  if (!enabled) return event::DepthAccess::kNone;
  return writes ? event::DepthAccess::kWrite : event::DepthAccess::kRead;
}

}  // namespace

// ------------------------------------------------------------------------------------------------ allocators

void CommandAllocatorData::begin(Locked& lock, Node& node) {
  lock.send(event::AllocatorCreated{node.made_by, node.id(), type});
}

HRESULT STDMETHODCALLTYPE CommandAllocator::Reset() {
  Call call(*this, Method::kCommandAllocatorReset);
  if (call.refused()) return call.refusal();
  HRESULT result = S_OK;
  bool replaced = false;
  {
    Locked lock(core(), call.index());
    lock.look();
    if (!lock.send(event::AllocatorReset{call.name(), id()})) {
      result = E_INVALIDARG;
    } else if (lock.gpu().in_flight(*use)) {
      // The program was told that this is wrong. Below, the memory that is in use stays as it is.
      IUnknown* fresh = nullptr;
      result = core().below()->CreateCommandAllocator(static_cast<D3D12_COMMAND_LIST_TYPE>(type),
                                                      iid_of<ID3D12CommandAllocator>(),
                                                      reinterpret_cast<void**>(&fresh));
      if (SUCCEEDED(result)) {
        replace_below(lock, fresh);
        use = std::make_shared<BelowUse>();
        replaced = true;
      }
    }
  }
  if (SUCCEEDED(result) && !replaced) result = below<ID3D12CommandAllocator>()->Reset();
  return call.done(result);
}

// ------------------------------------------------------------------------------------------ descriptor heaps

void DescriptorHeapData::begin(Locked& lock, Node& node) {
  tell_plain(lock, node, event::PlainKind::kDescriptorHeap);
  if (table == nullptr) return;
  table->heap = node.id();
  lock.core().descriptors().add(table.get());
}

void DescriptorHeapData::end(Locked& lock, ObjectId) {
  if (table != nullptr) lock.core().descriptors().remove(table.get());
}

// ---------------------------------------------------------------------------------------------------- others

void QueryHeapData::begin(Locked& lock, Node& node) {
  tell_plain(lock, node, event::PlainKind::kQueryHeap);
}

void CommandSignatureData::begin(Locked& lock, Node& node) {
  tell_plain(lock, node, event::PlainKind::kCommandSignature);
}

void RootSignatureData::begin(Locked& lock, Node& node) {
  tell_plain(lock, node, event::PlainKind::kRootSignature);
}

void PipelineStateData::begin(Locked& lock, Node& node) {
  tell_plain(lock, node, event::PlainKind::kPipelineState);
}

PipelineInfo pipeline_info(const D3D12_GRAPHICS_PIPELINE_STATE_DESC& desc) {
  PipelineInfo info;
  info.vertex_slots = 0;
  for (UINT i = 0; i < desc.InputLayout.NumElements; ++i) {
    const UINT slot = desc.InputLayout.pInputElementDescs[i].InputSlot;
    if (slot < 32) info.vertex_slots |= 1U << slot;
  }
  info.render_target_slots = 0;
  for (UINT i = 0; i < desc.NumRenderTargets && i < 8; ++i) {
    const UINT blend = desc.BlendState.IndependentBlendEnable ? i : 0;
    const bool written = desc.BlendState.RenderTarget[blend].RenderTargetWriteMask != 0;
    if (desc.RTVFormats[i] != DXGI_FORMAT_UNKNOWN && written) info.render_target_slots |= 1U << i;
  }
  info.stream_output = desc.StreamOutput.NumEntries != 0;
  const D3D12_DEPTH_STENCIL_DESC& depth = desc.DepthStencilState;
  const bool has_view = desc.DSVFormat != DXGI_FORMAT_UNKNOWN;
  info.depth = access(has_view && depth.DepthEnable, depth.DepthWriteMask == D3D12_DEPTH_WRITE_MASK_ALL);
  info.stencil = access(has_view && depth.StencilEnable, depth.StencilWriteMask != 0);
  return info;
}

std::shared_ptr<const RootLayout> read_root_layout(const void* blob, std::size_t size) {
  ID3D12VersionedRootSignatureDeserializer* reader = nullptr;
  if (FAILED(D3D12CreateVersionedRootSignatureDeserializer(blob, static_cast<SIZE_T>(size),
                                                           iid_of<ID3D12VersionedRootSignatureDeserializer>(),
                                                           reinterpret_cast<void**>(&reader)))) {
    return nullptr;
  }
  const auto owned = Ref<ID3D12VersionedRootSignatureDeserializer>::adopt(reader);
  const D3D12_VERSIONED_ROOT_SIGNATURE_DESC* desc = nullptr;
  if (FAILED(reader->GetRootSignatureDescAtVersion(D3D_ROOT_SIGNATURE_VERSION_1_0, &desc)) ||
      desc == nullptr) {
    return nullptr;
  }
  auto layout = std::make_shared<RootLayout>();
  for (UINT i = 0; i < desc->Desc_1_0.NumParameters; ++i) {
    const D3D12_ROOT_PARAMETER& from = desc->Desc_1_0.pParameters[i];
    RootLayout::Parameter parameter;
    parameter.type = from.ParameterType;
    parameter.visibility = from.ShaderVisibility;
    if (from.ParameterType == D3D12_ROOT_PARAMETER_TYPE_DESCRIPTOR_TABLE) {
      std::uint32_t next = 0;
      for (UINT r = 0; r < from.DescriptorTable.NumDescriptorRanges; ++r) {
        const D3D12_DESCRIPTOR_RANGE& range = from.DescriptorTable.pDescriptorRanges[r];
        const std::uint32_t first =
            range.OffsetInDescriptorsFromTableStart == D3D12_DESCRIPTOR_RANGE_OFFSET_APPEND
                ? next
                : range.OffsetInDescriptorsFromTableStart;
        parameter.ranges.push_back({range.RangeType, first, range.NumDescriptors});
        next = range.NumDescriptors > UINT32_MAX - first ? UINT32_MAX : first + range.NumDescriptors;
      }
    }
    layout->parameters.push_back(std::move(parameter));
  }
  return layout;
}

}  // namespace ferry::check::layer
