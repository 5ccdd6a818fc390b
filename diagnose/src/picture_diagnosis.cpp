#include <ferry/diagnose/picture_diagnosis.hpp>

#include <algorithm>
#include <cstring>
#include <utility>

#include <ferry/base/units.hpp>
#include <ferry/layout/footprint.hpp>

#include "block_rows.hpp"
#include "diagnosis_words.hpp"
#include "mixture.hpp"
#include "placement.hpp"
#include "texel_change.hpp"

namespace ferry {
namespace {

using namespace diagnose;

/// Of a picture, so that nothing overflows below.
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 44;

Result<BlockRows> rows_of(const PictureBytes& picture, std::uint64_t row_bytes, std::uint64_t rows,
                          std::string_view which) {
  BlockRows made = {picture.bytes.data(), picture.row_pitch == 0 ? row_bytes : picture.row_pitch, row_bytes,
                    rows};
  if (made.pitch < row_bytes) {
    return fail(ErrorCode::kInvalidArgument, "the ", which, " picture has a row pitch of ", made.pitch,
                " bytes, and a row has ", row_bytes, "; give 0 for rows without padding");
  }
  std::uint64_t needed = 0;
  if (!multiply_checked(made.pitch, rows - 1, needed) || !add_checked(needed, row_bytes, needed) ||
      needed > kMostBytes) {
    return fail(ErrorCode::kInvalidArgument, "the ", which, " picture is too big: ", rows, " rows, ",
                made.pitch, " bytes apart");
  }
  if (picture.bytes.size() < needed) {
    return fail(ErrorCode::kInvalidArgument, "the ", which, " picture has ", picture.bytes.size(),
                " bytes, and its size needs ", needed, "; look at width, height, format and row pitch");
  }
  return made;
}

bool same_bytes(const BlockRows& a, const BlockRows& b) {
  for (std::uint64_t row = 0; row < a.rows; ++row) {
    if (std::memcmp(a.row(row), b.row(row), static_cast<std::size_t>(a.row_bytes)) != 0) return false;
  }
  return true;
}

/// One picture on its way to a diagnosis.
class Examination {
 public:
  Result<PictureDiagnosis> run(const PictureCase& picture) {
    if (auto taken = take(picture); !taken) return fail(std::move(taken).error());
    count_wrong(got_);
    decide(picture);
    if (found_.fault != PictureFault::kUnclear) found_.possible = {found_.fault};
    put_into_words(found_, words_);
    return std::move(found_);
  }

 private:
  Result<void> take(const PictureCase& picture) {
    const FormatInfo* const info = format_info(picture.format);
    if (info == nullptr || picture.format == Format::kUnknown) {
      return fail(ErrorCode::kInvalidArgument, "format ", static_cast<std::uint32_t>(picture.format),
                  " is not the format of a picture");
    }
    if (info->planar || info->opaque) {
      return fail(ErrorCode::kUnsupported, info->name,
                  " has several planes or no layout; diagnose each plane as a picture of its own format");
    }
    if (picture.width == 0 || picture.height == 0) {
      return fail(ErrorCode::kInvalidArgument, "a picture of ", picture.width, "x", picture.height,
                  " texels has nothing to look at");
    }
    const std::uint64_t row_bytes = divide_up(picture.width, info->block_width) * info->planes[0].block_bytes;
    const std::uint64_t rows = divide_up(picture.height, info->block_height);
    const auto put = [&](const PictureBytes& bytes, std::string_view which, BlockRows& to) -> Result<void> {
      auto made = rows_of(bytes, row_bytes, rows, which);
      if (!made) return fail(std::move(made).error());
      to = *made;
      return {};
    };
    if (auto put_it = put(picture.expected, "expected", expected_); !put_it) return put_it;
    if (auto put_it = put(picture.got, "received", got_); !put_it) return put_it;
    if (picture.before) {
      if (auto put_it = put(*picture.before, "previous", before_.emplace()); !put_it) return put_it;
    }
    if (picture.again) {
      if (auto put_it = put(*picture.again, "second received", again_.emplace()); !put_it) return put_it;
    }
    for (const PictureBytes& other : picture.others) {
      if (auto put_it = put(other, "other", others_.emplace_back()); !put_it) return put_it;
    }
    words_.rows = rows;
    words_.row_bytes = row_bytes;
    words_.block_bytes = info->planes[0].block_bytes;
    words_.blocks = info->block_height > 1;
    words_.footprint_pitch = align_up(row_bytes, kRowPitchAlignment);
    words_.before_known = before_.has_value();
    return {};
  }

