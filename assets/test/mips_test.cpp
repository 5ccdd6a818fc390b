#include <ferry/assets/mips.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <ferry/layout/footprint.hpp>

#include "../src/half_float.hpp"

namespace ferry {
namespace {

double linear_of(double encoded) {
  return encoded <= 0.04045 ? encoded / 12.92 : std::pow((encoded + 0.055) / 1.055, 2.4);
}
double encoded_of(double linear) {
  return linear <= 0.0031308 ? linear * 12.92 : 1.055 * std::pow(linear, 1 / 2.4) - 0.055;
}

/// What the tests know of a format, apart from the code under test.
struct Kind {
  Format format;
  int channels = 4;
  /// Bits of each channel; 16 and 32 with `floats`.
  std::array<int, 4> bits = {8, 8, 8, 8};
  bool floats = false;
  bool srgb = false;
  bool blue_first = false;
  int texel_bytes = 4;
};

const Kind kKinds[] = {
    {Format::kR8Unorm, 1, {8, 0, 0, 0}, false, false, false, 1},
    {Format::kR8G8Unorm, 2, {8, 8, 0, 0}, false, false, false, 2},
    {Format::kR8G8B8A8Unorm},
    {Format::kR8G8B8A8UnormSrgb, 4, {8, 8, 8, 8}, false, true},
    {Format::kB8G8R8A8Unorm, 4, {8, 8, 8, 8}, false, false, true},
    {Format::kB8G8R8A8UnormSrgb, 4, {8, 8, 8, 8}, false, true, true},
    {Format::kB8G8R8X8Unorm, 3, {8, 8, 8, 0}, false, false, true},
    {Format::kB8G8R8X8UnormSrgb, 3, {8, 8, 8, 0}, false, true, true},
    {Format::kR16Unorm, 1, {16, 0, 0, 0}, false, false, false, 2},
    {Format::kR16G16Unorm, 2, {16, 16, 0, 0}, false, false, false, 4},
    {Format::kR16G16B16A16Unorm, 4, {16, 16, 16, 16}, false, false, false, 8},
    {Format::kR10G10B10A2Unorm, 4, {10, 10, 10, 2}},
    {Format::kR16Float, 1, {16, 0, 0, 0}, true, false, false, 2},
    {Format::kR16G16Float, 2, {16, 16, 0, 0}, true, false, false, 4},
    {Format::kR16G16B16A16Float, 4, {16, 16, 16, 16}, true, false, false, 8},
    {Format::kR32Float, 1, {32, 0, 0, 0}, true, false, false, 4},
    {Format::kR32G32B32Float, 3, {32, 32, 32, 0}, true, false, false, 12},
    {Format::kR32G32B32A32Float, 4, {32, 32, 32, 32}, true, false, false, 16},
};

using Numbers = std::array<double, 4>;  // 0 to 1; colour as stored

Numbers read_texel(const Kind& kind, const std::byte* texel) {
  Numbers out = {0, 0, 0, 1};
  if (kind.format == Format::kR10G10B10A2Unorm) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, texel, 4);
    return {(bits & 1023) / 1023.0, (bits >> 10 & 1023) / 1023.0, (bits >> 20 & 1023) / 1023.0,
            (bits >> 30) / 3.0};
  }
  for (int c = 0; c < kind.channels; ++c) {
    const int at = kind.blue_first && c < 3 ? 2 - c : c;
    const int bits = kind.bits[static_cast<std::size_t>(c)];
    const std::byte* const from = texel + at * bits / 8;
    double& number = out[static_cast<std::size_t>(c)];
    if (bits == 8) {
      number = std::to_integer<int>(*from) / 255.0;
    } else if (bits == 16) {
      std::uint16_t word = 0;
      std::memcpy(&word, from, 2);
      number = kind.floats ? half_to_float(word) : word / 65535.0;
    } else {
      float value = 0;
      std::memcpy(&value, from, 4);
      number = value;
    }
  }
  return out;
}

struct Level {
  std::uint32_t width = 1;
  std::uint32_t height = 1;
  std::uint32_t depth = 1;
  std::vector<Numbers> texels;  // colour linear; 64-bit, never rounded
};

/// How much of [a, b) lies in [c, d).
double overlap(double a, double b, double c, double d) {
  return std::max(0.0, std::min(b, d) - std::max(a, c));
}

