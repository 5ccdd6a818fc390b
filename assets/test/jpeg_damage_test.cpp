// A damaged file gives an error or a picture of the right size; it never crashes. (The sanitizers' builds
// make this count.) JPEG has no checksums: pixels may change unseen, but the whole decoder and the one by rows
// agree.
#include <ferry/assets/jpeg.hpp>

#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "decode_both.hpp"
#include "jpeg_making.hpp"

namespace ferry {
namespace {

using test::Bytes;
using test::JpegKind;
using test::make_jpeg;

struct Kind {
  std::string name;
  Bytes jpeg;
  friend std::ostream& operator<<(std::ostream& out, const Kind& kind) { return out << kind.name; }
};

std::vector<Kind> kinds() {
  std::mt19937 random(5);
  const auto noise = [&](const JpegKind& kind, std::size_t components) {
    std::vector<std::uint8_t> bytes(std::size_t{kind.width} * kind.height * components);
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random() >> 24);
    return make_jpeg(kind, bytes);
  };
  JpegKind kind;
  kind.width = 11;
  kind.height = 9;
  kind.quality = 30;
  std::vector<Kind> all;
  kind.sampling_x = 2;
  kind.sampling_y = 2;
  kind.app1 = test::exif_orientation(6, true);
  all.push_back({"ycc_420_turned", noise(kind, 3)});
  kind.progressive = true;
  all.push_back({"progressive_turned", noise(kind, 3)});
  kind.app1.clear();
  kind.sampling_x = 1;
  kind.sampling_y = 1;
  kind.progressive = false;
  kind.restart_interval = 1;
  kind.given = JCS_CMYK;
  kind.stored = JCS_YCCK;
  all.push_back({"ycck_with_restarts", noise(kind, 4)});
  kind.restart_interval = 0;
  kind.given = JCS_GRAYSCALE;
  kind.stored = JCS_GRAYSCALE;
  all.push_back({"grey", noise(kind, 1)});
  return all;
}

/// Small pictures only: a damaged size must not make these tests slow.
constexpr JpegOptions kSmall = {
    .limits = {.max_width = 512, .max_height = 512, .max_working_bytes = 1 << 22, .max_scans = 20},
    .apply_orientation = true};

bool decode_both(std::span<const std::byte> file) {
  const auto pixels =
      test::decode_both(decode_jpeg(file, kSmall), [&] { return JpegReader::open(file, kSmall); });
  return !pixels.empty();
}

class JpegDamage : public testing::TestWithParam<Kind> {};

TEST_P(JpegDamage, AnyFlippedBitDoesNoHarm) {
  Bytes jpeg = GetParam().jpeg;
  ASSERT_TRUE(decode_both(jpeg));
  std::size_t found = 0;
  for (std::size_t at = 0; at < jpeg.size(); ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      jpeg[at] ^= static_cast<std::byte>(1 << bit);
      if (!decode_both(jpeg)) ++found;
      jpeg[at] ^= static_cast<std::byte>(1 << bit);
    }
  }
  // In a file this small, half is headers and tables. If hardly anything were found, nothing would be looked at.
  EXPECT_GT(found, jpeg.size());
}

TEST_P(JpegDamage, AnyOtherByteDoesNoHarm) {
  Bytes jpeg = GetParam().jpeg;
  for (std::size_t at = 0; at < jpeg.size(); ++at) {
    const std::byte before = jpeg[at];
    for (const int value : {0x00, 0x01, 0x7f, 0x80, 0xff}) {
      jpeg[at] = static_cast<std::byte>(value);
      decode_both(jpeg);
    }
    jpeg[at] = before;
  }
}

TEST_P(JpegDamage, AnyCutIsFound) {
  const Bytes& jpeg = GetParam().jpeg;
  for (std::size_t size = 0; size < jpeg.size(); ++size) {
    // A copy of its own, so that reading past the end is seen.
    const Bytes cut(jpeg.begin(), jpeg.begin() + static_cast<std::ptrdiff_t>(size));
    const Result<Picture> picture = decode_jpeg(cut);
    ASSERT_FALSE(picture) << size << " of " << jpeg.size() << " bytes";
    EXPECT_EQ(picture.error().code, ErrorCode::kCorrupt) << picture.error().message;
    if (size + 2 == jpeg.size()) {
      EXPECT_NE(picture.error().message.find("cut short"), std::string::npos) << picture.error().message;
    }
    decode_both(cut);
  }
}

TEST_P(JpegDamage, BytesBehindTheEndDoNoHarm) {
  Bytes jpeg = GetParam().jpeg;
  jpeg.insert(jpeg.end(), 100, std::byte{0x5a});
  EXPECT_TRUE(decode_both(jpeg));
}

INSTANTIATE_TEST_SUITE_P(Kinds, JpegDamage, testing::ValuesIn(kinds()),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace ferry
