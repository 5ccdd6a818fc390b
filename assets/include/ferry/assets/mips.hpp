#pragma once

#include <cstdint>
#include <functional>

#include <ferry/assets/texture_image.hpp>
#include <ferry/base/result.hpp>
#include <ferry/layout/format.hpp>

namespace ferry {

/// Calls `body(i)` for each i from 0 to count - 1, on any threads, in any order, several at once; returns when
/// all have returned.
using ParallelFor = std::function<void(std::uint32_t count, const std::function<void(std::uint32_t)>& body)>;

/// Whether opaque texels count for more than transparent ones, so that what is hidden under alpha 0 does not
/// bleed into the edges of what is seen. Right where alpha is straight opacity; wrong where colour is
/// premultiplied already, or where alpha holds something else.
enum class AlphaWeighting : std::uint8_t {
  kAuto,  ///< Where TextureImage::alpha is kStraight.
  kOn,
  kOff,
};

struct MipOptions {
  /// Only formats with four channels have alpha. Where every texel under a smaller one has alpha 0, their
  /// colours count alike.
  AlphaWeighting alpha = AlphaWeighting::kAuto;
  /// Of the result, the largest included; 0 stands for the full chain down to 1x1x1. More than that is as
  /// much as that.
  std::uint32_t mip_levels = 0;
  /// Default: none; all is done on the calling thread.
  ParallelFor parallel_for = {};
};

/// Whether make_mips() takes the format: R8, R8G8, R8G8B8A8, B8G8R8A8, B8G8R8X8 (with and without sRGB), A8,
/// R16, R16G16, R16G16B16A16 and R10G10B10A2, all UNORM; and 16- and 32-bit floats of 1, 2 and 4 channels, and
/// R32G32B32.
bool can_make_mips(Format format) noexcept;

/// The image with a chain of mip levels, made from the largest level of each array slice or face; smaller
/// levels that the image has are left out. 1D, 2D, cubes, arrays and 3D, of any size.
///
/// Each texel of a level is the mean of the area that it covers in the level above it: where a side is odd,
/// a texel covers two or three texels and parts of them, so that no row or column is dropped and the picture
/// does not shift. The mean of the picture stays the same from level to level. Colours of sRGB formats are
/// averaged as linear light; alpha, and the colours of other formats, as stored. Levels are computed in 32-bit
/// floats from the level above before it was rounded.
///
/// The result keeps the memory of `image` alive and adds that of the smaller levels; the largest level is not
/// copied, unless it needs `image.convert` (then it is converted). So where `image` points into a file, that
/// must stay.
///
/// Threading: allocates on the calling thread and, for small scratch, on those of `parallel_for`; any number
/// of calls at once. Memory while it runs: the result's, and 4 bytes per channel and texel of one slice's two
/// largest levels that are made.
///
/// kUnsupported: a format that can_make_mips() does not take (block-compressed pictures are made with their
/// mips), or multisampling. kInvalidArgument: the image does not validate(), or has not all its parts.
/// kOutOfMemory.
Result<TextureImage> make_mips(const TextureImage& image, const MipOptions& options = {});

}  // namespace ferry