/// By the definition: each texel the mean of the area that it covers.
Level halve(const Level& from, bool weighted) {
  Level to;
  to.width = std::max(1U, from.width / 2);
  to.height = std::max(1U, from.height / 2);
  to.depth = std::max(1U, from.depth / 2);
  const double sx = static_cast<double>(from.width) / to.width;
  const double sy = static_cast<double>(from.height) / to.height;
  const double sz = static_cast<double>(from.depth) / to.depth;
  for (std::uint32_t z = 0; z < to.depth; ++z) {
    for (std::uint32_t y = 0; y < to.height; ++y) {
      for (std::uint32_t x = 0; x < to.width; ++x) {
        Numbers sum = {};
        Numbers weighed = {};
        double area = 0;
        for (std::uint32_t k = 0; k < from.depth; ++k) {
          const double dz = overlap(z * sz, (z + 1) * sz, k, k + 1);
          if (dz == 0) continue;
          for (std::uint32_t j = 0; j < from.height; ++j) {
            const double dy = overlap(y * sy, (y + 1) * sy, j, j + 1);
            if (dy == 0) continue;
            for (std::uint32_t i = 0; i < from.width; ++i) {
              const double share = overlap(x * sx, (x + 1) * sx, i, i + 1) * dy * dz;
              if (share == 0) continue;
              const Numbers& texel = from.texels[(std::size_t{k} * from.height + j) * from.width + i];
              area += share;
              for (std::size_t c = 0; c < 4; ++c) {
                sum[c] += share * texel[c];
                weighed[c] += share * texel[c] * texel[3];
              }
            }
          }
        }
        Numbers mean = {};
        for (std::size_t c = 0; c < 4; ++c) {
          mean[c] = weighted && c < 3 && sum[3] > 0 ? weighed[c] / sum[3] : sum[c] / area;
        }
        to.texels.push_back(mean);
      }
    }
  }
  return to;
}

struct Random {
  explicit Random(std::uint32_t seed) : bits(seed) {}
  std::mt19937 bits;
  std::uint32_t below(std::uint32_t end) { return static_cast<std::uint32_t>(bits()) % end; }
};

/// Texels of noise, floats from -1 to 3.
std::vector<std::byte> noise(const Kind& kind, std::size_t texels, Random& random) {
  std::vector<std::byte> out(texels * static_cast<std::size_t>(kind.texel_bytes));
  if (!kind.floats) {
    for (std::byte& byte : out) byte = static_cast<std::byte>(random.bits() >> 24);
    return out;
  }
  const int bytes = kind.bits[0] / 8;
  for (std::size_t at = 0; at < out.size(); at += static_cast<std::size_t>(bytes)) {
    const float value = static_cast<float>(random.below(4001)) / 1000 - 1;
    const std::uint16_t half = float_to_half(value);
    if (bytes == 2) std::memcpy(&out[at], &half, 2);
    if (bytes == 4) std::memcpy(&out[at], &value, 4);
  }
  return out;
}

TextureDesc desc_2d(Format format, std::uint32_t width, std::uint32_t height) {
  TextureDesc desc;
  desc.format = format;
  desc.width = width;
  desc.height = height;
  return desc;
}

/// An image of one level with tight rows.
TextureImage image_of(const TextureDesc& desc, const std::vector<std::byte>& texels, int texel_bytes) {
  TextureImage image;
  image.desc = desc;
  const std::uint64_t row = desc.width * static_cast<std::uint64_t>(texel_bytes);
  const std::uint64_t slice = row * desc.height;
  const std::uint64_t part =
      desc.dimension == Dimension::kTexture3D ? slice * desc.depth_or_array_size : slice;
  for (std::uint32_t i = 0; i < array_size(desc); ++i)
    image.parts.push_back({texels.data() + i * part, row, slice});
  return image;
}

/// The numbers of a subresource through write_rows(), as a loader gets them.
std::vector<Numbers> numbers_of(const TextureImage& image, std::uint32_t subresource, const Kind& kind) {
  const Result<Footprint> whole = footprint(image.desc, subresource);
  EXPECT_TRUE(whole);
  std::vector<Numbers> out;
  std::vector<std::byte> row(whole->row_bytes);
  for (std::uint32_t z = 0; z < whole->depth; ++z) {
    for (std::uint32_t y = 0; y < whole->rows; ++y) {
      EXPECT_TRUE(write_rows(image, {subresource, z, y, 1}, row.data(), row.size()));
      for (std::uint32_t x = 0; x < whole->width; ++x) {
        out.push_back(read_texel(
            kind, row.data() + static_cast<std::size_t>(x) * static_cast<std::size_t>(kind.texel_bytes)));
      }
    }
  }
  return out;
}

