// Synthetic faults of every kind and size: a fault that is named for sure is the one that was made.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "staged.hpp"

namespace ferry::test {
namespace {

constexpr Format kFormats[] = {Format::kR8Unorm,           Format::kR8G8Unorm,
                               Format::kR8G8B8A8Unorm,     Format::kB8G8R8A8UnormSrgb,
                               Format::kR16G16B16A16Float, Format::kR32G32B32Float,
                               Format::kR32G32B32A32Float, Format::kBc1Unorm,
                               Format::kBc7Unorm,          Format::kR8G8B8G8Unorm};

/// Small ones often: there most cannot be told apart.
rc::Gen<Shape> any_shape() {
  const auto side = rc::gen::weightedOneOf<std::uint32_t>({{3, rc::gen::inRange<std::uint32_t>(1, 6)},
                                                           {3, rc::gen::inRange<std::uint32_t>(1, 40)},
                                                           {1, rc::gen::inRange<std::uint32_t>(1, 200)}});
  return rc::gen::build<Shape>(rc::gen::set(&Shape::format, rc::gen::elementOf(std::vector<Format>(
                                                                std::begin(kFormats), std::end(kFormats)))),
                               rc::gen::set(&Shape::width, side), rc::gen::set(&Shape::height, side));
}

enum class Content { kNoise, kColour, kStripes, kColumns, kGradient, kFewValues };

/// Pictures that repeat themselves are there to tempt.
Bytes content_of(const Shape& shape, Content content, std::uint64_t seed) {
  Bytes bytes = noise(shape.bytes(), seed);
  const std::uint64_t row = shape.row_bytes();
  const std::uint64_t block = shape.info().planes[0].block_bytes;
  for (std::uint64_t i = 0; i < bytes.size(); ++i) {
    if (content == Content::kColour) bytes[i] = bytes[i % block];
    if (content == Content::kStripes) bytes[i] = bytes[i / row * row + i % block];
    if (content == Content::kColumns) bytes[i] = bytes[i % row];
    if (content == Content::kGradient) bytes[i] = static_cast<std::byte>(i % row / block + i / row);
    if (content == Content::kFewValues) bytes[i] &= std::byte{1};
  }
  return bytes;
}

rc::Gen<Content> any_content() {
  return rc::gen::weightedElement<Content>({{5, Content::kNoise},
                                            {1, Content::kColour},
                                            {1, Content::kStripes},
                                            {1, Content::kColumns},
                                            {1, Content::kGradient},
                                            {1, Content::kFewValues}});
}

std::uint64_t any_pitch(const Shape& shape) {
  const std::uint64_t row = shape.row_bytes();
  return *rc::gen::oneOf(rc::gen::element(row, shape.pitch(), shape.pitch() * 2, row + 4, row * 2),
                         rc::gen::inRange<std::uint64_t>(1, shape.pitch() * 2 + 2));
}

std::int64_t any_offset(const Shape& shape) {
  const auto pitch = static_cast<std::int64_t>(shape.pitch());
  return *rc::gen::oneOf(rc::gen::just<std::int64_t>(0),
                         rc::gen::element<std::int64_t>(4, -4, 512, -512, pitch, -pitch),
                         rc::gen::inRange<std::int64_t>(-2 * pitch, 2 * pitch));
}

std::function<std::byte(std::uint64_t)> any_background() {
  const auto seed = *rc::gen::inRange<std::uint64_t>(1, 1000);
  switch (*rc::gen::inRange(0, 3)) {
    case 0:
      return [](std::uint64_t) { return std::byte{0}; };
    case 1:
      return [seed](std::uint64_t) { return static_cast<std::byte>(seed); };
    default:
      return
          [seed](std::uint64_t i) { return static_cast<std::byte>((i + seed) * 0x9e3779b97f4a7c15u >> 37); };
  }
}

void log(const Shape& shape, const PictureDiagnosis& found) {
  RC_LOG() << format_name(shape.format) << " " << shape.width << "x" << shape.height << ": " << found.sentence
           << "\n";
}

bool all_zero(const Bytes& bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [](std::byte b) { return b == std::byte{0}; });
}

/// What may be said of a picture that was staged so.
void check_staged(const Shape& shape, const Bytes& sent, const Staging& way, const Bytes& came, bool noisy) {
  const PictureDiagnosis found = diagnosed(shape, sent, came);
  log(shape, found);
  RC_LOG() << "written " << way.written_pitch << ", read " << way.read_pitch << ", offset " << way.offset
           << "\n";
  RC_ASSERT((found.fault == PictureFault::kSame) == (sent == came));
  RC_ASSERT(!found.sentence.empty());
  const bool one_row = shape.rows() == 1;
  const bool pitch_wrong =
      !one_row && (way.written_pitch != way.read_pitch || way.written_pitch < shape.row_bytes());
  const bool offset_wrong = way.offset != 0;
  switch (found.fault) {
    case PictureFault::kSame:
      return;
    case PictureFault::kNothingArrived:
      RC_ASSERT(all_zero(came));
      return;
    case PictureFault::kUnclear:
      RC_ASSERT(found.possible.size() >= 1u);
      return;
    case PictureFault::kUnknown:
      return;
    case PictureFault::kPitch:
      RC_ASSERT(pitch_wrong);
      if (noisy && found.drift) {
        RC_ASSERT(*found.drift ==
                  static_cast<std::int64_t>(way.read_pitch) - static_cast<std::int64_t>(way.written_pitch));
      }
      if (noisy && found.pitches_settled) {
        RC_ASSERT(found.pitches == (std::vector<PitchPair>{{way.written_pitch, way.read_pitch}}));
        RC_ASSERT(found.offset == way.offset);
      }
      return;
    case PictureFault::kOffset:
      RC_ASSERT(offset_wrong);
      RC_ASSERT(one_row || way.written_pitch == way.read_pitch);
      if (noisy && way.read_pitch == shape.pitch()) RC_ASSERT(found.offset == way.offset);
      return;
    default:
      RC_FAIL("a fault that was not made: " + found.sentence);
  }
}

RC_GTEST_PROP(PictureProperty, PitchAndOffsetAreToldApartOrLeftOpen, ()) {
  const Shape shape = *any_shape();
  const Content content = *any_content();
  const Bytes sent = content_of(shape, content, *rc::gen::inRange<std::uint64_t>(0, 1000));
  Staging way = {any_pitch(shape), any_pitch(shape), any_offset(shape)};
  if (*rc::gen::inRange(0, 3) == 0) way.read_pitch = way.written_pitch;
  const Bytes came = staged(sent, shape, way, any_background());
  RC_CLASSIFY(diagnosed(shape, sent, came).fault == PictureFault::kUnclear);
  RC_CLASSIFY(diagnosed(shape, sent, came).fault == PictureFault::kUnknown);
  check_staged(shape, sent, way, came, content == Content::kNoise);
}

/// Where two rows and more show enough, one fault alone is always named.
RC_GTEST_PROP(PictureProperty, OneFaultInABigPictureIsNamed, ()) {
  const Shape shape = {*rc::gen::elementOf(std::vector<Format>(std::begin(kFormats), std::end(kFormats))),
                       *rc::gen::inRange<std::uint32_t>(64, 200), *rc::gen::inRange<std::uint32_t>(64, 120)};
  const Bytes sent = noise(shape.bytes(), *rc::gen::inRange<std::uint64_t>(0, 1000));
  const std::uint64_t tight = shape.row_bytes();
  const std::uint64_t padded = shape.pitch();
  const bool pitch = *rc::gen::arbitrary<bool>() && tight != padded;
  Staging way = {padded, padded, 0};
  if (pitch) {
    way = *rc::gen::element(Staging{tight, padded, 0}, Staging{padded, tight, 0},
                            Staging{padded, padded * 2, 0}, Staging{tight + 4, padded, 0},
                            Staging{padded * 2, padded, 0});
  } else {
    way.offset = *rc::gen::suchThat(rc::gen::inRange<std::int64_t>(-static_cast<std::int64_t>(padded) * 3,
                                                                   static_cast<std::int64_t>(padded) * 3),
                                    [&](std::int64_t offset) { return offset != 0; });
  }
  if (way.written_pitch == way.read_pitch && way.offset == 0) return;
  // So far aside that next to nothing of any row is left to see.
  const auto aside = static_cast<std::uint64_t>(
      (way.offset % static_cast<std::int64_t>(padded) + static_cast<std::int64_t>(padded)) %
      static_cast<std::int64_t>(padded));
  if (!pitch && aside + 16 > tight && padded - aside + 16 > tight) return;
  const PictureDiagnosis found = diagnosed(shape, sent, staged(sent, shape, way, any_background()));
  log(shape, found);
  RC_LOG() << "written " << way.written_pitch << ", read " << way.read_pitch << ", offset " << way.offset
           << "\n";
  RC_ASSERT(found.fault == (pitch ? PictureFault::kPitch : PictureFault::kOffset));
  if (!pitch) RC_ASSERT(found.offset == way.offset);
  if (pitch) {
    RC_ASSERT(std::find(found.pitches.begin(), found.pitches.end(),
                        PitchPair{way.written_pitch, way.read_pitch}) != found.pitches.end());
  }
}

RC_GTEST_PROP(PictureProperty, WhatEndsEarlyIsPartial, ()) {
  const Shape shape = *any_shape();
  const Bytes sent = noise(shape.bytes(), *rc::gen::inRange<std::uint64_t>(0, 1000));
  const Bytes before = noise(shape.bytes(), *rc::gen::inRange<std::uint64_t>(2000, 3000));
  const bool zeros = *rc::gen::arbitrary<bool>();
  const bool known = *rc::gen::arbitrary<bool>() || !zeros;
  const auto end = static_cast<std::ptrdiff_t>(*rc::gen::inRange<std::uint64_t>(0, shape.bytes() + 1));
  Bytes came = zeros ? Bytes(sent.size()) : before;
  std::copy(sent.begin(), sent.begin() + end, came.begin());
  PictureCase picture = case_of(shape, sent, came);
  if (known) picture.before = PictureBytes{before};
  const PictureDiagnosis found = diagnosed(picture);
  log(shape, found);
  RC_LOG() << "the first " << end << " bytes\n";
  if (sent == came) {
    RC_ASSERT(found.fault == PictureFault::kSame);
  } else if (end == 0) {
    RC_ASSERT(found.fault == PictureFault::kNothingArrived);
  } else {
    const bool may_be = found.fault == PictureFault::kPartial || found.fault == PictureFault::kUnclear ||
                        // The first bytes were the same before.
                        (found.fault == PictureFault::kNothingArrived && end < 4);
    RC_ASSERT(may_be);
    if (static_cast<std::uint64_t>(end) >= shape.row_bytes() * 2 && shape.row_bytes() >= 16 &&
        found.wrong_bytes >= 8) {
      RC_ASSERT(found.fault == PictureFault::kPartial);
      // Bytes that were the same before are right, too.
      const auto wrong = static_cast<std::uint64_t>(
          std::mismatch(sent.begin(), sent.end(), came.begin()).first - sent.begin());
      RC_ASSERT(found.right_rows == wrong / shape.row_bytes());
    }
  }
}

RC_GTEST_PROP(PictureProperty, RubbishIsNeverNamed, ()) {
  const Shape shape = *any_shape();
  const Content content = *any_content();
  const Bytes sent = content_of(shape, content, *rc::gen::inRange<std::uint64_t>(0, 1000));
  const Bytes came = noise(shape.bytes(), *rc::gen::inRange<std::uint64_t>(2000, 3000));
  if (sent == came || all_zero(came)) return;
  const PictureDiagnosis found = diagnosed(shape, sent, came);
  log(shape, found);
  // A few bytes may look like anything.
  if (shape.bytes() >= 16) {
    RC_ASSERT(found.fault == PictureFault::kUnknown || found.fault == PictureFault::kUnclear);
  }
}

RC_GTEST_PROP(PictureProperty, OverwrittenStagingIsKnownByTheOtherPicture, ()) {
  const Shape shape = *any_shape();
  const Bytes sent = noise(shape.bytes(), *rc::gen::inRange<std::uint64_t>(0, 1000));
  std::vector<Bytes> others;
  for (std::uint64_t i = 0; i < *rc::gen::inRange<std::uint64_t>(1, 4); ++i)
    others.push_back(noise(shape.bytes(), 5000 + i));
  std::vector<PictureBytes> views;
  for (const Bytes& other : others) views.push_back({other});
  const std::size_t which = *rc::gen::inRange<std::size_t>(0, others.size());
  const std::uint64_t first = *rc::gen::inRange<std::uint64_t>(0, shape.bytes());
  const std::uint64_t last = *rc::gen::inRange<std::uint64_t>(first, shape.bytes()) + 1;
  Bytes came = sent;
  for (std::uint64_t i = first; i < last; ++i) came[i] = others[which][i];
  PictureCase picture = case_of(shape, sent, came);
  picture.others = views;
  const PictureDiagnosis found = diagnosed(picture);
  log(shape, found);
  std::uint64_t foreign = 0;
  for (std::uint64_t i = first; i < last; ++i) foreign += came[i] != sent[i] ? 1 : 0;
  if (foreign < 8) {
    RC_ASSERT(found.fault == PictureFault::kSame || found.fault == PictureFault::kUnknown ||
              found.fault == PictureFault::kUnclear || all_zero(came));
  } else {
    RC_ASSERT(found.fault == PictureFault::kOtherPicture);
    RC_ASSERT(found.other == which);
  }
}

}  // namespace
}  // namespace ferry::test
