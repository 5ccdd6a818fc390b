#include "hazard_rules.hpp"

#include <algorithm>

#include <ferry/base/text.hpp>

#include "subresource_walk.hpp"
#include "words.hpp"

namespace ferry::check::model {
namespace {

/// Accesses kept for one resource at most. Beyond it the oldest are forgotten: rather a miss than a growing
/// heap where a program never looks at a fence.
constexpr std::size_t kMostAccesses = 4096;
constexpr std::size_t kPruneFrom = 32;

bool overlap(std::uint64_t begin_a, std::uint64_t end_a, std::uint64_t begin_b, std::uint64_t end_b) {
  return begin_a < end_b && begin_b < end_a;
}

void prune(const World& world, Resource& resource) {
  auto& accesses = resource.accesses;
  const Clock& settled = world.settled();
  accesses.erase(
      std::remove_if(accesses.begin(), accesses.end(),
                     [&](const Access& access) { return access.submission <= settled.at(access.queue); }),
      accesses.end());
  if (accesses.size() >= kMostAccesses) {
    accesses.erase(accesses.begin(), accesses.begin() + static_cast<std::ptrdiff_t>(kMostAccesses / 2));
  }
}

/// True where the resource's last access already says all that this one would.
bool extends_last(Resource& resource, const Access& access) {
  if (resource.accesses.empty()) return false;
  Access& last = resource.accesses.back();
  if (last.queue != access.queue || last.submission != access.submission || last.write != access.write) {
    return false;
  }
  if (access.begin >= last.begin && access.end <= last.end) return true;
  if (access.begin != last.end) return false;
  last.end = access.end;
  return true;
}

std::string range_words(const Resource& resource, std::uint64_t begin, std::uint64_t end) {
  if (resource.buffer) return text("bytes ", begin, " to ", end);
  if (end - begin == 1) return text("subresource ", begin);
  return text("subresources ", begin, " to ", end - 1);
}

void report_pair(World& world, const ReplayContext& at, const Resource& resource, const Access& now,
                 const Access& then) {
  const Queue& other = *world.queues[then.queue];
  const bool bytes_meet = overlap(now.begin, now.end, then.begin, then.end);
  const bool done = then.submission <= world.truth.at(then.queue);
  if (!bytes_meet) {
    world.report(Rule::kCrossQueueSharedWrite, now.call, {resource.id, at.queue.id, other.id}, [&] {
      return text(world.describe(at.queue), " writes ", range_words(resource, now.begin, now.end), " of ",
                  world.describe(resource), " while ", world.describe(other), " writes ",
                  range_words(resource, then.begin, then.end), " of it (", then.call,
                  "), with no fence between them");
    });
    return;
  }
  world.report(Rule::kCrossQueueHazard, done ? Severity::kPortability : Severity::kError, now.call,
               {resource.id, at.queue.id, other.id}, [&] {
                 return text(world.describe(at.queue), now.write ? " writes " : " reads ",
                             range_words(resource, now.begin, now.end), " of ", world.describe(resource),
                             ", which ", world.describe(other), then.write ? " writes" : " reads", " (",
                             then.call, "), with no fence that orders the two",
                             done ? "; it went well only because the first was already over" : "");
               });
}

/// Other queues that touch the same resource, or one that shares its memory, unordered with this queue.
void look_for_hazards(World& world, const ReplayContext& at, Resource& resource, const Access& now) {
  for (std::size_t q = 0; q < resource.touches.size(); ++q) {
    if (q == at.queue.index) continue;
    const QueueTouch& touch = resource.touches[q];
    const std::uint64_t ordered = std::max(at.queue.before.at(q), world.settled().at(q));
    if ((now.write ? touch.any : touch.write) <= ordered) continue;
    // The bytes that meet matter most; writes beside each other are told of where there is nothing worse.
    const Access* worst = nullptr;
    for (const Access& then : resource.accesses) {
      if (then.queue != q || then.submission <= ordered || !(now.write || then.write)) continue;
      const bool both_write = now.write && then.write;
      // Readers and a writer of one simultaneous-access texture may touch different texels: allowed.
      if (resource.simultaneous && !both_write) continue;
      if (overlap(now.begin, now.end, then.begin, then.end)) {
        worst = &then;
        break;
      }
      if (resource.buffer && both_write && worst == nullptr) worst = &then;
    }
    if (worst != nullptr) report_pair(world, at, resource, now, *worst);
  }
  for (const ObjectId id : resource.overlaps) {
    const Resource* other = world.find<Resource>(id);
    if (other == nullptr) continue;
    for (std::size_t q = 0; q < other->touches.size(); ++q) {
      if (q == at.queue.index || other->touches[q].any <= at.queue.before.at(q)) continue;
      world.report(Rule::kCrossQueueHazard, now.call, {resource.id, id, at.queue.id}, [&] {
        return text(world.describe(at.queue), " uses ", world.describe(resource), ", whose memory ",
                    world.describe(id), " shares, and ", world.describe(*world.queues[q]),
                    " uses that one with no fence that orders the two");
      });
    }
  }
}

void note(World& world, const ReplayContext& at, Resource& resource, const Access& access) {
  if (resource.touches.size() > 1 || !resource.overlaps.empty() ||
      (resource.touches.size() == 1 && at.queue.index != 0)) {
    look_for_hazards(world, at, resource, access);
  }
  if (resource.touches.size() <= access.queue) resource.touches.resize(access.queue + 1);
  QueueTouch& touch = resource.touches[access.queue];
  touch.any = access.submission;
  if (access.write) touch.write = access.submission;
  if (extends_last(resource, access)) return;
  if (resource.accesses.size() >= kPruneFrom && resource.accesses.size() == resource.accesses.capacity()) {
    prune(world, resource);
  }
  resource.accesses.push_back(access);
}

}  // namespace

ByteRange bytes_of(const Resource& resource, const Op& op) {
  if (!resource.buffer) return {0, resource.subresources};
  const std::uint64_t width = resource.description.width;
  return {std::min(op.begin, width), std::min(op.end, width)};
}

void note_access(World& world, const ReplayContext& at, Resource& resource, const Op& op) {
  Access access;
  access.queue = at.queue.index;
  access.submission = at.submission;
  access.call = op.call;
  if (resource.buffer) {
    if (op.kind == OpKind::kTransition) return;  // A buffer has no layout to change.
    access.write = writes(op.state);
    const ByteRange bytes = bytes_of(resource, op);
    access.begin = bytes.begin;
    access.end = bytes.end;
    if (access.begin < access.end) note(world, at, resource, access);
    return;
  }
  if (op.kind == OpKind::kTransition && resource.simultaneous) return;
  access.write = op.kind == OpKind::kTransition || writes(op.state);
  for_each_run(resource, at.recording, op, [&](std::uint32_t first, std::uint32_t end) {
    access.begin = first;
    access.end = end;
    note(world, at, resource, access);
  });
}

}  // namespace ferry::check::model