/// Compares a whole chain with the slow one. `alpha_weighted` says what the chain was made with.
void expect_right(const TextureImage& made, const Kind& kind, bool alpha_weighted) {
  const std::uint32_t mips = made.desc.mip_levels;
  for (std::uint32_t slice = 0; slice < array_size(made.desc); ++slice) {
    Level level;
    level.width = static_cast<std::uint32_t>(made.desc.width);
    level.height = made.desc.height;
    level.depth = made.desc.dimension == Dimension::kTexture3D ? made.desc.depth_or_array_size : 1;
    level.texels = numbers_of(made, subresource_index(made.desc, {0, slice, 0}), kind);
    if (kind.srgb) {
      for (Numbers& texel : level.texels)
        for (std::size_t c = 0; c < 3; ++c) texel[c] = linear_of(texel[c]);
    }
    for (std::uint32_t mip = 1; mip < mips; ++mip) {
      level = halve(level, alpha_weighted);
      const std::vector<Numbers> got = numbers_of(made, subresource_index(made.desc, {mip, slice, 0}), kind);
      ASSERT_EQ(got.size(), level.texels.size());
      for (std::size_t i = 0; i < got.size(); ++i) {
        for (std::size_t c = 0; c < static_cast<std::size_t>(kind.channels); ++c) {
          const double exact = level.texels[i][c];
          const double wanted = kind.srgb && c < 3 ? encoded_of(exact) : exact;
          double tolerance = 0;
          if (!kind.floats) {
            // Half a step, and a little for 32-bit sums near the middle between two steps.
            tolerance = (kind.bits[c] == 16 ? 0.52 : 0.501) / ((1 << kind.bits[c]) - 1);
          } else {
            tolerance = kind.bits[c] == 16 ? std::abs(exact) / 2048 + 1e-6 : 2e-6;
          }
          // Colours of next to transparent texels: see kLeastWeight in mips.cpp.
          if (alpha_weighted && c < 3) tolerance += kind.srgb ? 2e-3 : 1e-3;
          ASSERT_NEAR(got[i][c], wanted, tolerance)
              << "mip " << mip << " slice " << slice << " texel " << i << " channel " << c;
        }
      }
    }
  }
}

TEST(Mips, AreTheMeansOfTheAreasTheyCover) {
  Random random(1);
  const std::pair<std::uint32_t, std::uint32_t> sizes[] = {
      {1, 1}, {2, 2}, {3, 3}, {5, 7}, {1, 9}, {16, 1}, {1, 1}, {13, 30}, {31, 2}, {64, 64}, {100, 37}};
  for (const Kind& kind : kKinds) {
    for (const auto& [width, height] : sizes) {
      SCOPED_TRACE(std::string(format_name(kind.format)) + " " + std::to_string(width) + "x" +
                   std::to_string(height));
      const std::vector<std::byte> texels = noise(kind, std::size_t{width} * height, random);
      const TextureImage image = image_of(desc_2d(kind.format, width, height), texels, kind.texel_bytes);
      ASSERT_TRUE(can_make_mips(kind.format));
      const Result<TextureImage> made = make_mips(image);
      ASSERT_TRUE(made) << made.error().message;
      EXPECT_EQ(made->desc.mip_levels, full_mip_count(width, height, 1));
      ASSERT_TRUE(validate(made->desc));
      EXPECT_EQ(made->parts[0].data, texels.data());  // not copied
      expect_right(*made, kind, false);
    }
  }
}

