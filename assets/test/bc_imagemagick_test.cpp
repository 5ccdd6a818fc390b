// The block-compressed samples that ImageMagick reads, decoded here and there. Not part of the everyday tests:
// it needs that program.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>

#include <ferry/assets/bc_decode.hpp>
#include <ferry/assets/file.hpp>
#include <ferry/assets/texture_file.hpp>

#include "samples.hpp"
#include "scratch_folder.hpp"

namespace ferry {
namespace {

TEST(BcImageMagick, DecodesSamplesAlike) {
  if (std::system("convert -version > /dev/null 2>&1") != 0)
    GTEST_SKIP() << "ImageMagick's convert is not installed";
  // Those that ImageMagick 6 reads: it takes DX10 headers for texels.
  const std::string samples[] = {"dxt1-alpha.dds", "dxt1-simple.dds", "dxt3-simple.dds",
                                 "dxt5-simple-odd.dds", "dxt5-simple.dds"};
  // It widens 5 and 6 bits by repeating them, and rounds what lies between two colours down.
  constexpr int kTolerance = 1;
  const test::ScratchFolder folder;
  const std::string raw = (folder / "raw").string();
  std::size_t compared = 0;
  for (const std::filesystem::path& path : test::samples("dds")) {
    if (std::find(std::begin(samples), std::end(samples), path.filename().string()) == std::end(samples))
      continue;
    SCOPED_TRACE(path.filename().string());
    const Result<ByteBuffer> file = read_file(path);
    ASSERT_TRUE(file) << file.error().message;
    const Result<TextureImage> image = read_texture(file->bytes());
    ASSERT_TRUE(image) << image.error().message;
    const Result<TextureImage> ours = decode_bc(*image);
    ASSERT_TRUE(ours) << ours.error().message;
    ASSERT_EQ(std::system(("convert 'dds:" + path.string() + "[0]' -depth 8 rgba:" + raw).c_str()), 0);
    const std::string theirs = test::read_text(raw);
    ASSERT_EQ(theirs.size(), ours->desc.width * ours->desc.height * 4);
    int worst = 0;
    for (std::size_t i = 0; i < theirs.size(); ++i) {
      const int here = std::to_integer<int>(ours->parts[0].data[i]);
      worst = std::max(worst, std::abs(here - static_cast<unsigned char>(theirs[i])));
    }
    EXPECT_LE(worst, kTolerance);
    ++compared;
  }
  if (compared == 0) GTEST_SKIP() << "no folder of samples; set FERRY_ASSETS";
  EXPECT_EQ(compared, std::size(samples));
}

}  // namespace
}  // namespace ferry
