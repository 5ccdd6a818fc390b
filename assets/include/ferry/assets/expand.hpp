#pragma once

#include <ferry/assets/texture_image.hpp>
#include <ferry/base/result.hpp>

namespace ferry {

/// The same image in a format that every device has, converted row by row as it is written; nothing is copied
/// now. For formats that Direct3D 12 names and a device may lack: ask CheckFeatureSupport first.
///
/// | from                                                          | to                              |
/// | ------------------------------------------------------------- | ------------------------------- |
/// | B5G6R5, B5G5R5A1, B4G4R4A4, A4B4G4R4 (all UNORM)              | R8G8B8A8_UNORM or its sRGB form |
/// | B8G8R8A8_UNORM, B8G8R8X8_UNORM, and their sRGB forms          | R8G8B8A8, sRGB exactly if it is |
///
/// v of n bits becomes v * 255 / (2^n - 1), rounded to the nearest. Where there is no alpha it becomes 255.
/// An image that is in `wanted` already comes back as it is; one that has a conversion keeps it, before this
/// one.
///
/// kUnsupported: any other pair.
Result<TextureImage> expand_for_device(TextureImage image, Format wanted);

}  // namespace ferry
