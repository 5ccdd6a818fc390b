#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <string>

#include <ferry/assets/file.hpp>
#include <ferry/assets/jpeg.hpp>

#include "samples.hpp"

namespace ferry {
namespace {

namespace fs = std::filesystem;

TEST(JpegSamples, Decode) {
  const std::vector<fs::path> files = test::samples("jpg");
  if (files.empty()) GTEST_SKIP() << "no folder of samples; set FERRY_ASSETS";
  for (const fs::path& path : files) {
    SCOPED_TRACE(path.filename().string());
    const Result<Picture> picture = load_jpeg(path);
    ASSERT_TRUE(picture) << picture.error().message;
    EXPECT_GT(picture->width, 50U);
    // Cut in the middle, it is refused.
    const Result<ByteBuffer> file = read_file(path);
    ASSERT_TRUE(file);
    const Result<Picture> half = decode_jpeg(file->bytes().first(static_cast<std::size_t>(file->size() / 2)));
    ASSERT_FALSE(half);
    EXPECT_EQ(half.error().code, ErrorCode::kCorrupt);
    EXPECT_NE(half.error().message.find("cut short"), std::string::npos) << half.error().message;
  }
}

/// The samples `exif-orientation-f1` to `f8` store one picture, an F over a bar, with each orientation.
TEST(JpegSamples, TurnOnePictureEightWays) {
  if (test::samples("jpg").empty()) GTEST_SKIP() << "no folder of samples; set FERRY_ASSETS";
  const auto luma = [](const Picture& picture, std::uint32_t x, std::uint32_t y) {
    return std::to_integer<int>(picture.pixels.data()[y * picture.row_pitch + std::uint64_t{x} * 4]);
  };
  const fs::path folder = test::samples("jpg").front().parent_path();
  for (int orientation = 1; orientation <= 8; ++orientation) {
    SCOPED_TRACE(orientation);
    const fs::path path = folder / ("exif-orientation-f" + std::to_string(orientation) + ".jpg");
    const Result<Picture> stored = load_jpeg(path, {.apply_orientation = false});
    const Result<Picture> seen = load_jpeg(path);
    ASSERT_TRUE(stored && seen);
    const bool turned = orientation >= 5;
    EXPECT_EQ(seen->width, turned ? 130U : 82U);
    EXPECT_EQ(seen->height, turned ? 82U : 130U);
    EXPECT_EQ(stored->width, 82U);
    // The bar is at the bottom of what is stored. Where it is seen: 1, 2 below; 3, 4 above; 5, 8 on the
    // right; 6, 7 on the left.
    EXPECT_LT(luma(*stored, 41, 117), 30);
    const std::uint32_t bar[9][2] = {{},        {41, 117}, {41, 117}, {41, 12}, {41, 12},
                                     {117, 41}, {12, 41},  {12, 41},  {117, 41}};
    EXPECT_LT(luma(*seen, bar[orientation][0], bar[orientation][1]), 30);
    // A place in the F's stem, left of the middle.
    EXPECT_LT(luma(*stored, 20, 60), 30);
    EXPECT_GT(luma(*stored, 61, 85), 225);
    const std::uint32_t stem[9][2] = {{},       {20, 60}, {61, 60}, {61, 69}, {20, 69},
                                      {60, 20}, {69, 20}, {69, 61}, {60, 61}};
    EXPECT_LT(luma(*seen, stem[orientation][0], stem[orientation][1]), 30);
  }
}

}  // namespace
}  // namespace ferry
