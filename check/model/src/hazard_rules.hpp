#pragma once

#include "state_machine.hpp"
#include "state_rules.hpp"
#include "world.hpp"

/// Who touches which bytes in flight, and whether two queues do so at once.
namespace ferry::check::model {

/// Notes that a replayed op touches its resource, and looks for other queues that do so unordered.
void note_access(World& world, const ReplayContext& at, Resource& resource, const Op& op);

/// The byte ranges of a buffer that an op touches, cut to the buffer.
ByteRange bytes_of(const Resource& resource, const Op& op);

/// Calls `visit(access)` for each access to the resource that is not known to be complete, those of work that
/// still stands behind a Wait included.
template <typename Visit>
void for_each_pending(const World& world, const Resource& resource, Visit&& visit) {
  for (const Access& access : resource.accesses) {
    if (world.completion(access.queue, access.submission) != Completion::kKnown) visit(access);
  }
  for (const Queue* queue : world.queues) {
    for (const Submitted& submitted : queue->blocked) {
      for (const auto& [list, recording] : submitted.lists) {
        for (const Op& op : recording->ops) {
          if (op.kind != OpKind::kUse || op.resource != resource.id) continue;
          const ByteRange bytes = bytes_of(resource, op);
          visit(
              Access{queue->index, writes(op.state), submitted.submission, bytes.begin, bytes.end, op.call});
        }
      }
    }
  }
}

}  // namespace ferry::check::model
