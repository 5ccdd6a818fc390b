#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>

#include <ferry/assets/picture.hpp>
#include <ferry/base/byte_buffer.hpp>
#include <ferry/base/result.hpp>
#include <ferry/layout/format.hpp>

// PNG in and out (ISO/IEC 15948), by libspng.
//
// What becomes of each kind of PNG:
//
// | colour type      | bits per sample | becomes            | how                                  |
// | ---------------- | --------------- | ------------------ | ------------------------------------ |
// | grey             | 1, 2, 4, 8      | R8G8B8A8_UNORM     | scaled to 0..255, put into R, G, B   |
// | grey             | 16              | R16G16B16A16_UNORM | put into R, G and B                  |
// | truecolour       | 8 / 16          | 8 / 16 bits        | as it is                             |
// | palette          | 1, 2, 4, 8      | R8G8B8A8_UNORM     | looked up                            |
// | grey with alpha  | 8 / 16          | 8 / 16 bits        | put into R, G and B; alpha as it is  |
// | truecolour alpha | 8 / 16          | 8 / 16 bits        | as it is                             |
//
// Transparency (tRNS) is applied: a palette entry gets its alpha, the one transparent colour gets alpha 0,
// all else is opaque. 16-bit samples come in the machine's byte order, as Direct3D 12 takes them. Samples are
// given as stored: nothing is premultiplied, and cHRM and sBIT change nothing. Of an animated PNG the still
// picture is given.
//
// What the samples mean is told by PngInfo::color_space, by the first of these chunks that a file has (the
// order of the PNG standard, section "Color spaces"):
//
// | chunk                          | color_space        | with apply_gamma                                 |
// | ------------------------------ | ------------------ | ------------------------------------------------ |
// | cICP                           | not looked at      |                                                  |
// | iCCP                           | kUnspecified       | as stored: no profile is applied                 |
// | sRGB                           | kSrgb              | as stored                                        |
// | gAMA of 1/2.2 (45454 to 45456) | kSrgb              | as stored                                        |
// | gAMA of 1 (100000)             | kLinear            | encoded as sRGB; color_space is kSrgb then       |
// | another gAMA                   | kUnspecified       | decoded by it, then encoded as sRGB; kSrgb then  |
// | none                           | kUnspecified       | as stored                                        |
//
// Without apply_gamma (the default) no chunk changes a sample; PngInfo::texture_format() names the format that
// makes the GPU take the samples for what they are.

namespace ferry {

/// What a PNG may ask for. A file that asks for more is refused before memory is asked for.
struct PngLimits {
  /// Direct3D 12's own limit for a 2D texture at feature level 11_0 and above.
  std::uint32_t max_width = 16384;
  std::uint32_t max_height = 16384;
  /// Of the decoded picture, in bytes.
  std::uint64_t max_decoded_bytes = std::uint64_t{2} << 30;
  /// Of one chunk's content other than pixels (a colour profile, a text), unpacked, in bytes.
  std::uint64_t max_chunk_bytes = std::uint64_t{16} << 20;
};

struct PngOptions {
  PngLimits limits = {};
  /// Turn colours into sRGB where gAMA says that they are something else (see the table above). Alpha stays.
  bool apply_gamma = false;
};

enum class PngColor : std::uint8_t { kGrey, kTruecolor, kPalette, kGreyAlpha, kTruecolorAlpha };

/// What the colour samples of a picture mean.
enum class ColorSpace : std::uint8_t {
  kUnspecified,  ///< Not said, or said in a way that is not followed. Nearly all such pictures are sRGB.
  kSrgb,         ///< Encoded by the sRGB curve.
  kLinear,       ///< Proportional to light.
};

/// What a PNG says before its pixels.
struct PngInfo {
  std::uint32_t width = 0;   ///< Texels.
  std::uint32_t height = 0;  ///< Texels.
  /// What it decodes to: kR8G8B8A8Unorm, or kR16G16B16A16Unorm for 16 bits per sample.
  Format format = Format::kR8G8B8A8Unorm;
  /// Bytes of one decoded row: width * 4 or width * 8.
  std::uint64_t row_bytes = 0;
  PngColor color = PngColor::kTruecolorAlpha;
  /// As stored: 1, 2, 4, 8 or 16.
  std::uint8_t bits_per_sample = 8;
  bool interlaced = false;
  /// Of the samples that are given.
  ColorSpace color_space = ColorSpace::kUnspecified;
  /// There is an sRGB chunk.
  bool srgb_chunk = false;
  /// There is a colour profile (iCCP).
  bool icc_profile = false;
  /// What gAMA says times 100000, as stored: a sample is light to the power of this. 0: there is no gAMA.
  std::uint32_t gamma = 0;

