#include "state_machine.hpp"

namespace ferry::check::model {
namespace {

constexpr bool satisfies(std::uint32_t state, std::uint32_t need) {
  if (writes(need)) return state == need;
  if ((state & need) == need) return true;
  // A depth buffer that may be written may be tested too.
  return need == states::kDepthRead && state == states::kDepthWrite;
}

void enter(SubState& sub, std::uint32_t state, bool promoted, bool copy_queue) {
  sub.state = state;
  sub.promoted = promoted;
  sub.copy_class = copy_queue && state != states::kCommon;
  sub.has_believed = false;
  sub.believed = 0;
}

void believe(SubState& sub, std::uint32_t state) {
  sub.has_believed = true;
  sub.believed = state;
}

/// StateBefore may be the state itself. In COMMON it may be any state that could have been promoted to, so
/// that a program may ignore decay; after a promotion to read states it may name more of them, likewise.
bool before_fits(const SubState& sub, std::uint32_t before, StateTraits traits) {
  if (sub.state == before) return true;
  if (!can_promote(before, traits)) return false;
  if (sub.state == states::kCommon) return true;
  return sub.promoted && !writes(sub.state) && !writes(before) && (before & sub.state) == sub.state;
}

}  // namespace

UseResult use(SubState& sub, std::uint32_t need, StateTraits traits, bool copy_queue) {
  if (traits.fixed) return satisfies(sub.state, need) ? UseResult::kFine : UseResult::kWrongState;
  if (sub.pending) return UseResult::kPending;
  if (sub.state == states::kCommon && can_promote(need, traits)) {
    enter(sub, need, true, copy_queue);
    return UseResult::kFine;
  }
  if (satisfies(sub.state, need)) {
    if (copy_queue && !sub.copy_class) {
      sub.copy_class = true;
      return UseResult::kWrongClass;
    }
    return UseResult::kFine;
  }
  if (sub.promoted && !writes(sub.state) && !writes(need) && can_promote(need, traits)) {
    sub.state |= need;
    return UseResult::kFine;
  }
  if (sub.has_believed && satisfies(sub.believed, need)) return UseResult::kFine;
  believe(sub, need);
  return UseResult::kWrongState;
}

TransitionResult transition(SubState& sub, std::uint32_t before, std::uint32_t after, std::uint32_t flags,
                            StateTraits traits, bool copy_queue) {
  TransitionResult result = TransitionResult::kFine;
  if ((flags & barrier_flags::kEndOnly) != 0) {
    if (!sub.pending || sub.state != before || sub.pending_after != after) {
      result = TransitionResult::kSplitMismatch;
    }
    sub.pending = false;
    enter(sub, after, false, copy_queue);
    return result;
  }
  if (sub.pending) {
    result = TransitionResult::kSplitMismatch;
    sub.pending = false;
  } else if (!before_fits(sub, before, traits) && !(sub.has_believed && sub.believed == before)) {
    result = TransitionResult::kMismatch;
  } else if (copy_queue && sub.state != states::kCommon && !sub.copy_class) {
    result = TransitionResult::kWrongClass;
  }
  if ((flags & barrier_flags::kBeginOnly) != 0) {
    enter(sub, before, false, copy_queue);
    sub.pending = true;
    sub.pending_after = after;
  } else {
    enter(sub, after, false, copy_queue);
  }
  return result;
}

void decay(SubState& sub, StateTraits traits, bool copy_queue) {
  if (traits.fixed || sub.pending) return;
  if (copy_queue || traits.promotes_freely || (sub.promoted && !writes(sub.state))) {
    enter(sub, states::kCommon, false, false);
  }
}

}  // namespace ferry::check::model
