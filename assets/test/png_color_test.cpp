// What PNGs say of their colours, and what is made of it.
#include <ferry/assets/png.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "png_making.hpp"
#include "samples.hpp"

namespace ferry {
namespace {

using test::Bytes;
using test::make_png;

test::PngChunksAdded chunks(bool icc, bool srgb, std::uint32_t gamma) {
  test::PngChunksAdded more;
  more.icc_profile = icc;
  more.srgb = srgb;
  more.gamma = gamma;
  return more;
}

TEST(PngColor, IsWhatTheFileSays) {
  const struct {
    bool icc;
    bool srgb;
    std::uint32_t gamma;
    ColorSpace plain;
    ColorSpace applied;
  } cases[] = {
      {false, false, 0, ColorSpace::kUnspecified, ColorSpace::kUnspecified},
      {false, true, 0, ColorSpace::kSrgb, ColorSpace::kSrgb},
      {false, true, 100000, ColorSpace::kSrgb, ColorSpace::kSrgb},
      {false, false, 45455, ColorSpace::kSrgb, ColorSpace::kSrgb},
      {false, false, 45454, ColorSpace::kSrgb, ColorSpace::kSrgb},
      {false, false, 45453, ColorSpace::kUnspecified, ColorSpace::kSrgb},
      {false, false, 45457, ColorSpace::kUnspecified, ColorSpace::kSrgb},
      {false, false, 100000, ColorSpace::kLinear, ColorSpace::kSrgb},
      {true, false, 0, ColorSpace::kUnspecified, ColorSpace::kUnspecified},
      {true, false, 100000, ColorSpace::kUnspecified, ColorSpace::kUnspecified},
  };
  for (const auto& one : cases) {
    SCOPED_TRACE(std::to_string(one.icc) + " " + std::to_string(one.srgb) + " " + std::to_string(one.gamma));
    const Bytes png = make_png(1, 1, test::kTruecolor, 8, std::vector<std::uint8_t>{1, 128, 200},
                               chunks(one.icc, one.srgb, one.gamma));
    const Result<PngReader> plain = PngReader::open(png);
    const Result<PngReader> applied = PngReader::open(png, {.apply_gamma = true});
    ASSERT_TRUE(plain && applied);
    const PngInfo& info = plain->info();
    EXPECT_EQ(info.icc_profile, one.icc);
    EXPECT_EQ(info.srgb_chunk, one.srgb);
    EXPECT_EQ(info.gamma, one.gamma);
    EXPECT_EQ(info.color_space, one.plain);
    EXPECT_EQ(applied->info().color_space, one.applied);
    EXPECT_EQ(applied->info().gamma, one.gamma);
    EXPECT_EQ(info.format, Format::kR8G8B8A8Unorm);
    EXPECT_EQ(info.texture_format() == Format::kR8G8B8A8UnormSrgb, one.plain != ColorSpace::kLinear);
    EXPECT_EQ(info.texture_format(false) == Format::kR8G8B8A8UnormSrgb, one.plain == ColorSpace::kSrgb);
    // The default changes no sample, and says the same beside a whole picture.
    PngInfo told;
    const Result<Picture> picture = decode_png(png, {}, &told);
    ASSERT_TRUE(picture);
    EXPECT_EQ(told.color_space, one.plain);
    const std::uint8_t wanted[] = {1, 128, 200, 255};
    EXPECT_EQ(std::memcmp(picture->pixels.data(), wanted, 4), 0);
  }
}

/// Light to sRGB, 0 to 1.
double encoded(double light) {
  return light <= 0.0031308 ? light * 12.92 : 1.055 * std::pow(light, 1 / 2.4) - 0.055;
}

TEST(PngColor, IsTurnedIntoSrgbOnRequest) {
  for (const std::uint32_t gamma : {100000U, 35000U, 250000U, 1U}) {
    SCOPED_TRACE(gamma);
    std::vector<std::uint8_t> row8;
    for (int i = 0; i < 256; ++i)
      row8.insert(row8.end(), {static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(i)});
    std::vector<std::uint8_t> row16;
    for (int i = 0; i < 256; ++i) {
      for (int k = 0; k < 2; ++k)
        row16.insert(row16.end(), {static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(i * 7)});
    }
    const Bytes png8 = make_png(256, 1, test::kGreyAlpha, 8, row8, chunks(false, false, gamma));
    const Bytes png16 = make_png(256, 1, test::kGreyAlpha, 16, row16, chunks(false, false, gamma));
    const Result<Picture> eight = decode_png(png8, {.apply_gamma = true});
    const Result<Picture> sixteen = decode_png(png16, {.apply_gamma = true});
    ASSERT_TRUE(eight && sixteen);
    for (std::size_t i = 0; i < 256; ++i) {
      const auto* const texel8 = reinterpret_cast<const std::uint8_t*>(eight->pixels.data()) + i * 4;
      const double wanted = encoded(std::pow(static_cast<double>(i) / 255, 100000.0 / gamma)) * 255;
      ASSERT_NEAR(texel8[0], wanted, 0.5001) << i;
      EXPECT_EQ(texel8[1], texel8[0]);
      EXPECT_EQ(texel8[2], texel8[0]);
      EXPECT_EQ(texel8[3], i);
      std::uint16_t texel16[4];
      std::memcpy(texel16, sixteen->pixels.data() + i * 8, 8);
      const auto stored = static_cast<std::uint16_t>(i << 8 | ((i * 7) & 0xff));
      ASSERT_NEAR(texel16[0], encoded(std::pow(stored / 65535.0, 100000.0 / gamma)) * 65535, 0.5001) << i;
      EXPECT_EQ(texel16[3], stored);
    }
    // Row by row it is the same.
    Result<PngReader> reader = PngReader::open(png8, {.apply_gamma = true});
    ASSERT_TRUE(reader);
    std::vector<std::byte> row(1024);
    ASSERT_TRUE(reader->read_rows(row.data(), 1024, 1));
    EXPECT_EQ(std::memcmp(row.data(), eight->pixels.data(), 1024), 0);
  }
}

TEST(PngColor, IsWrittenWithTheSamples) {
  const std::vector<std::uint8_t> pixels = {10, 20, 30, 40, 50, 60, 70, 80};
  const auto written = [&](Format format, PngEncoding encoding) {
    const std::uint32_t width = format == Format::kR16G16B16A16Unorm ? 1 : 2;
    const Result<ByteBuffer> png = encode_png({pixels.data(), 8, width, 1, format}, encoding);
    EXPECT_TRUE(png);
    PngInfo info;
    const Result<Picture> picture = decode_png(png->bytes(), {}, &info);
    EXPECT_TRUE(picture);
    EXPECT_EQ(std::memcmp(picture->pixels.data(), pixels.data(), 8), 0);
    return info;
  };
  PngInfo info = written(Format::kR8G8B8A8Unorm, {});
  EXPECT_FALSE(info.srgb_chunk);
  EXPECT_EQ(info.gamma, 0U);
  EXPECT_EQ(info.color_space, ColorSpace::kUnspecified);
  info = written(Format::kR8G8B8A8UnormSrgb, {});
  EXPECT_TRUE(info.srgb_chunk);
  EXPECT_EQ(info.texture_format(false), Format::kR8G8B8A8UnormSrgb);
  info = written(Format::kR16G16B16A16Unorm, {.srgb = true});
  EXPECT_EQ(info.color_space, ColorSpace::kSrgb);
  info = written(Format::kR8G8B8A8Unorm, {.gamma = 100000});
  EXPECT_FALSE(info.srgb_chunk);
  EXPECT_EQ(info.gamma, 100000U);
  EXPECT_EQ(info.color_space, ColorSpace::kLinear);
  EXPECT_EQ(encode_png({pixels.data(), 8, 2, 1}, {.gamma = 0x80000000}).error().code,
            ErrorCode::kInvalidArgument);
}

/// PngSuite has one picture stored with six gammas.
TEST(PngColor, MakesPngSuitesPicturesAlike) {
  const struct {
    const char* name;
    std::uint32_t gamma;
  } kFiles[] = {{"g03", 35000}, {"g04", 45000},  {"g05", 55000},
                {"g07", 70000}, {"g10", 100000}, {"g25", 250000}};
  for (const char* const kind : {"n0g16", "n2c08", "n3p04"}) {
    std::vector<Picture> pictures;
    for (const auto& file : kFiles) {
      for (const auto& path : test::png_samples("unused")) {
        if (path.filename() != std::string(file.name) + kind + ".png") continue;
        PngInfo info;
        Result<Picture> picture = load_png(path, {.apply_gamma = true}, &info);
        ASSERT_TRUE(picture) << picture.error().message;
        EXPECT_EQ(info.gamma, file.gamma);
        EXPECT_EQ(info.color_space, ColorSpace::kSrgb);
        pictures.push_back(*std::move(picture));
      }
    }
    if (pictures.empty()) GTEST_SKIP() << "no folder of samples; set FERRY_ASSETS";
    ASSERT_EQ(pictures.size(), 6U);
    for (const Picture& picture : pictures) {
      const bool deep = picture.format == Format::kR16G16B16A16Unorm;
      double mean = 0;
      const std::uint64_t samples = picture.pixels.size() / (deep ? 2 : 1);
      for (std::uint64_t i = 0; i < samples; ++i) {
        const auto sample = [&](const Picture& of) {
          std::uint16_t word = 0;
          std::memcpy(&word, of.pixels.data() + i * (deep ? 2 : 1), deep ? 2 : 1);
          return word / (deep ? 65535.0 : 255.0);
        };
        mean += std::abs(sample(picture) - sample(pictures[1])) / static_cast<double>(samples);
      }
      EXPECT_LT(mean, 0.03) << kind;
    }
  }
}

}  // namespace
}  // namespace ferry
