#include <ferry/transfer/enhanced_barrier.hpp>

#include <bit>

#include <ferry/base/resource_states.hpp>
#include <ferry/gpu/com_ptr.hpp>
#include <ferry/gpu/d3d12.hpp>
#include <ferry/gpu/device.hpp>
#include <ferry/gpu/resource_desc.hpp>

#include "enhanced_interface.hpp"

namespace ferry {
namespace {

/// D3D12_RESOURCE_STATES' bits; those of ray tracing, shading rate and video are not in every header that
/// Ferry is built with.
constexpr std::uint32_t kVertexAndConstant = 0x1;
constexpr std::uint32_t kIndex = 0x2;
constexpr std::uint32_t kRenderTarget = 0x4;
constexpr std::uint32_t kUnorderedAccess = 0x8;
constexpr std::uint32_t kDepthWrite = 0x10;
constexpr std::uint32_t kDepthRead = 0x20;
constexpr std::uint32_t kNonPixel = 0x40;
constexpr std::uint32_t kPixel = 0x80;
constexpr std::uint32_t kStreamOut = 0x100;
constexpr std::uint32_t kIndirect = 0x200;
constexpr std::uint32_t kResolveDest = 0x1000;
constexpr std::uint32_t kResolveSource = 0x2000;
constexpr std::uint32_t kRaytracing = 0x400000;
constexpr std::uint32_t kShadingRate = 0x1000000;
constexpr std::uint32_t kVideo = 0x10000 | 0x20000 | 0x40000 | 0x80000 | 0x200000 | 0x800000;

constexpr std::uint32_t kShaderResources = kNonPixel | kPixel;
/// Each of these stands alone.
constexpr std::uint32_t kExclusive =
    kRenderTarget | kUnorderedAccess | kDepthWrite | kStreamOut | kStateCopyDest | kResolveDest | kRaytracing;
constexpr std::uint32_t kBufferOnly = kVertexAndConstant | kIndex | kStreamOut | kIndirect | kRaytracing;
constexpr std::uint32_t kTextureOnly = kDepthWrite | kDepthRead | kShadingRate;
/// "Command Queue Access Compatibility".
constexpr std::uint32_t kOnCompute = kVertexAndConstant | kUnorderedAccess | kShaderResources | kIndirect |
                                     kStateCopyDest | kStateCopySource | kRaytracing;
constexpr std::uint32_t kOnDirect = kOnCompute | kIndex | kRenderTarget | kDepthWrite | kDepthRead |
                                    kStreamOut | kResolveDest | kResolveSource | kShadingRate;
/// A texture in COMMON can be used for these as it is.
constexpr std::uint32_t kCommonAccess = kAccessCopyDest | kAccessCopySource | kAccessShaderResource;

struct Row {
  std::uint32_t state;
  std::uint32_t access;
  std::uint32_t sync;
  BarrierLayout layout;
};

/// The three tables "Equivalent D3D12_BARRIER_... for each D3D12_RESOURCE_STATES bit". Where a layout is
/// 'LEGACY_...' there, it is the one that the same document says matches the state.
constexpr Row kRows[] = {
    {kVertexAndConstant, kAccessVertexBuffer | kAccessConstantBuffer, kSyncAllShading,
     BarrierLayout::kUndefined},
    {kIndex, kAccessIndexBuffer, kSyncIndexInput, BarrierLayout::kUndefined},
    {kRenderTarget, kAccessRenderTarget, kSyncRenderTarget, BarrierLayout::kRenderTarget},
    {kUnorderedAccess, kAccessUnorderedAccess, kSyncAllShading, BarrierLayout::kUnorderedAccess},
    {kDepthWrite, kAccessDepthStencilWrite, kSyncDepthStencil, BarrierLayout::kDepthStencilWrite},
    {kDepthRead, kAccessDepthStencilRead, kSyncDepthStencil, BarrierLayout::kDepthStencilRead},
    {kNonPixel, kAccessShaderResource, kSyncNonPixelShading, BarrierLayout::kShaderResource},
    {kPixel, kAccessShaderResource, kSyncPixelShading, BarrierLayout::kShaderResource},
    {kStreamOut, kAccessStreamOutput, kSyncVertexShading, BarrierLayout::kUndefined},
    {kIndirect, kAccessIndirectArgument, kSyncExecuteIndirect, BarrierLayout::kUndefined},
    {kStateCopyDest, kAccessCopyDest, kSyncCopy, BarrierLayout::kCopyDest},
    {kStateCopySource, kAccessCopySource, kSyncCopy, BarrierLayout::kCopySource},
    {kResolveDest, kAccessResolveDest, kSyncResolve, BarrierLayout::kResolveDest},
    {kResolveSource, kAccessResolveSource, kSyncResolve, BarrierLayout::kResolveSource},
    {kRaytracing, kAccessRaytracingRead | kAccessRaytracingWrite, kSyncRaytracing, BarrierLayout::kUndefined},
    {kShadingRate, kAccessShadingRateSource, kSyncPixelShading, BarrierLayout::kShadingRateSource},
};

/// One side of a barrier.
struct Side {
  std::uint32_t sync = kSyncNone;
  std::uint32_t access = kAccessNone;
  BarrierLayout layout = BarrierLayout::kCommon;
};

std::string_view subject_text(BarrierSubject subject) {
  switch (subject) {
    case BarrierSubject::kBuffer:
      return "a buffer";
    case BarrierSubject::kTexture:
      return "a texture";
    case BarrierSubject::kSimultaneousTexture:
      break;
  }
  return "a simultaneous-access texture";
}

/// What of the states counts for this subject, or why they cannot be.
Result<std::uint32_t> states_of(std::uint32_t states, BarrierSubject subject, QueueKind queue) {
  if ((states & kVideo) != 0) {
    return fail(ErrorCode::kUnsupported, "state ", resource_states_text(states),
                " is for video queues, which Ferry has none of");
  }
  const std::uint32_t taken = queue == QueueKind::kDirect    ? kOnDirect
                              : queue == QueueKind::kCompute ? kOnCompute
                                                             : kStateCopyDest | kStateCopySource;
  if ((states & ~taken) != 0) {
    return fail(ErrorCode::kInvalidArgument, "state ", resource_states_text(states), " is none that a ",
                to_string(queue), " queue takes; place the barrier on a queue that does");
  }
  if ((states & kExclusive) != 0 && std::popcount(states) > 1) {
    return fail(ErrorCode::kInvalidArgument, "state ", resource_states_text(states),
                " has a write state beside others; a write state stands alone");
  }
  // GENERIC_READ names what only buffers are used for, and may be said of a texture even so.
  const std::uint32_t kept = subject == BarrierSubject::kBuffer ? states : states & ~kBufferOnly;
  const std::uint32_t refused = subject == BarrierSubject::kTexture ? 0 : kTextureOnly;
  if ((states & refused) != 0 || (states != 0 && kept == 0)) {
    return fail(ErrorCode::kInvalidArgument, "state ", resource_states_text(states), " is none that ",
                subject_text(subject), " can be in");
  }
  return kept;
}

BarrierLayout layout_of(std::uint32_t states) {
  BarrierLayout only = BarrierLayout::kCommon;
  bool several = false;
  for (const Row& row : kRows) {
    if ((states & row.state) == 0) continue;
    several = several || (only != BarrierLayout::kCommon && only != row.layout);
    only = row.layout;
  }
  if (!several) return only;
  return (states & ~(kShaderResources | kStateCopySource)) == 0 ? BarrierLayout::kGenericRead
                                                                : BarrierLayout::kDirectQueueGenericRead;
}

Result<Side> side_of(std::uint32_t said, BarrierSubject subject, QueueKind queue, bool is_before) {
  auto states = states_of(said, subject, queue);
  if (!states) return fail(std::move(states).error());
  Side side;
  side.access = 0;
  for (const Row& row : kRows) {
    if ((*states & row.state) == 0) continue;
    side.access |= row.access;
    // Pixel shaders run on DIRECT queues, which fences order against this one.
    const bool pixel = row.sync == kSyncPixelShading && queue == QueueKind::kCompute;
    side.sync |= pixel ? kSyncComputeShading : row.sync;
  }
  if (*states == 0) {
    side.sync = queue == QueueKind::kCopy ? kSyncCopy : kSyncAll;
    side.access = queue == QueueKind::kCopy                          ? kAccessCopyDest | kAccessCopySource
                  : subject == BarrierSubject::kTexture && is_before ? kCommonAccess
                                                                     : kAccessCommon;
  }
  if (subject == BarrierSubject::kTexture && queue != QueueKind::kCopy) side.layout = layout_of(*states);
  return side;
}

BarrierSubject subject_of(ID3D12Resource* resource) {
  const D3D12_RESOURCE_DESC desc = resource->GetDesc();
  if (desc.Dimension == D3D12_RESOURCE_DIMENSION_BUFFER) return BarrierSubject::kBuffer;
  const bool simultaneous = (desc.Flags & D3D12_RESOURCE_FLAG_ALLOW_SIMULTANEOUS_ACCESS) != 0;
  return simultaneous ? BarrierSubject::kSimultaneousTexture : BarrierSubject::kTexture;
}

enhanced::Texture interface_form(const TextureBarrier& barrier) {
  enhanced::Texture form;
  form.sync_before = barrier.sync_before;
  form.sync_after = barrier.sync_after;
  form.access_before = barrier.access_before;
  form.access_after = barrier.access_after;
  form.layout_before = static_cast<UINT32>(barrier.layout_before);
  form.layout_after = static_cast<UINT32>(barrier.layout_after);
  form.resource = barrier.resource;
  form.range = {barrier.range.index_or_first_mip, barrier.range.mip_count,   barrier.range.first_slice,
                barrier.range.slice_count,        barrier.range.first_plane, barrier.range.plane_count};
  form.flags = barrier.discard ? enhanced::kDiscard : 0;
  return form;
}

enhanced::Buffer interface_form(const BufferBarrier& barrier) {
  enhanced::Buffer form;
  form.sync_before = barrier.sync_before;
  form.sync_after = barrier.sync_after;
  form.access_before = barrier.access_before;
  form.access_after = barrier.access_after;
  form.resource = barrier.resource;
  return form;
}

/// `feature` may be a number that the header does not have.
template <typename Data>
bool ask(ID3D12Device* device, int feature, Data& data) {
  return SUCCEEDED(device->CheckFeatureSupport(static_cast<D3D12_FEATURE>(feature), &data, sizeof data));
}

template <typename Form, typename Barriers>
std::vector<Form> interface_forms(const Barriers& barriers) {
  std::vector<Form> forms;
  forms.reserve(barriers.size());
  for (const auto& barrier : barriers) forms.push_back(interface_form(barrier));
  return forms;
}

}  // namespace

Result<ComPtr<enhanced::CommandList7>> enhanced::interface_of(ID3D12GraphicsCommandList* list) {
  ComPtr<CommandList7> newer;
  if (SUCCEEDED(list->QueryInterface(kCommandList7, newer.put_void())) && newer) return newer;
  return fail(
      ErrorCode::kUnsupported,
      "this Direct3D 12 has no enhanced barriers (the list has no ID3D12GraphicsCommandList7); record "
      "the barriers in the old form: BarrierForm::kStates");
}

Result<ConvertedBarrier> to_enhanced(std::uint32_t before, std::uint32_t after, BarrierSubject subject,
                                     QueueKind queue, const BarrierUse& use) {
  auto from = side_of(before, subject, queue, true);
  if (!from) return fail(std::move(from).error());
  auto to = side_of(after, subject, queue, false);
  if (!to) return fail(std::move(to).error());
  const bool discard = use.discard && subject == BarrierSubject::kTexture && queue != QueueKind::kCopy;
  if (use.first) *from = {kSyncNone, kAccessNone, from->layout};
  if (use.last) *to = {kSyncNone, kAccessNone, to->layout};
  if (discard) {
    from->access = kAccessNone;
    from->layout = BarrierLayout::kUndefined;
  }
  ConvertedBarrier converted;
  TextureBarrier& barrier = converted.barrier;
  barrier.sync_before = from->sync;
  barrier.sync_after = to->sync;
  barrier.access_before = from->access;
  barrier.access_after = to->access;
  barrier.layout_before = from->layout;
  barrier.layout_after = to->layout;
  barrier.discard = discard;
  // ExecuteCommandLists begins and ends with everything done and visible: only a layout must still be changed.
  const bool changes_layout = from->layout != to->layout;
  converted.needed = before != after && (changes_layout || !(use.first || use.last));
  return converted;
}

Result<EnhancedBarriers> to_enhanced(std::span<const Barrier> barriers, QueueKind queue,
                                     const BarrierUse& use) {
  EnhancedBarriers enhanced;
  for (const Barrier& old : barriers) {
    const BarrierSubject subject = subject_of(old.resource);
    auto converted = to_enhanced(old.before, old.after, subject, queue, use);
    if (!converted) {
      return fail(converted.error().code, object_name(old.resource), ": ", converted.error().message);
    }
    if (!converted->needed) continue;
    TextureBarrier& barrier = converted->barrier;
    barrier.resource = old.resource;
    if (subject == BarrierSubject::kBuffer) {
      enhanced.buffers.push_back({barrier.resource, barrier.sync_before, barrier.sync_after,
                                  barrier.access_before, barrier.access_after});
    } else {
      barrier.range.index_or_first_mip = old.subresource;
      enhanced.textures.push_back(barrier);
    }
  }
  return enhanced;
}

bool has_enhanced_barriers(const Device& device) {
  enhanced::Options12 options;
  return ask(device.d3d(), enhanced::kFeatureOptions12, options) && options.enhanced_barriers != FALSE;
}

Result<void> record_barriers(ID3D12GraphicsCommandList* list, const EnhancedBarriers& barriers) {
  if (list == nullptr) return fail(ErrorCode::kInvalidArgument, "the command list to record into is null");
  if (barriers.empty()) return {};
  auto newer = enhanced::interface_of(list);
  if (!newer) return fail(std::move(newer).error());
  const auto textures = interface_forms<enhanced::Texture>(barriers.textures);
  const auto buffers = interface_forms<enhanced::Buffer>(barriers.buffers);
  enhanced::Group groups[2];
  UINT32 count = 0;
  if (!textures.empty()) {
    groups[count++] = {enhanced::kTextureGroup, static_cast<UINT32>(textures.size()), textures.data()};
  }
  if (!buffers.empty()) {
    groups[count++] = {enhanced::kBufferGroup, static_cast<UINT32>(buffers.size()), buffers.data()};
  }
  (*newer)->Barrier(count, groups);
  return {};
}

}  // namespace ferry
