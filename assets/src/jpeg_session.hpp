#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include <ferry/assets/jpeg.hpp>
#include <ferry/base/result.hpp>

namespace ferry {

/// What a JPEG's frame header and Adobe's marker say.
struct JpegHeader {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  JpegColor color = JpegColor::kYCbCr;
  bool progressive = false;
  /// There is more than one scan, or may be.
  bool several_scans = false;
  bool adobe_marker = false;
  /// CMYK and YCCK: in the rows that the session gives, 255 is no ink.
  bool inverted_rows = false;
  /// Blocks of 8x8 samples of all components, at least. (A component alone in its scan has no padding.)
  std::uint64_t blocks = 0;
};

/// One JPEG being decoded, by the library or the system at hand: jpeg_session_libjpeg.cpp,
/// jpeg_session_wic.cpp. The calls come in the order in which they stand here; after an error none. Errors
/// as JpegReader says.
class JpegSession {
 public:
  JpegSession(JpegSession&&) noexcept;
  JpegSession& operator=(JpegSession&&) noexcept;
  ~JpegSession();

  /// Reads the header. `file` begins with JPEG's start marker, as far as it goes, and outlives the session.
  static Result<JpegSession> open(std::span<const std::byte> file, const JpegLimits& limits);
  [[nodiscard]] const JpegHeader& header() const noexcept;
  /// The first harmless fault met so far, or nothing.
  [[nodiscard]] std::string_view oddity() const noexcept;

  /// Makes ready; of a file with several scans all are read.
  Result<void> start();
  /// The next row as stored, 4 bytes for each texel: RGBA, or the inks of CMYK and YCCK as CMYK. The last
  /// one ends with a look for the end of the file.
  Result<void> read_row(std::byte* row);

 private:
  struct State;
  explicit JpegSession(std::unique_ptr<State> state) noexcept;
  std::unique_ptr<State> state_;
};

}  // namespace ferry
