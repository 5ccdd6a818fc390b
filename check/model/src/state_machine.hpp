#pragma once

#include <cstdint>

#include "objects.hpp"

/// The state of one subresource through uses, barriers and decay, as the pages 'Using Resource Barriers to
/// Synchronize Resource States in Direct3D 12' and 'Synchronization and Multi-Engine' have it. Pure: no
/// messages, no objects.
namespace ferry::check::model {

/// States that write. At most one of them is set, and then nothing else.
inline constexpr std::uint32_t kWriteStates = states::kRenderTarget | states::kUnorderedAccess |
                                              states::kDepthWrite | states::kStreamOut | states::kCopyDest |
                                              states::kResolveDest;
inline constexpr std::uint32_t kDepthStates = states::kDepthWrite | states::kDepthRead;
inline constexpr std::uint32_t kCopyStates = states::kCopyDest | states::kCopySource;
inline constexpr std::uint32_t kShaderResourceStates =
    states::kNonPixelShaderResource | states::kPixelShaderResource;
inline constexpr std::uint32_t kAllStates = 0x3fff;

constexpr bool writes(std::uint32_t state) {
  return (state & kWriteStates) != 0;
}

/// One write bit and nothing else, or read bits only, or COMMON.
constexpr bool is_valid_state(std::uint32_t state) {
  const std::uint32_t write_bits = state & kWriteStates;
  if (write_bits == 0) return true;
  return (write_bits & (write_bits - 1)) == 0 && state == write_bits;
}

/// How a resource's states behave.
struct StateTraits {
  bool fixed = false;            ///< In an UPLOAD or READBACK heap: never changes.
  bool promotes_freely = false;  ///< A buffer, or a texture with simultaneous access.
};

constexpr StateTraits traits_of(const Resource& resource) {
  return {resource.fixed_state, resource.buffer || resource.simultaneous};
}

/// True where a resource in COMMON may be used in `state` without a barrier.
constexpr bool can_promote(std::uint32_t state, StateTraits traits) {
  if (state == states::kCommon || !is_valid_state(state)) return false;
  if (traits.promotes_freely) return (state & kDepthStates) == 0;
  return (state & ~(kShaderResourceStates | kCopyStates)) == 0;
}

enum class UseResult : std::uint8_t {
  kFine,
  kWrongState,  ///< Needs a barrier.
  kWrongClass,  ///< A COPY queue uses a state that a DIRECT or COMPUTE queue left.
  kPending,     ///< Between the halves of a split barrier.
};

/// Uses the subresource in `need` (valid, not COMMON) on a queue; promotes where that is allowed. After a
/// finding the state stays, and the program may believe in the one it used.
UseResult use(SubState& sub, std::uint32_t need, StateTraits traits, bool copy_queue);

enum class TransitionResult : std::uint8_t {
  kFine,
  kMismatch,       ///< StateBefore is not the state.
  kWrongClass,     ///< As for uses.
  kSplitMismatch,  ///< END_ONLY without its BEGIN_ONLY, or with other states; or another barrier meanwhile.
};

/// Takes the subresource from `before` to `after`; `flags` are barrier_flags. After a finding the program is
/// taken at its word.
TransitionResult transition(SubState& sub, std::uint32_t before, std::uint32_t after, std::uint32_t flags,
                            StateTraits traits, bool copy_queue);

/// The end of an ExecuteCommandLists call in which the subresource was touched.
void decay(SubState& sub, StateTraits traits, bool copy_queue);

}  // namespace ferry::check::model
