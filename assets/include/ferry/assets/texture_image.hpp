#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <ferry/base/result.hpp>
#include <ferry/layout/texture_desc.hpp>

namespace ferry {

/// What the alpha channel of a picture says, as far as its file tells.
enum class AlphaMode : std::uint8_t { kUnknown, kStraight, kPremultiplied, kOpaque, kCustom };

/// `unknown`, `straight`, ...
std::string_view to_string(AlphaMode mode) noexcept;

/// Turns one row of a file's texels into one row of a texture's: `texels` of them, read at `source` and
/// written at `destination`, once and in order, nothing there read back. Called from any thread, by several
/// at once. Only for formats whose blocks are 1x1.
using RowConversion =
    std::function<void(const std::byte* source, std::byte* destination, std::uint32_t texels)>;

/// One subresource as the file has it: rows (of blocks) of texels.
struct ImagePart {
  /// The first row of the first slice.
  const std::byte* data = nullptr;
  /// Bytes from row to row, of the file's texels. Never 0.
  std::uint64_t row_pitch = 0;
  /// Bytes from depth slice to depth slice. Never 0.
  std::uint64_t slice_pitch = 0;
};

/// Limits of what a file may ask for; a file that asks for more is refused (kUnsupported) before memory is
/// asked for.
struct ImageLimits {
  /// Of all subresources of a texture, without padding, in bytes.
  std::uint64_t max_texture_bytes = std::uint64_t{4} << 30;
};

/// A texture of a file: a description, and where the texels of each subresource are. It copies nothing that
/// is in the file as a footprint takes it; the first and only copy is write_rows().
struct TextureImage {
  /// What is to be created; it validates(), and mip_levels is not 0.
  TextureDesc desc;
  /// The array is of cubes: six slices each, +X, -X, +Y, -Y, +Z, -Z.
  bool cube = false;
  AlphaMode alpha = AlphaMode::kUnknown;
  /// By subresource number. They point into the file's bytes, which must stay, or into `memory`.
  std::vector<ImagePart> parts;
  /// Empty: the file's rows are the texture's.
  RowConversion convert;
  /// Keeps alive what the parts point to, where that is not the file.
  std::shared_ptr<const void> memory;
  /// Bytes that `memory` holds.
  std::uint64_t memory_bytes = 0;
  /// What was strange in the file and was seen through, a sentence each: for `ferry inspect`.
  std::vector<std::string> oddities;
};

/// Some neighbouring rows (of blocks) of one depth slice of one subresource.
struct RowRange {
  std::uint32_t subresource = 0;
  std::uint32_t slice = 0;
  std::uint32_t first_row = 0;
  std::uint32_t rows = 0;
};

/// Writes rows at `destination`, `row_pitch` bytes apart (at least the bytes of a row, any alignment): the
/// texels only, once and in order, nothing read back, so that it may be write-combined staging memory: say so
/// then. Any thread; several may write different rows of one image at once.
///
/// kInvalidArgument: the range is outside the image, or the row pitch too small.
Result<void> write_rows(const TextureImage& image, const RowRange& range, std::byte* destination,
                        std::uint64_t row_pitch, bool write_combined = false);

}  // namespace ferry
