#include <ferry/transfer/barrier.hpp>

#include <array>

#include <ferry/gpu/d3d12.hpp>

namespace ferry {

void record_barriers(ID3D12GraphicsCommandList* list, std::span<const Barrier> barriers) {
  // The usual case, and not worth the block's clearing.
  if (barriers.empty()) return;
  std::array<D3D12_RESOURCE_BARRIER, 64> block = {};
  while (!barriers.empty()) {
    const std::size_t count = barriers.size() < block.size() ? barriers.size() : block.size();
    for (std::size_t i = 0; i < count; ++i) {
      D3D12_RESOURCE_BARRIER& barrier = block[i];
      barrier.Type = D3D12_RESOURCE_BARRIER_TYPE_TRANSITION;
      barrier.Flags = D3D12_RESOURCE_BARRIER_FLAG_NONE;
      barrier.Transition.pResource = barriers[i].resource;
      barrier.Transition.Subresource = barriers[i].subresource;
      barrier.Transition.StateBefore = static_cast<D3D12_RESOURCE_STATES>(barriers[i].before);
      barrier.Transition.StateAfter = static_cast<D3D12_RESOURCE_STATES>(barriers[i].after);
    }
    list->ResourceBarrier(static_cast<UINT>(count), block.data());
    barriers = barriers.subspan(count);
  }
}

}  // namespace ferry