TEST(Mips, WeighColoursByTheirAlpha) {
  Random random(2);
  for (const Kind& kind : kKinds) {
    if (kind.channels != 4 || kind.floats) continue;
    SCOPED_TRACE(format_name(kind.format));
    std::vector<std::byte> texels = noise(kind, 21 * 10, random);
    TextureImage image = image_of(desc_2d(kind.format, 21, 10), texels, kind.texel_bytes);
    image.alpha = AlphaMode::kStraight;
    const Result<TextureImage> made = make_mips(image);
    ASSERT_TRUE(made);
    expect_right(*made, kind, true);
    const Result<TextureImage> off = make_mips(image, {.alpha = AlphaWeighting::kOff});
    ASSERT_TRUE(off);
    expect_right(*off, kind, false);
    image.alpha = AlphaMode::kPremultiplied;
    const Result<TextureImage> premultiplied = make_mips(image);
    ASSERT_TRUE(premultiplied);
    expect_right(*premultiplied, kind, false);
    const Result<TextureImage> on = make_mips(image, {.alpha = AlphaWeighting::kOn});
    ASSERT_TRUE(on);
    expect_right(*on, kind, true);
  }
}

TEST(Mips, LetNothingHiddenBleedAndKeepWhatIsAllHidden) {
  // Red opaque, green transparent: the mean is red, half there. All transparent: the colours' mean.
  const std::array<std::uint8_t, 16> texels = {255, 0, 0, 255, 0, 255, 0, 0, 10, 20, 30, 0, 30, 40, 50, 0};
  std::vector<std::byte> bytes(16);
  std::memcpy(bytes.data(), texels.data(), 16);
  TextureImage image = image_of(desc_2d(Format::kR8G8B8A8Unorm, 4, 1), bytes, 4);
  const Result<TextureImage> made = make_mips(image, {.alpha = AlphaWeighting::kOn});
  ASSERT_TRUE(made);
  const std::byte* const level = made->parts[1].data;
  const auto at = [&](int i) { return std::to_integer<int>(level[i]); };
  EXPECT_EQ((std::array{at(0), at(1), at(2), at(3)}), (std::array{255, 0, 0, 128}));
  EXPECT_EQ((std::array{at(4), at(5), at(6), at(7)}), (std::array{20, 30, 40, 0}));
}

TEST(Mips, KeepAConstantPictureConstant) {
  for (const Kind& kind : kKinds) {
    SCOPED_TRACE(format_name(kind.format));
    for (const int value : {0, 1, 77, 254, 255}) {
      // Any byte of an integer format; a float made of these bytes for the others.
      std::vector<std::byte> texel(static_cast<std::size_t>(kind.texel_bytes), static_cast<std::byte>(value));
      if (kind.floats) {
        const auto number = static_cast<float>(value) / 16;
        for (std::size_t c = 0; c < static_cast<std::size_t>(kind.channels); ++c) {
          const std::uint16_t half = float_to_half(number);
          if (kind.bits[0] == 16) std::memcpy(&texel[c * 2], &half, 2);
          if (kind.bits[0] == 32) std::memcpy(&texel[c * 4], &number, 4);
        }
      }
      if (kind.format == Format::kB8G8R8X8Unorm || kind.format == Format::kB8G8R8X8UnormSrgb)
        texel[3] = std::byte{255};
      std::vector<std::byte> texels;
      for (int i = 0; i < 45 * 22; ++i) texels.insert(texels.end(), texel.begin(), texel.end());
      for (const AlphaWeighting alpha : {AlphaWeighting::kOff, AlphaWeighting::kOn}) {
        if (kind.floats && alpha == AlphaWeighting::kOn) continue;  // exact only up to rounding
        const Result<TextureImage> made =
            make_mips(image_of(desc_2d(kind.format, 45, 22), texels, kind.texel_bytes), {.alpha = alpha});
        ASSERT_TRUE(made);
        for (std::uint32_t mip = 1; mip < made->desc.mip_levels; ++mip) {
          const Extent extent = mip_extent(made->desc, mip);
          for (std::uint64_t i = 0; i < extent.width * extent.height; ++i) {
            if (kind.floats) {
              const Numbers got = read_texel(kind, made->parts[mip].data + i * texel.size());
              ASSERT_NEAR(got[0], value / 16.0, value / 16.0 * 1e-6) << mip;
            } else {
              ASSERT_EQ(std::memcmp(made->parts[mip].data + i * texel.size(), texel.data(), texel.size()), 0)
                  << value << " mip " << mip;
            }
          }
        }
      }
    }
  }
}

