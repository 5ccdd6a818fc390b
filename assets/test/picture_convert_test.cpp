#include <ferry/assets/picture_convert.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include <ferry/assets/png.hpp>

#include "../src/half_float.hpp"
#include "../src/srgb.hpp"

namespace ferry {
namespace {

/// As the other curve says, written down once more.
double linear_of(double encoded) {
  return encoded <= 0.04045 ? encoded / 12.92 : std::pow((encoded + 0.055) / 1.055, 2.4);
}

using Texel = std::array<double, 4>;  // as seen: encoded colour, alpha

void append(std::vector<std::byte>& out, const void* from, std::size_t size) {
  const auto* bytes = static_cast<const std::byte*>(from);
  out.insert(out.end(), bytes, bytes + size);
}

std::uint32_t code(double value, std::uint32_t most) {
  return static_cast<std::uint32_t>(std::lround(value * most));
}

/// One texel as a renderer would leave it in a target of this format.
void draw(std::vector<std::byte>& out, Format format, const Texel& texel) {
  const auto bytes = [&](std::initializer_list<double> values) {
    for (const double value : values) {
      const auto byte = static_cast<std::uint8_t>(code(value, 255));
      append(out, &byte, 1);
    }
  };
  const auto words = [&](std::initializer_list<double> values) {
    for (const double value : values) {
      const auto word = static_cast<std::uint16_t>(code(value, 65535));
      append(out, &word, 2);
    }
  };
  const auto [r, g, b, a] = texel;
  switch (format) {
    case Format::kR8G8B8A8Unorm:
    case Format::kR8G8B8A8UnormSrgb:
      return bytes({r, g, b, a});
    case Format::kB8G8R8A8Unorm:
    case Format::kB8G8R8A8UnormSrgb:
      return bytes({b, g, r, a});
    case Format::kB8G8R8X8Unorm:
    case Format::kB8G8R8X8UnormSrgb:
      return bytes({b, g, r, 0.3});
    case Format::kR8Unorm:
      return bytes({r});
    case Format::kR8G8Unorm:
      return bytes({r, g});
    case Format::kR16Unorm:
      return words({r});
    case Format::kR16G16Unorm:
      return words({r, g});
    case Format::kR16G16B16A16Unorm:
      return words({r, g, b, a});
    case Format::kR10G10B10A2Unorm: {
      const std::uint32_t bits = code(r, 1023) | code(g, 1023) << 10 | code(b, 1023) << 20 | code(a, 3) << 30;
      return append(out, &bits, 4);
    }
    case Format::kR16G16B16A16Float:
      for (std::size_t i = 0; i < 4; ++i) {
        const std::uint16_t half = float_to_half(static_cast<float>(i == 3 ? a : linear_of(texel[i])));
        append(out, &half, 2);
      }
      return;
    default:
      for (std::size_t i = 0; i < (format == Format::kR32G32B32Float ? 3U : 4U); ++i) {
        const auto value = static_cast<float>(i == 3 ? a : linear_of(texel[i]));
        append(out, &value, 4);
      }
  }
}

struct Kind {
  Format format;
  /// The greatest difference from what was drawn, of colour and of alpha. 0 alpha: the format has none.
  double color;
  double alpha;
  int channels = 4;
};

const Kind kKinds[] = {
    {Format::kR8G8B8A8Unorm, 0.5 / 255, 0.5 / 255},
    {Format::kR8G8B8A8UnormSrgb, 0.5 / 255, 0.5 / 255},
    {Format::kB8G8R8A8Unorm, 0.5 / 255, 0.5 / 255},
    {Format::kB8G8R8A8UnormSrgb, 0.5 / 255, 0.5 / 255},
    {Format::kB8G8R8X8Unorm, 0.5 / 255, 0},
    {Format::kB8G8R8X8UnormSrgb, 0.5 / 255, 0},
    {Format::kR8Unorm, 0.5 / 255, 0, 1},
    {Format::kR8G8Unorm, 0.5 / 255, 0, 2},
    {Format::kR16Unorm, 0.5 / 65535, 0, 1},
    {Format::kR16G16Unorm, 0.5 / 65535, 0, 2},
    {Format::kR16G16B16A16Unorm, 0.5 / 65535, 0.5 / 65535},
    {Format::kR10G10B10A2Unorm, 0.5 / 1023 + 0.5 / 65535, 0.5 / 3},
    // 11 bits of linear light, of which the curve takes less than half.
    {Format::kR16G16B16A16Float, 0.5 / 2048 + 0.5 / 65535, 0.5 / 2048 + 0.5 / 65535},
    {Format::kR32G32B32A32Float, 0.6 / 65535, 0.6 / 65535},
    {Format::kR32G32B32Float, 0.6 / 65535, 0},
};

TEST(PictureConvert, GivesTheSamePictureFromEveryFormat) {
  constexpr std::uint32_t kWidth = 300;
  constexpr std::uint32_t kHeight = 5;
  std::vector<Texel> drawn;
  for (std::uint32_t y = 0; y < kHeight; ++y) {
    for (std::uint32_t x = 0; x < kWidth; ++x) {
      const double u = static_cast<double>(x) / (kWidth - 1);
      drawn.push_back({u, u * u, 1 - u, static_cast<double>(y) / (kHeight - 1)});
    }
  }
  for (const Kind& kind : kKinds) {
    SCOPED_TRACE(format_name(kind.format));
    std::vector<std::byte> pixels;
    constexpr std::size_t kPadding = 7;
    for (std::size_t i = 0; i < drawn.size(); ++i) {
      draw(pixels, kind.format, drawn[i]);
      if (i % kWidth == kWidth - 1) pixels.insert(pixels.end(), kPadding, std::byte{0x5a});
    }
    const PictureView view = {pixels.data(), pixels.size() / kHeight, kWidth, kHeight, kind.format};
    EXPECT_TRUE(has_png_format(kind.format));
    const Result<Picture> converted = to_png_format(view);
    ASSERT_TRUE(converted) << converted.error().message;
    EXPECT_EQ(format_info(converted->format)->srgb, format_info(kind.format)->srgb);
    // Through a PNG, as it would be looked at.
    const Result<ByteBuffer> png =
        encode_png(converted->view(), {.compression = 1, .adaptive_filter = false});
    ASSERT_TRUE(png) << png.error().message;
    const Result<Picture> seen = decode_png(png->bytes());
    ASSERT_TRUE(seen) << seen.error().message;
    const bool deep = seen->format == Format::kR16G16B16A16Unorm;
    double most_color = 0;
    double most_alpha = 0;
    for (std::size_t i = 0; i < drawn.size(); ++i) {
      Texel got = {};
      for (std::size_t c = 0; c < 4; ++c) {
        std::uint16_t word = 0;
        if (deep) {
          std::memcpy(&word, seen->pixels.data() + i * 8 + c * 2, 2);
        }
        got[c] = deep ? word / 65535.0 : std::to_integer<int>(seen->pixels.data()[i * 4 + c]) / 255.0;
      }
      Texel wanted = drawn[i];
      if (kind.channels == 1) wanted[1] = wanted[2] = wanted[0];
      if (kind.channels == 2) wanted[2] = 0;
      if (kind.alpha == 0) wanted[3] = 1;
      for (std::size_t c = 0; c < 3; ++c) most_color = std::max(most_color, std::abs(got[c] - wanted[c]));
      most_alpha = std::max(most_alpha, std::abs(got[3] - wanted[3]));
    }
    EXPECT_LE(most_color, kind.color + 1e-9);
    EXPECT_LE(most_alpha, kind.alpha + 1e-9);
  }
}

TEST(PictureConvert, ClampsWhatNoPngCanHold) {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  constexpr float kInf = std::numeric_limits<float>::infinity();
  const std::array<float, 12> values = {kNan,     -kInf, -0.5F, kNan,   kInf, 1.0F,
                                        70000.0F, 2.0F,  -0.0F, 1e-30F, 0.5F, -3.0F};
  const std::array<std::uint16_t, 12> wanted = {0, 0, 0, 0, 65535, 65535, 65535, 65535, 0, 0, 48192, 0};
  std::array<std::uint16_t, 12> halves = {};
  for (std::size_t i = 0; i < 12; ++i) halves[i] = float_to_half(values[i]);
  const PictureView views[] = {{values.data(), 48, 3, 1, Format::kR32G32B32A32Float},
                               {halves.data(), 24, 3, 1, Format::kR16G16B16A16Float}};
  for (const PictureView& view : views) {
    const Result<Picture> converted = to_png_format(view);
    ASSERT_TRUE(converted);
    std::array<std::uint16_t, 12> got = {};
    std::memcpy(got.data(), converted->pixels.data(), sizeof got);
    EXPECT_EQ(got, wanted) << format_name(view.format);
  }
}

TEST(PictureConvert, RefusesWhatItCannotGive) {
  const std::uint32_t texel = 0;
  EXPECT_FALSE(has_png_format(Format::kBc1Unorm));
  EXPECT_EQ(to_png_format({&texel, 8, 1, 1, Format::kBc1Unorm}).error().code, ErrorCode::kUnsupported);
  EXPECT_EQ(to_png_format({&texel, 8, 1, 1, Format::kR32Uint}).error().code, ErrorCode::kUnsupported);
  EXPECT_EQ(to_png_format({&texel, 4, 0, 1, Format::kR8G8B8A8Unorm}).error().code,
            ErrorCode::kInvalidArgument);
  EXPECT_EQ(to_png_format({&texel, 3, 1, 1, Format::kR8G8B8A8Unorm}).error().code,
            ErrorCode::kInvalidArgument);
  EXPECT_EQ(to_png_format({nullptr, 4, 1, 1, Format::kR8G8B8A8Unorm}).error().code,
            ErrorCode::kInvalidArgument);
}

TEST(HalfFloat, ComesThroughEveryValue) {
  for (std::uint32_t half = 0; half < 0x10000; ++half) {
    const float value = half_to_float(static_cast<std::uint16_t>(half));
    if (std::isnan(value)) {
      EXPECT_TRUE((half & 0x7c00) == 0x7c00 && (half & 0x3ff) != 0);
      EXPECT_TRUE(std::isnan(half_to_float(float_to_half(value))));
      continue;
    }
    ASSERT_EQ(float_to_half(value), half);
    // By the definition of the format.
    const int exponent = static_cast<int>(half >> 10 & 31);
    const double fraction = half & 0x3ff;
    const double magnitude = exponent == 31  ? std::numeric_limits<double>::infinity()
                             : exponent == 0 ? std::ldexp(fraction, -24)
                                             : std::ldexp(1024 + fraction, exponent - 25);
    ASSERT_EQ(static_cast<double>(value), half >= 0x8000 ? -magnitude : magnitude);
  }
}

TEST(HalfFloat, RoundsToTheNearestAndTiesToEven) {
  for (std::uint32_t half = 0; half < 0x7bff; ++half) {
    const float low = half_to_float(static_cast<std::uint16_t>(half));
    const float high = half_to_float(static_cast<std::uint16_t>(half + 1));
    const float middle = (low + high) / 2;  // exact
    ASSERT_EQ(float_to_half(middle), half % 2 == 0 ? half : half + 1);
    ASSERT_EQ(float_to_half(std::nextafter(middle, 0.0F)), half);
    ASSERT_EQ(float_to_half(std::nextafter(middle, 1e9F)), half + 1);
  }
  EXPECT_EQ(float_to_half(65519.9F), 0x7bff);
  EXPECT_EQ(float_to_half(65520.0F), 0x7c00);
}

TEST(SrgbTables, RoundToTheNearestCode) {
  const SrgbTables& tables = SrgbTables::get();
  for (int code = 0; code < 256; ++code) {
    const float linear = tables.decode(static_cast<std::uint8_t>(code));
    EXPECT_NEAR(linear, linear_of(code / 255.0), 1e-7);
    EXPECT_EQ(tables.encode(linear), code);
  }
  for (int i = -100; i <= 100'100; ++i) {
    const float linear = static_cast<float>(i) / 100'000;
    const double exact = std::clamp(linear_to_srgb(std::max(0.0F, linear)) * 255, 0.0, 255.0);
    ASSERT_LE(std::abs(tables.encode(linear) - exact), 0.5 + 1e-4) << linear;
  }
  EXPECT_EQ(tables.encode(std::numeric_limits<float>::quiet_NaN()), 0);
  EXPECT_EQ(tables.encode(std::numeric_limits<float>::infinity()), 255);
  EXPECT_EQ(tables.encode(-1.0F), 0);
}

}  // namespace
}  // namespace ferry
