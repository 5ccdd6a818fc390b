#include "libjpeg_calls.hpp"

#include <jerror.h>

#include <cstring>

#if defined(_MSC_VER)
#pragma warning(disable : 4611)  // setjmp in C++: no function here has anything to destroy
#endif

namespace ferry {

namespace {

JpegFault fault_of(int code) {
  switch (code) {
    case JWRN_JPEG_EOF:
    case JERR_INPUT_EOF:
    case JERR_INPUT_EMPTY:
      return JpegFault::kCutShort;
    case JERR_OUT_OF_MEMORY:
    case JERR_NO_BACKING_STORE:
      return JpegFault::kNoMemory;
    case JERR_ARITH_NOTIMPL:
    case JERR_BAD_PRECISION:
    case JERR_COMPONENT_COUNT:
    case JERR_CONVERSION_NOTIMPL:
    case JERR_CCIR601_NOTIMPL:
    case JERR_FRACT_SAMPLE_NOTIMPL:
    case JERR_IMAGE_TOO_BIG:
    case JERR_SOF_UNSUPPORTED:
    case JERR_WIDTH_OVERFLOW:
      return JpegFault::kRefused;
    default:
      return JpegFault::kDamaged;
  }
}

/// True for warnings after which the pixels are still those that were meant.
bool does_no_harm(int code) {
  return code == JWRN_EXTRANEOUS_DATA || code == JWRN_ADOBE_XFORM || code == JWRN_JFIF_MAJOR ||
         code == JWRN_NOT_SEQUENTIAL || code == JWRN_BOGUS_PROGRESSION;
}

[[noreturn]] void leave(j_common_ptr common) {
  auto* const session = static_cast<LibjpegSession*>(common->client_data);
  if (session->fault == JpegFault::kNone) session->fault = fault_of(common->err->msg_code);
  common->err->format_message(common, session->message);
  std::longjmp(session->escape, 1);
}

/// `level` -1 is a warning, 0 and above are notes of what is read.
void take_message(j_common_ptr common, int level) {
  if (level >= 0) return;
  auto* const session = static_cast<LibjpegSession*>(common->client_data);
  if (!does_no_harm(common->err->msg_code)) leave(common);
  if (session->oddity[0] == '\0') common->err->format_message(common, session->oddity);
}

void show_nothing(j_common_ptr /*common*/) {}

void count_scans(j_common_ptr common) {
  auto* const session = static_cast<LibjpegSession*>(common->client_data);
  if (session->decoder.input_scan_number <= 0 ||
      static_cast<std::uint32_t>(session->decoder.input_scan_number) <= session->max_scans) {
    return;
  }
  session->fault = JpegFault::kTooManyScans;
  leave(common);
}

}  // namespace

bool libjpeg_open(LibjpegSession* session, const unsigned char* data, unsigned long size) noexcept {
  jpeg_decompress_struct* const decoder = &session->decoder;
  decoder->err = jpeg_std_error(&session->errors);
  session->errors.error_exit = &leave;
  session->errors.emit_message = &take_message;
  session->errors.output_message = &show_nothing;
  decoder->client_data = session;
  if (setjmp(session->escape) != 0) return false;
  jpeg_create_decompress(decoder);  // clears all but err and client_data
  session->progress.progress_monitor = &count_scans;
  decoder->progress = &session->progress;
  jpeg_mem_src(decoder, data, size);
  jpeg_read_header(decoder, TRUE);
  return true;
}

bool libjpeg_start(LibjpegSession* session) noexcept {
  jpeg_decompress_struct* const decoder = &session->decoder;
  if (setjmp(session->escape) != 0) return false;
  const bool inks = decoder->jpeg_color_space == JCS_CMYK || decoder->jpeg_color_space == JCS_YCCK;
  decoder->out_color_space = inks ? JCS_CMYK : JCS_EXT_RGBA;
  jpeg_start_decompress(decoder);
  return true;
}

bool libjpeg_read_row(LibjpegSession* session, unsigned char* row) noexcept {
  if (setjmp(session->escape) != 0) return false;
  JSAMPROW rows[1] = {row};
  jpeg_read_scanlines(&session->decoder, rows, 1);
  return true;
}

bool libjpeg_finish(LibjpegSession* session) noexcept {
  if (setjmp(session->escape) != 0) return false;
  jpeg_finish_decompress(&session->decoder);
  return true;
}

void libjpeg_close(LibjpegSession* session) noexcept {
  jpeg_destroy_decompress(&session->decoder);
}

}  // namespace ferry
