#include "state_rules.hpp"

#include <ferry/base/resource_states.hpp>
#include <ferry/base/text.hpp>

#include "state_machine.hpp"
#include "subresource_walk.hpp"
#include "words.hpp"

namespace ferry::check::model {
namespace {

/// Applies `step` to each state that the op reaches, the one shared state where that is enough. `step` is
/// given the subresource's index.
template <typename Step>
void for_each_state(Resource& resource, const Recording& recording, const Op& op, Step&& step) {
  if (resource.each.empty()) {
    if (reaches_all(op) || resource.subresources == 1) {
      step(resource.all, 0);
      return;
    }
    resource.each.assign(resource.subresources, resource.all);
  }
  for_each_run(resource, recording, op, [&](std::uint32_t first, std::uint32_t end) {
    for (std::uint32_t i = first; i < end; ++i) step(resource.each[i], i);
  });
  if (reaches_all(op) && std::all_of(resource.each.begin(), resource.each.end(),
                                     [&](const SubState& sub) { return sub == resource.each.front(); })) {
    resource.all = resource.each.front();
    resource.each.clear();
  }
}

void touch(World& world, Resource& resource) {
  if (resource.touched_epoch == world.epoch) return;
  resource.touched_epoch = world.epoch;
  world.touched.push_back(&resource);
}

std::string where(const World& world, const Resource& resource, std::uint32_t subresource) {
  if (resource.subresources == 1) return world.describe(resource);
  return text("subresource ", subresource, " of ", world.describe(resource));
}

std::string found(const World& world, const ReplayContext& at) {
  return text(" (recorded in ", world.describe(at.list), ", found when ", world.describe(at.queue),
              " executed it)");
}

std::string_view purpose(const Op& op) {
  return *op.as != '\0' ? std::string_view(op.as) : std::string_view("this use");
}

void report_wrong_class(World& world, const ReplayContext& at, const Resource& resource, const Op& op,
                        std::uint32_t subresource, std::uint32_t state) {
  world.report(Rule::kCopyQueueWantsCommon, op.call, {resource.id, at.list, at.queue.id}, [&] {
    return text(where(world, resource, subresource), " comes to a COPY queue in ",
                resource_states_text(state),
                ", a state of the DIRECT and COMPUTE queues' own; a COPY queue takes it from COMMON only",
                found(world, at));
  });
}

/// A finding of each kind is reported for the first subresource of an op that has it.
class Once {
 public:
  bool first(std::uint32_t kind) {
    const bool is_first = (seen_ >> kind & 1U) == 0;
    seen_ |= 1U << kind;
    return is_first;
  }

