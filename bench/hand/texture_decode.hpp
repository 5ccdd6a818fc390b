#pragma once

// The libraries that Ferry decodes with, called as their own examples call them: a file's bytes in, texels
// out, nothing checked but what the library checks. What goes wrong ends the program.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace hand {

using FileBytes = std::span<const std::uint8_t>;

/// A picture of known size, row by row, as RGBA8. Rows are written once and in order.
class PictureRows {
 public:
  virtual ~PictureRows() = default;
  virtual void next(std::uint8_t* row) = 0;
};

/// `file` must outlive the rows. `width` is the picture's, in texels.
std::unique_ptr<PictureRows> png_rows(FileBytes file, std::uint32_t width);
std::unique_ptr<PictureRows> jpeg_rows(FileBytes file);

/// The whole picture as RGBA8, tightly packed. `bytes` is its size.
void decode_png(FileBytes file, std::uint8_t* out, std::size_t bytes);
void decode_jpeg(FileBytes file, std::uint8_t* out);

/// `bytes` bytes that Zstandard made smaller.
void decompress(FileBytes packed, std::uint8_t* out, std::size_t bytes);

/// `texels` texels of 24 bits, blue first, as RGBA8.
void expand_bgr(const std::uint8_t* from, std::uint8_t* to, std::size_t texels);

}  // namespace hand
