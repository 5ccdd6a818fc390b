#pragma once

#include "generated/command_list.hpp"

namespace ferry::check::layer {

/// Types of lists that may record a call, as event::PlainCommand wants them.
inline constexpr std::uint32_t kDirectOnly = 1U << 0;
inline constexpr std::uint32_t kDrawing = 1U << 0 | 1U << 1;                ///< Direct lists and bundles.
inline constexpr std::uint32_t kDispatching = 1U << 0 | 1U << 1 | 1U << 2;  ///< And compute lists.
inline constexpr std::uint32_t kComputing = 1U << 0 | 1U << 2;              ///< No bundles.
inline constexpr std::uint32_t kAnyType = 0xffffffff;

/// Tells the model of a recorded command, now or at Close. Where it may not go below, the call is refused.
template <typename Event>
void record(CommandList& list, Call& call, const Event& event) {
  Core& core = list.core();
  if (core.options().batch_recording && list.open) {
    list.log.add(event);
    return;
  }
  Locked lock(core, call.index());
  if (!lock.send(event)) call.refuse(E_INVALIDARG);
}

inline void record_plain(CommandList& list, Call& call, std::uint32_t type_mask) {
  record(list, call, event::PlainCommand{call.name(), list.id(), type_mask});
}

inline void record_reference(CommandList& list, Call& call, ObjectId object) {
  record(list, call, event::Referenced{call.name(), list.id(), object});
}

inline event::Use use_of(const View& view, std::uint32_t state, const char* as) {
  return {view.resource, state, view.subresources, view.offset, view.size, as};
}

}  // namespace ferry::check::layer
