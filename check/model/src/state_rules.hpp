#pragma once

#include "world.hpp"

/// The replay of uses and transitions against the resources' states.
namespace ferry::check::model {

/// Where a replayed op stands, for messages and queue kinds.
struct ReplayContext {
  Queue& queue;
  const Recording& recording;
  ObjectId list{};
  std::uint64_t submission = 0;
};

void replay_use(World& world, const ReplayContext& at, Resource& resource, const Op& op);
void replay_transition(World& world, const ReplayContext& at, Resource& resource, const Op& op);

/// Lets everything that this ExecuteCommandLists touched decay.
void decay_touched(World& world, ListType queue_type);

/// Why the resource cannot be in that state (`needs D3D12_RESOURCE_FLAG_...`), or nothing.
std::string_view unfit_words(const Resource& resource, std::uint32_t state);

/// Rules for states that need no replay: looked at while recording.
void check_transition(World& world, const List& list, const Resource& resource, const event::Barrier& barrier,
                      const char* call);
void check_uav_barrier(World& world, const Resource& resource, const char* call);
void check_presented(World& world, Resource& resource, const char* call);

}  // namespace ferry::check::model
