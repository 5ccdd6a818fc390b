#include "texture_decode.hpp"

#include <cstdio>
#include <cstdlib>

#include <jpeglib.h>
#include <spng.h>
#include <zstd.h>

namespace hand {
namespace {

void check(bool good, const char* what, const char* why) {
  if (good) return;
  std::fprintf(stderr, "decoded by hand: %s: %s\n", what, why);
  std::exit(1);
}

void check_png(int result) {
  check(result == SPNG_OK || result == SPNG_EOI, "PNG", spng_strerror(result));
}

class PngRows : public PictureRows {
 public:
  PngRows(FileBytes file, std::uint32_t width) : context_(spng_ctx_new(0)), row_bytes_(width * 4ull) {
    check_png(spng_set_png_buffer(context_, file.data(), file.size()));
    check_png(
        spng_decode_image(context_, nullptr, 0, SPNG_FMT_RGBA8, SPNG_DECODE_TRNS | SPNG_DECODE_PROGRESSIVE));
  }
  ~PngRows() override { spng_ctx_free(context_); }
  PngRows(const PngRows&) = delete;
  PngRows& operator=(const PngRows&) = delete;

  void next(std::uint8_t* row) override { check_png(spng_decode_row(context_, row, row_bytes_)); }

 private:
  spng_ctx* context_;
  std::size_t row_bytes_;
};

class JpegRows : public PictureRows {
 public:
  explicit JpegRows(FileBytes file) {
    decoder_.err = jpeg_std_error(&errors_);  // ends the program
    jpeg_create_decompress(&decoder_);
    jpeg_mem_src(&decoder_, file.data(), static_cast<unsigned long>(file.size()));
    jpeg_read_header(&decoder_, TRUE);
    decoder_.out_color_space = JCS_EXT_RGBA;
    jpeg_start_decompress(&decoder_);
  }
  ~JpegRows() override { jpeg_destroy_decompress(&decoder_); }
  JpegRows(const JpegRows&) = delete;
  JpegRows& operator=(const JpegRows&) = delete;

  void next(std::uint8_t* row) override {
    JSAMPROW rows[] = {row};
    jpeg_read_scanlines(&decoder_, rows, 1);
  }
  [[nodiscard]] const jpeg_decompress_struct& decoder() const { return decoder_; }

 private:
  jpeg_decompress_struct decoder_ = {};
  jpeg_error_mgr errors_ = {};
};

struct FreeContext {
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

}  // namespace

std::unique_ptr<PictureRows> png_rows(FileBytes file, std::uint32_t width) {
  return std::make_unique<PngRows>(file, width);
}

std::unique_ptr<PictureRows> jpeg_rows(FileBytes file) {
  return std::make_unique<JpegRows>(file);
}

void decode_png(FileBytes file, std::uint8_t* out, std::size_t bytes) {
  spng_ctx* const context = spng_ctx_new(0);
  check_png(spng_set_png_buffer(context, file.data(), file.size()));
  check_png(spng_decode_image(context, out, bytes, SPNG_FMT_RGBA8, SPNG_DECODE_TRNS));
  spng_ctx_free(context);
}

void decode_jpeg(FileBytes file, std::uint8_t* out) {
  JpegRows rows(file);
  const std::size_t row_bytes = std::size_t{rows.decoder().output_width} * 4;
  for (unsigned y = 0; y < rows.decoder().output_height; ++y) rows.next(out + y * row_bytes);
}

void decompress(FileBytes packed, std::uint8_t* out, std::size_t bytes) {
  thread_local const std::unique_ptr<ZSTD_DCtx, FreeContext> context(ZSTD_createDCtx());
  const std::size_t got = ZSTD_decompressDCtx(context.get(), out, bytes, packed.data(), packed.size());
  check(got == bytes, "Zstandard", ZSTD_isError(got) != 0 ? ZSTD_getErrorName(got) : "another size");
}

void expand_bgr(const std::uint8_t* from, std::uint8_t* to, std::size_t texels) {
  for (std::size_t i = 0; i < texels; ++i, from += 3, to += 4) {
    to[0] = from[2];
    to[1] = from[1];
    to[2] = from[0];
    to[3] = 255;
  }
}

}  // namespace hand
