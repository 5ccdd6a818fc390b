#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include <ferry/check/model/description.hpp>
#include <ferry/check/model/object_id.hpp>

/// What happened, as plain data: the only language between the layer and the model.
///
/// Every event names the API call it comes from ("ID3D12CommandQueue::Signal"): `call` is kept, so it must be
/// a string literal. Spans and string views are read during `Model::on` only. `before the call` says that the
/// layer sends the event before it forwards the call (so that a call that would crash a driver can be held
/// back); where the call then fails, the layer sends `ObjectDestroyed` for an id it had announced.
namespace ferry::check::event {

// ---------------------------------------------------------------------------------------------- objects

/// The device. One model serves one device.
struct DeviceCreated {
  const char* call = "";
  ObjectId id{};
  /// D3D12_RESOURCE_HEAP_TIER: 1 or 2. Tier 1 heaps hold one category of resource only.
  std::uint32_t resource_heap_tier = 2;
  /// OPTIONS13.UnrestrictedBufferTextureCopyPitchSupported.
  bool unrestricted_copy_pitch = false;
  /// ARCHITECTURE.UMA: CPU and GPU share one memory.
  bool uma = false;
};

/// CreateCommandQueue succeeded.
struct QueueCreated {
  const char* call = "";
  ObjectId id{};
  ListType type = ListType::kDirect;
};

/// CreateFence succeeded.
struct FenceCreated {
  const char* call = "";
  ObjectId id{};
  std::uint64_t initial_value = 0;
};

/// CreateCommandAllocator succeeded.
struct AllocatorCreated {
  const char* call = "";
  ObjectId id{};
  ListType type = ListType::kDirect;
};

/// CreateCommandList succeeded: the list is open and records on `allocator` (kNone and `open` false for
/// CreateCommandList1, which makes a closed list).
struct ListCreated {
  const char* call = "";
  ObjectId id{};
  ListType type = ListType::kDirect;
  ObjectId allocator{};
  bool open = true;
};

/// CreateHeap. Before the call.
struct HeapCreated {
  const char* call = "";
  ObjectId id{};
  HeapProperties properties{};
  std::uint32_t flags = 0;      ///< heap_flags
  std::uint64_t size = 0;       ///< Bytes.
  std::uint64_t alignment = 0;  ///< As asked for: 0 (means 64 KiB), 64 KiB or 4 MiB.
};

/// How a resource got its memory.
enum class ResourceKind : std::uint8_t { kCommitted, kPlaced, kReserved, kSwapChain };

/// CreateCommittedResource, CreatePlacedResource or CreateReservedResource (before the call), or a swap
/// chain's buffer or an opened shared resource.
struct ResourceCreated {
  const char* call = "";
  ObjectId id{};
  ResourceKind kind = ResourceKind::kCommitted;
  ResourceDescription description{};
  std::uint32_t initial_state = 0;
  /// Committed: the properties and flags in the call. Placed: left as they are (the heap's are taken).
  HeapProperties properties{};
  std::uint32_t heap_flags = 0;
  ObjectId heap{};                ///< Placed only.
  std::uint64_t heap_offset = 0;  ///< Placed only; bytes.
  /// GetResourceAllocationInfo's answer for the description; 0 where it was not asked.
  std::uint64_t allocation_size = 0;
  std::uint64_t allocation_alignment = 0;
  bool has_clear_value = false;
};

/// Kinds of objects of which the model needs only the name and the lifetime.
enum class PlainKind : std::uint8_t {
  kPipelineState,
  kRootSignature,
  kDescriptorHeap,
  kQueryHeap,
  kCommandSignature
};

/// Any other object whose release while in flight matters.
struct PlainCreated {
  const char* call = "";
  ObjectId id{};
  PlainKind kind = PlainKind::kPipelineState;
};

/// SetName, or the debug name set as private data. UTF-8.
struct Named {
  const char* call = "";
  ObjectId id{};
  std::string_view name{};
};

/// The program dropped its last reference (the layer may keep the object below alive), or creation failed.
struct ObjectDestroyed {
  const char* call = "";
  ObjectId id{};
};

// -------------------------------------------------------------------------------------------- CPU memory

/// ID3D12Resource::Map. Before the call.
struct Mapped {
  const char* call = "";
  ObjectId resource{};
  std::uint32_t subresource = 0;
  /// False where pReadRange was null: the CPU may read everything.
  bool has_read_range = false;
  ByteRange read_range{};
};

/// ID3D12Resource::Unmap. Before the call.
struct Unmapped {
  const char* call = "";
  ObjectId resource{};
  std::uint32_t subresource = 0;
  /// False where pWrittenRange was null: the CPU may have written everything.
  bool has_written_range = false;
  ByteRange written_range{};
};

/// The CPU reads these bytes of a READBACK resource now: declared by the program, or ReadFromSubresource.
struct CpuRead {
  const char* call = "";
  ObjectId resource{};
  ByteRange range{};
};

/// The CPU changed these bytes of a resource: declared by the program, WriteToSubresource, or found by
/// comparing shadow memory with what a submitted list was to read. The layer asks `Model::cpu_memory_reads`
/// which bytes are worth comparing.
struct CpuWrite {
  const char* call = "";
  ObjectId resource{};
  ByteRange range{};
};

// ---------------------------------------------------------------------- allocators, lists and their order

/// ID3D12CommandAllocator::Reset. Before the call.
struct AllocatorReset {
  const char* call = "";
  ObjectId id{};
};

/// ID3D12GraphicsCommandList::Reset. Before the call.
struct ListReset {
  const char* call = "";
  ObjectId id{};
  ObjectId allocator{};
};

/// ID3D12GraphicsCommandList::Close, after the call.
struct ListClosed {
  const char* call = "";
  ObjectId id{};
  bool succeeded = true;
};

/// ID3D12CommandQueue::ExecuteCommandLists. Before the call. The first Execute of a queue is its submission
/// 1, the next 2, and so on.
struct Executed {
  const char* call = "";
  ObjectId queue{};
  std::span<const ObjectId> lists{};
};

// ------------------------------------------------------------------------------------------------ fences

/// ID3D12CommandQueue::Signal. Before the call.
struct QueueSignal {
  const char* call = "";
  ObjectId queue{};
  ObjectId fence{};
  std::uint64_t value = 0;
  std::uint64_t thread = 0;  ///< Who called: any number that no other thread has; 0 where nobody says.
};

/// ID3D12CommandQueue::Wait. Before the call.
struct QueueWait {
  const char* call = "";
  ObjectId queue{};
  ObjectId fence{};
  std::uint64_t value = 0;
};

/// ID3D12Fence::Signal (from the CPU). Before the call.
struct CpuSignal {
  const char* call = "";
  ObjectId fence{};
  std::uint64_t value = 0;
};

/// ID3D12Fence::GetCompletedValue gave this value to the program.
struct FenceRead {
  const char* call = "";
  ObjectId fence{};
  std::uint64_t value = 0;
  std::uint64_t thread = 0;  ///< As in QueueSignal.
};

/// ID3D12Fence::SetEventOnCompletion (also of several fences at once: one event each). Before the call.
struct CpuWait {
  const char* call = "";
  ObjectId fence{};
  std::uint64_t value = 0;
  /// True for a null event: the call returns only when the value is reached, and the layer then sends
  /// `FenceReached`. False: from `FenceReached` on the program is taken to know it.
  bool blocks = false;
  std::uint64_t thread = 0;  ///< As in QueueSignal.
};

/// The truth below: the fence has reached this value. Sent when the layer learns it, in any rhythm (but see
/// `Model::awaited_fences`). It is not knowledge of the program: that comes with FenceRead and CpuWait.
struct FenceReached {
  const char* call = "";
  ObjectId fence{};
  std::uint64_t value = 0;
};

/// The truth below: the queue has finished this submission (see Executed) and all before it.
struct QueueReached {
  const char* call = "";
  ObjectId queue{};
  std::uint64_t submission = 0;
};

/// The device is gone. `told` is true once a call has told the program so (DXGI_ERROR_DEVICE_REMOVED and its
/// kin); a FenceRead of UINT64_MAX tells it too. Send it again with `told` when that happens later.
struct DeviceLost {
  const char* call = "";
  std::int32_t reason = 0;  ///< HRESULT.
  bool told = false;
};

/// The program called check::frame_end().
struct FrameEnd {
  const char* call = "";
};

/// IDXGISwapChain::Present of this back buffer. Before the call.
struct Presented {
  const char* call = "";
  ObjectId resource{};
};

}  // namespace ferry::check::event
