// `ferry convert`: files made here, converted by the command's own functions and looked at again.
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <string>
#include <vector>

#include <ferry/assets/file.hpp>
#include <ferry/assets/png.hpp>
#include <ferry/assets/texture_file.hpp>

#include "../../assets/test/bptc_blocks.hpp"
#include "../../assets/test/dds_making.hpp"
#include "../../assets/test/scratch_folder.hpp"
#include "arguments.hpp"
#include "convert.hpp"
#include "convert_command.hpp"
#include "exit_code.hpp"

namespace ferry::cli {
namespace {

class Convert : public testing::Test {
 protected:
  std::string at(const char* name) const { return path_text(folder_ / name); }
  void make(const char* name, const test::Bytes& bytes) {
    test::write_text(folder_ / name, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  }
  int convert(const char* in, const char* out, ConvertOptions options = {}) {
    options.input = at(in);
    options.output = at(out);
    return run_convert(options);
  }
  /// The texture in a file, with its bytes.
  struct Read {
    ByteBuffer file;
    TextureImage image;
  };
  Read read(const char* name) {
    Read read;
    auto file = read_file(folder_ / name);
    EXPECT_TRUE(file);
    read.file = *std::move(file);
    auto image = read_texture(read.file.bytes());
    EXPECT_TRUE(image) << image.error().message;
    read.image = *std::move(image);
    return read;
  }

  test::ScratchFolder folder_;
};

std::vector<int> pixel(const Picture& picture, std::size_t x, std::size_t y) {
  std::vector<int> values;
  for (std::size_t i = 0; i < 4; ++i) {
    values.push_back(std::to_integer<int>(picture.pixels.data()[y * picture.row_pitch + x * 4 + i]));
  }
  return values;
}

TEST_F(Convert, ADdsKeepsEverythingAndBlocksStayBlocks) {
  test::DdsFile cube = test::dx10_dds(71, 8, 8, test::counted_bytes(std::size_t{6} * (32 + 8)));
  cube.mips = 2;
  cube.misc = 4;
  make("in.dds", cube.bytes());
  ASSERT_EQ(convert("in.dds", "out.dds"), kExitGood);
  const Read in = read("in.dds");
  const Read out = read("out.dds");
  EXPECT_EQ(out.image.desc, in.image.desc);
  EXPECT_TRUE(out.image.cube);
  for (std::size_t i = 0; i < 12; ++i) {
    EXPECT_EQ(std::memcmp(out.image.parts[i].data, in.image.parts[i].data, i % 2 == 0 ? 32 : 8), 0) << i;
  }
}

TEST_F(Convert, APictureIsTheMipAndSliceThatWereAskedFor) {
  // Two slices of 2x2 with two mips: texel values tell where they come from.
  test::DdsFile file = test::dx10_dds(28, 2, 2, test::counted_bytes(2 * (16 + 4)));
  file.mips = 2;
  file.array = 2;
  make("in.dds", file.bytes());
  const test::Bytes& body = file.body;
  const auto expected = [&](std::size_t offset) {
    std::vector<int> values;
    for (std::size_t i = 0; i < 4; ++i) values.push_back(std::to_integer<int>(body[offset + i]));
    return values;
  };
  ASSERT_EQ(convert("in.dds", "first.png"), kExitGood);
  EXPECT_EQ(pixel(*load_png(folder_ / "first.png"), 1, 1), expected(12));
  ConvertOptions last;
  last.mip = 1;
  last.slice = 1;
  ASSERT_EQ(convert("in.dds", "last.png", last), kExitGood);
  const auto picture = load_png(folder_ / "last.png");
  EXPECT_EQ(picture->width, 1u);
  EXPECT_EQ(pixel(*picture, 0, 0), expected(36));
  last.slice = 2;
  EXPECT_EQ(convert("in.dds", "none.png", last), kExitFailed);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "none.png"));
}

TEST_F(Convert, DepthSlicesAreSlicesToo) {
  test::DdsFile file = test::dx10_dds(28, 1, 1, test::counted_bytes(12));
  file.dimension = 4;
  file.depth = 3;
  file.flags |= 0x800000;
  file.caps2 = 0x200000;
  make("in.dds", file.bytes());
  ConvertOptions third;
  third.slice = 2;
  ASSERT_EQ(convert("in.dds", "out.png", third), kExitGood);
  EXPECT_EQ(pixel(*load_png(folder_ / "out.png"), 0, 0)[0], std::to_integer<int>(file.body[8]));
}

TEST_F(Convert, BlocksAreDecodedForPicturesAndOnRequest) {
  make("in.dds", test::dx10_dds(71, 4, 4, test::bytes_of({0x00, 0xf8, 0x1f, 0x00, 0xe4, 0, 0, 0})).bytes());
  ASSERT_EQ(convert("in.dds", "out.png"), kExitGood);
  EXPECT_EQ(pixel(*load_png(folder_ / "out.png"), 2, 0), (std::vector<int>{170, 0, 85, 255}));
  ConvertOptions plain;
  plain.format = "R8G8B8A8_UNORM";
  ASSERT_EQ(convert("in.dds", "plain.dds", plain), kExitGood);
  const Read out = read("plain.dds");
  EXPECT_EQ(out.image.desc.format, Format::kR8G8B8A8Unorm);
  EXPECT_EQ(out.image.parts[0].data[8], std::byte{170});
}

/// A DDS of one block.
test::Bytes dds_of(unsigned dxgi_format, const test::Block& block) {
  return test::dx10_dds(dxgi_format, 4, 4, test::Bytes(block.begin(), block.end())).bytes();
}

TEST_F(Convert, Bc7IsDecodedAndStaysSrgb) {
  test::BlockWriter writer;
  writer.put(1 << 6, 7).each({127, 127}, 7).each({64, 64}, 7).each({0, 0}, 7).each({127, 127}, 7).put(3, 2);
  for (int i = 0; i < 63; ++i) writer.put(0, 1);
  make("in.dds", dds_of(99, writer.block()));
  ASSERT_EQ(convert("in.dds", "out.png"), kExitGood);
  EXPECT_EQ(pixel(*load_png(folder_ / "out.png"), 3, 3), (std::vector<int>{255, 129, 1, 255}));
  EXPECT_EQ(read("out.png").image.desc.format, Format::kR8G8B8A8UnormSrgb);
  ConvertOptions plain;
  plain.format = "R8G8B8A8_UNORM";
  ASSERT_EQ(convert("in.dds", "plain.dds", plain), kExitGood);
  EXPECT_EQ(read("plain.dds").image.desc.format, Format::kR8G8B8A8Unorm);
  ConvertOptions blocks;
  blocks.format = "BC7_UNORM";
  ASSERT_EQ(convert("in.dds", "blocks.dds", blocks), kExitGood);
  EXPECT_EQ(read("blocks.dds").image.desc.format, Format::kBc7Unorm);
}

TEST_F(Convert, Bc6hIsDecodedToHalvesAndShownAsSrgb) {
  // 1, 0.5 and 65504 in 16 bits each: the low ten, then no difference, then the rest upside down.
  test::BlockWriter writer;
  writer.put(15, 5);
  const std::uint32_t values[] = {31711, 29597, 65535};
  for (const std::uint32_t value : values) writer.put(value, 10);
  for (const std::uint32_t value : values) {
    writer.put(0, 4);
    for (unsigned bit = 16; bit-- > 10;) writer.put(value >> bit, 1);
  }
  for (int i = 0; i < 63; ++i) writer.put(0, 1);
  make("in.dds", dds_of(95, writer.block()));
  ConvertOptions halves;
  halves.format = "R16G16B16A16_FLOAT";
  ASSERT_EQ(convert("in.dds", "halves.dds", halves), kExitGood);
  const Read out = read("halves.dds");
  std::array<std::uint16_t, 4> texel;
  std::memcpy(texel.data(), out.image.parts[0].data + 15 * 8, 8);
  EXPECT_EQ(texel, (std::array<std::uint16_t, 4>{0x3c00, 0x3800, 0x7bff, 0x3c00}));

  ASSERT_EQ(convert("in.dds", "out.png"), kExitGood);
  const auto picture = load_png(folder_ / "out.png");
  ASSERT_EQ(picture->format, Format::kR16G16B16A16Unorm);
  std::memcpy(texel.data(), picture->pixels.data() + 3 * picture->row_pitch + 3 * 8, 8);
  EXPECT_EQ(texel, (std::array<std::uint16_t, 4>{65535, 48192, 65535, 65535})) << "0.5 is 0.7354 as sRGB";
}

TEST_F(Convert, FormatsChangeWhereNoChoiceIsToBeMade) {
  struct Case {
    unsigned from;
    test::Bytes texel;
    const char* to;
    Format made;
    test::Bytes expected;
  };
  for (const Case& c : {Case{87, test::bytes_of({1, 2, 3, 4}), "R8G8B8A8_UNORM", Format::kR8G8B8A8Unorm,
                             test::bytes_of({3, 2, 1, 4})},
                        Case{28, test::bytes_of({1, 2, 3, 4}), "DXGI_FORMAT_R8G8B8A8_UNORM_SRGB",
                             Format::kR8G8B8A8UnormSrgb, test::bytes_of({1, 2, 3, 4})},
                        Case{85, test::bytes_of({0x00, 0xf8}), "R8G8B8A8_UNORM", Format::kR8G8B8A8Unorm,
                             test::bytes_of({255, 0, 0, 255})},
                        Case{61, test::bytes_of({9}), "R8G8B8A8_UNORM", Format::kR8G8B8A8Unorm,
                             test::bytes_of({9, 9, 9, 255})},
                        Case{56, test::bytes_of({9, 8}), "R16G16B16A16_UNORM", Format::kR16G16B16A16Unorm,
                             test::bytes_of({9, 8, 9, 8, 9, 8, 255, 255})}}) {
    make("in.dds", test::dx10_dds(c.from, 1, 1, c.texel).bytes());
    ConvertOptions options;
    options.format = c.to;
    ASSERT_EQ(convert("in.dds", "out.dds", options), kExitGood) << c.from;
    const Read out = read("out.dds");
    EXPECT_EQ(out.image.desc.format, c.made) << c.from;
    EXPECT_EQ(std::memcmp(out.image.parts[0].data, c.expected.data(), c.expected.size()), 0) << c.from;
  }
}

TEST_F(Convert, WhatCannotBeIsRefusedByName) {
  TextureImage image;
  image.desc.format = Format::kR32Uint;
  const auto refused = with_format(image, Format::kBc7Unorm);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kUnsupported);
  EXPECT_NE(refused.error().message.find("from R32_UINT to BC7_UNORM"), std::string::npos);
  const auto no_picture = picture_of(image, {}, {});
  ASSERT_FALSE(no_picture);
  EXPECT_NE(no_picture.error().message.find("R32_UINT"), std::string::npos);
  EXPECT_EQ(convert("missing.dds", "out.png"), kExitFailed);
}

