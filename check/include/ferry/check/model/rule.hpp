#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace ferry::check {

/// How bad a finding is.
enum class Severity : std::uint8_t {
  kAdvice,       ///< Legal, and there is a better way.
  kPortability,  ///< Legal or lucky here; breaks on some runtime, driver or timing.
  kError,        ///< Direct3D 12 forbids it.
};

/// `advice`, `portability` or `error`.
std::string_view to_string(Severity severity) noexcept;

/// Every rule. Its name for people and files is `rule_info(rule).name`.
enum class Rule : std::uint8_t {
  // Heaps and creation.
  kUploadInitialState,
  kReadbackInitialState,
  kTextureInCpuHeap,
  kHeapFlags,
  kHeapTier1Flags,
  kPlacedMisaligned,
  kPlacedOutsideHeap,
  kZeroWidthBuffer,
  kResourceShape,
  kSizeOverflow,
  kInitialState,
  kBufferInitialState,
  kClearValue,
  // Aliasing.
  kAliasingBarrierMissing,
  kUninitializedRenderTarget,
  // Copies and their footprints.
  kFootprintOffset,
  kFootprintPitch,
  kFootprintPitchTooSmall,
  kFootprintBeyondBuffer,
  kFootprintShape,
  kCopyFormatMismatch,
  kCopyRegionOutside,
  kCopyOffBlockGrid,
  kSubresourceOutOfRange,
  kPartialDepthOrMsaaCopy,
  kCopyResourceShape,
  kCopyBufferRange,
  kCopySameSubresource,
  kCopyLocationKind,
  kResolveShape,
  // States.
  kMissingBarrier,
  kLeftInCopySource,
  kStateBeforeMismatch,
  kBarrierInvalid,
  kFixedStateBarrier,
  kCopyQueueState,
  kComputeQueueState,
  kCopyQueueWantsCommon,
  kSplitBarrierMismatch,
  kSplitBarrierPending,
  kPresentNotCommon,
  // Several queues at once.
  kCrossQueueHazard,
  kCrossQueueSharedWrite,
  // Order and lifetime.
  kExecuteOpenList,
  kExecuteFailedList,
  kExecuteStaleList,
  kListExecutingAgain,
  kListTypeMismatch,
  kListResetWhileOpen,
  kRecordOnClosedList,
  kCommandNotForListType,
  kAllocatorResetInFlight,
  kAllocatorResetWhileRecording,
  kAllocatorTwoLists,
  kReleasedInFlight,
  kUsedAfterRelease,
  kReadbackBeforeFence,
  kStagingChangedInFlight,
  // Fences.
  kFenceValueNotRising,
  kFenceTwoQueues,
  kWaitBeforeSignal,
  kWaitOnLostDevice,
  kLostTakenAsDone,
  kFrameEndUncovered,
  // Maps.
  kMapDefault,
  kMapSubresource,
  kMapRange,
  kUnmapWithoutMap,
  kReadbackUnmapWritten,
  // Habits that cost time: looked for on request (Options::advise_on_use).
  kTinySubmissions,
  kSubmitAndWait,
  kUploadBufferPerFrame,
  kFullFrameReadback,
  kVerticesInUploadHeap,
  kRingTooBig,
  kRingTooSmall,
  // Found by the layer, not by the model.
  kForeignObject,
  kUnsupportedCall,
  kNullArgument,
  kRootParameter,

  kCount,
};

inline constexpr std::size_t kRuleCount = static_cast<std::size_t>(Rule::kCount);

/// What is fixed about a rule. All strings are literals.
struct RuleInfo {
  Rule rule = Rule::kCount;
  std::string_view name;                 ///< Stable, kebab-case: `footprint-pitch`.
  Severity severity = Severity::kError;  ///< What a finding has unless it says otherwise.
  std::string_view summary;              ///< One line: what the rule demands.
  std::string_view source;  ///< Title of the page of the Direct3D 12 documentation that it comes from.
  std::string_view remedy;  ///< One line: what to do instead.
};

/// The rule's line of the table.
const RuleInfo& rule_info(Rule rule) noexcept;

/// The whole table, in the enum's order.
std::span<const RuleInfo> all_rules() noexcept;

/// The rule of that name, or nothing.
std::optional<Rule> find_rule(std::string_view name) noexcept;

}  // namespace ferry::check