  void count_wrong(const BlockRows& came) {
    found_.bytes = expected_.bytes();
    found_.wrong_bytes = 0;
    found_.wrong_rows = 0;
    for (std::uint64_t row = 0; row < came.rows; ++row) {
      std::uint64_t wrong = 0;
      for (std::uint64_t i = 0; i < came.row_bytes; ++i)
        wrong += came.row(row)[i] != expected_.row(row)[i] ? 1 : 0;
      if (wrong == 0) continue;
      if (found_.wrong_rows++ == 0) found_.first_wrong_row = row;
      found_.last_wrong_row = row;
      found_.wrong_bytes += wrong;
    }
  }

  void decide(const PictureCase& picture) {
    if (is_of_another_picture()) return;
    if (again_ && !same_bytes(got_, *again_)) {
      found_.fault = PictureFault::kUnsteady;
      if (found_.wrong_bytes == 0) count_wrong(*again_);
      return;
    }
    if (found_.wrong_bytes == 0) {
      found_.fault = PictureFault::kSame;
      look_for_blindness();
      return;
    }
    if (nothing_arrived()) return;
    look_for_texel_change(picture.format);
    look_for_placements();
    look_for_parts();
    look_for_likely_pitches();
    conclude();
  }

  bool is_of_another_picture() {
    for (const BlockRows* const came : {&got_, again_ ? &*again_ : nullptr}) {
      if (came == nullptr) continue;
      for (std::size_t i = 0; i < others_.size(); ++i) {
        const Mixture mixture = mixture_of(expected_, *came, &others_[i]);
        if (!mixture.holds || mixture.foreign_bytes < kTellingBytes) continue;
        // What was there before, or zeros, may look the same.
        if (before_ && mixture_of(expected_, *came, &*before_).holds) continue;
        if (mixture_of(expected_, *came, nullptr).holds) continue;
        count_wrong(*came);
        found_.fault = PictureFault::kOtherPicture;
        found_.other = i;
        return true;
      }
    }
    return false;
  }

  void look_for_blindness() {
    bool rows_alike = true;
    for (std::uint64_t row = 1; row < expected_.rows && rows_alike; ++row) {
      rows_alike = std::memcmp(expected_.row(row), expected_.row(0),
                               static_cast<std::size_t>(expected_.row_bytes)) == 0;
    }
    // A row that is equal to itself moved by one block has one block alone.
    const std::uint64_t block = words_.block_bytes;
    const bool one_block = std::memcmp(expected_.row(0), expected_.row(0) + block,
                                       static_cast<std::size_t>(expected_.row_bytes - block)) == 0;
    found_.blind = blind_words(expected_.rows, rows_alike, rows_alike && one_block);
  }

  /// What may stand where nothing arrived: what was there before, and zeros.
  template <typename Use>
  void for_each_background(const Use& use) {
    if (before_) use(&*before_);
    use(nullptr);
  }

  bool nothing_arrived() {
    bool nothing = false;
    for_each_background([&](const BlockRows* background) {
      if (nothing) return;
      const Mixture mixture = mixture_of(expected_, got_, background);
      if (!mixture.holds || mixture.right_rows != 0) return;
      nothing = true;
      words_.zeros = background == nullptr;
      found_.fault = PictureFault::kNothingArrived;
    });
    return nothing;
  }

  void look_for_texel_change(Format format) {
    words_.change = find_texel_change(format, expected_, got_);
    if (words_.change == TexelChange::kNone) return;
    sure(is_channel_order(words_.change) ? PictureFault::kChannelOrder : PictureFault::kSrgb);
    const std::int64_t moved = offset_like(words_.change);
    if (moved == 0) return;
    for (const std::uint64_t pitch : {words_.footprint_pitch, words_.row_bytes}) {
      for (const std::int64_t offset : {moved, moved < 0 ? moved + 4 : moved - 4}) {
        if (fit_of(expected_, got_, {pitch, pitch, offset}).holds) maybe(PictureFault::kOffset);
      }
    }
  }

  void look_for_placements() {
    PlacementSearch search = find_placements(expected_, got_, words_.footprint_pitch);
    words_.poor = !search.rich;
    if (search.one_row_alone) {
      maybe(PictureFault::kPitch);
      maybe(PictureFault::kOffset);
    }
    for (const Placement& placement : search.found) {
      const PictureFault fault =
          moves_only(placement, words_.row_bytes) ? PictureFault::kOffset : PictureFault::kPitch;
      if (words_.poor) {
        maybe(fault);
        continue;
      }
      sure(fault);
      // Other pitches than those that were tried could explain it, too.
      const bool leaves_pitch_open = !search.settled && !search.in_step && expected_.rows > 1;
      if (fault == PictureFault::kOffset && leaves_pitch_open) maybe(PictureFault::kPitch);
    }
    search_ = std::move(search);
  }

