#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include <ferry/base/result.hpp>

// The bytes at the front of a DDS file, named as in the Direct3D documentation's pages "DDS_HEADER structure",
// "DDS_PIXELFORMAT structure" and "DDS_HEADER_DXT10 structure".

namespace ferry::dds {

constexpr std::uint32_t four_cc(char a, char b, char c, char d) {
  const auto byte = [](char letter) { return std::uint32_t{static_cast<unsigned char>(letter)}; };
  return byte(a) | byte(b) << 8 | byte(c) << 16 | byte(d) << 24;
}

inline constexpr std::uint32_t kMagic = four_cc('D', 'D', 'S', ' ');
inline constexpr std::uint32_t kDx10 = four_cc('D', 'X', '1', '0');
inline constexpr std::size_t kHeaderBytes = 4 + 124;
inline constexpr std::size_t kDx10HeaderBytes = kHeaderBytes + 20;

/// DDS_HEADER::dwFlags.
inline constexpr std::uint32_t kHasCaps = 0x1;
inline constexpr std::uint32_t kHasHeight = 0x2;
inline constexpr std::uint32_t kHasWidth = 0x4;
inline constexpr std::uint32_t kHasPitch = 0x8;
inline constexpr std::uint32_t kHasPixelFormat = 0x1000;
inline constexpr std::uint32_t kHasMipCount = 0x20000;
inline constexpr std::uint32_t kHasLinearSize = 0x80000;
inline constexpr std::uint32_t kHasDepth = 0x800000;
/// Set in every file, as the documentation asks.
inline constexpr std::uint32_t kAlwaysThere = kHasCaps | kHasHeight | kHasWidth | kHasPixelFormat;

/// DDS_HEADER::dwCaps and dwCaps2.
inline constexpr std::uint32_t kCapsComplex = 0x8;
inline constexpr std::uint32_t kCapsTexture = 0x1000;
inline constexpr std::uint32_t kCapsMipMap = 0x400000;
inline constexpr std::uint32_t kCaps2Cube = 0x200;
inline constexpr std::uint32_t kCaps2AllFaces = 0xfc00;
inline constexpr std::uint32_t kCaps2Volume = 0x200000;

/// DDS_PIXELFORMAT::dwFlags.
inline constexpr std::uint32_t kAlphaPixels = 0x1;
inline constexpr std::uint32_t kAlphaOnly = 0x2;
inline constexpr std::uint32_t kFourCc = 0x4;
inline constexpr std::uint32_t kPalette4 = 0x8;
inline constexpr std::uint32_t kPalette8 = 0x20;
inline constexpr std::uint32_t kRgb = 0x40;
inline constexpr std::uint32_t kYuv = 0x200;
inline constexpr std::uint32_t kPalette1 = 0x800;
inline constexpr std::uint32_t kPalette2 = 0x1000;
inline constexpr std::uint32_t kLuminance = 0x20000;
inline constexpr std::uint32_t kBumpLuminance = 0x40000;
inline constexpr std::uint32_t kBumpDuDv = 0x80000;

/// DDS_HEADER_DXT10::miscFlag.
inline constexpr std::uint32_t kMiscCube = 0x4;

struct PixelFormat {
  std::uint32_t size = 32;
  std::uint32_t flags = 0;
  std::uint32_t four_cc = 0;
  std::uint32_t bit_count = 0;
  std::uint32_t red_mask = 0;
  std::uint32_t green_mask = 0;
  std::uint32_t blue_mask = 0;
  std::uint32_t alpha_mask = 0;
};

struct Header {
  std::uint32_t size = 124;
  std::uint32_t flags = 0;
  std::uint32_t height = 0;
  std::uint32_t width = 0;
  std::uint32_t pitch_or_linear_size = 0;
  std::uint32_t depth = 0;
  std::uint32_t mip_count = 0;
  PixelFormat pixel_format;
  std::uint32_t caps = 0;
  std::uint32_t caps2 = 0;
  /// What follows is of the DX10 header alone.
  bool has_dx10 = false;
  std::uint32_t dxgi_format = 0;
  std::uint32_t dimension = 0;
  std::uint32_t misc_flag = 0;
  std::uint32_t array_size = 0;
  std::uint32_t misc_flags2 = 0;
};

/// Takes the header apart; judges nothing but whether there is one.
Result<Header> parse_header(std::span<const std::byte> file);

/// Bytes that write_header() writes.
constexpr std::size_t header_bytes(const Header& header) {
  return header.has_dx10 ? kDx10HeaderBytes : kHeaderBytes;
}

/// At `out`, header_bytes(header) of them.
void write_header(const Header& header, std::byte* out);

/// A FourCC for people: its letters, or its number where they cannot be shown.
std::string four_cc_text(std::uint32_t code);

}  // namespace ferry::dds