TEST_F(Convert, MipsAreMadeOnRequest) {
  make("in.dds", test::dx10_dds(28, 4, 4, test::counted_bytes(64)).bytes());
  ConvertOptions options;
  options.mips = true;
  ASSERT_EQ(convert("in.dds", "out.dds", options), kExitGood);
  EXPECT_EQ(read("out.dds").image.desc.mip_levels, 3u);
}

TEST(ConvertArguments, EveryOptionArrivesAndWrongOnesAreNamed) {
  const auto parse = [](std::vector<const char*> words) {
    words.insert(words.begin(), {"ferry", "convert"});
    return parse_arguments(static_cast<int>(words.size()), words.data());
  };
  const Command command =
      parse({"a.dds", "b.PNG", "--mip", "2", "--slice", "5", "--format", "R8_UNORM", "--mips", "--strict"});
  const auto* options = std::get_if<ConvertOptions>(&command);
  ASSERT_NE(options, nullptr);
  EXPECT_EQ(options->input, "a.dds");
  EXPECT_EQ(options->output, "b.PNG");
  EXPECT_EQ(options->mip, 2u);
  EXPECT_EQ(options->slice, 5u);
  EXPECT_EQ(options->format, "R8_UNORM");
  EXPECT_TRUE(options->mips && options->strict);
  for (const auto& [words, said] : std::vector<std::pair<std::vector<const char*>, const char*>>{
           {{"a.dds"}, "OUT"},
           {{"a.dds", "b.gif"}, "neither in .png nor in .dds"},
           {{"a.dds", "b.png", "--format", "RGBA"}, "'RGBA' is no DXGI format"},
           {{"a.dds", "b.png", "--mip", "-1"}, "--mip"}}) {
    const Command wrong = parse(words);
    const auto* finished = std::get_if<Finished>(&wrong);
    ASSERT_NE(finished, nullptr) << said;
    EXPECT_EQ(finished->exit_code, kExitUsage);
    EXPECT_NE(finished->err.find(said), std::string::npos) << finished->err;
  }
}

}  // namespace
}  // namespace ferry::cli
