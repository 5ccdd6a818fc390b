#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include <ferry/assets/mips.hpp>
#include <ferry/assets/picture_image.hpp>
#include <ferry/assets/texture_image.hpp>
#include <ferry/base/result.hpp>

// The front door to all formats of pictures and textures: what a file is, and the texture in it. Each format's
// own header has more to ask and to be told.

namespace ferry {

/// What a file is, by its content; its name has no say.
enum class FileKind : std::uint8_t {
  kOther,  ///< None of the others.
  kPng,
  kJpeg,
  kDds,
  kKtx2,
  kGltf,  ///< glTF 2.0 as JSON.
  kGlb,   ///< glTF 2.0 in one binary file.
  kPack,  ///< What `ferry pack` writes.
};

/// `PNG`, `JPEG`, ...; `other`.
std::string_view to_string(FileKind kind) noexcept;

/// Whether read_texture() reads such a file: PNG, JPEG, DDS, KTX2.
bool is_texture(FileKind kind) noexcept;

/// Bytes from the beginning of a file that tell all kinds but kGltf, which is JSON and takes the whole file.
inline constexpr std::size_t kFileKindBytes = 16;

/// What the file is, told by how it begins; JSON is glTF where its outermost object has an "asset" that is an
/// object. Whether the rest is sound is not looked at. Never fails, allocates nothing, any thread.
FileKind file_kind(std::span<const std::byte> file) noexcept;

struct TextureReadOptions {
  /// For PNG and JPEG: of the decoded picture; each side may have 16384 texels.
  ImageLimits limits = {};
  /// Refuse (kCorrupt) what is otherwise seen through and noted as an oddity (DdsOptions, Ktx2Options). PNG and
  /// JPEG have no such thing.
  bool strict = false;
  /// Make a chain of mip levels (make_mips()) where the file has one level and its format can be averaged.
  /// Where it cannot (block-compressed ones), the texture stays as it is, and an oddity says so. Default: no,
  /// the texture has what the file has.
  bool mips = false;
  /// With `mips`.
  MipOptions mip_options = {};
  /// JPEG: turn the picture as EXIF says.
  bool apply_orientation = true;
  /// kKeep: what the file says; a picture whose file does not say is UNORM. kSrgb and kLinear overrule the
  /// file, and change what the texture is called, never its texels.
  SrgbChoice srgb = SrgbChoice::kKeep;
};

/// The texture in a PNG, JPEG, DDS or KTX2 file.
///
/// Lifetime: parts of the image may point into `file`, which must stay as it is for as long as the image is
/// used; where image.memory is set and holds all of it (PNG and JPEG, always), it need not. uses_file() tells.
/// Threading: any thread, any number at once; all is done on the calling thread, mips on those of
/// `mip_options.parallel_for`.
///
/// kUnsupported: a kind of file, a variant, or a size that is not taken, named. kCorrupt: damaged, cut short,
/// at odds with itself; with `strict` more. kOutOfMemory. No path is in the message: who has it adds it.
Result<TextureImage> read_texture(std::span<const std::byte> file, const TextureReadOptions& options = {});

/// Whether any part of the image lies in these bytes.
bool uses_file(const TextureImage& image, std::span<const std::byte> file) noexcept;

}  // namespace ferry
