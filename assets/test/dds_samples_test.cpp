// The DDS files of a folder of samples: FERRY_ASSETS in the environment, or the folder that CMake was told
// of. Where there is none, these tests have nothing to look at and say so.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include <ferry/assets/bc_decode.hpp>
#include <ferry/assets/dds_write.hpp>
#include <ferry/assets/file.hpp>

#include "bptc_blocks.hpp"
#include "dds_reading.hpp"
#include "samples.hpp"

namespace ferry {
namespace {

namespace fs = std::filesystem;

struct Sample {
  const char* name;
  Format format;
  std::uint32_t width, height, mips;
  AlphaMode alpha = AlphaMode::kUnknown;
  bool converted = false;
  /// A piece of each oddity, in their order.
  std::vector<std::string> oddities = {};
  std::uint32_t depth = 1;
};

const std::vector<Sample>& samples() {
  constexpr AlphaMode kUnknown = AlphaMode::kUnknown;
  constexpr AlphaMode kOpaque = AlphaMode::kOpaque;
  static const std::vector<Sample> all = {
      {"16-bit-float.dds",
       Format::kR16Float,
       64,
       64,
       1,
       kUnknown,
       false,
       {"a row has 1024 bytes; it has 128"}},
      {"24-bit-uncompressed-bgr-odd.dds", Format::kR8G8B8A8Unorm, 5, 5, 3, kOpaque, true},
      {"24-bit-uncompressed-odd.dds", Format::kR8G8B8A8Unorm, 1, 3, 1, kOpaque, true},
      {"32-bit-float.dds", Format::kR32Float, 64, 64, 1},
      {"32-bit-uncompressed-odd.dds", Format::kB8G8R8A8Unorm, 5, 9, 1},
      {"32-bit-uncompressed.dds", Format::kB8G8R8A8Unorm, 64, 64, 1},
      {"BC1_UNORM_SRGB-47.dds", Format::kBc1UnormSrgb, 256, 256, 9},
      {"TestVolume_Noise3D.dds", Format::kB8G8R8A8Unorm, 64, 64, 1, kUnknown, false, {}, 64},
      {"b5g5r5a1.dds", Format::kB5G5R5A1Unorm, 512, 512, 10},
      {"bc2-simple-srgb.dds", Format::kBc2UnormSrgb, 64, 64, 1},
      {"bc3-simple-srgb.dds", Format::kBc3UnormSrgb, 64, 64, 1},
      {"bc4-simple.dds", Format::kBc4Unorm, 64, 64, 1},
      {"bc5-simple-snorm.dds", Format::kBc5Snorm, 64, 64, 1},
      {"bc5-simple.dds", Format::kBc5Unorm, 64, 64, 1},
      {"bc7-simple.dds", Format::kBc7Unorm, 64, 64, 1},
      {"dds_A8B8G8R8.dds", Format::kR8G8B8A8Unorm, 256, 256, 1},
      {"dds_R5G6B5.dds", Format::kB5G6R5Unorm, 256, 256, 1},
      {"dds_R8G8B8.dds", Format::kR8G8B8A8Unorm, 256, 256, 1, kOpaque, true},
      {"dds_a1r5g5b5.dds", Format::kB5G5R5A1Unorm, 200, 286, 1},
      {"dxt1-alpha.dds", Format::kBc1Unorm, 128, 64, 8},
      {"dxt1-simple.dds", Format::kBc1Unorm, 64, 64, 1},
      {"dxt3-simple.dds", Format::kBc2Unorm, 64, 64, 1},
      {"dxt5-simple-odd.dds",
       Format::kBc3Unorm,
       5,
       9,
       1,
       kUnknown,
       false,
       {"no whole number of BC3_UNORM blocks"}},
      {"dxt5-simple.dds", Format::kBc3Unorm, 64, 64, 1},
      {"pil_DXGI_FORMAT_BC7_UNORM_SRGB.dds", Format::kBc7UnormSrgb, 16, 16, 5},
      {"pil_DXGI_FORMAT_R8G8B8A8_UNORM_SRGB.dds", Format::kR8G8B8A8UnormSrgb, 16, 16, 1},
      {"pil_argb-32bpp_MipMaps-1.dds", Format::kR8G8B8A8Unorm, 256, 256, 1},
      {"pil_ati1.dds",
       Format::kBc4Unorm,
       64,
       64,
       7,
       kUnknown,
       false,
       {"24 bytes follow the last level", "the top level has 4096 bytes; it has 2048"}},
      {"pil_ati2.dds",
       Format::kBc5Unorm,
       256,
       256,
       9,
       kUnknown,
       false,
       {"the code `A2XY`", "the top level has 16384 bytes; it has 65536"}},
      {"pil_bc1.dds",
       Format::kBc1Unorm,
       256,
       256,
       1,
       kUnknown,
       false,
       {"the dimension 0", "array size of the DX10 header is 0"}},
      {"pil_bc4_unorm.dds", Format::kBc4Unorm, 64, 64, 7, kOpaque},
      {"pil_bc5_snorm.dds",
       Format::kBc5Snorm,
       256,
       256,
       9,
       kUnknown,
       false,
       {"array size of the DX10 header is 0"}},
      {"pil_bc5_unorm.dds", Format::kBc5Unorm, 256, 256, 9, kOpaque},
      {"pil_bc6h.dds", Format::kBc6hUf16, 128, 128, 8},
      {"pil_bc6h_sf.dds", Format::kBc6hSf16, 128, 128, 8},
      {"pil_bc7-argb-8bpp_MipMaps-1.dds", Format::kBc7Unorm, 256, 256, 1},
      {"pil_bgr15.dds", Format::kR8G8B8A8Unorm, 128, 128, 1, kOpaque, true},
      {"pil_hopper.dds", Format::kR8G8B8A8Unorm, 128, 128, 8, kOpaque, true},
      {"pil_uncompressed_l.dds", Format::kR8Unorm, 128, 128, 1, kUnknown, false, {"0xff000000 of luminance"}},
  };
  return all;
}

TEST(DdsSamples, EachIsWhatItIs) {
  const std::vector<fs::path> files = test::samples("dds");
  if (files.empty()) GTEST_SKIP() << "no folder of samples; set FERRY_ASSETS";
  for (const fs::path& path : files) {
    const std::string name = path.filename().string();
    SCOPED_TRACE(name);
    const Result<ByteBuffer> file = read_file(path);
    ASSERT_TRUE(file) << file.error().message;
    const Result<TextureImage> image = read_dds(file->bytes());
    if (name == "pil_unimplemented_pixel_format.dds") {
      ASSERT_FALSE(image);
      EXPECT_EQ(image.error().code, ErrorCode::kUnsupported);
      EXPECT_EQ(image.error().message.find("the FourCC 0 names no format"), 0U);
      continue;
    }
    const auto sample = std::find_if(samples().begin(), samples().end(),
                                     [&](const Sample& candidate) { return candidate.name == name; });
    ASSERT_NE(sample, samples().end()) << "a sample that this test knows nothing of";
    ASSERT_TRUE(image) << image.error().message;
    EXPECT_EQ(image->desc.format, sample->format);
    EXPECT_EQ(image->desc.dimension, sample->depth > 1 ? Dimension::kTexture3D : Dimension::kTexture2D);
    EXPECT_EQ(image->desc.width, sample->width);
    EXPECT_EQ(image->desc.height, sample->height);
    EXPECT_EQ(image->desc.depth_or_array_size, sample->depth);
    EXPECT_EQ(image->desc.mip_levels, sample->mips);
    EXPECT_EQ(image->alpha, sample->alpha);
    EXPECT_FALSE(image->cube);
    EXPECT_EQ(static_cast<bool>(image->convert), sample->converted);
    ASSERT_EQ(image->oddities.size(), sample->oddities.size()) << testing::PrintToString(image->oddities);
    for (std::size_t i = 0; i < image->oddities.size(); ++i) {
      EXPECT_NE(image->oddities[i].find(sample->oddities[i]), std::string::npos) << image->oddities[i];
    }
  }
}

TEST(DdsSamples, EachIsTheSameWhenWrittenAndReadAgain) {
  const std::vector<fs::path> files = test::samples("dds");
  if (files.empty()) GTEST_SKIP() << "no folder of samples; set FERRY_ASSETS";
  for (const fs::path& path : files) {
    SCOPED_TRACE(path.filename().string());
    const Result<ByteBuffer> file = read_file(path);
    ASSERT_TRUE(file) << file.error().message;
    const Result<TextureImage> image = read_dds(file->bytes());
    if (!image) continue;
    const Result<ByteBuffer> written = encode_dds(*image);
    ASSERT_TRUE(written) << written.error().message;
    const Result<TextureImage> again = read_dds(written->bytes(), {.strict = true});
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->desc, image->desc);
    EXPECT_EQ(again->alpha, image->alpha);
    for (std::uint32_t i = 0; i < image->parts.size(); ++i) {
      EXPECT_TRUE(test::subresource_bytes(*again, i) == test::subresource_bytes(*image, i)) << i;
    }
  }
}

/// The largest level's texels. Of BC7 another decoder (Pillow's) gives the same bytes; of BC6H it gives eight
/// bits, which these are within a step of.
TEST(DdsSamples, Bc6hAndBc7AreDecodedAsTheyWere) {
  const std::vector<std::pair<std::string, std::uint64_t>> known = {
      {"bc7-simple.dds", 0xcb9e956419d20325},
      {"pil_DXGI_FORMAT_BC7_UNORM_SRGB.dds", 0xf6159e61475beb25},
      {"pil_bc6h.dds", 0x609aa2ec757ebcd4},
      {"pil_bc6h_sf.dds", 0x73328ea2c7f57674},
      {"pil_bc7-argb-8bpp_MipMaps-1.dds", 0x3d277c7baa3732f7},
  };
  const std::vector<fs::path> files = test::samples("dds");
  if (files.empty()) GTEST_SKIP() << "no folder of samples; set FERRY_ASSETS";
  std::size_t seen = 0;
  for (const fs::path& path : files) {
    const auto sample = std::find_if(known.begin(), known.end(), [&](const auto& candidate) {
      return candidate.first == path.filename().string();
    });
    if (sample == known.end()) continue;
    SCOPED_TRACE(sample->first);
    const Result<ByteBuffer> file = read_file(path);
    ASSERT_TRUE(file) << file.error().message;
    const Result<TextureImage> image = read_dds(file->bytes());
    ASSERT_TRUE(image) << image.error().message;
    const Result<TextureImage> decoded = decode_bc(*image);
    ASSERT_TRUE(decoded) << decoded.error().message;
    const ImagePart& largest = decoded->parts[0];
    EXPECT_EQ(test::digest({largest.data, static_cast<std::size_t>(largest.slice_pitch)}), sample->second);
    ++seen;
  }
  EXPECT_EQ(seen, known.size());
}

}  // namespace
}  // namespace ferry
