#include "decode_texture.hpp"

#include <memory>
#include <utility>

#include <ferry/assets/expand.hpp>
#include <ferry/base/text.hpp>

namespace ferry::cli {

std::optional<Error> why_no_texture(const TextureDesc& desc, const Device& device) {
  const FormatInfo& format = *format_info(desc.format);
  if (format.compressed && !is_block_aligned(desc)) {
    return Error{ErrorCode::kUnsupported, 0,
                 text("the texture is ", desc.width, "x", desc.height, ", and ", format.name,
                      " takes whole blocks of ", format.block_width, "x", format.block_height,
                      " texels; pad it, or convert it to R8G8B8A8_UNORM")};
  }
  if (device.supports(desc.format, desc.dimension)) return std::nullopt;
  return Error{ErrorCode::kUnsupported, 0,
               text("this device has no ", to_string(desc.dimension), "s of ", format.name,
                    "; convert it to another format ('ferry info' lists those there are)")};
}

Result<TextureImage> fit_to_device(TextureImage image, const Device* device) {
  if (device == nullptr) return image;
  auto why = why_no_texture(image.desc, *device);
  if (!why) return image;
  const FormatInfo& format = *format_info(image.desc.format);
  if (device->supports(format.format, image.desc.dimension)) return fail(*std::move(why));
  const Format wanted = format.srgb ? Format::kR8G8B8A8UnormSrgb : Format::kR8G8B8A8Unorm;
  if (auto expanded = expand_for_device(image, wanted); expanded) return expanded;
  return fail(*std::move(why));
}

Result<TextureImage> read_for_device(std::span<const std::byte> file, const TextureReadOptions& how,
                                     const Device* device) {
  auto image = read_texture(file, how);
  if (!image) return image;
  return fit_to_device(*std::move(image), device);
}

DecodedAsset decoded_asset(TextureImage image, bool uses_file, const Device* device) {
  const auto kept = std::make_shared<const TextureImage>(std::move(image));
  DecodedAsset asset;
  asset.memory = kept;
  asset.desc = kept->desc;
  asset.bytes = kept->memory_bytes;
  asset.uses_file = uses_file;
  const bool write_combined = device == nullptr || device->caps().write_combined_upload;
  asset.write_rows = [kept, write_combined](std::uint32_t subresource, const RowBand& band) {
    return write_rows(*kept, {subresource, band.slice, band.first_row, band.rows}, band.memory,
                      band.row_pitch, write_combined);
  };
  return asset;
}

Result<DecodedAsset> decode_texture(std::span<const std::byte> file, const TextureReadOptions& how,
                                    const Device* device) {
  auto image = read_for_device(file, how, device);
  if (!image) return fail(std::move(image).error());
  const bool in_file = uses_file(*image, file);
  return decoded_asset(*std::move(image), in_file, device);
}

}  // namespace ferry::cli
