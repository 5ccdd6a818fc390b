#include "diagnosis_words.hpp"

#include <ferry/base/text.hpp>

namespace ferry::diagnose {
namespace {

constexpr std::size_t kShownPitches = 3;

std::string count_of(std::uint64_t count, std::string_view one) {
  return text(count, " ", one, count == 1 ? "" : "s");
}

/// `rows 3 to 17`, `row 3`.
std::string row_span(const Words& words, std::uint64_t first, std::uint64_t last) {
  const std::string_view kind = words.blocks ? " of blocks" : "";
  if (first == last) return text("row ", first, kind);
  return text("rows ", first, " to ", last, kind);
}

/// `1200 of 4096 bytes differ, in rows 1 to 15`
std::string extent(const PictureDiagnosis& found, const Words& words) {
  return text(found.wrong_bytes, " of ", found.bytes, " bytes differ, in ",
              row_span(words, found.first_wrong_row, found.last_wrong_row));
}

std::string distance(std::int64_t bytes) {
  return text(count_of(static_cast<std::uint64_t>(bytes < 0 ? -bytes : bytes), "byte"),
              bytes < 0 ? " before" : " behind");
}

std::string pair_words(const PitchPair& pair, const Words& words) {
  const std::string_view tight = pair.written == words.row_bytes ? ", without padding," : "";
  return text("written ", pair.written, " bytes apart", tight, " and read ", pair.read, " apart");
}

std::string pitch_words(const PictureDiagnosis& found, const Words& words) {
  std::string out = "Pitch fault: ";
  const PitchPair first = found.pitches.front();
  if (first.written == first.read) {
    out += text("the rows were written and read ", first.read, " bytes apart, which is less than the ",
                words.row_bytes, " bytes of a row, so that each lies over the end of the one before");
  } else {
    if (found.drift) {
      out += text("each row is moved by ", *found.drift < 0 ? -*found.drift : *found.drift, " bytes ",
                  *found.drift < 0 ? "less" : "more", " than the one before; ");
    }
    out += found.pitches_settled ? "the rows were " : "this picture leaves the pitches open, and rows ";
    for (std::size_t i = 0; i < found.pitches.size() && i < kShownPitches; ++i) {
      out += text(i == 0 ? "" : ", or ", pair_words(found.pitches[i], words));
    }
    if (!found.pitches_settled) out += ", look like this";
  }
  out += text("; the footprint's RowPitch is ", words.footprint_pitch);
  if (found.offset != 0) {
    out += text(". The offset is wrong as well: the first row is read ", distance(found.offset),
                " where it was written");
  }
  return out + text(". ", extent(found, words), ".");
}

std::string offset_words(const PictureDiagnosis& found, const Words& words) {
  std::string out = text("Offset fault: the picture is read ", distance(found.offset),
                         " where it was written, and each row by as much");
  const std::int64_t in_row = found.offset_in_row;
  const auto block = static_cast<std::int64_t>(words.block_bytes);
  if (found.offset_rows != 0 || in_row % block == 0) {
    std::string parts;
    if (found.offset_rows != 0) {
      parts = count_of(
          static_cast<std::uint64_t>(found.offset_rows < 0 ? -found.offset_rows : found.offset_rows), "row");
      parts += found.offset_rows < 0 ? " up" : " down";
    }
    if (in_row != 0) {
      const std::uint64_t magnitude = static_cast<std::uint64_t>(in_row < 0 ? -in_row : in_row);
      if (!parts.empty()) parts += " and ";
      parts += in_row % block == 0 ? count_of(magnitude / words.block_bytes, words.blocks ? "block" : "texel")
                                   : count_of(magnitude, "byte");
      parts += in_row < 0 ? " to the left" : " to the right";
    }
    out += text(" (", parts, " at a RowPitch of ", words.pitch, ")");
  }
  return out + text(". ", extent(found, words), ".");
}

std::string nothing_words(const PictureDiagnosis& found, const Words& words) {
  if (!words.zeros) {
    return text("Nothing arrived: all of it is what was there before (", found.wrong_bytes, " of ",
                found.bytes,
                " bytes differ from what was sent). The copy had no effect, or it was read too early.");
  }
  if (words.before_known) {
    return text(
        "Nothing arrived but zeros, and the destination held something else before: a copy ran, and read "
        "staging "
        "memory that nobody had written (",
        found.wrong_bytes, " of ", found.bytes, " bytes differ).");
  }
  return text(
      "Nothing arrived: every byte is 0 (", found.wrong_bytes, " of ", found.bytes,
      " bytes differ). The copy had no effect, or read bytes that nobody had written, or it was read too "
      "early.");
}

std::string partial_words(const PictureDiagnosis& found, const Words& words) {
  const std::string_view rest = words.zeros ? "zeros" : "what was there before";
  std::string out = "Partly arrived: ";
  if (found.right_rows != 0 && found.last_wrong_row + 1 == words.rows &&
      found.wrong_rows == words.rows - found.first_wrong_row) {
    out += text(row_span(words, 0, found.right_rows - 1), found.right_rows == 1 ? " is" : " are",
                " right, and from row ", found.first_wrong_row, " on there are ", rest);
  } else {
    out += text(count_of(found.wrong_rows, "row"), " of ", words.rows, ", from row ", found.first_wrong_row,
                " to row ", found.last_wrong_row, ", hold ", rest, " in whole or in part; all else is right");
  }
  return out + text(" (", found.wrong_bytes, " of ", found.bytes, " bytes differ).");
}

std::string_view change_words(TexelChange change) {
  switch (change) {
    case TexelChange::kRedAndBlueSwapped:
      return "red and blue are swapped in every texel, as where BGRA is taken for RGBA";
    case TexelChange::kAlphaFirst:
      return "every texel came with its last channel first, as where RGBA is taken for ARGB";
    case TexelChange::kAlphaLast:
      return "every texel came with its first channel last, as where ARGB is taken for RGBA";
    case TexelChange::kReversed:
      return "the four channels of every texel came in reverse, as where RGBA is taken for ABGR";
    case TexelChange::kEncoded:
      return "every colour is brighter by just the sRGB curve: linear values were encoded on the way";
    case TexelChange::kDecoded:
      return "every colour is darker by just the sRGB curve: sRGB values were decoded on the way";
    case TexelChange::kNone:
      break;
  }
  return "";
}

std::string names_of(const std::vector<PictureFault>& faults) {
  std::string out;
  for (std::size_t i = 0; i < faults.size(); ++i) {
    if (i != 0) out += i + 1 == faults.size() ? " or " : ", ";
    out += to_string(faults[i]);
  }
  return out;
}

std::string unclear_words(const PictureDiagnosis& found, const Words& words) {
  std::string out = text("Unclear: ", extent(found, words), ", and this picture ");
  out += words.poor ? "is too small, or repeats itself too much, to tell what moved it"
                    : "shows too little to tell one fault from another";
  if (!found.possible.empty()) out += text("; it may be ", names_of(found.possible));
  return out + ".";
}

std::string_view remedy_of(PictureFault fault, const Words& words) {
  switch (fault) {
    case PictureFault::kSame:
    case PictureFault::kTooEarly:
      break;
    case PictureFault::kPitch:
      return "Write each row RowPitch bytes behind the one before, and name the same RowPitch in the copy's "
             "footprint; ferry::footprint() and GetCopyableFootprints give it, a multiple of 256.";
    case PictureFault::kOffset:
      return "Name in the footprint's Offset the very byte at which the first row was written, a multiple of "
             "512, "
             "and look at the copy's DstX, DstY and source box.";
    case PictureFault::kNothingArrived:
      return "Look, in this order: is the copy recorded, the list closed and executed; does the reader wait "
             "for the "
             "fence value signalled behind it; is the texture in COPY_DEST when it runs (the checker says "
             "missing-barrier); does the footprint's Offset name the bytes that were written.";
    case PictureFault::kPartial:
      return "Look at what ends early: the loop that writes rows (block-compressed pictures have one row for "
             "4 rows "
             "of texels), the copy's box, a big picture's later pieces; or a reader that does not wait for "
             "the last "
             "of them.";
    case PictureFault::kChannelOrder:
      return "Give the texture the format that the bytes have (B8G8R8A8_UNORM for BGRA), or reorder the "
             "bytes while "
             "writing them; a copy never does.";
    case PictureFault::kSrgb:
      return words.change == TexelChange::kEncoded ? "Something between wrote through an _SRGB view; a copy "
                                                     "changes no values. Use the format without "
                                                     "_SRGB on that way."
                                                   : "Something between read through an _SRGB view; a copy "
                                                     "changes no values. Use the format without "
                                                     "_SRGB on that way.";
    case PictureFault::kOtherPicture:
      return "Staging bytes were written again while a copy still read them. Take bytes back only when the "
             "fence "
             "value signalled behind their copy is complete, never after a number of frames; "
             "ferry::UploadRing does.";
    case PictureFault::kUnsteady:
      return "Something is not waited for. Reuse staging bytes only when the fence value behind their copy "
             "is "
             "complete, and read only what was waited for; the checker's slow GPU makes it happen every "
             "time.";
    case PictureFault::kUnclear:
      return "Send a bigger picture in which each texel differs: ferry::test_picture_upload() does.";
    case PictureFault::kUnknown:
      return "Run the program on the checker, which looks at the calls instead of the picture.";
  }
  return "";
}

}  // namespace

void put_into_words(PictureDiagnosis& diagnosis, const Words& words) {
  diagnosis.remedy = remedy_of(diagnosis.fault, words);
  switch (diagnosis.fault) {
    case PictureFault::kSame:
      diagnosis.sentence = text("All ", diagnosis.bytes, " bytes are as they were sent.");
      if (!diagnosis.blind.empty()) diagnosis.sentence += " " + diagnosis.blind;
      break;
    case PictureFault::kPitch:
      diagnosis.sentence = pitch_words(diagnosis, words);
      break;
    case PictureFault::kOffset:
      diagnosis.sentence = offset_words(diagnosis, words);
      break;
    case PictureFault::kNothingArrived:
      diagnosis.sentence = nothing_words(diagnosis, words);
      break;
    case PictureFault::kPartial:
      diagnosis.sentence = partial_words(diagnosis, words);
      break;
    case PictureFault::kChannelOrder:
      diagnosis.sentence = text("Channel order: ", change_words(words.change), ".");
      break;
    case PictureFault::kSrgb:
      diagnosis.sentence = text("sRGB: ", change_words(words.change), ".");
      break;
    case PictureFault::kOtherPicture:
      diagnosis.sentence = text(
          "Overwritten in flight: in ", row_span(words, diagnosis.first_wrong_row, diagnosis.last_wrong_row),
          " there are texels of another picture that went through the same staging memory (number ",
          diagnosis.other, " of the others; ", diagnosis.wrong_bytes, " of ", diagnosis.bytes,
          " bytes differ). On a screen this is random flicker.");
      break;
    case PictureFault::kTooEarly:
      break;
    case PictureFault::kUnsteady:
      diagnosis.sentence =
          text("Unsteady: the same picture was sent twice and came differently, so something races (",
               extent(diagnosis, words), "). On a screen this is random flicker.");
      break;
    case PictureFault::kUnclear:
      diagnosis.sentence = unclear_words(diagnosis, words);
      break;
    case PictureFault::kUnknown:
      diagnosis.sentence =
          text("Unknown: ", extent(diagnosis, words), ", and no fault that is known here explains them.");
      break;
  }
}

std::string blind_words(std::uint64_t rows, bool rows_alike, bool texels_alike) {
  if (texels_alike) return "A picture of one colour cannot show a wrong pitch or offset.";
  if (rows == 1) return "A picture of one row cannot show a wrong pitch.";
  if (rows_alike) return "A picture whose rows are all alike cannot show a wrong pitch.";
  return "";
}

}  // namespace ferry::diagnose

namespace ferry {

std::string_view to_string(PictureFault fault) noexcept {
  switch (fault) {
    case PictureFault::kSame:
      return "same";
    case PictureFault::kPitch:
      return "pitch";
    case PictureFault::kOffset:
      return "offset";
    case PictureFault::kNothingArrived:
      return "nothing-arrived";
    case PictureFault::kPartial:
      return "partial";
    case PictureFault::kChannelOrder:
      return "channel-order";
    case PictureFault::kSrgb:
      return "srgb";
    case PictureFault::kOtherPicture:
      return "other-picture";
    case PictureFault::kTooEarly:
      return "too-early";
    case PictureFault::kUnsteady:
      return "unsteady";
    case PictureFault::kUnclear:
      return "unclear";
    case PictureFault::kUnknown:
      return "unknown";
  }
  return "unknown";
}

}  // namespace ferry
