#pragma once

#include <cstdint>
#include <filesystem>

#include <ferry/assets/texture_image.hpp>
#include <ferry/base/byte_buffer.hpp>
#include <ferry/base/result.hpp>

// DDS, written: every mip level, array slice, face, depth slice and plane, from any pitch. To write what was
// read back, make a TextureImage of the texture's description whose parts point to the bytes.
//
// Which header: the one without a DX10 header where it can say everything, since every tool reads it: BC1 to
// BC3, R8G8B8A8, B8G8R8A8, B8G8R8X8, B5G6R5, B5G5R5A1, B4G4R4A4, R16G16, R8G8 and R8 and R16 (as luminance),
// A8, R8G8_B8G8, G8R8_G8B8, all UNORM, and YUY2; 2D and 3D textures and single cubes; an alpha mode that is
// unknown, or premultiplied with BC2 and BC3 (DXT2, DXT4). All else gets a DX10 header: floats, sRGB, BC4 to
// BC7, 10:10:10:2 and more could be said without it too, but then readers differ on what it means. Source: the
// Direct3D documentation's page "Programming Guide for DDS".

namespace ferry {

enum class DdsHeaderChoice : std::uint8_t {
  /// A DX10 header where it is needed, as told above.
  kWhereNeeded,
  /// A DX10 header always.
  kDx10,
};

/// The DDS file of an image, in memory; read_dds() gives the same description and texels again. An image with
/// a conversion is written as what it is converted to.
///
/// kInvalidArgument: the description does not validate(), the parts are not one for each subresource or have a
/// pitch below their rows, a cube whose array is no multiple of 6. kUnsupported: what no DDS file can hold:
/// multisampled, palette and opaque formats, depth and stencil in one. kOutOfMemory. Safe from any thread.
Result<ByteBuffer> encode_dds(const TextureImage& image,
                              DdsHeaderChoice choice = DdsHeaderChoice::kWhereNeeded);

/// As encode_dds(), straight into a file, which is there whole or not at all (see FileWriter), and whose
/// errors may come too.
Result<void> save_dds(const std::filesystem::path& path, const TextureImage& image,
                      DdsHeaderChoice choice = DdsHeaderChoice::kWhereNeeded);

/// How long the file is that encode_dds() makes. Errors as there.
Result<std::uint64_t> dds_bytes(const TextureImage& image,
                                DdsHeaderChoice choice = DdsHeaderChoice::kWhereNeeded);

}  // namespace ferry
