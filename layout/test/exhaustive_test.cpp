#include <ferry/layout/footprint.hpp>

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "dxgi_formats.hpp"
#include "naive_layout.hpp"

// Every format with every width and height from 1 to 300, against the naive model, as 2D with all mips,
// arrays, cubes, and 3D. 10 million shapes: what costs must be small, so the model works out each width and
// each height once, and each mip once per shape.

namespace ferry {
namespace {

// Unoptimised and sanitised builds look at every seventh size: 7 shares nothing with block or alignment
// sizes.
#if defined(__has_feature)
#define FERRY_HAS_FEATURE(name) __has_feature(name)
#else
#define FERRY_HAS_FEATURE(name) 0
#endif
#if !defined(NDEBUG) || defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || \
    FERRY_HAS_FEATURE(address_sanitizer) || FERRY_HAS_FEATURE(thread_sanitizer)
constexpr std::uint32_t kStep = 7;
#else
constexpr std::uint32_t kStep = 1;
#endif
constexpr std::uint32_t kMaxSize = 300;
constexpr std::uint32_t kMaxMips = 9;
constexpr std::uint32_t kMaxPlanes = 3;

struct Known {
  const DxgiFormat* dxgi;
  naive::FormatFacts facts;
  std::array<Format, kMaxPlanes> copy_formats;
  // The model's answers for every width and height, by plane.
  std::array<std::array<naive::Across, kMaxSize + 1>, kMaxPlanes> across;
  std::array<std::array<naive::Down, kMaxSize + 1>, kMaxPlanes> down;

  [[nodiscard]] Footprint model(std::uint32_t plane, std::uint32_t width, std::uint32_t height,
                                std::uint32_t depth) const {
    return naive::place(copy_formats[plane], across[plane][width], down[plane][height], depth);
  }
};

std::vector<Known> formats_with_footprints() {
  std::vector<Known> known;
  for (const DxgiFormat& dxgi : kDxgiFormats) {
    Known entry = {&dxgi, naive::facts_of(dxgi.name), {}, {}, {}};
    if (!entry.facts.has_footprint) continue;
    for (std::size_t i = 0; i < entry.facts.planes.size(); ++i) {
      const std::string& name = entry.facts.planes[i].copy_format;
      entry.copy_formats[i] = name.empty() ? dxgi.format : parse_format(name).value();
      for (std::uint32_t size = 1; size <= kMaxSize; ++size) {
        entry.across[i][size] = naive::across(entry.facts, dxgi.name, i, size);
        entry.down[i][size] = naive::down(entry.facts, i, size);
      }
    }
    known.push_back(std::move(entry));
  }
  return known;
}

std::uint32_t mips_of(std::uint32_t longest) {
  std::uint32_t mips = 1;
  for (; longest > 1; longest /= 2) ++mips;
  return mips;
}

/// The model's footprints of all mips and planes of a shape, for any number of array slices.
struct Expected {
  std::array<std::array<Footprint, kMaxMips>, kMaxPlanes> at;

