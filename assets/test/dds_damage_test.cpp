// A damaged file is refused with a reason, or read as something that lies wholly within it; it never crashes.
// (The sanitizers' builds make this count.)
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>

#include "dds_reading.hpp"

namespace ferry {
namespace {

using test::Bytes;
using test::counted_bytes;
using test::DdsFile;

struct Kind {
  std::string name;
  Bytes file;
  friend std::ostream& operator<<(std::ostream& out, const Kind& kind) { return out << kind.name; }
};

std::vector<Kind> kinds() {
  DdsFile mips = test::coded_dds(test::letters("DXT5"), 12, 8, counted_bytes(16 * (6 + 2 + 1 + 1)));
  mips.flags |= 0x20000;
  mips.mips = 4;
  DdsFile cube = test::masked_dds(0x40, 24, {0xff, 0xff00, 0xff0000, 0}, counted_bytes(6 * 3 * 5));
  cube.width = cube.height = 2;
  cube.mips = 2;
  cube.caps2 = 0xfe00;
  DdsFile volume = test::masked_dds(0x20001, 8, {0xf, 0, 0, 0xf0}, counted_bytes(24 + 2 + 1));
  volume.flags |= 0x820000;
  volume.caps2 = 0x200000;
  volume.width = 4;
  volume.height = 3;
  volume.depth = 2;
  volume.mips = 3;
  DdsFile cubes = test::dx10_dds(29, 2, 2, counted_bytes(12 * 5 * 4));
  cubes.misc = 4;
  cubes.array = 2;
  cubes.mips = 2;
  DdsFile planes = test::dx10_dds(103, 4, 4, counted_bytes(2 * 24));
  planes.array = 2;
  DdsFile palette = test::masked_dds(0x20, 8, {}, counted_bytes(1024 + 5));
  palette.width = 5;
  return {{"mips", mips.bytes()},
          {"cube", cube.bytes()},
          {"volume", volume.bytes()},
          {"cubes", cubes.bytes()},
          {"planes", planes.bytes()},
          {"palette", palette.bytes()},
          {"uyvy", test::coded_dds(test::letters("UYVY"), 3, 2, counted_bytes(16)).bytes()}};
}

/// Reads, and reads every byte that an image points to. Whether it was read.
bool read_whole(const Bytes& bytes, const DdsOptions& options) {
  // A copy of its very size, so that reading past the end is seen.
  const std::unique_ptr<std::byte[]> copy(new std::byte[bytes.size()]);
  std::copy(bytes.begin(), bytes.end(), copy.get());
  const Result<TextureImage> image = read_dds({copy.get(), bytes.size()}, options);
  if (!image) {
    EXPECT_FALSE(image.error().message.empty());
    return false;
  }
  EXPECT_TRUE(validate(image->desc).has_value());
  EXPECT_EQ(image->parts.size(), subresource_count(image->desc));
  for (std::uint32_t i = 0; i < image->parts.size(); ++i) test::subresource_bytes(*image, i);
  return true;
}

class DdsDamage : public testing::TestWithParam<Kind> {};

TEST_P(DdsDamage, AnyCutIsFound) {
  const Bytes& file = GetParam().file;
  for (const bool strict : {false, true}) {
    ASSERT_TRUE(read_whole(file, {.strict = strict}));
    for (std::size_t size = 0; size < file.size(); ++size) {
      const Bytes cut(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(size));
      const bool read = read_whole(cut, {.strict = strict});
      EXPECT_FALSE(strict && read) << size << " of " << file.size() << " bytes";
    }
  }
}

TEST_P(DdsDamage, AnyBitOfTheHeaderMayBeWrong) {
  Bytes file = GetParam().file;
  for (std::size_t at = 0; at < std::min<std::size_t>(148, file.size()); ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      file[at] ^= static_cast<std::byte>(1 << bit);
      read_whole(file, {});
      file[at] ^= static_cast<std::byte>(1 << bit);
    }
  }
}

TEST_P(DdsDamage, ManyWordsOfTheHeaderMayBeWrong) {
  std::mt19937 random(5);
  const std::uint32_t wild[] = {0, 1, 2, 6, 7, 0xff, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff};
  for (int round = 0; round < 3000; ++round) {
    Bytes file = GetParam().file;
    for (auto changes = 1 + random() % 4; changes != 0; --changes) {
      const std::size_t at = 4 + random() % (std::min<std::size_t>(148, file.size()) / 4 - 1) * 4;
      const auto value =
          static_cast<std::uint32_t>(random() % 3 == 0 ? random() : wild[random() % std::size(wild)]);
      for (std::size_t i = 0; i < 4; ++i) file[at + i] = static_cast<std::byte>(value >> (8 * i));
    }
    read_whole(file, {.expand_luminance = round % 2 != 0, .exact_10_bit_masks = round % 3 != 0});
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, DdsDamage, testing::ValuesIn(kinds()),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace ferry