 private:
  std::uint32_t seen_ = 0;
};

/// The resource was copied from and left like that.
bool was_left(std::uint32_t state, const Op& op) {
  return state == states::kCopySource && (op.state & kCopyStates) == 0;
}

void report_use(World& world, const ReplayContext& at, const Resource& resource, const Op& op,
                std::uint32_t subresource, std::uint32_t state, UseResult result) {
  switch (result) {
    case UseResult::kFine:
      return;
    case UseResult::kWrongClass:
      report_wrong_class(world, at, resource, op, subresource, state);
      return;
    case UseResult::kPending:
      world.report(Rule::kSplitBarrierPending, op.call, {resource.id, at.list}, [&] {
        return text(where(world, resource, subresource), " is used (", purpose(op),
                    ") while a split barrier on it has begun and not ended", found(world, at));
      });
      return;
    case UseResult::kWrongState:
      break;
  }
  world.report(was_left(state, op) ? Rule::kLeftInCopySource : Rule::kMissingBarrier, op.call,
               {resource.id, at.list}, [&] {
                 std::string message =
                     text(where(world, resource, subresource), " is in ", resource_states_text(state),
                          ", but ", purpose(op), " needs ", resource_states_text(op.state));
                 if (resource.fixed_state) {
                   message += text("; a resource in the ", heap_type_word(resource.properties.type),
                                   " heap stays in that state for ever, so it cannot be used like this");
                 }
                 return message + found(world, at);
               });
}

}  // namespace

void replay_use(World& world, const ReplayContext& at, Resource& resource, const Op& op) {
  const StateTraits traits = traits_of(resource);
  const bool copy_queue = at.queue.type == ListType::kCopy;
  if (!traits.fixed) touch(world, resource);
  Once once;
  for_each_state(resource, at.recording, op, [&](SubState& sub, std::uint32_t subresource) {
    const std::uint32_t state = sub.state;
    const UseResult result = use(sub, op.state, traits, copy_queue);
    if (result == UseResult::kFine) return;
    const std::uint32_t kind = static_cast<std::uint32_t>(result) + (was_left(state, op) ? 16U : 0U);
    if (once.first(kind)) report_use(world, at, resource, op, subresource, state, result);
  });
}

void replay_transition(World& world, const ReplayContext& at, Resource& resource, const Op& op) {
  const StateTraits traits = traits_of(resource);
  if (traits.fixed) return;  // Found while recording.
  const bool copy_queue = at.queue.type == ListType::kCopy;
  touch(world, resource);
  Once once;
  for_each_state(resource, at.recording, op, [&](SubState& sub, std::uint32_t subresource) {
    const SubState old = sub;
    const TransitionResult result = transition(sub, op.before, op.state, op.flags, traits, copy_queue);
    if (result == TransitionResult::kFine || !once.first(static_cast<std::uint32_t>(result))) return;
    switch (result) {
      case TransitionResult::kFine:
        break;
      case TransitionResult::kWrongClass:
        report_wrong_class(world, at, resource, op, subresource, old.state);
        break;
      case TransitionResult::kMismatch:
        world.report(Rule::kStateBeforeMismatch, op.call, {resource.id, at.list}, [&] {
          return text("The barrier says that ", where(world, resource, subresource), " goes from ",
                      resource_states_text(op.before), " to ", resource_states_text(op.state),
                      ", but it is in ", resource_states_text(old.state),
                      old.promoted ? ", to which its first use promoted it" : "", found(world, at));
        });
        break;
      case TransitionResult::kSplitMismatch:
        world.report(Rule::kSplitBarrierMismatch, op.call, {resource.id, at.list}, [&] {
          std::string message = text("The barrier on ", where(world, resource, subresource), " from ",
                                     resource_states_text(op.before), " to ", resource_states_text(op.state));
          if ((op.flags & barrier_flags::kEndOnly) == 0) {
            message += text(" comes while a split barrier to ", resource_states_text(old.pending_after),
                            " has begun and not ended");
          } else if (!old.pending) {
            message += " ends a split barrier (END_ONLY) that never began";
          } else {
            message += text(" ends a split barrier (END_ONLY) that began from ",
                            resource_states_text(old.state), " to ", resource_states_text(old.pending_after));
          }
          return message + found(world, at);
        });
        break;
    }
  });
}

void decay_touched(World& world, ListType queue_type) {
  const bool copy_queue = queue_type == ListType::kCopy;
  for (Resource* resource : world.touched) {
    const StateTraits traits = traits_of(*resource);
    if (resource->each.empty()) {
      decay(resource->all, traits, copy_queue);
      continue;
    }
    for (SubState& sub : resource->each) decay(sub, traits, copy_queue);
    if (std::all_of(resource->each.begin(), resource->each.end(),
                    [&](const SubState& sub) { return sub == resource->each.front(); })) {
      resource->all = resource->each.front();
      resource->each.clear();
    }
  }
  world.touched.clear();
}

std::string_view unfit_words(const Resource& resource, std::uint32_t state) {
  const std::uint32_t flags = resource.description.flags;
  if ((state & ~kAllStates) != 0) return {};  // Video and ray tracing: not ours to judge.
  if (!is_valid_state(state)) return "mixes a write state with other states";
  if ((state & states::kRenderTarget) != 0 && (flags & resource_flags::kAllowRenderTarget) == 0) {
    return "needs D3D12_RESOURCE_FLAG_ALLOW_RENDER_TARGET";
  }
  if ((state & kDepthStates) != 0 && (flags & resource_flags::kAllowDepthStencil) == 0) {
    return "needs D3D12_RESOURCE_FLAG_ALLOW_DEPTH_STENCIL";
  }
  if ((state & states::kUnorderedAccess) != 0 && (flags & resource_flags::kAllowUnorderedAccess) == 0) {
    return "needs D3D12_RESOURCE_FLAG_ALLOW_UNORDERED_ACCESS";
  }
  if ((state & states::kStreamOut) != 0 && !resource.buffer) return "is for buffers";
  if ((state & states::kResolveSource) != 0 && resource.description.sample_count <= 1) {
    return "needs more than one sample";
  }
  if (state == states::kResolveDest && resource.description.sample_count > 1) return "needs one sample";
  return {};
}

void check_transition(World& world, const List& list, const Resource& resource, const event::Barrier& barrier,
                      const char* call) {
  if (resource.fixed_state) {
    world.report(Rule::kFixedStateBarrier, call, {resource.id, list.id}, [&] {
      return text("The barrier takes ", world.describe(resource), " in the ",
                  heap_type_word(resource.properties.type), " heap from ",
                  resource_states_text(barrier.before), " to ", resource_states_text(barrier.after),
                  ", but it stays in ", resource_states_text(resource.all.state), " for its whole life");
    });
    return;
  }
  if (barrier.before == barrier.after) {
    world.report(Rule::kBarrierInvalid, call, {resource.id, list.id}, [&] {
      return text("The barrier on ", world.describe(resource), " goes from ",
                  resource_states_text(barrier.before), " to the same state");
    });
  }
  for (const std::uint32_t state : {barrier.before, barrier.after}) {
    const std::string_view why = unfit_words(resource, state);
    if (why.empty()) continue;
    world.report(Rule::kBarrierInvalid, call, {resource.id, list.id}, [&] {
      return text("The barrier on ", world.describe(resource), " names ", resource_states_text(state),
                  ", which ", why);
    });
  }
  if ((barrier.flags & barrier_flags::kBeginOnly) != 0 && (barrier.flags & barrier_flags::kEndOnly) != 0) {
    world.report(Rule::kBarrierInvalid, call, {resource.id, list.id}, [&] {
      return text("The barrier on ", world.describe(resource), " is both BEGIN_ONLY and END_ONLY");
    });
  }
  constexpr std::uint32_t kComputeStates = states::kVertexAndConstantBuffer | states::kUnorderedAccess |
                                           states::kNonPixelShaderResource | states::kIndirectArgument |
                                           kCopyStates;
  const std::uint32_t both = (barrier.before | barrier.after) & kAllStates;
  if (list.type == ListType::kCopy && (both & ~kCopyStates) != 0) {
    world.report(Rule::kCopyQueueState, call, {resource.id, list.id}, [&] {
      return text("The barrier on ", world.describe(resource), " from ", resource_states_text(barrier.before),
                  " to ", resource_states_text(barrier.after), " is recorded into ", world.describe(list),
                  " of type COPY, which knows only COMMON, COPY_SOURCE and COPY_DEST");
    });
  } else if (list.type == ListType::kCompute && (both & ~kComputeStates) != 0) {
    world.report(Rule::kComputeQueueState, call, {resource.id, list.id}, [&] {
      return text("The barrier on ", world.describe(resource), " from ", resource_states_text(barrier.before),
                  " to ", resource_states_text(barrier.after), " is recorded into ", world.describe(list),
                  " of type COMPUTE, which does not know ", resource_states_text(both & ~kComputeStates));
    });
  }
}

void check_uav_barrier(World& world, const Resource& resource, const char* call) {
  if ((resource.description.flags & resource_flags::kAllowUnorderedAccess) != 0) return;
  world.report(Rule::kBarrierInvalid, call, {resource.id}, [&] {
    return text("The UAV barrier names ", world.describe(resource),
                ", which was made without D3D12_RESOURCE_FLAG_ALLOW_UNORDERED_ACCESS");
  });
}

void check_presented(World& world, Resource& resource, const char* call) {
  for (std::uint32_t i = 0; i < resource.subresources; ++i) {
    const SubState& sub = resource.state(i);
    if (sub.state == states::kCommon && !sub.pending) continue;
    world.report(Rule::kPresentNotCommon, call, {resource.id}, [&] {
      return text("Back buffer ", where(world, resource, i), " is presented in ",
                  resource_states_text(sub.state));
    });
    return;
  }
}

}  // namespace ferry::check::model
