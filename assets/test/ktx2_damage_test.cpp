// A damaged KTX2 file gives an error or a texture that can be read to its last row; it never crashes. (The
// sanitizers' builds make this count.)
#include <ferry/assets/ktx2.hpp>

#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "image_rows.hpp"
#include "ktx2_making.hpp"

namespace ferry {
namespace {

using test::Bytes;
using test::Ktx2File;
using test::pattern;
using test::texels_of;

struct Kind {
  std::string name;
  Bytes file;
  /// Whether a checksum guards the texels.
  bool guarded = false;
  friend std::ostream& operator<<(std::ostream& out, const Kind& kind) { return out << kind.name; }
};

std::vector<Kind> kinds() {
  std::vector<Kind> all;
  Ktx2File ktx;
  ktx.width = ktx.height = 4;
  ktx.layers = 2;
  ktx.levels = {pattern(128, 1), pattern(32, 2), pattern(8, 3)};
  ktx.metadata = {{"KTXorientation", std::string("rd\0", 3)}, {"KTXwriter", "a test"}};
  all.push_back({"array", ktx.make()});
  ktx.scheme = 2;
  if (test::kHasZstd) all.push_back({"zstd", ktx.make()});
  ktx.scheme = 3;
  all.push_back({"zlib", ktx.make(), true});
  ktx = {};
  ktx.vk_format = 23;
  ktx.block_bytes = 3;
  ktx.width = 5;
  ktx.height = 3;
  ktx.depth = 2;
  ktx.levels = {pattern(90, 1)};
  all.push_back({"rgb_3d", ktx.make()});
  ktx = {};
  ktx.vk_format = 130;
  ktx.block_bytes = 8;
  ktx.width = ktx.height = 3;
  ktx.levels = {pattern(72, 1), pattern(8, 2)};
  all.push_back({"depth_and_stencil", ktx.make()});
  ktx = {};
  ktx.vk_format = 137;
  ktx.block_bytes = 16;
  ktx.color_model = 130;
  ktx.width = ktx.height = 8;
  ktx.faces = 6;
  ktx.levels = {pattern(64 * 6, 1)};
  all.push_back({"bc3_cube", ktx.make()});
  return all;
}

/// All texels, or nothing for an error, which must say something.
Bytes read_all(std::span<const std::byte> file) {
  const auto image = read_ktx2(file);
  const auto info = read_ktx2_info(file);
  EXPECT_TRUE(info || !image);
  if (!image) {
    EXPECT_GT(image.error().message.size(), 10u);
    return {};
  }
  Bytes all = texels_of(*image);
  EXPECT_FALSE(all.empty());
  return all;
}

class Ktx2Damage : public testing::TestWithParam<Kind> {};

TEST_P(Ktx2Damage, AnyCutIsFound) {
  const Bytes& file = GetParam().file;
  ASSERT_FALSE(read_all(file).empty());
  for (std::size_t size = 0; size < file.size(); ++size) {
    // A copy of its own, so that reading past the end is seen.
    const Bytes cut(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(size));
    EXPECT_TRUE(read_all(cut).empty()) << size << " of " << file.size() << " bytes";
  }
}

TEST_P(Ktx2Damage, AnyFlippedBitDoesNoHarm) {
  Bytes file = GetParam().file;
  const Bytes good = read_all(file);
  std::size_t accepted = 0;
  for (std::size_t at = 0; at < file.size(); ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      file[at] ^= static_cast<std::byte>(1 << bit);
      const Bytes got = read_all(file);
      if (!got.empty()) ++accepted;
      // The texels stand behind everything else; their checksum finds each change.
      if (GetParam().guarded && at >= file.size() - 20) {
        EXPECT_TRUE(got.empty()) << "byte " << at;
      }
      file[at] ^= static_cast<std::byte>(1 << bit);
    }
  }
  EXPECT_LT(accepted, file.size() * 8);
}

TEST_P(Ktx2Damage, AnyOtherWordDoesNoHarm) {
  Bytes file = GetParam().file;
  for (std::size_t at = 12; at + 4 <= std::min<std::size_t>(file.size(), 240); at += 4) {
    const Bytes before(file.begin() + static_cast<std::ptrdiff_t>(at),
                       file.begin() + static_cast<std::ptrdiff_t>(at + 4));
    for (const std::uint32_t value : {0u, 1u, 3u, 0x7fu, 0xffffu, 0x10000u, 0x7fffffffu, 0x80000000u,
                                      0xffffffffu, static_cast<std::uint32_t>(file.size())}) {
      for (std::size_t i = 0; i < 4; ++i) file[at + i] = static_cast<std::byte>(value >> (8 * i));
      read_all(file);
    }
    std::copy(before.begin(), before.end(), file.begin() + static_cast<std::ptrdiff_t>(at));
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, Ktx2Damage, testing::ValuesIn(kinds()),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace ferry
