#include <gtest/gtest.h>

#include "staged.hpp"

namespace ferry::test {
namespace {

constexpr Shape kPicture = {Format::kR8G8B8A8Unorm, 100, 40};  // 400 bytes a row, 512 in a footprint

std::byte zero(std::uint64_t) {
  return std::byte{0};
}
std::byte rubbish(std::uint64_t i) {
  return static_cast<std::byte>(i * 0x9e3779b97f4a7c15u >> 41);
}

void expect_words(const PictureDiagnosis& found, std::initializer_list<std::string_view> words) {
  for (const std::string_view word : words) {
    EXPECT_NE(found.sentence.find(word), std::string::npos)
        << "'" << word << "' is not in: " << found.sentence;
  }
}

TEST(PictureDiagnosis, TheSamePictureIsTheSame) {
  const Bytes sent = noise(kPicture.bytes(), 1);
  const PictureDiagnosis found = diagnosed(kPicture, sent, sent);
  EXPECT_EQ(found.fault, PictureFault::kSame);
  EXPECT_EQ(found.blind, "");
  EXPECT_EQ(found.remedy, "");
  EXPECT_EQ(found.wrong_bytes, 0u);
  EXPECT_EQ(found.bytes, kPicture.bytes());
}

TEST(PictureDiagnosis, WhatAPictureCannotShowIsSaid) {
  const Shape row = {Format::kR8G8B8A8Unorm, 100, 1};
  const Bytes noisy_row = noise(row.bytes(), 1);
  EXPECT_NE(diagnosed(row, noisy_row, noisy_row).blind.find("one row"), std::string::npos);
  const Bytes solid(static_cast<std::size_t>(kPicture.bytes()), std::byte{7});
  EXPECT_NE(diagnosed(kPicture, solid, solid).blind.find("one colour"), std::string::npos);
  Bytes stripes;
  for (std::uint64_t r = 0; r < kPicture.rows(); ++r)
    stripes.insert(stripes.end(), noisy_row.begin(), noisy_row.end());
  EXPECT_NE(diagnosed(kPicture, stripes, stripes).blind.find("rows are all alike"), std::string::npos);
}

TEST(PictureDiagnosis, RowsWrittenWithoutPaddingAreAPitchFault) {
  const Bytes sent = noise(kPicture.bytes(), 2);
  const Bytes came = staged(sent, kPicture, {400, 512, 0}, rubbish);
  const PictureDiagnosis found = diagnosed(kPicture, sent, came);
  EXPECT_EQ(found.fault, PictureFault::kPitch) << found.sentence;
  EXPECT_EQ(found.pitches, (std::vector<PitchPair>{{400, 512}}));
  EXPECT_TRUE(found.pitches_settled);
  EXPECT_EQ(found.drift, 112);
  EXPECT_EQ(found.offset, 0);
  EXPECT_EQ(found.first_wrong_row, 1u);
  EXPECT_EQ(found.last_wrong_row, 39u);
  expect_words(
      found, {"112 bytes more", "written 400 bytes apart, without padding,", "read 512", "RowPitch is 512"});
}

TEST(PictureDiagnosis, APitchThatNoRowSettlesIsLikelyOnly) {
  // So little drift that no row reaches the next one's bytes.
  const Shape shape = {Format::kR8G8B8A8Unorm, 64, 8};
  const Bytes sent = noise(shape.bytes(), 3);
  const Bytes came = staged(sent, shape, {500, 504, 0}, rubbish);
  const PictureDiagnosis found = diagnosed(shape, sent, came);
  EXPECT_EQ(found.fault, PictureFault::kPitch) << found.sentence;
  EXPECT_EQ(found.drift, 4);
  EXPECT_FALSE(found.pitches_settled);
  expect_words(found, {"4 bytes more", "leaves the pitches open"});
}

TEST(PictureDiagnosis, APitchAndAnOffsetAreBothSaid) {
  const Bytes sent = noise(kPicture.bytes(), 4);
  const PictureDiagnosis found = diagnosed(kPicture, sent, staged(sent, kPicture, {400, 512, -96}, rubbish));
  EXPECT_EQ(found.fault, PictureFault::kPitch) << found.sentence;
  EXPECT_EQ(found.offset, -96);
  expect_words(found, {"96 bytes before", "The offset is wrong as well"});
}

TEST(PictureDiagnosis, APitchBelowARowIsAPitchFault) {
  const Bytes sent = noise(kPicture.bytes(), 5);
  const PictureDiagnosis found = diagnosed(kPicture, sent, staged(sent, kPicture, {300, 300, 0}, zero));
  EXPECT_EQ(found.fault, PictureFault::kPitch) << found.sentence;
  EXPECT_EQ(found.pitches, (std::vector<PitchPair>{{300, 300}}));
  expect_words(found, {"300 bytes apart", "less than the 400 bytes of a row"});
}

TEST(PictureDiagnosis, ASecondRowLeftOutIsAPitchFault) {
  const Bytes sent = noise(kPicture.bytes(), 6);
  const PictureDiagnosis found = diagnosed(kPicture, sent, staged(sent, kPicture, {512, 1024, 0}, zero));
  EXPECT_EQ(found.fault, PictureFault::kPitch) << found.sentence;
  EXPECT_FALSE(found.pitches_settled);
  EXPECT_NE(std::find(found.pitches.begin(), found.pitches.end(), PitchPair{512, 1024}), found.pitches.end());
}

TEST(PictureDiagnosis, AllRowsMovedByAsMuchAreAnOffsetFault) {
  const Bytes sent = noise(kPicture.bytes(), 7);
  for (const std::int64_t offset : {4, -4, 1, 399, 512, -512, 1024, 516, -1000, 5000}) {
    const PictureDiagnosis found =
        diagnosed(kPicture, sent, staged(sent, kPicture, {512, 512, offset}, rubbish));
    EXPECT_EQ(found.fault, PictureFault::kOffset) << offset << ": " << found.sentence;
    EXPECT_EQ(found.offset, offset) << found.sentence;
    EXPECT_EQ(found.offset_rows * 512 + found.offset_in_row, offset);
  }
  const PictureDiagnosis found = diagnosed(kPicture, sent, staged(sent, kPicture, {512, 512, 516}, rubbish));
  expect_words(found, {"516 bytes behind", "1 row down and 1 texel to the right"});
}

TEST(PictureDiagnosis, OneRowShowsAnOffsetAndNoPitch) {
  const Shape row = {Format::kR8G8B8A8Unorm, 100, 1};
  const Bytes sent = noise(row.bytes(), 8);
  EXPECT_EQ(diagnosed(row, sent, staged(sent, row, {400, 512, 0}, rubbish)).fault, PictureFault::kSame);
  const PictureDiagnosis found = diagnosed(row, sent, staged(sent, row, {512, 512, 12}, rubbish));
  EXPECT_EQ(found.fault, PictureFault::kOffset) << found.sentence;
  EXPECT_EQ(found.offset, 12);
}

TEST(PictureDiagnosis, OneRowOfSeveralThatWasMovedLeavesItOpen) {
  const Shape shape = {Format::kR8G8B8A8Unorm, 64, 2};
  const Bytes sent = noise(shape.bytes(), 9);
  const PictureDiagnosis found = diagnosed(shape, sent, staged(sent, shape, {256, 256, -256}, rubbish));
  EXPECT_EQ(found.fault, PictureFault::kUnclear) << found.sentence;
  EXPECT_EQ(found.possible, (std::vector<PictureFault>{PictureFault::kPitch, PictureFault::kOffset}));
  expect_words(found, {"pitch or offset"});
}

TEST(PictureDiagnosis, ACopyWithoutEffectLeavesWhatWasThere) {
  const Bytes sent = noise(kPicture.bytes(), 10);
  const Bytes before = noise(kPicture.bytes(), 11);
  PictureCase picture = case_of(kPicture, sent, before);
  picture.before = PictureBytes{before};
  const PictureDiagnosis stale = diagnosed(picture);
  EXPECT_EQ(stale.fault, PictureFault::kNothingArrived);
  expect_words(stale, {"what was there before"});
  const Bytes zeros(sent.size());
  picture.got = {zeros};
  const PictureDiagnosis unwritten = diagnosed(picture);
  EXPECT_EQ(unwritten.fault, PictureFault::kNothingArrived);
  expect_words(unwritten, {"a copy ran, and read staging memory that nobody had written"});
  picture.before.reset();
  expect_words(diagnosed(picture), {"every byte is 0"});
}

TEST(PictureDiagnosis, RowsThatAreMissingAreCounted) {
  const Bytes sent = noise(kPicture.bytes(), 12);
  const Bytes before = noise(kPicture.bytes(), 13);
  Bytes came = sent;
  std::copy(before.begin() + 30 * 400, before.end(), came.begin() + 30 * 400);
  PictureCase picture = case_of(kPicture, sent, came);
  picture.before = PictureBytes{before};
  const PictureDiagnosis cut = diagnosed(picture);
  EXPECT_EQ(cut.fault, PictureFault::kPartial) << cut.sentence;
  EXPECT_EQ(cut.right_rows, 30u);
  expect_words(cut, {"rows 0 to 29 are right", "from row 30 on there are what was there before"});

  came = sent;
  std::copy(before.begin() + 10 * 400 + 17, before.begin() + 12 * 400, came.begin() + 10 * 400 + 17);
  picture.got = {came};
  const PictureDiagnosis hole = diagnosed(picture);
  EXPECT_EQ(hole.fault, PictureFault::kPartial) << hole.sentence;
  EXPECT_EQ(hole.first_wrong_row, 10u);
  EXPECT_EQ(hole.last_wrong_row, 11u);
  expect_words(hole, {"2 rows of 40, from row 10 to row 11"});
}

TEST(PictureDiagnosis, OnlyTheFirstRowCanBeAPitchAsWell) {
  const Shape shape = {Format::kR8G8B8A8Unorm, 4, 4};
  const Bytes sent = noise(shape.bytes(), 14);
  const PictureDiagnosis found = diagnosed(shape, sent, staged(sent, shape, {16, 256, 0}, zero));
  EXPECT_EQ(found.fault, PictureFault::kUnclear) << found.sentence;
  EXPECT_EQ(found.possible, (std::vector<PictureFault>{PictureFault::kPartial, PictureFault::kPitch}));
}

Bytes reordered(const Bytes& sent, std::array<std::size_t, 4> order) {
  Bytes came(sent.size());
  for (std::size_t i = 0; i < sent.size(); ++i) came[i] = sent[i / 4 * 4 + order[i % 4]];
  return came;
}

TEST(PictureDiagnosis, SwappedChannelsAreNamed) {
  const Bytes sent = noise(kPicture.bytes(), 15);
  const PictureDiagnosis swapped = diagnosed(kPicture, sent, reordered(sent, {2, 1, 0, 3}));
  EXPECT_EQ(swapped.fault, PictureFault::kChannelOrder);
  expect_words(swapped, {"red and blue are swapped"});
  EXPECT_EQ(diagnosed(kPicture, sent, reordered(sent, {3, 0, 1, 2})).fault, PictureFault::kChannelOrder);
  EXPECT_EQ(diagnosed(kPicture, sent, reordered(sent, {1, 2, 3, 0})).fault, PictureFault::kChannelOrder);
  EXPECT_EQ(diagnosed(kPicture, sent, reordered(sent, {3, 2, 1, 0})).fault, PictureFault::kChannelOrder);
  // Bytes of other formats are no channels.
  const Shape depth = {Format::kR32Float, 100, 40};
  EXPECT_EQ(diagnosed(depth, sent, reordered(sent, {2, 1, 0, 3})).fault, PictureFault::kUnknown);
}

TEST(PictureDiagnosis, AColourThatPartlyArrivedLeavesItOpen) {
  Bytes sent;
  for (std::uint64_t i = 0; i < kPicture.bytes(); ++i)
    sent.push_back(static_cast<std::byte>(0x20 + i % 4 * 0x30));
  Bytes came = sent;
  std::fill(came.begin() + 30 * 400, came.end(), std::byte{0});
  const PictureDiagnosis found = diagnosed(kPicture, sent, came);
  EXPECT_EQ(found.fault, PictureFault::kUnclear) << found.sentence;
  EXPECT_EQ(found.possible.size(), 3u);
}

TEST(PictureDiagnosis, AColourMovedByOneByteMayBeReordered) {
  Bytes sent;
  for (std::uint64_t i = 0; i < kPicture.bytes(); ++i)
    sent.push_back(static_cast<std::byte>(0x20 + i % 4 * 0x30));
  // Rows without padding, so that every byte but the last is one of the colour's.
  Bytes came = reordered(sent, {1, 2, 3, 0});
  EXPECT_EQ(diagnosed(kPicture, sent, came).fault, PictureFault::kUnclear);
  came = reordered(sent, {2, 1, 0, 3});
  EXPECT_EQ(diagnosed(kPicture, sent, came).fault, PictureFault::kChannelOrder);
}

TEST(PictureDiagnosis, TheCurveOfSrgbIsKnown) {
  const Bytes sent = noise(kPicture.bytes(), 16);
  const auto through = [&](bool encode) {
    Bytes came = sent;
    for (std::size_t i = 0; i < came.size(); ++i) {
      if (i % 4 == 3) continue;
      const double x = std::to_integer<int>(sent[i]) / 255.0;
      const double y = encode ? (x <= 0.0031308 ? 12.92 * x : 1.055 * std::pow(x, 1 / 2.4) - 0.055)
                              : (x <= 0.04045 ? x / 12.92 : std::pow((x + 0.055) / 1.055, 2.4));
      came[i] = static_cast<std::byte>(std::floor(y * 255 + 0.3));
    }
    return came;
  };
  const PictureDiagnosis bright = diagnosed(kPicture, sent, through(true));
  EXPECT_EQ(bright.fault, PictureFault::kSrgb);
  expect_words(bright, {"brighter"});
  const PictureDiagnosis dark = diagnosed(kPicture, sent, through(false));
  EXPECT_EQ(dark.fault, PictureFault::kSrgb);
  expect_words(dark, {"darker"});
}

TEST(PictureDiagnosis, TexelsOfAnotherPictureWereOverwrittenInFlight) {
  const Bytes sent = noise(kPicture.bytes(), 17);
  const Bytes others[] = {noise(kPicture.bytes(), 18), noise(kPicture.bytes(), 19)};
  const PictureBytes other_views[] = {{others[0]}, {others[1]}};
  Bytes came = sent;
  std::copy(others[1].begin() + 4000, others[1].begin() + 9000, came.begin() + 4000);
  PictureCase picture = case_of(kPicture, sent, came);
  picture.others = other_views;
  PictureDiagnosis found = diagnosed(picture);
  EXPECT_EQ(found.fault, PictureFault::kOtherPicture) << found.sentence;
  EXPECT_EQ(found.other, 1u);
  expect_words(found, {"rows 10 to 22", "another picture", "flicker"});
  // In the second run only.
  picture.got = {sent};
  picture.again = PictureBytes{came};
  EXPECT_EQ(diagnosed(picture).fault, PictureFault::kOtherPicture);
  // What was there before is no other upload.
  picture.got = {came};
  picture.again.reset();
  picture.before = PictureBytes{others[1]};
  EXPECT_EQ(diagnosed(picture).fault, PictureFault::kPartial);
}

TEST(PictureDiagnosis, TwoRunsThatDifferAreUnsteady) {
  const Bytes sent = noise(kPicture.bytes(), 20);
  Bytes again = sent;
  again[5000] ^= std::byte{1};
  PictureCase picture = case_of(kPicture, sent, sent);
  picture.again = PictureBytes{again};
  const PictureDiagnosis found = diagnosed(picture);
  EXPECT_EQ(found.fault, PictureFault::kUnsteady);
  EXPECT_EQ(found.wrong_bytes, 1u);
  EXPECT_EQ(found.first_wrong_row, 12u);
}

TEST(PictureDiagnosis, AnUnknownFaultIsNotGivenAName) {
  const Bytes sent = noise(kPicture.bytes(), 21);
  EXPECT_EQ(diagnosed(kPicture, sent, noise(kPicture.bytes(), 22)).fault, PictureFault::kUnknown);
  Bytes spoilt = sent;
  spoilt[777] ^= std::byte{0x10};
  EXPECT_EQ(diagnosed(kPicture, sent, spoilt).fault, PictureFault::kUnknown);
  // A pitch fault with one byte more wrong is none that is known.
  Bytes came = staged(sent, kPicture, {400, 512, 0}, rubbish);
  came[401] ^= std::byte{1};
  EXPECT_EQ(diagnosed(kPicture, sent, came).fault, PictureFault::kUnknown);
}

TEST(PictureDiagnosis, PaddedRowsOfTheCallerAreSkipped) {
  const Bytes sent = noise(kPicture.bytes(), 23);
  Bytes padded(40 * 464, std::byte{0xcd});
  for (std::ptrdiff_t r = 0; r < 40; ++r) std::copy_n(sent.begin() + r * 400, 400, padded.begin() + r * 464);
  padded.erase(padded.end() - 64, padded.end());
  PictureCase picture = case_of(kPicture, sent, sent);
  picture.got = {padded, 464};
  EXPECT_EQ(diagnosed(picture).fault, PictureFault::kSame);
}

TEST(PictureDiagnosis, MistakesOfTheCallerAreNamed) {
  const Bytes sent = noise(kPicture.bytes(), 24);
  const auto message = [](const PictureCase& picture) {
    const auto found = diagnose_picture(picture);
    return found ? std::string("none") : found.error().message;
  };
  PictureCase picture = case_of(kPicture, sent, sent);
  picture.got = {std::span(sent).first(sent.size() - 1)};
  EXPECT_NE(message(picture).find("received picture has 15999 bytes, and its size needs 16000"),
            std::string::npos);
  picture = case_of(kPicture, sent, sent);
  picture.expected.row_pitch = 399;
  EXPECT_NE(message(picture).find("row pitch of 399"), std::string::npos);
  picture = case_of(kPicture, sent, sent);
  picture.height = 0;
  EXPECT_NE(message(picture).find("100x0"), std::string::npos);
  picture = case_of(kPicture, sent, sent);
  picture.format = Format::kNv12;
  EXPECT_EQ(diagnose_picture(picture).error().code, ErrorCode::kUnsupported);
  picture.format = static_cast<Format>(9999);
  EXPECT_EQ(diagnose_picture(picture).error().code, ErrorCode::kInvalidArgument);
  picture = case_of(kPicture, sent, sent);
  picture.before = PictureBytes{std::span(sent), UINT64_MAX / 2};
  EXPECT_NE(message(picture).find("previous picture is too big"), std::string::npos);
}

}  // namespace
}  // namespace ferry::test
