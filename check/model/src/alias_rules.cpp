#include "alias_rules.hpp"

#include <algorithm>

#include <ferry/base/text.hpp>

#include "subresource_walk.hpp"

namespace ferry::check::model {
namespace {

void forget_contents(Resource& resource) {
  std::fill(resource.initialised.begin(), resource.initialised.end(), std::uint8_t{0});
}

void check_initialised(World& world, const ReplayContext& at, Resource& resource, const Op& op) {
  bool reported = false;
  for_each_run(resource, at.recording, op, [&](std::uint32_t first, std::uint32_t end) {
    for (std::uint32_t i = first; i < end; ++i) {
      if (resource.initialised[i] == 0 && !op.initialises && !reported) {
        reported = true;
        world.report(Rule::kUninitializedRenderTarget, op.call, {resource.id, at.list}, [&] {
          return text("Subresource ", i, " of ", world.describe(resource),
                      ", a render target or depth buffer placed in a heap, is used (",
                      *op.as != '\0' ? op.as : op.call,
                      ") before anything gave it contents since it got its memory (recorded in ",
                      world.describe(at.list), ")");
        });
      }
      resource.initialised[i] = 1;
    }
  });
}

}  // namespace

void join_heap(World& world, Resource& resource, Heap& heap) {
  for (const ObjectId id : heap.placed) {
    Resource* other = world.find<Resource>(id);
    if (other == nullptr || other->heap_begin >= resource.heap_end ||
        resource.heap_begin >= other->heap_end) {
      continue;
    }
    other->overlaps.push_back(resource.id);
    resource.overlaps.push_back(id);
  }
  heap.placed.push_back(resource.id);
}

void leave_heap(World& world, Resource& resource) {
  if (Heap* heap = world.find<Heap>(resource.heap); heap != nullptr) std::erase(heap->placed, resource.id);
  for (const ObjectId id : resource.overlaps) {
    if (Resource* other = world.find<Resource>(id); other != nullptr) {
      std::erase(other->overlaps, resource.id);
    }
  }
  resource.overlaps.clear();
}

void replay_alias_use(World& world, const ReplayContext& at, Resource& resource, const Op& op) {
  const std::uint64_t step = ++world.steps;
  const std::uint64_t activated = std::max(resource.activated_at, world.activated_all_at);
  for (const ObjectId id : resource.overlaps) {
    Resource* other = world.find<Resource>(id);
    if (other == nullptr) continue;
    forget_contents(*other);
    if (other->used_epoch != world.epoch || other->used_at < activated) continue;
    world.report(Rule::kAliasingBarrierMissing, op.call, {resource.id, id, at.list}, [&] {
      return text(world.describe(resource), " is used right after ", world.describe(id),
                  ", which shares its memory, in the same ExecuteCommandLists (recorded in ",
                  world.describe(at.list), "), with no aliasing barrier between them");
    });
  }
  resource.used_at = step;
  resource.used_epoch = world.epoch;
  if (resource.must_initialise) check_initialised(world, at, resource, op);
}

void replay_aliasing_barrier(World& world, Resource* after) {
  const std::uint64_t step = ++world.steps;
  if (after == nullptr) {
    world.activated_all_at = step;
    return;
  }
  after->activated_at = step;
  if (after->must_initialise && !after->overlaps.empty()) forget_contents(*after);
}

}  // namespace ferry::check::model
