#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <span>
#include <vector>

#if defined(_WIN32)
#include "jpeg_by_hand.hpp"
#else
#include <jpeglib.h>
#endif

// Makes JPEGs of every kind with libjpeg alone or, for Windows, by hand, so that the code under test has no
// part in them.

namespace ferry::test {

using Bytes = std::vector<std::byte>;

struct JpegKind {
  std::uint32_t width = 1;
  std::uint32_t height = 1;
  /// What `rows` given to make_jpeg() hold, and what is stored.
  J_COLOR_SPACE given = JCS_RGB;
  J_COLOR_SPACE stored = JCS_YCbCr;
  int quality = 100;
  /// Of the first component; the others have 1x1.
  int sampling_x = 1;
  int sampling_y = 1;
  bool progressive = false;
  bool arithmetic = false;
  /// For JCS_CMYK and JCS_YCCK. Samples are stored as given either way.
  bool adobe_marker = true;
  /// Blocks between restart markers; 0: none.
  unsigned restart_interval = 0;
  /// The content of an APP1 marker, if not empty.
  Bytes app1;
};

#if defined(_WIN32)
inline Bytes make_jpeg(const JpegKind& kind, std::span<const std::uint8_t> rows) {
  return make_jpeg_by_hand(kind, rows);
}
#else
/// Scans of a progressive file with three components, as libjpeg's encoder writes it.
inline constexpr std::uint32_t kProgressiveScans = 10;

inline Bytes make_jpeg(const JpegKind& kind, std::span<const std::uint8_t> rows) {
  jpeg_compress_struct encoder = {};
  jpeg_error_mgr errors = {};
  encoder.err = jpeg_std_error(&errors);  // ends the test program
  jpeg_create_compress(&encoder);
  unsigned char* memory = nullptr;
  unsigned long size = 0;
  jpeg_mem_dest(&encoder, &memory, &size);
  encoder.image_width = kind.width;
  encoder.image_height = kind.height;
  encoder.in_color_space = kind.given;
  encoder.input_components = kind.given == JCS_GRAYSCALE ? 1 : kind.given == JCS_CMYK ? 4 : 3;
  jpeg_set_defaults(&encoder);
  jpeg_set_colorspace(&encoder, kind.stored);
  jpeg_set_quality(&encoder, kind.quality, TRUE);
  encoder.dct_method = JDCT_ISLOW;
  encoder.comp_info[0].h_samp_factor = kind.sampling_x;
  encoder.comp_info[0].v_samp_factor = kind.sampling_y;
  if (kind.stored == JCS_YCCK) {
    encoder.comp_info[3].h_samp_factor = kind.sampling_x;
    encoder.comp_info[3].v_samp_factor = kind.sampling_y;
  }
  for (int i = 1; i < (kind.stored == JCS_GRAYSCALE ? 1 : 3); ++i) {
    encoder.comp_info[i].h_samp_factor = 1;
    encoder.comp_info[i].v_samp_factor = 1;
  }
  if (kind.progressive) jpeg_simple_progression(&encoder);
  encoder.arith_code = kind.arithmetic ? TRUE : FALSE;
  encoder.restart_interval = kind.restart_interval;
  if (!kind.adobe_marker) encoder.write_Adobe_marker = FALSE;
  jpeg_start_compress(&encoder, TRUE);
  if (!kind.app1.empty()) {
    jpeg_write_marker(&encoder, JPEG_APP0 + 1, reinterpret_cast<const JOCTET*>(kind.app1.data()),
                      static_cast<unsigned>(kind.app1.size()));
  }
  const std::size_t row_bytes = std::size_t{kind.width} * static_cast<std::size_t>(encoder.input_components);
  for (std::uint32_t y = 0; y < kind.height; ++y) {
    auto* row = const_cast<JSAMPROW>(rows.data() + y * row_bytes);
    jpeg_write_scanlines(&encoder, &row, 1);
  }
  jpeg_finish_compress(&encoder);
  Bytes jpeg(size);
  std::memcpy(jpeg.data(), memory, size);
  jpeg_destroy_compress(&encoder);
  std::free(memory);
  return jpeg;
}
#endif

/// What EXIF puts into APP1 for an orientation, after a tag that has nothing to do with it.
inline Bytes exif_orientation(int orientation, bool big_endian) {
  Bytes out;
  for (const char c : {'E', 'x', 'i', 'f', '\0', '\0'}) out.push_back(static_cast<std::byte>(c));
  const auto number = [&](std::uint32_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) {
      const int shift = 8 * (big_endian ? bytes - 1 - i : i);
      out.push_back(static_cast<std::byte>(value >> shift & 0xff));
    }
  };
  number(big_endian ? 0x4d4d : 0x4949, 2);
  number(42, 2);
  number(8, 4);
  number(2, 2);      // entries
  number(0x100, 2);  // ImageWidth
  number(4, 2);      // LONG
  number(1, 4);
  number(7, 4);
  number(0x112, 2);  // Orientation
  number(3, 2);      // SHORT
  number(1, 4);
  number(static_cast<std::uint32_t>(orientation), 2);
  number(0, 2);
  number(0, 4);  // no further directory
  return out;
}

}  // namespace ferry::test