TEST(Mips, KeepTheMean) {
  Random random(3);
  const Kind& kind = kKinds[17];
  ASSERT_EQ(kind.format, Format::kR32G32B32A32Float);
  for (const auto& [width, height] : {std::pair{63U, 47U}, {127U, 33U}, {50U, 50U}}) {
    const std::vector<std::byte> texels = noise(kind, std::size_t{width} * height, random);
    const Result<TextureImage> made = make_mips(image_of(desc_2d(kind.format, width, height), texels, 16));
    ASSERT_TRUE(made);
    Numbers first = {};
    for (std::uint32_t mip = 0; mip < made->desc.mip_levels; ++mip) {
      const std::vector<Numbers> level = numbers_of(*made, mip, kind);
      Numbers mean = {};
      for (const Numbers& texel : level)
        for (std::size_t c = 0; c < 4; ++c) mean[c] += texel[c] / static_cast<double>(level.size());
      if (mip == 0) first = mean;
      for (std::size_t c = 0; c < 4; ++c) EXPECT_NEAR(mean[c], first[c], 1e-5) << mip;
    }
  }
}

TEST(Mips, DoNotShiftThePicture) {
  // The centre of mass of one bright texel stays where it is, to half a texel of the level that is looked at.
  const std::uint32_t size = 101;
  for (const std::uint32_t bright : {0U, 1U, 50U, 99U, 100U}) {
    std::vector<float> row(size, 0.0F);
    row[bright] = 1;
    std::vector<std::byte> texels(size * 4);
    std::memcpy(texels.data(), row.data(), texels.size());
    const Result<TextureImage> made = make_mips(image_of(desc_2d(Format::kR32Float, size, 1), texels, 4));
    ASSERT_TRUE(made);
    for (std::uint32_t mip = 1; mip < made->desc.mip_levels; ++mip) {
      const auto width = static_cast<std::uint32_t>(mip_extent(made->desc, mip).width);
      double centre = 0;
      double sum = 0;
      for (std::uint32_t x = 0; x < width; ++x) {
        float value = 0;
        std::memcpy(&value, made->parts[mip].data + std::size_t{x} * 4, 4);
        centre += value * (x + 0.5) / width;
        sum += value;
      }
      EXPECT_NEAR(centre / sum, (bright + 0.5) / size, 0.5 / width) << bright << " mip " << mip;
    }
  }
}

TEST(Mips, AreMadeOfArraysCubesAndVolumes) {
  Random random(4);
  const Kind& kind = kKinds[3];
  TextureDesc cube = desc_2d(kind.format, 9, 9);
  cube.depth_or_array_size = 6;
  TextureDesc volume = desc_2d(kind.format, 6, 11);
  volume.dimension = Dimension::kTexture3D;
  volume.depth_or_array_size = 7;
  TextureDesc flat_volume = volume;
  flat_volume.depth_or_array_size = 1;
  TextureDesc line = desc_2d(kind.format, 23, 1);
  line.dimension = Dimension::kTexture1D;
  line.depth_or_array_size = 3;
  for (const TextureDesc& desc : {cube, volume, flat_volume, line}) {
    SCOPED_TRACE(std::string(to_string(desc.dimension)));
    const std::vector<std::byte> texels =
        noise(kind, static_cast<std::size_t>(desc.width) * desc.height * desc.depth_or_array_size, random);
    TextureImage image = image_of(desc, texels, 4);
    image.cube = desc == cube;
    const Result<TextureImage> made = make_mips(image);
    ASSERT_TRUE(made) << made.error().message;
    EXPECT_EQ(made->cube, image.cube);
    ASSERT_TRUE(validate(made->desc));
    EXPECT_EQ(made->parts.size(), subresource_count(made->desc));
    expect_right(*made, kind, false);
  }
}

