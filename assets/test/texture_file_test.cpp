#include <ferry/assets/texture_file.hpp>

#include <gtest/gtest.h>

#include <span>
#include <string>

#include "dds_making.hpp"
#include "jpeg_making.hpp"
#include "ktx2_making.hpp"
#include "png_making.hpp"

namespace ferry {
namespace {

test::Bytes bytes_in(std::string_view text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

FileKind kind_of(std::string_view text) {
  return file_kind(bytes_in(text));
}

test::Bytes png(std::uint32_t width, std::uint32_t height, int bits = 8) {
  const std::vector<std::uint8_t> rows(std::size_t{width} * height * 4 * static_cast<unsigned>(bits) / 8,
                                       0x40);
  return test::make_png(width, height, 6, bits, rows);
}

test::Bytes jpeg(std::uint32_t width, std::uint32_t height, int orientation = 1) {
  test::JpegKind kind;
  kind.width = width;
  kind.height = height;
  kind.app1 = test::exif_orientation(orientation, false);
  return test::make_jpeg(kind, std::vector<std::uint8_t>(std::size_t{width} * height * 3, 0x40));
}

test::Bytes ktx2(std::uint32_t vk_format, std::uint32_t width, std::uint32_t height, std::size_t bytes) {
  test::Ktx2File file;
  file.vk_format = vk_format;
  file.width = width;
  file.height = height;
  file.levels = {test::counted_bytes(bytes)};
  return file.make();
}

TEST(FileKind, IsToldByContent) {
  EXPECT_EQ(file_kind(png(2, 2)), FileKind::kPng);
  EXPECT_EQ(file_kind(jpeg(8, 8)), FileKind::kJpeg);
  EXPECT_EQ(file_kind(test::dx10_dds(28, 1, 1, test::counted_bytes(4)).bytes()), FileKind::kDds);
  EXPECT_EQ(file_kind(ktx2(37, 1, 1, 4)), FileKind::kKtx2);
  EXPECT_EQ(kind_of(std::string_view("glTF\2\0\0\0\0\0\0\0", 12)), FileKind::kGlb);
  EXPECT_EQ(kind_of("FERRYPCK"), FileKind::kPack);
  for (const std::string_view other : {"", "D", "DDS", "\x89PNG", "\xff\xd8", "hello", "GIF89a", "BM"}) {
    EXPECT_EQ(kind_of(other), FileKind::kOther) << other;
  }
}

TEST(FileKind, JsonIsGltfWhereItHasAnAsset) {
  for (const std::string_view gltf :
       {R"({"asset":{"version":"2.0"}})",
        R"({ "nodes" : [ { "name" : "}]" } ] , "asset" : {"version":"2.0"} })",
        "\xef\xbb\xbf{\n\t\"asset\"\r\n: {\"version\":\"2.0\"}}", R"({"a":"\\","b":"\"","asset":{}})"}) {
    EXPECT_EQ(kind_of(gltf), FileKind::kGltf) << gltf;
  }
  for (const std::string_view other :
       {R"({"nodes":{"asset":{}}})", R"({"asset":"none"})", R"({"name":"asset"})", R"(["asset",{}])",
        R"({"a":"\"asset\":{"})", R"({"asset")", R"({"asset":)", "{", R"({"a\)", R"({}"asset":{})",
        "{]{\"asset\":{"}) {
    EXPECT_EQ(kind_of(other), FileKind::kOther) << other;
  }
}

TEST(FileKind, HasAName) {
  EXPECT_EQ(to_string(FileKind::kPng), "PNG");
  EXPECT_EQ(to_string(FileKind::kKtx2), "KTX2");
  EXPECT_EQ(to_string(FileKind::kOther), "other");
  EXPECT_TRUE(is_texture(FileKind::kJpeg));
  EXPECT_FALSE(is_texture(FileKind::kGlb));
  EXPECT_FALSE(is_texture(FileKind::kOther));
}

TEST(ReadTexture, ReadsEveryKindThatIsOne) {
  struct Case {
    test::Bytes file;
    Format format;
    AlphaMode alpha;
    bool in_the_file;
  };
  for (const Case& c : {Case{png(3, 2), Format::kR8G8B8A8Unorm, AlphaMode::kStraight, false},
                        Case{png(3, 2, 16), Format::kR16G16B16A16Unorm, AlphaMode::kStraight, false},
                        Case{jpeg(3, 2), Format::kR8G8B8A8Unorm, AlphaMode::kOpaque, false},
                        Case{test::dx10_dds(28, 3, 2, test::counted_bytes(24)).bytes(),
                             Format::kR8G8B8A8Unorm, AlphaMode::kUnknown, true},
                        Case{ktx2(43, 3, 2, 24), Format::kR8G8B8A8UnormSrgb, AlphaMode::kStraight, true}}) {
    const auto image = read_texture(c.file);
    ASSERT_TRUE(image) << image.error().message;
    EXPECT_EQ(image->desc.format, c.format);
    EXPECT_EQ(image->desc.width, 3u);
    EXPECT_EQ(image->desc.height, 2u);
    EXPECT_EQ(image->desc.mip_levels, 1u);
    EXPECT_EQ(image->alpha, c.alpha) << to_string(image->alpha);
    EXPECT_EQ(uses_file(*image, c.file), c.in_the_file);
  }
}

TEST(ReadTexture, RefusesTheRestByName) {
  const auto other = read_texture(bytes_in("hello"));
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().code, ErrorCode::kUnsupported);
  EXPECT_NE(other.error().message.find("no PNG, JPEG, DDS or KTX2"), std::string::npos);
  const auto scene = read_texture(bytes_in(R"({"asset":{}})"));
  ASSERT_FALSE(scene);
  EXPECT_NE(scene.error().message.find("glTF"), std::string::npos);
}

TEST(ReadTexture, MipsAreMadeWhereTheFileHasNoneAndTheFormatCanBeAveraged) {
  TextureReadOptions with_mips;
  with_mips.mips = true;
  const test::Bytes picture = png(8, 4);
  EXPECT_EQ(read_texture(picture)->desc.mip_levels, 1u);
  EXPECT_EQ(read_texture(picture, with_mips)->desc.mip_levels, 4u);

  const test::Bytes blocks = test::dx10_dds(71, 8, 8, test::counted_bytes(32)).bytes();  // BC1
  const auto compressed = read_texture(blocks, with_mips);
  ASSERT_TRUE(compressed) << compressed.error().message;
  EXPECT_EQ(compressed->desc.mip_levels, 1u);
  ASSERT_EQ(compressed->oddities.size(), 1u);
  EXPECT_NE(compressed->oddities[0].find("BC1_UNORM"), std::string::npos);

  test::DdsFile own = test::dx10_dds(28, 8, 8, test::counted_bytes(256 + 64));
  own.mips = 2;
  const test::Bytes own_mips = own.bytes();
  EXPECT_EQ(read_texture(own_mips, with_mips)->desc.mip_levels, 2u) << "the file's own are kept";
}

TEST(ReadTexture, SrgbIsWhatTheFileSaysUnlessItIsOverruled) {
  const test::Bytes plain = png(1, 1);
  const std::uint8_t texel[] = {1, 2, 3, 4};
  test::PngChunksAdded more;
  more.srgb = true;
  const test::Bytes says = test::make_png(1, 1, 6, 8, texel, more);
  const test::Bytes file = ktx2(43, 1, 1, 4);
  TextureReadOptions yes;
  yes.srgb = SrgbChoice::kSrgb;
  TextureReadOptions no;
  no.srgb = SrgbChoice::kLinear;
  EXPECT_EQ(read_texture(plain)->desc.format, Format::kR8G8B8A8Unorm);
  EXPECT_EQ(read_texture(plain, yes)->desc.format, Format::kR8G8B8A8UnormSrgb);
  EXPECT_EQ(read_texture(says)->desc.format, Format::kR8G8B8A8UnormSrgb);
  EXPECT_EQ(read_texture(says, no)->desc.format, Format::kR8G8B8A8Unorm);
  EXPECT_EQ(read_texture(file, yes)->desc.format, Format::kR8G8B8A8UnormSrgb);
  EXPECT_EQ(read_texture(file, no)->desc.format, Format::kR8G8B8A8Unorm);
}

TEST(ReadTexture, TurnsAPictureAsExifSaysUnlessToldNotTo) {
  const test::Bytes file = jpeg(16, 8, 6);
  TextureReadOptions as_stored;
  as_stored.apply_orientation = false;
  EXPECT_EQ(read_texture(file)->desc.width, 8u);
  EXPECT_EQ(read_texture(file, as_stored)->desc.width, 16u);
}

TEST(ReadTexture, LimitsAndStrictnessReachEveryReader) {
  TextureReadOptions small;
  small.limits.max_texture_bytes = 255;
  for (const test::Bytes& file :
       {png(8, 8), jpeg(8, 8), test::dx10_dds(28, 8, 8, test::counted_bytes(256)).bytes(),
        ktx2(37, 8, 8, 256)}) {
    EXPECT_TRUE(read_texture(file));
    const auto refused = read_texture(file, small);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::kUnsupported) << refused.error().message;
  }
  test::DdsFile cut = test::dx10_dds(28, 4, 4, test::counted_bytes(64));
  cut.mips = 3;
  TextureReadOptions strict;
  strict.strict = true;
  const test::Bytes file = cut.bytes();
  const auto lenient = read_texture(file);
  ASSERT_TRUE(lenient) << lenient.error().message;
  EXPECT_EQ(lenient->desc.mip_levels, 1u);
  EXPECT_FALSE(lenient->oddities.empty());
  ASSERT_FALSE(read_texture(file, strict));
  EXPECT_EQ(read_texture(file, strict).error().code, ErrorCode::kCorrupt);
}

}  // namespace
}  // namespace ferry
