#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include <ferry/base/result.hpp>

namespace ferry {

/// One subresource, or a region of one, in the caller's memory.
struct TextureData {
  /// The first row of the first slice. Rows are rows of blocks for block-compressed formats.
  const void* data = nullptr;
  /// Bytes from row to row; 0 stands for rows without padding.
  std::uint64_t row_pitch = 0;
  /// Bytes from depth slice to depth slice; 0 stands for slices without padding (row_pitch x rows).
  std::uint64_t slice_pitch = 0;
};

/// Some neighbouring rows of one depth slice, to be written into staging memory by whoever makes the texels.
struct RowBand {
  /// The first row of the band. Write rows in order, once, and read nothing back: the memory may be
  /// write-combined.
  std::byte* memory = nullptr;
  /// Bytes from row to row in `memory`; at least row_bytes, a multiple of 256.
  std::uint64_t row_pitch = 0;
  /// Bytes of one row (of blocks). What lies between row_bytes and row_pitch need not be written.
  std::uint64_t row_bytes = 0;
  /// Rows (of blocks) in the band, and the number of the first in its slice.
  std::uint32_t rows = 0;
  std::uint32_t first_row = 0;
  /// The depth slice; 0 unless the texture is 3D.
  std::uint32_t slice = 0;
};

/// Writes the rows of one band. Called band after band, in order, on the thread that asked for the upload. An
/// error ends the upload and is handed to the caller.
using RowSource = std::function<Result<void>(const RowBand& band)>;

}  // namespace ferry
