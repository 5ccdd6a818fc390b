#pragma once

#include <cstdint>
#include <vector>

#include <ferry/check/model/description.hpp>
#include <ferry/check/model/object_id.hpp>

#include "clock.hpp"
#include "habits.hpp"

namespace ferry::check::model {

inline constexpr std::uint32_t kNoBox = 0xffffffff;

enum class OpKind : std::uint8_t { kUse, kTransition, kAliasing };

/// One step that the replay of a list takes: a use in a state, a transition, or an aliasing barrier.
struct Op {
  OpKind kind = OpKind::kUse;
  /// Use: it initialises whole subresources (clear, discard, full copy).
  bool initialises = false;
  std::uint8_t flags = 0;   ///< Transition: barrier_flags.
  ObjectId resource{};      ///< Aliasing: pResourceAfter.
  std::uint32_t state = 0;  ///< Use: what is needed. Transition: StateAfter.
  std::uint32_t before = 0;
  std::uint32_t subresource = kAllSubresources;
  std::uint32_t box =
      kNoBox;               ///< Index into Recording::boxes: which subresources, where it is not one or all.
  std::uint64_t begin = 0;  ///< Buffers: bytes touched.
  std::uint64_t end = kWholeSize;
  const char* call = "";
  const char* as = "";
};

/// What a list recorded between its Reset and its Close. Executed as often as the list is.
struct Recording {
  std::vector<Op> ops;
  std::vector<Subresources> boxes;
  /// Every object that the list names, each once (or a few times).
  std::vector<ObjectId> references;
  ObjectId allocator{};
  std::uint64_t allocator_generation = 0;
  /// Its latest executions.
  Clock executed;
  Workload workload;
};

}  // namespace ferry::check::model