TEST(Mips, AreTheSameOnWorkers) {
  Random random(5);
  const Kind& kind = kKinds[3];
  const std::vector<std::byte> texels = noise(kind, 701 * 801, random);
  const TextureImage image = image_of(desc_2d(kind.format, 701, 801), texels, 4);
  const Result<TextureImage> alone = make_mips(image);
  std::atomic<int> handed_out{0};
  MipOptions options;
  options.parallel_for = [&](std::uint32_t count, const std::function<void(std::uint32_t)>& body) {
    std::vector<std::thread> threads;
    std::atomic<std::uint32_t> next{0};
    for (int i = 0; i < 3; ++i) {
      threads.emplace_back([&] {
        for (std::uint32_t k = next.fetch_add(1); k < count; k = next.fetch_add(1)) {
          body(k);
          handed_out.fetch_add(1);
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
  };
  const Result<TextureImage> shared = make_mips(image, options);
  ASSERT_TRUE(alone && shared);
  EXPECT_GT(handed_out.load(), 4);
  ASSERT_EQ(shared->parts.size(), alone->parts.size());
  for (std::uint32_t mip = 0; mip < alone->desc.mip_levels; ++mip) {
    const std::uint64_t bytes = alone->parts[mip].slice_pitch;
    EXPECT_EQ(std::memcmp(shared->parts[mip].data, alone->parts[mip].data, bytes), 0) << mip;
  }
}

TEST(Mips, TakeRowsOfAnyPitchAndConvertThem) {
  Random random(6);
  const Kind& kind = kKinds[2];
  const std::vector<std::byte> texels = noise(kind, 10 * 9, random);
  // The file has BGRA in rows of 57 bytes.
  std::vector<std::byte> file(57 * 9, std::byte{0xcc});
  for (std::size_t i = 0; i < 90; ++i) {
    const std::byte* const from = texels.data() + i * 4;
    std::byte* const to = file.data() + i / 10 * 57 + i % 10 * 4;
    to[0] = from[2];
    to[1] = from[1];
    to[2] = from[0];
    to[3] = from[3];
  }
  TextureImage image;
  image.desc = desc_2d(Format::kB8G8R8A8Unorm, 10, 9);
  image.parts.push_back({file.data(), 57, 57 * 9});
  const Result<TextureImage> padded = make_mips(image);
  ASSERT_TRUE(padded);
  expect_right(*padded, kKinds[4], false);
  image.desc.format = Format::kR8G8B8A8Unorm;
  image.convert = [](const std::byte* from, std::byte* to, std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i, from += 4, to += 4) {
      to[0] = from[2];
      to[1] = from[1];
      to[2] = from[0];
      to[3] = from[3];
    }
  };
  const Result<TextureImage> converted = make_mips(image);
  ASSERT_TRUE(converted);
  EXPECT_FALSE(converted->convert);
  file.assign(file.size(), std::byte{0});  // nothing points there any more
  EXPECT_EQ(std::memcmp(converted->parts[0].data, texels.data(), texels.size()), 0);
  expect_right(*converted, kind, false);
}

TEST(Mips, StopWhereToldAndReplaceOldOnes) {
  Random random(7);
  const Kind& kind = kKinds[2];
  std::vector<std::byte> texels = noise(kind, 16 * 16 + 8 * 8, random);
  TextureImage image = image_of(desc_2d(kind.format, 16, 16), texels, 4);
  image.desc.mip_levels = 2;
  image.parts.push_back({texels.data() + 16 * 16 * 4, 32, 256});
  const Result<TextureImage> three = make_mips(image, {.mip_levels = 3});
  ASSERT_TRUE(three);
  EXPECT_EQ(three->desc.mip_levels, 3U);
  EXPECT_EQ(three->parts.size(), 3U);
  expect_right(*three, kind, false);
  const Result<TextureImage> many = make_mips(image, {.mip_levels = 30});
  ASSERT_TRUE(many);
  EXPECT_EQ(many->desc.mip_levels, 5U);
  const Result<TextureImage> one = make_mips(image, {.mip_levels = 1});
  ASSERT_TRUE(one);
  EXPECT_EQ(one->parts.size(), 1U);
}

TEST(Mips, RefuseWhatTheyCannotGive) {
  const std::vector<std::byte> texels(64);
  TextureImage image = image_of(desc_2d(Format::kBc1Unorm, 4, 4), texels, 4);
  EXPECT_EQ(make_mips(image).error().code, ErrorCode::kUnsupported);
  image.desc.format = Format::kR8G8B8A8Uint;
  EXPECT_EQ(make_mips(image).error().code, ErrorCode::kUnsupported);
  image.desc.format = Format::kR8G8B8A8Unorm;
  EXPECT_TRUE(make_mips(image));
  image.desc.sample_count = 4;
  EXPECT_EQ(make_mips(image).error().code, ErrorCode::kUnsupported);
  image.desc.sample_count = 1;
  image.desc.depth_or_array_size = 2;
  EXPECT_EQ(make_mips(image).error().code, ErrorCode::kInvalidArgument);
  image.desc.depth_or_array_size = 1;
  image.desc.width = 0;
  EXPECT_EQ(make_mips(image).error().code, ErrorCode::kInvalidArgument);
}

}  // namespace
}  // namespace ferry
