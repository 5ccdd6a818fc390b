#include <ferry/layout/footprint.hpp>

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "dxgi_formats.hpp"
#include "naive_layout.hpp"

namespace ferry {
namespace {

TextureDesc texture2d(Format format, std::uint64_t width, std::uint32_t height, std::uint32_t mips = 1,
                      std::uint32_t arrays = 1) {
  return {Dimension::kTexture2D, format, width, height, arrays, mips, 1};
}

void expect_error(const Error& error, ErrorCode code, std::string_view part) {
  EXPECT_EQ(error.code, code) << error.message;
  EXPECT_NE(error.message.find(part), std::string::npos) << error.message;
}

TEST(Footprint, KnownNumbers) {
  // 100x50 RGBA8: 400 bytes a row, pitch 512, the last row unpadded.
  const auto rgba = footprint(texture2d(Format::kR8G8B8A8Unorm, 100, 50), 0, 1024);
  ASSERT_TRUE(rgba);
  EXPECT_EQ(*rgba, (Footprint{1024, Format::kR8G8B8A8Unorm, 100, 50, 1, 50, 400, 512, 25600, 25488}));

  // The 2x2 mip of an 8x8 BC1 texture is still one block.
  const auto bc = footprint(texture2d(Format::kBc1Unorm, 8, 8, 4), 2);
  ASSERT_TRUE(bc);
  EXPECT_EQ(*bc, (Footprint{0, Format::kBc1Unorm, 4, 4, 1, 1, 8, 256, 256, 8}));

  // 1920x1080 NV12: chroma is half as wide and high, two bytes a texel.
  const auto luma = footprint(texture2d(Format::kNv12, 1920, 1080), 0);
  const auto chroma = footprint(texture2d(Format::kNv12, 1920, 1080), 1);
  ASSERT_TRUE(luma && chroma);
  EXPECT_EQ(*luma, (Footprint{0, Format::kR8Typeless, 1920, 1080, 1, 1080, 1920, 2048, 2211840, 2211712}));
  EXPECT_EQ(*chroma, (Footprint{0, Format::kR8G8Typeless, 960, 540, 1, 540, 1920, 2048, 1105920, 1105792}));

  // Depth takes 32 bits of D24S8, stencil 8, and the pitch of planar formats is a multiple of 512.
  const auto depth = footprint(texture2d(Format::kD24UnormS8Uint, 40, 3), 0);
  const auto stencil = footprint(texture2d(Format::kD24UnormS8Uint, 40, 3), 1);
  ASSERT_TRUE(depth && stencil);
  EXPECT_EQ(*depth, (Footprint{0, Format::kR32Typeless, 40, 3, 1, 3, 160, 512, 1536, 1184}));
  EXPECT_EQ(*stencil, (Footprint{0, Format::kR8Typeless, 40, 3, 1, 3, 40, 512, 1536, 1064}));

  // NV11's chroma rows are as long as its luma rows, and half used.
  const auto sparse = footprint(texture2d(Format::kNv11, 1040, 3), 1);
  ASSERT_TRUE(sparse);
  EXPECT_EQ(*sparse, (Footprint{0, Format::kR8G8Typeless, 260, 3, 1, 3, 520, 1536, 4608, 2 * 1536 + 1040}));

  const auto volume = footprint({Dimension::kTexture3D, Format::kR16Float, 10, 4, 3, 1, 1}, 0);
  ASSERT_TRUE(volume);
  EXPECT_EQ(*volume, (Footprint{0, Format::kR16Float, 10, 4, 3, 4, 20, 256, 1024, 11 * 256 + 20}));

  const auto buffer = footprint({Dimension::kBuffer, Format::kUnknown, 1000, 1, 1, 1, 1}, 0, 512);
  ASSERT_TRUE(buffer);
  EXPECT_EQ(*buffer, (Footprint{512, Format::kUnknown, 1000, 1, 1, 1, 1000, 1024, 1024, 1000}));
}

TEST(Footprint, NothingOverflowsIn32Bits) {
  const auto big = footprint(texture2d(Format::kR32G32B32A32Float, 16384, 16384), 0);
  ASSERT_TRUE(big);
  EXPECT_EQ(big->row_pitch, 262144u);
  EXPECT_EQ(big->slice_pitch, std::uint64_t{1} << 32);
  EXPECT_EQ(big->total_bytes, std::uint64_t{1} << 32);

  const auto volume =
      footprint({Dimension::kTexture3D, Format::kR32G32B32A32Uint, 2048, 2048, 2048, 1, 1}, 0);
  ASSERT_TRUE(volume);
  EXPECT_EQ(volume->total_bytes, std::uint64_t{1} << 37);

  const TextureDesc most = texture2d(Format::kR32G32B32A32Float, 16384, 16384, 1, 2048);
  const auto bytes = layout_bytes(most, 0, 2048);
  ASSERT_TRUE(bytes);
  EXPECT_EQ(*bytes, std::uint64_t{1} << 43);
  const auto tight = tight_bytes(most, 0, 2048);
  ASSERT_TRUE(tight);
  EXPECT_EQ(*tight, std::uint64_t{1} << 43);
}

TEST(Footprint, EveryFormatAtTheGreatestSizeIsTheNaiveModelIn128Bits) {
  for (const DxgiFormat& dxgi : kDxgiFormats) {
    const naive::FormatFacts facts = naive::facts_of(dxgi.name);
    if (!facts.has_footprint) continue;
    for (std::uint32_t plane = 0; plane < facts.planes.size(); ++plane) {
      const auto ours = footprint(texture2d(dxgi.format, 16384, 16383), plane);
      ASSERT_TRUE(ours) << dxgi.name;
      // In double, exact here: below 2^53.
      const double pitch = static_cast<double>(ours->row_pitch);
      const double total = pitch * (ours->rows - 1.0) + static_cast<double>(ours->row_bytes);
      EXPECT_EQ(static_cast<double>(ours->slice_pitch), pitch * ours->rows) << dxgi.name;
      if (dxgi.format != Format::kNv11) {
        EXPECT_EQ(static_cast<double>(ours->total_bytes), total) << dxgi.name;
      }
      EXPECT_LE(ours->row_pitch, UINT32_MAX);
    }
  }
}

TEST(Footprint, OffsetsNearTheEndOf64BitsAreRefusedNotWrapped) {
  const TextureDesc desc = texture2d(Format::kR8Unorm, 256, 4);  // 1024 bytes
  const std::uint64_t top = UINT64_MAX - 511;                    // the last multiple of 512
  expect_error(footprint(desc, 0, top).error(), ErrorCode::kInvalidArgument, "leaves no room");
  expect_error(footprint(desc, 0, top - 512).error(), ErrorCode::kInvalidArgument, "leaves no room");
  const auto fits = footprint(desc, 0, top - 1024);
  ASSERT_TRUE(fits);
  EXPECT_EQ(fits->offset, top - 1024);

  expect_error(layout(desc, 0, 1, top).error(), ErrorCode::kInvalidArgument, "leaves no room");

  // The first subresource fits, the second one's offset does not.
  const TextureDesc two = texture2d(Format::kR8Unorm, 256, 1, 1, 2);
  EXPECT_TRUE(footprint(two, 0, top));
  expect_error(layout(two, 0, 2, top).error(), ErrorCode::kInvalidArgument, "leaves no room");
  expect_error(region_footprint(desc, 0, {0, 0, 0, 256, 3, 1}, top).error(), ErrorCode::kInvalidArgument,
               "leaves no room");
}

TEST(Footprint, RefusesWhatHasNone) {
  TextureDesc desc = texture2d(Format::kR8Unorm, 16, 16, 2, 3);
  expect_error(footprint(desc, 6).error(), ErrorCode::kInvalidArgument, "subresources 6 to 7");
  expect_error(footprint(desc, UINT32_MAX).error(), ErrorCode::kInvalidArgument, "2 mips, 3 array slices");
  expect_error(layout(desc, 2, 5).error(), ErrorCode::kInvalidArgument, "subresources 2 to 7");
  expect_error(layout(desc, 7, 0).error(), ErrorCode::kInvalidArgument, "subresources 7");
  expect_error(layout(desc, 1, UINT32_MAX).error(), ErrorCode::kInvalidArgument, "subresources 1");
  expect_error(footprint(desc, 0, 256).error(), ErrorCode::kInvalidArgument,
               "base offset 256 is not a multiple of 512");
  desc.width = 20000;
  expect_error(footprint(desc, 0).error(), ErrorCode::kInvalidArgument, "width 20000");
  desc.width = 16;
  desc.mip_levels = 1;
  desc.sample_count = 4;
  expect_error(footprint(desc, 0).error(), ErrorCode::kUnsupported, "4 samples");
  expect_error(
      footprint({Dimension::kBuffer, Format::kUnknown, std::uint64_t{1} << 32, 1, 1, 1, 1}, 0).error(),
      ErrorCode::kUnsupported, "CopyBufferRegion");
  for (const Format opaque : {Format::k420Opaque, Format::kSamplerFeedbackMinMipOpaque,
                              Format::kSamplerFeedbackMipRegionUsedOpaque}) {
    expect_error(footprint(texture2d(opaque, 16, 16), 0).error(), ErrorCode::kUnsupported, "opaque");
  }
}

TEST(Footprint, RefusesExactlyWhatValidateRefuses) {
  // The quick test in footprint() and validate() are two pieces of code; they must not drift apart.
  const std::uint64_t sizes[] = {0, 1, 2, 2048, 2049, 16384, 16385, std::uint64_t{1} << 32};
  const Format formats[] = {Format::kUnknown, Format::kR8Unorm, Format::kNv12, static_cast<Format>(120)};
  int accepted = 0;
  for (std::uint32_t dimension = 0; dimension < 6; ++dimension) {
    for (const Format format : formats) {
      for (const std::uint64_t width : sizes) {
        for (const std::uint64_t height : sizes) {
          for (const std::uint32_t depth : {0u, 1u, 2048u, 2049u}) {
            for (const std::uint32_t mips : {0u, 1u, 2u, 12u, 15u, 16u, 40u}) {
              for (const std::uint32_t samples : {0u, 1u, 3u}) {
                const TextureDesc desc = {static_cast<Dimension>(dimension),
                                          format,
                                          width,
                                          static_cast<std::uint32_t>(height),
                                          depth,
                                          mips,
                                          samples};
                const bool wide_buffer = dimension == 1 && width > UINT32_MAX - 256;
                const auto ours = footprint(desc, 0);
                EXPECT_EQ(ours.has_value(), validate(desc).has_value() && !wide_buffer);
                accepted += ours.has_value() ? 1 : 0;
              }
            }
          }
        }
      }
    }
  }
  EXPECT_GT(accepted, 500);
}

TEST(Layout, PlacesOneAfterTheOtherAt512) {
  const TextureDesc desc = texture2d(Format::kR8G8B8A8Unorm, 100, 50, 0, 2);
  const auto all = layout(desc);
  ASSERT_TRUE(all);
  ASSERT_EQ(all->footprints.size(), 14u);
  std::uint64_t end = 0;
  for (std::uint32_t i = 0; i < 14; ++i) {
    const Footprint& placed = all->footprints[i];
    EXPECT_EQ(placed.offset, naive::round_up(end, 512));
    const auto alone = footprint(desc, i, placed.offset);
    ASSERT_TRUE(alone);
    EXPECT_EQ(*alone, placed);
    end = placed.offset + placed.total_bytes;
  }
  EXPECT_EQ(all->total_bytes, end);

  std::array<Footprint, 5> some = {};
  const auto bytes = layout_into(some, desc, 6, 4096);
  ASSERT_TRUE(bytes);
  const auto same = layout(desc, 6, 5, 4096);
  ASSERT_TRUE(same);
  EXPECT_EQ(*bytes, same->total_bytes);
  EXPECT_EQ(*layout_bytes(desc, 6, 5), *bytes);
  for (std::uint32_t i = 0; i < 5; ++i) EXPECT_EQ(some[i], same->footprints[i]);
  EXPECT_EQ(some[0].offset, 4096u);
  EXPECT_EQ(some[0].width, 1u) << "subresource 6 is the first slice's last mip";
  EXPECT_EQ(some[1].width, 100u);

  const auto none = layout(desc, 14, 0);
  ASSERT_TRUE(none);
  EXPECT_EQ(none->footprints.size(), 0u);
  EXPECT_EQ(none->total_bytes, 0u);
}

TEST(Layout, UnrestrictedPitchPacksRowsAndAlignsToBlocks) {
  const PitchRules packed = {.unrestricted = true};
  for (const DxgiFormat& dxgi : kDxgiFormats) {
    const naive::FormatFacts facts = naive::facts_of(dxgi.name);
    if (!facts.has_footprint) continue;
    const TextureDesc desc = texture2d(dxgi.format, 53, 31, 0, 3);
    const std::uint64_t base = 48 * 7;  // a multiple of every block's bytes
    const auto all = layout(desc, 0, subresource_count(desc), base, packed);
    ASSERT_TRUE(all) << dxgi.name << all.error().message;
    std::uint64_t end = base;
    for (std::uint32_t i = 0; i < all->footprints.size(); ++i) {
      const Footprint& placed = all->footprints[i];
      const std::uint64_t plane = subresource_at(desc, i).plane;
      const std::uint64_t unit = facts.planes[plane].bytes;
      const auto usual = footprint(desc, i);
      ASSERT_TRUE(usual);
      EXPECT_EQ(placed.row_bytes, usual->row_bytes);
      EXPECT_EQ(placed.rows, usual->rows);
      EXPECT_EQ(placed.offset % unit, 0u) << dxgi.name;
      EXPECT_EQ(placed.row_pitch % unit, 0u) << dxgi.name;
      EXPECT_GE(placed.offset, end);
      EXPECT_LT(placed.offset - end, 16u);
      if (dxgi.format != Format::kNv11) {
        EXPECT_EQ(placed.row_pitch, placed.row_bytes);
        EXPECT_EQ(placed.total_bytes, tight_bytes(placed));
      }
      if (format_info(dxgi.format)->depth_stencil) {
        EXPECT_EQ(placed.offset % 4, 0u);
      }
      end = placed.offset + placed.total_bytes;
    }
    EXPECT_EQ(all->total_bytes, end - base);
  }
  expect_error(footprint(texture2d(Format::kR32G32B32Float, 4, 4), 0, 16, packed).error(),
               ErrorCode::kInvalidArgument, "16 is not a multiple of 12");
  expect_error(footprint(texture2d(Format::kD16Unorm, 4, 4), 0, 2, packed).error(),
               ErrorCode::kInvalidArgument, "2 is not a multiple of 4");
}

TEST(Region, IsTheBoxAndNoMore) {
  const TextureDesc rgba = texture2d(Format::kR8G8B8A8Unorm, 100, 50, 2);
  const auto part = region_footprint(rgba, 0, {10, 20, 0, 75, 30, 1}, 512);
  ASSERT_TRUE(part);
  EXPECT_EQ(*part, (Footprint{512, Format::kR8G8B8A8Unorm, 65, 10, 1, 10, 260, 512, 5120, 9 * 512 + 260}));

  const TextureDesc volume = {Dimension::kTexture3D, Format::kR8Unorm, 64, 64, 64, 1, 1};
  const auto cube = region_footprint(volume, 0, {1, 2, 3, 11, 22, 33});
  ASSERT_TRUE(cube);
  EXPECT_EQ(*cube, (Footprint{0, Format::kR8Unorm, 10, 20, 30, 20, 10, 256, 5120, 599 * 256 + 10}));
}

TEST(Region, OfTheWholeIsTheFootprint) {
  for (const DxgiFormat& dxgi : kDxgiFormats) {
    if (!naive::facts_of(dxgi.name).has_footprint) continue;
    const TextureDesc desc = texture2d(dxgi.format, 53, 31, 0, 2);
    for (std::uint32_t i = 0; i < subresource_count(desc); ++i) {
      const auto box = whole_box(desc, i);
      ASSERT_TRUE(box);
      const auto region = region_footprint(desc, i, *box, 1024);
      ASSERT_TRUE(region) << dxgi.name << region.error().message;
      EXPECT_EQ(*region, *footprint(desc, i, 1024)) << dxgi.name << ' ' << i;
    }
  }
}

TEST(Region, EdgeBlocksOfSmallMips) {
  const TextureDesc bc = texture2d(Format::kBc7Unorm, 24, 24, 0);  // mips 24, 12, 6, 3, 1
  for (const std::uint32_t edge : {6u, 8u}) {
    const auto whole = region_footprint(bc, 2, {0, 0, 0, edge, edge, 1});
    ASSERT_TRUE(whole) << whole.error().message;
    EXPECT_EQ(*whole, *footprint(bc, 2));
    const auto corner = region_footprint(bc, 2, {4, 4, 0, edge, edge, 1});
    ASSERT_TRUE(corner);
    EXPECT_EQ(corner->width, 4u);
    EXPECT_EQ(corner->rows, 1u);
    EXPECT_EQ(corner->row_bytes, 16u);
  }
  expect_error(region_footprint(bc, 2, {0, 0, 0, 5, 6, 1}).error(), ErrorCode::kInvalidArgument,
               "ends at x = 5, inside a block");
  expect_error(region_footprint(bc, 2, {0, 0, 0, 6, 7, 1}).error(), ErrorCode::kInvalidArgument,
               "ends at y = 7, inside a block");
  expect_error(region_footprint(bc, 2, {2, 0, 0, 6, 6, 1}).error(), ErrorCode::kInvalidArgument,
               "starts at x = 2, inside a block");
  expect_error(region_footprint(bc, 2, {0, 0, 0, 12, 6, 1}).error(), ErrorCode::kInvalidArgument,
               "past the subresource's 6 texels");
}

TEST(Region, RefusesWrongBoxesAndPartsOfDepth) {
  const TextureDesc rgba = texture2d(Format::kR8G8B8A8Unorm, 100, 50);
  expect_error(region_footprint(rgba, 0, {5, 0, 0, 4, 1, 1}).error(), ErrorCode::kInvalidArgument,
               "inside out along x");
  expect_error(region_footprint(rgba, 0, {0, 0, 0, 101, 1, 1}).error(), ErrorCode::kInvalidArgument,
               "x = 101");
  expect_error(region_footprint(rgba, 0, {0, 0, 0, 1, 51, 1}).error(), ErrorCode::kInvalidArgument, "y = 51");
  expect_error(region_footprint(rgba, 0, {0, 0, 0, 1, 1, 2}).error(), ErrorCode::kInvalidArgument, "z = 2");
  expect_error(region_footprint(rgba, 0, {0, 0, 0, UINT32_MAX, 1, 1}).error(), ErrorCode::kInvalidArgument,
               "x = ");
  expect_error(region_footprint(rgba, 1, {}).error(), ErrorCode::kInvalidArgument, "subresources 1");
  expect_error(region_footprint(rgba, 0, {}, 100).error(), ErrorCode::kInvalidArgument, "base offset 100");
  const TextureDesc depth = texture2d(Format::kD32Float, 100, 50);
  EXPECT_TRUE(region_footprint(depth, 0, {0, 0, 0, 100, 50, 1}));
  expect_error(region_footprint(depth, 0, {0, 0, 0, 100, 49, 1}).error(), ErrorCode::kUnsupported,
               "only whole");
}

TEST(Region, EmptyIsNothing) {
  const TextureDesc rgba = texture2d(Format::kR8G8B8A8Unorm, 100, 50);
  for (const Box& box :
       {Box{5, 5, 0, 5, 10, 1}, Box{5, 5, 0, 9, 5, 1}, Box{0, 0, 1, 9, 9, 1}, Box{100, 50, 1, 100, 50, 1}}) {
    const auto nothing = region_footprint(rgba, 0, box, 512);
    ASSERT_TRUE(nothing);
    EXPECT_EQ(nothing->rows, 0u);
    EXPECT_EQ(nothing->total_bytes, 0u);
    EXPECT_EQ(tight_bytes(*nothing), 0u);
    EXPECT_EQ(rows_that_fit(*nothing, 1000), 0u);
  }
}

TEST(Tight, HasNoPadding) {
  EXPECT_EQ(*tight_bytes(texture2d(Format::kR8G8B8A8Unorm, 100, 50), 0, 1), 20000u);
  EXPECT_EQ(*tight_bytes(texture2d(Format::kNv12, 1920, 1080), 0, 2), 1920u * 1080 * 3 / 2);
  EXPECT_EQ(*tight_bytes(texture2d(Format::kBc1Unorm, 8, 8, 0), 0, 4), 8u * (4 + 1 + 1 + 1));
  EXPECT_EQ(*tight_bytes(texture2d(Format::kBc1Unorm, 8, 8, 0), 4, 0), 0u);
  EXPECT_FALSE(tight_bytes(texture2d(Format::kBc1Unorm, 8, 8, 0), 0, 5));
}

TEST(RowsThatFit, CountsTheLastRowUnpadded) {
  const auto placed = footprint(texture2d(Format::kR8G8B8A8Unorm, 100, 50), 0);  // rows of 400, pitch 512
  ASSERT_TRUE(placed);
  EXPECT_EQ(rows_that_fit(*placed, 0), 0u);
  EXPECT_EQ(rows_that_fit(*placed, 399), 0u);
  EXPECT_EQ(rows_that_fit(*placed, 400), 1u);
  EXPECT_EQ(rows_that_fit(*placed, 911), 1u);
  EXPECT_EQ(rows_that_fit(*placed, 912), 2u);
  EXPECT_EQ(rows_that_fit(*placed, placed->total_bytes - 1), 49u);
  EXPECT_EQ(rows_that_fit(*placed, placed->total_bytes), 50u);
  EXPECT_EQ(rows_that_fit(*placed, UINT64_MAX), 50u);
}

}  // namespace
}  // namespace ferry
