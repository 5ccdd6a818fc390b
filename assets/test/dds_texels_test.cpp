// Every kind of texel that a DDS can say, with values worked out by hand.
#include <gtest/gtest.h>

#include "dds_reading.hpp"

namespace ferry {
namespace {

using test::bytes_of;
using test::coded_dds;
using test::counted_bytes;
using test::DdsFile;
using test::dx10_dds;
using test::letters;
using test::masked_dds;
using test::ReadDds;
using test::refusal;
using Masks = std::array<std::uint32_t, 4>;

constexpr std::uint32_t kRgb = 0x40;
constexpr std::uint32_t kRgba = 0x41;
constexpr std::uint32_t kLuminance = 0x20000;
constexpr std::uint32_t kLuminanceAlpha = 0x20001;
constexpr std::uint32_t kBump = 0x80000;

/// Little-endian numbers of 16 bits, as bytes.
test::Bytes words(std::initializer_list<unsigned> values) {
  test::Bytes bytes;
  for (const unsigned value : values) {
    bytes.push_back(static_cast<std::byte>(value));
    bytes.push_back(static_cast<std::byte>(value >> 8));
  }
  return bytes;
}

TEST(DdsTexels, FourCcNamesTheFormat) {
  struct Case {
    const char* code;
    Format format;
    std::size_t bytes;  // of 4x4 texels
    AlphaMode alpha = AlphaMode::kUnknown;
  };
  const Case cases[] = {
      {"DXT1", Format::kBc1Unorm, 8},       {"DXT2", Format::kBc2Unorm, 16, AlphaMode::kPremultiplied},
      {"DXT3", Format::kBc2Unorm, 16},      {"DXT4", Format::kBc3Unorm, 16, AlphaMode::kPremultiplied},
      {"DXT5", Format::kBc3Unorm, 16},      {"RXGB", Format::kBc3Unorm, 16, AlphaMode::kCustom},
      {"ATI1", Format::kBc4Unorm, 8},       {"BC4U", Format::kBc4Unorm, 8},
      {"BC4S", Format::kBc4Snorm, 8},       {"ATI2", Format::kBc5Unorm, 16},
      {"A2XY", Format::kBc5Unorm, 16},      {"BC5U", Format::kBc5Unorm, 16},
      {"BC5S", Format::kBc5Snorm, 16},      {"BC6H", Format::kBc6hUf16, 16},
      {"BC7L", Format::kBc7Unorm, 16},      {"BC7", Format::kBc7Unorm, 16},
      {"RGBG", Format::kR8G8B8G8Unorm, 32}, {"GRGB", Format::kG8R8G8B8Unorm, 32},
      {"YUY2", Format::kYuy2, 32},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.code);
    const ReadDds read(coded_dds(letters(c.code), 4, 4, counted_bytes(c.bytes)));
    EXPECT_EQ(read.image.desc.format, c.format);
    EXPECT_EQ(read.image.alpha, c.alpha);
    EXPECT_FALSE(read.image.convert);
    EXPECT_EQ(read.subresource(0), counted_bytes(c.bytes));
    EXPECT_EQ(read.image.oddities.empty(), std::string(c.code) != "RXGB");
    // It is the file's own bytes.
    EXPECT_EQ(read.image.parts[0].data, read.file.data() + 128);
  }
}

TEST(DdsTexels, UyvyBecomesYuy2) {
  const ReadDds read(coded_dds(letters("UYVY"), 3, 2, counted_bytes(16)));
  EXPECT_EQ(read.image.desc.format, Format::kYuy2);
  test::Bytes swapped = counted_bytes(16);
  for (std::size_t i = 0; i < 16; i += 2) std::swap(swapped[i], swapped[i + 1]);
  EXPECT_EQ(read.subresource(0), swapped);
  EXPECT_EQ(read.image.memory_bytes, 16U);
}

TEST(DdsTexels, D3dFormatNumbers) {
  const std::pair<std::uint32_t, Format> cases[] = {
      {36, Format::kR16G16B16A16Unorm}, {110, Format::kR16G16B16A16Snorm}, {111, Format::kR16Float},
      {112, Format::kR16G16Float},      {113, Format::kR16G16B16A16Float}, {114, Format::kR32Float},
      {115, Format::kR32G32Float},      {116, Format::kR32G32B32A32Float}, {117, Format::kR8G8Snorm},
  };
  for (const auto& [number, format] : cases) {
    SCOPED_TRACE(number);
    const std::size_t bytes = format_info(format)->planes[0].block_bytes * std::size_t{6};
    const ReadDds read(coded_dds(number, 3, 2, counted_bytes(bytes)));
    EXPECT_EQ(read.image.desc.format, format);
    EXPECT_EQ(read.subresource(0), counted_bytes(bytes));
    EXPECT_EQ(read.image.oddities.empty(), number != 117);
  }
  // 28 is D3DFMT_A8 and R8G8B8A8_UNORM.
  EXPECT_EQ(refusal(coded_dds(28, 1, 1, counted_bytes(4))).code, ErrorCode::kUnsupported);
  EXPECT_NE(
      refusal(coded_dds(28, 1, 1, counted_bytes(4))).message.find("may be a D3DFORMAT or a DXGI_FORMAT"),
      std::string::npos);
}

TEST(DdsTexels, UnknownFourCcIsNamed) {
  EXPECT_EQ(refusal(coded_dds(letters("ETC2"), 1, 1, {})).message.find("the FourCC `ETC2`"), 0U);
  EXPECT_EQ(refusal(coded_dds(0, 1, 1, {})).message.find("the FourCC 0 "), 0U);
  EXPECT_EQ(refusal(coded_dds(0x80000001, 1, 1, {})).message.find("the FourCC 0x80000001 "), 0U);
  EXPECT_NE(refusal(coded_dds(letters("XBOX"), 1, 1, {})).message.find("Xbox"), std::string::npos);
}

TEST(DdsTexels, MasksThatAreAFormatAreLeftAsTheyAre) {
  struct Case {
    std::uint32_t flags, bits;
    Masks masks;
    Format format;
  };
  const Case cases[] = {
      {kRgba, 32, {0xff0000, 0xff00, 0xff, 0xff000000}, Format::kB8G8R8A8Unorm},
      {kRgb, 32, {0xff0000, 0xff00, 0xff, 0}, Format::kB8G8R8X8Unorm},
      {kRgba, 32, {0xff, 0xff00, 0xff0000, 0xff000000}, Format::kR8G8B8A8Unorm},
      {kRgb, 32, {0xffff, 0xffff0000, 0, 0}, Format::kR16G16Unorm},
      {kRgba, 32, {0xffff, 0xffff0000, 0, 0}, Format::kR16G16Unorm},
      {kRgb, 32, {0xffffffff, 0, 0, 0}, Format::kR32Float},
      {kRgb, 16, {0xf800, 0x7e0, 0x1f, 0}, Format::kB5G6R5Unorm},
      {kRgba, 16, {0x7c00, 0x3e0, 0x1f, 0x8000}, Format::kB5G5R5A1Unorm},
      {kRgba, 16, {0xf00, 0xf0, 0xf, 0xf000}, Format::kB4G4R4A4Unorm},
      {kRgba, 16, {0xf000, 0xf00, 0xf0, 0xf}, Format::kA4B4G4R4Unorm},
      {kRgb, 16, {0xff, 0xff00, 0, 0}, Format::kR8G8Unorm},
      {kRgba, 16, {0xff, 0, 0, 0xff00}, Format::kR8G8Unorm},
      {kRgb, 16, {0xffff, 0, 0, 0}, Format::kR16Unorm},
      {kRgb, 8, {0xff, 0, 0, 0}, Format::kR8Unorm},
      {kLuminance, 8, {0xff, 0, 0, 0}, Format::kR8Unorm},
      {kLuminance, 8, {0xff, 0xff, 0xff, 0}, Format::kR8Unorm},
      {kLuminance, 16, {0xffff, 0, 0, 0}, Format::kR16Unorm},
      {kLuminanceAlpha, 16, {0xff, 0, 0, 0xff00}, Format::kR8G8Unorm},
      {kLuminanceAlpha, 8, {0xff, 0, 0, 0xff00}, Format::kR8G8Unorm},  // 16 bits meant
      {kLuminanceAlpha, 32, {0xffff, 0, 0, 0xffff0000}, Format::kR16G16Unorm},
      {0x2, 8, {0, 0, 0, 0xff}, Format::kA8Unorm},
      {0x1, 8, {0, 0, 0, 0xff}, Format::kA8Unorm},
      {0x3, 8, {0, 0, 0, 0}, Format::kA8Unorm},
      {kBump, 16, {0xff, 0xff00, 0, 0}, Format::kR8G8Snorm},
      {kBump, 32, {0xff, 0xff00, 0xff0000, 0xff000000}, Format::kR8G8B8A8Snorm},
      {kBump, 32, {0xffff, 0xffff0000, 0, 0}, Format::kR16G16Snorm},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(format_name(c.format));
    DdsFile file = masked_dds(c.flags, c.bits, c.masks, {});
    file.width = 5;
    file.body = counted_bytes(5U * format_info(c.format)->planes[0].block_bytes);
    const ReadDds read(file);
    EXPECT_EQ(read.image.desc.format, c.format);
    EXPECT_FALSE(read.image.convert);
    EXPECT_EQ(read.image.alpha, AlphaMode::kUnknown);
    EXPECT_EQ(read.subresource(0), file.body);
  }
}

TEST(DdsTexels, TwentyFourBitsGetAnAlpha) {
  const ReadDds bgr(masked_dds(kRgb, 24, {0xff0000, 0xff00, 0xff, 0}, bytes_of({1, 2, 3, 4, 5, 6})));
  EXPECT_EQ(bgr.image.desc.format, Format::kR8G8B8A8Unorm);
  EXPECT_EQ(bgr.image.alpha, AlphaMode::kOpaque);
  EXPECT_EQ(bgr.subresource(0), bytes_of({3, 2, 1, 255, 6, 5, 4, 255}));
  const ReadDds rgb(masked_dds(kRgb, 24, {0xff, 0xff00, 0xff0000, 0}, bytes_of({1, 2, 3, 4, 5, 6})));
  EXPECT_EQ(rgb.subresource(0), bytes_of({1, 2, 3, 255, 4, 5, 6, 255}));
  const ReadDds grb(masked_dds(kRgb, 24, {0xff00, 0xff, 0xff0000, 0}, bytes_of({1, 2, 3, 4, 5, 6})));
  EXPECT_EQ(grb.subresource(0), bytes_of({2, 1, 3, 255, 5, 4, 6, 255}));
}

TEST(DdsTexels, ColoursOfWholeBytesKeepTheirAlpha) {
  // The same byte for red and for alpha; then four of blue's bits.
  const ReadDds twice(masked_dds(kRgba, 24, {0xff, 0xff00, 0xff0000, 0xff}, bytes_of({1, 2, 3, 4, 5, 6})));
  EXPECT_EQ(twice.subresource(0), bytes_of({1, 2, 3, 1, 4, 5, 6, 4}));
  const ReadDds part(masked_dds(kRgba, 32, {0xff0000, 0xff00, 0xff, 0xf0}, bytes_of({0x51, 2, 3, 4})));
  EXPECT_EQ(part.subresource(0), bytes_of({3, 2, 0x51, 0x55}));
  const ReadDds high(masked_dds(kRgba, 32, {0xff0000, 0xff00, 0xff, 0x0f000000}, bytes_of({1, 2, 3, 0x67})));
  EXPECT_EQ(high.subresource(0), bytes_of({3, 2, 1, 0x77}));
}

TEST(DdsTexels, UnusedBitsGetAnAlpha) {
  const ReadDds rgbx(masked_dds(kRgb, 32, {0xff, 0xff00, 0xff0000, 0}, bytes_of({1, 2, 3, 77, 4, 5, 6, 0})));
  EXPECT_EQ(rgbx.image.desc.format, Format::kR8G8B8A8Unorm);
  EXPECT_EQ(rgbx.image.alpha, AlphaMode::kOpaque);
  EXPECT_EQ(rgbx.subresource(0), bytes_of({1, 2, 3, 255, 4, 5, 6, 255}));
  // X1R5G5B5: 5 bits v become v * 255 / 31. 16 is 131.6, 1 is 8.2.
  const ReadDds x1(
      masked_dds(kRgb, 16, {0x7c00, 0x3e0, 0x1f, 0}, words({0x8000 | 16 << 10 | 31 << 5 | 1, 0})));
  EXPECT_EQ(x1.image.desc.format, Format::kR8G8B8A8Unorm);
  EXPECT_EQ(x1.subresource(0), bytes_of({132, 255, 8, 255, 0, 0, 0, 255}));
  // X4R4G4B4: v * 17.
  const ReadDds x4(masked_dds(kRgb, 16, {0xf00, 0xf0, 0xf, 0}, words({0x9abc})));
  EXPECT_EQ(x4.subresource(0), bytes_of({0xaa, 0xbb, 0xcc, 255}));
}

TEST(DdsTexels, SmallAndOddMasksAreExpanded) {
  // R3G3B2: 3 bits are v * 36.43, 2 bits v * 85. 5 is 182.1, 2 is 72.9.
  const ReadDds r3(masked_dds(kRgb, 8, {0xe0, 0x1c, 0x03, 0}, bytes_of({5 << 5 | 2 << 2 | 1, 0xff})));
  EXPECT_EQ(r3.image.desc.format, Format::kR8G8B8A8Unorm);
  EXPECT_EQ(r3.subresource(0), bytes_of({182, 73, 85, 255, 255, 255, 255, 255}));
  const ReadDds a8r3(
      masked_dds(kRgba, 16, {0xe0, 0x1c, 0x03, 0xff00}, words({0x4200 | 5 << 5 | 2 << 2 | 1})));
  EXPECT_EQ(a8r3.subresource(0), bytes_of({182, 73, 85, 0x42}));
  // Alpha in the middle, no green, one bit of blue.
  const ReadDds odd(masked_dds(kRgba, 16, {0xf000, 0, 0x0001, 0x0ff0}, words({0x7ab1, 0x00e0})));
  EXPECT_EQ(odd.subresource(0), bytes_of({0x77, 0, 255, 0xab, 0, 0, 0, 0x0e}));
  // A8B8G8R8 turned round: red in the second byte.
  const ReadDds turned(masked_dds(kRgba, 32, {0xff00, 0xff0000, 0xff000000, 0xff}, bytes_of({9, 1, 2, 3})));
  EXPECT_EQ(turned.subresource(0), bytes_of({1, 2, 3, 9}));
}

TEST(DdsTexels, WideMasksBecomeSixteenBits) {
  // 12 bits: v * 65535 / 4095; 9 bits: v * 65535 / 511; 7 bits: v * 65535 / 127; 4 bits: v * 4369.
  const std::uint32_t texel = 0x800U | 0x100U << 12 | 0x40U << 21 | 0x9U << 28;
  const ReadDds read(
      masked_dds(kRgba, 32, {0xfff, 0x1ff000, 0x0fe00000, 0xf0000000}, words({texel & 0xffff, texel >> 16})));
  EXPECT_EQ(read.image.desc.format, Format::kR16G16B16A16Unorm);
  // 2048 * 16.0037 = 32775.5 -> 32775 or 32776: 2048*65535/4095 = 32775.504; 256*65535/511 = 32831.62;
  // 64*65535/127 = 33025.5118.
  EXPECT_EQ(read.subresource(0), words({32776, 32832, 33026, 9 * 4369}));
}

TEST(DdsTexels, TenBitMasksAreTakenForSwapped) {
  const std::uint32_t texel = 0x3ffU | 0x155U << 10 | 0x001U << 20 | 2U << 30;
  const std::uint32_t swapped = 0x001U | 0x155U << 10 | 0x3ffU << 20 | 2U << 30;
  const auto bytes = [](std::uint32_t value) { return words({value & 0xffff, value >> 16}); };
  const Masks red_high = {0x3ff00000, 0xffc00, 0x3ff, 0xc0000000};
  const Masks red_low = {0x3ff, 0xffc00, 0x3ff00000, 0xc0000000};
  for (const bool exact : {false, true}) {
    SCOPED_TRACE(exact);
    const DdsOptions options = {.exact_10_bit_masks = exact};
    const ReadDds high(masked_dds(kRgba, 32, red_high, bytes(texel)), options);
    const ReadDds low(masked_dds(kRgba, 32, red_low, bytes(texel)), options);
    EXPECT_EQ(high.image.desc.format, Format::kR10G10B10A2Unorm);
    EXPECT_EQ(low.image.desc.format, Format::kR10G10B10A2Unorm);
    EXPECT_EQ(high.subresource(0), bytes(exact ? swapped : texel));
    EXPECT_EQ(low.subresource(0), bytes(exact ? texel : swapped));
    EXPECT_EQ(high.odd("swapped"), !exact);
  }
  // Without alpha its two bits are set; Microsoft's table has the flag without the mask.
  const ReadDds opaque(masked_dds(kRgb, 32, {0x3ff00000, 0xffc00, 0x3ff, 0}, bytes(texel)));
  EXPECT_EQ(opaque.subresource(0), bytes(texel | 3U << 30));
  EXPECT_EQ(opaque.image.alpha, AlphaMode::kOpaque);
  const ReadDds unsaid(masked_dds(kRgba, 32, {0x3ff00000, 0xffc00, 0x3ff, 0}, bytes(texel)));
  EXPECT_EQ(unsaid.subresource(0), bytes(texel));
}

TEST(DdsTexels, LuminanceIsExpandedOnRequest) {
  const DdsOptions expand = {.expand_luminance = true};
  const ReadDds l8(masked_dds(kLuminance, 8, {0xff, 0, 0, 0}, bytes_of({7, 200})), expand);
  EXPECT_EQ(l8.image.desc.format, Format::kR8G8B8A8Unorm);
  EXPECT_EQ(l8.image.alpha, AlphaMode::kOpaque);
  EXPECT_EQ(l8.subresource(0), bytes_of({7, 7, 7, 255, 200, 200, 200, 255}));
  const ReadDds a8l8(masked_dds(kLuminanceAlpha, 16, {0xff, 0, 0, 0xff00}, bytes_of({7, 9})), expand);
  EXPECT_EQ(a8l8.subresource(0), bytes_of({7, 7, 7, 9}));
  const ReadDds l16(masked_dds(kLuminance, 16, {0xffff, 0, 0, 0}, words({0x1234})), expand);
  EXPECT_EQ(l16.image.desc.format, Format::kR16G16B16A16Unorm);
  EXPECT_EQ(l16.subresource(0), words({0x1234, 0x1234, 0x1234, 0xffff}));
}

TEST(DdsTexels, OddLuminance) {
  // A4L4: v * 17.
  const ReadDds a4l4(masked_dds(kLuminanceAlpha, 8, {0x0f, 0, 0, 0xf0}, bytes_of({0x5a})));
  EXPECT_EQ(a4l4.image.desc.format, Format::kR8G8Unorm);
  EXPECT_EQ(a4l4.subresource(0), bytes_of({0xaa, 0x55}));
  const ReadDds expanded(masked_dds(kLuminanceAlpha, 8, {0x0f, 0, 0, 0xf0}, bytes_of({0x5a})),
                         {.expand_luminance = true});
  EXPECT_EQ(expanded.subresource(0), bytes_of({0xaa, 0xaa, 0xaa, 0x55}));
  // 12 bits of luminance and 4 of alpha. 0x800 * 65535 / 4095 = 32775.504.
  const ReadDds a4l12(masked_dds(kLuminanceAlpha, 16, {0x0fff, 0, 0, 0xf000}, words({0x5800})));
  EXPECT_EQ(a4l12.image.desc.format, Format::kR16G16Unorm);
  EXPECT_EQ(a4l12.subresource(0), words({32776, 0x5555}));
  // 4 bits alone.
  const ReadDds l4(masked_dds(kLuminance, 8, {0x0f, 0, 0, 0}, bytes_of({0xf3})));
  EXPECT_EQ(l4.subresource(0), bytes_of({0x33, 0x33, 0x33, 255}));
  // Masks that cannot be are seen through.
  const ReadDds wild(masked_dds(kLuminance, 8, {0xff000000, 0xff000000, 0xff000000, 0}, bytes_of({3, 4})));
  EXPECT_EQ(wild.image.desc.format, Format::kR8Unorm);
  EXPECT_TRUE(wild.odd("0xff000000 of luminance"));
  EXPECT_EQ(wild.subresource(0), bytes_of({3, 4}));
  EXPECT_EQ(refusal(masked_dds(kLuminance, 32, {0xffffffff, 0, 0, 0}, counted_bytes(4))).code,
            ErrorCode::kUnsupported);
}

TEST(DdsTexels, MixedBumpMaps) {
  // L6V5U5: U and V are signed of 5 bits (most 15), L is unsigned of 6 bits (most 63).
  // U = 15 -> 1; V = -16 -> -1 as -15 does; L = 21 of 63 -> a third: 10922.33.
  const ReadDds l6(masked_dds(0x40000, 16, {0x1f, 0x3e0, 0xfc00, 0},
                              words({15 | 16 << 5 | 21 << 10, 31 | 17 << 5 | 63 << 10, 0})));
  EXPECT_EQ(l6.image.desc.format, Format::kR16G16B16A16Snorm);
  // U = -1 of 15: -2184.47.
  EXPECT_EQ(l6.subresource(0), words({0x7fff, 0x8001, 10922, 0x7fff,  //
                                      0x10000 - 2184, 0x8001, 0x7fff, 0x7fff, 0, 0, 0, 0x7fff}));
  // X8L8V8U8: 64 of 127 is 16512.5 (64 * 32767 / 127 = 16512.504), 51 of 255 a fifth: 6553.4.
  const ReadDds x8(masked_dds(0x40000, 32, {0xff, 0xff00, 0xff0000, 0}, bytes_of({64, 0x80, 51, 99})));
  EXPECT_EQ(x8.subresource(0), words({16513, 0x8001, 6553, 0x7fff}));
  // A2W10V10U10 as D3DX writes it, the masks of U and W swapped: U = 511 -> 1, V = 0, W = -511 -> -1; A = 1 of 3
  // -> 10922.33.
  const std::uint32_t texel = 511U | 0U << 10 | (1024U - 511U) << 20 | 1U << 30;
  const auto a2 = masked_dds(kBump | 1, 32, {0x3ff00000, 0xffc00, 0x3ff, 0xc0000000},
                             words({texel & 0xffff, texel >> 16}));
  EXPECT_EQ(ReadDds(a2).subresource(0), words({0x7fff, 0, 0x8001, 10922}));
  EXPECT_EQ(ReadDds(a2, {.exact_10_bit_masks = true}).subresource(0), words({0x8001, 0, 0x7fff, 10922}));
}

TEST(DdsTexels, Palettes) {
  test::Bytes palette(1024);
  for (std::size_t i = 0; i < 256; ++i) {
    palette[4 * i] = static_cast<std::byte>(i);
    palette[4 * i + 1] = static_cast<std::byte>(255 - i);
    palette[4 * i + 2] = std::byte{7};
    palette[4 * i + 3] = std::byte{0x80};
  }
  DdsFile p8 = masked_dds(0x20, 8, {}, palette);
  p8.width = 3;
  for (const unsigned index : {0U, 255U, 4U}) p8.body.push_back(static_cast<std::byte>(index));
  const ReadDds read(p8);
  EXPECT_EQ(read.image.desc.format, Format::kR8G8B8A8Unorm);
  EXPECT_EQ(read.subresource(0), bytes_of({0, 255, 7, 0x80, 255, 0, 7, 0x80, 4, 251, 7, 0x80}));

  DdsFile a8p8 = masked_dds(0x21, 16, {}, palette);
  a8p8.width = 2;
  for (const unsigned byte : {4U, 0x11U, 255U, 0xffU}) a8p8.body.push_back(static_cast<std::byte>(byte));
  EXPECT_EQ(ReadDds(a8p8).subresource(0), bytes_of({4, 251, 7, 0x11, 255, 0, 7, 0xff}));

  p8.body.resize(1000);
  EXPECT_NE(refusal(p8).message.find("1000 of its palette's 1024 bytes"), std::string::npos);
  EXPECT_EQ(refusal(masked_dds(0x8, 4, {}, counted_bytes(64))).code, ErrorCode::kUnsupported);
}

TEST(DdsTexels, Dx10NamesTheFormat) {
  for (std::uint32_t number = 0; number < 200; ++number) {
    SCOPED_TRACE(number);
    const FormatInfo* const info = format_info(static_cast<Format>(number));
    const bool refused = number == 0 || info == nullptr || info->palette || info->opaque ||
                         (info->depth_stencil && info->plane_count > 1);
    DdsFile file = dx10_dds(number, 8, 4, {});
    if (refused) {
      file.body = counted_bytes(4096);
      EXPECT_EQ(refusal(file).code, ErrorCode::kUnsupported);
      continue;
    }
    const TextureDesc desc = {.format = info->format, .width = 8, .height = 4};
    const Result<std::uint64_t> bytes = tight_bytes(desc, 0, info->plane_count);
    ASSERT_TRUE(bytes);
    // NV11's chroma takes as much room as its luma, half of it unused.
    file.body = counted_bytes(info->format == Format::kNv11 ? 64 : *bytes);
    const ReadDds read(file);
    EXPECT_EQ(read.image.desc, desc);
    EXPECT_EQ(read.image.parts.size(), info->plane_count);
    EXPECT_TRUE(read.image.oddities.empty());
    EXPECT_EQ(read.subresource(0),
              test::Bytes(file.body.begin(),
                          file.body.begin() + static_cast<std::ptrdiff_t>(read.subresource(0).size())));
  }
}

TEST(DdsTexels, PlanesFollowEachOtherInEachSliceAndLevel) {
  // NV12 of 4x2 in two levels: 8 bytes of luma, 4 of chroma; then 2x1, rounded up to 2x2: 4 and 2.
  DdsFile file = dx10_dds(103, 4, 2, counted_bytes(2 * 18));
  file.array = 2;
  file.mips = 2;
  file.flags |= 0x20000;
  const ReadDds read(file);
  ASSERT_EQ(read.image.parts.size(), 8U);
  const std::size_t starts[] = {0, 12, 18, 30, 8, 16, 26, 34};
  const std::size_t sizes[] = {8, 4, 8, 4, 4, 2, 4, 2};
  for (std::uint32_t i = 0; i < 8; ++i) {
    const auto begin = file.body.begin() + static_cast<std::ptrdiff_t>(starts[i]);
    EXPECT_EQ(read.subresource(i), test::Bytes(begin, begin + static_cast<std::ptrdiff_t>(sizes[i]))) << i;
  }
}

TEST(DdsTexels, Dx10SaysTheAlphaMode) {
  const AlphaMode modes[] = {AlphaMode::kUnknown, AlphaMode::kStraight, AlphaMode::kPremultiplied,
                             AlphaMode::kOpaque, AlphaMode::kCustom};
  DdsFile file = dx10_dds(28, 1, 1, counted_bytes(4));
  for (std::uint32_t i = 0; i < 5; ++i) {
    file.misc2 = 0xfffffff8 | i;
    EXPECT_EQ(ReadDds(file).image.alpha, modes[i]);
  }
  file.misc2 = 5;
  EXPECT_EQ(ReadDds(file).image.alpha, AlphaMode::kUnknown);
  EXPECT_TRUE(ReadDds(file).odd("alpha mode 5"));
}

TEST(DdsTexels, ImpossibleMasksAreNamed) {
  EXPECT_NE(refusal(masked_dds(kRgb, 16, {0x1f000, 0xf0, 0xf, 0}, counted_bytes(2)))
                .message.find("the mask 0x1f000 of red reaches past the 16 bits"),
            std::string::npos);
  EXPECT_NE(refusal(masked_dds(kRgb, 16, {0xf00, 0x90, 0xf, 0}, counted_bytes(2)))
                .message.find("the bits of the mask 0x90 of green do not lie side by side"),
            std::string::npos);
  EXPECT_EQ(refusal(masked_dds(kRgb, 32, {}, counted_bytes(4))).code, ErrorCode::kCorrupt);
  EXPECT_EQ(refusal(masked_dds(kBump, 32, {}, counted_bytes(4))).code, ErrorCode::kCorrupt);
  EXPECT_NE(refusal(masked_dds(kRgb, 12, {0xf00, 0xf0, 0xf, 0}, counted_bytes(6))).message.find("12 bits"),
            std::string::npos);
  EXPECT_EQ(refusal(masked_dds(0x200, 32, {0xff, 0xff00, 0xff0000, 0}, counted_bytes(4))).code,
            ErrorCode::kUnsupported);
  EXPECT_EQ(refusal(masked_dds(0, 8, {}, counted_bytes(4))).code, ErrorCode::kUnsupported);
}

TEST(DdsTexels, AnAlphaMaskCountsOnlyWhereTheFlagsSaySo) {
  const ReadDds read(masked_dds(kRgb, 32, {0xff0000, 0xff00, 0xff, 0xff000000}, counted_bytes(4)));
  EXPECT_EQ(read.image.desc.format, Format::kB8G8R8X8Unorm);
  EXPECT_TRUE(read.odd("of alpha is passed over"));
}

}  // namespace
}  // namespace ferry
