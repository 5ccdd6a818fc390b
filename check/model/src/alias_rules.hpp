#pragma once

#include "state_rules.hpp"
#include "world.hpp"

/// Placed and reserved resources: shared memory and the first use ('ID3D12Device::CreatePlacedResource',
/// 'Memory Aliasing and Data Inheritance').
namespace ferry::check::model {

/// A new placed resource: finds whose memory it shares.
void join_heap(World& world, Resource& resource, Heap& heap);
/// The resource is destroyed.
void leave_heap(World& world, Resource& resource);

inline bool has_alias_rules(const Resource& resource) {
  return resource.must_initialise || !resource.overlaps.empty();
}

/// A replayed use of a resource for which `has_alias_rules`.
void replay_alias_use(World& world, const ReplayContext& at, Resource& resource, const Op& op);
/// A replayed aliasing barrier; `after` is null where it names none.
void replay_aliasing_barrier(World& world, Resource* after);

}  // namespace ferry::check::model
