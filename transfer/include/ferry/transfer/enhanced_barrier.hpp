#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <ferry/base/result.hpp>
#include <ferry/gpu/queue.hpp>
#include <ferry/transfer/barrier.hpp>

struct ID3D12GraphicsCommandList;
struct ID3D12Resource;

namespace ferry {

class Device;

// Barriers in Direct3D 12's enhanced form: what is waited for (sync), what is made visible (access) and how a
// texture lies in memory (layout) are told apart. Source of all that is said here: the Direct3D 12
// specification "Enhanced Barriers".

/// D3D12_BARRIER_LAYOUT's own values, for the layouts that Ferry names. Any other may be cast from its number.
enum class BarrierLayout : std::uint32_t {
  kUndefined = 0xffffffff,
  kCommon = 0,  ///< And PRESENT.
  kGenericRead = 1,
  kRenderTarget = 2,
  kUnorderedAccess = 3,
  kDepthStencilWrite = 4,
  kDepthStencilRead = 5,
  kShaderResource = 6,
  kCopySource = 7,
  kCopyDest = 8,
  kResolveSource = 9,
  kResolveDest = 10,
  kShadingRateSource = 11,
  kDirectQueueGenericRead = 0x13,
};

/// D3D12_BARRIER_SYNC's own bits.
inline constexpr std::uint32_t kSyncNone = 0;
inline constexpr std::uint32_t kSyncAll = 0x1;
inline constexpr std::uint32_t kSyncDraw = 0x2;
inline constexpr std::uint32_t kSyncIndexInput = 0x4;
inline constexpr std::uint32_t kSyncVertexShading = 0x8;
inline constexpr std::uint32_t kSyncPixelShading = 0x10;
inline constexpr std::uint32_t kSyncDepthStencil = 0x20;
inline constexpr std::uint32_t kSyncRenderTarget = 0x40;
inline constexpr std::uint32_t kSyncComputeShading = 0x80;
inline constexpr std::uint32_t kSyncRaytracing = 0x100;
inline constexpr std::uint32_t kSyncCopy = 0x200;
inline constexpr std::uint32_t kSyncResolve = 0x400;
inline constexpr std::uint32_t kSyncExecuteIndirect = 0x800;  ///< And PREDICATION.
inline constexpr std::uint32_t kSyncAllShading = 0x1000;
inline constexpr std::uint32_t kSyncNonPixelShading = 0x2000;

/// D3D12_BARRIER_ACCESS's own bits.
inline constexpr std::uint32_t kAccessCommon = 0;
inline constexpr std::uint32_t kAccessVertexBuffer = 0x1;
inline constexpr std::uint32_t kAccessConstantBuffer = 0x2;
inline constexpr std::uint32_t kAccessIndexBuffer = 0x4;
inline constexpr std::uint32_t kAccessRenderTarget = 0x8;
inline constexpr std::uint32_t kAccessUnorderedAccess = 0x10;
inline constexpr std::uint32_t kAccessDepthStencilWrite = 0x20;
inline constexpr std::uint32_t kAccessDepthStencilRead = 0x40;
inline constexpr std::uint32_t kAccessShaderResource = 0x80;
inline constexpr std::uint32_t kAccessStreamOutput = 0x100;
inline constexpr std::uint32_t kAccessIndirectArgument = 0x200;  ///< And PREDICATION.
inline constexpr std::uint32_t kAccessCopyDest = 0x400;
inline constexpr std::uint32_t kAccessCopySource = 0x800;
inline constexpr std::uint32_t kAccessResolveDest = 0x1000;
inline constexpr std::uint32_t kAccessResolveSource = 0x2000;
inline constexpr std::uint32_t kAccessRaytracingRead = 0x4000;
inline constexpr std::uint32_t kAccessRaytracingWrite = 0x8000;
inline constexpr std::uint32_t kAccessShadingRateSource = 0x10000;
inline constexpr std::uint32_t kAccessNone = 0x80000000;  ///< NO_ACCESS.

/// Which subresources a TextureBarrier is about, as D3D12_BARRIER_SUBRESOURCE_RANGE.
struct BarrierRange {
  /// With `mip_count` 0 a subresource index, or kAllSubresources; else the first mip. Default: all.
  std::uint32_t index_or_first_mip = kAllSubresources;
  std::uint32_t mip_count = 0;
  /// Mean something with a `mip_count` only.
  std::uint32_t first_slice = 0;
  std::uint32_t slice_count = 0;
  std::uint32_t first_plane = 0;
  std::uint32_t plane_count = 0;

