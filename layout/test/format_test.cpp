#include <ferry/layout/format.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <string>

#include "dxgi_formats.hpp"
#include "naive_layout.hpp"

namespace ferry {
namespace {

TEST(Format, EveryDxgiFormatIsKnownUnderItsNumberAndName) {
  std::set<std::uint32_t> numbers;
  for (const DxgiFormat& dxgi : kDxgiFormats) {
    EXPECT_EQ(static_cast<unsigned>(dxgi.format), dxgi.number) << dxgi.name;
    const FormatInfo* info = format_info(dxgi.format);
    ASSERT_NE(info, nullptr) << dxgi.name;
    EXPECT_EQ(info->format, dxgi.format) << dxgi.name;
    EXPECT_EQ(info->name, dxgi.name);
    EXPECT_EQ(format_name(dxgi.format), dxgi.name);
    numbers.insert(dxgi.number);
  }
  for (std::uint32_t number = 0; number < 1000; ++number) {
    EXPECT_EQ(format_info(static_cast<Format>(number)) != nullptr, numbers.contains(number)) << number;
  }
  EXPECT_EQ(format_info(static_cast<Format>(UINT32_MAX)), nullptr);
  EXPECT_EQ(format_name(static_cast<Format>(120)), "invalid format");
}

TEST(Format, SizesAndPlanesFollowFromTheName) {
  for (const DxgiFormat& dxgi : kDxgiFormats) {
    const FormatInfo& info = *format_info(dxgi.format);
    const naive::FormatFacts facts = naive::facts_of(dxgi.name);
    const bool is_unknown = dxgi.format == Format::kUnknown;
    EXPECT_EQ(!info.opaque && !is_unknown, facts.has_footprint) << dxgi.name;
    if (!facts.has_footprint) continue;
    EXPECT_EQ(info.block_width, facts.block_width) << dxgi.name;
    EXPECT_EQ(info.block_height, facts.block_height) << dxgi.name;
    ASSERT_EQ(info.plane_count, facts.planes.size()) << dxgi.name;
    EXPECT_EQ(info.planar, facts.planes.size() > 1) << dxgi.name;
    for (std::size_t i = 0; i < facts.planes.size(); ++i) {
      const naive::Plane& plane = facts.planes[i];
      EXPECT_EQ(info.planes[i].block_bytes, plane.bytes) << dxgi.name << " plane " << i;
      EXPECT_EQ(info.planes[i].subsample_x, plane.every_x) << dxgi.name << " plane " << i;
      EXPECT_EQ(info.planes[i].subsample_y, plane.every_y) << dxgi.name << " plane " << i;
      EXPECT_EQ(format_name(info.planes[i].copy_format),
                plane.copy_format.empty() ? dxgi.name : std::string_view(plane.copy_format))
          << dxgi.name << " plane " << i;
    }
  }
}

TEST(Format, FlagsFollowFromTheName) {
  const auto has = [](std::string_view name, std::string_view part) {
    return name.find(part) != std::string_view::npos;
  };
  const std::set<std::string_view> video = {"AYUV", "Y410", "Y416", "NV12", "P010", "P016", "420_OPAQUE",
                                            "YUY2", "Y210", "Y216", "NV11", "P208", "V208", "V408"};
  const std::set<std::string_view> palette = {"AI44", "IA44", "P8", "A8P8"};
  for (const DxgiFormat& dxgi : kDxgiFormats) {
    const FormatInfo& info = *format_info(dxgi.format);
    const bool partly_typed = has(dxgi.name, "X8X24") || has(dxgi.name, "UNORM_X8") || has(dxgi.name, "_G8");
    EXPECT_EQ(info.compressed, dxgi.name.substr(0, 2) == "BC") << dxgi.name;
    EXPECT_EQ(info.srgb, has(dxgi.name, "SRGB")) << dxgi.name;
    EXPECT_EQ(info.typeless, has(dxgi.name, "TYPELESS") && !partly_typed) << dxgi.name;
    EXPECT_EQ(info.video, video.contains(dxgi.name)) << dxgi.name;
    EXPECT_EQ(info.palette, palette.contains(dxgi.name)) << dxgi.name;
    EXPECT_EQ(info.depth_stencil, dxgi.name[0] == 'D' || has(dxgi.name, "24")) << dxgi.name;
  }
}

TEST(Format, FamiliesHoldTogether) {
  for (const DxgiFormat& a : kDxgiFormats) {
    const FormatInfo& info = *format_info(a.format);
    const FormatInfo* family = format_info(info.family);
    ASSERT_NE(family, nullptr) << a.name;
    EXPECT_EQ(family->family, info.family) << a.name;
    EXPECT_TRUE(family->typeless || info.family == a.format) << a.name;
    EXPECT_EQ(family->planes[0].block_bytes, info.planes[0].block_bytes) << a.name;
    EXPECT_EQ(family->block_width, info.block_width) << a.name;
    EXPECT_EQ(family->plane_count, info.plane_count) << a.name;
    for (const DxgiFormat& b : kDxgiFormats) {
      EXPECT_EQ(same_family(a.format, b.format), info.family == format_info(b.format)->family);
      // The same channels in the same order are the same family; so are the names up to the first '_', but
      // for the depth formats, which are spelled otherwise.
      const auto channels = [](std::string_view name) { return name.substr(0, name.find('_')); };
      const bool spelled_alike = channels(a.name) == channels(b.name);
      const bool spelled_by_channels =
          !channels(a.name).empty() && a.name.find('_') != std::string_view::npos;
      const std::set<std::string_view> apart = {"R8G8", "R32",       "D32",     "R24",     "X24",
                                                "X32",  "R10G10B10", "SAMPLER", "R8G8B8G8"};
      if (spelled_by_channels && !apart.contains(channels(a.name))) {
        if (spelled_alike) {
          EXPECT_TRUE(same_family(a.format, b.format)) << a.name << ' ' << b.name;
        }
      }
    }
  }
  EXPECT_TRUE(same_family(Format::kD32Float, Format::kR32Float));
  EXPECT_TRUE(same_family(Format::kD16Unorm, Format::kR16Unorm));
  EXPECT_TRUE(same_family(Format::kD24UnormS8Uint, Format::kX24TypelessG8Uint));
  EXPECT_TRUE(same_family(Format::kD32FloatS8X24Uint, Format::kR32FloatX8X24Typeless));
  EXPECT_TRUE(same_family(Format::kR10G10B10XrBiasA2Unorm, Format::kR10G10B10A2Uint));
  EXPECT_TRUE(same_family(Format::kB8G8R8X8Unorm, Format::kB8G8R8X8UnormSrgb));
  EXPECT_FALSE(same_family(Format::kR8G8Unorm, Format::kR8G8B8G8Unorm));
  EXPECT_FALSE(same_family(Format::kR32Float, Format::kR32FloatX8X24Typeless));
  EXPECT_FALSE(same_family(Format::kB8G8R8A8Unorm, Format::kB8G8R8X8Unorm));
  EXPECT_FALSE(same_family(Format::kB8G8R8A8Unorm, Format::kR8G8B8A8Unorm));
  EXPECT_FALSE(same_family(static_cast<Format>(999), static_cast<Format>(999)));
}

TEST(Format, SrgbTwinsAreEachOthersAndOfOneFamily) {
  int pairs = 0;
  for (const DxgiFormat& dxgi : kDxgiFormats) {
    const FormatInfo& info = *format_info(dxgi.format);
    if (info.srgb_twin == Format::kUnknown) {
      EXPECT_FALSE(info.srgb) << dxgi.name;
      EXPECT_EQ(to_srgb(dxgi.format), dxgi.format);
      EXPECT_EQ(to_linear(dxgi.format), dxgi.format);
      continue;
    }
    const FormatInfo& twin = *format_info(info.srgb_twin);
    EXPECT_EQ(twin.srgb_twin, dxgi.format);
    EXPECT_NE(twin.srgb, info.srgb);
    EXPECT_EQ(twin.family, info.family);
    EXPECT_EQ(to_srgb(dxgi.format), info.srgb ? dxgi.format : info.srgb_twin);
    EXPECT_EQ(to_linear(dxgi.format), info.srgb ? info.srgb_twin : dxgi.format);
    EXPECT_EQ(std::string(format_info(to_linear(dxgi.format))->name) + "_SRGB",
              format_info(to_srgb(dxgi.format))->name);
    ++pairs;
  }
  EXPECT_EQ(pairs, 2 * 7);  // RGBA8, BGRA8, BGRX8, BC1, BC2, BC3, BC7
}

TEST(Format, NamesRoundTrip) {
  for (const DxgiFormat& dxgi : kDxgiFormats) {
    const std::string name(dxgi.name);
    std::string lower = name;
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    for (const std::string& spelled : {name, "DXGI_FORMAT_" + name, lower, "dxgi_format_" + lower}) {
      const auto parsed = parse_format(spelled);
      ASSERT_TRUE(parsed) << spelled;
      EXPECT_EQ(*parsed, dxgi.format) << spelled;
    }
  }
  for (const std::string_view wrong :
       {"", "DXGI_FORMAT_", "R8G8B8A8", "R8G8B8A8_UNORM ", "_UNORM", "RGBA8"}) {
    const auto parsed = parse_format(wrong);
    ASSERT_FALSE(parsed) << wrong;
    EXPECT_EQ(parsed.error().code, ErrorCode::kNotFound);
    EXPECT_NE(parsed.error().message.find(wrong), std::string::npos);
  }
}

}  // namespace
}  // namespace ferry
