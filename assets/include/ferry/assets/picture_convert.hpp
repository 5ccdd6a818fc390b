#pragma once

#include <ferry/assets/picture.hpp>
#include <ferry/base/result.hpp>
#include <ferry/layout/format.hpp>

// What a render target or a texture looks like, as a PNG. Programs that show PNGs take their samples for sRGB
// unless told otherwise, so that is what they are made:
//
// | format                  | becomes            | how                                                |
// | ----------------------- | ------------------ | -------------------------------------------------- |
// | R8G8B8A8_UNORM, _SRGB   | the same           | copied                                             |
// | B8G8R8A8_UNORM, _SRGB   | R8G8B8A8 likewise  | red and blue change places                         |
// | B8G8R8X8_UNORM, _SRGB   | R8G8B8A8 likewise  | the same; alpha 255                                |
// | R8_UNORM                | R8G8B8A8_UNORM     | put into R, G and B; alpha 255                     |
// | R8G8_UNORM              | R8G8B8A8_UNORM     | blue 0; alpha 255                                  |
// | R16_UNORM, R16G16_UNORM | R16G16B16A16_UNORM | as R8 and R8G8                                     |
// | R16G16B16A16_UNORM      | the same           | copied                                             |
// | R10G10B10A2_UNORM       | R16G16B16A16_UNORM | scaled to the whole range, rounded                 |
// | R16G16B16A16_FLOAT,     | R16G16B16A16_UNORM | linear light, clamped to 0..1 (NaN is 0), then     |
// | R32G32B32A32_FLOAT,     |                    | encoded by the sRGB curve; alpha is clamped, not   |
// | R32G32B32_FLOAT         |                    | encoded, and 65535 where there is none             |
//
// UNORM samples without sRGB are taken to be what is to be seen already, as the back buffer of a program that
// encodes in its shaders, or not at all; so one picture drawn to UNORM (encoded), to UNORM_SRGB (encoded by
// the hardware) and to floats (linear) gives the same PNG, within what each format can hold.

namespace ferry {

/// Whether to_png_format() takes the format.
bool has_png_format(Format format) noexcept;

/// The picture in a format that PngWriter takes, by the table above; tightly packed.
///
/// kUnsupported: another format. kInvalidArgument: a picture of no texels, or a row pitch smaller than a row.
/// kOutOfMemory. Safe from any thread.
Result<Picture> to_png_format(const PictureView& picture);

}  // namespace ferry