  friend bool operator==(const BarrierRange&, const BarrierRange&) = default;
};

struct TextureBarrier {
  ID3D12Resource* resource = nullptr;
  BarrierRange range;
  std::uint32_t sync_before = kSyncNone;
  std::uint32_t sync_after = kSyncNone;
  std::uint32_t access_before = kAccessNone;
  std::uint32_t access_after = kAccessNone;
  BarrierLayout layout_before = BarrierLayout::kCommon;
  BarrierLayout layout_after = BarrierLayout::kCommon;
  /// D3D12_TEXTURE_BARRIER_FLAG_DISCARD; only with `layout_before` kUndefined. Default: no.
  bool discard = false;

  friend bool operator==(const TextureBarrier&, const TextureBarrier&) = default;
};

/// Of a whole buffer; buffers have no layout.
struct BufferBarrier {
  ID3D12Resource* resource = nullptr;
  std::uint32_t sync_before = kSyncNone;
  std::uint32_t sync_after = kSyncNone;
  std::uint32_t access_before = kAccessNone;
  std::uint32_t access_after = kAccessNone;

  friend bool operator==(const BufferBarrier&, const BufferBarrier&) = default;
};

/// In the order in which they must be placed.
struct EnhancedBarriers {
  std::vector<TextureBarrier> textures;
  std::vector<BufferBarrier> buffers;
  [[nodiscard]] bool empty() const { return textures.empty() && buffers.empty(); }
};

/// What the application knows of the ExecuteCommandLists call that barriers go into, to make them cheaper.
struct BarrierUse {
  /// Nothing in that call uses these resources before the barriers: nothing is waited for, and where the layout
  /// stays as it is no barrier is needed at all. Default: false.
  bool first = false;
  /// Nothing in that call uses them afterwards. Default: false.
  bool last = false;
  /// What the textures hold before is not needed any more, for each of these subresources is written whole: the
  /// layout before becomes UNDEFINED, and DISCARD is set. Not on COPY queues, which change no layout. Default:
  /// false.
  bool discard = false;
};

/// What kind of resource a barrier is about, for conversions without one.
enum class BarrierSubject : std::uint8_t {
  kBuffer,
  kTexture,
  kSimultaneousTexture,  ///< With ALLOW_SIMULTANEOUS_ACCESS: it stays in COMMON.
};

/// Sync, access and layout of a transition between two states (D3D12_RESOURCE_STATES) on a kind of queue: by
/// the tables "Equivalent D3D12_BARRIER_... for each D3D12_RESOURCE_STATES bit". Only the layouts of a
/// texture mean something; `resource` and `range` are left to the caller. `needed` false: no barrier is.
///
/// Beyond the tables: on COPY queues textures stay in COMMON, and COMMON stands for copies there; COMMON
/// before a barrier stands for what a texture in COMMON can have been used for, since the debug layer warns
/// of ACCESS_COMMON there; several read states at once make GENERIC_READ, or DIRECT_QUEUE_GENERIC_READ where
/// depth, resolve or shading rate are among them; states that are for buffers alone are left out of a
/// texture's; a pixel shader's reads are a compute shader's on a COMPUTE queue.
///
/// kInvalidArgument for a state that the queue or the subject cannot be in, and for a write state beside
/// others. kUnsupported for video states. Pure: safe from any thread.
struct ConvertedBarrier {
  TextureBarrier barrier;
  bool needed = true;
};
Result<ConvertedBarrier> to_enhanced(std::uint32_t before, std::uint32_t after, BarrierSubject subject,
                                     QueueKind queue, const BarrierUse& use = {});

/// The same for barriers as Ferry hands them back; asks each resource what it is. Errors name the resource.
Result<EnhancedBarriers> to_enhanced(std::span<const Barrier> barriers, QueueKind queue,
                                     const BarrierUse& use = {});

/// Whether the device takes them (OPTIONS12). Never on libvkd3d.
bool has_enhanced_barriers(const Device& device);

/// Records them by ID3D12GraphicsCommandList7::Barrier, in one call; none is no call. kUnsupported where the
/// list has no such interface: record the old form instead. Do not mix the two forms on one resource, unless
/// it is in COMMON in between.
Result<void> record_barriers(ID3D12GraphicsCommandList* list, const EnhancedBarriers& barriers);

/// In which form a recording places the barriers that it places itself.
enum class BarrierForm : std::uint8_t {
  kStates,    ///< ResourceBarrier.
  kEnhanced,  ///< Barrier.
};

}  // namespace ferry