  /// `format`, or its sRGB form where the samples are sRGB: where the file says so or, with
  /// `srgb_if_unspecified`, where it does not say. 16 bits have no sRGB form.
  [[nodiscard]] Format texture_format(bool srgb_if_unspecified = true) const noexcept {
    const bool srgb =
        color_space == ColorSpace::kSrgb || (srgb_if_unspecified && color_space == ColorSpace::kUnspecified);
    return srgb ? to_srgb(format) : format;
  }
};

/// Decodes a PNG row by row, so that rows can go straight into staging memory. One picture per reader; a
/// reader is not for use by two threads at once, different readers are.
///
/// Errors of every call: kCorrupt (damaged or cut short, checksums included, with what was found),
/// kUnsupported (no PNG, a PNG of Xcode's own kind, or one beyond the limits), kOutOfMemory, kInvalidArgument
/// (the call, not the file). After an error only destroying the reader makes sense.
class PngReader {
 public:
  PngReader(PngReader&&) noexcept;
  PngReader& operator=(PngReader&&) noexcept;
  ~PngReader();

  /// Reads all that stands before the pixels. `file` is the whole content of the file and must outlive the
  /// reader.
  static Result<PngReader> open(std::span<const std::byte> file, const PngOptions& options = {});

  [[nodiscard]] const PngInfo& info() const noexcept;
  /// Rows that read_rows() has not given yet.
  [[nodiscard]] std::uint32_t rows_left() const noexcept;

  /// Writes the next `rows` rows to `destination`, `row_pitch` bytes apart (at least info().row_bytes).
  /// Exactly the bytes of the rows are written, once and in order, and nothing there is read, so the
  /// destination may be write-combined memory; it is written with ordinary stores. With the last row the rest
  /// of the file is checked too: it is an error if the file is cut short or damaged behind the pixels.
  ///
  /// The first call for an interlaced picture decodes the whole picture into memory of its own.
  Result<void> read_rows(void* destination, std::uint64_t row_pitch, std::uint32_t rows);

 private:
  struct State;
  explicit PngReader(std::unique_ptr<State> state) noexcept;
  std::unique_ptr<State> state_;
};

/// The whole picture, tightly packed; where `info` is not null, it gets what the file says. Errors as for
/// PngReader.
Result<Picture> decode_png(std::span<const std::byte> file, const PngOptions& options = {},
                           PngInfo* info = nullptr);

/// read_file() and decode_png(); every error begins with the path.
Result<Picture> load_png(const std::filesystem::path& path, const PngOptions& options = {},
                         PngInfo* info = nullptr);

struct PngEncoding {
  /// zlib's: 0 (stored) to 9 (smallest, slowest).
  int compression = 6;
  /// True: the best of PNG's filters is chosen for each row, which is smallest. False: one simple filter for
  /// all rows, about twice as fast where the compression is 1.
  bool adaptive_filter = true;
  /// Say that the samples are sRGB (an sRGB chunk), though the format does not. An sRGB format always says so.
  bool srgb = false;
  /// Say in a gAMA chunk that a sample is light to the power of this, divided by 100000. 0: no such chunk.
  std::uint32_t gamma = 0;
};

/// Writes a PNG row by row into a file, which is there whole after finish() or not at all (see FileWriter).
/// Takes kR8G8B8A8Unorm, its sRGB twin (with an sRGB chunk) and kR16G16B16A16Unorm in the machine's byte
/// order; always stored as truecolour with alpha. to_png_format() makes these of other formats. Not for use by
/// two threads at once.
class PngWriter {
 public:
  PngWriter(PngWriter&&) noexcept;
  PngWriter& operator=(PngWriter&&) noexcept;
  ~PngWriter();

  /// kInvalidArgument: a side is 0 or above 2^31 - 1, or the compression is out of range. kUnsupported:
  /// another format. kOutOfMemory; and the errors of FileWriter::create().
  static Result<PngWriter> create(const std::filesystem::path& path, std::uint32_t width,
                                  std::uint32_t height, Format format, const PngEncoding& encoding = {});

  /// The next `rows` rows, `row_pitch` bytes apart (at least the bytes of a row). kIo as FileWriter::write().
  Result<void> write_rows(const void* rows_begin, std::uint64_t row_pitch, std::uint32_t rows);

  /// After the last row: closes the file and gives it its name. kInvalidArgument while rows are missing.
  Result<void> finish();

 private:
  struct State;
  explicit PngWriter(std::unique_ptr<State> state) noexcept;
  std::unique_ptr<State> state_;
};

/// The whole picture into a file. Errors as for PngWriter; kIo begins with the path.
Result<void> save_png(const std::filesystem::path& path, const PictureView& picture,
                      const PngEncoding& encoding = {});

/// The whole picture into memory.
Result<ByteBuffer> encode_png(const PictureView& picture, const PngEncoding& encoding = {});

}  // namespace ferry
