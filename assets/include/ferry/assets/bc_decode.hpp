#pragma once

#include <cstddef>

#include <ferry/assets/texture_image.hpp>
#include <ferry/base/result.hpp>
#include <ferry/layout/format.hpp>

// Block-compressed texels, decoded on the CPU: to look at them, or to hold them against another decoder.
// Sources: the Direct3D 11 documentation's pages "Texture Block Compression in Direct3D 11", "BC6H Format",
// "BC7 Format" and "BC7 Format Mode Reference", and the Khronos Data Format Specification's chapters "S3TC
// Compressed Texture Image Formats" and "BPTC Compressed Texture Image Formats".

namespace ferry {

/// What decode_bc() makes of a format; kUnknown where it takes it not.
///
/// | from             | becomes                                                         |
/// | ---------------- | --------------------------------------------------------------- |
/// | BC1, BC2, BC3,   | R8G8B8A8_UNORM; sRGB of sRGB                                    |
/// | BC7              |                                                                 |
/// | BC4              | R8_UNORM, R8_SNORM                                              |
/// | BC5              | R8G8_UNORM, R8G8_SNORM                                          |
/// | BC6H             | R16G16B16A16_FLOAT                                              |
/// | typeless of them | as UNORM; of BC6H as UF16                                       |
Format decoded_format(Format format) noexcept;

/// One block of 4x4 texels of a format that decode_bc() takes: 8 bytes (BC1, BC4) or 16 are read, 16 texels of
/// decoded_format() written, row after row, without padding. sRGB values are interpolated as stored.
///
/// BC1 to BC5: colours between two end points are computed exactly and rounded to the nearest; hardware may be
/// off by one. BC6H and BC7 are defined to the last bit, and reserved modes too: BC7 gives zeros, BC6H black
/// with alpha 1.
void decode_bc_block(Format format, const std::byte* block, std::byte* texels) noexcept;

/// The whole image, with the same mips, slices and faces, decoded into memory of its own.
///
/// kUnsupported: decoded_format() is kUnknown. kInvalidArgument: the image does not validate(), or has not all
/// its parts. kOutOfMemory. Safe from any thread.
Result<TextureImage> decode_bc(const TextureImage& image);

}  // namespace ferry
