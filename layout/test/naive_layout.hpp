#pragma once

#include <cctype>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <ferry/layout/footprint.hpp>

// A second, plain-minded opinion on formats and footprints for the tests. It knows a format by its name alone
// and shares nothing with the library's table.

namespace ferry::naive {

struct Plane {
  std::string copy_format;  // empty: the format itself
  std::uint64_t bytes = 0;  // per block, or per texel of the plane
  std::uint64_t every_x = 1;
  std::uint64_t every_y = 1;
};

struct FormatFacts {
  std::uint64_t block_width = 1;
  std::uint64_t block_height = 1;
  bool texels_in_blocks = false;  // rows are rows of blocks
  std::vector<Plane> planes;
  bool has_footprint = true;
};

/// Adds up the digits after the channel letters: R10G10B10A2 has 32 bits.
inline std::uint64_t bits_in_name(std::string_view name) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i + 1 < name.size(); ++i) {
    const bool channel = std::string_view("RGBAXDSE").find(name[i]) != std::string_view::npos;
    if (!channel || std::isdigit(static_cast<unsigned char>(name[i + 1])) == 0) continue;
    std::uint64_t number = 0;
    while (i + 1 < name.size() && std::isdigit(static_cast<unsigned char>(name[i + 1])) != 0) {
      number = number * 10 + static_cast<std::uint64_t>(name[++i] - '0');
    }
    bits += number;
  }
  return bits;
}

inline FormatFacts facts_of(std::string_view name) {
  FormatFacts facts;
  const auto in = [&](auto... names) { return ((name == names) || ...); };
  const auto starts = [&](std::string_view prefix) { return name.substr(0, prefix.size()) == prefix; };
  if (in("UNKNOWN", "420_OPAQUE") || starts("SAMPLER_FEEDBACK")) {
    facts.has_footprint = false;
  } else if (starts("BC")) {
    facts.block_width = facts.block_height = 4;
    facts.texels_in_blocks = true;
    facts.planes = {{"", name[2] == '1' || name[2] == '4' ? 8u : 16u, 1, 1}};
  } else if (in("R1_UNORM")) {
    facts.block_width = 8;
    facts.texels_in_blocks = true;
    facts.planes = {{"", 1, 1, 1}};
  } else if (in("R8G8_B8G8_UNORM", "G8R8_G8B8_UNORM", "YUY2", "Y210", "Y216")) {
    facts.block_width = 2;
    facts.texels_in_blocks = true;
    facts.planes = {{"", in("Y210", "Y216") ? 8u : 4u, 1, 1}};
  } else if (name.find("24") != std::string_view::npos) {  // D24S8, D32S8X24 and their typeless kin
    facts.planes = {{"R32_TYPELESS", 4, 1, 1}, {"R8_TYPELESS", 1, 1, 1}};
  } else if (in("NV12")) {
    facts.block_width = facts.block_height = 2;
    facts.planes = {{"R8_TYPELESS", 1, 1, 1}, {"R8G8_TYPELESS", 2, 2, 2}};
  } else if (in("P010", "P016")) {
    facts.block_width = facts.block_height = 2;
    facts.planes = {{"R16_TYPELESS", 2, 1, 1}, {"R16G16_TYPELESS", 4, 2, 2}};
  } else if (in("P208")) {
    facts.block_width = 2;
    facts.planes = {{"R8_TYPELESS", 1, 1, 1}, {"R8G8_TYPELESS", 2, 2, 1}};
  } else if (in("NV11")) {
    facts.block_width = 4;
    facts.planes = {{"R8_TYPELESS", 1, 1, 1}, {"R8G8_TYPELESS", 2, 4, 1}};
  } else if (in("V208")) {
    facts.block_height = 2;
    facts.planes = {{"R8_TYPELESS", 1, 1, 1}, {"R8_TYPELESS", 1, 1, 2}, {"R8_TYPELESS", 1, 1, 2}};
  } else if (in("V408")) {
    facts.planes = {{"R8_TYPELESS", 1, 1, 1}, {"R8_TYPELESS", 1, 1, 1}, {"R8_TYPELESS", 1, 1, 1}};
  } else if (in("AYUV", "Y410")) {
    facts.planes = {{"", 4, 1, 1}};
  } else if (in("Y416")) {
    facts.planes = {{"", 8, 1, 1}};
  } else if (in("AI44", "IA44", "P8")) {
    facts.planes = {{"", 1, 1, 1}};
  } else if (in("A8P8")) {
    facts.planes = {{"", 2, 1, 1}};
  } else {
    facts.planes = {{"", bits_in_name(name) / 8, 1, 1}};
  }
  return facts;
}

inline std::uint64_t round_up(std::uint64_t n, std::uint64_t to) {
  const std::uint64_t rest = n % to;
  return rest == 0 ? n : n + to - rest;
}

/// What a plane's width decides, for a mip of `width` texels.
struct Across {
  std::uint32_t width = 0;
  std::uint64_t row_bytes = 0;
  std::uint64_t carried = 0;  // by the last row
  std::uint64_t row_pitch = 0;
};

inline Across across(const FormatFacts& facts, std::string_view name, std::size_t plane_number,
                     std::uint64_t width) {
  const Plane& plane = facts.planes[plane_number];
  const std::uint64_t padded = round_up(width, facts.block_width);
  Across out;
  out.width = static_cast<std::uint32_t>(padded / plane.every_x);
  out.row_bytes = (facts.texels_in_blocks ? out.width / facts.block_width : out.width) * plane.bytes;
  out.carried = name == "NV11" && plane_number == 1 ? padded : out.row_bytes;
  out.row_pitch = round_up(out.carried, facts.planes.size() > 1 ? 512 : 256);
  return out;
}

/// What a plane's height decides.
struct Down {
  std::uint32_t height = 0;
  std::uint32_t rows = 0;
};

inline Down down(const FormatFacts& facts, std::size_t plane_number, std::uint64_t height) {
  const std::uint64_t padded = round_up(height, facts.block_height);
  Down out;
  out.height = static_cast<std::uint32_t>(padded / facts.planes[plane_number].every_y);
  out.rows =
      facts.texels_in_blocks ? out.height / static_cast<std::uint32_t>(facts.block_height) : out.height;
  return out;
}

/// The footprint of one subresource at offset 0.
inline Footprint place(Format copy_format, const Across& across, const Down& down, std::uint32_t depth) {
  Footprint out;
  out.format = copy_format;
  out.width = across.width;
  out.height = down.height;
  out.depth = depth;
  out.rows = down.rows;
  out.row_bytes = across.row_bytes;
  out.row_pitch = across.row_pitch;
  out.slice_pitch = out.row_pitch * out.rows;
  out.total_bytes = out.slice_pitch * depth - out.row_pitch + across.carried;
  return out;
}

}  // namespace ferry::naive
