#pragma once

#include <cstdint>
#include <optional>

#include <ferry/assets/picture.hpp>
#include <ferry/assets/texture_image.hpp>
#include <ferry/base/result.hpp>

namespace ferry::cli {

/// The image with texels of another format. Parts may still point to what they pointed to.
///
/// | from                        | to                                                               |
/// | --------------------------- | ---------------------------------------------------------------- |
/// | any format                  | its form with or without sRGB: the same texels                   |
/// | BC1 to BC7                  | what decode_bc() makes                                           |
/// | what these give, and others | what expand_for_device() and to_png_format() make                |
///
/// kUnsupported, naming both, for all other pairs. kOutOfMemory.
Result<TextureImage> with_format(TextureImage image, Format wanted);

/// One mip of one array slice, face or depth slice, as pixels that a PNG can hold. Default: the largest, the
/// first.
///
/// kInvalidArgument: there is no such mip or slice. kUnsupported: the format.
Result<Picture> picture_of(const TextureImage& image, std::optional<std::uint32_t> mip,
                           std::optional<std::uint32_t> slice);

}  // namespace ferry::cli
