#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string_view>

#include <ferry/assets/picture.hpp>
#include <ferry/base/result.hpp>

// JPEG in (ITU-T T.81, JFIF, Adobe's and EXIF's markers), by libjpeg-turbo. Every picture becomes
// R8G8B8A8_UNORM with alpha 255.
//
// | stored as            | becomes                                                                        |
// | -------------------- | ------------------------------------------------------------------------------ |
// | grey                 | put into R, G and B                                                            |
// | YCbCr, any sampling  | RGB by JFIF's equations; chroma is interpolated ("fancy upsampling")           |
// | RGB                  | as it is                                                                       |
// | CMYK                 | R = (255 - C) * (255 - K) / 255, rounded; G and B likewise                     |
// | YCCK                 | to CMYK by Adobe's equations, then as CMYK                                     |
// | 12 bits, lossless, arithmetic-coded, hierarchical, 2 or more than 4 components | refused            |
//
// With Adobe's marker the samples of CMYK and YCCK are inverted (0 is full ink), as every program of Adobe's
// writes them; without it they are not. No colour profile is applied: inks that want one come out brighter
// than in print.
//
// Sequential and progressive files are taken. EXIF's orientation is applied unless that is switched off.
// A colour space tag or profile changes nothing (nearly all JPEGs are sRGB: `to_srgb(format)` names the
// format that says so).

namespace ferry {

/// What a JPEG may ask for. A file that asks for more is refused before memory is asked for.
struct JpegLimits {
  /// Direct3D 12's own limit for a 2D texture at feature level 11_0 and above. JPEG's is 65535.
  std::uint32_t max_width = 16384;
  std::uint32_t max_height = 16384;
  /// Of the decoded picture, in bytes.
  std::uint64_t max_decoded_bytes = std::uint64_t{2} << 30;
  /// Of a file with several scans (progressive): its coefficients, all of which are in memory while it is
  /// decoded, in bytes: 2 for each sample.
  std::uint64_t max_working_bytes = std::uint64_t{2} << 30;
  /// Of a file with several scans: how many. Each costs a walk over the whole picture, however short it is.
  /// Encoders write about ten.
  std::uint32_t max_scans = 200;
};

struct JpegOptions {
  JpegLimits limits = {};
  /// Turn and mirror the picture as EXIF's orientation tag says. False: the picture as it is stored.
  bool apply_orientation = true;
};

enum class JpegColor : std::uint8_t { kGrey, kYCbCr, kRgb, kCmyk, kYcck };

/// What a JPEG's header says.
struct JpegInfo {
  std::uint32_t width = 0;   ///< Texels, of the picture that is given: turned, where it is turned.
  std::uint32_t height = 0;  ///< Texels, likewise.
  /// What it decodes to; always kR8G8B8A8Unorm.
  Format format = Format::kR8G8B8A8Unorm;
  /// Bytes of one decoded row: width * 4.
  std::uint64_t row_bytes = 0;
  JpegColor color = JpegColor::kYCbCr;
  bool progressive = false;
  /// CMYK and YCCK: Adobe's marker is there, so samples are stored inverted (and have been turned back).
  bool inverted = false;
  /// EXIF's orientation as stored, 1 to 8; 1 (upright) where there is none or it makes no sense.
  std::uint8_t orientation = 1;
};

/// Decodes a JPEG row by row, so that rows can go straight into staging memory. One picture per reader; a
/// reader is not for use by two threads at once, different readers are.
///
/// Errors of every call: kCorrupt (damaged where that can be seen, or cut short, with what was found),
/// kUnsupported (no JPEG, one of the kinds that are refused, or one beyond the limits), kOutOfMemory,
/// kInvalidArgument (the call, not the file). After an error only destroying the reader makes sense. JPEG has
/// no checksums: damage inside the pixels may go unseen.
class JpegReader {
 public:
  JpegReader(JpegReader&&) noexcept;
  JpegReader& operator=(JpegReader&&) noexcept;
  ~JpegReader();

  /// Reads the header. `file` is the whole content of the file and must outlive the reader.
  static Result<JpegReader> open(std::span<const std::byte> file, const JpegOptions& options = {});

  [[nodiscard]] const JpegInfo& info() const noexcept;
  /// Rows that read_rows() has not given yet.
  [[nodiscard]] std::uint32_t rows_left() const noexcept;
  /// The first harmless fault met so far, in libjpeg's words; empty where there was none. Valid as long as
  /// the reader.
  [[nodiscard]] std::string_view oddity() const noexcept;

  /// Writes the next `rows` rows to `destination`, `row_pitch` bytes apart (at least info().row_bytes).
  /// Exactly the bytes of the rows are written, once and in order, and nothing there is read, so the
  /// destination may be write-combined memory; it is written with ordinary stores. With the last row the end
  /// of the file is looked for: it is an error if it is missing.
  ///
  /// The first call for a picture that is to be turned or mirrored (other than orientation 1) decodes the
  /// whole picture into memory of its own; for one with several scans, all coefficients.
  Result<void> read_rows(void* destination, std::uint64_t row_pitch, std::uint32_t rows);

 private:
  struct State;
  explicit JpegReader(std::unique_ptr<State> state) noexcept;
  std::unique_ptr<State> state_;
  friend Result<Picture> decode_jpeg(std::span<const std::byte> file, const JpegOptions& options);
};

/// The whole picture, tightly packed. Errors as for JpegReader.
Result<Picture> decode_jpeg(std::span<const std::byte> file, const JpegOptions& options = {});

/// read_file() and decode_jpeg(); every error begins with the path.
Result<Picture> load_jpeg(const std::filesystem::path& path, const JpegOptions& options = {});

}  // namespace ferry