  void look_for_parts() {
    for_each_background([&](const BlockRows* background) {
      const Mixture mixture = mixture_of(expected_, got_, background);
      if (!mixture.holds || mixture.right_rows == 0 || is_sure(PictureFault::kPartial)) return;
      // A few bytes, and pictures that repeat themselves, are often right or zero wherever they were moved.
      const bool doubtful = words_.poor || mixture.foreign_bytes < kTellingBytes;
      if (mixture.foreign_bytes < kTellingBytes) {
        maybe(PictureFault::kPartial);
      } else {
        sure(PictureFault::kPartial);
      }
      words_.zeros = background == nullptr;
      found_.right_rows = mixture.cut_off ? mixture.rows_before_foreign : 0;
      // A pitch so big that the second row already lies behind all that was written.
      const bool first_row_alone = mixture.right_rows == 1 && found_.first_wrong_row <= 1;
      if (expected_.rows > 1 && (first_row_alone || doubtful)) maybe(PictureFault::kPitch);
      if (doubtful) maybe(PictureFault::kOffset);
    });
  }

  /// The usual mistakes, in pictures that show too little for the search.
  void look_for_likely_pitches() {
    if (expected_.rows == 1 || words_.row_bytes == words_.footprint_pitch) return;
    const std::uint64_t tight = words_.row_bytes;
    const std::uint64_t padded = words_.footprint_pitch;
    for (const Placement& placement : {Placement{tight, padded, 0}, Placement{padded, tight, 0}}) {
      const Fit fit = fit_of(expected_, got_, placement);
      // In a picture that is like no other, nothing is right by luck.
      if (fit.holds && (words_.poor || fit.lucky < kTellingBytes)) maybe(PictureFault::kPitch);
    }
  }

  void conclude() {
    found_.possible = sure_;
    for (const PictureFault fault : maybe_) {
      if (std::find(sure_.begin(), sure_.end(), fault) == sure_.end()) found_.possible.push_back(fault);
    }
    if (sure_.size() == 1 && found_.possible.size() == 1) {
      found_.fault = sure_.front();
      describe_placements();
      return;
    }
    const bool told_nothing = found_.possible.empty();
    found_.fault = told_nothing && !words_.poor ? PictureFault::kUnknown : PictureFault::kUnclear;
    if (!told_nothing || !words_.poor) return;
    if (expected_.rows > 1) found_.possible.push_back(PictureFault::kPitch);
    found_.possible.push_back(PictureFault::kOffset);
  }

  void describe_placements() {
    if (search_.found.empty()) return;
    const Placement& first = search_.found.front();
    if (found_.fault == PictureFault::kPitch) {
      if (search_.settled || search_.in_step) {
        found_.drift =
            static_cast<std::int64_t>(first.read_pitch) - static_cast<std::int64_t>(first.written_pitch);
      }
      found_.pitches_settled = search_.settled;
      for (const Placement& placement : search_.found) {
        found_.pitches.push_back({placement.written_pitch, placement.read_pitch});
      }
      if (search_.settled || (search_.in_step && search_.rows_further == 0)) found_.offset = first.offset;
      return;
    }
    const auto usual = std::find_if(search_.found.begin(), search_.found.end(), [&](const Placement& p) {
      return p.written_pitch == words_.footprint_pitch;
    });
    const Placement& chosen = usual == search_.found.end() ? first : *usual;
    words_.pitch = chosen.written_pitch;
    const auto pitch = static_cast<std::int64_t>(chosen.written_pitch);
    found_.offset = chosen.offset;
    found_.offset_rows = chosen.offset / pitch;
    found_.offset_in_row = chosen.offset % pitch;
    // The nearer row, so that a few bytes before a row are no row less a few.
    if (found_.offset_in_row > pitch / 2) {
      ++found_.offset_rows;
      found_.offset_in_row -= pitch;
    } else if (found_.offset_in_row < -(pitch / 2)) {
      --found_.offset_rows;
      found_.offset_in_row += pitch;
    }
  }

  void sure(PictureFault fault) {
    if (!is_sure(fault)) sure_.push_back(fault);
  }
  [[nodiscard]] bool is_sure(PictureFault fault) const {
    return std::find(sure_.begin(), sure_.end(), fault) != sure_.end();
  }
  void maybe(PictureFault fault) {
    if (std::find(maybe_.begin(), maybe_.end(), fault) == maybe_.end()) maybe_.push_back(fault);
  }

  BlockRows expected_;
  BlockRows got_;
  std::optional<BlockRows> before_;
  std::optional<BlockRows> again_;
  std::vector<BlockRows> others_;
  Words words_;
  PictureDiagnosis found_;
  /// Faults that explain all that can be told, and those that cannot be ruled out.
  std::vector<PictureFault> sure_;
  std::vector<PictureFault> maybe_;
  PlacementSearch search_;
};

}  // namespace

Result<PictureDiagnosis> diagnose_picture(const PictureCase& picture) {
  return Examination().run(picture);
}

}  // namespace ferry
