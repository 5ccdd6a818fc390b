// Direct3D 12 on Windows refuses a shader whose container is malformed or whose checksum is wrong; libvkd3d
// does not look. So the container is looked at here.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <ostream>
#include <set>
#include <span>
#include <string>
#include <vector>

#include <full_screen_vs.hpp>
#include <glow_ps.hpp>
#include <load_ps.hpp>
#include <sample_ps.hpp>
#include <shrink_ps.hpp>
#include <terrain_ps.hpp>
#include <terrain_vs.hpp>

namespace {

using Bytes = std::span<const std::uint8_t>;

std::uint32_t word_at(Bytes bytes, std::size_t offset) {
  std::uint32_t word = 0;
  std::memcpy(&word, bytes.data() + offset, sizeof word);
  return word;
}

/// MD5 (RFC 1321) one block at a time. DXBC ends the message differently, so the padding is the caller's.
class Md5 {
 public:
  void block(const std::uint8_t* bytes) {
    constexpr std::array<std::array<int, 4>, 4> kShifts = {
        {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}}};
    std::array<std::uint32_t, 16> words{};
    std::memcpy(words.data(), bytes, 64);
    auto [a, b, c, d] = state_;
    for (std::uint32_t i = 0; i < 64; ++i) {
      std::uint32_t mixed = 0;
      std::uint32_t from = 0;
      switch (i / 16) {
        case 0:
          mixed = (b & c) | (~b & d);
          from = i;
          break;
        case 1:
          mixed = (d & b) | (~d & c);
          from = 5 * i + 1;
          break;
        case 2:
          mixed = b ^ c ^ d;
          from = 3 * i + 5;
          break;
        default:
          mixed = c ^ (b | ~d);
          from = 7 * i;
          break;
      }
      const auto sine = static_cast<std::uint32_t>(std::floor(std::fabs(std::sin(i + 1.0)) * 4294967296.0));
      const std::uint32_t turned = std::rotl(a + mixed + sine + words[from % 16], kShifts[i / 16][i % 4]);
      a = d;
      d = c;
      c = b;
      b += turned;
    }
    state_[0] += a;
    state_[1] += b;
    state_[2] += c;
    state_[3] += d;
  }
  [[nodiscard]] std::array<std::uint32_t, 4> state() const { return state_; }

 private:
  std::array<std::uint32_t, 4> state_ = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
};

/// The checksum of a DXBC container: MD5 over everything behind the checksum, with an end of its own: the bit
/// count stands before the rest of the message, and a second count closes the last block.
std::array<std::uint32_t, 4> dxbc_checksum(Bytes container) {
  constexpr std::size_t kSkipped = 20;
  const Bytes message = container.subspan(kSkipped);
  const auto bits = static_cast<std::uint32_t>(message.size() * 8);
  const std::uint32_t closing = (bits >> 2) | 1U;
  Md5 md5;
  std::size_t at = 0;
  for (; message.size() - at >= 64; at += 64) md5.block(message.data() + at);
  const Bytes rest = message.subspan(at);
  std::array<std::uint8_t, 64> block{};
  if (rest.size() >= 56) {
    std::memcpy(block.data(), rest.data(), rest.size());
    block[rest.size()] = 0x80;
    md5.block(block.data());
    block.fill(0);
    std::memcpy(block.data(), &bits, 4);
  } else {
    std::memcpy(block.data(), &bits, 4);
    if (!rest.empty()) std::memcpy(block.data() + 4, rest.data(), rest.size());
    block[4 + rest.size()] = 0x80;
  }
  std::memcpy(block.data() + 60, &closing, 4);
  md5.block(block.data());
  return md5.state();
}

struct Shader {
  const char* name;
  Bytes dxbc;

  friend std::ostream& operator<<(std::ostream& out, const Shader& shader) { return out << shader.name; }
};

class Dxbc : public testing::TestWithParam<Shader> {};

TEST_P(Dxbc, IsAWholeContainerWithTheChunksADrawNeeds) {
  const Bytes dxbc = GetParam().dxbc;
  ASSERT_GE(dxbc.size(), 32U);
  EXPECT_EQ(std::memcmp(dxbc.data(), "DXBC", 4), 0);
  EXPECT_EQ(word_at(dxbc, 20), 1U);
  EXPECT_EQ(word_at(dxbc, 24), dxbc.size());
  std::set<std::string> chunks;
  const std::uint32_t count = word_at(dxbc, 28);
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::size_t offset = word_at(dxbc, 32 + std::size_t{i} * 4);
    ASSERT_LE(offset + 8, dxbc.size());
    ASSERT_LE(offset + 8 + word_at(dxbc, offset + 4), dxbc.size());
    chunks.emplace(reinterpret_cast<const char*>(dxbc.data() + offset), 4);
  }
  EXPECT_TRUE(chunks.contains("ISGN"));
  EXPECT_TRUE(chunks.contains("OSGN"));
  EXPECT_TRUE(chunks.contains("SHDR") || chunks.contains("SHEX"));
}

TEST_P(Dxbc, CarriesTheChecksumThatWindowsAsksFor) {
  const Bytes dxbc = GetParam().dxbc;
  ASSERT_GE(dxbc.size(), 32U);
  const auto checksum = dxbc_checksum(dxbc);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(word_at(dxbc, 4 + i * 4), checksum[i]) << "word " << i;
}

INSTANTIATE_TEST_SUITE_P(All, Dxbc,
                         testing::Values(Shader{"full_screen_vs", ferry::shaders::kFullScreenVs},
                                         Shader{"glow_ps", ferry::shaders::kGlowPs},
                                         Shader{"load_ps", ferry::shaders::kLoadPs},
                                         Shader{"sample_ps", ferry::shaders::kSamplePs},
                                         Shader{"shrink_ps", ferry::shaders::kShrinkPs},
                                         Shader{"terrain_ps", ferry::shaders::kTerrainPs},
                                         Shader{"terrain_vs", ferry::shaders::kTerrainVs}),
                         [](const auto& test) { return std::string(test.param.name); });

}  // namespace
