#include <ferry/assets/picture_image.hpp>

#include <utility>

#include <ferry/layout/footprint.hpp>

namespace ferry {

Result<TextureImage> picture_image(Picture picture, const PictureImageOptions& options) {
  TextureImage image;
  image.desc.format = picture.format;
  image.desc.width = picture.width;
  image.desc.height = picture.height;
  if (options.srgb == SrgbChoice::kSrgb) {
    image.desc.format = to_srgb(picture.format);
    const FormatInfo* const info = format_info(image.desc.format);
    if (info != nullptr && !info->srgb) {
      image.oddities.push_back(
          text("the colours are sRGB, and ", info->name, " has no sRGB form: they are given as stored"));
    }
  } else if (options.srgb == SrgbChoice::kLinear) {
    image.desc.format = to_linear(picture.format);
  }
  const Result<Footprint> whole = footprint(image.desc, 0);
  if (!whole) return fail(whole.error());
  const std::uint64_t rows = whole->rows;
  if (picture.row_pitch < whole->row_bytes || picture.pixels.size() < whole->row_bytes ||
      (picture.pixels.size() - whole->row_bytes) / picture.row_pitch < rows - 1) {
    return fail(ErrorCode::kInvalidArgument, "a picture of ", picture.width, "x", picture.height,
                " with rows ", picture.row_pitch, " bytes apart has no more than ", picture.pixels.size(),
                " bytes");
  }
  image.alpha = options.alpha;
  image.memory_bytes = picture.pixels.size();
  const std::uint64_t row_pitch = picture.row_pitch;
  const auto kept = std::make_shared<Picture>(std::move(picture));
  image.parts.push_back({kept->pixels.data(), row_pitch, row_pitch * rows});
  image.memory = kept;
  if (!options.mips) return image;
  return make_mips(image, options.mip_options);
}

}  // namespace ferry
