#include <ferry/assets/png.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "png_making.hpp"
#include "scratch_folder.hpp"

namespace ferry {
namespace {

using test::Bytes;
using test::make_png;
using test::ScratchFolder;

using Rgba8 = std::array<std::uint8_t, 4>;
using Rgba16 = std::array<std::uint16_t, 4>;

template <typename Texel>
std::vector<Texel> texels(const Picture& picture) {
  EXPECT_EQ(picture.row_pitch, std::uint64_t{picture.width} * sizeof(Texel));
  EXPECT_EQ(picture.pixels.size(), picture.row_pitch * picture.height);
  std::vector<Texel> all(std::size_t{picture.width} * picture.height);
  std::memcpy(all.data(), picture.pixels.data(), all.size() * sizeof(Texel));
  return all;
}

/// Decodes a PNG that has one row.
template <typename Texel>
std::vector<Texel> decode_row(int color_type, int bits, std::uint32_t width,
                              const std::vector<std::uint8_t>& row, const test::PngChunksAdded& more = {}) {
  const Bytes png = make_png(width, 1, color_type, bits, row, more);
  const Result<Picture> picture = decode_png(png);
  if (!picture) {
    ADD_FAILURE() << picture.error().message;
    return {};
  }
  EXPECT_EQ(picture->format, sizeof(Texel) == 8 ? Format::kR16G16B16A16Unorm : Format::kR8G8B8A8Unorm);
  return texels<Texel>(*picture);
}

TEST(PngDecode, ScalesGreyToTheWholeRange) {
  EXPECT_EQ(decode_row<Rgba8>(test::kGrey, 1, 3, {0b10100000}),
            (std::vector<Rgba8>{{255, 255, 255, 255}, {0, 0, 0, 255}, {255, 255, 255, 255}}));
  EXPECT_EQ(
      decode_row<Rgba8>(test::kGrey, 2, 5, {0b00011011, 0b01000000}),
      (std::vector<Rgba8>{
          {0, 0, 0, 255}, {85, 85, 85, 255}, {170, 170, 170, 255}, {255, 255, 255, 255}, {85, 85, 85, 255}}));
  EXPECT_EQ(decode_row<Rgba8>(test::kGrey, 4, 3, {0x1f, 0x70}),
            (std::vector<Rgba8>{{17, 17, 17, 255}, {255, 255, 255, 255}, {119, 119, 119, 255}}));
  EXPECT_EQ(decode_row<Rgba8>(test::kGrey, 8, 2, {3, 250}),
            (std::vector<Rgba8>{{3, 3, 3, 255}, {250, 250, 250, 255}}));
}

TEST(PngDecode, KeepsSixteenBitsInTheMachinesOrder) {
  EXPECT_EQ(decode_row<Rgba16>(test::kGrey, 16, 1, {0x12, 0x34}),
            (std::vector<Rgba16>{{0x1234, 0x1234, 0x1234, 0xffff}}));
  EXPECT_EQ(decode_row<Rgba16>(test::kGreyAlpha, 16, 1, {0x12, 0x34, 0x56, 0x78}),
            (std::vector<Rgba16>{{0x1234, 0x1234, 0x1234, 0x5678}}));
  EXPECT_EQ(decode_row<Rgba16>(test::kTruecolor, 16, 1, {0, 1, 2, 3, 4, 5}),
            (std::vector<Rgba16>{{0x0001, 0x0203, 0x0405, 0xffff}}));
  EXPECT_EQ(decode_row<Rgba16>(test::kTruecolorAlpha, 16, 1, {0, 1, 2, 3, 4, 5, 6, 7}),
            (std::vector<Rgba16>{{0x0001, 0x0203, 0x0405, 0x0607}}));
}

TEST(PngDecode, TakesColourAndAlphaAsStored) {
  EXPECT_EQ(decode_row<Rgba8>(test::kTruecolor, 8, 2, {1, 2, 3, 4, 5, 6}),
            (std::vector<Rgba8>{{1, 2, 3, 255}, {4, 5, 6, 255}}));
  EXPECT_EQ(decode_row<Rgba8>(test::kTruecolorAlpha, 8, 2, {1, 2, 3, 4, 255, 254, 253, 0}),
            (std::vector<Rgba8>{{1, 2, 3, 4}, {255, 254, 253, 0}}));
  EXPECT_EQ(decode_row<Rgba8>(test::kGreyAlpha, 8, 2, {9, 128, 7, 0}),
            (std::vector<Rgba8>{{9, 9, 9, 128}, {7, 7, 7, 0}}));
}

TEST(PngDecode, LooksUpPalettesAndTheirAlpha) {
  test::PngChunksAdded palette;
  palette.palette = {{10, 20, 30}, {40, 50, 60}, {70, 80, 90}};
  palette.palette_alpha = {0, 128};  // the third entry is left opaque
  const std::vector<Rgba8> expected = {{70, 80, 90, 255}, {10, 20, 30, 0}, {40, 50, 60, 128}};
  EXPECT_EQ(decode_row<Rgba8>(test::kPalette, 2, 3, {0b10000100}, palette), expected);
  EXPECT_EQ(decode_row<Rgba8>(test::kPalette, 4, 3, {0x20, 0x10}, palette), expected);
  EXPECT_EQ(decode_row<Rgba8>(test::kPalette, 8, 3, {2, 0, 1}, palette), expected);
  palette.palette.pop_back();
  EXPECT_EQ(decode_row<Rgba8>(test::kPalette, 1, 2, {0b01000000}, palette),
            (std::vector<Rgba8>{{10, 20, 30, 0}, {40, 50, 60, 128}}));
}

TEST(PngDecode, MakesTheOneTransparentColourTransparent) {
  const auto key = [](std::vector<std::uint16_t> color) {
    test::PngChunksAdded more;
    more.transparent = std::move(color);
    return more;
  };
  EXPECT_EQ(decode_row<Rgba8>(test::kGrey, 4, 2, {0x78}, key({7})),
            (std::vector<Rgba8>{{119, 119, 119, 0}, {136, 136, 136, 255}}));
  EXPECT_EQ(decode_row<Rgba8>(test::kGrey, 8, 2, {7, 8}, key({7})),
            (std::vector<Rgba8>{{7, 7, 7, 0}, {8, 8, 8, 255}}));
  EXPECT_EQ(decode_row<Rgba8>(test::kTruecolor, 8, 2, {1, 2, 3, 1, 2, 4}, key({1, 2, 3})),
            (std::vector<Rgba8>{{1, 2, 3, 0}, {1, 2, 4, 255}}));
  // All 16 bits of the colour count.
  EXPECT_EQ(decode_row<Rgba16>(test::kGrey, 16, 2, {1, 2, 1, 3}, key({0x0102})),
            (std::vector<Rgba16>{{0x0102, 0x0102, 0x0102, 0}, {0x0103, 0x0103, 0x0103, 0xffff}}));
  EXPECT_EQ(decode_row<Rgba16>(test::kTruecolor, 16, 2, {0, 1, 0, 2, 0, 3, 0, 1, 0, 2, 1, 3}, key({1, 2, 3})),
            (std::vector<Rgba16>{{1, 2, 3, 0}, {1, 2, 0x0103, 0xffff}}));
}

TEST(PngDecode, LeavesColourSpacesAlone) {
  test::PngChunksAdded more;
  more.gamma = 25000;
  EXPECT_EQ(decode_row<Rgba8>(test::kTruecolor, 8, 1, {1, 128, 200}, more),
            (std::vector<Rgba8>{{1, 128, 200, 255}}));
}

TEST(PngDecode, ReadsTheHeader) {
  const Bytes png = make_png(17, 3, test::kGreyAlpha, 16, std::vector<std::uint8_t>(17 * 3 * 4));
  const Result<PngReader> reader = PngReader::open(png);
  ASSERT_TRUE(reader) << reader.error().message;
  const PngInfo& info = reader->info();
  EXPECT_EQ(info.width, 17U);
  EXPECT_EQ(info.height, 3U);
  EXPECT_EQ(info.format, Format::kR16G16B16A16Unorm);
  EXPECT_EQ(info.row_bytes, 17U * 8);
  EXPECT_EQ(info.color, PngColor::kGreyAlpha);
  EXPECT_EQ(info.bits_per_sample, 16);
  EXPECT_FALSE(info.interlaced);
  EXPECT_EQ(reader->rows_left(), 3U);
}

/// A picture of noise, with rows `padding` bytes apart; the padding is filled with 0xcc.
struct Noise {
  Noise(std::uint32_t width, std::uint32_t height, Format format, std::uint64_t padding, std::uint32_t seed)
      : row_bytes(std::uint64_t{width} * (format == Format::kR8G8B8A8Unorm ? 4 : 8)),
        memory((row_bytes + padding) * height, 0xcc) {
    std::mt19937 random(seed);
    view = {memory.data(), row_bytes + padding, width, height, format};
    for (std::uint32_t y = 0; y < height; ++y) {
      for (std::uint64_t x = 0; x < row_bytes; ++x) {
        memory[y * view.row_pitch + x] = static_cast<std::uint8_t>(random() >> 24);
      }
    }
  }
  [[nodiscard]] bool same_row(std::uint32_t y, const void* row) const {
    return std::memcmp(row, memory.data() + y * view.row_pitch, row_bytes) == 0;
  }

