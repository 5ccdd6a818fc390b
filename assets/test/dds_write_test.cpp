// What is written is what the documentation asks for, and is read back the same.
#include <ferry/assets/dds_write.hpp>

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <random>

#include <rapidcheck/gtest.h>

#include <ferry/assets/file.hpp>

#include "dds_reading.hpp"
#include "scratch_folder.hpp"

namespace ferry {
namespace {

using test::Bytes;
using test::counted_bytes;
using test::DdsFile;
using test::letters;
using test::ScratchFolder;

/// An image of noise in memory of its own; rows and slices are some bytes apart.
struct NoiseImage {
  Bytes memory;
  TextureImage image;

  NoiseImage(const TextureDesc& desc, std::uint64_t row_padding = 0, std::uint64_t slice_padding = 0,
             std::uint32_t seed = 1) {
    image.desc = desc;
    std::vector<std::size_t> starts;
    std::size_t end = 0;
    for (std::uint32_t i = 0; i < subresource_count(desc); ++i) {
      const Footprint whole = footprint(desc, i).value();
      const std::uint64_t row_pitch = whole.row_bytes + row_padding;
      const std::uint64_t slice_pitch = row_pitch * whole.rows + slice_padding;
      image.parts.push_back({nullptr, row_pitch, slice_pitch});
      starts.push_back(end);
      end += static_cast<std::size_t>(slice_pitch * whole.depth);
    }
    std::mt19937 random(seed);
    memory.resize(end);
    for (std::byte& byte : memory) byte = static_cast<std::byte>(random() >> 24);
    for (std::size_t i = 0; i < starts.size(); ++i) image.parts[i].data = memory.data() + starts[i];
  }
};

Bytes encoded(const TextureImage& image, DdsHeaderChoice choice = DdsHeaderChoice::kWhereNeeded) {
  const Result<ByteBuffer> file = encode_dds(image, choice);
  if (!file) {
    ADD_FAILURE() << file.error().message;
    return {};
  }
  return {file->bytes().begin(), file->bytes().end()};
}

ErrorCode code(const TextureImage& image) {
  const Result<ByteBuffer> file = encode_dds(image);
  EXPECT_FALSE(file);
  return file ? ErrorCode::kApiFailed : file.error().code;
}

TEST(DdsWrite, OldHeaderWordByWord) {
  NoiseImage noise({.format = Format::kB8G8R8A8Unorm, .width = 3, .height = 2, .mip_levels = 2}, 5);
  DdsFile expected = test::masked_dds(0x41, 32, {0xff0000, 0xff00, 0xff, 0xff000000}, {});
  expected.flags = 0x1007 | 0x8 | 0x20000;
  expected.caps = 0x1000 | 0x400008;
  expected.width = 3;
  expected.height = 2;
  expected.depth = 1;
  expected.mips = 2;
  expected.pitch = 12;
  for (std::uint32_t i = 0; i < 2; ++i) {
    const Bytes part = test::subresource_bytes(noise.image, i);
    expected.body.insert(expected.body.end(), part.begin(), part.end());
  }
  EXPECT_EQ(encoded(noise.image), expected.bytes());
}

TEST(DdsWrite, Dx10HeaderWordByWord) {
  NoiseImage noise({.format = Format::kBc7UnormSrgb, .width = 8, .height = 4, .depth_or_array_size = 12});
  noise.image.cube = true;
  noise.image.alpha = AlphaMode::kPremultiplied;
  DdsFile expected = test::dx10_dds(99, 8, 4, noise.memory);
  expected.flags = 0x1007 | 0x80000;
  expected.caps = 0x1008;
  expected.caps2 = 0xfe00;
  expected.depth = 1;
  expected.mips = 1;
  expected.pitch = 32;
  expected.misc = 4;
  expected.array = 2;
  expected.misc2 = 2;
  EXPECT_EQ(encoded(noise.image), expected.bytes());
}

TEST(DdsWrite, VolumeHeader) {
  NoiseImage noise({.dimension = Dimension::kTexture3D,
                    .format = Format::kBc1Unorm,
                    .width = 8,
                    .height = 8,
                    .depth_or_array_size = 3});
  DdsFile expected = test::coded_dds(letters("DXT1"), 8, 8, noise.memory);
  expected.flags = 0x1007 | 0x80000 | 0x800000;
  expected.caps = 0x1008;
  expected.caps2 = 0x200000;
  expected.depth = 3;
  expected.mips = 1;
  expected.pitch = 32;
  EXPECT_EQ(encoded(noise.image), expected.bytes());
}

TEST(DdsWrite, ADx10HeaderIsWrittenWhereNeededOrAskedFor) {
  const auto has_dx10 = [](const TextureDesc& desc, AlphaMode alpha = AlphaMode::kUnknown, bool cube = false,
                           DdsHeaderChoice choice = DdsHeaderChoice::kWhereNeeded) {
    NoiseImage noise(desc);
    noise.image.alpha = alpha;
    noise.image.cube = cube;
    const Bytes file = encoded(noise.image, choice);
    return std::equal(file.begin() + 84, file.begin() + 88, std::as_bytes(std::span("DX10", 4)).begin());
  };
  const TextureDesc rgba = {.format = Format::kR8G8B8A8Unorm, .width = 4, .height = 4};
  const auto with_format = [&](Format format) {
    TextureDesc desc = rgba;
    desc.format = format;
    return desc;
  };
  EXPECT_FALSE(has_dx10(rgba));
  EXPECT_TRUE(has_dx10(rgba, AlphaMode::kUnknown, false, DdsHeaderChoice::kDx10));
  EXPECT_TRUE(has_dx10(rgba, AlphaMode::kOpaque));
  EXPECT_TRUE(has_dx10(rgba, AlphaMode::kPremultiplied));
  EXPECT_FALSE(has_dx10(with_format(Format::kBc2Unorm), AlphaMode::kPremultiplied));
  EXPECT_TRUE(has_dx10(with_format(Format::kBc1Unorm), AlphaMode::kPremultiplied));
  TextureDesc array = rgba;
  array.depth_or_array_size = 6;
  EXPECT_TRUE(has_dx10(array));
  EXPECT_FALSE(has_dx10(array, AlphaMode::kUnknown, true));
  TextureDesc line = rgba;
  line.dimension = Dimension::kTexture1D;
  line.height = 1;
  EXPECT_TRUE(has_dx10(line));
  for (const Format format :
       {Format::kR8G8B8A8UnormSrgb, Format::kR16G16B16A16Float, Format::kR10G10B10A2Unorm, Format::kBc4Unorm,
        Format::kBc7Unorm, Format::kR8G8Snorm, Format::kA4B4G4R4Unorm}) {
    EXPECT_TRUE(has_dx10(with_format(format))) << format_name(format);
  }
}

TEST(DdsWrite, RefusesWhatNoDdsHolds) {
  NoiseImage noise({.width = 4, .height = 4});
  EXPECT_TRUE(encode_dds(noise.image));
  TextureImage image = noise.image;
  image.parts.clear();
  EXPECT_EQ(code(image), ErrorCode::kInvalidArgument);
  image = noise.image;
  image.parts[0].row_pitch = 15;
  EXPECT_EQ(code(image), ErrorCode::kInvalidArgument);
  image = noise.image;
  image.parts[0].data = nullptr;
  EXPECT_EQ(code(image), ErrorCode::kInvalidArgument);
  image = noise.image;
  image.cube = true;
  EXPECT_EQ(code(image), ErrorCode::kInvalidArgument);
  image = noise.image;
  image.desc.width = 0;
  EXPECT_EQ(code(image), ErrorCode::kInvalidArgument);
  image = noise.image;
  image.desc.mip_levels = 0;
  EXPECT_EQ(code(image), ErrorCode::kInvalidArgument);
  image = noise.image;
  image.desc.sample_count = 4;
  EXPECT_EQ(code(image), ErrorCode::kUnsupported);
  for (const Format format : {Format::kP8, Format::kD24UnormS8Uint, Format::k420Opaque}) {
    image = noise.image;
    image.desc.format = format;
    EXPECT_EQ(code(image), ErrorCode::kUnsupported) << format_name(format);
  }
  image = noise.image;
  image.desc = {.dimension = Dimension::kBuffer, .format = Format::kUnknown, .width = 16};
  EXPECT_EQ(code(image), ErrorCode::kInvalidArgument);
}

TEST(DdsWrite, WritesWhatAConversionMakes) {
  DdsFile file = test::masked_dds(0x40, 24, {0xff0000, 0xff00, 0xff, 0}, counted_bytes(2 * 3 * 5));
  file.width = 2;
  file.height = 5;
  const test::ReadDds read(file);
  const test::ReadDds again(encoded(read.image));
  EXPECT_EQ(again.image.desc, read.image.desc);
  EXPECT_EQ(again.image.alpha, AlphaMode::kOpaque);
  EXPECT_FALSE(again.image.convert);
  EXPECT_EQ(again.subresource(0), read.subresource(0));
}

TEST(DdsWrite, ChromaOfNv11HasUnusedBytesBesideIt) {
  // 8x2 texels: two rows of 8 bytes of luma, and two of 4 bytes of chroma, 8 bytes apart.
  NoiseImage noise({.format = Format::kNv11, .width = 8, .height = 2}, 3);
  const Bytes file = encoded(noise.image);
  ASSERT_EQ(file.size(), 148U + 16 + 16);
  for (const std::size_t unused : {168U, 171U, 176U, 179U}) EXPECT_EQ(file[unused], std::byte{0}) << unused;
  const test::ReadDds again(file);
  EXPECT_EQ(again.image.desc, noise.image.desc);
  for (const std::uint32_t plane : {0U, 1U}) {
    EXPECT_EQ(again.subresource(plane), test::subresource_bytes(noise.image, plane));
  }
}

TEST(DdsWrite, FilesLongerThanABand) {
  const ScratchFolder folder;
  // Rows of 64 KiB: 17 of them are more than the 1 MiB that goes through memory at once.
  NoiseImage noise({.width = 16384, .height = 37}, 3);
  ASSERT_TRUE(save_dds(folder / "big.dds", noise.image));
  const Result<ByteBuffer> file = read_file(folder / "big.dds");
  ASSERT_TRUE(file);
  EXPECT_TRUE(Bytes(file->bytes().begin(), file->bytes().end()) == encoded(noise.image));
  EXPECT_EQ(folder.entries(), 1U);
}

TEST(DdsWrite, SavingTellsTheSystemsReason) {
  const ScratchFolder folder;
  NoiseImage noise({.width = 4, .height = 4});
  EXPECT_EQ(save_dds(folder / "no" / "such.dds", noise.image).error().code, ErrorCode::kNotFound);
  noise.image.desc.width = 0;
  EXPECT_EQ(save_dds(folder / "bad.dds", noise.image).error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(folder.entries(), 0U);
  if (std::filesystem::is_character_file("/dev/full")) {
    NoiseImage big({.width = 512, .height = 512});
    EXPECT_EQ(save_dds("/dev/full", big.image).error().code, ErrorCode::kIo);
  }
}

// RapidCheck reads its settings from the environment when the first property runs; its own default is 100
// cases.
[[maybe_unused]] const bool kManyCases = [] {
#if defined(_WIN32)
  return std::getenv("RC_PARAMS") != nullptr || _putenv_s("RC_PARAMS", "max_success=400") == 0;
#else
  return setenv("RC_PARAMS", "max_success=400", 0) == 0;
#endif
}();

/// The formats that a DDS holds.
std::vector<Format> formats() {
  std::vector<Format> all;
  for (std::uint32_t number = 1; number < 200; ++number) {
    const FormatInfo* const info = format_info(static_cast<Format>(number));
    if (info == nullptr || info->palette || info->opaque) continue;
    if (info->depth_stencil && info->plane_count > 1) continue;
    all.push_back(info->format);
  }
  return all;
}

RC_GTEST_PROP(DdsRoundTrip, KeepsEverything, ()) {
  const std::vector<Format> all = formats();
  TextureDesc desc;
  desc.format = *rc::gen::elementOf(all);
  desc.dimension = *rc::gen::element(Dimension::kTexture1D, Dimension::kTexture2D, Dimension::kTexture3D);
  desc.width = *rc::gen::inRange<std::uint64_t>(1, 21);
  desc.height = desc.dimension == Dimension::kTexture1D ? 1 : *rc::gen::inRange<std::uint32_t>(1, 21);
  desc.depth_or_array_size = *rc::gen::inRange<std::uint32_t>(1, 9);
  const bool cube = desc.dimension == Dimension::kTexture2D && *rc::gen::arbitrary<bool>();
  if (cube) desc.depth_or_array_size = 6 * (desc.depth_or_array_size / 3 + 1);
  desc.mip_levels = *rc::gen::inRange<std::uint32_t>(1, full_mip_count(desc) + 1);
  NoiseImage noise(desc, *rc::gen::inRange<std::uint64_t>(0, 20), *rc::gen::inRange<std::uint64_t>(0, 20),
                   *rc::gen::arbitrary<std::uint32_t>());
  noise.image.cube = cube;
  noise.image.alpha = *rc::gen::element(AlphaMode::kUnknown, AlphaMode::kStraight, AlphaMode::kPremultiplied,
                                        AlphaMode::kOpaque, AlphaMode::kCustom);
  const auto choice = *rc::gen::element(DdsHeaderChoice::kWhereNeeded, DdsHeaderChoice::kDx10);

  const Bytes file = encoded(noise.image, choice);
  RC_ASSERT(dds_bytes(noise.image, choice).value() == file.size());
  const Result<TextureImage> read = read_dds(file, {.strict = true});
  RC_ASSERT(read.has_value());
  RC_ASSERT(read->desc == desc);
  RC_ASSERT(read->cube == cube);
  RC_ASSERT(read->alpha == noise.image.alpha);
  RC_ASSERT(read->oddities.empty() == is_block_aligned(desc));
  RC_ASSERT(!read->convert);
  for (std::uint32_t i = 0; i < subresource_count(desc); ++i) {
    RC_ASSERT(test::subresource_bytes(*read, i) == test::subresource_bytes(noise.image, i));
  }

  const ScratchFolder folder;
  RC_ASSERT(save_dds(folder / "file.dds", noise.image, choice).has_value());
  const Result<ByteBuffer> saved = read_file(folder / "file.dds");
  RC_ASSERT(saved.has_value());
  RC_ASSERT(Bytes(saved->bytes().begin(), saved->bytes().end()) == file);
}

}  // namespace
}  // namespace ferry
