#include <ferry/assets/ktx2.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include <ferry/layout/footprint.hpp>

#include "image_rows.hpp"
#include "ktx2_making.hpp"
#include "ktx2_refusal.hpp"

namespace ferry {
namespace {

using test::Bytes;
using test::expect_refused;
using test::Ktx2File;
using test::pattern;
using test::texels_of;

Bytes bytes_of(std::initializer_list<unsigned> values) {
  Bytes out;
  for (const unsigned value : values) out.push_back(static_cast<std::byte>(value));
  return out;
}

// ---------------------------------------------------------------- formats

/// What the name of a VkFormat says that DXGI would call it. Packed formats are named from the highest bit on
/// there, from the lowest here.
std::string dxgi_name(std::string name) {
  const auto cut = [&](std::string_view end) {
    if (name.size() < end.size() || name.compare(name.size() - end.size(), end.size(), end) != 0)
      return false;
    name.resize(name.size() - end.size());
    return true;
  };
  const auto replace = [&](std::string_view from, std::string_view to) {
    if (const auto at = name.find(from); at != std::string::npos) name.replace(at, from.size(), to);
  };
  if (cut("_BLOCK")) {
    replace("BC1_RGBA_", "BC1_");
    replace("BC1_RGB_", "BC1_");
    replace("BC6H_UFLOAT", "BC6H_UF16");
    replace("BC6H_SFLOAT", "BC6H_SF16");
  } else if (cut("_PACK8") || cut("_PACK16") || cut("_PACK32")) {
    const auto end = name.find('_');
    std::vector<std::string> channels;
    for (std::size_t i = 0; i < end;) {
      std::size_t next = i + 1;
      while (next < end && std::isdigit(static_cast<unsigned char>(name[next])) != 0) ++next;
      channels.push_back(name.substr(i, next - i));
      i = next;
    }
    std::string reversed;
    for (auto channel = channels.rbegin(); channel != channels.rend(); ++channel) reversed += *channel;
    name = reversed + name.substr(end);
    replace("R9G9B9E5_UFLOAT", "R9G9B9E5_SHAREDEXP");
  }
  replace("D32_SFLOAT_S8_UINT", "D32_FLOAT_S8X24_UINT");
  replace("SFLOAT", "FLOAT");
  replace("UFLOAT", "FLOAT");
  replace("SRGB", "UNORM_SRGB");
  return name;
}

/// A file of this format with more than enough bytes, and what reading says of its format.
Result<TextureImage> read_format(std::uint32_t vk_format, std::uint8_t block_bytes, Bytes& file) {
  Ktx2File ktx;
  ktx.vk_format = vk_format;
  ktx.width = ktx.height = 4;
  ktx.descriptor = false;
  ktx.block_bytes = block_bytes;
  for (const std::size_t bytes : {8, 16, 32, 48, 64, 96, 128, 192, 256}) {
    ktx.levels = {pattern(bytes, 1)};
    file = ktx.make();
    auto image = read_ktx2(file);
    if (image || image.error().code != ErrorCode::kCorrupt) return image;
  }
  return fail(ErrorCode::kCorrupt, "no size fits");
}

TEST(Ktx2Format, EveryVkFormatWithADxgiEqualBecomesThatOneInPlace) {
  int equals = 0;
  int others = 0;
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t i = 1; i <= 184; ++i) numbers.push_back(i);
  for (std::uint32_t i = 0; i < 14; ++i) numbers.push_back(1000066000 + i);
  for (std::uint32_t i = 0; i < 34; ++i) numbers.push_back(1000156000 + i);
  for (const std::uint32_t n : {1000340000u, 1000340001u, 1000470000u, 1000470001u}) numbers.push_back(n);
  for (const std::uint32_t number : numbers) {
    Bytes file;
    const auto image = read_format(number, 4, file);
    const auto info = read_ktx2_info(file);
    ASSERT_TRUE(info) << number;
    const std::string name(info->vk_format_name);
    ASSERT_FALSE(name.empty()) << number;
    SCOPED_TRACE(name);
    const auto expected = parse_format(dxgi_name(name));
    if (expected) {
      ++equals;
      ASSERT_TRUE(image) << image.error().message;
      EXPECT_EQ(format_name(image->desc.format), format_name(*expected));
      EXPECT_FALSE(image->convert);
      continue;
    }
    ++others;
    if (image) {
      // Expanded, or its fields moved.
      EXPECT_TRUE(image->convert);
    } else {
      EXPECT_EQ(image.error().code, ErrorCode::kUnsupported);
      EXPECT_NE(image.error().message.find("VK_FORMAT_" + name), std::string::npos) << image.error().message;
    }
  }
  EXPECT_EQ(equals, 76);
  EXPECT_EQ(others, static_cast<int>(numbers.size()) - 76);
}

struct Change {
  std::uint32_t vk_format;
  std::initializer_list<unsigned> texel;
  Format format;
  std::initializer_list<unsigned> becomes;
};

TEST(Ktx2Format, OtherTexelsAreExpandedOrMovedExactly) {
  // Channels as words of the file (little-endian): each has a value of its own.
  const Change changes[] = {
      {23, {10, 20, 30}, Format::kR8G8B8A8Unorm, {10, 20, 30, 255}},
      {24, {0x81, 20, 30}, Format::kR8G8B8A8Snorm, {0x81, 20, 30, 127}},
      {27, {10, 20, 30}, Format::kR8G8B8A8Uint, {10, 20, 30, 1}},
      {28, {10, 20, 30}, Format::kR8G8B8A8Sint, {10, 20, 30, 1}},
      {29, {10, 20, 30}, Format::kR8G8B8A8UnormSrgb, {10, 20, 30, 255}},
      {30, {10, 20, 30}, Format::kR8G8B8A8Unorm, {30, 20, 10, 255}},
      {31, {10, 20, 30}, Format::kR8G8B8A8Snorm, {30, 20, 10, 127}},
      {34, {10, 20, 30}, Format::kR8G8B8A8Uint, {30, 20, 10, 1}},
      {35, {10, 20, 30}, Format::kR8G8B8A8Sint, {30, 20, 10, 1}},
      {36, {10, 20, 30}, Format::kR8G8B8A8UnormSrgb, {30, 20, 10, 255}},
      {15, {10}, Format::kR8G8B8A8UnormSrgb, {10, 0, 0, 255}},
      {22, {10, 20}, Format::kR8G8B8A8UnormSrgb, {10, 20, 0, 255}},
      {45, {10, 20, 30, 40}, Format::kR8G8B8A8Snorm, {30, 20, 10, 40}},
      {48, {10, 20, 30, 40}, Format::kR8G8B8A8Uint, {30, 20, 10, 40}},
      {49, {10, 20, 30, 40}, Format::kR8G8B8A8Sint, {30, 20, 10, 40}},
      {84, {1, 2, 3, 4, 5, 6}, Format::kR16G16B16A16Unorm, {1, 2, 3, 4, 5, 6, 0xff, 0xff}},
      {85, {1, 2, 3, 4, 5, 6}, Format::kR16G16B16A16Snorm, {1, 2, 3, 4, 5, 6, 0xff, 0x7f}},
      {88, {1, 2, 3, 4, 5, 6}, Format::kR16G16B16A16Uint, {1, 2, 3, 4, 5, 6, 1, 0}},
      {89, {1, 2, 3, 4, 5, 6}, Format::kR16G16B16A16Sint, {1, 2, 3, 4, 5, 6, 1, 0}},
      {90, {1, 2, 3, 4, 5, 6}, Format::kR16G16B16A16Float, {1, 2, 3, 4, 5, 6, 0x00, 0x3c}},
      // B 21, G 42, R 10: 10101 101010 01010 becomes 01010 101010 10101.
      {5, {0x4a, 0xad}, Format::kB5G6R5Unorm, {0x55, 0x55}},
      // B 1, G 2, R 3, A 4 from the highest nibble down; DXGI has A, R, G, B there.
      {3, {0x34, 0x12}, Format::kB4G4R4A4Unorm, {0x21, 0x43}},
      // A 1, B 2, G 3, R 4 likewise; A, R, G, B in DXGI.
      {1000340001, {0x34, 0x12}, Format::kB4G4R4A4Unorm, {0x32, 0x14}},
      // R 1, G 2, B 4, A 1: 00001 00010 00100 1 becomes A, R, G, B: 1 00001 00010 00100.
      {6, {0x89, 0x08}, Format::kB5G5R5A1Unorm, {0x44, 0x84}},
      // B 1, G 2, R 4, A 1: becomes 1 00100 00010 00001.
      {7, {0x89, 0x08}, Format::kB5G5R5A1Unorm, {0x41, 0x90}},
      // A 1, B 1, G 2, R 4: 1 00001 00010 00100 becomes 1 00100 00010 00001.
      {1000470000, {0x44, 0x84}, Format::kB5G5R5A1Unorm, {0x41, 0x90}},
      // A 2, R 1, G 0, B 4: R and B change places.
      {58, {0x04, 0x00, 0x10, 0x80}, Format::kR10G10B10A2Unorm, {0x01, 0x00, 0x40, 0x80}},
      {62, {0x04, 0x00, 0x10, 0x80}, Format::kR10G10B10A2Uint, {0x01, 0x00, 0x40, 0x80}},
  };
  for (const Change& change : changes) {
    SCOPED_TRACE(change.vk_format);
    Ktx2File ktx;
    ktx.vk_format = change.vk_format;
    ktx.block_bytes = static_cast<std::uint8_t>(change.texel.size());
    ktx.width = 3;
    ktx.height = 2;
    // One such texel among others, so that one in the wrong place is seen.
    ktx.levels = {Bytes(change.texel.size() * 6)};
    const Bytes texel = bytes_of(change.texel);
    std::copy(texel.begin(), texel.end(),
              ktx.levels[0].begin() + static_cast<std::ptrdiff_t>(texel.size() * 4));
    const Bytes file = ktx.make();
    const auto image = read_ktx2(file);
    ASSERT_TRUE(image) << image.error().message;
    EXPECT_EQ(image->desc.format, change.format);
    const Bytes all = texels_of(*image, 0);
    const Bytes expected = bytes_of(change.becomes);
    ASSERT_EQ(all.size(), expected.size() * 6);
    EXPECT_EQ(Bytes(all.begin() + static_cast<std::ptrdiff_t>(expected.size() * 4),
                    all.begin() + static_cast<std::ptrdiff_t>(expected.size() * 5)),
              expected);
  }
}

TEST(Ktx2Format, DepthAndStencilAreTakenApart) {
  Ktx2File ktx;
  ktx.vk_format = 129;  // D24_UNORM_S8_UINT: the stencil in the lowest byte
  ktx.width = 2;
  ktx.height = 1;
  ktx.layers = 2;
  ktx.levels = {bytes_of({0x11, 1, 2, 3, 0x22, 4, 5, 6, 0x33, 7, 8, 9, 0x44, 10, 11, 12}),
                bytes_of({0x55, 13, 14, 15, 0x66, 16, 17, 18})};
  const Bytes file = ktx.make();
  auto image = read_ktx2(file);
  ASSERT_TRUE(image) << image.error().message;
  EXPECT_EQ(image->desc.format, Format::kD24UnormS8Uint);
  ASSERT_EQ(image->parts.size(), 8u);
  // mip + array * mips + plane * mips * arrays
  EXPECT_EQ(texels_of(*image, 0), bytes_of({1, 2, 3, 0, 4, 5, 6, 0}));
  EXPECT_EQ(texels_of(*image, 1), bytes_of({13, 14, 15, 0}));
  EXPECT_EQ(texels_of(*image, 2), bytes_of({7, 8, 9, 0, 10, 11, 12, 0}));
  EXPECT_EQ(texels_of(*image, 3), bytes_of({16, 17, 18, 0}));
  EXPECT_EQ(texels_of(*image, 4), bytes_of({0x11, 0x22}));
  EXPECT_EQ(texels_of(*image, 7), bytes_of({0x66}));
  EXPECT_EQ(image->memory_bytes, 6u * 5);

  ktx = {};
  ktx.vk_format = 130;  // D32_SFLOAT_S8_UINT: two words
  ktx.block_bytes = 8;
  ktx.scheme = test::kHasZstd ? 2 : 3;
  ktx.levels = {bytes_of({1, 2, 3, 4, 0x77, 0, 0, 0})};
  const Bytes second = ktx.make();
  image = read_ktx2(second);
  ASSERT_TRUE(image) << image.error().message;
  EXPECT_EQ(image->desc.format, Format::kD32FloatS8X24Uint);
  EXPECT_EQ(texels_of(*image, 0), bytes_of({1, 2, 3, 4}));
  EXPECT_EQ(texels_of(*image, 1), bytes_of({0x77}));
}

TEST(Ktx2Format, DepthAndStencilOfAVolumeAreTakenApartSliceBySlice) {
  Ktx2File ktx;
  ktx.vk_format = 129;
  ktx.width = 2;
  ktx.height = 1;
  ktx.depth = 3;
  ktx.levels = {bytes_of(
      {0x11, 1, 2, 3, 0x22, 4, 5, 6, 0x33, 7, 8, 9, 0x44, 10, 11, 12, 0x55, 13, 14, 15, 0x66, 16, 17, 18})};
  const Bytes file = ktx.make();
  const auto image = read_ktx2(file);
  ASSERT_TRUE(image) << image.error().message;
  EXPECT_EQ(texels_of(*image, 0),
            bytes_of({1, 2, 3, 0, 4, 5, 6, 0, 7, 8, 9, 0, 10, 11, 12, 0, 13, 14, 15, 0, 16, 17, 18, 0}));
  EXPECT_EQ(texels_of(*image, 1), bytes_of({0x11, 0x22, 0x33, 0x44, 0x55, 0x66}));
}

TEST(Ktx2Format, AFormatKnownToDxgiAloneComesFromTheMetadata) {
  Ktx2File ktx;
  ktx.vk_format = 0;
  ktx.levels = {bytes_of({1, 2, 3, 4})};
  ktx.metadata = {{"KTXdxgiFormat__", std::string("\x59\0\0\0", 4)}};  // R10G10B10_XR_BIAS_A2_UNORM
  const auto image = read_ktx2(ktx.make());
  ASSERT_TRUE(image) << image.error().message;
  EXPECT_EQ(image->desc.format, Format::kR10G10B10XrBiasA2Unorm);
  for (const char format :
       {'\0', '\x2d', '\x67', '\x6a', '\x71', '\x7f'}) {  // none, D24S8, NV12, opaque, P8, none
    ktx.metadata[0].second[0] = format;
    expect_refused(ktx.make(), ErrorCode::kUnsupported, "names no format");
  }
}

#if !FERRY_TEST_HAS_ZSTD
TEST(Ktx2Format, WithoutZstandardItSaysWhatToDo) {
  Ktx2File ktx;
  ktx.scheme = 2;
  ktx.levels = {bytes_of({1, 2, 3, 4})};
  expect_refused(ktx.make(), ErrorCode::kUnsupported, "has no Zstandard");
}
#endif

TEST(Ktx2Format, UniversalTexelsAreRefusedByName) {
  Ktx2File ktx;
  ktx.vk_format = 0;
  ktx.width = ktx.height = 4;
  ktx.levels = {Bytes(16)};
  ktx.color_model = 166;
  expect_refused(ktx.make(), ErrorCode::kUnsupported, "UASTC");
  ktx.scheme = 2;
  expect_refused(ktx.make(), ErrorCode::kUnsupported, "UASTC");
  ktx.color_model = 163;
  expect_refused(ktx.make(), ErrorCode::kUnsupported, "ETC1S");
  ktx.color_model = 1;
  ktx.scheme = 1;
  expect_refused(ktx.make(), ErrorCode::kUnsupported, "BasisLZ");
  ktx.scheme = 0;
  ktx.vk_format = 1000066000;
  ktx.color_model = 167;
  expect_refused(ktx.make(), ErrorCode::kUnsupported, "UASTC HDR");
  ktx.vk_format = 157;
  ktx.color_model = 162;
  expect_refused(ktx.make(), ErrorCode::kUnsupported, "VK_FORMAT_ASTC_4x4_UNORM_BLOCK");
  ktx.vk_format = 147;
  expect_refused(ktx.make(), ErrorCode::kUnsupported, "VK_FORMAT_ETC2_R8G8B8_UNORM_BLOCK");
  ktx.vk_format = 12345;
  expect_refused(ktx.make(), ErrorCode::kUnsupported, "12345");
}

}  // namespace
}  // namespace ferry
