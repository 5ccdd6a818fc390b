#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <ferry/base/result.hpp>

namespace ferry {

/// A texture format. The numbers are DXGI_FORMAT's own, so a cast in either direction is exact:
/// `static_cast<DXGI_FORMAT>(format)`. Source: the DXGI documentation's page "DXGI_FORMAT enumeration".
enum class Format : std::uint32_t {
  kUnknown = 0,
  kR32G32B32A32Typeless = 1,
  kR32G32B32A32Float = 2,
  kR32G32B32A32Uint = 3,
  kR32G32B32A32Sint = 4,
  kR32G32B32Typeless = 5,
  kR32G32B32Float = 6,
  kR32G32B32Uint = 7,
  kR32G32B32Sint = 8,
  kR16G16B16A16Typeless = 9,
  kR16G16B16A16Float = 10,
  kR16G16B16A16Unorm = 11,
  kR16G16B16A16Uint = 12,
  kR16G16B16A16Snorm = 13,
  kR16G16B16A16Sint = 14,
  kR32G32Typeless = 15,
  kR32G32Float = 16,
  kR32G32Uint = 17,
  kR32G32Sint = 18,
  kR32G8X24Typeless = 19,
  kD32FloatS8X24Uint = 20,
  kR32FloatX8X24Typeless = 21,
  kX32TypelessG8X24Uint = 22,
  kR10G10B10A2Typeless = 23,
  kR10G10B10A2Unorm = 24,
  kR10G10B10A2Uint = 25,
  kR11G11B10Float = 26,
  kR8G8B8A8Typeless = 27,
  kR8G8B8A8Unorm = 28,
  kR8G8B8A8UnormSrgb = 29,
  kR8G8B8A8Uint = 30,
  kR8G8B8A8Snorm = 31,
  kR8G8B8A8Sint = 32,
  kR16G16Typeless = 33,
  kR16G16Float = 34,
  kR16G16Unorm = 35,
  kR16G16Uint = 36,
  kR16G16Snorm = 37,
  kR16G16Sint = 38,
  kR32Typeless = 39,
  kD32Float = 40,
  kR32Float = 41,
  kR32Uint = 42,
  kR32Sint = 43,
  kR24G8Typeless = 44,
  kD24UnormS8Uint = 45,
  kR24UnormX8Typeless = 46,
  kX24TypelessG8Uint = 47,
  kR8G8Typeless = 48,
  kR8G8Unorm = 49,
  kR8G8Uint = 50,
  kR8G8Snorm = 51,
  kR8G8Sint = 52,
  kR16Typeless = 53,
  kR16Float = 54,
  kD16Unorm = 55,
  kR16Unorm = 56,
  kR16Uint = 57,
  kR16Snorm = 58,
  kR16Sint = 59,
  kR8Typeless = 60,
  kR8Unorm = 61,
  kR8Uint = 62,
  kR8Snorm = 63,
  kR8Sint = 64,
  kA8Unorm = 65,
  kR1Unorm = 66,
  kR9G9B9E5Sharedexp = 67,
  kR8G8B8G8Unorm = 68,
  kG8R8G8B8Unorm = 69,
  kBc1Typeless = 70,
  kBc1Unorm = 71,
  kBc1UnormSrgb = 72,
  kBc2Typeless = 73,
  kBc2Unorm = 74,
  kBc2UnormSrgb = 75,
  kBc3Typeless = 76,
  kBc3Unorm = 77,
  kBc3UnormSrgb = 78,
  kBc4Typeless = 79,
  kBc4Unorm = 80,
  kBc4Snorm = 81,
  kBc5Typeless = 82,
  kBc5Unorm = 83,
  kBc5Snorm = 84,
  kB5G6R5Unorm = 85,
  kB5G5R5A1Unorm = 86,
  kB8G8R8A8Unorm = 87,
  kB8G8R8X8Unorm = 88,
  kR10G10B10XrBiasA2Unorm = 89,
  kB8G8R8A8Typeless = 90,
  kB8G8R8A8UnormSrgb = 91,
  kB8G8R8X8Typeless = 92,
  kB8G8R8X8UnormSrgb = 93,
  kBc6hTypeless = 94,
  kBc6hUf16 = 95,
  kBc6hSf16 = 96,
  kBc7Typeless = 97,
  kBc7Unorm = 98,
  kBc7UnormSrgb = 99,
  kAyuv = 100,
  kY410 = 101,
  kY416 = 102,
  kNv12 = 103,
  kP010 = 104,
  kP016 = 105,
  k420Opaque = 106,
  kYuy2 = 107,
  kY210 = 108,
  kY216 = 109,
  kNv11 = 110,
  kAi44 = 111,
  kIa44 = 112,
  kP8 = 113,
  kA8P8 = 114,
  kB4G4R4A4Unorm = 115,
  kP208 = 130,
  kV208 = 131,
  kV408 = 132,
  kSamplerFeedbackMinMipOpaque = 189,
  kSamplerFeedbackMipRegionUsedOpaque = 190,
  kA4B4G4R4Unorm = 191,
};

/// How one plane of a format lies in a buffer.
struct PlaneInfo {
  /// The format to name in the plane's placed footprint. For a format of one plane, the format itself; for
  /// planar formats a typeless one (NV12: R8_TYPELESS, R8G8_TYPELESS; D24_UNORM_S8_UINT: R32_TYPELESS,
  /// R8_TYPELESS). Source: the Direct3D 12 specification "Planar Depth Stencil".
  Format copy_format = Format::kUnknown;
  /// Bytes of one block (of one texel where blocks are 1x1). R24 depth takes 4 bytes, 3 of them used.
  std::uint8_t block_bytes = 0;
  /// The plane has one texel for this many texels of the texture, in each direction: 1, 2 or 4.
  std::uint8_t subsample_x = 1;
  std::uint8_t subsample_y = 1;
  /// As subsample_x, but for the row pitch. It differs for NV11's chroma alone, whose rows have unused bytes
  /// to their right.
  std::uint8_t pitch_subsample_x = 1;
};

/// What is fixed about a format. Lives as long as the program.
struct FormatInfo {
  /// Without the DXGI_FORMAT_ prefix: `R8G8B8A8_UNORM`. Empty in no FormatInfo that a caller gets.
  std::string_view name;
  Format format = Format::kUnknown;
  /// The typeless format of the family, or the format itself where there is none. Within a family,
  /// CopyResource and CopyTextureRegion may copy from any format to any other.
  Format family = Format::kUnknown;
  /// The format with sRGB added or taken away (`R8G8B8A8_UNORM` <-> `R8G8B8A8_UNORM_SRGB`); kUnknown where
  /// there is none.
  Format srgb_twin = Format::kUnknown;
  /// Texels per block. 4x4 for BC; 2x1 for formats that share colour between two texels (YUY2,
  /// R8G8_B8G8_UNORM); 8x1 for R1_UNORM. For planar formats: the multiple to which a size is rounded up
  /// before it is divided among the planes (2x2 for NV12). 1x1 for the rest.
  std::uint8_t block_width = 1;
  std::uint8_t block_height = 1;
  /// 1, 2 (depth and stencil; luma and chroma) or 3 (V208, V408).
  std::uint8_t plane_count = 1;
  bool compressed = false;     ///< BC1 to BC7.
  bool planar = false;         ///< More than one plane.
  bool depth_stencil = false;  ///< D16, D32, and the two families that hold depth and stencil in two planes.
  bool typeless = false;       ///< Wholly typeless: a view must name a typed format.
  bool srgb = false;
  bool video = false;    ///< A YUV format.
  bool palette = false;  ///< AI44, IA44, P8, A8P8: Direct3D 12 knows them only by name.
  /// Laid out in secret (420_OPAQUE and sampler feedback): has no footprint and cannot be copied to or from a
  /// buffer.
  bool opaque = false;
  std::array<PlaneInfo, 3> planes = {};  ///< The first plane_count are in use.
};

namespace detail {
inline constexpr std::size_t kFormatTableSize = 192;
/// By DXGI_FORMAT number; entries without a name are no formats.
extern const std::array<FormatInfo, kFormatTableSize> kFormatTable;
}  // namespace detail

/// All about a format, or nullptr for a number that is none. Never allocates. kUnknown is known: its name is
/// UNKNOWN and its one plane counts bytes, as buffers need it.
inline const FormatInfo* format_info(Format format) noexcept {
  const auto number = static_cast<std::size_t>(format);
  if (number >= detail::kFormatTableSize) return nullptr;
  const FormatInfo& info = detail::kFormatTable[number];
  return info.name.empty() ? nullptr : &info;
}

/// The name without prefix (`BC7_UNORM`), or `invalid format`.
std::string_view format_name(Format format) noexcept;

/// The format of that name, with or without `DXGI_FORMAT_` in front, in any case. kNotFound otherwise.
Result<Format> parse_format(std::string_view name);

/// The sRGB form of a format, or the format itself where it has none or is one already.
Format to_srgb(Format format) noexcept;

/// The form of a format without sRGB, or the format itself.
Format to_linear(Format format) noexcept;

/// True where both are formats of one family, so that one may be copied onto the other texel by texel.
bool same_family(Format a, Format b) noexcept;

}  // namespace ferry
