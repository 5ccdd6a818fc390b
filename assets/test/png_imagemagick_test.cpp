// Every good sample, decoded here and by ImageMagick's `convert`, byte by byte. Not part of the everyday
// tests: it needs that program.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include <ferry/assets/file.hpp>
#include <ferry/assets/png.hpp>

#include "png_making.hpp"
#include "samples.hpp"
#include "scratch_folder.hpp"

namespace ferry {
namespace {

namespace fs = std::filesystem;

/// The PNG without the chunks that speak of colour spaces, which ImageMagick acts on and Ferry leaves alone.
std::string without_colour_spaces(const std::string& png) {
  std::string out = png.substr(0, 8);
  for (std::size_t at = 8; at + 12 <= png.size();) {
    std::size_t length = 0;
    for (std::size_t i = 0; i < 4; ++i) length = length << 8 | static_cast<unsigned char>(png[at + i]);
    const std::string name = png.substr(at + 4, 4);
    if (name != "gAMA" && name != "cHRM" && name != "sRGB" && name != "iCCP" && name != "sBIT") {
      out += png.substr(at, length + 12);
    }
    at += length + 12;
  }
  return out;
}

TEST(PngImageMagick, DecodesEverySampleAlike) {
  if (std::system("convert -version > /dev/null 2>&1") != 0)
    GTEST_SKIP() << "ImageMagick's convert is not installed";
  const test::ScratchFolder folder;
  std::size_t compared = 0;
  for (const char* const kind : {"primary", "16bit", "unused"}) {
    for (const fs::path& path : test::png_samples(kind)) {
      SCOPED_TRACE(path.filename().string());
      const Result<Picture> picture = load_png(path);
      ASSERT_TRUE(picture) << picture.error().message;
      const std::string plain = (folder / "plain.png").string();
      const std::string raw = (folder / "raw").string();
      test::write_text(plain, without_colour_spaces(test::read_text(path)));
      const std::string depth = picture->format == Format::kR16G16B16A16Unorm ? "16" : "8";
      ASSERT_EQ(
          std::system(("convert png:" + plain + " -depth " + depth + " -endian LSB rgba:" + raw).c_str()), 0);
      EXPECT_TRUE(test::read_text(raw) == std::string(reinterpret_cast<const char*>(picture->pixels.data()),
                                                      static_cast<std::size_t>(picture->pixels.size())));
      ++compared;
    }
  }
  if (compared == 0) GTEST_SKIP() << "no folder of samples; set FERRY_ASSETS";
}

}  // namespace
}  // namespace ferry
