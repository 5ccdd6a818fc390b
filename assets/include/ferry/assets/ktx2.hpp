#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <ferry/assets/texture_image.hpp>
#include <ferry/base/result.hpp>

// KTX2 in, by the "KTX File Format Specification", version 2.0.
//
// What becomes of each kind of texels (assets/src/ktx2_format_table.cpp has each VkFormat by name):
//
// | vkFormat                              | becomes                                                      |
// | ------------------------------------- | ------------------------------------------------------------ |
// | one with an equal DXGI_FORMAT         | that one; the texels stay where they are in the file         |
// | BC1 to BC7                            | likewise; of BC1_RGB alpha is to be ignored, which is said   |
// | R8, R8G8 with sRGB; three channels of | four channels: missing colours 0, alpha 1                    |
// | 8 bits, RGB or BGR, or 16 bits, RGB   |                                                              |
// | 565, 5551, 4444, 8888 and 1010102 in  | the channels put in DXGI's order                             |
// | another order                         |                                                              |
// | D24_UNORM_S8, D32_SFLOAT_S8           | depth and stencil taken apart, into memory of their own      |
// | 0 with a KTXdxgiFormat__              | the DXGI_FORMAT named there                                  |
// | 0: Basis Universal (ETC1S, UASTC)     | refused by name: Direct3D 12 has no such texels              |
// | ASTC, ETC2, EAC, PVRTC, SCALED, YCbCr | refused by name                                              |
//
// Texels are given as stored: KTXorientation and KTXswizzle change nothing, and are reported.

namespace ferry {

/// Whether these bytes begin as a KTX2 file.
bool is_ktx2(std::span<const std::byte> file) noexcept;

enum class Ktx2Supercompression : std::uint32_t { kNone = 0, kBasisLz = 1, kZstandard = 2, kZlib = 3 };

/// What a KTX2 file says of itself, as stored.
struct Ktx2Info {
  std::uint32_t vk_format = 0;
  /// Without VK_FORMAT_; `UNDEFINED` for 0. Empty for a number that is no VkFormat known here.
  std::string_view vk_format_name;
  std::uint32_t type_size = 0;
  std::uint32_t width = 0;   ///< Texels.
  std::uint32_t height = 0;  ///< Texels; 0 for a 1D texture.
  std::uint32_t depth = 0;   ///< Texels; 0 unless the texture is 3D.
  std::uint32_t layers = 0;  ///< 0 unless it is an array.
  std::uint32_t faces = 0;   ///< 1; 6 for cubes.
  std::uint32_t levels = 0;  ///< 0: one, and the reader of the file is to make the others.
  Ktx2Supercompression supercompression = Ktx2Supercompression::kNone;
  /// Of the data format descriptor, as the Khronos Data Format specification numbers them; 0 where there is
  /// none.
  std::uint8_t color_model = 0;
  std::uint8_t primaries = 0;
  std::uint8_t transfer = 0;
  bool premultiplied = false;
  /// `rd`: to the right and downwards, as Direct3D 12 has it. Empty where the file does not say, which means
  /// the same.
  std::string orientation;
  /// Where red, green, blue and alpha are to be taken from: `rgba`, `rrr1`. Empty where the file does not
  /// say.
  std::string swizzle;
  /// The program that wrote the file.
  std::string writer;
};

struct Ktx2Options {
  /// Refuse (kCorrupt) what breaks the specification though it can be seen through.
  bool strict = false;
  ImageLimits limits = {};
};

/// The header and the metadata, for any file that has them, one of texels that are not taken too. Errors as
/// for read_ktx2.
Result<Ktx2Info> read_ktx2_info(std::span<const std::byte> file);

/// The texture of a KTX2 file with every level, layer and face. Parts point into `file`, or into
/// `TextureImage::memory` where the file is supercompressed or holds depth with stencil: then everything is
/// decompressed here. Re-entrant.
///
/// kUnsupported: no KTX2 file, texels that Direct3D 12 does not have, more than it or the limits allow.
/// kCorrupt: cut short, damaged, or at odds with itself. kOutOfMemory.
Result<TextureImage> read_ktx2(std::span<const std::byte> file, const Ktx2Options& options = {});

}  // namespace ferry
