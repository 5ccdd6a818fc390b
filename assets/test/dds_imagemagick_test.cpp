// The uncompressed samples, read here and by ImageMagick's `convert`, texel by texel. Not part of the everyday
// tests: it needs that program.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>

#include <ferry/assets/expand.hpp>
#include <ferry/assets/file.hpp>

#include "dds_reading.hpp"
#include "samples.hpp"
#include "scratch_folder.hpp"

namespace ferry {
namespace {

namespace fs = std::filesystem;

/// The top level as red, green, blue and alpha of 8 bits.
test::Bytes rgba8(const TextureImage& image) {
  if (image.desc.format == Format::kR8G8B8A8Unorm || image.desc.format == Format::kR8G8B8A8UnormSrgb) {
    return test::subresource_bytes(image, 0);
  }
  const Result<TextureImage> expanded = expand_for_device(image, Format::kR8G8B8A8Unorm);
  if (!expanded) {
    ADD_FAILURE() << expanded.error().message;
    return {};
  }
  return test::subresource_bytes(*expanded, 0);
}

TEST(DdsImageMagick, ReadsUncompressedSamplesAlike) {
  if (std::system("convert -version > /dev/null 2>&1") != 0)
    GTEST_SKIP() << "ImageMagick's convert is not installed";
  struct Sample {
    const char* name;
    int tolerance = 0;  // ImageMagick rounds 5 and 6 bits down
    /// ImageMagick takes blue to come first, whatever the masks say.
    bool swapped = false;
  };
  // Those that ImageMagick 6 reads. It knows no X1R5G5B5, and takes DX10 headers for texels.
  const Sample samples[] = {
      {"24-bit-uncompressed-bgr-odd.dds", 0, true},
      {"24-bit-uncompressed-odd.dds"},
      {"32-bit-uncompressed-odd.dds"},
      {"32-bit-uncompressed.dds"},
      {"TestVolume_Noise3D.dds"},
      {"dds_A8B8G8R8.dds", 0, true},
      {"dds_R5G6B5.dds", 1},
      {"dds_R8G8B8.dds"},
      {"dds_a1r5g5b5.dds", 1},
      {"pil_hopper.dds"},
      {"pil_uncompressed_l.dds"},
  };
  const test::ScratchFolder folder;
  const std::string raw = (folder / "raw").string();
  std::size_t compared = 0;
  for (const fs::path& path : test::samples("dds")) {
    const std::string name = path.filename().string();
    const auto* const sample =
        std::find_if(std::begin(samples), std::end(samples), [&](const Sample& s) { return s.name == name; });
    if (sample == std::end(samples)) continue;
    SCOPED_TRACE(name);
    const Result<ByteBuffer> file = read_file(path);
    ASSERT_TRUE(file) << file.error().message;
    const Result<TextureImage> image = read_dds(file->bytes(), {.expand_luminance = true});
    ASSERT_TRUE(image) << image.error().message;
    test::Bytes ours = rgba8(*image);
    for (std::size_t i = 0; sample->swapped && i < ours.size(); i += 4) std::swap(ours[i], ours[i + 2]);
    ASSERT_EQ(std::system(("convert 'dds:" + path.string() + "[0]' -depth 8 rgba:" + raw).c_str()), 0);
    const std::string theirs = test::read_text(raw);
    // Of a volume both give the first slice first.
    ASSERT_LE(theirs.size(), ours.size());
    ASSERT_EQ(theirs.size(), image->desc.width * image->desc.height * 4);
    int worst = 0;
    for (std::size_t i = 0; i < theirs.size(); ++i) {
      worst =
          std::max(worst, std::abs(std::to_integer<int>(ours[i]) - static_cast<unsigned char>(theirs[i])));
    }
    EXPECT_LE(worst, sample->tolerance);
    ++compared;
  }
  if (compared == 0) GTEST_SKIP() << "no folder of samples; set FERRY_ASSETS";
  EXPECT_EQ(compared, std::size(samples));
}

}  // namespace
}  // namespace ferry
