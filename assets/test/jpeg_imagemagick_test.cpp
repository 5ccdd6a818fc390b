// Every sample, and pictures of inks made here, decoded here and by ImageMagick's `convert`. Not part of the
// everyday tests: it needs that program.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <string>

#include <ferry/assets/jpeg.hpp>

#include "jpeg_making.hpp"
#include "samples.hpp"
#include "scratch_folder.hpp"

namespace ferry {
namespace {

namespace fs = std::filesystem;

bool no_convert() {
  return std::system("convert -version > /dev/null 2>&1") != 0;
}

/// The greatest difference of any channel of any texel; 256 where the sizes differ.
int difference(const Picture& picture, const std::string& raw) {
  if (raw.size() != picture.pixels.size()) return 256;
  int most = 0;
  for (std::size_t i = 0; i < raw.size(); ++i) {
    const int ours = std::to_integer<int>(picture.pixels.data()[i]);
    most = std::max(most, std::abs(ours - static_cast<unsigned char>(raw[i])));
  }
  return most;
}

TEST(JpegImageMagick, DecodesEverySampleAlike) {
  if (no_convert()) GTEST_SKIP() << "ImageMagick's convert is not installed";
  const std::vector<fs::path> files = test::samples("jpg");
  if (files.empty()) GTEST_SKIP() << "no folder of samples; set FERRY_ASSETS";
  const test::ScratchFolder folder;
  const std::string raw = (folder / "raw").string();
  for (const fs::path& path : files) {
    SCOPED_TRACE(path.filename().string());
    const Result<Picture> seen = load_jpeg(path);
    const Result<Picture> stored = load_jpeg(path, {.apply_orientation = false});
    ASSERT_TRUE(seen && stored);
    ASSERT_EQ(std::system(("convert " + path.string() + " -auto-orient -depth 8 rgba:" + raw).c_str()), 0);
    EXPECT_EQ(difference(*seen, test::read_text(raw)), 0);
    ASSERT_EQ(std::system(("convert " + path.string() + " -depth 8 rgba:" + raw).c_str()), 0);
    EXPECT_EQ(difference(*stored, test::read_text(raw)), 0);
  }
}

TEST(JpegImageMagick, TurnsInksIntoTheSameColours) {
  if (no_convert()) GTEST_SKIP() << "ImageMagick's convert is not installed";
  const test::ScratchFolder folder;
  std::mt19937 random(3);
  for (const J_COLOR_SPACE stored : {JCS_CMYK, JCS_YCCK}) {
    test::JpegKind kind;
    kind.width = 40;
    kind.height = 24;
    kind.given = JCS_CMYK;
    kind.stored = stored;
    std::vector<std::uint8_t> rows(std::size_t{40} * 24 * 4);
    for (std::uint8_t& sample : rows) sample = static_cast<std::uint8_t>(random() >> 24);
    const test::Bytes jpeg = test::make_jpeg(kind, rows);
    const std::string path = (folder / "inks.jpg").string();
    const std::string raw = (folder / "raw").string();
    test::write_text(path, std::string(reinterpret_cast<const char*>(jpeg.data()), jpeg.size()));
    ASSERT_EQ(std::system(("convert " + path + " -colorspace sRGB -depth 8 rgba:" + raw).c_str()), 0);
    const Result<Picture> picture = decode_jpeg(jpeg);
    ASSERT_TRUE(picture);
    EXPECT_LE(difference(*picture, test::read_text(raw)), 1);
  }
}

}  // namespace
}  // namespace ferry
