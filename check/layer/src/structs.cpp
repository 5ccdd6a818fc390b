#include "structs.hpp"

#include "generated/resource.hpp"
#include "generated/root_signature.hpp"

namespace ferry::check::layer {

Footprint footprint(const D3D12_PLACED_SUBRESOURCE_FOOTPRINT& from) {
  return {from.Offset,          static_cast<std::uint32_t>(from.Footprint.Format),
          from.Footprint.Width, from.Footprint.Height,
          from.Footprint.Depth, from.Footprint.RowPitch};
}

CopyLocation location(Call& call, const D3D12_TEXTURE_COPY_LOCATION* from, const char* parameter,
                      D3D12_TEXTURE_COPY_LOCATION& below) {
  CopyLocation to;
  if (from == nullptr) {
    call.resolve<Resource>(nullptr, parameter, Need::kRequired);
    return to;
  }
  auto* const resource = call.resolve<Resource>(from->pResource, parameter, Need::kRequired);
  if (resource == nullptr) return to;
  to.resource = resource->id();
  to.placed = from->Type == D3D12_TEXTURE_COPY_TYPE_PLACED_FOOTPRINT;
  if (to.placed) {
    to.footprint = footprint(from->PlacedFootprint);
  } else {
    to.subresource = from->SubresourceIndex;
  }
  below = *from;
  below.pResource = resource->below<ID3D12Resource>();
  return to;
}

event::Barrier barrier(Call& call, const D3D12_RESOURCE_BARRIER& from, D3D12_RESOURCE_BARRIER& below) {
  event::Barrier to;
  below = from;
  to.flags = static_cast<std::uint32_t>(from.Flags);
  const auto swap = [&call](ID3D12Resource*& pointer, const char* parameter, Need need) {
    auto* const resource = call.resolve<Resource>(pointer, parameter, need);
    pointer = below_of<ID3D12Resource>(resource);
    return resource == nullptr ? ObjectId::kNone : resource->id();
  };
  switch (from.Type) {
    case D3D12_RESOURCE_BARRIER_TYPE_TRANSITION:
      to.type = event::BarrierType::kTransition;
      to.resource = swap(below.Transition.pResource, "Transition.pResource", Need::kRequired);
      to.subresource = from.Transition.Subresource;
      to.before = static_cast<std::uint32_t>(from.Transition.StateBefore);
      to.after = static_cast<std::uint32_t>(from.Transition.StateAfter);
      break;
    case D3D12_RESOURCE_BARRIER_TYPE_ALIASING:
      to.type = event::BarrierType::kAliasing;
      to.resource = swap(below.Aliasing.pResourceBefore, "Aliasing.pResourceBefore", Need::kOptional);
      to.after_resource = swap(below.Aliasing.pResourceAfter, "Aliasing.pResourceAfter", Need::kOptional);
      break;
    case D3D12_RESOURCE_BARRIER_TYPE_UAV:
      to.type = event::BarrierType::kUav;
      to.resource = swap(below.UAV.pResource, "UAV.pResource", Need::kOptional);
      break;
    default:
      call.refuse(E_INVALIDARG);
      break;
  }
  return to;
}

ID3D12RootSignature* root_signature_below(Call& call, ID3D12RootSignature* from) {
  return below_of<ID3D12RootSignature>(call.resolve<RootSignature>(from, "pRootSignature", Need::kOptional));
}

}  // namespace ferry::check::layer
