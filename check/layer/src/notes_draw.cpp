// What recorded bindings, draws and dispatches mean to the model.

#include <algorithm>
#include <array>
#include <vector>

#include <ferry/base/text.hpp>

#include "generated/command_signature.hpp"
#include "generated/pipeline_state.hpp"
#include "generated/resource.hpp"
#include "generated/root_signature.hpp"
#include "recording.hpp"

namespace ferry::check::layer {

using event::BindPoint;
using event::Use;

namespace {

void set_binding(CommandList& list, Call& call, BindPoint point, std::uint32_t index,
                 std::span<const Use> uses) {
  record(list, call, event::Bound{call.name(), list.id(), point, index, uses});
}

void clear_bindings(CommandList& list, Call& call, BindPoint point) {
  record(list, call, event::BindingsCleared{call.name(), list.id(), point});
}

/// Binds the buffer that an address lies in; address 0 unbinds.
void bind_address(CommandList& list, Call& call, BindPoint point, std::uint32_t index, std::uint64_t address,
                  std::uint64_t size, std::uint32_t state, const char* as) {
  const Addresses::Place place = list.core().addresses().find(address);
  if (address == 0 || place.resource == ObjectId::kNone) {
    set_binding(list, call, point, index, {});
    return;
  }
  const Use use{place.resource, state, {}, place.offset, size, as};
  set_binding(list, call, point, index, std::span(&use, 1));
}

const char* kind_words(D3D12_ROOT_PARAMETER_TYPE type) {
  switch (type) {
    case D3D12_ROOT_PARAMETER_TYPE_DESCRIPTOR_TABLE:
      return "a descriptor table";
    case D3D12_ROOT_PARAMETER_TYPE_32BIT_CONSTANTS:
      return "32-bit constants";
    case D3D12_ROOT_PARAMETER_TYPE_CBV:
      return "a root CBV";
    case D3D12_ROOT_PARAMETER_TYPE_SRV:
      return "a root SRV";
    case D3D12_ROOT_PARAMETER_TYPE_UAV:
      return "a root UAV";
  }
  return "something else";
}

/// A root parameter needs its root signature, and is what that says: libvkd3d does not survive anything else.
bool fits_root(CommandList& list, Call& call, bool compute, std::uint32_t index,
               D3D12_ROOT_PARAMETER_TYPE type) {
  const RootLayout* const layout = compute ? list.compute_layout.get() : list.graphics_layout.get();
  const bool has_root = (compute ? list.compute_root : list.graphics_root) != ObjectId::kNone;
  std::string wrong;
  if (!has_root) {
    wrong = text("No ", compute ? "compute" : "graphics", " root signature is set");
  } else if (layout != nullptr && index >= layout->parameters.size()) {
    wrong = text("Root parameter ", index, " is set, and the root signature has ", layout->parameters.size());
  } else if (layout != nullptr && layout->parameters[index].type != type) {
    wrong = text("Root parameter ", index, " is set as ", kind_words(type), ", and the root signature has ",
                 kind_words(layout->parameters[index].type), " there");
  } else {
    return true;
  }
  {
    Locked lock(list.core(), call.index());
    wrong += text(" (", lock.model().describe(list.id()), ")");
    lock.report(Rule::kRootParameter, call.name(), wrong, {list.id()});
  }
  call.refuse(E_INVALIDARG);
  return false;
}

/// The states that a shader resource needs for the stages that see it; 0 where that cannot be told.
std::uint32_t shader_resource_states(const RootLayout* layout, bool compute, std::uint32_t parameter) {
  if (compute) return states::kNonPixelShaderResource;
  if (layout == nullptr || parameter >= layout->parameters.size()) return 0;
  switch (layout->parameters[parameter].visibility) {
    case D3D12_SHADER_VISIBILITY_PIXEL:
      return states::kPixelShaderResource;
    case D3D12_SHADER_VISIBILITY_ALL:
      return 0;  // Any stage may, or may not, read it.
    default:
      return states::kNonPixelShaderResource;
  }
}

void bind_root_view(CommandList& list, Call& call, bool compute, std::uint32_t index, std::uint64_t address,
                    std::uint32_t state, const char* as, D3D12_ROOT_PARAMETER_TYPE type) {
  if (!fits_root(list, call, compute, index, type)) return;
  const BindPoint point = compute ? BindPoint::kComputeRoot : BindPoint::kGraphicsRoot;
  if (state == 0) {
    const Addresses::Place place = list.core().addresses().find(address);
    record_reference(list, call, place.resource);
    set_binding(list, call, point, index, {});
    return;
  }
  bind_address(list, call, point, index, address, kWholeSize, state, as);
}

void bind_table(CommandList& list, Call& call, bool compute, std::uint32_t index,
                D3D12_GPU_DESCRIPTOR_HANDLE base) {
  if (!fits_root(list, call, compute, index, D3D12_ROOT_PARAMETER_TYPE_DESCRIPTOR_TABLE)) return;
  record_plain(list, call, compute ? kDispatching : kDrawing);
  if (!list.core().options().check_descriptor_tables) return;
  const RootLayout* const layout = compute ? list.compute_layout.get() : list.graphics_layout.get();
  std::vector<Use> uses;
  std::uint32_t left = 0;
  const View* const views = list.core().descriptors().find(base, left);
  if (layout != nullptr && index < layout->parameters.size() && views != nullptr) {
    const std::uint32_t reads = shader_resource_states(layout, compute, index);
    for (const RootLayout::Range& range : layout->parameters[index].ranges) {
      if (range.count == UINT32_MAX || range.first >= left) continue;
      const std::uint32_t end = std::min(left, range.first + std::min(range.count, left));
      for (std::uint32_t i = range.first; i < end; ++i) {
        const View& view = views[i];
        if (view.resource == ObjectId::kNone) continue;
        switch (view.kind) {
          case ViewKind::kConstantBuffer:
            uses.push_back(use_of(view, states::kVertexAndConstantBuffer, "CBV in a descriptor table"));
            break;
          case ViewKind::kShaderResource:
            if (reads != 0) uses.push_back(use_of(view, reads, "SRV in a descriptor table"));
            break;
          case ViewKind::kUnorderedAccess:
            uses.push_back(use_of(view, states::kUnorderedAccess, "UAV in a descriptor table"));
            break;
          default:
            break;
        }
      }
    }
  }
  set_binding(list, call, compute ? BindPoint::kComputeRoot : BindPoint::kGraphicsRoot, index, uses);
}

event::Draw draw_of(CommandList& list, const Call& call, bool indexed) {
  list.reads_unknown = true;
  const PipelineInfo& info = list.pipeline;
  return {call.name(), list.id(),    indexed, info.vertex_slots, info.render_target_slots, info.stream_output,
          info.depth,  info.stencil, {}};
}

}  // namespace

// -------------------------------------------------------------------------------------- draws and dispatches

void CommandList::note_DrawInstanced(Call& call, UINT, UINT, UINT, UINT) {
  record(*this, call, draw_of(*this, call, false));
}

void CommandList::note_DrawIndexedInstanced(Call& call, UINT, UINT, UINT, INT, UINT) {
  record(*this, call, draw_of(*this, call, true));
}

void CommandList::note_Dispatch(Call& call, UINT, UINT, UINT) {
  reads_unknown = true;
  record(*this, call, event::Dispatch{call.name(), id(), {}});
}

void CommandList::note_ExecuteIndirect(Call& call, CommandSignature* command_signature,
                                       UINT max_command_count, Resource* argument_buffer,
                                       UINT64 argument_buffer_offset, Resource* count_buffer,
                                       UINT64 count_buffer_offset) {
  record_reference(*this, call, command_signature->id());
  std::array<Use, 2> uses = {{
      {argument_buffer->id(),
       states::kIndirectArgument,
       {},
       argument_buffer_offset,
       std::uint64_t{command_signature->stride} * max_command_count,
       "argument buffer"},
      {},
  }};
  std::size_t count = 1;
  if (count_buffer != nullptr) {
    uses[count++] = {count_buffer->id(), states::kIndirectArgument, {}, count_buffer_offset, 4,
                     "count buffer"};
  }
  const auto extra = std::span(uses).first(count);
  if (command_signature->action == CommandSignatureData::Action::kDispatch) {
    reads_unknown = true;
    record(*this, call, event::Dispatch{call.name(), id(), extra});
    return;
  }
  event::Draw draw =
      draw_of(*this, call, command_signature->action == CommandSignatureData::Action::kDrawIndexed);
  draw.extra = extra;
  record(*this, call, draw);
}

// -------------------------------------------------------------------------------------------------- bindings

void CommandList::note_IASetIndexBuffer(Call& call, const D3D12_INDEX_BUFFER_VIEW* view) {
  if (view == nullptr) {
    set_binding(*this, call, BindPoint::kIndexBuffer, 0, {});
    return;
  }
  bind_address(*this, call, BindPoint::kIndexBuffer, 0, view->BufferLocation, view->SizeInBytes,
               states::kIndexBuffer, "index buffer");
}

void CommandList::note_IASetVertexBuffers(Call& call, UINT start_slot, UINT num_views,
                                          const D3D12_VERTEX_BUFFER_VIEW* views) {
  for (UINT i = 0; i < num_views && !call.refused(); ++i) {
    const D3D12_VERTEX_BUFFER_VIEW view = views == nullptr ? D3D12_VERTEX_BUFFER_VIEW{} : views[i];
    bind_address(*this, call, BindPoint::kVertexBuffer, start_slot + i, view.BufferLocation, view.SizeInBytes,
                 states::kVertexAndConstantBuffer, "vertex buffer");
  }
}

void CommandList::note_SOSetTargets(Call& call, UINT start_slot, UINT num_views,
                                    const D3D12_STREAM_OUTPUT_BUFFER_VIEW* views) {
  for (UINT i = 0; i < num_views && !call.refused(); ++i) {
    const D3D12_STREAM_OUTPUT_BUFFER_VIEW view =
        views == nullptr ? D3D12_STREAM_OUTPUT_BUFFER_VIEW{} : views[i];
    bind_address(*this, call, BindPoint::kStreamOutput, start_slot + i, view.BufferLocation, view.SizeInBytes,
                 states::kStreamOut, "stream output");
  }
}

void CommandList::note_OMSetRenderTargets(Call& call, UINT num_render_target_descriptors,
                                          const D3D12_CPU_DESCRIPTOR_HANDLE* render_target_descriptors,
                                          BOOL rts_single_handle_to_descriptor_range,
                                          const D3D12_CPU_DESCRIPTOR_HANDLE* depth_stencil_descriptor) {
  clear_bindings(*this, call, BindPoint::kRenderTarget);
  const std::uint32_t increment =
      core().below()->GetDescriptorHandleIncrementSize(D3D12_DESCRIPTOR_HEAP_TYPE_RTV);
  for (UINT i = 0; i < num_render_target_descriptors && !call.refused(); ++i) {
    D3D12_CPU_DESCRIPTOR_HANDLE handle =
        render_target_descriptors[rts_single_handle_to_descriptor_range ? 0 : i];
    if (rts_single_handle_to_descriptor_range) handle.ptr += static_cast<SIZE_T>(i) * increment;
    const View* const view = core().descriptors().find(handle);
    if (view == nullptr) continue;
    const Use use = use_of(*view, states::kRenderTarget, "render target");
    set_binding(*this, call, BindPoint::kRenderTarget, i, std::span(&use, 1));
  }
  clear_bindings(*this, call, BindPoint::kDepth);
  clear_bindings(*this, call, BindPoint::kStencil);
  if (depth_stencil_descriptor == nullptr || call.refused()) return;
  const View* const view = core().descriptors().find(*depth_stencil_descriptor);
  if (view == nullptr) return;
  Use depth = use_of(*view, view->read_only_depth ? states::kDepthRead : states::kDepthWrite, "depth buffer");
  depth.subresources.first_plane = 0;
  depth.subresources.plane_count = 1;
  set_binding(*this, call, BindPoint::kDepth, 0, std::span(&depth, 1));
  Use stencil =
      use_of(*view, view->read_only_stencil ? states::kDepthRead : states::kDepthWrite, "stencil buffer");
  stencil.subresources.first_plane = 1;
  stencil.subresources.plane_count = 1;
  set_binding(*this, call, BindPoint::kStencil, 0, std::span(&stencil, 1));
}

void CommandList::note_SetPredication(Call& call, Resource* buffer, UINT64 aligned_buffer_offset,
                                      D3D12_PREDICATION_OP) {
  if (buffer == nullptr) {
    set_binding(*this, call, BindPoint::kPredication, 0, {});
    return;
  }
  const Use use{buffer->id(), states::kIndirectArgument, {}, aligned_buffer_offset, 8, "predication buffer"};
  set_binding(*this, call, BindPoint::kPredication, 0, std::span(&use, 1));
}

void CommandList::note_SetPipelineState(Call& call, PipelineState* pipeline_state) {
  record_plain(*this, call, kDispatching);
  record_reference(*this, call, pipeline_state->id());
  pipeline = pipeline_state->info;
}

void CommandList::note_SetComputeRootSignature(Call& call, RootSignature* root_signature) {
  record_plain(*this, call, kDispatching);
  record_reference(*this, call, root_signature->id());
  // The same one again leaves what is bound.
  if (compute_root != root_signature->id()) clear_bindings(*this, call, BindPoint::kComputeRoot);
  compute_root = root_signature->id();
  compute_layout = root_signature->layout;
}

void CommandList::note_SetGraphicsRootSignature(Call& call, RootSignature* root_signature) {
  record_plain(*this, call, kDrawing);
  record_reference(*this, call, root_signature->id());
  // The same one again leaves what is bound.
  if (graphics_root != root_signature->id()) clear_bindings(*this, call, BindPoint::kGraphicsRoot);
  graphics_root = root_signature->id();
  graphics_layout = root_signature->layout;
}

void CommandList::note_SetComputeRootDescriptorTable(Call& call, UINT root_parameter_index,
                                                     D3D12_GPU_DESCRIPTOR_HANDLE base_descriptor) {
  bind_table(*this, call, true, root_parameter_index, base_descriptor);
}

void CommandList::note_SetGraphicsRootDescriptorTable(Call& call, UINT root_parameter_index,
                                                      D3D12_GPU_DESCRIPTOR_HANDLE base_descriptor) {
  bind_table(*this, call, false, root_parameter_index, base_descriptor);
}

void CommandList::note_SetComputeRootConstantBufferView(Call& call, UINT root_parameter_index,
                                                        D3D12_GPU_VIRTUAL_ADDRESS buffer_location) {
  bind_root_view(*this, call, true, root_parameter_index, buffer_location, states::kVertexAndConstantBuffer,
                 "root CBV", D3D12_ROOT_PARAMETER_TYPE_CBV);
}

void CommandList::note_SetGraphicsRootConstantBufferView(Call& call, UINT root_parameter_index,
                                                         D3D12_GPU_VIRTUAL_ADDRESS buffer_location) {
  bind_root_view(*this, call, false, root_parameter_index, buffer_location, states::kVertexAndConstantBuffer,
                 "root CBV", D3D12_ROOT_PARAMETER_TYPE_CBV);
}

void CommandList::note_SetComputeRootShaderResourceView(Call& call, UINT root_parameter_index,
                                                        D3D12_GPU_VIRTUAL_ADDRESS buffer_location) {
  bind_root_view(*this, call, true, root_parameter_index, buffer_location, states::kNonPixelShaderResource,
                 "root SRV", D3D12_ROOT_PARAMETER_TYPE_SRV);
}

void CommandList::note_SetGraphicsRootShaderResourceView(Call& call, UINT root_parameter_index,
                                                         D3D12_GPU_VIRTUAL_ADDRESS buffer_location) {
  bind_root_view(*this, call, false, root_parameter_index, buffer_location,
                 shader_resource_states(graphics_layout.get(), false, root_parameter_index), "root SRV",
                 D3D12_ROOT_PARAMETER_TYPE_SRV);
}

void CommandList::note_SetComputeRootUnorderedAccessView(Call& call, UINT root_parameter_index,
                                                         D3D12_GPU_VIRTUAL_ADDRESS buffer_location) {
  bind_root_view(*this, call, true, root_parameter_index, buffer_location, states::kUnorderedAccess,
                 "root UAV", D3D12_ROOT_PARAMETER_TYPE_UAV);
}

void CommandList::note_SetGraphicsRootUnorderedAccessView(Call& call, UINT root_parameter_index,
                                                          D3D12_GPU_VIRTUAL_ADDRESS buffer_location) {
  bind_root_view(*this, call, false, root_parameter_index, buffer_location, states::kUnorderedAccess,
                 "root UAV", D3D12_ROOT_PARAMETER_TYPE_UAV);
}

// -------------------------------------------------------------------------- calls with no resource of theirs

void CommandList::note_SetComputeRoot32BitConstant(Call& call, UINT root_parameter_index, UINT, UINT) {
  if (!fits_root(*this, call, true, root_parameter_index, D3D12_ROOT_PARAMETER_TYPE_32BIT_CONSTANTS)) return;
  record_plain(*this, call, kDispatching);
}
void CommandList::note_SetGraphicsRoot32BitConstant(Call& call, UINT root_parameter_index, UINT, UINT) {
  if (!fits_root(*this, call, false, root_parameter_index, D3D12_ROOT_PARAMETER_TYPE_32BIT_CONSTANTS)) return;
  record_plain(*this, call, kDrawing);
}
void CommandList::note_SetComputeRoot32BitConstants(Call& call, UINT root_parameter_index, UINT, const void*,
                                                    UINT) {
  if (!fits_root(*this, call, true, root_parameter_index, D3D12_ROOT_PARAMETER_TYPE_32BIT_CONSTANTS)) return;
  record_plain(*this, call, kDispatching);
}
void CommandList::note_SetGraphicsRoot32BitConstants(Call& call, UINT root_parameter_index, UINT, const void*,
                                                     UINT) {
  if (!fits_root(*this, call, false, root_parameter_index, D3D12_ROOT_PARAMETER_TYPE_32BIT_CONSTANTS)) return;
  record_plain(*this, call, kDrawing);
}
void CommandList::note_IASetPrimitiveTopology(Call& call, D3D12_PRIMITIVE_TOPOLOGY) {
  record_plain(*this, call, kDrawing);
}
void CommandList::note_RSSetViewports(Call& call, UINT, const D3D12_VIEWPORT*) {
  record_plain(*this, call, kDirectOnly);
}
void CommandList::note_RSSetScissorRects(Call& call, UINT, const D3D12_RECT*) {
  record_plain(*this, call, kDirectOnly);
}
void CommandList::note_OMSetBlendFactor(Call& call, const FLOAT*) {
  record_plain(*this, call, kDrawing);
}
void CommandList::note_OMSetStencilRef(Call& call, UINT) {
  record_plain(*this, call, kDrawing);
}
void CommandList::note_OMSetDepthBounds(Call& call, FLOAT, FLOAT) {
  record_plain(*this, call, kDrawing);
}
void CommandList::note_SetSamplePositions(Call& call, UINT, UINT, D3D12_SAMPLE_POSITION*) {
  record_plain(*this, call, kDrawing);
}
void CommandList::note_SetViewInstanceMask(Call& call, UINT) {
  record_plain(*this, call, kDrawing);
}
void CommandList::note_SetMarker(Call& call, UINT, const void*, UINT) {
  record_plain(*this, call, kAnyType);
}
void CommandList::note_BeginEvent(Call& call, UINT, const void*, UINT) {
  record_plain(*this, call, kAnyType);
}
void CommandList::note_EndEvent(Call& call) {
  record_plain(*this, call, kAnyType);
}

}  // namespace ferry::check::layer
