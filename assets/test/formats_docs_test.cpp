// The tables of docs/formats.md are what the readers do: a file of each variant is made here and read.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <ferry/assets/texture_file.hpp>
#include <ferry/base/text.hpp>

#include "../src/ktx2_format.hpp"
#include "dds_making.hpp"
#include "jpeg_making.hpp"
#include "ktx2_making.hpp"
#include "png_making.hpp"

namespace ferry {
namespace {

using test::Bytes;

const std::string kGuide = FERRY_SOURCE_DIR "/docs/formats.md";

/// What becomes of a file: two columns of a table. `name` is replaced in the words of an error, which are
/// alike then for all formats that are refused for the same reason.
std::string outcome(const Bytes& file, std::string_view name = "") {
  const auto image = read_texture(file);
  if (!image) {
    std::string words = image.error().message;
    const std::size_t at = name.empty() ? std::string::npos : words.find(name);
    if (at != std::string::npos) words.replace(at, name.size(), "...");
    return text("refused | ", words);
  }
  const char* how = "as it is, from the file";
  if (image->convert) {
    how = "converted row by row, as it is staged";
  } else if (!uses_file(*image, file)) {
    how = "unpacked into memory";
  }
  return text(format_name(image->desc.format), " | ", how);
}

/// Rows of `variant | becomes | how`, in the order in which they come; variants of one outcome share a row.
class Table {
 public:
  void add(const std::string& variant, const std::string& result) {
    const auto known =
        std::find_if(rows_.begin(), rows_.end(), [&](const auto& row) { return row.second == result; });
    if (known == rows_.end()) {
      rows_.emplace_back(variant, result);
    } else {
      known->first += ", " + variant;
    }
  }
  void add_apart(const std::string& variant, const std::string& result) {
    rows_.emplace_back(variant, result);
  }

  [[nodiscard]] std::string lines() const {
    std::string out = "\n| in the file | becomes | how, or why not |\n| --- | --- | --- |\n";
    for (const auto& [variant, result] : rows_) out += text("| ", variant, " | ", result, " |\n");
    return out + "\n";
  }

