#include <ferry/assets/bc_decode.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <vector>

namespace ferry {
namespace {

std::vector<int> decoded(Format format, const std::vector<int>& block, std::size_t texel_bytes) {
  std::vector<std::byte> bytes;
  for (const int value : block) bytes.push_back(static_cast<std::byte>(value));
  std::vector<std::byte> texels(16 * texel_bytes, std::byte{0xcd});
  decode_bc_block(format, bytes.data(), texels.data());
  std::vector<int> values;
  for (const std::byte value : texels) values.push_back(std::to_integer<int>(value));
  return values;
}

std::vector<int> texel(const std::vector<int>& texels, std::size_t index, std::size_t size) {
  const auto begin = texels.begin() + static_cast<std::ptrdiff_t>(index * size);
  return {begin, begin + static_cast<std::ptrdiff_t>(size)};
}

using Values = std::vector<int>;

// Red 0xf800 above blue 0x001f: four colours. Choices of the first row: 0, 1, 2, 3.
TEST(BcDecode, Bc1HasFourColours) {
  const Values texels = decoded(Format::kBc1Unorm, {0x00, 0xf8, 0x1f, 0x00, 0xe4, 0, 0, 0xff}, 4);
  EXPECT_EQ(texel(texels, 0, 4), (Values{255, 0, 0, 255}));
  EXPECT_EQ(texel(texels, 1, 4), (Values{0, 0, 255, 255}));
  EXPECT_EQ(texel(texels, 2, 4), (Values{170, 0, 85, 255}));
  EXPECT_EQ(texel(texels, 3, 4), (Values{85, 0, 170, 255}));
  EXPECT_EQ(texel(texels, 4, 4), (Values{255, 0, 0, 255})) << "the second row begins in the second byte";
  EXPECT_EQ(texel(texels, 15, 4), (Values{85, 0, 170, 255}));
}

TEST(BcDecode, Bc1HasThreeColoursAndNothingWhereTheFirstIsNotAbove) {
  const Values texels = decoded(Format::kBc1Unorm, {0x1f, 0x00, 0x00, 0xf8, 0xe4, 0, 0, 0}, 4);
  EXPECT_EQ(texel(texels, 0, 4), (Values{0, 0, 255, 255}));
  EXPECT_EQ(texel(texels, 1, 4), (Values{255, 0, 0, 255}));
  EXPECT_EQ(texel(texels, 2, 4), (Values{128, 0, 128, 255}));
  EXPECT_EQ(texel(texels, 3, 4), (Values{0, 0, 0, 0}));
}

TEST(BcDecode, FiveAndSixBitsAreRoundedToTheNearest) {
  // 3/31 of 255 is 24.7, 1/63 is 4.05, 7/31 is 57.6.
  const int color = 3 << 11 | 1 << 5 | 7;
  const Values texels = decoded(Format::kBc1UnormSrgb, {color & 255, color >> 8, 0, 0, 0, 0, 0, 0}, 4);
  EXPECT_EQ(texel(texels, 7, 4), (Values{25, 4, 58, 255}));
}

TEST(BcDecode, Bc2HasFourBitsOfAlphaAndAlwaysFourColours) {
  const Values texels =
      decoded(Format::kBc2Unorm,
              {0x10, 0x32, 0x54, 0x76, 0x98, 0xba, 0xdc, 0xfe, 0x1f, 0x00, 0x00, 0xf8, 0xe4, 0, 0, 0}, 4);
  EXPECT_EQ(texel(texels, 0, 4), (Values{0, 0, 255, 0}));
  EXPECT_EQ(texel(texels, 1, 4), (Values{255, 0, 0, 17}));
  EXPECT_EQ(texel(texels, 2, 4), (Values{85, 0, 170, 34}));
  EXPECT_EQ(texel(texels, 3, 4), (Values{170, 0, 85, 51}));
  EXPECT_EQ(texel(texels, 15, 4)[3], 255);
}

TEST(BcDecode, Bc3HasAlphaAsBc4) {
  // Alpha 255 above 0: choices 0 to 7 in turn are 255, 0, then six steps between them.
  const Values texels = decoded(
      Format::kBc3Unorm, {255, 0, 0x88, 0xc6, 0xfa, 0x88, 0xc6, 0xfa, 0x00, 0xf8, 0x1f, 0x00, 0, 0, 0, 0}, 4);
  Values alphas;
  for (std::size_t i = 0; i < 8; ++i) alphas.push_back(texel(texels, i, 4)[3]);
  EXPECT_EQ(alphas, (Values{255, 0, 219, 182, 146, 109, 73, 36}));
  EXPECT_EQ(texel(texels, 0, 4), (Values{255, 0, 0, 255}));
}

TEST(BcDecode, Bc4HasFiveStepsAndBothEndsWhereTheFirstIsNotAbove) {
  const Values texels = decoded(Format::kBc4Unorm, {0, 255, 0x88, 0xc6, 0xfa, 0x88, 0xc6, 0xfa}, 1);
  EXPECT_EQ(Values(texels.begin(), texels.begin() + 8), (Values{0, 255, 51, 102, 153, 204, 0, 255}));
  EXPECT_EQ(Values(texels.begin() + 8, texels.end()), Values(texels.begin(), texels.begin() + 8));
}

TEST(BcDecode, SignedValuesRunFromMinus127) {
  const auto as_signed = [](const Values& texels) {
    Values values;
    for (std::size_t i = 0; i < 8; ++i) values.push_back(texels[i] > 127 ? texels[i] - 256 : texels[i]);
    return values;
  };
  // 127 above -128, which counts as -127: 254 in seven steps.
  EXPECT_EQ(as_signed(decoded(Format::kBc4Snorm, {0x7f, 0x80, 0x88, 0xc6, 0xfa, 0x88, 0xc6, 0xfa}, 1)),
            (Values{127, -127, 91, 54, 18, -18, -54, -91}));
  // -128 and -127 are equal: five steps of nothing, then both ends.
  EXPECT_EQ(as_signed(decoded(Format::kBc4Snorm, {0x81, 0x80, 0x88, 0xc6, 0xfa, 0x88, 0xc6, 0xfa}, 1)),
            (Values{-127, -127, -127, -127, -127, -127, -127, 127}));
}

TEST(BcDecode, Bc5IsTwoChannels) {
  const Values texels =
      decoded(Format::kBc5Unorm, {9, 0, 0, 0, 0, 0, 0, 0, 255, 0, 0x88, 0xc6, 0xfa, 0x88, 0xc6, 0xfa}, 2);
  EXPECT_EQ(texel(texels, 0, 2), (Values{9, 255}));
  EXPECT_EQ(texel(texels, 1, 2), (Values{9, 0}));
  EXPECT_EQ(texel(texels, 7, 2), (Values{9, 36}));
}

TEST(BcDecode, AnImageIsCutAtItsEdgesInEveryPart) {
  // 6x5, two mips: 2x2 blocks, then one. Block i has the constant red i.
  std::vector<std::byte> blocks(5 * 8);
  for (std::size_t i = 0; i < 5; ++i) blocks[i * 8] = static_cast<std::byte>(10 + i);
  TextureImage image;
  image.desc.format = Format::kBc4Unorm;
  image.desc.width = 6;
  image.desc.height = 5;
  image.desc.mip_levels = 2;
  image.parts = {{blocks.data(), 16, 32}, {blocks.data() + 32, 8, 8}};
  const auto whole = decode_bc(image);
  ASSERT_TRUE(whole) << whole.error().message;
  EXPECT_EQ(whole->desc.format, Format::kR8Unorm);
  EXPECT_EQ(whole->memory_bytes, 30u + 6u);
  const ImagePart& first = whole->parts[0];
  EXPECT_EQ(first.row_pitch, 6u);
  const auto red = [&](std::size_t x, std::size_t y) {
    return std::to_integer<int>(first.data[y * first.row_pitch + x]);
  };
  EXPECT_EQ(red(3, 3), 10);
  EXPECT_EQ(red(4, 0), 11);
  EXPECT_EQ(red(5, 3), 11);
  EXPECT_EQ(red(0, 4), 12);
  EXPECT_EQ(red(5, 4), 13);
  EXPECT_EQ(std::to_integer<int>(whole->parts[1].data[5]), 14);
}

TEST(BcDecode, RefusesTheRest) {
  EXPECT_EQ(decoded_format(Format::kR8Unorm), Format::kUnknown);
  EXPECT_EQ(decoded_format(Format::kBc1UnormSrgb), Format::kR8G8B8A8UnormSrgb);
  TextureImage image;
  image.desc.format = Format::kR8Uint;
  const auto refused = decode_bc(image);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kUnsupported);
  EXPECT_NE(refused.error().message.find("R8_UINT"), std::string::npos);
}

}  // namespace
}  // namespace ferry
