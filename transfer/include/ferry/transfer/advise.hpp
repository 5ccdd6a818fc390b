#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <ferry/base/result.hpp>
#include <ferry/gpu/device.hpp>
#include <ferry/gpu/queue.hpp>

// Which heap, and which way: the decision tree for a resource that CPU and GPU share
// (docs/choosing-memory.md). Pure: no device is needed, and nothing is kept.

namespace ferry {

enum class ResourceKind : std::uint8_t { kBuffer, kTexture };

/// How often somebody does something with a resource.
enum class HowOften : std::uint8_t {
  kNever,
  kOnce,  ///< Once, or so rarely that each time is an event of its own (a screenshot).
  kPerFrame,
};

/// What the GPU takes it for.
enum class BindAs : std::uint8_t {
  kConstant,
  kVertex,
  kIndex,
  kShaderResource,
  kUnorderedAccess,
  kRenderTarget,
  kDepthStencil,
  kQuery,  ///< Results of a query heap.
};

/// Where the bytes are before they are uploaded.
enum class BytesFrom : std::uint8_t {
  kMemory,     ///< In the program's memory.
  kFile,       ///< In a file, as they are or to be decoded.
  kPack,       ///< In a pack, laid out as staging memory takes them (`ferry pack`).
  kGenerated,  ///< Nowhere yet: the CPU makes them while it writes.
};

/// Where a resource lies.
enum class MemoryPlace : std::uint8_t {
  kCpuMemory,  ///< The program's own; Direct3D 12 needs to know nothing of it.
  kDefault,    ///< A DEFAULT heap.
  kUpload,     ///< An UPLOAD heap.
  kReadback,   ///< A READBACK heap.
  kGpuUpload,  ///< A GPU_UPLOAD heap: the GPU's own memory, written by the CPU.
  kUmaCustom,  ///< A CUSTOM heap in pool L0, where CPU and GPU have one memory.
};

/// How bytes get from the CPU to the GPU.
enum class UploadWay : std::uint8_t {
  kNone,          ///< The CPU brings nothing.
  kDirectWrite,   ///< TransferManager::create_buffer_with, which writes into the buffer itself.
  kBatch,         ///< UploadBatch: staged in the ring, copied on COPY.
  kBatchInPlace,  ///< UploadBatch::stage_buffer or upload_rows: made in the ring, copied on COPY.
  kRecording,     ///< TransferRecording: staged in the ring, copied in the frame's own list on DIRECT.
  kRotation,      ///< UploadBatch on COPY into one of several copies of the resource, in turn.
  kLoader,        ///< Loader with a FileSource.
  kLoaderPack,    ///< Loader with a PlacedSource of a pack.
  kRingMemory,    ///< UploadRing: written in UPLOAD memory, where the GPU reads it, by its address.
};

/// How bytes get from the GPU to the CPU.
enum class ReadbackWay : std::uint8_t {
  kNone,          ///< The CPU reads nothing.
  kOwnCopy,       ///< Nothing comes back: the CPU keeps, or reads again, what it sent.
  kTicket,        ///< TransferManager::read_buffer or read_texture, waited for or polled.
  kTicketQueue,   ///< The same every frame; the ticket is looked at frames later.
  kFrameCapture,  ///< FrameCapture.
  kQueries,       ///< TransferManager::read_queries.
};

/// `buffer`, `once`, `index`, `DEFAULT`, ...: the words that `ferry advise` takes and prints.
std::string_view to_string(ResourceKind kind) noexcept;
std::string_view to_string(HowOften how_often) noexcept;
std::string_view to_string(BindAs bind) noexcept;
std::string_view to_string(BytesFrom from) noexcept;
std::string_view to_string(MemoryPlace place) noexcept;
std::string_view to_string(UploadWay way) noexcept;
std::string_view to_string(ReadbackWay way) noexcept;

/// What decides about a machine. The defaults are a discrete GPU of which nothing else is known.
struct MemoryArchitecture {
  /// D3D12_FEATURE_DATA_ARCHITECTURE: one memory for CPU and GPU; and whether the GPU sees the CPU's caches.
  bool uma = false;
  bool cache_coherent_uma = false;
  /// OPTIONS16: the device has GPU_UPLOAD heaps.
  bool gpu_upload_heaps = false;
  /// OPTIONS13: texture rows in buffers may have any pitch.
  bool unrestricted_pitch = false;
  /// Whether COPY is an engine beside DIRECT.
  OwnEngine copy_engine = OwnEngine::kUnknown;
  /// The memory of DEFAULT heaps, and of UPLOAD and READBACK heaps, in bytes. 0: not known.
  std::uint64_t gpu_bytes = 0;
  std::uint64_t cpu_bytes = 0;
};

/// The one of a device. Threading: as Device.
MemoryArchitecture memory_architecture(const Device& device);

/// What is done with a resource.
struct ResourceUse {
  ResourceKind kind = ResourceKind::kBuffer;
  /// All of it: for a texture all its subresources without padding; for what is written every frame, the
  /// bytes of one frame.
  std::uint64_t bytes = 0;
  HowOften cpu_writes = HowOften::kOnce;
  HowOften cpu_reads = HowOften::kNever;
  /// Default: every frame where it is bound for writing, or where the CPU reads what it does not write; else
  /// never.
  std::optional<HowOften> gpu_writes = std::nullopt;
  /// Once: each byte once after it was written. Every frame: frame after frame, or again and again in one.
  /// Default: every frame; never where it holds query results.
  std::optional<HowOften> gpu_reads = std::nullopt;
  /// Default: a shader resource; what the GPU writes is unordered access (buffers) or a render target.
  std::optional<BindAs> bind = std::nullopt;
  /// Default: memory where the CPU writes it; a pack where nobody does: then it is a baked asset. Means nothing
  /// where the GPU alone writes.
  std::optional<BytesFrom> from = std::nullopt;
  /// Frames that the CPU may be ahead of the GPU, 1 to 16.
  std::uint32_t frames_in_flight = 2;
  /// A heap that the program would like (not kCpuMemory); the advice says what becomes of the wish. Default:
  /// none.
  std::optional<MemoryPlace> wish = std::nullopt;
};

/// One step down the tree.
struct Decision {
  std::string question;  ///< `Does the CPU write it?`
  std::string answer;    ///< `once`, with what it was taken from where nobody said it.
  std::string because;   ///< The fact that makes the answer matter, and what follows.
};

/// One state on the resource's way.
struct StateStep {
  std::uint32_t state = 0;                        ///< D3D12_RESOURCE_STATES.
  std::optional<QueueKind> queue = std::nullopt;  ///< Where it is in it; none before any queue has seen it.
  /// Whether a transition barrier brings it there. False: creation, promotion or decay.
  bool barrier = false;
  std::string words;  ///< What happens there, and who sees to the state.
};

/// One number to get right.
struct SizeAdvice {
  std::string what;  ///< `ring`, `memory`, `row pitch`, ...
  std::uint64_t bytes = 0;
  std::string why;
};

/// What becomes of ResourceUse::wish.
struct WishAnswer {
  bool possible = false;
  std::string words;    ///< Why not, or at what price.
  std::string instead;  ///< What to do; empty where the wish is the advice.
};

struct Advice {
  /// The use with its defaults filled in: each optional but `wish` has a value.
  ResourceUse use;
  MemoryPlace place = MemoryPlace::kDefault;
  /// Whether the program creates a resource. Where not, Ferry's ring or pool has the memory, or nobody needs
  /// any.
  bool creates_resource = true;
  /// D3D12_RESOURCE_FLAGS to create it with.
  std::uint32_t flags = 0;
  /// D3D12_RESOURCE_STATES to create it in, or that Ferry's memory is in.
  std::uint32_t initial_state = 0;
  UploadWay upload = UploadWay::kNone;
  ReadbackWay readback = ReadbackWay::kNone;
  /// The queues that copy; none where nothing is copied, or where it lies with the loader (COPY).
  std::optional<QueueKind> upload_queue = std::nullopt;
  std::optional<QueueKind> readback_queue = std::nullopt;
  /// In order, from its creation.
  std::vector<StateStep> states;
  std::vector<SizeAdvice> sizes;
  /// For TransferOptions::ring_bytes, LoaderOptions::ring_bytes or UploadRing::create; 0 where there is no
  /// ring.
  std::uint64_t ring_bytes = 0;
  /// C++ on Ferry as it is, the inside of a function that gives Result<void>; its first lines say which names
  /// it takes as given. Lines are ended. Empty where there is nothing to call.
  std::string code;
  /// What the code includes: `<ferry/transfer/transfer_manager.hpp>`.
  std::vector<std::string_view> headers;
  /// The steps of the tree that led here, in order.
  std::vector<Decision> decisions;
  /// What would change the answer, a sentence each.
  std::vector<std::string> changes;
  std::optional<WishAnswer> wish = std::nullopt;
};

/// Goes down the decision tree. kInvalidArgument, with what is impossible and what to do instead, for a use
/// that contradicts itself: no bytes, more than the memory has, a vertex buffer that is a texture, ...
///
/// Threading: any thread.
Result<Advice> advise(const ResourceUse& use, const MemoryArchitecture& machine);
/// On this device.
Result<Advice> advise(const ResourceUse& use, const Device& device);

}  // namespace ferry
