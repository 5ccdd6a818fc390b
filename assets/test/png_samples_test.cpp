// The PNG files of a folder of samples: FERRY_ASSETS in the environment, or the folder that CMake was told
// of. Where there is none, these tests have nothing to look at and say so.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include <ferry/assets/file.hpp>
#include <ferry/assets/png.hpp>

#include "samples.hpp"

namespace ferry {
namespace {

namespace fs = std::filesystem;

void expect_good(const fs::path& path, Format format) {
  SCOPED_TRACE(path.filename().string());
  const Result<ByteBuffer> file = read_file(path);
  ASSERT_TRUE(file) << file.error().message;
  const Result<Picture> picture = decode_png(file->bytes());
  ASSERT_TRUE(picture) << picture.error().message;
  EXPECT_EQ(picture->format, format);

  // By rows, three at a time: interlaced files take another way through the reader.
  Result<PngReader> reader = PngReader::open(file->bytes());
  ASSERT_TRUE(reader);
  for (std::uint32_t y = 0; y < picture->height; y += 3) {
    const std::uint32_t rows = std::min(3U, picture->height - y);
    std::vector<std::byte> band(rows * picture->row_pitch);
    ASSERT_TRUE(reader->read_rows(band.data(), picture->row_pitch, rows));
    EXPECT_EQ(std::memcmp(band.data(), picture->pixels.data() + y * picture->row_pitch, band.size()), 0) << y;
  }

  // Written and read again it is the same.
  const Result<ByteBuffer> again = encode_png(picture->view());
  ASSERT_TRUE(again);
  const Result<Picture> second = decode_png(again->bytes());
  ASSERT_TRUE(second);
  ASSERT_EQ(second->pixels.size(), picture->pixels.size());
  EXPECT_EQ(std::memcmp(second->pixels.data(), picture->pixels.data(),
                        static_cast<std::size_t>(picture->pixels.size())),
            0);
}

TEST(PngSamples, GoodFilesDecode) {
  std::vector<fs::path> files = test::png_samples("primary");
  if (files.empty()) GTEST_SKIP() << "no folder of samples; set FERRY_ASSETS";
  for (const fs::path& path : files) expect_good(path, Format::kR8G8B8A8Unorm);
  for (const fs::path& path : test::png_samples("16bit")) expect_good(path, Format::kR16G16B16A16Unorm);
}

TEST(PngSamples, CorruptFilesFailWithAReason) {
  const std::vector<fs::path> files = test::png_samples("corrupt");
  if (files.empty()) GTEST_SKIP() << "no folder of samples; set FERRY_ASSETS";
  for (const fs::path& path : files) {
    const Result<Picture> picture = load_png(path);
    ASSERT_FALSE(picture) << path.filename();
    EXPECT_GT(picture.error().message.size(), path_text(path).size() + 10) << picture.error().message;
  }
}

TEST(PngSamples, XcodesOwnKindIsRefusedByName) {
  const std::vector<fs::path> files = test::png_samples("iphone");
  if (files.empty()) GTEST_SKIP() << "no folder of samples; set FERRY_ASSETS";
  for (const fs::path& path : files) {
    const Result<Picture> picture = load_png(path);
    ASSERT_FALSE(picture) << path.filename();
    EXPECT_NE(picture.error().message.find("CgBI"), std::string::npos) << picture.error().message;
  }
}

}  // namespace
}  // namespace ferry
