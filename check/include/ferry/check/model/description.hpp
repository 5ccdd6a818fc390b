#pragma once

#include <cstdint>

#include <ferry/check/model/object_id.hpp>

namespace ferry::check {

/// D3D12_RESOURCE_BARRIER_ALL_SUBRESOURCES; in counts it means 'all that follow'.
inline constexpr std::uint32_t kAllSubresources = 0xffffffff;
/// 'To the end' for sizes of byte ranges.
inline constexpr std::uint64_t kWholeSize = UINT64_MAX;

/// D3D12_HEAP_TYPE's own values.
enum class HeapType : std::uint32_t { kDefault = 1, kUpload = 2, kReadback = 3, kCustom = 4, kGpuUpload = 5 };

/// D3D12_CPU_PAGE_PROPERTY's own values.
enum class CpuPage : std::uint32_t { kUnknown = 0, kNotAvailable = 1, kWriteCombine = 2, kWriteBack = 3 };

/// D3D12_RESOURCE_DIMENSION's own values.
enum class Dimension : std::uint32_t {
  kUnknown = 0,
  kBuffer = 1,
  kTexture1D = 2,
  kTexture2D = 3,
  kTexture3D = 4
};

/// D3D12_TEXTURE_LAYOUT's own values.
enum class TextureLayout : std::uint32_t {
  kUnknown = 0,
  kRowMajor = 1,
  k64KUndefinedSwizzle = 2,
  k64KStandardSwizzle = 3
};

/// D3D12_COMMAND_LIST_TYPE's own values.
enum class ListType : std::uint32_t { kDirect = 0, kBundle = 1, kCompute = 2, kCopy = 3 };

/// D3D12_RESOURCE_FLAGS' bits.
namespace resource_flags {
inline constexpr std::uint32_t kAllowRenderTarget = 0x1;
inline constexpr std::uint32_t kAllowDepthStencil = 0x2;
inline constexpr std::uint32_t kAllowUnorderedAccess = 0x4;
inline constexpr std::uint32_t kDenyShaderResource = 0x8;
inline constexpr std::uint32_t kAllowCrossAdapter = 0x10;
inline constexpr std::uint32_t kAllowSimultaneousAccess = 0x20;
}  // namespace resource_flags

/// D3D12_HEAP_FLAGS' bits.
namespace heap_flags {
inline constexpr std::uint32_t kNone = 0;
inline constexpr std::uint32_t kShared = 0x1;
inline constexpr std::uint32_t kDenyBuffers = 0x4;
inline constexpr std::uint32_t kAllowDisplay = 0x8;
inline constexpr std::uint32_t kSharedCrossAdapter = 0x20;
inline constexpr std::uint32_t kDenyRtDsTextures = 0x40;
inline constexpr std::uint32_t kDenyNonRtDsTextures = 0x80;
inline constexpr std::uint32_t kHardwareProtected = 0x100;
inline constexpr std::uint32_t kAllowWriteWatch = 0x200;
}  // namespace heap_flags

/// D3D12_RESOURCE_STATES' bits.
namespace states {
inline constexpr std::uint32_t kCommon = 0;
inline constexpr std::uint32_t kVertexAndConstantBuffer = 0x1;
inline constexpr std::uint32_t kIndexBuffer = 0x2;
inline constexpr std::uint32_t kRenderTarget = 0x4;
inline constexpr std::uint32_t kUnorderedAccess = 0x8;
inline constexpr std::uint32_t kDepthWrite = 0x10;
inline constexpr std::uint32_t kDepthRead = 0x20;
inline constexpr std::uint32_t kNonPixelShaderResource = 0x40;
inline constexpr std::uint32_t kPixelShaderResource = 0x80;
inline constexpr std::uint32_t kStreamOut = 0x100;
inline constexpr std::uint32_t kIndirectArgument = 0x200;  ///< PREDICATION is the same bit.
inline constexpr std::uint32_t kCopyDest = 0x400;
inline constexpr std::uint32_t kCopySource = 0x800;
inline constexpr std::uint32_t kResolveDest = 0x1000;
inline constexpr std::uint32_t kResolveSource = 0x2000;
inline constexpr std::uint32_t kGenericRead = 0xac3;
}  // namespace states

/// D3D12_RESOURCE_BARRIER_FLAGS' bits.
namespace barrier_flags {
inline constexpr std::uint32_t kBeginOnly = 0x1;
inline constexpr std::uint32_t kEndOnly = 0x2;
}  // namespace barrier_flags

/// A plain copy of D3D12_HEAP_PROPERTIES.
struct HeapProperties {
  HeapType type = HeapType::kDefault;
  CpuPage cpu_page = CpuPage::kUnknown;  ///< Looked at for HeapType::kCustom only.
};

/// A plain copy of D3D12_RESOURCE_DESC. Sizes are texels; for a buffer `width` is bytes.
struct ResourceDescription {
  Dimension dimension = Dimension::kUnknown;
  std::uint32_t format = 0;  ///< DXGI_FORMAT's value.
  std::uint64_t width = 0;
  std::uint32_t height = 1;
  std::uint32_t depth_or_array_size = 1;
  std::uint32_t mip_levels = 1;  ///< As the device made it: a 0 in the call is replaced by the full chain.
  std::uint32_t sample_count = 1;
  TextureLayout layout = TextureLayout::kUnknown;
  std::uint32_t flags = 0;      ///< resource_flags
  std::uint64_t alignment = 0;  ///< As asked for: 0, 4 KiB, 64 KiB or 4 MiB.
};

/// Which subresources of a texture a view reaches. The default is all of them, and right for a buffer.
struct Subresources {
  std::uint32_t first_mip = 0;
  std::uint32_t mip_count = kAllSubresources;
  std::uint32_t first_slice = 0;
  std::uint32_t slice_count = kAllSubresources;  ///< Array slices; a 3D texture has one.
  std::uint32_t first_plane = 0;
  std::uint32_t plane_count = kAllSubresources;
};

/// Bytes [begin, end), as D3D12_RANGE; an end not above its begin is the empty range.
struct ByteRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

/// A plain copy of D3D12_PLACED_SUBRESOURCE_FOOTPRINT.
struct Footprint {
  std::uint64_t offset = 0;  ///< Bytes from the buffer's start.
  std::uint32_t format = 0;  ///< DXGI_FORMAT's value.
  std::uint32_t width = 0;   ///< Texels, like height and depth.
  std::uint32_t height = 0;
  std::uint32_t depth = 0;
  std::uint32_t row_pitch = 0;  ///< Bytes.
};

/// A plain copy of D3D12_TEXTURE_COPY_LOCATION.
struct CopyLocation {
  ObjectId resource = ObjectId::kNone;
  /// True: D3D12_TEXTURE_COPY_TYPE_PLACED_FOOTPRINT; false: SUBRESOURCE_INDEX.
  bool placed = false;
  std::uint32_t subresource = 0;
  Footprint footprint{};
};

/// A plain copy of D3D12_BOX: [left, right) x [top, bottom) x [front, back).
struct Box {
  std::uint32_t left = 0;
  std::uint32_t top = 0;
  std::uint32_t front = 0;
  std::uint32_t right = 0;
  std::uint32_t bottom = 0;
  std::uint32_t back = 0;
};

}  // namespace ferry::check
