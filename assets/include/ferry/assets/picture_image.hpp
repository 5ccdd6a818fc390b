#pragma once

#include <cstdint>

#include <ferry/assets/mips.hpp>
#include <ferry/assets/picture.hpp>
#include <ferry/assets/texture_image.hpp>
#include <ferry/base/result.hpp>

namespace ferry {

/// Which of the two forms of a format a texture gets.
enum class SrgbChoice : std::uint8_t {
  kKeep,    ///< The picture's format as it is.
  kSrgb,    ///< The sRGB form: for colours that people made or that a camera took.
  kLinear,  ///< The form without sRGB: for normals, roughness, masks and the like.
};

struct PictureImageOptions {
  /// kSrgb for a format that has no sRGB form (16 bits) leaves the format and adds an oddity that says so:
  /// a shader has to decode such texels itself.
  SrgbChoice srgb = SrgbChoice::kKeep;
  /// What the picture's alpha says. PNG's is straight; JPEG has none.
  AlphaMode alpha = AlphaMode::kStraight;
  /// Make a chain of mip levels (make_mips()).
  bool mips = false;
  MipOptions mip_options = {};
};

/// A texture of a picture, whose pixels move into the image's `memory`.
///
/// kInvalidArgument: the picture has no pixels, or is no texture that Direct3D 12 could hold. With mips the
/// errors of make_mips().
Result<TextureImage> picture_image(Picture picture, const PictureImageOptions& options = {});

}  // namespace ferry
