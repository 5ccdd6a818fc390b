#include <ferry/layout/texture_desc.hpp>

#include <gtest/gtest.h>

#include <string>

#include "dxgi_formats.hpp"

namespace ferry {
namespace {

TextureDesc texture(Dimension dimension, std::uint64_t width, std::uint32_t height, std::uint32_t depth,
                    std::uint32_t mips = 1, Format format = Format::kR8G8B8A8Unorm) {
  return {dimension, format, width, height, depth, mips, 1};
}

TEST(TextureDesc, SubresourceIndexCountsMipsFirstThenSlicesThenPlanes) {
  EXPECT_EQ(subresource_index(0, 0, 0, 5, 3), 0u);
  EXPECT_EQ(subresource_index(2, 1, 0, 5, 3), 7u);
  EXPECT_EQ(subresource_index(4, 2, 1, 5, 3), 29u);
  std::uint32_t expected = 0;
  for (std::uint32_t plane = 0; plane < 2; ++plane) {
    for (std::uint32_t slice = 0; slice < 7; ++slice) {
      for (std::uint32_t mip = 0; mip < 4; ++mip, ++expected) {
        EXPECT_EQ(subresource_index(mip, slice, plane, 4, 7), expected);
        EXPECT_EQ(subresource_at(expected, 4, 7), (Subresource{mip, slice, plane}));
      }
    }
  }
}

TEST(TextureDesc, CountsComeFromTheDescription) {
  TextureDesc desc = texture(Dimension::kTexture2D, 300, 17, 6, 0, Format::kNv12);
  EXPECT_EQ(full_mip_count(desc), 9u);
  EXPECT_EQ(mip_count(desc), 9u);
  EXPECT_EQ(array_size(desc), 6u);
  EXPECT_EQ(plane_count(desc), 2u);
  EXPECT_EQ(subresource_count(desc), 9u * 6 * 2);
  EXPECT_EQ(subresource_at(desc, 9 * 6 + 9 * 2 + 3), (Subresource{3, 2, 1}));
  EXPECT_EQ(subresource_index(desc, {3, 2, 1}), 9u * 6 + 9 * 2 + 3);

  desc = texture(Dimension::kTexture3D, 4, 4, 100, 0);
  EXPECT_EQ(full_mip_count(desc), 7u);
  EXPECT_EQ(array_size(desc), 1u);
  EXPECT_EQ(subresource_count(desc), 7u);

  desc = texture(Dimension::kTexture2D, 4, 4, 100, 0);
  EXPECT_EQ(full_mip_count(desc), 3u) << "an array's length is no size";

  desc = {Dimension::kBuffer, Format::kUnknown, 1 << 20, 1, 1, 0, 1};
  EXPECT_EQ(full_mip_count(desc), 1u);
  EXPECT_EQ(subresource_count(desc), 1u);

  EXPECT_EQ(full_mip_count(1, 1, 1), 1u);
  EXPECT_EQ(full_mip_count(16384, 1, 1), 15u);
  EXPECT_EQ(full_mip_count(16383, 1, 1), 14u);
  EXPECT_EQ(full_mip_count(0, 0, 0), 1u);
}

TEST(TextureDesc, MipsHalveRoundedDownAndNeverVanish) {
  const TextureDesc volume = texture(Dimension::kTexture3D, 300, 7, 5);
  EXPECT_EQ(mip_extent(volume, 0), (Extent{300, 7, 5}));
  EXPECT_EQ(mip_extent(volume, 1), (Extent{150, 3, 2}));
  EXPECT_EQ(mip_extent(volume, 2), (Extent{75, 1, 1}));
  EXPECT_EQ(mip_extent(volume, 8), (Extent{1, 1, 1}));
  EXPECT_EQ(mip_extent(volume, 63), (Extent{1, 1, 1}));
  const TextureDesc array = texture(Dimension::kTexture2D, 300, 7, 5);
  EXPECT_EQ(mip_extent(array, 1), (Extent{150, 3, 1}));
}

TEST(TextureDesc, AcceptsTheGreatestOfEverything) {
  for (const DxgiFormat& dxgi : kDxgiFormats) {
    if (dxgi.format == Format::kUnknown) continue;
    EXPECT_TRUE(validate(texture(Dimension::kTexture1D, 16384, 1, 2048, 15, dxgi.format))) << dxgi.name;
    EXPECT_TRUE(validate(texture(Dimension::kTexture2D, 16384, 16384, 2048, 0, dxgi.format))) << dxgi.name;
    EXPECT_TRUE(validate(texture(Dimension::kTexture3D, 2048, 2048, 2048, 12, dxgi.format))) << dxgi.name;
  }
  EXPECT_TRUE(validate({Dimension::kBuffer, Format::kUnknown, std::uint64_t{1} << 40, 1, 1, 1, 1}));
  EXPECT_TRUE(validate({Dimension::kTexture2D, Format::kR8Unorm, 64, 64, 4, 1, 32}));
  EXPECT_TRUE(validate(TextureDesc{}));
}

struct Refused {
  TextureDesc desc;
  std::string_view must_say;
};

TEST(TextureDesc, RefusesWithTheFieldAndTheRemedy) {
  using D = Dimension;
  const Format rgba = Format::kR8G8B8A8Unorm;
  const Refused cases[] = {
      {texture(D::kTexture2D, 0, 1, 1), "width 0 of a 2D texture must be 1 to 16384"},
      {texture(D::kTexture2D, 16385, 1, 1), "width 16385"},
      {texture(D::kTexture2D, std::uint64_t{1} << 32, 1, 1), "width 4294967296"},
      {texture(D::kTexture2D, 1, 0, 1), "height 0"},
      {texture(D::kTexture2D, 1, 16385, 1), "height 16385"},
      {texture(D::kTexture2D, 1, 1, 0), "array size 0"},
      {texture(D::kTexture2D, 1, 1, 2049), "array size 2049"},
      {texture(D::kTexture1D, 16385, 1, 1), "width 16385"},
      {texture(D::kTexture1D, 4, 2, 1), "height 2 of a 1D texture must be 1"},
      {texture(D::kTexture3D, 2049, 1, 1), "width 2049 of a 3D texture must be 1 to 2048"},
      {texture(D::kTexture3D, 1, 2049, 1), "height 2049"},
      {texture(D::kTexture3D, 1, 1, 2049), "depth 2049"},
      {texture(D::kTexture2D, 8, 8, 1, 5), "mip count 5 is more than the 4 levels"},
      {texture(D::kTexture2D, 8, 8, 1, 1, static_cast<Format>(120)), "format number 120"},
      {texture(D::kTexture2D, 8, 8, 1, 1, Format::kUnknown), "UNKNOWN is for buffers"},
      {texture(static_cast<D>(0), 8, 8, 1), "dimension 0"},
      {texture(static_cast<D>(5), 8, 8, 1), "dimension 5"},
      {{D::kTexture2D, rgba, 8, 8, 1, 1, 0}, "sample count 0"},
      {{D::kTexture2D, rgba, 8, 8, 1, 1, 3}, "sample count 3"},
      {{D::kTexture2D, rgba, 8, 8, 1, 1, 64}, "sample count 64"},
      {{D::kTexture3D, rgba, 8, 8, 1, 1, 2}, "sample count 2"},
      {{D::kTexture2D, rgba, 8, 8, 1, 2, 4}, "multisampled"},
      {{D::kTexture2D, rgba, 8, 8, 1, 0, 4}, "multisampled"},
      {{D::kBuffer, rgba, 8, 1, 1, 1, 1}, "R8G8B8A8_UNORM of a buffer"},
      {{D::kBuffer, Format::kUnknown, 0, 1, 1, 1, 1}, "width 0"},
      {{D::kBuffer, Format::kUnknown, 8, 2, 1, 1, 1}, "height 2"},
      {{D::kBuffer, Format::kUnknown, 8, 1, 2, 1, 1}, "array size 2"},
      {{D::kBuffer, Format::kUnknown, 8, 1, 1, 2, 1}, "mip count 2"},
      {{D::kBuffer, Format::kUnknown, 8, 1, 1, 1, 2}, "sample count 2"},
  };
  for (const Refused& refused : cases) {
    const auto result = validate(refused.desc);
    ASSERT_FALSE(result) << refused.must_say;
    EXPECT_EQ(result.error().code, ErrorCode::kInvalidArgument);
    EXPECT_NE(result.error().message.find(refused.must_say), std::string::npos) << result.error().message;
  }
}

TEST(TextureDesc, BlockAlignmentIsToldButAllowed) {
  const TextureDesc odd = texture(Dimension::kTexture2D, 6, 4, 1, 1, Format::kBc1Unorm);
  EXPECT_TRUE(validate(odd));
  EXPECT_FALSE(is_block_aligned(odd));
  EXPECT_FALSE(is_block_aligned(texture(Dimension::kTexture2D, 4, 6, 1, 1, Format::kBc1Unorm)));
  EXPECT_TRUE(is_block_aligned(texture(Dimension::kTexture2D, 12, 8, 1, 0, Format::kBc1Unorm)));
  EXPECT_FALSE(is_block_aligned(texture(Dimension::kTexture2D, 12, 7, 1, 1, Format::kNv12)));
  EXPECT_TRUE(is_block_aligned(texture(Dimension::kTexture2D, 3, 7, 1)));
  EXPECT_FALSE(is_block_aligned(texture(Dimension::kTexture2D, 3, 7, 1, 1, static_cast<Format>(120))));
}

}  // namespace
}  // namespace ferry
