// BC6H and BC7: blocks made by hand, whose texels were worked out on paper, and many more whose texels are
// known.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include <ferry/assets/bc_decode.hpp>

#include "bptc_blocks.hpp"
#include "bptc_expected.hpp"

namespace ferry {
namespace {

using test::Block;
using test::BlockWriter;

using Bc7Texel = std::array<int, 4>;

Bc7Texel bc7(const Block& block, std::size_t texel) {
  std::array<std::byte, 64> texels;
  decode_bc_block(Format::kBc7Unorm, block.data(), texels.data());
  Bc7Texel values;
  for (std::size_t i = 0; i < 4; ++i) values[i] = std::to_integer<int>(texels[texel * 4 + i]);
  return values;
}

using Bc6hTexel = std::array<std::uint16_t, 4>;

Bc6hTexel bc6h(const Block& block, std::size_t texel, Format format = Format::kBc6hUf16) {
  std::array<Bc6hTexel, 16> texels;
  decode_bc_block(format, block.data(), reinterpret_cast<std::byte*>(texels.data()));
  return texels[texel];
}

// Three subsets, a low bit for each end point. Partition 0 is 0011 0011 0221 2222 with anchors 0, 3 and 15.
TEST(Bc7Decode, ThreeSubsetsHaveTheirOwnEndPointsAndAnchors) {
  BlockWriter writer;
  writer.put(1, 1).put(0, 4);
  writer.each({0, 15, 8, 8, 1, 2}, 4).each({0, 0, 0, 0, 0, 0}, 4).each({15, 15, 15, 15, 15, 15}, 4);
  writer.each({0, 1, 0, 1, 1, 0}, 1);
  writer.put(0, 2).each({7, 7}, 3).put(3, 2).each({0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0}, 3).put(2, 2);
  const Block block = writer.block();
  EXPECT_EQ(bc7(block, 0), (Bc7Texel{0, 0, 247, 255}));
  EXPECT_EQ(bc7(block, 1), (Bc7Texel{255, 8, 255, 255}));
  EXPECT_EQ(bc7(block, 2), (Bc7Texel{140, 8, 255, 255})) << "the second subset's second end point";
  EXPECT_EQ(bc7(block, 3), (Bc7Texel{135, 3, 250, 255})) << "27/64 from 132 to 140";
  EXPECT_EQ(bc7(block, 9), (Bc7Texel{25, 7, 254, 255})) << "9/64 from 24 to 33";
  EXPECT_EQ(bc7(block, 15), (Bc7Texel{27, 6, 253, 255})) << "18/64 from 24 to 33";
}

// Two subsets, one low bit for both end points of each. Partition 17 is 0111 0001 0000 0000, anchors 0 and 2.
TEST(Bc7Decode, ASharedLowBitIsOfItsSubset) {
  BlockWriter writer;
  writer.put(2, 2).put(17, 6);
  writer.each({0, 63, 1, 62}, 6).each({0, 0, 0, 0}, 6).each({32, 32, 32, 32}, 6).each({1, 0}, 1);
  writer.put(3, 2).put(7, 3).put(1, 2).each({0, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, 3);
  const Block block = writer.block();
  EXPECT_EQ(bc7(block, 0), (Bc7Texel{109, 2, 131, 255})) << "27/64 from 2 to 255";
  EXPECT_EQ(bc7(block, 1), (Bc7Texel{249, 0, 129, 255}));
  EXPECT_EQ(bc7(block, 2), (Bc7Texel{38, 0, 129, 255})) << "9/64 from 4 to 249";
  EXPECT_EQ(bc7(block, 3), (Bc7Texel{4, 0, 129, 255}));
  EXPECT_EQ(bc7(block, 4), (Bc7Texel{255, 2, 131, 255}));
}

TEST(Bc7Decode, ColourAndAlphaHaveTheirOwnIndicesAndAlphaChangesPlaces) {
  const auto made = [](unsigned rotation, unsigned selection) {
    BlockWriter writer;
    writer.put(1 << 4, 5).put(rotation, 2).put(selection, 1);
    writer.each({0, 31}, 5).each({16, 16}, 5).each({31, 0}, 5).each({0, 63}, 6);
    writer.put(1, 1).put(0x3fffffff, 30).put(2, 2);
    for (unsigned i = 1; i < 16; ++i) writer.put(7, 3);
    return writer.block();
  };
  EXPECT_EQ(bc7(made(0, 0), 0), (Bc7Texel{84, 132, 171, 72})) << "colour 21/64, alpha 18/64";
  EXPECT_EQ(bc7(made(0, 1), 0), (Bc7Texel{72, 132, 183, 84})) << "the other way round";
  EXPECT_EQ(bc7(made(1, 0), 0), (Bc7Texel{72, 132, 171, 84}));
  EXPECT_EQ(bc7(made(2, 0), 0), (Bc7Texel{84, 72, 171, 132}));
  EXPECT_EQ(bc7(made(3, 0), 0), (Bc7Texel{84, 132, 72, 171}));
  EXPECT_EQ(bc7(made(0, 0), 15), (Bc7Texel{255, 132, 0, 255}));
}

TEST(Bc7Decode, FourBitsOfIndexGiveSixteenSteps) {
  BlockWriter writer;
  writer.put(1 << 6, 7);
  writer.each({0, 127}, 7).each({0, 0}, 7).each({127, 0}, 7).each({127, 127}, 7).each({1, 0}, 1);
  writer.put(0, 3);
  for (unsigned i = 1; i < 16; ++i) writer.put(i, 4);
  const std::array<int, 16> reds = {1, 17, 37, 52, 68, 84, 104, 120, 135, 151, 171, 187, 203, 218, 238, 254};
  for (std::size_t i = 0; i < 16; ++i) EXPECT_EQ(bc7(writer.block(), i)[0], reds[i]) << i;
  EXPECT_EQ(bc7(writer.block(), 0), (Bc7Texel{1, 1, 255, 255}));
  EXPECT_EQ(bc7(writer.block(), 15), (Bc7Texel{254, 0, 0, 254}));
}

TEST(Bc7Decode, TheReservedModeIsZerosAndSrgbIsTheSameBytes) {
  std::mt19937_64 random(1);
  const Block reserved = test::random_bc7_block(random, test::kBc7Reserved);
  for (std::size_t i = 0; i < 16; ++i) EXPECT_EQ(bc7(reserved, i), (Bc7Texel{0, 0, 0, 0}));
  const Block block = test::random_bc7_block(random, 6);
  std::array<std::array<std::byte, 64>, 3> texels;
  decode_bc_block(Format::kBc7Unorm, block.data(), texels[0].data());
  decode_bc_block(Format::kBc7UnormSrgb, block.data(), texels[1].data());
  decode_bc_block(Format::kBc7Typeless, block.data(), texels[2].data());
  EXPECT_EQ(texels[0], texels[1]);
  EXPECT_EQ(texels[0], texels[2]);
}

// Ten bits for each end point, as they are.
Block plain_bc6h(std::uint32_t first, std::uint32_t second, std::uint32_t index) {
  BlockWriter writer;
  writer.put(3, 5).each({first, 512, 1}, 10).each({second, 512, 1}, 10).put(0, 3);
  for (unsigned i = 1; i < 16; ++i) writer.put(index, 4);
  return writer.block();
}

TEST(Bc6hDecode, TheWholeRangeIsThatOfFiniteHalves) {
  const Block block = plain_bc6h(0, 1023, 15);
  EXPECT_EQ(bc6h(block, 0), (Bc6hTexel{0, 0x3e0f, 0x002e, 0x3c00}));
  EXPECT_EQ(bc6h(block, 1), (Bc6hTexel{0x7bff, 0x3e0f, 0x002e, 0x3c00}));
  EXPECT_EQ(bc6h(plain_bc6h(0, 1023, 7), 1)[0], 0x3a20) << "30/64 of the way";
}

TEST(Bc6hDecode, SignedValuesRunToBothEnds) {
  constexpr Format kSigned = Format::kBc6hSf16;
  // 0x201 is -511, 0x200 is -512; both are the most negative one. 512 is -512 too.
  EXPECT_EQ(bc6h(plain_bc6h(0x201, 511, 15), 0, kSigned), (Bc6hTexel{0xfbff, 0xfbff, 0x005d, 0x3c00}));
  EXPECT_EQ(bc6h(plain_bc6h(0x201, 511, 15), 1, kSigned)[0], 0x7bff);
  EXPECT_EQ(bc6h(plain_bc6h(0x200, 0, 0), 0, kSigned)[0], 0xfbff);
  EXPECT_EQ(bc6h(plain_bc6h(0x3ff, 0, 0), 0, kSigned)[0], 0x805d) << "-1";
}

TEST(Bc6hDecode, SixteenBitsReachMinusInfinityButNoNegativeZero) {
  BlockWriter writer;
  // Low ten bits of the first end point, then for each channel a difference of four and the rest upside down.
  writer.put(15, 5).each({0, 0x3ff, 0x3ff}, 10).put(0, 4).put(1, 6).put(1, 4).put(0x3e, 6).put(0, 4);
  writer.put(0x3f, 6).put(0, 3);
  for (unsigned i = 1; i < 16; ++i) writer.put(15, 4);
  // 0x8000, 0x7fff (with a difference of 1) and 0xffff, that is -1.
  EXPECT_EQ(bc6h(writer.block(), 0, Format::kBc6hSf16), (Bc6hTexel{0xfc00, 0x7bff, 0, 0x3c00}));
  EXPECT_EQ(bc6h(writer.block(), 1, Format::kBc6hSf16), (Bc6hTexel{0xfc00, 0xfc00, 0, 0x3c00}));
  EXPECT_EQ(bc6h(writer.block(), 0), (Bc6hTexel{0x3e00, 0x3dff, 0x7bff, 0x3c00}));
}

TEST(Bc6hDecode, DifferencesAreSignedAndWrap) {
  // Mode 0: ten bits, differences of five. Red 1020 + 10 is 6; green 3 - 5 is 1022; partition 13 has the lower
  // half as its second subset.
  BlockWriter writer;
  writer.put(0, 2).put(0, 3).each({1020, 3, 0}, 10).put(10, 5).put(0, 1).put(0, 4).put(27, 5);
  writer.put(0, 1).put(0, 4).put(0, 5).put(0, 1).put(0, 4).put(31, 5).put(0, 1).put(1, 5).put(0, 1).put(13,
                                                                                                        5);
  writer.put(3, 2);
  for (unsigned i = 1; i < 15; ++i) writer.put(7, 3);
  writer.put(0, 2);
  const Block block = writer.block();
  EXPECT_EQ(bc6h(block, 1), (Bc6hTexel{201, 31697, 0, 0x3c00}));
  EXPECT_EQ(bc6h(block, 8), (Bc6hTexel{31666, 108, 0, 0x3c00})) << "1020 + 1: the second subset's second";
  EXPECT_EQ(bc6h(block, 15), (Bc6hTexel{31604, 108, 0, 0x3c00})) << "1020 - 1: its first";
}

TEST(Bc6hDecode, ReservedModesAreBlack) {
  std::mt19937_64 random(1);
  for (const unsigned mode : test::kBc6hReserved) {
    const Block block = test::random_bc6h_block(random, mode);
    for (const Format format : {Format::kBc6hUf16, Format::kBc6hSf16, Format::kBc6hTypeless}) {
      for (std::size_t i = 0; i < 16; ++i) EXPECT_EQ(bc6h(block, i, format), (Bc6hTexel{0, 0, 0, 0x3c00}));
    }
  }
}

std::string hexadecimal(std::span<const std::byte> bytes) {
  std::string text;
  for (const std::byte value : bytes) {
    for (const int digit : {std::to_integer<int>(value >> 4), std::to_integer<int>(value & std::byte{15})})
      text += "0123456789abcdef"[digit];
  }
  return text;
}

Block block_of(const std::string& text) {
  BlockWriter writer;
  for (std::size_t i = 0; i < text.size(); i += 2)
    writer.put(static_cast<std::uint32_t>(std::stoul(text.substr(i, 2), nullptr, 16)), 8);
  return writer.block();
}

TEST(Bc7Decode, KnownBlocksGiveKnownTexels) {
  for (const test::Expected& known : test::kBc7Expected) {
    std::array<std::byte, 64> texels;
    decode_bc_block(Format::kBc7Unorm, block_of(known.block).data(), texels.data());
    EXPECT_EQ(hexadecimal(texels), known.texels) << known.block;
  }
}

void expect_known(Format format, std::span<const test::Expected> all) {
  for (const test::Expected& known : all) {
    std::array<std::byte, 128> texels;
    decode_bc_block(format, block_of(known.block).data(), texels.data());
    std::string colors;
    for (std::size_t i = 0; i < 16; ++i) {
      const auto texel = std::span(texels).subspan(i * 8, 8);
      colors += hexadecimal(texel.first(6));
      EXPECT_EQ(hexadecimal(texel.last(2)), "003c");
    }
    EXPECT_EQ(colors, known.texels) << format_name(format) << " " << known.block;
  }
}

TEST(Bc6hDecode, KnownBlocksGiveKnownTexels) {
  expect_known(Format::kBc6hUf16, test::kBc6hUf16Expected);
  expect_known(Format::kBc6hSf16, test::kBc6hSf16Expected);
}

/// Over the texels of a thousand blocks of one mode: every partition and every bit has its part in it.
template <typename Make>
std::uint64_t digest(Format format, unsigned mode, Make make) {
  std::mt19937_64 random(mode);
  std::uint64_t hash = test::digest({});
  const std::size_t texel_bytes = decoded_format(format) == Format::kR16G16B16A16Float ? 8 : 4;
  for (int i = 0; i < 1000; ++i) {
    const Block block = make(random, mode);
    std::array<std::byte, 128> texels;
    decode_bc_block(format, block.data(), texels.data());
    hash = test::digest(std::span(texels).first(16 * texel_bytes), hash);
  }
  return hash;
}

TEST(Bc7Decode, AThousandBlocksOfEachModeAreAsTheyWere) {
  constexpr std::array<std::uint64_t, test::kBc7Modes> kDigests = {
      0x766287305b717ae8, 0x3762215346101686, 0xf6cd5bb365b6d402, 0x8db182e82ce13c30,
      0x0fb626315adad837, 0x438a4cc6e8adefbc, 0xc347dcc1b23f67fb, 0xcd60f1d4372ac2a6};
  for (unsigned mode = 0; mode < test::kBc7Modes; ++mode)
    EXPECT_EQ(digest(Format::kBc7Unorm, mode, test::random_bc7_block), kDigests[mode]) << "mode " << mode;
}

TEST(Bc6hDecode, AThousandBlocksOfEachModeAreAsTheyWere) {
  struct Digests {
    std::uint64_t of_unsigned, of_signed;
  };
  constexpr std::array<Digests, test::kBc6hModes.size()> kDigests = {
      {{0x71fbe9a9b1ec4fca, 0xb69d6831adba3726},
       {0x7390ca320e092ef1, 0x00487f7fe836d2e5},
       {0x3261af546ea05a6c, 0xea140ac4255276c8},
       {0xcaee90e3e2f5b6cb, 0x4df83cef9b32b075},
       {0x8a1e577c031a6318, 0x925b7aa369b0dc60},
       {0x490a5c803a3037b2, 0x5a5be0bd7765f6c9},
       {0xdae33e188481304a, 0xb141073c84dddd65},
       {0x415e5a0b17652960, 0x33915234cce24e31},
       {0x61ba757371205bd6, 0x6bb0e72730dd2160},
       {0xf328e5edc4c8fe73, 0x40c15ed6d7209712},
       {0x5565b1c285e9d98f, 0xb15eebfba8bb813e},
       {0x9cb43e2e64d4ca8a, 0xb2237fa20583a1c9},
       {0xcee19d213f6b1fe6, 0x6dfd391b582d1edf},
       {0xd6b4b2059a9d17f2, 0xf4011eea34c13244}}};
  for (std::size_t i = 0; i < kDigests.size(); ++i) {
    const unsigned mode = test::kBc6hModes[i];
    EXPECT_EQ(digest(Format::kBc6hUf16, mode, test::random_bc6h_block), kDigests[i].of_unsigned) << mode;
    EXPECT_EQ(digest(Format::kBc6hSf16, mode, test::random_bc6h_block), kDigests[i].of_signed) << mode;
  }
}

TEST(BptcDecode, AnImageOfHalvesIsCutAtItsEdges) {
  // 6x5: 2x2 blocks, each of one red: 0, 1, 2 and 3 of 1023.
  std::vector<std::byte> blocks;
  for (std::uint32_t i = 0; i < 4; ++i) {
    const Block block = plain_bc6h(i, i, 0);
    blocks.insert(blocks.end(), block.begin(), block.end());
  }
  TextureImage image;
  image.desc.format = Format::kBc6hUf16;
  image.desc.width = 6;
  image.desc.height = 5;
  image.parts = {{blocks.data(), 32, 64}};
  const auto whole = decode_bc(image);
  ASSERT_TRUE(whole) << whole.error().message;
  EXPECT_EQ(whole->desc.format, Format::kR16G16B16A16Float);
  EXPECT_EQ(whole->memory_bytes, 6u * 5 * 8);
  const auto red = [&](std::size_t x, std::size_t y) {
    std::uint16_t half;
    std::memcpy(&half, whole->parts[0].data + y * whole->parts[0].row_pitch + x * 8, sizeof half);
    return half;
  };
  EXPECT_EQ(red(3, 3), 0);
  EXPECT_EQ(red(5, 3), 46);
  EXPECT_EQ(red(3, 4), 77);
  EXPECT_EQ(red(5, 4), 108);
}

TEST(BptcDecode, FormatsBecomeWhatTheHeaderSays) {
  EXPECT_EQ(decoded_format(Format::kBc7Unorm), Format::kR8G8B8A8Unorm);
  EXPECT_EQ(decoded_format(Format::kBc7Typeless), Format::kR8G8B8A8Unorm);
  EXPECT_EQ(decoded_format(Format::kBc7UnormSrgb), Format::kR8G8B8A8UnormSrgb);
  for (const Format format : {Format::kBc6hUf16, Format::kBc6hSf16, Format::kBc6hTypeless})
    EXPECT_EQ(decoded_format(format), Format::kR16G16B16A16Float);
}

}  // namespace
}  // namespace ferry
