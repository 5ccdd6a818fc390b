#pragma once

#include <cstddef>
#include <span>

#include <ferry/assets/texture_image.hpp>
#include <ferry/base/result.hpp>

// DDS, read (dds_write.hpp writes). Sources: the Direct3D documentation's pages "Programming Guide for DDS",
// "DDS_HEADER structure", "DDS_PIXELFORMAT structure" and "DDS_HEADER_DXT10 structure".
//
// What becomes of each kind of texel:
//
// | in the file                               | becomes                                                    |
// | ----------------------------------------- | ---------------------------------------------------------- |
// | DX10 header                               | the DXGI format it names, as it is                         |
// | DXT1; DXT2, DXT3; DXT4, DXT5, RXGB        | BC1_UNORM; BC2_UNORM; BC3_UNORM                            |
// | ATI1, BC4U; BC4S; ATI2, BC5U, A2XY; BC5S  | BC4_UNORM; BC4_SNORM; BC5_UNORM; BC5_SNORM                 |
// | BC6H; BC7L, BC7                           | BC6H_UF16; BC7_UNORM                                       |
// | RGBG; GRGB; YUY2                          | R8G8_B8G8_UNORM; G8R8_G8B8_UNORM; YUY2                     |
// | UYVY                                      | YUY2, its bytes swapped (a copy in memory)                 |
// | D3DFMT 36, 110 to 116                     | R16G16B16A16_UNORM, _SNORM, and the 16- and 32-bit floats  |
// | D3DFMT 117 (CxV8U8)                       | R8G8_SNORM; the third is for the shader to compute         |
// | bit masks that are a DXGI format          | that format, as it is                                      |
// | 10:10:10:2 bit masks                      | R10G10B10A2_UNORM: see DdsOptions::exact_10_bit_masks      |
// | other bit masks, palettes of 256 colours  | expanded to R8G8B8A8_UNORM, or to R16G16B16A16_UNORM if a  |
// |                                           | channel has more than 8 bits                               |
// | luminance; with alpha                     | R8_UNORM or R16_UNORM; R8G8_UNORM or R16G16_UNORM: see     |
// |                                           | DdsOptions::expand_luminance                               |
// | alpha alone, 8 bits                       | A8_UNORM                                                   |
// | signed (bump map) masks                   | R8G8_SNORM, R8G8B8A8_SNORM, R16G16_SNORM; other masks are  |
// |                                           | expanded to R16G16B16A16_SNORM                             |
//
// Expanding is exact: v becomes v * most / most of the file's, rounded to the nearest. A channel that is
// missing becomes 0, alpha becomes 1. Nothing is premultiplied and no colour space is changed.
//
// Refused by name: partial cube maps, palettes other than 256 colours, interleaved depth and stencil, Xbox
// tiles, FourCC codes that may be either a D3DFORMAT or a DXGI_FORMAT number.

namespace ferry {

struct DdsOptions {
  /// True: refuse (kCorrupt) what is otherwise seen through and noted as an oddity: mip levels that the
  /// header promises and the file lacks, more levels than the size has, wrong structure sizes, a wrong
  /// dimension in a DX10 header.
  bool strict = false;
  /// True: luminance is put into R, G and B of R8G8B8A8_UNORM or R16G16B16A16_UNORM, as Direct3D 9 sampled it.
  bool expand_luminance = false;
  /// D3DX, which wrote most legacy files of 10:10:10:2 bits, swapped the masks of red and blue, and readers
  /// have long undone that. True: believe the masks instead.
  bool exact_10_bit_masks = false;
  ImageLimits limits = {};
};

/// Reads a DDS file of any age. The parts of the image point into `file`, which must stay as it is for as
/// long as the image is used (UYVY alone is copied). Safe from any thread.
///
/// What decides is the header's sizes and format and the length of the file. Pitch fields and flags are only
/// compared: what is wrong there, and anything else that was seen through, is in TextureImage::oddities. Of a
/// file that is cut short, the mip levels that are whole in every array slice are given.
///
/// kCorrupt: cut short, a size of 0, contradictions. kUnsupported: no DDS; a format, or sizes, that Direct3D
/// 12 does not have; beyond the limits. kOutOfMemory. Errors name the field, its value and what to do.
Result<TextureImage> read_dds(std::span<const std::byte> file, const DdsOptions& options = {});

}  // namespace ferry
