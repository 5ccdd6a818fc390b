// A damaged file gives an error or the very same pixels; it never crashes. (The sanitizers' builds make this
// count.)
#include <ferry/assets/png.hpp>

#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "decode_both.hpp"
#include "png_making.hpp"

namespace ferry {
namespace {

using test::Bytes;
using test::make_png;

struct Kind {
  std::string name;
  Bytes png;
  friend std::ostream& operator<<(std::ostream& out, const Kind& kind) { return out << kind.name; }
};

std::vector<Kind> kinds() {
  std::mt19937 random(11);
  const auto noise = [&](std::size_t size) {
    std::vector<std::uint8_t> bytes(size);
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random() >> 24);
    return bytes;
  };
  test::PngChunksAdded more;
  for (std::uint8_t i = 0; i < 16; ++i)
    more.palette.push_back({i, static_cast<std::uint8_t>(i * 3), static_cast<std::uint8_t>(255 - i)});
  for (std::uint8_t i = 0; i < 9; ++i) more.palette_alpha.push_back(static_cast<std::uint8_t>(i * 20));
  more.packed_text = "a small picture, soon to be damaged";
  std::vector<Kind> all;
  all.push_back({"truecolour_alpha_8", make_png(5, 3, test::kTruecolorAlpha, 8, noise(5 * 3 * 4))});
  all.push_back({"truecolour_16", make_png(3, 4, test::kTruecolor, 16, noise(3 * 4 * 6))});
  all.push_back({"grey_1", make_png(11, 6, test::kGrey, 1, noise(2 * 6))});
  all.push_back({"palette_4_with_alpha_and_text", make_png(6, 5, test::kPalette, 4, noise(3 * 5), more)});
  return all;
}

std::vector<std::byte> decode_both(std::span<const std::byte> file) {
  return test::decode_both(decode_png(file), [&] { return PngReader::open(file); });
}

class PngDamage : public testing::TestWithParam<Kind> {};

TEST_P(PngDamage, AnyFlippedBitIsFoundOrDoesNoHarm) {
  Bytes png = GetParam().png;
  const std::vector<std::byte> good = decode_both(png);
  ASSERT_FALSE(good.empty());
  std::size_t unnoticed = 0;
  for (std::size_t at = 0; at < png.size(); ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      png[at] ^= static_cast<std::byte>(1 << bit);
      const std::vector<std::byte> got = decode_both(png);
      if (!got.empty()) {
        ++unnoticed;
        EXPECT_TRUE(got == good) << "byte " << at << " bit " << bit << " changed the picture unnoticed";
      }
      png[at] ^= static_cast<std::byte>(1 << bit);
    }
  }
  // Everything in a PNG is covered by a checksum or fixed; if many flips passed, checksums would not be
  // looked at.
  EXPECT_LT(unnoticed, 64U);
}

TEST_P(PngDamage, AnyOtherByteIsFoundOrDoesNoHarm) {
  Bytes png = GetParam().png;
  const std::vector<std::byte> good = decode_both(png);
  for (std::size_t at = 0; at < png.size(); ++at) {
    const std::byte before = png[at];
    for (const int value : {0x00, 0x01, 0x7f, 0x80, 0xff}) {
      png[at] = static_cast<std::byte>(value);
      const std::vector<std::byte> got = decode_both(png);
      EXPECT_TRUE(got.empty() || got == good) << "byte " << at;
    }
    png[at] = before;
  }
}

TEST_P(PngDamage, AnyCutIsFound) {
  const Bytes& png = GetParam().png;
  const std::vector<std::byte> good = decode_both(png);
  constexpr std::size_t kEndChecksum = 4;  // of the empty IEND chunk, which nothing depends on
  for (std::size_t size = 0; size < png.size(); ++size) {
    // A copy of its own, so that reading past the end is seen.
    const Bytes cut(png.begin(), png.begin() + static_cast<std::ptrdiff_t>(size));
    const std::vector<std::byte> got = decode_both(cut);
    EXPECT_TRUE(size < png.size() - kEndChecksum ? got.empty() : got == good)
        << size << " of " << png.size() << " bytes";
  }
}

TEST_P(PngDamage, BytesBehindTheEndDoNoHarm) {
  Bytes png = GetParam().png;
  const std::vector<std::byte> good = decode_both(png);
  png.insert(png.end(), 100, std::byte{0x5a});
  EXPECT_TRUE(decode_both(png) == good);
}

INSTANTIATE_TEST_SUITE_P(Kinds, PngDamage, testing::ValuesIn(kinds()),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace ferry