  std::uint64_t row_bytes;
  std::vector<std::uint8_t> memory;
  PictureView view;
};

TEST(PngRoundTrip, KeepsEveryByteAtEverySizeAndPitch) {
  std::uint32_t seed = 1;
  for (const Format format : {Format::kR8G8B8A8Unorm, Format::kR16G16B16A16Unorm}) {
    for (const std::uint32_t width : {1U, 2U, 3U, 7U, 8U, 9U, 63U, 64U, 65U, 255U, 1000U}) {
      for (const std::uint32_t height : {1U, 2U, 5U, 33U}) {
        for (const std::uint64_t padding : {0U, 1U, 13U, 256U}) {
          const Noise noise(width, height, format, padding, ++seed);
          const Result<ByteBuffer> png = encode_png(
              noise.view, {.compression = static_cast<int>(seed % 10), .adaptive_filter = seed % 3 != 0});
          ASSERT_TRUE(png) << png.error().message;
          const Result<Picture> picture = decode_png(png->bytes());
          ASSERT_TRUE(picture) << picture.error().message;
          ASSERT_EQ(picture->format, format);
          ASSERT_EQ(picture->width, width);
          ASSERT_EQ(picture->height, height);
          for (std::uint32_t y = 0; y < height; ++y) {
            ASSERT_TRUE(noise.same_row(y, picture->pixels.data() + y * picture->row_pitch))
                << width << "x" << height << " padding " << padding << " row " << y;
          }
        }
      }
    }
  }
}

TEST(PngReader, GivesRowsInBandsAndLeavesThePaddingAlone) {
  for (const Format format : {Format::kR8G8B8A8Unorm, Format::kR16G16B16A16Unorm}) {
    const Noise noise(37, 23, format, 0, 5);
    const Result<ByteBuffer> png = encode_png(noise.view);
    ASSERT_TRUE(png);
    for (const std::uint32_t band : {1U, 4U, 22U, 23U}) {
      Result<PngReader> reader = PngReader::open(png->bytes());
      ASSERT_TRUE(reader);
      const std::uint64_t pitch = 512;
      for (std::uint32_t y = 0; y < 23; y += band) {
        const std::uint32_t rows = std::min(band, 23 - y);
        std::vector<std::uint8_t> staging(pitch * rows, 0xcc);
        const Result<void> read = reader->read_rows(staging.data(), pitch, rows);
        ASSERT_TRUE(read) << read.error().message;
        for (std::uint32_t row = 0; row < rows; ++row) {
          EXPECT_TRUE(noise.same_row(y + row, staging.data() + row * pitch));
          for (std::uint64_t x = noise.row_bytes; x < pitch; ++x) ASSERT_EQ(staging[row * pitch + x], 0xcc);
        }
        EXPECT_EQ(reader->rows_left(), 23 - y - rows);
      }
    }
  }
}

TEST(PngReader, RefusesWhatItCannotGive) {
  const Noise noise(5, 4, Format::kR8G8B8A8Unorm, 0, 7);
  const Result<ByteBuffer> png = encode_png(noise.view);
  ASSERT_TRUE(png);
  Result<PngReader> reader = PngReader::open(png->bytes());
  ASSERT_TRUE(reader);
  std::vector<std::uint8_t> memory(20 * 5);
  EXPECT_EQ(reader->read_rows(memory.data(), 20, 5).error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(reader->read_rows(memory.data(), 19, 1).error().code, ErrorCode::kInvalidArgument);
  EXPECT_TRUE(reader->read_rows(memory.data(), 20, 0));
  EXPECT_TRUE(reader->read_rows(memory.data(), 20, 4));
  EXPECT_EQ(reader->read_rows(memory.data(), 20, 1).error().code, ErrorCode::kInvalidArgument);
}

TEST(PngLimits, AreLookedAtBeforeMemoryIsAskedFor) {
  const auto refusal = [](std::uint32_t width, std::uint32_t height, int bits, const PngLimits& limits = {}) {
    const Bytes png = test::png_header(width, height, test::kTruecolorAlpha, bits);
    const Result<Picture> picture = decode_png(png, {.limits = limits});
    EXPECT_FALSE(picture);
    return picture ? Error{} : picture.error();
  };
  EXPECT_EQ(refusal(16385, 1, 8).code, ErrorCode::kUnsupported);
  EXPECT_EQ(refusal(1, 16385, 8).code, ErrorCode::kUnsupported);
  EXPECT_NE(refusal(1, 16385, 8).message.find("1x16385; at most 16384x16384"), std::string::npos);
  // 2 GiB exactly is within the limits; a file this short cannot hold it.
  EXPECT_EQ(refusal(16384, 16384, 16).code, ErrorCode::kCorrupt);
  EXPECT_NE(refusal(16384, 16384, 16).message.find("cannot hold"), std::string::npos);
  EXPECT_EQ(refusal(16384, 16384, 16, {.max_decoded_bytes = (std::uint64_t{2} << 30) - 1}).code,
            ErrorCode::kUnsupported);
  // Sizes whose product does not fit into 64 bits, or into a decoder's.
  const PngLimits none = {UINT32_MAX, UINT32_MAX, UINT64_MAX, UINT64_MAX};
  EXPECT_EQ(refusal(0x7fffffff, 0x7fffffff, 16, none).code, ErrorCode::kUnsupported);
  EXPECT_EQ(refusal(0x7fffffff, 0x7fffffff, 8, none).code, ErrorCode::kUnsupported);
  EXPECT_EQ(refusal(0x1fffffff, 4, 8, none).code, ErrorCode::kCorrupt);
  // What PNG itself rules out.
  EXPECT_EQ(refusal(0, 1, 8).code, ErrorCode::kCorrupt);
  EXPECT_EQ(refusal(0x80000000, 1, 8).code, ErrorCode::kCorrupt);
  EXPECT_EQ(refusal(1, 1, 7).code, ErrorCode::kCorrupt);
}

TEST(PngLimits, BoundWhatAChunkUnpacksTo) {
  test::PngChunksAdded more;
  more.packed_text = std::string(1 << 20, 'a');  // a MiB that packs into a few KiB
  const Bytes png = make_png(1, 1, test::kGrey, 8, std::vector<std::uint8_t>{7}, more);
  EXPECT_LT(png.size(), 20'000U);
  EXPECT_TRUE(decode_png(png));
  const Result<Picture> refused = decode_png(png, {.limits = {.max_chunk_bytes = 100'000}});
  if (!refused) {
    EXPECT_EQ(refused.error().code, ErrorCode::kUnsupported) << refused.error().message;
  }
}

TEST(PngDecode, TellsWhatIsNoPng) {
  const auto error_of = [](const std::string& content) {
    const Result<Picture> picture = decode_png(std::as_bytes(std::span(content)));
    EXPECT_FALSE(picture);
    return picture ? Error{} : picture.error();
  };
  EXPECT_EQ(error_of("").message, "the file is empty");
  EXPECT_EQ(error_of("\xff\xd8\xff\xe0").code, ErrorCode::kUnsupported);
  EXPECT_EQ(error_of("\x89PNG\r\n\x1a\n").message, "the PNG is cut short");
  Bytes xcode = test::png_signature();
  test::append_chunk(xcode, "CgBI", Bytes(4));
  const Result<Picture> picture = decode_png(xcode);
  ASSERT_FALSE(picture);
  EXPECT_EQ(picture.error().code, ErrorCode::kUnsupported);
  EXPECT_NE(picture.error().message.find("pngcrush -revert-iphone-optimizations"), std::string::npos);
}

TEST(PngEncode, RefusesWhatIsNoPng) {
  const std::vector<std::uint8_t> pixels(64);
  const auto code = [&](const PictureView& view, int compression = 6) {
    const Result<ByteBuffer> png = encode_png(view, {.compression = compression, .adaptive_filter = true});
    return png ? ErrorCode::kApiFailed : png.error().code;
  };
  EXPECT_EQ(code({pixels.data(), 8, 2, 2, Format::kBc7Unorm}), ErrorCode::kUnsupported);
  EXPECT_EQ(code({pixels.data(), 8, 0, 2}), ErrorCode::kInvalidArgument);
  EXPECT_EQ(code({pixels.data(), 8, 2, 0}), ErrorCode::kInvalidArgument);
  EXPECT_EQ(code({pixels.data(), 8, 0x80000000, 1}), ErrorCode::kInvalidArgument);
  EXPECT_EQ(code({pixels.data(), 7, 2, 2}), ErrorCode::kInvalidArgument);
  EXPECT_EQ(code({pixels.data(), 8, 2, 2}, 10), ErrorCode::kInvalidArgument);
  EXPECT_EQ(code({pixels.data(), 8, 2, 2}, -1), ErrorCode::kInvalidArgument);
}

TEST(PngFile, IsThereWholeOrNotAtAll) {
  const ScratchFolder folder;
  const Noise noise(100, 50, Format::kR16G16B16A16Unorm, 24, 9);
  {
    Result<PngWriter> writer = PngWriter::create(folder / "half.png", 100, 50, Format::kR16G16B16A16Unorm);
    ASSERT_TRUE(writer);
    ASSERT_TRUE(writer->write_rows(noise.view.pixels, noise.view.row_pitch, 49));
    EXPECT_EQ(writer->finish().error().code, ErrorCode::kInvalidArgument);
    EXPECT_EQ(writer->write_rows(noise.view.pixels, noise.view.row_pitch, 2).error().code,
              ErrorCode::kInvalidArgument);
  }
  EXPECT_EQ(folder.entries(), 0U);

  ASSERT_TRUE(save_png(folder / "whole.png", noise.view));
  EXPECT_EQ(folder.entries(), 1U);
  const Result<Picture> picture = load_png(folder / "whole.png");
  ASSERT_TRUE(picture) << picture.error().message;
  for (std::uint32_t y = 0; y < 50; ++y) {
    EXPECT_TRUE(noise.same_row(y, picture->pixels.data() + y * picture->row_pitch));
  }
}

TEST(PngFile, ErrorsBeginWithThePath) {
  const ScratchFolder folder;
  test::write_text(folder / "bad.png", "no picture");
  EXPECT_EQ(load_png(folder / "bad.png").error().message.find((folder / "bad.png").string()), 0U);
  EXPECT_EQ(load_png(folder / "none.png").error().code, ErrorCode::kNotFound);
}

#if !defined(_WIN32)
TEST(PngFile, ReportsAFullDisk) {
  if (!std::filesystem::is_character_file("/dev/full")) GTEST_SKIP() << "this system has no /dev/full";
  for (const std::uint32_t side : {1U, 300U}) {
    const Noise noise(side, side, Format::kR8G8B8A8Unorm, 0, 3);
    const Result<void> saved = save_png("/dev/full", noise.view);
    ASSERT_FALSE(saved);
    EXPECT_EQ(saved.error().message, "/dev/full: the disk is full");
  }
}
#endif

}  // namespace
}  // namespace ferry
