#pragma once

// libjpeg reports errors by longjmp(). All calls of it are in libjpeg_calls.cpp, whose functions have nothing
// with a destructor on their stack; what they call and what calls them is plain C++.

#include <cstddef>
#include <cstdint>
#include <cstdio>

#include <jpeglib.h>

#include <csetjmp>

namespace ferry {

/// What a call of libjpeg ended with.
enum class JpegFault : std::uint8_t { kNone, kCutShort, kDamaged, kRefused, kTooManyScans, kNoMemory };

/// One decoder. It does not move: libjpeg keeps pointers into it. Made by `new (std::nothrow)
/// LibjpegSession()`, zeroed; after libjpeg_open(), however that ended, libjpeg_close() frees what libjpeg
/// holds.
struct LibjpegSession {
  jpeg_decompress_struct decoder;
  jpeg_error_mgr errors;
  jpeg_progress_mgr progress;
  std::jmp_buf escape;
  std::uint32_t max_scans;
  JpegFault fault;
  /// libjpeg's sentence about the fault, and about the first warning that does no harm. Empty: none.
  char message[JMSG_LENGTH_MAX];
  char oddity[JMSG_LENGTH_MAX];
};

// Each gives false after a fault. After that only libjpeg_close() may be called.

/// Reads the header; `data` stays where it is.
bool libjpeg_open(LibjpegSession* session, const unsigned char* data, unsigned long size) noexcept;
/// Chooses RGBA or, for CMYK and YCCK, CMYK, and reads all scans of a file that has several.
bool libjpeg_start(LibjpegSession* session) noexcept;
/// The next row: 4 bytes for each texel.
bool libjpeg_read_row(LibjpegSession* session, unsigned char* row) noexcept;
/// After the last row: looks for the end of the file.
bool libjpeg_finish(LibjpegSession* session) noexcept;
void libjpeg_close(LibjpegSession* session) noexcept;

}  // namespace ferry
