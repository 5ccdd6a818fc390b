#include <ferry/assets/expand.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "dds_reading.hpp"

namespace ferry {
namespace {

using test::bytes_of;

/// One row of texels, not copied.
TextureImage row_image(Format format, const test::Bytes& row) {
  TextureImage image;
  image.desc.format = format;
  image.desc.width = row.size() / format_info(format)->planes[0].block_bytes;
  image.parts.push_back({row.data(), row.size(), row.size()});
  return image;
}

test::Bytes expanded(Format from, const test::Bytes& row, Format to = Format::kR8G8B8A8Unorm) {
  const Result<TextureImage> image = expand_for_device(row_image(from, row), to);
  if (!image) {
    ADD_FAILURE() << image.error().message;
    return {};
  }
  EXPECT_EQ(image->desc.format, to);
  return test::subresource_bytes(*image, 0);
}

TEST(Expand, EveryValueOfEveryChannelIsTheNearest) {
  struct Case {
    Format format;
    std::array<std::pair<unsigned, unsigned>, 4> fields;  // shift, bits: red, green, blue, alpha
  };
  const Case cases[] = {
      {Format::kB5G6R5Unorm, {{{11, 5}, {5, 6}, {0, 5}, {0, 0}}}},
      {Format::kB5G5R5A1Unorm, {{{10, 5}, {5, 5}, {0, 5}, {15, 1}}}},
      {Format::kB4G4R4A4Unorm, {{{8, 4}, {4, 4}, {0, 4}, {12, 4}}}},
      {Format::kA4B4G4R4Unorm, {{{12, 4}, {8, 4}, {4, 4}, {0, 4}}}},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(format_name(c.format));
    // Every texel that there is, in rows of 16384.
    for (unsigned quarter = 0; quarter < 4; ++quarter) {
      test::Bytes row(16384 * 2);
      for (unsigned i = 0; i < 16384; ++i) {
        const auto texel = static_cast<std::uint16_t>(quarter * 16384 + i);
        std::memcpy(row.data() + 2 * i, &texel, 2);
      }
      const test::Bytes out = expanded(c.format, row);
      ASSERT_EQ(out.size(), 65536U);
      for (unsigned i = 0; i < 16384; ++i) {
        const unsigned texel = quarter * 16384 + i;
        for (std::size_t channel = 0; channel < 4; ++channel) {
          const auto [shift, bits] = c.fields[channel];
          const unsigned most = (1U << bits) - 1;
          const double exact = bits == 0 ? 255 : (texel >> shift & most) * 255.0 / most;
          const double got = std::to_integer<unsigned>(out[4 * i + channel]);
          ASSERT_LE(std::abs(got - exact), 0.5) << "texel " << texel << " channel " << channel;
        }
      }
    }
  }
}

TEST(Expand, SwapsRedAndBlue) {
  EXPECT_EQ(expanded(Format::kB8G8R8A8Unorm, bytes_of({1, 2, 3, 4})), bytes_of({3, 2, 1, 4}));
  EXPECT_EQ(expanded(Format::kB8G8R8A8UnormSrgb, bytes_of({1, 2, 3, 4}), Format::kR8G8B8A8UnormSrgb),
            bytes_of({3, 2, 1, 4}));
  EXPECT_EQ(expanded(Format::kB8G8R8X8Unorm, bytes_of({1, 2, 3, 4})), bytes_of({3, 2, 1, 255}));
  EXPECT_EQ(expanded(Format::kB5G6R5Unorm, bytes_of({0xff, 0xff}), Format::kR8G8B8A8UnormSrgb),
            bytes_of({255, 255, 255, 255}));
}

TEST(Expand, SaysThatAlphaIsOpaqueWhereThereIsNone) {
  const test::Bytes row = bytes_of({1, 2, 3, 4});
  const auto alpha = [&](Format from) {
    return expand_for_device(row_image(from, row), Format::kR8G8B8A8Unorm).value().alpha;
  };
  EXPECT_EQ(alpha(Format::kB8G8R8X8Unorm), AlphaMode::kOpaque);
  EXPECT_EQ(alpha(Format::kB5G6R5Unorm), AlphaMode::kOpaque);
  EXPECT_EQ(alpha(Format::kB8G8R8A8Unorm), AlphaMode::kUnknown);
}

TEST(Expand, AnImageThatIsInTheFormatComesBack) {
  const test::Bytes row = bytes_of({1, 2, 3, 4});
  const Result<TextureImage> image =
      expand_for_device(row_image(Format::kR8G8B8A8Unorm, row), Format::kR8G8B8A8Unorm);
  ASSERT_TRUE(image);
  EXPECT_FALSE(image->convert);
  EXPECT_EQ(image->parts[0].data, row.data());
}

TEST(Expand, RefusesOtherPairs) {
  const test::Bytes row = bytes_of({1, 2, 3, 4});
  const auto code = [&](Format from, Format to) {
    const Result<TextureImage> image = expand_for_device(row_image(from, row), to);
    EXPECT_FALSE(image);
    return image ? ErrorCode::kApiFailed : image.error().code;
  };
  EXPECT_EQ(code(Format::kB8G8R8A8Unorm, Format::kR8G8B8A8UnormSrgb), ErrorCode::kUnsupported);
  EXPECT_EQ(code(Format::kB8G8R8A8UnormSrgb, Format::kR8G8B8A8Unorm), ErrorCode::kUnsupported);
  EXPECT_EQ(code(Format::kB5G6R5Unorm, Format::kB8G8R8A8Unorm), ErrorCode::kUnsupported);
  EXPECT_EQ(code(Format::kR32Float, Format::kR8G8B8A8Unorm), ErrorCode::kUnsupported);
}

TEST(Expand, ComesAfterTheConversionThatAnImageHas) {
  // In the file red has the lowest bits.
  const test::Bytes row = bytes_of({0x1f, 0x00, 0xe0, 0x07});
  TextureImage image = row_image(Format::kB5G6R5Unorm, row);
  image.convert = [](const std::byte* source, std::byte* destination, std::uint32_t texels) {
    for (std::uint32_t i = 0; i < texels; ++i) {
      std::uint16_t texel = 0;
      std::memcpy(&texel, source + 2 * i, 2);
      texel = static_cast<std::uint16_t>((texel & 0x07e0) | texel >> 11 | texel << 11);
      std::memcpy(destination + 2 * i, &texel, 2);
    }
  };
  const auto expanded = expand_for_device(image, Format::kR8G8B8A8Unorm);
  ASSERT_TRUE(expanded) << expanded.error().message;
  test::Bytes out(8);
  ASSERT_TRUE(write_rows(*expanded, {0, 0, 0, 1}, out.data(), 8));
  EXPECT_EQ(out, bytes_of({255, 0, 0, 255, 0, 255, 0, 255}));
}

}  // namespace
}  // namespace ferry
