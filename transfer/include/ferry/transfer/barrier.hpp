#pragma once

#include <cstdint>
#include <span>

struct ID3D12GraphicsCommandList;
struct ID3D12Resource;

namespace ferry {

/// D3D12_RESOURCE_BARRIER_ALL_SUBRESOURCES.
inline constexpr std::uint32_t kAllSubresources = 0xffffffff;

/// D3D12_RESOURCE_STATES' own values for the states that a transfer names. Any other value may be passed as
/// its number.
inline constexpr std::uint32_t kStateCommon = 0;
inline constexpr std::uint32_t kStateCopyDest = 0x400;
inline constexpr std::uint32_t kStateCopySource = 0x800;

/// A transition barrier as data, for render graphs that place barriers themselves.
struct Barrier {
  ID3D12Resource* resource = nullptr;
  /// A subresource index, or kAllSubresources. Buffers have one subresource, 0.
  std::uint32_t subresource = kAllSubresources;
  /// D3D12_RESOURCE_STATES; never equal to each other.
  std::uint32_t before = kStateCommon;
  std::uint32_t after = kStateCommon;

  friend bool operator==(const Barrier&, const Barrier&) = default;
};

/// Records the barriers into a list, 64 in a call. None is no call.
void record_barriers(ID3D12GraphicsCommandList* list, std::span<const Barrier> barriers);

/// The state a resource is in before a transfer, and the one it is to be left in. Direct3D 12 cannot be asked
/// for a resource's state, so whoever asks for a transfer says it. Both default to COMMON, the state that
/// every queue takes.
struct StateChange {
  std::uint32_t before = kStateCommon;
  std::uint32_t after = kStateCommon;
};

}  // namespace ferry
