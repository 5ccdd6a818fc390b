// Where each texel of a KTX2 file goes, what is said about oddities, and what is refused.
#include <ferry/assets/ktx2.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include <ferry/layout/footprint.hpp>

#include "image_rows.hpp"
#include "ktx2_making.hpp"
#include "ktx2_refusal.hpp"

namespace ferry {
namespace {

using test::Bytes;
using test::expect_refused;
using test::Ktx2File;
using test::pattern;
using test::texels_of;

bool said(const std::vector<std::string>& sentences, std::string_view words) {
  return std::any_of(sentences.begin(), sentences.end(),
                     [&](const std::string& s) { return s.find(words) != std::string::npos; });
}

void patch_u32(Bytes& file, std::size_t at, std::uint64_t value) {
  for (std::size_t i = 0; i < 4; ++i) file[at + i] = static_cast<std::byte>(value >> (8 * i));
}

/// Fills the levels so that each image of each level differs.
void fill(Ktx2File& ktx, std::uint32_t mips, std::uint32_t block, std::uint32_t block_bytes) {
  ktx.block_bytes = static_cast<std::uint8_t>(block_bytes);
  ktx.levels.clear();
  for (std::uint32_t mip = 0; mip < mips; ++mip) {
    const auto side = [&](std::uint32_t size, std::uint32_t by) {
      return (std::max(size >> mip, 1u) + by - 1) / by;
    };
    const std::size_t images = std::size_t{std::max(ktx.layers, 1u)} * ktx.faces;
    const std::size_t bytes =
        std::size_t{side(ktx.width, block)} * side(ktx.height, block) * side(ktx.depth, 1) * block_bytes;
    Bytes level;
    for (std::size_t i = 0; i < images; ++i) {
      const Bytes one = pattern(bytes, static_cast<unsigned>(mip * 100 + i));
      level.insert(level.end(), one.begin(), one.end());
    }
    ktx.levels.push_back(level);
  }
}

/// Every subresource is the image that fill() made for its place.
void expect_filled(const TextureImage& image) {
  for (std::uint32_t i = 0; i < subresource_count(image.desc); ++i) {
    const Subresource where = subresource_at(image.desc, i);
    const Bytes got = texels_of(image, i);
    EXPECT_EQ(got, pattern(got.size(), where.mip * 100 + where.array_slice)) << "subresource " << i;
  }
}

TEST(Ktx2Layout, EveryLevelLayerFaceAndSliceGoesToItsSubresource) {
  struct Kind {
    std::string name;
    std::uint32_t width, height, depth, layers, faces, mips;
    std::uint32_t vk_format = 37, block = 1, block_bytes = 4;
    TextureDesc desc = {};
  };
  const Kind kinds[] = {
      {"1D", 9, 0, 0, 0, 1, 4, 37, 1, 4, {Dimension::kTexture1D, Format::kR8G8B8A8Unorm, 9, 1, 1, 4, 1}},
      {"1D array",
       9,
       0,
       0,
       3,
       1,
       2,
       37,
       1,
       4,
       {Dimension::kTexture1D, Format::kR8G8B8A8Unorm, 9, 1, 3, 2, 1}},
      {"2D", 7, 5, 0, 0, 1, 3, 37, 1, 4, {Dimension::kTexture2D, Format::kR8G8B8A8Unorm, 7, 5, 1, 3, 1}},
      {"2D array", 7, 5, 0, 3, 1, 3, 16, 1, 2, {Dimension::kTexture2D, Format::kR8G8Unorm, 7, 5, 3, 3, 1}},
      {"2D array of one",
       7,
       5,
       0,
       1,
       1,
       1,
       9,
       1,
       1,
       {Dimension::kTexture2D, Format::kR8Unorm, 7, 5, 1, 1, 1}},
      {"cube", 6, 6, 0, 0, 6, 3, 37, 1, 4, {Dimension::kTexture2D, Format::kR8G8B8A8Unorm, 6, 6, 6, 3, 1}},
      {"cube array",
       4,
       4,
       0,
       2,
       6,
       3,
       37,
       1,
       4,
       {Dimension::kTexture2D, Format::kR8G8B8A8Unorm, 4, 4, 12, 3, 1}},
      {"3D", 6, 5, 7, 0, 1, 3, 106, 1, 12, {Dimension::kTexture3D, Format::kR32G32B32Float, 6, 5, 7, 3, 1}},
      {"BC1 2D", 20, 12, 0, 0, 1, 5, 133, 4, 8, {Dimension::kTexture2D, Format::kBc1Unorm, 20, 12, 1, 5, 1}},
      {"BC7 cube array",
       8,
       8,
       0,
       2,
       6,
       4,
       146,
       4,
       16,
       {Dimension::kTexture2D, Format::kBc7UnormSrgb, 8, 8, 12, 4, 1}},
      {"BC4 3D", 8, 8, 4, 0, 1, 3, 139, 4, 8, {Dimension::kTexture3D, Format::kBc4Unorm, 8, 8, 4, 3, 1}},
  };
  for (const Kind& kind : kinds) {
    for (const std::uint32_t scheme : {0u, 2u, 3u}) {
      SCOPED_TRACE(text(kind.name, ", scheme ", scheme));
      Ktx2File ktx;
      ktx.vk_format = kind.vk_format;
      ktx.width = kind.width;
      ktx.height = kind.height;
      ktx.depth = kind.depth;
      ktx.layers = kind.layers;
      ktx.faces = kind.faces;
      ktx.scheme = scheme;
      ktx.transfer = kind.vk_format == 146 ? 2 : 1;
      fill(ktx, kind.mips, kind.block, kind.block_bytes);
      const Bytes file = ktx.make();
      const auto image = read_ktx2(file, {.strict = true});
      ASSERT_TRUE(image) << image.error().message;
      EXPECT_EQ(image->desc, kind.desc);
      EXPECT_EQ(image->cube, kind.faces == 6);
      EXPECT_TRUE(image->oddities.empty()) << image->oddities.front();
      ASSERT_EQ(image->parts.size(), subresource_count(kind.desc));
      expect_filled(*image);
      // Where nothing is packed, nothing is copied.
      for (const ImagePart& part : image->parts) {
        EXPECT_EQ(part.data >= file.data() && part.data < file.data() + file.size(), scheme == 0);
      }
      EXPECT_EQ(image->memory_bytes == 0, scheme == 0);
    }
  }
}

TEST(Ktx2Layout, MetadataAndFlagsAreReported) {
  Ktx2File ktx;
  ktx.flags = 1;
  ktx.levels = {Bytes(4)};
  ktx.metadata = {{"KTXorientation", std::string("ru\0", 3)},
                  {"KTXswizzle", std::string("rrr1\0", 5)},
                  {"KTXwriter", "a\x01 test"}};
  const Bytes file = ktx.make();
  const auto info = read_ktx2_info(file);
  ASSERT_TRUE(info) << info.error().message;
  EXPECT_EQ(info->vk_format_name, "R8G8B8A8_UNORM");
  EXPECT_EQ(info->orientation, "ru");
  EXPECT_EQ(info->swizzle, "rrr1");
  EXPECT_EQ(info->writer, "a? test");
  EXPECT_TRUE(info->premultiplied);
  const auto image = read_ktx2(file, {.strict = true});
  ASSERT_TRUE(image) << image.error().message;
  EXPECT_EQ(image->alpha, AlphaMode::kPremultiplied);
  EXPECT_TRUE(said(image->oddities, "'ru'"));
  EXPECT_TRUE(said(image->oddities, "'rrr1'"));

  ktx.flags = 0;
  ktx.metadata = {{"KTXorientation", std::string("rd\0", 3)}, {"KTXswizzle", "rgba"}};
  auto plain = read_ktx2(ktx.make());
  ASSERT_TRUE(plain);
  EXPECT_EQ(plain->alpha, AlphaMode::kStraight);
  EXPECT_TRUE(plain->oddities.empty());
  ktx.vk_format = 9;
  ktx.block_bytes = 1;
  ktx.levels = {Bytes(1)};
  plain = read_ktx2(ktx.make());
  ASSERT_TRUE(plain);
  EXPECT_EQ(plain->alpha, AlphaMode::kOpaque);
  ktx.descriptor = false;
  plain = read_ktx2(ktx.make());
  ASSERT_TRUE(plain);
  EXPECT_EQ(plain->alpha, AlphaMode::kUnknown);
}

TEST(Ktx2Layout, ALevelCountOfNoneIsOneLevel) {
  Ktx2File ktx;
  ktx.width = ktx.height = 2;
  ktx.levels = {Bytes(16)};
  ktx.level_count = 0;
  const auto image = read_ktx2(ktx.make(), {.strict = true});
  ASSERT_TRUE(image) << image.error().message;
  EXPECT_EQ(image->desc.mip_levels, 1u);
  EXPECT_TRUE(said(image->oddities, "level count is 0"));
  // Which the specification forbids for block-compressed texels.
  ktx.vk_format = 133;
  ktx.block_bytes = 8;
  ktx.width = ktx.height = 4;
  ktx.levels = {Bytes(8)};
  EXPECT_TRUE(read_ktx2(ktx.make()));
  expect_refused(ktx.make(), ErrorCode::kCorrupt, "level count", {.strict = true});
}

TEST(Ktx2Layout, BrokenRulesAreSeenThroughUnlessStrict) {
  const auto expect_oddity = [](const Bytes& file, std::string_view words) {
    const auto image = read_ktx2(file);
    ASSERT_TRUE(image) << image.error().message;
    EXPECT_TRUE(said(image->oddities, words)) << words;
    expect_refused(file, ErrorCode::kCorrupt, words, {.strict = true});
  };
  Ktx2File ktx;
  ktx.width = ktx.height = 2;
  ktx.levels = {Bytes(16)};
  const Ktx2File good = ktx;
  ASSERT_TRUE(read_ktx2(good.make(), {.strict = true}));

  ktx.descriptor = false;
  expect_oddity(ktx.make(), "no data format descriptor");
  ktx = good;
  ktx.transfer = 2;
  expect_oddity(ktx.make(), "sRGB");
  ktx = good;
  ktx.vk_format = 43;
  expect_oddity(ktx.make(), "not sRGB");
  ktx = good;
  ktx.metadata = {{"KTXorientation", "xy"}};
  expect_oddity(ktx.make(), "KTXorientation is 'xy'");
  ktx.metadata = {{"KTXorientation", "rdi"}};
  expect_oddity(ktx.make(), "KTXorientation is 'rdi'");
  ktx.metadata = {{"KTXswizzle", "rgbx"}};
  expect_oddity(ktx.make(), "KTXswizzle");
  ktx.metadata = {{"b", "1"}, {"a", "2"}};
  expect_oddity(ktx.make(), "'a' is out of order");
  ktx.metadata = {{"a", "1"}, {"a", "2"}};
  expect_oddity(ktx.make(), "there twice");

  Bytes file = good.make();
  patch_u32(file, 104, 27);  // the descriptor's own size
  expect_oddity(file, "gives its size as 27");
  file = good.make();
  patch_u32(file, 104 + 20, 3);  // bytes of plane 0
  expect_oddity(file, "3 bytes for a block");
  file = good.make();
  patch_u32(file, 96, 17);  // the size after unpacking
  expect_oddity(file, "two sizes");
  ktx = good;
  ktx.metadata = {{"key", "value"}};
  file = ktx.make();
  patch_u32(file, 104 + 28, 1);
  expect_oddity(file, "metadata is damaged");
  patch_u32(file, 104 + 28, 0xffffffff);
  expect_oddity(file, "metadata is damaged");
  patch_u32(file, 104 + 28, 3);
  expect_oddity(file, "has no end");
  // Behind the end: unusual, but no rule is broken.
  file = good.make();
  file.resize(file.size() + 5);
  const auto image = read_ktx2(file, {.strict = true});
  ASSERT_TRUE(image);
  EXPECT_TRUE(said(image->oddities, "5 bytes stand behind"));
}

TEST(Ktx2Layout, WhatCannotBeIsRefused) {
  Ktx2File good;
  good.width = good.height = 4;
  good.levels = {Bytes(64), Bytes(16)};
  const Bytes file = good.make();
  ASSERT_TRUE(read_ktx2(file));
  const auto patched = [&](std::size_t at, std::uint64_t value) {
    Bytes changed = file;
    patch_u32(changed, at, value);
    return changed;
  };
  expect_refused(patched(0, 0), ErrorCode::kUnsupported, "no KTX2 file");
  expect_refused({}, ErrorCode::kUnsupported, "no KTX2 file");
  Bytes version1 = file;
  version1[5] = std::byte{'1'};
  version1[6] = std::byte{'1'};
  expect_refused(version1, ErrorCode::kUnsupported, "version 1");
  expect_refused(patched(20, 0), ErrorCode::kCorrupt, "0x4x0");
  expect_refused(patched(20, 40000), ErrorCode::kUnsupported, "40000");
  expect_refused(patched(24, 0), ErrorCode::kCorrupt, "bytes");
  expect_refused(patched(28, 3), ErrorCode::kCorrupt, "needed");
  expect_refused(patched(32, 0xffffffff), ErrorCode::kUnsupported, "4294967295");
  expect_refused(patched(36, 2), ErrorCode::kCorrupt, "2 faces");
  expect_refused(patched(36, 6), ErrorCode::kCorrupt, "needed");
  Ktx2File deep = good;
  deep.levels = {Bytes(64), Bytes(16), Bytes(4), Bytes(4)};
  expect_refused(deep.make(), ErrorCode::kCorrupt, "4 mip levels");
  expect_refused(patched(40, 0xffffffff), ErrorCode::kCorrupt, "4294967295 mip levels");
  expect_refused(patched(44, 4), ErrorCode::kUnsupported, "scheme 4");
  expect_refused(patched(44, 1), ErrorCode::kUnsupported, "scheme 1");
  expect_refused(patched(48, 0xfffffff0), ErrorCode::kCorrupt, "descriptor");
  expect_refused(patched(52, 0xfffffff0), ErrorCode::kCorrupt, "descriptor");
  expect_refused(patched(56, 0xfffffff0), ErrorCode::kCorrupt, "metadata");
  expect_refused(patched(76, 0xfffffff0), ErrorCode::kCorrupt, "supercompression data");
  expect_refused(patched(80, 0xffffff), ErrorCode::kCorrupt, "mip level 0");
  expect_refused(patched(84, 0xffffffff), ErrorCode::kCorrupt, "mip level 0");
  expect_refused(patched(88, 60), ErrorCode::kCorrupt, "60 bytes, and 64 are needed");
  // Offset and length whose sum does not fit 64 bits.
  Bytes wrapped = patched(80, 0xfffffff0);
  patch_u32(wrapped, 84, 0xffffffff);
  expect_refused(wrapped, ErrorCode::kCorrupt, "mip level 0 is said to be 64 bytes at 18446744073709551600");
  expect_refused(patched(92, 0xffffffff), ErrorCode::kCorrupt, "mip level 0");
  expect_refused(patched(112, 12), ErrorCode::kCorrupt, "12 bytes, and 16 are needed");

  Bytes array3d = patched(32, 2);
  patch_u32(array3d, 28, 2);
  expect_refused(array3d, ErrorCode::kUnsupported, "array of 3D");
  Bytes cube = patched(36, 6);
  patch_u32(cube, 24, 2);
  expect_refused(cube, ErrorCode::kCorrupt, "cube of 4x2");
}

TEST(Ktx2Layout, SizesAreJudgedBeforeMemoryIsAskedFor) {
  // 131 bytes that claim 4 GiB of texels.
  Ktx2File ktx;
  ktx.scheme = test::kHasZstd ? 2 : 3;
  ktx.levels = {Bytes(4)};
  Bytes file = ktx.make();
  patch_u32(file, 20, 16384);
  patch_u32(file, 24, 16384);
  patch_u32(file, 32, 4);
  patch_u32(file, 96, 0);
  patch_u32(file, 100, 1);
  expect_refused(file, ErrorCode::kCorrupt, "cannot hold");
  file[44] = std::byte{3};
  expect_refused(file, ErrorCode::kCorrupt, "cannot hold");
  patch_u32(file, 32, 5);
  expect_refused(file, ErrorCode::kUnsupported, "limit");
  // The limit is exact, and of the texture, not of the file.
  ktx = {};
  ktx.vk_format = 23;
  ktx.block_bytes = 3;
  ktx.width = ktx.height = 4;
  ktx.levels = {Bytes(48), Bytes(12)};
  EXPECT_TRUE(read_ktx2(ktx.make(), {.limits = {.max_texture_bytes = 80}}));
  expect_refused(ktx.make(), ErrorCode::kUnsupported, "80 bytes, and the limit is 79",
                 {.limits = {.max_texture_bytes = 79}});
}

TEST(Ktx2Layout, PackedLevelsMustHoldExactlyTheirTexels) {
  for (const std::uint32_t scheme : {2u, 3u}) {
    SCOPED_TRACE(scheme);
    Ktx2File ktx;
    ktx.scheme = scheme;
    ktx.width = ktx.height = 8;
    ktx.levels = {pattern(256, 1), pattern(64, 2)};
    // The same file with a level of other texels than its size says.
    for (const std::size_t bytes : {63, 65, 0, 200}) {
      Ktx2File wrong = ktx;
      wrong.levels[1] = pattern(bytes, 2);
      Bytes file = wrong.make();
      patch_u32(file, 80 + 24 + 16, 64);
      expect_refused(file, ErrorCode::kCorrupt, "mip level 1");
    }
    Bytes damaged = ktx.make();
    damaged.back() ^= std::byte{0x10};  // Of the largest level, which stands last.
    if (scheme == 3) expect_refused(damaged, ErrorCode::kCorrupt, "mip level 0");
  }
}

}  // namespace
}  // namespace ferry
