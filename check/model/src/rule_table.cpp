#include <array>

#include <ferry/check/model/rule.hpp>

namespace ferry::check {
namespace {

// Titles of pages of the Direct3D 12 documentation.
constexpr std::string_view kHeapTypePage = "D3D12_HEAP_TYPE";
constexpr std::string_view kHeapFlagsPage = "D3D12_HEAP_FLAGS";
constexpr std::string_view kResourceDescPage = "D3D12_RESOURCE_DESC";
constexpr std::string_view kCommittedPage = "ID3D12Device::CreateCommittedResource";
constexpr std::string_view kPlacedPage = "ID3D12Device::CreatePlacedResource";
constexpr std::string_view kBarrierPage =
    "Using Resource Barriers to Synchronize Resource States in Direct3D 12";
constexpr std::string_view kBarrierCallPage = "ID3D12GraphicsCommandList::ResourceBarrier";
constexpr std::string_view kMultiEnginePage = "Synchronization and Multi-Engine";
constexpr std::string_view kExecutePage = "ID3D12CommandQueue::ExecuteCommandLists";
constexpr std::string_view kListsPage = "Executing and Synchronizing Command Lists";
constexpr std::string_view kRecordPage = "Creating and Recording Command Lists and Bundles";
constexpr std::string_view kUploadPage = "Uploading Texture Data Through Buffers";
constexpr std::string_view kCopyTexturePage = "ID3D12GraphicsCommandList::CopyTextureRegion";
constexpr std::string_view kCopyBufferPage = "ID3D12GraphicsCommandList::CopyBufferRegion";
constexpr std::string_view kCopyResourcePage = "ID3D12GraphicsCommandList::CopyResource";
constexpr std::string_view kSubresourcesPage = "Subresources";
constexpr std::string_view kMapPage = "ID3D12Resource::Map";
constexpr std::string_view kUnmapPage = "ID3D12Resource::Unmap";
constexpr std::string_view kAllocatorResetPage = "ID3D12CommandAllocator::Reset";
constexpr std::string_view kListResetPage = "ID3D12GraphicsCommandList::Reset";
constexpr std::string_view kFenceMemoryPage = "Fence-Based Resource Management";

constexpr Severity kError = Severity::kError;
constexpr Severity kPortability = Severity::kPortability;
constexpr Severity kAdvice = Severity::kAdvice;

constexpr std::array<RuleInfo, kRuleCount> kTable{{
    // ------------------------------------------------------------------------------- heaps and creation
    {Rule::kUploadInitialState, "upload-initial-state", kError,
     "A resource in an UPLOAD heap is created in GENERIC_READ", kHeapTypePage,
     "Create it with D3D12_RESOURCE_STATE_GENERIC_READ; it stays there and takes no barrier"},
    {Rule::kReadbackInitialState, "readback-initial-state", kError,
     "A resource in a READBACK heap is created in COPY_DEST", kHeapTypePage,
     "Create it with D3D12_RESOURCE_STATE_COPY_DEST; it stays there and takes no barrier"},
    {Rule::kTextureInCpuHeap, "texture-in-cpu-heap", kError,
     "UPLOAD and READBACK heaps hold buffers, not textures", kUploadPage,
     "Put the texture in a DEFAULT heap, write its rows into a buffer in an UPLOAD heap, and copy them over "
     "with "
     "CopyTextureRegion on a command list"},
    {Rule::kHeapFlags, "heap-flags", kError, "Heap flags must fit the call and what the heap holds",
     kHeapFlagsPage,
     "Use D3D12_HEAP_FLAG_NONE for committed resources; give CreateHeap flags that allow what you place"},
    {Rule::kHeapTier1Flags, "heap-tier-1-flags", kError,
     "On resource heap tier 1 a heap holds one category: buffers, textures, or targets", kHeapFlagsPage,
     "Give CreateHeap one of the ALLOW_ONLY_... flags, and make a heap for each category"},
    {Rule::kPlacedMisaligned, "placed-misaligned", kError,
     "A placed resource starts at a multiple of its alignment", kPlacedPage,
     "Round the offset up to the alignment that GetResourceAllocationInfo gives: 64 KiB, or 4 MiB with "
     "multisampling"},
    {Rule::kPlacedOutsideHeap, "placed-outside-heap", kError, "A placed resource ends inside its heap",
     kPlacedPage, "Make the heap bigger, or place by the size that GetResourceAllocationInfo gives"},
    {Rule::kZeroWidthBuffer, "zero-width-buffer", kError, "A buffer is at least one byte wide",
     kResourceDescPage, "Skip the creation when there is nothing to store"},
    {Rule::kResourceShape, "resource-shape", kError, "A resource description must be possible",
     kResourceDescPage, "Correct the description's field that the message names"},
    {Rule::kSizeOverflow, "size-overflow", kError, "A resource's size must be within Direct3D 12's limits",
     "Resource Limits (Direct3D 11)", "Look for a size computed in 32 bits, or split the resource"},
    {Rule::kInitialState, "initial-state", kError, "An initial state must be valid and fit the resource",
     kBarrierPage, "Use COMMON, one write state that the resource's flags allow, or read states only"},
    {Rule::kBufferInitialState, "buffer-initial-state", kAdvice,
     "A buffer in a DEFAULT heap starts in COMMON whatever its creation says", kBarrierPage,
     "Create it in D3D12_RESOURCE_STATE_COMMON; its first use promotes it without a barrier"},
    {Rule::kClearValue, "clear-value", kError,
     "Only textures that may be render targets or depth buffers have a clear value", kCommittedPage,
     "Pass a null pOptimizedClearValue"},
    // --------------------------------------------------------------------------------------- aliasing
    {Rule::kAliasingBarrierMissing, "aliasing-barrier-missing", kError,
     "Two resources that share memory need an aliasing barrier between their uses in one "
     "ExecuteCommandLists",
     kPlacedPage, "Record an aliasing barrier whose pResourceAfter is the resource used next"},
    {Rule::kUninitializedRenderTarget, "uninitialized-render-target", kError,
     "A placed render target or depth buffer is cleared, discarded or fully copied to before other use",
     kPlacedPage, "Start with ClearRenderTargetView, ClearDepthStencilView, DiscardResource or a full copy"},
    // ------------------------------------------------------------------------- copies and footprints
    {Rule::kFootprintOffset, "footprint-offset", kError,
     "A placed footprint starts at a multiple of 512 bytes", kUploadPage,
     "Round the offset up to D3D12_TEXTURE_DATA_PLACEMENT_ALIGNMENT (512)"},
    {Rule::kFootprintPitch, "footprint-pitch", kError, "A footprint's row pitch is a multiple of 256 bytes",
     kUploadPage,
     "Round the row pitch up to D3D12_TEXTURE_DATA_PITCH_ALIGNMENT (256) and copy the rows one by one; a "
     "slanted picture is this fault's look"},
    {Rule::kFootprintPitchTooSmall, "footprint-pitch-too-small", kError,
     "A footprint's row pitch holds a whole row", kUploadPage,
     "Use the row pitch that GetCopyableFootprints gives for this width and format"},
    {Rule::kFootprintBeyondBuffer, "footprint-beyond-buffer", kError, "A footprint ends inside its buffer",
     kCopyTexturePage, "Make the buffer as big as GetCopyableFootprints says, its offset included"},
    {Rule::kFootprintShape, "footprint-shape", kError,
     "A footprint has a known format and whole blocks in each direction", kUploadPage,
     "Take the footprint from GetCopyableFootprints"},
    {Rule::kCopyFormatMismatch, "copy-format-mismatch", kError,
     "Source and destination of a copy have the same format or formats of one type group", kCopyTexturePage,
     "Give both sides formats of one typeless family; a copy never converts"},
    {Rule::kCopyRegionOutside, "copy-region-outside", kError,
     "A copy reads and writes inside its subresources", kCopyTexturePage,
     "Cut the box to the subresource; mip n of a texture is max(1, size >> n) texels"},
    {Rule::kCopyOffBlockGrid, "copy-off-block-grid", kError,
     "A region of a block-compressed texture starts and ends on whole blocks", kCopyTexturePage,
     "Round the region to multiples of 4 texels; it may end at the subresource's edge"},
    {Rule::kSubresourceOutOfRange, "subresource-out-of-range", kError,
     "A subresource index is below mips x array slices x planes", kSubresourcesPage,
     "Compute it as mip + slice * mips + plane * mips * slices"},
    {Rule::kPartialDepthOrMsaaCopy, "partial-depth-or-msaa-copy", kError,
     "Depth-stencil and multisampled subresources are copied whole", kCopyTexturePage,
     "Pass 0 for x, y and z and a null box, with source and destination of one size and sample count"},
    {Rule::kCopyResourceShape, "copy-resource-shape", kError,
     "CopyResource takes two different resources of the same shape", kCopyResourcePage,
     "Use CopyTextureRegion or CopyBufferRegion for parts, and between textures and buffers"},
    {Rule::kCopyBufferRange, "copy-buffer-range", kError, "A buffer copy stays inside both buffers",
     kCopyBufferPage, "Check offset + size against both widths, in 64 bits"},
    {Rule::kCopySameSubresource, "copy-same-subresource", kError,
     "A copy's source and destination are different subresources", kCopyTexturePage,
     "Copy through another resource"},
    {Rule::kCopyLocationKind, "copy-location-kind", kError,
     "A buffer is named by a placed footprint, a texture by a subresource index", kCopyTexturePage,
     "Set the copy location's Type: PLACED_FOOTPRINT for buffers, SUBRESOURCE_INDEX for textures"},
    {Rule::kResolveShape, "resolve-shape", kError,
     "A resolve goes from a multisampled texture to one of the same size and format group with one sample",
     "ID3D12GraphicsCommandList::ResolveSubresource",
     "Resolve into a texture with SampleDesc.Count 1; use a copy where nothing is multisampled"},
    // ----------------------------------------------------------------------------------------- states
    {Rule::kMissingBarrier, "missing-barrier", kError,
     "A resource is in the state that its use needs when the list executes", kBarrierPage,
     "Record a transition barrier to that state before the use"},
    {Rule::kLeftInCopySource, "left-in-copy-source", kError,
     "A resource that was copied from is taken out of COPY_SOURCE before its next other use", kBarrierPage,
     "Record the barrier from COPY_SOURCE back to the state of the next use right after the copy"},
    {Rule::kStateBeforeMismatch, "state-before-mismatch", kError,
     "A barrier's StateBefore is the state that the resource is in", kBarrierPage,
     "Give the state that the last barrier left, remembering promotion and decay"},
    {Rule::kBarrierInvalid, "barrier-invalid", kError, "A barrier's states and flags must be possible",
     kBarrierCallPage,
     "Use two different states, each one write state that the resource's flags allow, or read states only"},
    {Rule::kFixedStateBarrier, "fixed-state-barrier", kError,
     "Resources in UPLOAD and READBACK heaps never change state", kHeapTypePage, "Leave the barrier out"},
    {Rule::kCopyQueueState, "copy-queue-state", kError,
     "A COPY list knows only COMMON, COPY_SOURCE and COPY_DEST", kMultiEnginePage,
     "Record the transition to or from that state on a DIRECT or COMPUTE list"},
    {Rule::kComputeQueueState, "compute-queue-state", kError,
     "A COMPUTE list knows no state of the 3D pipeline", kMultiEnginePage,
     "Record this transition on a DIRECT list"},
    {Rule::kCopyQueueWantsCommon, "copy-queue-wants-common", kPortability,
     "A resource is in COMMON when a COPY queue first touches it", kMultiEnginePage,
     "Create it in COMMON, or transition it to COMMON on the queue that used it last"},
    {Rule::kSplitBarrierMismatch, "split-barrier-mismatch", kError,
     "A split barrier's END_ONLY half repeats the states of its BEGIN_ONLY half", kBarrierPage,
     "Record both halves with the same subresource, StateBefore and StateAfter"},
    {Rule::kSplitBarrierPending, "split-barrier-pending", kError,
     "Nothing uses a resource between the halves of a split barrier", kBarrierPage,
     "Move the use before BEGIN_ONLY or after END_ONLY"},
    {Rule::kPresentNotCommon, "present-not-common", kError, "A back buffer is presented in COMMON (PRESENT)",
     kBarrierPage, "End the frame's last list with a barrier to D3D12_RESOURCE_STATE_PRESENT"},
    // ---------------------------------------------------------------------------------- several queues
    {Rule::kCrossQueueHazard, "cross-queue-hazard", kError,
     "Two queues touch the same bytes only with a fence between them when one writes", kMultiEnginePage,
     "Signal a fence on the first queue after its work, and Wait for it on the second before its own"},
    {Rule::kCrossQueueSharedWrite, "cross-queue-shared-write", kPortability,
     "Only one queue at a time writes to a resource, even to different bytes", kMultiEnginePage,
     "Give each queue its own buffer, or order the queues with a fence"},
    // ------------------------------------------------------------------------------ order and lifetime
    {Rule::kExecuteOpenList, "execute-open-list", kError, "A list is closed before it is executed",
     kExecutePage, "Call Close on the list, and look at its result, before ExecuteCommandLists"},
    {Rule::kExecuteFailedList, "execute-failed-list", kError, "A list whose Close failed is not executed",
     kExecutePage, "Look at Close's result; a mistake while recording shows only there"},
    {Rule::kExecuteStaleList, "execute-stale-list", kError,
     "A list's allocator is not reset between recording and execution", kExecutePage,
     "Reset the allocator only after the list has executed to its end; record again first"},
    {Rule::kListExecutingAgain, "list-executing-again", kError,
     "A list is not executed again while it still executes", kExecutePage,
     "Wait for the fence of its last execution, or record a second list"},
    {Rule::kListTypeMismatch, "list-type-mismatch", kError,
     "List, allocator and queue have one type, and bundles go to no queue", kListsPage,
     "Create all three with the same D3D12_COMMAND_LIST_TYPE; call a bundle by ExecuteBundle"},
    {Rule::kListResetWhileOpen, "list-reset-while-open", kError, "A list is closed before it is reset",
     kListResetPage, "Call Close first; a new list is open already and needs no Reset"},
    {Rule::kRecordOnClosedList, "record-on-closed-list", kError, "Commands are recorded into an open list",
     kRecordPage, "Call Reset on the list before recording; Close it once"},
    {Rule::kCommandNotForListType, "command-not-for-list-type", kError,
     "COPY lists only copy; COMPUTE lists do not draw", kMultiEnginePage,
     "Record this command into a list whose type offers it"},
    {Rule::kAllocatorResetInFlight, "allocator-reset-in-flight", kError,
     "An allocator is reset only when all its lists are complete", kAllocatorResetPage,
     "Signal a fence after the lists and reset once it is reached; use an allocator for each frame in "
     "flight"},
    {Rule::kAllocatorResetWhileRecording, "allocator-reset-while-recording", kError,
     "An allocator is not reset while a list records on it", kAllocatorResetPage, "Close the list first"},
    {Rule::kAllocatorTwoLists, "allocator-two-lists", kError,
     "One allocator serves one recording list at a time", kListResetPage,
     "Close the first list before the second starts, or use two allocators"},
    {Rule::kReleasedInFlight, "released-in-flight", kError,
     "An object lives until the last list that names it is complete", kExecutePage,
     "Keep a reference until the fence signalled after that list is reached"},
    {Rule::kUsedAfterRelease, "used-after-release", kError,
     "Every object that a list names is alive when the list executes", kExecutePage,
     "Keep a reference from recording to completion"},
    {Rule::kReadbackBeforeFence, "readback-before-fence", kError,
     "READBACK memory is read only after the work that fills it is complete", kMapPage,
     "Wait for the fence signalled after the copy, then Map with the range to read; stale or zero data is "
     "this fault's look"},
    {Rule::kStagingChangedInFlight, "staging-changed-in-flight", kError,
     "Staging bytes keep their values until the lists that read them are complete", kMapPage,
     "Use other bytes until the fence is reached; random flicker is this fault's look"},
    // ----------------------------------------------------------------------------------------- fences
    {Rule::kFenceValueNotRising, "fence-value-not-rising", kPortability, "A fence's values rise",
     kMultiEnginePage, "Signal a value greater than every value before it"},
    {Rule::kFenceTwoQueues, "fence-two-queues", kPortability, "One queue signals a fence", kMultiEnginePage,
     "Give each queue a fence of its own"},
    {Rule::kWaitBeforeSignal, "wait-before-signal", kPortability,
     "A wait is for a value whose signal has been submitted", kMultiEnginePage,
     "Submit the Signal first; a wait that nobody signals never ends"},
    {Rule::kWaitOnLostDevice, "wait-on-lost-device", kError, "Nobody waits for a device that is lost",
     "Use DRED to diagnose GPU faults", "Stop submitting, release everything and make a new device"},
    {Rule::kLostTakenAsDone, "lost-taken-as-done", kError,
     "A completed value of UINT64_MAX means that the device is lost, not that the work is done",
     "ID3D12Fence::GetCompletedValue", "Test for UINT64_MAX before comparing; the bytes were never written"},
    {Rule::kFrameEndUncovered, "frame-end-uncovered", kError,
     "At the end of a frame a fence covers all submitted work", kMultiEnginePage,
     "Signal a fence on the queue after its last ExecuteCommandLists"},
    // ------------------------------------------------------------------------------------------- maps
    {Rule::kMapDefault, "map-default", kError, "Only memory that the CPU can see is mapped", kHeapTypePage,
     "Write into an UPLOAD buffer and copy to the resource; read through a READBACK buffer"},
    {Rule::kMapSubresource, "map-subresource", kError, "Map and Unmap name a subresource that exists",
     kMapPage, "Use subresource 0 for buffers"},
    {Rule::kMapRange, "map-range", kError, "Ranges given to Map and Unmap lie in the resource", kMapPage,
     "Count the range in bytes from the subresource's start"},
    {Rule::kUnmapWithoutMap, "unmap-without-map", kError, "Each Unmap follows its own Map", kUnmapPage,
     "Unmap once for each successful Map of the same subresource"},
    {Rule::kReadbackUnmapWritten, "readback-unmap-written", kAdvice,
     "A READBACK resource is unmapped with an empty written range", kUnmapPage,
     "Pass a D3D12_RANGE of {0, 0}; a null range says that the CPU wrote all of it"},
    // ----------------------------------------------------------------------------------------- habits
    {Rule::kTinySubmissions, "tiny-submissions", kAdvice,
     "Small copies share a submission: one ExecuteCommandLists costs more than many of them", kExecutePage,
     "Record the copies into one list and execute it once"},
    {Rule::kSubmitAndWait, "submit-and-wait", kAdvice,
     "The CPU prepares the next work while the GPU does the last", "Creating a basic Direct3D 12 component",
     "Wait for the value of two or three submissions ago, just before the memory that it used is used again"},
    {Rule::kUploadBufferPerFrame, "upload-buffer-per-frame", kAdvice,
     "Staging memory is made once and used again", kFenceMemoryPage,
     "Keep one mapped UPLOAD buffer, and take its bytes in turn as the fence shows that they were read"},
    {Rule::kFullFrameReadback, "full-frame-readback", kAdvice,
     "What is read back is no more, and no more often, than what is looked at", "Read back data via a buffer",
     "Read back every Nth frame, or a region, or let the GPU make it smaller first; where every frame is "
     "wanted, let some be in flight and never wait for the newest"},
    {Rule::kVerticesInUploadHeap, "vertices-in-upload-heap", kAdvice,
     "What the GPU reads again and again lies in a DEFAULT heap", "Upload different types of resources",
     "Copy it into a DEFAULT buffer once and bind that one"},
    {Rule::kRingTooBig, "ring-too-big", kAdvice, "A staging buffer is not far bigger than what is in flight",
     kFenceMemoryPage, "Make it as big as the message says"},
    {Rule::kRingTooSmall, "ring-too-small", kAdvice,
     "A staging buffer holds what the GPU reads and what the CPU writes meanwhile", kFenceMemoryPage,
     "Make it as big as the message says, or submit smaller pieces"},
    // ---------------------------------------------------------------------------------- from the layer
    {Rule::kForeignObject, "foreign-object", kError, "Every object given to a device was made by it",
     "ID3D12DeviceChild", "Use the wrapped objects throughout; unwrap() is for other libraries only"},
    {Rule::kUnsupportedCall, "unsupported-call", kError, "The checker offers every call that is made",
     "ID3D12Device", "Leave the call out, or run without the checker"},
    {Rule::kNullArgument, "null-argument", kError, "An interface pointer that is needed is given",
     "ID3D12Device", "Look at the result of the call that should have made the object"},
    {Rule::kRootParameter, "root-parameter", kError,
     "Root parameters are set after their root signature, and as it has them", "Using a Root Signature",
     "Set the root signature first (a list's Reset forgets it), then each parameter by the call of its kind"},
}};

constexpr bool table_is_in_order() {
  for (std::size_t i = 0; i < kRuleCount; ++i) {
    const RuleInfo& info = kTable[i];
    if (info.rule != static_cast<Rule>(i) || info.name.empty() || info.summary.empty() ||
        info.source.empty() || info.remedy.empty()) {
      return false;
    }
  }
  return true;
}
static_assert(table_is_in_order(), "one full line per rule, in the enum's order");

}  // namespace

std::string_view to_string(Severity severity) noexcept {
  switch (severity) {
    case Severity::kAdvice:
      return "advice";
    case Severity::kPortability:
      return "portability";
    case Severity::kError:
      break;
  }
  return "error";
}

const RuleInfo& rule_info(Rule rule) noexcept {
  return kTable[static_cast<std::size_t>(rule) < kRuleCount ? static_cast<std::size_t>(rule) : 0];
}

std::span<const RuleInfo> all_rules() noexcept {
  return kTable;
}

std::optional<Rule> find_rule(std::string_view name) noexcept {
  for (const RuleInfo& info : kTable) {
    if (info.name == name) return info.rule;
  }
  return std::nullopt;
}

}  // namespace ferry::check
