#include <ferry/layout/texture_desc.hpp>

#include <algorithm>
#include <bit>

#include <ferry/base/units.hpp>

namespace ferry {
namespace {

Failure refuse(std::string_view what, std::uint64_t value, std::string_view must, Dimension dimension) {
  return fail(ErrorCode::kInvalidArgument, what, " ", value, " of a ", to_string(dimension), " must be ",
              must);
}

Result<void> validate_buffer(const TextureDesc& desc) {
  if (desc.format != Format::kUnknown) {
    return fail(ErrorCode::kInvalidArgument, "format ", format_name(desc.format),
                " of a buffer must be UNKNOWN");
  }
  if (desc.width == 0) return refuse("width", desc.width, "at least 1 byte", desc.dimension);
  if (desc.height != 1) return refuse("height", desc.height, "1", desc.dimension);
  if (desc.depth_or_array_size != 1)
    return refuse("array size", desc.depth_or_array_size, "1", desc.dimension);
  if (desc.mip_levels > 1) return refuse("mip count", desc.mip_levels, "1", desc.dimension);
  if (desc.sample_count != 1) return refuse("sample count", desc.sample_count, "1", desc.dimension);
  return {};
}

Result<void> validate_sizes(const TextureDesc& desc) {
  const bool is_3d = desc.dimension == Dimension::kTexture3D;
  const std::uint32_t side = is_3d ? kMaxTexture3DSize : kMaxTextureSize;
  const std::string_view side_range = is_3d ? "1 to 2048" : "1 to 16384";
  if (desc.width == 0 || desc.width > side) return refuse("width", desc.width, side_range, desc.dimension);
  if (desc.dimension == Dimension::kTexture1D) {
    if (desc.height != 1) return refuse("height", desc.height, "1", desc.dimension);
  } else if (desc.height == 0 || desc.height > side) {
    return refuse("height", desc.height, side_range, desc.dimension);
  }
  if (desc.depth_or_array_size == 0 || desc.depth_or_array_size > kMaxTextureArraySize) {
    return refuse(is_3d ? "depth" : "array size", desc.depth_or_array_size, "1 to 2048", desc.dimension);
  }
  return {};
}

Result<void> validate_levels(const TextureDesc& desc) {
  const std::uint32_t full = full_mip_count(desc);
  if (desc.mip_levels > full) {
    return fail(ErrorCode::kInvalidArgument, "mip count ", desc.mip_levels, " is more than the ", full,
                " levels that ", desc.width, "x", desc.height, " texels have; use full_mip_count()");
  }
  if (!is_power_of_two(desc.sample_count) || desc.sample_count > kMaxSampleCount) {
    return refuse("sample count", desc.sample_count, "1, 2, 4, 8, 16 or 32", desc.dimension);
  }
  if (desc.sample_count > 1) {
    if (desc.dimension != Dimension::kTexture2D) {
      return refuse("sample count", desc.sample_count, "1", desc.dimension);
    }
    if (mip_count(desc) != 1) {
      return fail(ErrorCode::kInvalidArgument, "mip count ", mip_count(desc),
                  " of a multisampled texture must be 1");
    }
  }
  return {};
}

}  // namespace

std::string_view to_string(Dimension dimension) noexcept {
  switch (dimension) {
    case Dimension::kBuffer:
      return "buffer";
    case Dimension::kTexture1D:
      return "1D texture";
    case Dimension::kTexture2D:
      return "2D texture";
    case Dimension::kTexture3D:
      return "3D texture";
  }
  return "resource of unknown dimension";
}

std::uint32_t full_mip_count(std::uint64_t width, std::uint32_t height, std::uint32_t depth) noexcept {
  const std::uint64_t longest =
      std::max({width, std::uint64_t{height}, std::uint64_t{depth}, std::uint64_t{1}});
  return static_cast<std::uint32_t>(std::bit_width(longest));
}

std::uint32_t full_mip_count(const TextureDesc& desc) noexcept {
  if (desc.dimension == Dimension::kBuffer) return 1;
  const bool is_3d = desc.dimension == Dimension::kTexture3D;
  return full_mip_count(desc.width, desc.height, is_3d ? desc.depth_or_array_size : 1);
}

std::uint32_t mip_count(const TextureDesc& desc) noexcept {
  return desc.mip_levels != 0 ? desc.mip_levels : full_mip_count(desc);
}

std::uint32_t array_size(const TextureDesc& desc) noexcept {
  const bool has_array = desc.dimension == Dimension::kTexture1D || desc.dimension == Dimension::kTexture2D;
  return has_array ? desc.depth_or_array_size : 1;
}

std::uint32_t plane_count(const TextureDesc& desc) noexcept {
  const FormatInfo* info = format_info(desc.format);
  return info != nullptr ? info->plane_count : 0;
}

std::uint32_t subresource_count(const TextureDesc& desc) noexcept {
  return mip_count(desc) * array_size(desc) * plane_count(desc);
}

Subresource subresource_at(const TextureDesc& desc, std::uint32_t index) noexcept {
  const std::uint32_t arrays = array_size(desc);
  return subresource_at(index, mip_count(desc), arrays != 0 ? arrays : 1);
}

std::uint32_t subresource_index(const TextureDesc& desc, Subresource subresource) noexcept {
  return subresource_index(subresource.mip, subresource.array_slice, subresource.plane, mip_count(desc),
                           array_size(desc));
}

Result<void> validate(const TextureDesc& desc) {
  const FormatInfo* info = format_info(desc.format);
  if (info == nullptr) {
    return fail(ErrorCode::kInvalidArgument, "format number ", static_cast<std::uint32_t>(desc.format),
                " is no DXGI_FORMAT");
  }
  switch (desc.dimension) {
    case Dimension::kBuffer:
      return validate_buffer(desc);
    case Dimension::kTexture1D:
    case Dimension::kTexture2D:
    case Dimension::kTexture3D:
      break;
    default:
      return fail(ErrorCode::kInvalidArgument, "dimension ", static_cast<std::uint32_t>(desc.dimension),
                  " is none of buffer (1), 1D (2), 2D (3), 3D (4)");
  }
  if (desc.format == Format::kUnknown) {
    return fail(ErrorCode::kInvalidArgument, "format UNKNOWN is for buffers; name the format of the ",
                to_string(desc.dimension));
  }
  if (auto sizes = validate_sizes(desc); !sizes) return sizes;
  return validate_levels(desc);
}

bool is_block_aligned(const TextureDesc& desc) noexcept {
  const FormatInfo* info = format_info(desc.format);
  if (info == nullptr) return false;
  return desc.width % info->block_width == 0 && desc.height % info->block_height == 0;
}

}  // namespace ferry