  Expected(const Known& known, std::uint32_t width, std::uint32_t height, std::uint32_t depth,
           std::uint32_t mips) {
    for (std::uint32_t plane = 0; plane < known.facts.planes.size(); ++plane) {
      std::uint32_t w = width;
      std::uint32_t h = height;
      std::uint32_t d = depth;
      for (std::uint32_t mip = 0; mip < mips; ++mip) {
        at[plane][mip] = known.model(plane, w, h, d);
        w = w > 1 ? w / 2 : 1;
        h = h > 1 ? h / 2 : 1;
        d = d > 1 ? d / 2 : 1;
      }
    }
  }
};

/// Compares all subresources of `desc`; says the first that differs.
testing::AssertionResult same(const TextureDesc& desc, const Known& known, const Expected& expected,
                              std::uint32_t mips, std::uint32_t arrays, std::uint64_t base) {
  static std::array<Footprint, kMaxMips * 17 * kMaxPlanes> ours;
  const auto planes = static_cast<std::uint32_t>(known.facts.planes.size());
  const auto total = layout_into(std::span(ours).first(mips * arrays * planes), desc, 0, base);
  if (!total) return testing::AssertionFailure() << total.error().message;
  std::uint64_t end = base;
  std::size_t next = 0;
  bool equal = true;
  for (std::uint32_t plane = 0; plane < planes; ++plane) {
    for (std::uint32_t slice = 0; slice < arrays; ++slice) {
      for (std::uint32_t mip = 0; mip < mips; ++mip, ++next) {
        const Footprint& model = expected.at[plane][mip];
        const Footprint& got = ours[next];
        const std::uint64_t offset = (end + 511) / 512 * 512;
        equal = equal && got.offset == offset && got.format == model.format && got.width == model.width &&
                got.height == model.height && got.depth == model.depth && got.rows == model.rows &&
                got.row_bytes == model.row_bytes && got.row_pitch == model.row_pitch &&
                got.slice_pitch == model.slice_pitch && got.total_bytes == model.total_bytes;
        end = offset + model.total_bytes;
      }
    }
  }
  if (equal && *total == end - base) return testing::AssertionSuccess();
  return testing::AssertionFailure() << known.dxgi->name << ' ' << desc.width << 'x' << desc.height << 'x'
                                     << desc.depth_or_array_size << " mips " << mips << ", total " << *total
                                     << " against " << end - base;
}

template <typename Check>
void for_every_shape(Check&& check) {
  for (const Known& known : formats_with_footprints()) {
    for (std::uint32_t width = 1; width <= kMaxSize; width += kStep) {
      for (std::uint32_t height = 1; height <= kMaxSize; height += kStep) {
        check(known, width, height);
      }
      if (testing::Test::HasFailure()) return;
    }
  }
}

TEST(Exhaustive, AllFormatsAreThere) {
  EXPECT_EQ(formats_with_footprints().size(), std::size(kDxgiFormats) - 4);
}

TEST(Exhaustive, Texture2DWithAllMips) {
  for_every_shape([](const Known& known, std::uint32_t width, std::uint32_t height) {
    const std::uint32_t mips = mips_of(std::max(width, height));
    const TextureDesc desc = {Dimension::kTexture2D, known.dxgi->format, width, height, 1, mips, 1};
    EXPECT_TRUE(same(desc, known, Expected(known, width, height, 1, mips), mips, 1, 512 * (width % 3)));
  });
}

TEST(Exhaustive, Texture3DOf5Slices) {
  for_every_shape([](const Known& known, std::uint32_t width, std::uint32_t height) {
    // 5 slices, 2, 1 and 1; from there on the mips are those of a 2D texture. All of them for every 16th
    // shape.
    const std::uint32_t all = mips_of(std::max({width, height, 5u}));
    const std::uint32_t mips = (width + 5 * height) % 16 == 0 ? all : std::min(all, 4u);
    const TextureDesc desc = {Dimension::kTexture3D, known.dxgi->format, width, height, 5, mips, 1};
    EXPECT_TRUE(same(desc, known, Expected(known, width, height, 5, mips), mips, 1, 0));
  });
}

TEST(Exhaustive, ArraysOf17) {
  for_every_shape([](const Known& known, std::uint32_t width, std::uint32_t height) {
    // All mips for every 16th shape, a different one for each format; one for the rest.
    const bool full = (width + 5 * height + static_cast<std::uint32_t>(known.dxgi->format)) % 16 == 0;
    const std::uint32_t mips = full ? mips_of(std::max(width, height)) : 1;
    const TextureDesc desc = {Dimension::kTexture2D, known.dxgi->format, width, height, 17, mips, 1};
    EXPECT_TRUE(same(desc, known, Expected(known, width, height, 1, mips), mips, 17, 0));
  });
}

TEST(Exhaustive, CubesAndCubeArraysWithAllMips) {
  for (const Known& known : formats_with_footprints()) {
    for (std::uint32_t side = 1; side <= kMaxSize; ++side) {
      const std::uint32_t mips = mips_of(side);
      const Expected expected(known, side, side, 1, mips);
      for (const std::uint32_t faces : {6u, 12u}) {
        const TextureDesc desc = {Dimension::kTexture2D, known.dxgi->format, side, side, faces, mips, 1};
        ASSERT_TRUE(same(desc, known, expected, mips, faces, 0));
      }
    }
  }
}

TEST(Exhaustive, Texture1D) {
  for (const Known& known : formats_with_footprints()) {
    for (std::uint32_t width = 1; width <= kMaxSize; ++width) {
      const std::uint32_t mips = mips_of(width);
      for (const std::uint32_t arrays : {1u, 17u}) {
        const TextureDesc desc = {Dimension::kTexture1D, known.dxgi->format, width, 1, arrays, mips, 1};
        ASSERT_TRUE(same(desc, known, Expected(known, width, 1, 1, mips), mips, arrays, 0));
      }
    }
  }
}

TEST(Exhaustive, OneSubresourceAloneIsTheOneInTheLayout) {
  for_every_shape([](const Known& known, std::uint32_t width, std::uint32_t height) {
    const std::uint32_t mips = mips_of(std::max(width, height));
    const TextureDesc desc = {Dimension::kTexture2D, known.dxgi->format, width, height, 17, mips, 1};
    const auto planes = static_cast<std::uint32_t>(known.facts.planes.size());
    const Subresource at = {(width * 7 + height) % mips, (width + height * 3) % 17, width % planes};
    const std::uint64_t base = 512 * std::uint64_t{height};
    const auto got = footprint(desc, subresource_index(desc, at), base);
    ASSERT_TRUE(got);
    std::uint32_t w = width;
    std::uint32_t h = height;
    for (std::uint32_t mip = 0; mip < at.mip; ++mip) {
      w = w > 1 ? w / 2 : 1;
      h = h > 1 ? h / 2 : 1;
    }
    Footprint model = known.model(at.plane, w, h, 1);
    model.offset = base;
    EXPECT_TRUE(*got == model) << known.dxgi->name << ' ' << width << 'x' << height;
  });
}

}  // namespace
}  // namespace ferry
