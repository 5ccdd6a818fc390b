#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <ferry/base/result.hpp>
#include <ferry/layout/format.hpp>

namespace ferry {

/// Texels of one picture in CPU memory: rows of blocks, from the top.
struct PictureBytes {
  std::span<const std::byte> bytes;
  /// From row to row. Default: 0, rows without padding.
  std::uint64_t row_pitch = 0;
};

/// What was sent, and what came.
struct PictureCase {
  /// One plane, not opaque.
  Format format = Format::kR8G8B8A8Unorm;
  /// In texels, above 0.
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  PictureBytes expected;
  PictureBytes got;
  /// What the destination held before. Default: not known; then zeros are looked for in its place.
  std::optional<PictureBytes> before = std::nullopt;
  /// What came when the same was sent another time. Default: it was sent once.
  std::optional<PictureBytes> again = std::nullopt;
  /// Pictures that went through the same staging memory, before or after. Default: none known.
  std::span<const PictureBytes> others = {};
};

/// What a picture shows. Each is an observation; the sentence of the diagnosis says what it comes from.
enum class PictureFault : std::uint8_t {
  kSame,            ///< Nothing is wrong that this picture could show.
  kPitch,           ///< Rows move further with each row: written and read with different pitches.
  kOffset,          ///< All rows are moved by as much: written and read at different offsets.
  kNothingArrived,  ///< All of it is what the destination held before, or zero.
  kPartial,         ///< Some rows are right, and the others are what was there before, or zero.
  kChannelOrder,    ///< The channels are in another order: BGRA for RGBA.
  kSrgb,            ///< The values went through the sRGB curve, one way or the other.
  kOtherPicture,    ///< Texels of another picture of the same staging memory: overwritten in flight.
  kTooEarly,        ///< It was wrong, and right later: read before it was complete (test_picture_upload).
  kUnsteady,        ///< Sent twice, it came differently: the look of random flicker.
  kUnclear,         ///< Several faults look like this in such a picture; `possible` lists them.
  kUnknown,         ///< None of the faults looks like this.
};

/// `same`, `pitch`, `offset`, `nothing-arrived`, ...
std::string_view to_string(PictureFault fault) noexcept;

/// The pitches of one explanation, in bytes.
struct PitchPair {
  std::uint64_t written = 0;  ///< From row to row, as the rows were written into the staging memory.
  std::uint64_t read = 0;     ///< As the copy read them: RowPitch of its footprint.

  friend bool operator==(const PitchPair&, const PitchPair&) = default;
};

struct PictureDiagnosis {
  PictureFault fault = PictureFault::kUnknown;
  /// With kUnclear: what it may be. Else the fault alone.
  std::vector<PictureFault> possible;
  /// What is wrong, by which evidence, with numbers; one or two sentences.
  std::string sentence;
  /// What to do; empty with kSame.
  std::string remedy;

  // The evidence.
  std::uint64_t bytes = 0;        ///< Of the picture, without padding.
  std::uint64_t wrong_bytes = 0;  ///< That differ from what was sent.
  /// Rows of blocks that hold a wrong byte: how many, the first and the last.
  std::uint64_t wrong_rows = 0;
  std::uint64_t first_wrong_row = 0;
  std::uint64_t last_wrong_row = 0;
  /// With kPitch: by how much more each row is moved than the one before, in bytes; positive where rows are
  /// read further apart than they were written. None where that depends on the pitches below.
  std::optional<std::int64_t> drift;
  /// With kPitch: the pitches that explain the picture, the simplest first. Where the picture does not
  /// settle them, others may explain it as well; then these are the likely ones, of which one side is the
  /// footprint's pitch or a row without padding.
  std::vector<PitchPair> pitches;
  bool pitches_settled = false;
  /// With kOffset, and with kPitch where both are wrong: where the first row was read, counted from where it
  /// was written, in bytes at the footprint's pitch.
  std::int64_t offset = 0;
  /// With kOffset: the same in whole rows and the bytes that are left.
  std::int64_t offset_rows = 0;
  std::int64_t offset_in_row = 0;
  /// With kPartial: the rows at the start that are right.
  std::uint64_t right_rows = 0;
  /// With kOtherPicture: which of `others`.
  std::size_t other = 0;
  /// With kSame: what this picture cannot show, as a sentence; empty where it could show everything.
  std::string blind;
};

/// Tells from what came instead of a picture what went wrong on the way: the pitch, the offset, the copy
/// itself, the order of channels, the moment.
///
/// Bytes are staged by one who writes and copied by one who reads; each has a pitch and an offset in mind,
/// and the picture shows where they disagree. A fault is named only where nothing else that is known here
/// explains every byte that can be told apart; otherwise the answer is kUnclear, with what it may be.
/// Pictures whose rows all differ settle most; one row cannot show a pitch, and one colour neither pitch nor
/// offset.
///
/// kInvalidArgument: a size of 0, too few bytes for the size, a row pitch below a row, an unknown format.
/// kUnsupported: formats with several planes, and opaque ones. Pure: safe from any thread.
Result<PictureDiagnosis> diagnose_picture(const PictureCase& picture);

}  // namespace ferry
