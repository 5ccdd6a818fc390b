#include "record.hpp"

#include <algorithm>

#include <ferry/base/resource_states.hpp>
#include <ferry/base/text.hpp>

#include "state_machine.hpp"
#include "state_rules.hpp"
#include "words.hpp"

namespace ferry::check::model {
namespace {

/// Cuts one axis of a view to what the resource has; false where it starts beyond it.
bool cut(std::uint32_t first, std::uint32_t& count, std::uint32_t have) {
  if (first >= have) return false;
  if (count == kAllSubresources) {
    count = have - first;
    return true;
  }
  return count <= have - first;
}

void push(List& list, const Op& op) {
  auto& ops = list.recording->ops;
  if (!ops.empty()) {
    const Op& last = ops.back();
    // The same use again adds nothing (loops of small draws and copies from one buffer).
    if (last.kind == OpKind::kUse && op.kind == OpKind::kUse && last.resource == op.resource &&
        last.state == op.state && last.box == kNoBox && op.box == kNoBox &&
        last.subresource == op.subresource && last.begin <= op.begin && last.end >= op.end &&
        last.initialises == op.initialises) {
      return;
    }
  }
  ops.push_back(op);
}

}  // namespace

List* open_list_for(World& world, ObjectId id, const char* call) {
  List* list = world.find<List>(id);
  if (list == nullptr || list->open) return list;
  world.report(Rule::kRecordOnClosedList, call, {id}, [&] {
    return text("A command is recorded into ", world.describe(*list), ", which is closed");
  });
  return nullptr;
}

bool check_list_type(World& world, const List& list, std::uint32_t type_mask, const char* call) {
  if ((type_mask & type_bit(list.type)) != 0) return true;
  world.report(Rule::kCommandNotForListType, call, {list.id}, [&] {
    return text(world.describe(list), " is of type ", list_type_word(list.type),
                ", which does not offer this command");
  });
  return false;
}

void reference(World& world, List& list, ObjectId id) {
  Object* object = world.any(id);
  if (object == nullptr || object->referenced_by == list.recording_number) return;
  object->referenced_by = list.recording_number;
  list.recording->references.push_back(id);
}

bool check_subresource(World& world, const Resource& resource, std::uint32_t subresource, const char* call) {
  if (subresource < resource.subresources) return true;
  world.report(Rule::kSubresourceOutOfRange, call, {resource.id}, [&] {
    return text("Subresource ", subresource, " of ", world.describe(resource), " is named, but it has ",
                resource.subresources, " (", resource.mips, " mips x ", resource.slices, " slices x ",
                resource.planes, " planes)");
  });
  return false;
}

void add_subresource_use(World& world, List& list, Resource& resource, std::uint32_t state,
                         std::uint32_t subresource, ByteRange bytes, const char* as, const char* call,
                         bool initialises) {
  reference(world, list, resource.id);
  Op op;
  op.resource = resource.id;
  op.state = state;
  op.subresource = resource.subresources == 1 ? kAllSubresources : subresource;
  op.begin = bytes.begin;
  op.end = bytes.end;
  op.initialises = initialises;
  op.call = call;
  op.as = as;
  push(list, op);
}

void add_use(World& world, List& list, const event::Use& use, const char* call, bool initialises) {
  Resource* resource = world.find<Resource>(use.resource);
  if (resource == nullptr || use.state == states::kCommon) return;
  if (list.type == ListType::kCopy && (use.state & kAllStates & ~kCopyStates) != 0) {
    world.report(Rule::kCopyQueueState, call, {resource->id, list.id}, [&] {
      return text(world.describe(*resource), " is used in ", resource_states_text(use.state), " by ",
                  world.describe(list), " of type COPY, which knows only COMMON, COPY_SOURCE and COPY_DEST");
    });
    return;
  }
  const std::uint64_t end = use.size > kWholeSize - use.offset ? kWholeSize : use.offset + use.size;
  const ByteRange bytes = resource->buffer ? ByteRange{use.offset, end} : ByteRange{0, kWholeSize};
  Subresources box = use.subresources;
  if (!cut(box.first_mip, box.mip_count, resource->mips) ||
      !cut(box.first_slice, box.slice_count, resource->slices) ||
      !cut(box.first_plane, box.plane_count, resource->planes)) {
    world.report(Rule::kSubresourceOutOfRange, call, {resource->id, list.id}, [&] {
      return text("A view of ", world.describe(*resource), " reaches mip ", box.first_mip, ", slice ",
                  box.first_slice, ", plane ", box.first_plane, " and on, but it has ", resource->mips,
                  " mips, ", resource->slices, " slices and ", resource->planes, " planes");
    });
    return;
  }
  const std::uint64_t count = std::uint64_t{box.mip_count} * box.slice_count * box.plane_count;
  if (count == 0) return;
  std::uint32_t subresource = kAllSubresources;
  const bool boxed = count != 1 && count != resource->subresources;
  if (count == 1) {
    subresource = box.first_mip + (box.first_slice + box.first_plane * resource->slices) * resource->mips;
  }
  if (!boxed) {
    add_subresource_use(world, list, *resource, use.state, subresource, bytes, use.as, call, initialises);
    return;
  }
  reference(world, list, resource->id);
  Op op;
  op.resource = resource->id;
  op.state = use.state;
  op.box = static_cast<std::uint32_t>(list.recording->boxes.size());
  op.initialises = initialises;
  op.call = call;
  op.as = use.as;
  list.recording->boxes.push_back(box);
  push(list, op);
}

void on_barriers(World& world, const event::Barriers& e) {
  List* list = open_list_for(world, e.list, e.call);
  if (list == nullptr || !check_list_type(world, *list, kNotBundles, e.call)) return;
  for (const event::Barrier& barrier : e.barriers) {
    Op op;
    op.call = e.call;
    if (barrier.type == event::BarrierType::kAliasing) {
      op.kind = OpKind::kAliasing;
      op.resource = barrier.after_resource;
      reference(world, *list, barrier.resource);
      reference(world, *list, barrier.after_resource);
      list->recording->ops.push_back(op);
      ++list->changes;
      continue;
    }
    const Resource* resource = world.find<Resource>(barrier.resource);
    if (resource == nullptr) continue;
    reference(world, *list, resource->id);
    if (barrier.type == event::BarrierType::kUav) {
      check_uav_barrier(world, *resource, e.call);
      continue;
    }
    check_transition(world, *list, *resource, barrier, e.call);
    if (barrier.subresource != kAllSubresources &&
        !check_subresource(world, *resource, barrier.subresource, e.call)) {
      continue;
    }
    op.kind = OpKind::kTransition;
    op.resource = resource->id;
    op.before = barrier.before;
    op.state = barrier.after;
    op.flags = static_cast<std::uint8_t>(barrier.flags);
    op.subresource = resource->subresources == 1 ? kAllSubresources : barrier.subresource;
    list->recording->ops.push_back(op);
    ++list->changes;
  }
}

void on_used(World& world, const event::Used& e) {
  List* list = open_list_for(world, e.list, e.call);
  if (list == nullptr) return;
  for (const event::Use& use : e.uses) add_use(world, *list, use, e.call);
  ++list->changes;
}

void on_clear_view(World& world, const event::ClearView& e) {
  List* list = open_list_for(world, e.list, e.call);
  if (list == nullptr || !check_list_type(world, *list, kDirectLists, e.call)) return;
  event::Use use;
  use.resource = e.resource;
  use.state = e.kind == event::ClearKind::kRenderTarget ? states::kRenderTarget : states::kDepthWrite;
  use.subresources = e.subresources;
  use.as = e.kind == event::ClearKind::kRenderTarget ? "clearing a render target" : "clearing a depth buffer";
  add_use(world, *list, use, e.call, !e.partial);
  ++list->changes;
}

void on_discard(World& world, const event::Discard& e) {
  List* list = open_list_for(world, e.list, e.call);
  if (list == nullptr || !check_list_type(world, *list, kDirectOrComputeLists, e.call)) return;
  Resource* resource = world.find<Resource>(e.resource);
  if (resource == nullptr) return;
  std::uint32_t state = states::kUnorderedAccess;
  if (list->type == ListType::kDirect) {
    const std::uint32_t flags = resource->description.flags;
    if ((flags & resource_flags::kAllowDepthStencil) != 0) {
      state = states::kDepthWrite;
    } else if ((flags & resource_flags::kAllowRenderTarget) != 0) {
      state = states::kRenderTarget;
    }
  }
  if (!check_subresource(world, *resource, e.first_subresource, e.call)) return;
  const std::uint32_t left = resource->subresources - e.first_subresource;
  const std::uint32_t count = std::min(e.subresource_count, left);
  if (count == resource->subresources) {
    add_subresource_use(world, *list, *resource, state, kAllSubresources, {0, kWholeSize}, "a discard",
                        e.call, !e.partial);
  } else {
    for (std::uint32_t i = e.first_subresource; i < e.first_subresource + count; ++i) {
      add_subresource_use(world, *list, *resource, state, i, {0, kWholeSize}, "a discard", e.call,
                          !e.partial);
    }
  }
  ++list->changes;
}

void on_referenced(World& world, const event::Referenced& e) {
  List* list = open_list_for(world, e.list, e.call);
  if (list != nullptr) reference(world, *list, e.object);
}

void on_plain_command(World& world, const event::PlainCommand& e) {
  const List* list = open_list_for(world, e.list, e.call);
  if (list != nullptr) check_list_type(world, *list, e.type_mask, e.call);
}

}  // namespace ferry::check::model
