// Sizes, levels, arrays, cubes and volumes of DDS files, and what is made of headers that are wrong.
#include <gtest/gtest.h>

#include "dds_reading.hpp"

namespace ferry {
namespace {

using test::bytes_of;
using test::coded_dds;
using test::counted_bytes;
using test::DdsFile;
using test::dx10_dds;
using test::letters;
using test::masked_dds;
using test::ReadDds;
using test::refusal;

constexpr DdsOptions kStrict = {.strict = true};

/// R8 texels, a byte each, so that places are easily told.
DdsFile r8(std::uint32_t width, std::uint32_t height, std::uint32_t mips, std::size_t bytes) {
  DdsFile file = masked_dds(0x20000, 8, {0xff, 0, 0, 0}, counted_bytes(bytes));
  file.width = width;
  file.height = height;
  file.mips = mips;
  if (mips > 1) file.flags |= 0x20000;
  return file;
}

test::Bytes piece(const test::Bytes& bytes, std::size_t begin, std::size_t size) {
  const auto from = bytes.begin() + static_cast<std::ptrdiff_t>(begin);
  return {from, from + static_cast<std::ptrdiff_t>(size)};
}

TEST(DdsShape, LevelsFollowEachOther) {
  const DdsFile file = r8(5, 3, 3, 15 + 2 + 1);
  const ReadDds read(file, kStrict);
  EXPECT_EQ(read.image.desc,
            (TextureDesc{.format = Format::kR8Unorm, .width = 5, .height = 3, .mip_levels = 3}));
  EXPECT_FALSE(read.image.cube);
  EXPECT_EQ(read.subresource(0), piece(file.body, 0, 15));
  EXPECT_EQ(read.subresource(1), piece(file.body, 15, 2));
  EXPECT_EQ(read.subresource(2), piece(file.body, 17, 1));
  EXPECT_TRUE(read.image.oddities.empty());
}

TEST(DdsShape, SmallLevelsOfBlocksAreWholeBlocks) {
  DdsFile file = coded_dds(letters("DXT1"), 12, 8, counted_bytes(8 * (6 + 2 + 1 + 1)));
  file.mips = 4;
  file.flags |= 0x20000;
  const ReadDds read(file, kStrict);
  EXPECT_EQ(read.subresource(1), piece(file.body, 48, 16));
  EXPECT_EQ(read.subresource(3), piece(file.body, 72, 8));
}

TEST(DdsShape, SlicesOfAnArrayHaveTheirLevelsTogether) {
  DdsFile file = dx10_dds(61, 2, 2, counted_bytes(3 * 5));
  file.array = 3;
  file.mips = 2;
  file.flags |= 0x20000;
  const ReadDds read(file, kStrict);
  EXPECT_EQ(read.image.desc.depth_or_array_size, 3U);
  ASSERT_EQ(read.image.parts.size(), 6U);
  EXPECT_EQ(read.subresource(2), piece(file.body, 5, 4));
  EXPECT_EQ(read.subresource(3), piece(file.body, 9, 1));
  EXPECT_EQ(read.subresource(5), piece(file.body, 14, 1));
}

TEST(DdsShape, OneDimension) {
  DdsFile file = dx10_dds(61, 7, 1, counted_bytes(2 * 10));
  file.dimension = 2;
  file.array = 2;
  file.mips = 2;
  file.flags |= 0x20000;
  const ReadDds read(file, kStrict);
  EXPECT_EQ(read.image.desc, (TextureDesc{.dimension = Dimension::kTexture1D,
                                          .format = Format::kR8Unorm,
                                          .width = 7,
                                          .depth_or_array_size = 2,
                                          .mip_levels = 2}));
  EXPECT_EQ(read.subresource(2), piece(file.body, 10, 7));
  file.height = 0;
  EXPECT_EQ(ReadDds(file).image.desc.height, 1U);
  file.height = 2;
  EXPECT_EQ(refusal(file).code, ErrorCode::kCorrupt);
}

TEST(DdsShape, VolumesHaveTheirSlicesTogether) {
  for (const bool dx10 : {false, true}) {
    DdsFile file = r8(4, 3, 3, 24 + 2 + 1);
    file.depth = 2;
    file.flags |= 0x800000;
    file.caps2 = 0x200000;
    file.dx10 = dx10;
    file.dxgi_format = 61;
    file.dimension = 4;
    const ReadDds read(file, kStrict);
    EXPECT_EQ(read.image.desc, (TextureDesc{.dimension = Dimension::kTexture3D,
                                            .format = Format::kR8Unorm,
                                            .width = 4,
                                            .height = 3,
                                            .depth_or_array_size = 2,
                                            .mip_levels = 3}));
    EXPECT_EQ(read.image.parts[0].slice_pitch, 12U);
    EXPECT_EQ(read.subresource(0), piece(file.body, 0, 24));
    EXPECT_EQ(read.subresource(1), piece(file.body, 24, 2));
    EXPECT_EQ(read.subresource(2), piece(file.body, 26, 1));
    EXPECT_TRUE(read.image.oddities.empty());

    file.depth = 0;
    EXPECT_EQ(refusal(file).code, ErrorCode::kCorrupt);
    file.depth = 2;
    file.array = 2;
    if (dx10) {
      EXPECT_NE(refusal(file).message.find("an array of 2 3D textures"), std::string::npos);
    }
  }
}

TEST(DdsShape, TheDepthOfAFlatTextureIsPassedOver) {
  DdsFile file = r8(2, 2, 1, 4);
  for (const std::uint32_t depth : {0U, 1U, 17U}) {
    file.depth = depth;
    EXPECT_EQ(ReadDds(file).image.desc.dimension, Dimension::kTexture2D);
  }
  file.flags |= 0x800000;
  file.depth = 1;
  EXPECT_EQ(ReadDds(file).image.desc.dimension, Dimension::kTexture2D);
  file.depth = 2;
  file.body = counted_bytes(8);
  EXPECT_EQ(ReadDds(file).image.desc.dimension, Dimension::kTexture3D);
}

TEST(DdsShape, Cubes) {
  DdsFile old = r8(2, 2, 2, 6 * 5);
  old.caps2 = 0xfe00;
  DdsFile now = dx10_dds(61, 2, 2, counted_bytes(6 * 5));
  now.misc = 4;
  now.mips = 2;
  now.flags |= 0x20000;
  for (const DdsFile& file : {old, now}) {
    const ReadDds read(file, kStrict);
    EXPECT_TRUE(read.image.cube);
    EXPECT_EQ(read.image.desc.depth_or_array_size, 6U);
    EXPECT_EQ(read.subresource(2), piece(file.body, 5, 4));
    EXPECT_EQ(read.subresource(11), piece(file.body, 29, 1));
    EXPECT_TRUE(read.image.oddities.empty());
  }
  now.array = 2;
  now.body = counted_bytes(12 * 5);
  EXPECT_EQ(ReadDds(now, kStrict).image.desc.depth_or_array_size, 12U);
}

TEST(DdsShape, CubesCountedByFaces) {
  DdsFile file = dx10_dds(61, 2, 2, counted_bytes(6 * 4));
  file.misc = 4;
  file.array = 6;
  const ReadDds one(file, kStrict);
  EXPECT_EQ(one.image.desc.depth_or_array_size, 6U);
  EXPECT_TRUE(one.odd("counts faces"));
  file.array = 18;
  file.body = counted_bytes(18 * 4);
  const ReadDds three(file);
  EXPECT_EQ(three.image.desc.depth_or_array_size, 18U);
  // Six cubes, as it says.
  file.array = 6;
  file.body = counted_bytes(36 * 4);
  const ReadDds six(file);
  EXPECT_EQ(six.image.desc.depth_or_array_size, 36U);
  EXPECT_TRUE(six.image.oddities.empty());
  // Neither one thing nor the other.
  file.body = counted_bytes(7 * 4);
  EXPECT_EQ(refusal(file).code, ErrorCode::kCorrupt);
}

TEST(DdsShape, PartialCubesAreRefusedByFace) {
  DdsFile file = r8(1, 1, 1, 2);
  file.caps2 = 0x200 | 0x400 | 0x8000;
  EXPECT_EQ(refusal(file).code, ErrorCode::kUnsupported);
  EXPECT_NE(refusal(file).message.find("only the faces +X, -Z;"), std::string::npos);
  file.caps2 = 0x200;
  EXPECT_NE(refusal(file).message.find("only the faces none;"), std::string::npos);
  file.caps2 = 0x20fe00;
  file.depth = 1;
  EXPECT_EQ(refusal(file).code, ErrorCode::kCorrupt);
}

TEST(DdsShape, ADx10HeaderDecidesWhatIsACube) {
  DdsFile file = dx10_dds(61, 1, 1, counted_bytes(6));
  file.caps2 = 0xfe00;
  file.array = 6;
  const ReadDds read(file);
  EXPECT_FALSE(read.image.cube);
  EXPECT_EQ(read.image.desc.depth_or_array_size, 6U);
  EXPECT_TRUE(read.odd("says cube map"));
  file.misc = 4;
  file.dimension = 4;
  file.depth = 1;
  EXPECT_EQ(refusal(file).code, ErrorCode::kCorrupt);
}

TEST(DdsShape, Dx10HeadersThatSayTooLittle) {
  DdsFile file = dx10_dds(61, 2, 2, counted_bytes(4));
  file.array = 0;
  file.dimension = 0;
  const ReadDds read(file);
  EXPECT_EQ(read.image.desc, (TextureDesc{.format = Format::kR8Unorm, .width = 2, .height = 2}));
  EXPECT_TRUE(read.odd("array size of the DX10 header is 0"));
  EXPECT_TRUE(read.odd("the dimension 0"));
  EXPECT_EQ(refusal(file, kStrict).code, ErrorCode::kCorrupt);
}

TEST(DdsShape, MissingLevelsAreLeftOut) {
  DdsFile file = r8(4, 4, 3, 16 + 4 + 1);
  file.body.resize(20);
  const ReadDds two(file);
  EXPECT_EQ(two.image.desc.mip_levels, 2U);
  EXPECT_TRUE(two.odd("take 21 bytes, 20 are there; the first 2 levels are taken"));
  EXPECT_EQ(refusal(file, kStrict).code, ErrorCode::kCorrupt);
  file.body.resize(19);
  EXPECT_EQ(ReadDds(file).image.desc.mip_levels, 1U);
  file.body.resize(15);
  EXPECT_EQ(refusal(file).code, ErrorCode::kCorrupt);
  EXPECT_NE(
      refusal(file).message.find("4x4x1 texels of R8_UNORM with 3 mip levels take 21 bytes, 15 are there"),
      std::string::npos);
}

TEST(DdsShape, MissingLevelsOfTheLastSliceAreLeftOutOfAll) {
  DdsFile file = dx10_dds(61, 2, 2, counted_bytes(2 * 5));
  file.array = 2;
  file.mips = 2;
  file.body.resize(9);
  const ReadDds read(file);
  EXPECT_EQ(read.image.desc.mip_levels, 1U);
  ASSERT_EQ(read.image.parts.size(), 2U);
  EXPECT_EQ(read.subresource(1), piece(counted_bytes(10), 5, 4));
  file.body.resize(8);
  EXPECT_EQ(refusal(file).code, ErrorCode::kCorrupt);
  file.body.resize(4);
  EXPECT_EQ(refusal(file).code, ErrorCode::kCorrupt);
}

TEST(DdsShape, MoreLevelsThanTheSizeHas) {
  DdsFile file = r8(2, 2, 5, 4 + 1);
  const ReadDds read(file);
  EXPECT_EQ(read.image.desc.mip_levels, 2U);
  EXPECT_TRUE(read.odd("counts 5 mip levels; 2x2 texels have 2"));
  EXPECT_EQ(read.image.oddities.size(), 1U);
  EXPECT_EQ(refusal(file, kStrict).code, ErrorCode::kCorrupt);
  file.mips = 0xffffffff;
  EXPECT_EQ(ReadDds(file).image.desc.mip_levels, 2U);
  // Where they are in the file, the second slice comes behind them.
  DdsFile array = dx10_dds(61, 2, 2, counted_bytes(2 * 6));
  array.array = 2;
  array.mips = 3;
  const ReadDds there(array);
  EXPECT_EQ(there.image.desc.mip_levels, 2U);
  EXPECT_EQ(there.subresource(2), piece(array.body, 6, 4));
  array.body.resize(10);
  const ReadDds not_there(array);
  EXPECT_EQ(not_there.image.desc.mip_levels, 2U);
  EXPECT_EQ(not_there.subresource(2), piece(array.body, 5, 4));
}

TEST(DdsShape, LevelsWithoutTheirFlagAreRead) {
  DdsFile file = r8(2, 2, 2, 5);
  file.flags &= ~0x20000U;
  const ReadDds read(file);
  EXPECT_EQ(read.image.desc.mip_levels, 2U);
  EXPECT_TRUE(read.odd("flags say that it does not count them"));
}

TEST(DdsShape, BytesBehindTheEndAreOdd) {
  const ReadDds read(r8(2, 2, 1, 7), kStrict);
  EXPECT_TRUE(read.odd("3 bytes follow the last level"));
  EXPECT_EQ(read.subresource(0), counted_bytes(4));
}

TEST(DdsShape, PitchFieldsAreNeverTrusted) {
  DdsFile file = r8(5, 2, 1, 10);
  file.flags |= 0x8;
  file.pitch = 5;
  EXPECT_TRUE(ReadDds(file).image.oddities.empty());
  file.pitch = 8;
  const ReadDds wrong(file);
  EXPECT_TRUE(wrong.odd("a row has 8 bytes; it has 5"));
  EXPECT_EQ(wrong.subresource(0), counted_bytes(10));
  file.pitch = 0xffffffff;
  EXPECT_EQ(ReadDds(file).subresource(0), counted_bytes(10));

  DdsFile blocks = coded_dds(letters("DXT1"), 8, 8, counted_bytes(32));
  blocks.flags |= 0x80000;
  blocks.pitch = 32;
  EXPECT_TRUE(ReadDds(blocks).image.oddities.empty());
  blocks.pitch = 64;
  EXPECT_TRUE(ReadDds(blocks).odd("the top level has 64 bytes; it has 32"));
}

TEST(DdsShape, RowsPaddedToFourBytesAreTold) {
  // 24 bits, 3x2 texels: rows of 9 bytes, or of 12 with padding.
  DdsFile file = masked_dds(0x40, 24, {0xff, 0xff00, 0xff0000, 0}, counted_bytes(24));
  file.width = 3;
  file.height = 2;
  const ReadDds read(file);
  EXPECT_TRUE(read.odd("padded to a multiple of 4"));
  const test::Bytes out = read.subresource(0);
  ASSERT_EQ(out.size(), 24U);
  EXPECT_EQ(out[12], file.body[12]);
  EXPECT_EQ(out[0], file.body[0]);
  file.body.resize(18);
  EXPECT_TRUE(ReadDds(file).image.oddities.empty());
}

TEST(DdsShape, StructureSizes) {
  DdsFile file = r8(1, 1, 1, 1);
  file.size = 24;
  EXPECT_TRUE(ReadDds(file).odd("24 bytes; it has 124"));
  EXPECT_EQ(refusal(file, kStrict).code, ErrorCode::kCorrupt);
  file.size = 128;
  EXPECT_EQ(refusal(file).code, ErrorCode::kCorrupt);
  file.size = 124;
  for (const std::uint32_t size : {0U, 24U}) {
    file.format_size = size;
    EXPECT_TRUE(ReadDds(file).odd("pixel format says"));
    EXPECT_EQ(refusal(file, kStrict).code, ErrorCode::kCorrupt);
  }
  file.format_size = 33;
  EXPECT_EQ(refusal(file).code, ErrorCode::kCorrupt);
  file.format_size = 32;
  file.flags = 0;
  EXPECT_TRUE(ReadDds(file).odd("the header's flags 0x0"));
}

TEST(DdsShape, WhatIsNoDds) {
  const auto error = [](const test::Bytes& bytes) {
    const Result<TextureImage> read = read_dds(bytes);
    EXPECT_FALSE(read);
    return read ? Error{} : read.error();
  };
  EXPECT_EQ(error({}).message, "the file is empty");
  EXPECT_EQ(error(bytes_of({'D', 'D', 'S'})).code, ErrorCode::kUnsupported);
  EXPECT_EQ(error(test::Bytes(200, std::byte{0x44})).code, ErrorCode::kUnsupported);
  test::Bytes cut = dx10_dds(61, 1, 1, {}).bytes();
  cut.resize(147);
  EXPECT_NE(error(cut).message.find("147 of the 148 bytes"), std::string::npos);
  cut.resize(127);
  EXPECT_NE(error(cut).message.find("127 of the header's 128 bytes"), std::string::npos);
}

TEST(DdsShape, SizesAreLookedAtBeforeAnythingElse) {
  // 131 bytes that claim 16 million rows.
  DdsFile file = masked_dds(0x40, 24, {0xff0000, 0xff00, 0xff, 0}, counted_bytes(3));
  file.height = 16'000'000;
  EXPECT_EQ(file.bytes().size(), 131U);
  EXPECT_EQ(refusal(file).code, ErrorCode::kUnsupported);
  EXPECT_NE(refusal(file).message.find("height 16000000 of a 2D texture must be 1 to 16384"),
            std::string::npos);
  file.height = 16384;
  EXPECT_EQ(refusal(file).code, ErrorCode::kCorrupt);
  EXPECT_NE(refusal(file).message.find("take 49152 bytes, 3 are there"), std::string::npos);
  file.height = 0;
  EXPECT_EQ(refusal(file).code, ErrorCode::kCorrupt);
  file.height = 1;
  file.width = 0;
  EXPECT_EQ(refusal(file).code, ErrorCode::kCorrupt);

  DdsFile array = dx10_dds(61, 1, 1, counted_bytes(1));
  for (const std::uint32_t size : {2049U, 0x80000000U, 0xffffffffU}) {
    array.array = size;
    EXPECT_EQ(refusal(array).code, ErrorCode::kUnsupported);
  }
  array.misc = 4;
  for (const std::uint32_t size : {342U, 0x2aaaaaabU, 0xffffffffU, 0xfffffffcU}) {
    array.array = size;
    EXPECT_EQ(refusal(array).code, ErrorCode::kUnsupported);
  }
  array.array = 341;  // cubes; 2046 slices
  EXPECT_EQ(refusal(array).code, ErrorCode::kCorrupt);

  DdsFile volume = dx10_dds(2, 2048, 2048, counted_bytes(16));
  volume.dimension = 4;
  volume.depth = 2048;
  EXPECT_NE(refusal(volume).message.find("take 137438953472 bytes, 16 are there"), std::string::npos);
  volume.depth = 2049;
  EXPECT_EQ(refusal(volume).code, ErrorCode::kUnsupported);
}

TEST(DdsShape, LimitsAreOfTheTextureNotTheFile) {
  // 24 bits become 32.
  DdsFile file = masked_dds(0x40, 24, {0xff0000, 0xff00, 0xff, 0}, counted_bytes(30));
  EXPECT_EQ(refusal(file, {.limits = {.max_texture_bytes = 39}}).message,
            "the texture has 40 bytes; at most 39 are taken");
  EXPECT_EQ(refusal(file, {.limits = {.max_texture_bytes = 39}}).code, ErrorCode::kUnsupported);
  EXPECT_EQ(ReadDds(file, {.limits = {.max_texture_bytes = 40}}).image.desc.width, 10U);
}

TEST(DdsShape, BlocksThatAreNotWholeAreOddAndKept) {
  const ReadDds read(coded_dds(letters("DXT1"), 5, 4, counted_bytes(16)));
  EXPECT_EQ(read.image.desc.width, 5U);
  EXPECT_TRUE(read.odd("no whole number of BC1_UNORM blocks"));
  EXPECT_EQ(read.subresource(0), counted_bytes(16));
}

}  // namespace
}  // namespace ferry
