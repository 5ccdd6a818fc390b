// The KTX2 files of the folder of samples: FERRY_ASSETS in the environment, or the folder that CMake was told
// of. Where there is none, these tests have nothing to look at and say so.
#include <ferry/assets/ktx2.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <ferry/assets/file.hpp>
#include <ferry/layout/footprint.hpp>

#include "has_zstd.hpp"
#include "image_rows.hpp"
#include "samples.hpp"

namespace ferry {
namespace {

namespace fs = std::filesystem;
using Bytes = std::vector<std::byte>;

std::vector<fs::path> ktx2_files(const std::string& folder) {
  std::vector<fs::path> files = test::samples(folder);
  std::erase_if(files, [](const fs::path& path) { return path.extension() != ".ktx2"; });
  return files;
}

struct Sample {
  /// Keeps what the image points to.
  ByteBuffer file;
  TextureImage image;
};

Result<Sample> load(const fs::path& path) {
  auto file = read_file(path);
  if (!file) return fail(std::move(file).error());
  Sample sample;
  sample.file = *std::move(file);
  // They come from Khronos' own tools: nothing may be amiss.
  auto image = read_ktx2(sample.file.bytes(), {.strict = true});
  if (!image) return fail(std::move(image).error());
  sample.image = *std::move(image);
  return sample;
}

struct Expected {
  TextureDesc desc;
  bool converted = false;
  /// Of the first texel of subresource 0, as the texture has it.
  std::vector<unsigned> first_texel = {};
  AlphaMode alpha = AlphaMode::kStraight;
  std::string oddity = {};
  /// For files that are refused: a word of the message.
  std::string refused = {};
};

TextureDesc plane(Format format, std::uint32_t side, std::uint32_t slices = 1, std::uint32_t mips = 1) {
  return {Dimension::kTexture2D, format, side, side, slices, mips, 1};
}

std::map<std::string, Expected> expectations() {
  constexpr Format kSrgb = Format::kR8G8B8A8UnormSrgb;
  constexpr Format kUnorm = Format::kR8G8B8A8Unorm;
  constexpr AlphaMode kOpaque = AlphaMode::kOpaque;
  std::map<std::string, Expected> all;
  all["3dtex_7_reference_u"] = {{Dimension::kTexture3D, kSrgb, 16, 16, 7, 1, 1}};
  all["alpha_simple_basis"].refused = "ETC1S";
  all["arraytex_7_mipmap_reference_u"] = {plane(kSrgb, 16, 7, 5)};
  all["arraytex_7_reference_u"] = {plane(kSrgb, 16, 7)};
  all["astc_ldr_6x6_3dtex_7"].refused = "VK_FORMAT_ASTC_6x6_SRGB_BLOCK";
  all["ccwn2c08"] = {plane(kUnorm, 32), true, {255, 255, 255, 255}, kOpaque};
  all["color_grid_uastc_zstd"].refused = "UASTC";
  if (test::kHasZstd) {
    all["color_grid_zstd"] = {plane(kSrgb, 1024)};
  } else {
    all["color_grid_zstd"].refused = "has no Zstandard";
  }
  all["cyan_rgba_reference_u"] = {plane(kSrgb, 64), false, {0, 255, 255, 255}};
  all["green_rgb_reference_u"] = {plane(kSrgb, 64), true, {0, 255, 0, 255}, kOpaque};
  all["luminance_alpha_reference_u"] = {plane(Format::kR8G8Unorm, 32), false, {}, kOpaque, "'rrrg'"};
  all["orient-down-metadata-u"] = {plane(kSrgb, 128), true, {}, kOpaque};
  all["orient-up-metadata-u"] = {plane(kSrgb, 128), true, {}, kOpaque, "'ru'"};
  all["r_reference_u"] = {{Dimension::kTexture2D, Format::kR8Unorm, 200, 100, 1, 1, 1}, false, {}, kOpaque};
  all["rg_reference_u"] = {plane(Format::kR8G8Unorm, 32), false, {}, kOpaque};
  all["rgb-mipmap-reference-u"] = {plane(kSrgb, 64, 1, 7), true, {255, 0, 0, 255}, kOpaque};
  all["rgba-mipmap-reference-basis"].refused = "ETC1S";
  all["rgba-reference-u"] = {plane(kSrgb, 128)};
  all["tbyn3p08"] = {plane(kUnorm, 32)};
  all["texturearray_bc3_unorm"] = {plane(Format::kBc3Unorm, 256, 7)};
  return all;
}

TEST(Ktx2Samples, EachFileIsAsItsTableSays) {
  const std::vector<fs::path> files = ktx2_files("ktx2");
  if (files.empty()) GTEST_SKIP() << "no folder of samples; set FERRY_ASSETS";
  const auto table = expectations();
  for (const fs::path& path : files) {
    SCOPED_TRACE(path.filename().string());
    const auto expected = table.find(path.stem().string());
    ASSERT_NE(expected, table.end());
    const Expected& want = expected->second;
    const auto sample = load(path);
    if (!want.refused.empty()) {
      ASSERT_FALSE(sample);
      EXPECT_EQ(sample.error().code, ErrorCode::kUnsupported);
      EXPECT_NE(sample.error().message.find(want.refused), std::string::npos) << sample.error().message;
      continue;
    }
    ASSERT_TRUE(sample) << sample.error().message;
    const TextureImage& image = sample->image;
    EXPECT_EQ(image.desc, want.desc);
    EXPECT_EQ(static_cast<bool>(image.convert), want.converted);
    EXPECT_EQ(image.alpha, want.alpha);
    EXPECT_FALSE(image.cube);
    const Bytes texels = test::texels_of(image);
    ASSERT_FALSE(texels.empty());
    for (std::size_t i = 0; i < want.first_texel.size(); ++i) {
      EXPECT_EQ(std::to_integer<unsigned>(texels[i]), want.first_texel[i]) << "channel " << i;
    }
    if (want.oddity.empty()) {
      EXPECT_TRUE(image.oddities.empty()) << image.oddities.front();
    } else {
      ASSERT_EQ(image.oddities.size(), 1u);
      EXPECT_NE(image.oddities[0].find(want.oddity), std::string::npos) << image.oddities[0];
    }
  }
}

/// What the writer of the files under raw_* put into each slice of an image: the mip level, three zeros, then
/// each byte's own place.
Bytes counted(std::size_t bytes, std::uint32_t mip) {
  Bytes out(bytes);
  for (std::size_t i = 4; i < bytes; ++i) out[i] = static_cast<std::byte>(i & 0xff);
  out[0] = static_cast<std::byte>(mip);
  return out;
}

/// The same, changed as texels of the format are.
Bytes counted(const std::string& vk_format, std::size_t texels, std::uint32_t mip) {
  if (vk_format == "R8G8B8_UNORM") {
    const Bytes from = counted(texels * 3, mip);
    Bytes out;
    for (std::size_t i = 0; i < texels; ++i) {
      out.insert(out.end(), {from[i * 3], from[i * 3 + 1], from[i * 3 + 2], std::byte{255}});
    }
    return out;
  }
  if (vk_format == "B5G6R5_UNORM_PACK16") {
    Bytes out = counted(texels * 2, mip);
    for (std::size_t i = 0; i < out.size(); i += 2) {
      const unsigned word = std::to_integer<unsigned>(out[i]) | std::to_integer<unsigned>(out[i + 1]) << 8;
      const unsigned swapped = (word >> 11) | (word & 0x7e0) | (word & 31) << 11;
      out[i] = static_cast<std::byte>(swapped);
      out[i + 1] = static_cast<std::byte>(swapped >> 8);
    }
    return out;
  }
  return {};
}

TEST(Ktx2Samples, EveryTexelOfTheCountedFilesIsInItsPlace) {
  const std::map<std::string, Format> formats = {
      {"A2B10G10R10_UNORM_PACK32", Format::kR10G10B10A2Unorm},
      {"B10G11R11_UFLOAT_PACK32", Format::kR11G11B10Float},
      {"B5G6R5_UNORM_PACK16", Format::kB5G6R5Unorm},
      {"B8G8R8A8_UNORM", Format::kB8G8R8A8Unorm},
      {"E5B9G9R9_UFLOAT_PACK32", Format::kR9G9B9E5Sharedexp},
      {"R16G16B16A16_SFLOAT", Format::kR16G16B16A16Float},
      {"R16_SFLOAT", Format::kR16Float},
      {"R32G32B32A32_SFLOAT", Format::kR32G32B32A32Float},
      {"R32_SFLOAT", Format::kR32Float},
      {"R8G8B8A8_SRGB", Format::kR8G8B8A8UnormSrgb},
      {"R8G8B8A8_UNORM", Format::kR8G8B8A8Unorm},
      {"R8G8B8_UNORM", Format::kR8G8B8A8Unorm},
      {"R8G8_UNORM", Format::kR8G8Unorm},
      {"R8_UNORM", Format::kR8Unorm},
  };
  struct Kind {
    std::string folder;
    std::string suffix;
    Dimension dimension;
    std::uint32_t depth_or_array_size;
    std::uint32_t mips;
  };
  const Kind kinds[] = {
      {"raw_2d_mip", "_2D_MIP", Dimension::kTexture2D, 1, 2},
      {"raw_2d_array_mip", "_2D_ARRAY_MIP", Dimension::kTexture2D, 2, 2},
      {"raw_cube_mip", "_CUBE_MIP", Dimension::kTexture2D, 6, 2},
      {"raw_3d_mip", "_3D_MIP", Dimension::kTexture3D, 4, 2},
      // Compressed by zstd -1, -9 and -22; they hold what raw_2d_mip's first level holds.
      {"raw_zstd", "_2D_ZSTD_1", Dimension::kTexture2D, 1, 1},
      {"raw_zstd", "_2D_ZSTD_9", Dimension::kTexture2D, 1, 1},
      {"raw_zstd", "_2D_ZSTD_22", Dimension::kTexture2D, 1, 1},
  };
  std::size_t seen = 0;
  std::size_t there = 0;
  for (const Kind& kind : kinds) {
    if (!test::kHasZstd && kind.folder == "raw_zstd") continue;
    for (const fs::path& path : ktx2_files("ktx2/" + kind.folder)) {
      std::string name = path.stem().string();
      ++there;
      if (!name.ends_with(kind.suffix)) continue;
      SCOPED_TRACE(name);
      ++seen;
      name = name.substr(7, name.size() - 7 - kind.suffix.size());
      ASSERT_EQ(formats.count(name), 1u);
      const auto sample = load(path);
      ASSERT_TRUE(sample) << sample.error().message;
      const TextureImage& image = sample->image;
      const TextureDesc desc = {kind.dimension,           formats.at(name), 8, 8,
                                kind.depth_or_array_size, kind.mips,        1};
      EXPECT_EQ(image.desc, desc);
      EXPECT_EQ(image.cube, kind.folder == "raw_cube_mip");
      EXPECT_TRUE(image.oddities.empty()) << image.oddities.front();
      for (std::uint32_t i = 0; i < subresource_count(desc); ++i) {
        const std::uint32_t mip = subresource_at(desc, i).mip;
        const Extent extent = mip_extent(desc, mip);
        const Bytes got = test::texels_of(image, i);
        const std::size_t slice_texels = static_cast<std::size_t>(extent.width) * extent.height;
        ASSERT_EQ(got.size() % extent.depth, 0u);
        const std::size_t slice_bytes = got.size() / extent.depth;
        Bytes want = counted(name, slice_texels, mip);
        if (want.empty()) want = counted(slice_bytes, mip);
        for (std::size_t slice = 0; slice < extent.depth; ++slice) {
          const auto begin = got.begin() + static_cast<std::ptrdiff_t>(slice * slice_bytes);
          EXPECT_TRUE(Bytes(begin, begin + static_cast<std::ptrdiff_t>(slice_bytes)) == want)
              << "subresource " << i << ", slice " << slice;
        }
      }
    }
  }
  if (there == 0) GTEST_SKIP() << "no folder of samples; set FERRY_ASSETS";
  // The files of raw_zstd are looked through three times and looked at once.
  EXPECT_EQ(seen, 14u * 4 + (test::kHasZstd ? 7 * 3 : 0));
}

}  // namespace
}  // namespace ferry
