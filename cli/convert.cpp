#include "convert.hpp"

#include <memory>
#include <utility>
#include <vector>

#include <ferry/assets/bc_decode.hpp>
#include <ferry/assets/expand.hpp>
#include <ferry/assets/picture_convert.hpp>
#include <ferry/layout/footprint.hpp>

namespace ferry::cli {

namespace {

/// Depth slices one below the other.
Result<Picture> gather(const TextureImage& image, std::uint32_t subresource, std::uint32_t first_slice,
                       std::uint32_t slices) {
  const Result<Footprint> place = footprint(image.desc, subresource);
  if (!place) return fail(place.error());
  auto pixels = ByteBuffer::make(place->row_bytes * place->rows * slices, "the picture");
  if (!pixels) return fail(std::move(pixels).error());
  Picture picture;
  picture.pixels = *std::move(pixels);
  picture.row_pitch = place->row_bytes;
  picture.width = place->width;
  picture.height = place->rows * slices;
  picture.format = image.desc.format;
  std::byte* at = picture.pixels.data();
  for (std::uint32_t slice = first_slice; slice < first_slice + slices; ++slice) {
    const RowRange rows = {subresource, slice, 0, place->rows};
    if (auto wrote = write_rows(image, rows, at, place->row_bytes); !wrote)
      return fail(std::move(wrote).error());
    at += place->row_bytes * place->rows;
  }
  return picture;
}

bool is_simple(Format format) {
  const FormatInfo* const info = format_info(format);
  return info != nullptr && info->block_width == 1 && info->block_height == 1 && !info->planar;
}

/// to_png_format() for every subresource.
Result<TextureImage> as_pngs_have_it(const TextureImage& image) {
  TextureImage made = image;
  made.parts.clear();
  made.convert = nullptr;
  made.memory_bytes = 0;
  const auto pictures = std::make_shared<std::vector<Picture>>();
  for (std::uint32_t index = 0; index < subresource_count(image.desc); ++index) {
    const std::uint32_t mip = subresource_at(image.desc, index).mip;
    const Extent size = mip_extent(image.desc, mip);
    const auto texels = gather(image, index, 0, size.depth);
    if (!texels) return fail(texels.error());
    auto picture = to_png_format(texels->view());
    if (!picture) return fail(std::move(picture).error());
    made.desc.format = picture->format;
    made.memory_bytes += picture->pixels.size();
    pictures->push_back(*std::move(picture));
    const Picture& last = pictures->back();
    made.parts.push_back({last.pixels.data(), last.row_pitch, last.row_pitch * size.height});
  }
  made.memory = pictures;
  return made;
}

}  // namespace

Result<TextureImage> with_format(TextureImage image, Format wanted) {
  const Format from = image.desc.format;
  if (decoded_format(from) != Format::kUnknown && !same_family(from, wanted)) {
    auto decoded = decode_bc(image);
    if (!decoded) return decoded;
    image = *std::move(decoded);
  }
  if (to_linear(image.desc.format) == to_linear(wanted)) {
    image.desc.format = wanted;
    return image;
  }
  if (auto expanded = expand_for_device(image, wanted); expanded) return expanded;
  if (has_png_format(image.desc.format) && is_simple(image.desc.format)) {
    auto made = as_pngs_have_it(image);
    if (!made) return made;
    if (to_linear(made->desc.format) == to_linear(wanted)) {
      made->desc.format = wanted;
      return made;
    }
  }
  return fail(ErrorCode::kUnsupported, "there is no conversion from ", format_name(from), " to ",
              format_name(wanted));
}

Result<Picture> picture_of(const TextureImage& image, std::optional<std::uint32_t> mip,
                           std::optional<std::uint32_t> slice) {
  const TextureDesc& desc = image.desc;
  if (mip.value_or(0) >= mip_count(desc)) {
    return fail(ErrorCode::kInvalidArgument, "there is no mip ", *mip, ": the texture has ", mip_count(desc),
                ", from 0 on");
  }
  const std::uint32_t depth = mip_extent(desc, mip.value_or(0)).depth;
  const std::uint32_t slices = desc.dimension == Dimension::kTexture3D ? depth : array_size(desc);
  if (slice.value_or(0) >= slices) {
    return fail(ErrorCode::kInvalidArgument, "there is no slice ", *slice, ": mip ", mip.value_or(0), " has ",
                slices, ", from 0 on");
  }
  if (decoded_format(desc.format) != Format::kUnknown) {
    auto decoded = decode_bc(image);
    if (!decoded) return fail(std::move(decoded).error());
    return picture_of(*decoded, mip, slice);
  }
  if (!has_png_format(desc.format) || !is_simple(desc.format)) {
    if (auto expanded = expand_for_device(image, Format::kR8G8B8A8Unorm); expanded) {
      return picture_of(*expanded, mip, slice);
    }
    return fail(ErrorCode::kUnsupported, "no picture is made of ", format_name(desc.format),
                "; write a .dds instead");
  }
  const bool is_3d = desc.dimension == Dimension::kTexture3D;
  const std::uint32_t index = subresource_index(desc, {mip.value_or(0), is_3d ? 0 : slice.value_or(0), 0});
  const auto texels = gather(image, index, is_3d ? slice.value_or(0) : 0, 1);
  if (!texels) return fail(texels.error());
  return to_png_format(texels->view());
}

}  // namespace ferry::cli
