#include <ferry/assets/picture_image.hpp>

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <utility>

namespace ferry {
namespace {

Picture picture_of(Format format, std::uint32_t width, std::uint32_t height, std::uint64_t row_pitch) {
  Picture picture;
  picture.pixels = *ByteBuffer::make(row_pitch * height, "a test's picture");
  std::memset(picture.pixels.data(), 0x40, picture.pixels.size());
  picture.row_pitch = row_pitch;
  picture.width = width;
  picture.height = height;
  picture.format = format;
  return picture;
}

TEST(PictureImage, TakesThePixelsAlong) {
  Picture picture = picture_of(Format::kR8G8B8A8Unorm, 5, 3, 20);
  const std::byte* const pixels = picture.pixels.data();
  const Result<TextureImage> image = picture_image(std::move(picture));
  ASSERT_TRUE(image) << image.error().message;
  EXPECT_EQ(image->desc.format, Format::kR8G8B8A8Unorm);
  EXPECT_EQ(image->desc.width, 5U);
  EXPECT_EQ(image->desc.height, 3U);
  EXPECT_EQ(image->desc.mip_levels, 1U);
  EXPECT_EQ(image->parts.at(0).data, pixels);
  EXPECT_EQ(image->parts.at(0).slice_pitch, 60U);
  EXPECT_EQ(image->memory_bytes, 60U);
  EXPECT_NE(image->memory, nullptr);
  EXPECT_EQ(image->alpha, AlphaMode::kStraight);
  EXPECT_TRUE(image->oddities.empty());
}

TEST(PictureImage, ChoosesTheFormAndMakesMips) {
  PictureImageOptions options;
  options.srgb = SrgbChoice::kSrgb;
  options.mips = true;
  Result<TextureImage> image = picture_image(picture_of(Format::kR8G8B8A8Unorm, 5, 3, 24), options);
  ASSERT_TRUE(image) << image.error().message;
  EXPECT_EQ(image->desc.format, Format::kR8G8B8A8UnormSrgb);
  EXPECT_EQ(image->desc.mip_levels, 3U);
  EXPECT_EQ(image->memory_bytes, 24U * 3 + 2 * 4 + 4);
  EXPECT_EQ(std::to_integer<int>(image->parts.at(2).data[0]), 0x40);

  options.srgb = SrgbChoice::kLinear;
  image = picture_image(picture_of(Format::kR8G8B8A8UnormSrgb, 5, 3, 20), options);
  ASSERT_TRUE(image);
  EXPECT_EQ(image->desc.format, Format::kR8G8B8A8Unorm);

  options.srgb = SrgbChoice::kSrgb;
  image = picture_image(picture_of(Format::kR16G16B16A16Unorm, 5, 3, 40), options);
  ASSERT_TRUE(image);
  EXPECT_EQ(image->desc.format, Format::kR16G16B16A16Unorm);
  ASSERT_EQ(image->oddities.size(), 1U);
  EXPECT_NE(image->oddities[0].find("no sRGB form"), std::string::npos);
}

TEST(PictureImage, RefusesWhatIsNoPicture) {
  EXPECT_EQ(picture_image(Picture()).error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(picture_image(picture_of(Format::kR8G8B8A8Unorm, 5, 3, 19)).error().code,
            ErrorCode::kInvalidArgument);
  Picture cut = picture_of(Format::kR8G8B8A8Unorm, 5, 3, 24);
  cut.pixels.shrink(24 * 2 + 19);
  EXPECT_EQ(picture_image(std::move(cut)).error().code, ErrorCode::kInvalidArgument);
  Picture unpadded = picture_of(Format::kR8G8B8A8Unorm, 5, 3, 24);
  unpadded.pixels.shrink(24 * 2 + 20);
  EXPECT_TRUE(picture_image(std::move(unpadded)));
}

}  // namespace
}  // namespace ferry
