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
// given as stored: nothing is premultiplied, and gAMA, cHRM, sRGB, iCCP and sBIT change nothing (most PNGs
// are sRGB: `to_srgb(format)` names the format that says so). Of an animated PNG the still picture is given.

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

enum class PngColor : std::uint8_t { kGrey, kTruecolor, kPalette, kGreyAlpha, kTruecolorAlpha };

/// What a PNG's header says.
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

  /// Reads the header. `file` is the whole content of the file and must outlive the reader.
  static Result<PngReader> open(std::span<const std::byte> file, const PngLimits& limits = {});

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

/// The whole picture, tightly packed. Errors as for PngReader.
Result<Picture> decode_png(std::span<const std::byte> file, const PngLimits& limits = {});

/// read_file() and decode_png(); every error begins with the path.
Result<Picture> load_png(const std::filesystem::path& path, const PngLimits& limits = {});

struct PngEncoding {
  /// zlib's: 0 (stored) to 9 (smallest, slowest).
  int compression = 6;
  /// True: the best of PNG's filters is chosen for each row, which is smallest. False: one simple filter for
  /// all rows, about twice as fast where the compression is 1.
  bool adaptive_filter = true;
};

/// Writes a PNG row by row into a file, which is there whole after finish() or not at all (see FileWriter).
/// Takes kR8G8B8A8Unorm, its sRGB twin (no sRGB chunk is written) and kR16G16B16A16Unorm in the machine's
/// byte order; always stored as truecolour with alpha. Not for use by two threads at once.
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
