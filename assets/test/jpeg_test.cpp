#include <ferry/assets/jpeg.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include <ferry/base/text.hpp>

#include "../src/jpeg_markers.hpp"
#include "jpeg_making.hpp"
#include "scratch_folder.hpp"

namespace ferry {
namespace {

using test::Bytes;
using test::JpegKind;
using test::make_jpeg;

using Rgba8 = std::array<std::uint8_t, 4>;

std::vector<Rgba8> texels(const Picture& picture) {
  EXPECT_EQ(picture.format, Format::kR8G8B8A8Unorm);
  EXPECT_EQ(picture.row_pitch, std::uint64_t{picture.width} * 4);
  EXPECT_EQ(picture.pixels.size(), picture.row_pitch * picture.height);
  std::vector<Rgba8> all(std::size_t{picture.width} * picture.height);
  std::memcpy(all.data(), picture.pixels.data(), all.size() * 4);
  return all;
}

std::vector<Rgba8> decode(const Bytes& jpeg, const JpegOptions& options = {}) {
  const Result<Picture> picture = decode_jpeg(jpeg, options);
  if (!picture) {
    ADD_FAILURE() << picture.error().message;
    return {};
  }
  return texels(*picture);
}

/// A picture of one colour.
Bytes flat(const JpegKind& kind, const std::vector<std::uint8_t>& texel) {
  std::vector<std::uint8_t> rows;
  for (std::uint32_t i = 0; i < kind.width * kind.height; ++i)
    rows.insert(rows.end(), texel.begin(), texel.end());
  return make_jpeg(kind, rows);
}

/// One colour in the whole picture, each channel off by at most `tolerance`.
void expect_flat(const Bytes& jpeg, Rgba8 wanted, int tolerance) {
  const std::vector<Rgba8> got = decode(jpeg);
  ASSERT_FALSE(got.empty());
  for (const Rgba8& texel : got) {
    for (std::size_t i = 0; i < 4; ++i) {
      ASSERT_LE(std::abs(texel[i] - wanted[i]), i == 3 ? 0 : tolerance)
          << int{texel[0]} << " " << int{texel[1]} << " " << int{texel[2]} << " " << int{texel[3]};
    }
  }
}

TEST(JpegDecode, TakesEveryColourModel) {
  for (const bool progressive : {false, true}) {
    JpegKind kind;
    kind.width = 19;
    kind.height = 11;
    kind.progressive = progressive;
    kind.given = JCS_GRAYSCALE;
    kind.stored = JCS_GRAYSCALE;
    expect_flat(flat(kind, {77}), {77, 77, 77, 255}, 0);
    kind.given = JCS_RGB;
    kind.stored = JCS_RGB;
    expect_flat(flat(kind, {200, 100, 7}), {200, 100, 7, 255}, 0);
    kind.stored = JCS_YCbCr;
    expect_flat(flat(kind, {200, 100, 7}), {200, 100, 7, 255}, 1);
    kind.sampling_x = 2;
    kind.sampling_y = 2;
    expect_flat(flat(kind, {10, 240, 60}), {10, 240, 60, 255}, 1);
    kind.sampling_y = 1;
    expect_flat(flat(kind, {10, 240, 60}), {10, 240, 60, 255}, 1);
  }
}

TEST(JpegDecode, TurnsInksIntoColours) {
  JpegKind kind;
  kind.width = 9;
  kind.height = 9;
  kind.given = JCS_CMYK;
  kind.stored = JCS_CMYK;
  // Inverted, as Adobe's marker says: 255 is no ink.
  expect_flat(flat(kind, {255, 255, 255, 255}), {255, 255, 255, 255}, 0);
  expect_flat(flat(kind, {255, 255, 255, 0}), {0, 0, 0, 255}, 0);
  expect_flat(flat(kind, {200, 100, 50, 255}), {200, 100, 50, 255}, 0);
  expect_flat(flat(kind, {200, 100, 50, 128}), {100, 50, 25, 255}, 0);  // 100.39, 50.2, 25.1
  kind.stored = JCS_YCCK;
  expect_flat(flat(kind, {200, 100, 50, 255}), {200, 100, 50, 255}, 2);
  expect_flat(flat(kind, {200, 100, 50, 128}), {100, 50, 25, 255}, 1);
  kind.sampling_x = 2;
  kind.sampling_y = 2;
  expect_flat(flat(kind, {200, 100, 50, 128}), {100, 50, 25, 255}, 1);
  // Without the marker 255 is full ink.
  kind = {};
  kind.width = 9;
  kind.height = 9;
  kind.given = JCS_CMYK;
  kind.stored = JCS_CMYK;
  kind.adobe_marker = false;
  expect_flat(flat(kind, {0, 0, 0, 0}), {255, 255, 255, 255}, 0);
  expect_flat(flat(kind, {0, 0, 0, 255}), {0, 0, 0, 255}, 0);
  expect_flat(flat(kind, {55, 155, 205, 127}), {100, 50, 25, 255}, 0);
}

/// A smooth picture in which every texel of a small size differs.
std::vector<std::uint8_t> ramp(std::uint32_t width, std::uint32_t height) {
  std::vector<std::uint8_t> rows;
  for (std::uint32_t y = 0; y < height; ++y) {
    for (std::uint32_t x = 0; x < width; ++x) {
      rows.push_back(static_cast<std::uint8_t>(255 * x / width));
      rows.push_back(static_cast<std::uint8_t>(255 * y / height));
      rows.push_back(static_cast<std::uint8_t>(128 + 3 * x - 2 * y));
    }
  }
  return rows;
}

TEST(JpegDecode, KeepsTheTexelsOfEverySize) {
  for (const bool progressive : {false, true}) {
    for (const std::uint32_t width : {1U, 2U, 7U, 8U, 9U, 16U, 17U, 33U}) {
      for (const std::uint32_t height : {1U, 3U, 8U, 15U, 16U, 17U}) {
        JpegKind kind;
        kind.width = width;
        kind.height = height;
        kind.progressive = progressive;
        kind.restart_interval = width % 3;
        const std::vector<std::uint8_t> rows = ramp(width, height);
        const std::vector<Rgba8> got = decode(make_jpeg(kind, rows));
        ASSERT_EQ(got.size(), rows.size() / 3);
        for (std::size_t i = 0; i < got.size(); ++i) {
          for (std::size_t channel = 0; channel < 3; ++channel) {
            ASSERT_LE(std::abs(got[i][channel] - rows[i * 3 + channel]), 4)
                << width << "x" << height << " texel " << i << " channel " << channel;
          }
          ASSERT_EQ(got[i][3], 255);
        }
      }
    }
  }
}

/// Where texel (x, y) of the file is seen, by the words of the EXIF standard: the 0th row is the visual ...,
/// the 0th column the visual ...
std::pair<std::uint32_t, std::uint32_t> seen_at(int orientation, std::uint32_t x, std::uint32_t y,
                                                std::uint32_t width, std::uint32_t height) {
  const std::uint32_t from_right = width - 1 - x;
  const std::uint32_t from_bottom = height - 1 - y;
  switch (orientation) {
    case 2:  // top, right
      return {from_right, y};
    case 3:  // bottom, right
      return {from_right, from_bottom};
    case 4:  // bottom, left
      return {x, from_bottom};
    case 5:  // left, top
      return {y, x};
    case 6:  // right, top
      return {from_bottom, x};
    case 7:  // right, bottom
      return {from_bottom, from_right};
    case 8:  // left, bottom
      return {y, from_right};
    default:
      return {x, y};
  }
}

TEST(JpegOrientation, IsAppliedByDefault) {
  // More rows than are turned at once, no multiple of that, and not square.
  for (const auto& [width, height] : {std::pair{37U, 53U}, {53U, 37U}, {1U, 5U}, {40U, 1U}}) {
    for (int orientation = 1; orientation <= 8; ++orientation) {
      for (const bool big_endian : {false, true}) {
        SCOPED_TRACE(std::to_string(orientation) + (big_endian ? " MM" : " II"));
        JpegKind kind;
        kind.width = width;
        kind.height = height;
        kind.app1 = test::exif_orientation(orientation, big_endian);
        const Bytes jpeg = make_jpeg(kind, ramp(width, height));
        const std::vector<Rgba8> stored = decode(jpeg, {.apply_orientation = false});
        const Result<Picture> picture = decode_jpeg(jpeg);
        ASSERT_TRUE(picture) << picture.error().message;
        ASSERT_EQ(picture->width, orientation < 5 ? width : height);
        ASSERT_EQ(picture->height, orientation < 5 ? height : width);
        const std::vector<Rgba8> seen = texels(*picture);
        for (std::uint32_t y = 0; y < height; ++y) {
          for (std::uint32_t x = 0; x < width; ++x) {
            const auto [to_x, to_y] = seen_at(orientation, x, y, width, height);
            ASSERT_EQ(seen[std::size_t{to_y} * picture->width + to_x], stored[std::size_t{y} * width + x]);
          }
        }
        // By rows it is the same.
        Result<JpegReader> reader = JpegReader::open(jpeg);
        ASSERT_TRUE(reader);
        EXPECT_EQ(reader->info().orientation, orientation);
        EXPECT_EQ(reader->info().row_bytes, picture->row_pitch);
        std::vector<Rgba8> rows(seen.size());
        for (std::uint32_t y = 0; y < picture->height; ++y) {
          ASSERT_TRUE(
              reader->read_rows(rows.data() + std::size_t{y} * picture->width, picture->row_pitch, 1));
        }
        EXPECT_EQ(rows, seen);
      }
    }
  }
}

TEST(JpegOrientation, GivesTheSamePictureHoweverItIsStored) {
  const std::uint32_t width = 24;
  const std::uint32_t height = 16;
  const std::vector<std::uint8_t> wanted = ramp(width, height);
  for (int orientation = 1; orientation <= 8; ++orientation) {
    // Stored so that turning it makes it upright.
    JpegKind kind;
    kind.width = orientation < 5 ? width : height;
    kind.height = orientation < 5 ? height : width;
    kind.app1 = test::exif_orientation(orientation, true);
    std::vector<std::uint8_t> rows(wanted.size());
    for (std::uint32_t y = 0; y < kind.height; ++y) {
      for (std::uint32_t x = 0; x < kind.width; ++x) {
        const auto [to_x, to_y] = seen_at(orientation, x, y, kind.width, kind.height);
        std::memcpy(&rows[(std::size_t{y} * kind.width + x) * 3],
                    &wanted[(std::size_t{to_y} * width + to_x) * 3], 3);
      }
    }
    const std::vector<Rgba8> got = decode(make_jpeg(kind, rows));
    ASSERT_EQ(got.size(), wanted.size() / 3);
    for (std::size_t i = 0; i < got.size(); ++i) {
      for (std::size_t channel = 0; channel < 3; ++channel)
        ASSERT_LE(std::abs(got[i][channel] - wanted[i * 3 + channel]), 4) << orientation;
    }
  }
}

TEST(JpegOrientation, IgnoresWhatMakesNoSense) {
  const auto of = [](const Bytes& app1) { return int{tiff_orientation(std::span(app1).subspan(6))}; };
  for (const bool big_endian : {false, true}) {
    for (int orientation = 1; orientation <= 8; ++orientation) {
      EXPECT_EQ(of(test::exif_orientation(orientation, big_endian)), orientation);
    }
    EXPECT_EQ(of(test::exif_orientation(0, big_endian)), 0);
    EXPECT_EQ(of(test::exif_orientation(9, big_endian)), 0);
    const Bytes whole = test::exif_orientation(6, big_endian);
    // Cut anywhere, in memory of its own so that a read past the end is seen; the last 4 bytes do not matter.
    for (std::size_t size = 6; size < whole.size(); ++size) {
      const Bytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
      EXPECT_EQ(of(cut), size < whole.size() - 4 ? 0 : 6) << size;
    }
    // Any byte, anything: no read out of bounds, and an answer that can be used.
    for (std::size_t at = 6; at < whole.size(); ++at) {
      for (int value = 0; value < 256; ++value) {
        Bytes bent = whole;
        bent[at] = static_cast<std::byte>(value);
        EXPECT_LE(of(bent), 8);
      }
    }
  }
  JpegKind kind;
  kind.width = 16;
  kind.height = 8;
  kind.app1 = test::exif_orientation(9, false);
  const Result<Picture> picture = decode_jpeg(make_jpeg(kind, ramp(16, 8)));
  ASSERT_TRUE(picture);
  EXPECT_EQ(picture->width, 16U);
}

TEST(JpegReader, ReadsTheHeader) {
  JpegKind kind;
  kind.width = 21;
  kind.height = 5;
  kind.given = JCS_CMYK;
  kind.stored = JCS_YCCK;
  kind.progressive = true;
  const Bytes jpeg = flat(kind, {1, 2, 3, 4});
  const Result<JpegReader> reader = JpegReader::open(jpeg);
  ASSERT_TRUE(reader) << reader.error().message;
  const JpegInfo& info = reader->info();
  EXPECT_EQ(info.width, 21U);
  EXPECT_EQ(info.height, 5U);
  EXPECT_EQ(info.row_bytes, 21U * 4);
  EXPECT_EQ(info.color, JpegColor::kYcck);
  EXPECT_TRUE(info.progressive);
  EXPECT_TRUE(info.inverted);
  EXPECT_EQ(info.orientation, 1);
  EXPECT_EQ(reader->rows_left(), 5U);
  EXPECT_EQ(reader->oddity(), "");
}

TEST(JpegReader, GivesRowsInBandsAndLeavesThePaddingAlone) {
  for (const int orientation : {1, 6}) {
    JpegKind kind;
    kind.width = 23;
    kind.height = 37;
    kind.app1 = test::exif_orientation(orientation, false);
    const Bytes jpeg = make_jpeg(kind, ramp(23, 37));
    const Result<Picture> whole = decode_jpeg(jpeg);
    ASSERT_TRUE(whole);
    for (const std::uint32_t band : {1U, 4U, 22U, 37U}) {
      Result<JpegReader> reader = JpegReader::open(jpeg);
      ASSERT_TRUE(reader);
      const std::uint64_t pitch = 256;
      for (std::uint32_t y = 0; y < whole->height; y += band) {
        const std::uint32_t rows = std::min(band, whole->height - y);
        std::vector<std::uint8_t> staging(pitch * rows, 0xcc);
        const Result<void> read = reader->read_rows(staging.data(), pitch, rows);
        ASSERT_TRUE(read) << read.error().message;
        for (std::uint32_t row = 0; row < rows; ++row) {
          EXPECT_EQ(std::memcmp(staging.data() + row * pitch,
                                whole->pixels.data() + (y + row) * whole->row_pitch, whole->row_pitch),
                    0);
          for (std::uint64_t x = whole->row_pitch; x < pitch; ++x) ASSERT_EQ(staging[row * pitch + x], 0xcc);
        }
        EXPECT_EQ(reader->rows_left(), whole->height - y - rows);
      }
      std::vector<std::uint8_t> more(pitch);
      EXPECT_EQ(reader->read_rows(more.data(), pitch, 1).error().code, ErrorCode::kInvalidArgument);
    }
    Result<JpegReader> reader = JpegReader::open(jpeg);
    std::vector<std::uint8_t> memory(whole->pixels.size());
    EXPECT_EQ(reader->read_rows(memory.data(), whole->row_pitch - 1, 1).error().code,
              ErrorCode::kInvalidArgument);
    EXPECT_TRUE(reader->read_rows(memory.data(), whole->row_pitch, 0));
  }
}

TEST(JpegRefusal, NamesTheKind) {
  JpegKind kind;
  kind.width = 8;
  kind.height = 8;
  Bytes jpeg = flat(kind, {1, 2, 3});
  const auto at_frame = [&](int marker, int precision) {
    Bytes bent = jpeg;
    for (std::size_t i = 0; i + 5 < bent.size(); ++i) {
      if (bent[i] == std::byte{0xff} && bent[i + 1] == std::byte{0xc0}) {
        bent[i + 1] = static_cast<std::byte>(marker);
        bent[i + 4] = static_cast<std::byte>(precision);
        break;
      }
    }
    const Result<Picture> picture = decode_jpeg(bent);
    EXPECT_FALSE(picture);
    return picture ? Error{} : picture.error();
  };
  EXPECT_EQ(at_frame(0xc3, 8).code, ErrorCode::kUnsupported);
  EXPECT_NE(at_frame(0xc3, 8).message.find("lossless"), std::string::npos);
  EXPECT_NE(at_frame(0xc5, 8).message.find("hierarchical"), std::string::npos);
  EXPECT_NE(at_frame(0xca, 8).message.find("arithmetic"), std::string::npos);
  EXPECT_NE(at_frame(0xc1, 12).message.find("12 bits"), std::string::npos);
  EXPECT_EQ(at_frame(0xc1, 12).code, ErrorCode::kUnsupported);

  kind.arithmetic = true;
  const Result<Picture> arithmetic = decode_jpeg(flat(kind, {1, 2, 3}));
  ASSERT_FALSE(arithmetic);
  EXPECT_EQ(arithmetic.error().code, ErrorCode::kUnsupported);
  EXPECT_NE(arithmetic.error().message.find("jpegtran"), std::string::npos);

  const std::string png = "\x89PNG\r\n\x1a\n and so on";
  EXPECT_EQ(decode_jpeg(std::as_bytes(std::span(png))).error().code, ErrorCode::kUnsupported);
  EXPECT_EQ(decode_jpeg({}).error().code, ErrorCode::kCorrupt);
}

TEST(JpegLimits, AreLookedAtBeforeMemoryIsAskedFor) {
  const auto refusal = [](std::uint32_t width, std::uint32_t height, bool progressive,
                          const JpegLimits& limits = {}) {
    JpegKind kind;
    kind.width = 8;
    kind.height = 8;
    kind.progressive = progressive;
    Bytes jpeg = flat(kind, {1, 2, 3});
    for (std::size_t i = 0; i + 8 < jpeg.size(); ++i) {
      if (jpeg[i] != std::byte{0xff} || (jpeg[i + 1] != std::byte{0xc0} && jpeg[i + 1] != std::byte{0xc2}))
        continue;
      const std::uint32_t sizes[] = {height >> 8, height & 0xff, width >> 8, width & 0xff};
      for (std::size_t k = 0; k < 4; ++k) jpeg[i + 5 + k] = static_cast<std::byte>(sizes[k]);
      break;
    }
    const Result<Picture> picture = decode_jpeg(jpeg, {.limits = limits});
    EXPECT_FALSE(picture);
    return picture ? Error{} : picture.error();
  };
  EXPECT_EQ(refusal(16385, 1, false).code, ErrorCode::kUnsupported);
  EXPECT_EQ(refusal(1, 16385, true).code, ErrorCode::kUnsupported);
  EXPECT_NE(refusal(1, 16385, false).message.find("1x16385; at most 16384x16384"), std::string::npos);
  for (const bool progressive : {false, true}) {
    EXPECT_EQ(refusal(16384, 16384, progressive).code, ErrorCode::kCorrupt);
    EXPECT_NE(refusal(16384, 16384, progressive).message.find("cannot hold"), std::string::npos);
  }
  EXPECT_EQ(refusal(128, 128, false, {.max_decoded_bytes = 65535}).code, ErrorCode::kUnsupported);
  EXPECT_EQ(refusal(128, 128, true, {.max_working_bytes = 128 * 128 * 2 * 3 - 1}).code,
            ErrorCode::kUnsupported);
  EXPECT_NE(refusal(128, 128, true, {.max_working_bytes = 1}).message.find("several scans"),
            std::string::npos);
  // No height: it would follow behind the picture (DNL), which nothing reads.
  EXPECT_FALSE(refusal(8, 0, false).message.empty());
}

TEST(JpegLimits, BoundTheNumberOfScans) {
  JpegKind kind;
  kind.width = 8;
  kind.height = 8;
  kind.progressive = true;
  const Bytes jpeg = make_jpeg(kind, ramp(8, 8));
  JpegOptions options;
  options.limits.max_scans = test::kProgressiveScans;
  EXPECT_TRUE(decode_jpeg(jpeg, options));
  options.limits.max_scans = test::kProgressiveScans - 1;
  const Result<Picture> picture = decode_jpeg(jpeg, options);
  ASSERT_FALSE(picture);
  EXPECT_EQ(picture.error().code, ErrorCode::kUnsupported);
  EXPECT_NE(picture.error().message.find(text("more than ", options.limits.max_scans, " scans")),
            std::string::npos)
      << picture.error().message;
}

#if !defined(_WIN32)  // Windows' decoder says nothing of them.
TEST(JpegReader, NotesHarmlessFaults) {
  JpegKind kind;
  kind.width = 8;
  kind.height = 8;
  Bytes jpeg = make_jpeg(kind, ramp(8, 8));
  const std::vector<Rgba8> good = decode(jpeg);
  // Three bytes too many before the end marker.
  jpeg.insert(jpeg.end() - 2, 3, std::byte{0x11});
  Result<JpegReader> reader = JpegReader::open(jpeg);
  ASSERT_TRUE(reader);
  std::vector<Rgba8> rows(64);
  ASSERT_TRUE(reader->read_rows(rows.data(), 32, 8));
  EXPECT_EQ(rows, good);
  EXPECT_NE(reader->oddity().find("extraneous bytes before marker 0xd9"), std::string_view::npos)
      << reader->oddity();
}
#endif

TEST(JpegFile, IsNamedInErrors) {
  const test::ScratchFolder folder;
  test::write_text(folder / "bad.jpg", "\xff\xd8\xff");
  const Result<Picture> bad = load_jpeg(folder / "bad.jpg");
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().code, ErrorCode::kCorrupt);
  EXPECT_EQ(bad.error().message,
            (folder / "bad.jpg").string() + ": the JPEG is cut short: its header is not whole");
  EXPECT_EQ(load_jpeg(folder / "none.jpg").error().code, ErrorCode::kNotFound);
}

}  // namespace
}  // namespace ferry
