#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

#include <ferry/base/result.hpp>
#include <ferry/layout/format.hpp>

namespace ferry {

/// What a resource is. Numbered as D3D12_RESOURCE_DIMENSION.
enum class Dimension : std::uint32_t { kBuffer = 1, kTexture1D = 2, kTexture2D = 3, kTexture3D = 4 };

/// `buffer`, `1D texture`, ...
std::string_view to_string(Dimension dimension) noexcept;

/// Limits at feature level 11_0 and above. Source: the Direct3D 12 documentation's page "Constants".
inline constexpr std::uint32_t kMaxTextureSize = 16384;  ///< Width of 1D, width and height of 2D textures.
inline constexpr std::uint32_t kMaxTexture3DSize = 2048;
inline constexpr std::uint32_t kMaxTextureArraySize = 2048;
inline constexpr std::uint32_t kMaxSampleCount = 32;

/// The part of D3D12_RESOURCE_DESC that decides on sizes. The defaults describe one texel of RGBA8 in 2D.
struct TextureDesc {
  Dimension dimension = Dimension::kTexture2D;
  Format format = Format::kR8G8B8A8Unorm;
  /// Texels; bytes for a buffer.
  std::uint64_t width = 1;
  /// Texels; 1 for buffers and 1D textures.
  std::uint32_t height = 1;
  /// Slices of a 3D texture; array length of 1D and 2D textures (6 for a cube, 6n for n cubes); 1 for a
  /// buffer.
  std::uint32_t depth_or_array_size = 1;
  /// 0 stands for the full chain, as in D3D12_RESOURCE_DESC.
  std::uint32_t mip_levels = 1;
  std::uint32_t sample_count = 1;

  friend constexpr bool operator==(const TextureDesc&, const TextureDesc&) = default;
};

/// A place in a texture: a mip level of an array slice, one plane of it. Depth slices are not subresources.
struct Subresource {
  std::uint32_t mip = 0;
  std::uint32_t array_slice = 0;
  std::uint32_t plane = 0;

  friend constexpr bool operator==(const Subresource&, const Subresource&) = default;
};

/// Sizes in texels.
struct Extent {
  std::uint64_t width = 1;
  std::uint32_t height = 1;
  std::uint32_t depth = 1;

  friend constexpr bool operator==(const Extent&, const Extent&) = default;
};

/// Direct3D 12's number for a subresource: mip + array * mips + plane * mips * arrays.
/// Source: the Direct3D 12 documentation's page "Subresources".
constexpr std::uint32_t subresource_index(std::uint32_t mip, std::uint32_t array_slice, std::uint32_t plane,
                                          std::uint32_t mips, std::uint32_t arrays) {
  return mip + mips * (array_slice + arrays * plane);
}

/// The inverse of subresource_index; mips and arrays are not 0.
constexpr Subresource subresource_at(std::uint32_t index, std::uint32_t mips, std::uint32_t arrays) {
  return {index % mips, index / mips % arrays, index / mips / arrays};
}

/// Mip levels of the full chain down to 1x1x1, at least 1. `depth` is 1 for all but 3D textures.
std::uint32_t full_mip_count(std::uint64_t width, std::uint32_t height, std::uint32_t depth) noexcept;

/// The full chain of this texture; 1 for a buffer.
std::uint32_t full_mip_count(const TextureDesc& desc) noexcept;

/// desc.mip_levels, with 0 replaced by the full chain.
std::uint32_t mip_count(const TextureDesc& desc) noexcept;

/// Array slices: 1 for buffers and 3D textures.
std::uint32_t array_size(const TextureDesc& desc) noexcept;

/// Planes of the format; 0 for a number that is no format.
std::uint32_t plane_count(const TextureDesc& desc) noexcept;

/// mips * arrays * planes. Exact for every description that validate() accepts.
std::uint32_t subresource_count(const TextureDesc& desc) noexcept;

/// subresource_at with the texture's own numbers. `index` is below subresource_count(desc).
Subresource subresource_at(const TextureDesc& desc, std::uint32_t index) noexcept;

/// subresource_index with the texture's own numbers.
std::uint32_t subresource_index(const TextureDesc& desc, Subresource subresource) noexcept;

/// The size of a mip level in texels of the texture, each side halved, rounded down, per level and at
/// least 1. Neither rounded up to blocks nor divided among planes; footprint() does both. `mip` is below 64.
constexpr Extent mip_extent(const TextureDesc& desc, std::uint32_t mip) noexcept {
  const std::uint64_t depth = desc.dimension == Dimension::kTexture3D ? desc.depth_or_array_size : 1;
  return {std::max<std::uint64_t>(desc.width >> mip, 1),
          static_cast<std::uint32_t>(std::max<std::uint64_t>(std::uint64_t{desc.height} >> mip, 1)),
          static_cast<std::uint32_t>(std::max<std::uint64_t>(depth >> mip, 1))};
}

/// Whether Direct3D 12 could create such a resource on some device: dimension, format, sizes, array, mips and
/// samples are within the limits above and fit one another. Which formats a device offers is not looked at.
/// kInvalidArgument names the field, its value and what it must be.
Result<void> validate(const TextureDesc& desc);

/// Whether the top level is a whole number of blocks. Where it is not, a block-compressed texture can be
/// created only if D3D12_FEATURE_DATA_D3D12_OPTIONS8.UnalignedBlockTexturesSupported says so, and a planar
/// video texture not at all. Smaller mips are always allowed to be no whole number of blocks.
bool is_block_aligned(const TextureDesc& desc) noexcept;

}  // namespace ferry