 private:
  std::vector<std::pair<std::string, std::string>> rows_;
};

std::string png_table() {
  Table table;
  const std::pair<int, const char*> kColors[] = {
      {0, "grey"}, {2, "truecolour"}, {3, "palette"}, {4, "grey with alpha"}, {6, "truecolour with alpha"}};
  for (const auto& [color, name] : kColors) {
    for (const int bits : {1, 2, 4, 8, 16}) {
      if (bits < 8 && color != 0 && color != 3) continue;
      if (bits == 16 && color == 3) continue;
      const std::size_t channels = color == 2 ? 3 : color == 4 ? 2 : color == 6 ? 4 : 1;
      const std::vector<std::uint8_t> row(
          std::max<std::size_t>(1, channels * static_cast<unsigned>(bits) / 8), 0);
      const bool wants_palette = color == 3;
      test::PngChunksAdded more;
      if (wants_palette) more.palette.emplace_back();
      const Bytes file = test::make_png(1, 1, color, bits, row, more);
      table.add(text(name, " ", bits, bits == 1 ? " bit" : " bits"), outcome(file));
    }
  }
  const std::vector<std::uint8_t> texel(4, 0);
  test::PngChunksAdded says;
  says.srgb = true;
  table.add_apart("an sRGB chunk, or gAMA of 1/2.2", outcome(test::make_png(1, 1, 6, 8, texel, says)));
  table.add_apart("larger than 16384 texels", outcome(test::png_header(20000, 1, 6, 8)));
  return table.lines();
}

Bytes jpeg(J_COLOR_SPACE given, J_COLOR_SPACE stored, bool progressive = false, bool arithmetic = false) {
  test::JpegKind kind;
  kind.width = 8;
  kind.height = 8;
  kind.given = given;
  kind.stored = stored;
  kind.progressive = progressive;
  kind.arithmetic = arithmetic;
  return test::make_jpeg(kind, std::vector<std::uint8_t>(std::size_t{8} * 8 * 4, 0x40));
}

std::string jpeg_table() {
  Table table;
  table.add("grey", outcome(jpeg(JCS_GRAYSCALE, JCS_GRAYSCALE)));
  table.add("YCbCr", outcome(jpeg(JCS_RGB, JCS_YCbCr)));
  table.add("RGB", outcome(jpeg(JCS_RGB, JCS_RGB)));
  table.add("CMYK", outcome(jpeg(JCS_CMYK, JCS_CMYK)));
  table.add("YCCK", outcome(jpeg(JCS_CMYK, JCS_YCCK)));
  table.add("progressive", outcome(jpeg(JCS_RGB, JCS_YCbCr, true)));
  table.add("arithmetic-coded", outcome(jpeg(JCS_RGB, JCS_YCbCr, false, true)));
  return table.lines();
}

constexpr std::uint32_t kAlphaPixels = 0x1;
constexpr std::uint32_t kAlpha = 0x2;
constexpr std::uint32_t kPalette8 = 0x20;
constexpr std::uint32_t kRgb = 0x40;
constexpr std::uint32_t kLuminance = 0x20000;
constexpr std::uint32_t kBump = 0x80000;

std::string dds_table() {
  Table table;
  for (std::uint32_t number = 1; number < detail::kFormatTableSize; ++number) {
    const FormatInfo* const info = format_info(static_cast<Format>(number));
    if (info == nullptr) continue;
    std::string result =
        outcome(test::dx10_dds(number, 16, 16, test::counted_bytes(16384)).bytes(), info->name);
    if (result == text(info->name, " | as it is, from the file"))
      result = "the same | as it is, from the file";
    table.add(number == 1 ? text("DX10 header with ", info->name) : std::string(info->name), result);
  }
  for (const char* const code :
       {"DXT1", "DXT2", "DXT3", "DXT4", "DXT5", "RXGB", "ATI1", "BC4U", "BC4S", "ATI2", "A2XY",
        "BC5U", "BC5S", "BC6H", "BC7L", "RGBG", "GRGB", "YUY2", "UYVY", "NV12", "ETC1", "ABCD"}) {
    table.add(text("FourCC ", code),
              outcome(test::coded_dds(test::letters(code), 4, 4, test::counted_bytes(256)).bytes(), code));
  }
  for (const std::uint32_t number : {36U, 110U, 111U, 112U, 113U, 114U, 115U, 116U, 117U, 28U, 71U}) {
    table.add(text("FourCC number ", number),
              outcome(test::coded_dds(number, 4, 4, test::counted_bytes(256)).bytes(), text(number)));
  }
  struct Masks {
    const char* name;
    std::uint32_t flags;
    std::uint32_t bits;
    std::array<std::uint32_t, 4> masks;
  };
  for (const Masks& m :
       {Masks{"A8R8G8B8", kRgb | kAlphaPixels, 32, {0xff0000, 0xff00, 0xff, 0xff000000}},
        Masks{"X8R8G8B8", kRgb, 32, {0xff0000, 0xff00, 0xff, 0}},
        Masks{"A8B8G8R8", kRgb | kAlphaPixels, 32, {0xff, 0xff00, 0xff0000, 0xff000000}},
        Masks{"X8B8G8R8", kRgb, 32, {0xff, 0xff00, 0xff0000, 0}},
        Masks{"R8G8B8", kRgb, 24, {0xff0000, 0xff00, 0xff, 0}},
        Masks{"B8G8R8", kRgb, 24, {0xff, 0xff00, 0xff0000, 0}},
        Masks{"R5G6B5", kRgb, 16, {0xf800, 0x7e0, 0x1f, 0}},
        Masks{"A1R5G5B5", kRgb | kAlphaPixels, 16, {0x7c00, 0x3e0, 0x1f, 0x8000}},
        Masks{"X1R5G5B5", kRgb, 16, {0x7c00, 0x3e0, 0x1f, 0}},
        Masks{"A4R4G4B4", kRgb | kAlphaPixels, 16, {0xf00, 0xf0, 0xf, 0xf000}},
        Masks{"X4R4G4B4", kRgb, 16, {0xf00, 0xf0, 0xf, 0}},
        Masks{"A8R3G3B2", kRgb | kAlphaPixels, 16, {0xe0, 0x1c, 0x3, 0xff00}},
        Masks{"R3G3B2", kRgb, 8, {0xe0, 0x1c, 0x3, 0}},
        Masks{"A2B10G10R10", kRgb | kAlphaPixels, 32, {0x3ff, 0xffc00, 0x3ff00000, 0xc0000000}},
        Masks{"A2R10G10B10", kRgb | kAlphaPixels, 32, {0x3ff00000, 0xffc00, 0x3ff, 0xc0000000}},
        Masks{"G16R16", kRgb, 32, {0xffff, 0xffff0000, 0, 0}},
        Masks{"A8", kAlpha, 8, {0, 0, 0, 0xff}},
        Masks{"L8", kLuminance, 8, {0xff, 0, 0, 0}},
        Masks{"L16", kLuminance, 16, {0xffff, 0, 0, 0}},
        Masks{"A8L8", kLuminance | kAlphaPixels, 16, {0xff, 0, 0, 0xff00}},
        Masks{"A4L4", kLuminance | kAlphaPixels, 8, {0xf, 0, 0, 0xf0}},
        Masks{"P8", kPalette8, 8, {0, 0, 0, 0}},
        Masks{"V8U8", kBump, 16, {0xff, 0xff00, 0, 0}},
        Masks{"Q8W8V8U8", kBump, 32, {0xff, 0xff00, 0xff0000, 0xff000000}},
        Masks{"V16U16", kBump, 32, {0xffff, 0xffff0000, 0, 0}},
        Masks{"A2W10V10U10", kBump | kAlphaPixels, 32, {0x3ff00000, 0xffc00, 0x3ff, 0xc0000000}}}) {
    test::DdsFile file = test::masked_dds(m.flags, m.bits, m.masks, {});
    file.width = 4;
    file.body = test::counted_bytes(2048);
    table.add(text("bit masks of ", m.name), outcome(file.bytes()));
  }
  test::DdsFile partial = test::coded_dds(test::letters("DXT1"), 4, 4, test::counted_bytes(40));
  partial.caps2 = 0x200 | 0x400 | 0x800;  // a cube with the faces of +X and -X
  table.add_apart("a cube map without all faces", outcome(partial.bytes()));
  test::DdsFile cut = test::dx10_dds(28, 4, 4, test::counted_bytes(60));
  table.add_apart("fewer texels than the size says", outcome(cut.bytes()));
  return table.lines();
}

std::string ktx2_table() {
  Table table;
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t number = 0; number < 200; ++number) numbers.push_back(number);
  // Of extensions: 1000000000 + 1000 * (extension - 1) + offset; Vulkan has less than 600 extensions.
  for (std::uint32_t extension = 0; extension < 600; ++extension) {
    for (std::uint32_t offset = 0; offset < 60; ++offset)
      numbers.push_back(1000000000 + extension * 1000 + offset);
  }
  for (const std::uint32_t number : numbers) {
    const ktx2::VkFormatEntry* const entry = ktx2::find_vk_format(number);
    if (entry == nullptr || number == 0) continue;
    test::Ktx2File file;
    file.vk_format = number;
    file.width = 4;
    file.height = 4;
    file.block_bytes = 16;
    if (entry->format != Format::kUnknown) {
      const FormatInfo& info = *format_info(entry->format);
      const std::uint32_t blocks = (4U / info.block_width) * (4U / info.block_height);
      const std::uint32_t bytes = ktx2::block_bytes(*entry);
      file.block_bytes = static_cast<std::uint8_t>(bytes);
      file.levels = {test::counted_bytes(std::size_t{blocks} * bytes)};
    } else {
      file.levels = {test::counted_bytes(256)};
    }
    std::string result = outcome(file.make(), entry->name);
    if (result == text(entry->name, " | as it is, from the file"))
      result = "the same | as it is, from the file";
    table.add(std::string(entry->name), result);
  }
  test::Ktx2File file;
  file.levels = {test::counted_bytes(4)};
  for (const auto& [scheme, name] : {std::pair{2U, "zstd"}, std::pair{3U, "zlib"}}) {
    file.scheme = scheme;
    // Without Zstandard in this build there is only the refusal to see; the docs speak of Ferry with it.
    if (scheme == 2 && !test::kHasZstd) file.scheme = 3;
    table.add_apart(text("supercompressed by ", name), outcome(file.make()));
  }
  file.scheme = 1;
  file.vk_format = 0;
  file.color_model = 163;
  table.add_apart("Basis Universal, ETC1S", outcome(file.make()));
  file.scheme = 0;
  file.color_model = 166;
  file.block_bytes = 16;
  file.levels = {test::counted_bytes(16)};
  file.width = 4;
  file.height = 4;
  table.add_apart("Basis Universal, UASTC", outcome(file.make()));
  return table.lines();
}

/// The guide with the table between `<!-- NAME:` and `<!-- end of NAME -->` replaced; empty where they are not
/// there.
std::string with_table(const std::string& guide, const std::string& name, const std::string& table) {
  const std::size_t mark = guide.find("<!-- " + name + ":");
  const std::size_t end = guide.find("<!-- end of " + name + " -->");
  if (mark == std::string::npos || end == std::string::npos || end < mark) return "";
  const std::size_t begin = guide.find('\n', mark) + 1;
  return guide.substr(0, begin) + table + guide.substr(end);
}

TEST(FormatDocs, TheTablesAreWhatTheReadersDo) {
  std::ifstream in(kGuide, std::ios::binary);
  if (!in) GTEST_SKIP() << kGuide << " cannot be read from here";
  std::stringstream content;
  content << in.rdbuf();
  const std::string guide = content.str();
  std::string right = guide;
  for (const auto& [name, table] : {std::pair{"PNG", png_table()}, std::pair{"JPEG", jpeg_table()},
                                    std::pair{"DDS", dds_table()}, std::pair{"KTX2", ktx2_table()}}) {
    right = with_table(right, name, table);
    ASSERT_NE(right, "") << "there is no table of " << name;
  }
  if (std::getenv("FERRY_WRITE_DOCS") != nullptr) {
    std::ofstream(kGuide, std::ios::binary) << right;
    return;
  }
  if (guide == right) return;
  // The first line that differs says more than two long texts.
  std::istringstream is(guide);
  std::istringstream should_be(right);
  for (std::string a, b; std::getline(is, a) && std::getline(should_be, b);) ASSERT_EQ(a, b);
  FAIL() << "run FERRY_WRITE_DOCS=1 assets_texture_file_test --gtest_filter=FormatDocs.*";
}

}  // namespace
}  // namespace ferry
