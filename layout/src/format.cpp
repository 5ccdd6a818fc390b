#include <ferry/layout/format.hpp>

#include <algorithm>
#include <cstddef>

namespace ferry {
namespace {

// Sizes, block shapes, planes and families of all formats are those of the Direct3D 12 runtime, as published
// with Microsoft's DirectX-Headers (D3D12_PROPERTY_LAYOUT_FORMAT_TABLE).

using F = Format;

constexpr FormatInfo single(F format, std::string_view name, F family, std::uint8_t bytes) {
  FormatInfo info;
  info.name = name;
  info.format = format;
  info.family = family;
  info.typeless = format == family && name.ends_with("_TYPELESS");
  info.srgb = name.ends_with("_SRGB");
  info.planes[0] = {format, bytes, 1, 1, 1};
  return info;
}

constexpr FormatInfo block(F format, std::string_view name, std::uint8_t width, std::uint8_t bytes) {
  FormatInfo info = single(format, name, format, bytes);
  info.block_width = width;
  return info;
}

constexpr FormatInfo bc(F format, std::string_view name, F family, std::uint8_t bytes) {
  FormatInfo info = single(format, name, family, bytes);
  info.block_width = 4;
  info.block_height = 4;
  info.compressed = true;
  return info;
}

constexpr FormatInfo depth(F format, std::string_view name, F family, std::uint8_t bytes) {
  FormatInfo info = single(format, name, family, bytes);
  info.depth_stencil = true;
  return info;
}

constexpr FormatInfo depth_and_stencil(F format, std::string_view name, F family) {
  FormatInfo info = depth(format, name, family, 4);
  info.planar = true;
  info.plane_count = 2;
  info.planes[0].copy_format = F::kR32Typeless;
  info.planes[1] = {F::kR8Typeless, 1, 1, 1, 1};
  return info;
}

constexpr FormatInfo video(FormatInfo info) {
  info.video = true;
  return info;
}

constexpr FormatInfo palette(FormatInfo info) {
  info.palette = true;
  return info;
}

constexpr FormatInfo opaque(FormatInfo info, std::uint8_t block_height) {
  info.opaque = true;
  info.block_height = block_height;
  return info;
}

constexpr PlaneInfo kLuma8 = {F::kR8Typeless, 1, 1, 1, 1};
constexpr PlaneInfo kLuma16 = {F::kR16Typeless, 2, 1, 1, 1};
constexpr PlaneInfo kChroma8 = {F::kR8G8Typeless, 2, 1, 1, 1};
constexpr PlaneInfo kChroma16 = {F::kR16G16Typeless, 4, 1, 1, 1};

constexpr PlaneInfo chroma(PlaneInfo plane, std::uint8_t x, std::uint8_t y, std::uint8_t pitch_x = 0) {
  plane.subsample_x = x;
  plane.subsample_y = y;
  plane.pitch_subsample_x = pitch_x != 0 ? pitch_x : x;
  return plane;
}

constexpr FormatInfo luma_chroma(F format, std::string_view name, std::uint8_t block_width,
                                 std::uint8_t block_height, PlaneInfo luma, PlaneInfo colour) {
  FormatInfo info = single(format, name, format, luma.block_bytes);
  info.block_width = block_width;
  info.block_height = block_height;
  info.planar = true;
  info.video = true;
  info.plane_count = 2;
  info.planes[0] = luma;
  info.planes[1] = colour;
  return info;
}

constexpr FormatInfo luma_two_chromas(F format, std::string_view name, std::uint8_t block_width,
                                      std::uint8_t block_height, PlaneInfo luma, PlaneInfo colour) {
  FormatInfo info = luma_chroma(format, name, block_width, block_height, luma, colour);
  info.plane_count = 3;
  info.planes[2] = colour;
  return info;
}

constexpr FormatInfo kFormats[] = {
    single(F::kUnknown, "UNKNOWN", F::kUnknown, 1),
    single(F::kR32G32B32A32Typeless, "R32G32B32A32_TYPELESS", F::kR32G32B32A32Typeless, 16),
    single(F::kR32G32B32A32Float, "R32G32B32A32_FLOAT", F::kR32G32B32A32Typeless, 16),
    single(F::kR32G32B32A32Uint, "R32G32B32A32_UINT", F::kR32G32B32A32Typeless, 16),
    single(F::kR32G32B32A32Sint, "R32G32B32A32_SINT", F::kR32G32B32A32Typeless, 16),
    single(F::kR32G32B32Typeless, "R32G32B32_TYPELESS", F::kR32G32B32Typeless, 12),
    single(F::kR32G32B32Float, "R32G32B32_FLOAT", F::kR32G32B32Typeless, 12),
    single(F::kR32G32B32Uint, "R32G32B32_UINT", F::kR32G32B32Typeless, 12),
    single(F::kR32G32B32Sint, "R32G32B32_SINT", F::kR32G32B32Typeless, 12),
    single(F::kR16G16B16A16Typeless, "R16G16B16A16_TYPELESS", F::kR16G16B16A16Typeless, 8),
    single(F::kR16G16B16A16Float, "R16G16B16A16_FLOAT", F::kR16G16B16A16Typeless, 8),
    single(F::kR16G16B16A16Unorm, "R16G16B16A16_UNORM", F::kR16G16B16A16Typeless, 8),
    single(F::kR16G16B16A16Uint, "R16G16B16A16_UINT", F::kR16G16B16A16Typeless, 8),
    single(F::kR16G16B16A16Snorm, "R16G16B16A16_SNORM", F::kR16G16B16A16Typeless, 8),
    single(F::kR16G16B16A16Sint, "R16G16B16A16_SINT", F::kR16G16B16A16Typeless, 8),
    single(F::kR32G32Typeless, "R32G32_TYPELESS", F::kR32G32Typeless, 8),
    single(F::kR32G32Float, "R32G32_FLOAT", F::kR32G32Typeless, 8),
    single(F::kR32G32Uint, "R32G32_UINT", F::kR32G32Typeless, 8),
    single(F::kR32G32Sint, "R32G32_SINT", F::kR32G32Typeless, 8),
    depth_and_stencil(F::kR32G8X24Typeless, "R32G8X24_TYPELESS", F::kR32G8X24Typeless),
    depth_and_stencil(F::kD32FloatS8X24Uint, "D32_FLOAT_S8X24_UINT", F::kR32G8X24Typeless),
    depth_and_stencil(F::kR32FloatX8X24Typeless, "R32_FLOAT_X8X24_TYPELESS", F::kR32G8X24Typeless),
    depth_and_stencil(F::kX32TypelessG8X24Uint, "X32_TYPELESS_G8X24_UINT", F::kR32G8X24Typeless),
    single(F::kR10G10B10A2Typeless, "R10G10B10A2_TYPELESS", F::kR10G10B10A2Typeless, 4),
    single(F::kR10G10B10A2Unorm, "R10G10B10A2_UNORM", F::kR10G10B10A2Typeless, 4),
    single(F::kR10G10B10A2Uint, "R10G10B10A2_UINT", F::kR10G10B10A2Typeless, 4),
    single(F::kR11G11B10Float, "R11G11B10_FLOAT", F::kR11G11B10Float, 4),
    single(F::kR8G8B8A8Typeless, "R8G8B8A8_TYPELESS", F::kR8G8B8A8Typeless, 4),
    single(F::kR8G8B8A8Unorm, "R8G8B8A8_UNORM", F::kR8G8B8A8Typeless, 4),
    single(F::kR8G8B8A8UnormSrgb, "R8G8B8A8_UNORM_SRGB", F::kR8G8B8A8Typeless, 4),
    single(F::kR8G8B8A8Uint, "R8G8B8A8_UINT", F::kR8G8B8A8Typeless, 4),
    single(F::kR8G8B8A8Snorm, "R8G8B8A8_SNORM", F::kR8G8B8A8Typeless, 4),
    single(F::kR8G8B8A8Sint, "R8G8B8A8_SINT", F::kR8G8B8A8Typeless, 4),
    single(F::kR16G16Typeless, "R16G16_TYPELESS", F::kR16G16Typeless, 4),
    single(F::kR16G16Float, "R16G16_FLOAT", F::kR16G16Typeless, 4),
    single(F::kR16G16Unorm, "R16G16_UNORM", F::kR16G16Typeless, 4),
    single(F::kR16G16Uint, "R16G16_UINT", F::kR16G16Typeless, 4),
    single(F::kR16G16Snorm, "R16G16_SNORM", F::kR16G16Typeless, 4),
    single(F::kR16G16Sint, "R16G16_SINT", F::kR16G16Typeless, 4),
    single(F::kR32Typeless, "R32_TYPELESS", F::kR32Typeless, 4),
    depth(F::kD32Float, "D32_FLOAT", F::kR32Typeless, 4),
    single(F::kR32Float, "R32_FLOAT", F::kR32Typeless, 4),
    single(F::kR32Uint, "R32_UINT", F::kR32Typeless, 4),
    single(F::kR32Sint, "R32_SINT", F::kR32Typeless, 4),
    depth_and_stencil(F::kR24G8Typeless, "R24G8_TYPELESS", F::kR24G8Typeless),
    depth_and_stencil(F::kD24UnormS8Uint, "D24_UNORM_S8_UINT", F::kR24G8Typeless),
    depth_and_stencil(F::kR24UnormX8Typeless, "R24_UNORM_X8_TYPELESS", F::kR24G8Typeless),
    depth_and_stencil(F::kX24TypelessG8Uint, "X24_TYPELESS_G8_UINT", F::kR24G8Typeless),
    single(F::kR8G8Typeless, "R8G8_TYPELESS", F::kR8G8Typeless, 2),
    single(F::kR8G8Unorm, "R8G8_UNORM", F::kR8G8Typeless, 2),
    single(F::kR8G8Uint, "R8G8_UINT", F::kR8G8Typeless, 2),
    single(F::kR8G8Snorm, "R8G8_SNORM", F::kR8G8Typeless, 2),
    single(F::kR8G8Sint, "R8G8_SINT", F::kR8G8Typeless, 2),
    single(F::kR16Typeless, "R16_TYPELESS", F::kR16Typeless, 2),
    single(F::kR16Float, "R16_FLOAT", F::kR16Typeless, 2),
    depth(F::kD16Unorm, "D16_UNORM", F::kR16Typeless, 2),
    single(F::kR16Unorm, "R16_UNORM", F::kR16Typeless, 2),
    single(F::kR16Uint, "R16_UINT", F::kR16Typeless, 2),
    single(F::kR16Snorm, "R16_SNORM", F::kR16Typeless, 2),
    single(F::kR16Sint, "R16_SINT", F::kR16Typeless, 2),
    single(F::kR8Typeless, "R8_TYPELESS", F::kR8Typeless, 1),
    single(F::kR8Unorm, "R8_UNORM", F::kR8Typeless, 1),
    single(F::kR8Uint, "R8_UINT", F::kR8Typeless, 1),
    single(F::kR8Snorm, "R8_SNORM", F::kR8Typeless, 1),
    single(F::kR8Sint, "R8_SINT", F::kR8Typeless, 1),
    single(F::kA8Unorm, "A8_UNORM", F::kA8Unorm, 1),
    block(F::kR1Unorm, "R1_UNORM", 8, 1),
    single(F::kR9G9B9E5Sharedexp, "R9G9B9E5_SHAREDEXP", F::kR9G9B9E5Sharedexp, 4),
    block(F::kR8G8B8G8Unorm, "R8G8_B8G8_UNORM", 2, 4),
    block(F::kG8R8G8B8Unorm, "G8R8_G8B8_UNORM", 2, 4),
    bc(F::kBc1Typeless, "BC1_TYPELESS", F::kBc1Typeless, 8),
    bc(F::kBc1Unorm, "BC1_UNORM", F::kBc1Typeless, 8),
    bc(F::kBc1UnormSrgb, "BC1_UNORM_SRGB", F::kBc1Typeless, 8),
    bc(F::kBc2Typeless, "BC2_TYPELESS", F::kBc2Typeless, 16),
    bc(F::kBc2Unorm, "BC2_UNORM", F::kBc2Typeless, 16),
    bc(F::kBc2UnormSrgb, "BC2_UNORM_SRGB", F::kBc2Typeless, 16),
    bc(F::kBc3Typeless, "BC3_TYPELESS", F::kBc3Typeless, 16),
    bc(F::kBc3Unorm, "BC3_UNORM", F::kBc3Typeless, 16),
    bc(F::kBc3UnormSrgb, "BC3_UNORM_SRGB", F::kBc3Typeless, 16),
    bc(F::kBc4Typeless, "BC4_TYPELESS", F::kBc4Typeless, 8),
    bc(F::kBc4Unorm, "BC4_UNORM", F::kBc4Typeless, 8),
    bc(F::kBc4Snorm, "BC4_SNORM", F::kBc4Typeless, 8),
    bc(F::kBc5Typeless, "BC5_TYPELESS", F::kBc5Typeless, 16),
    bc(F::kBc5Unorm, "BC5_UNORM", F::kBc5Typeless, 16),
    bc(F::kBc5Snorm, "BC5_SNORM", F::kBc5Typeless, 16),
    single(F::kB5G6R5Unorm, "B5G6R5_UNORM", F::kB5G6R5Unorm, 2),
    single(F::kB5G5R5A1Unorm, "B5G5R5A1_UNORM", F::kB5G5R5A1Unorm, 2),
    single(F::kB8G8R8A8Unorm, "B8G8R8A8_UNORM", F::kB8G8R8A8Typeless, 4),
    single(F::kB8G8R8X8Unorm, "B8G8R8X8_UNORM", F::kB8G8R8X8Typeless, 4),
    single(F::kR10G10B10XrBiasA2Unorm, "R10G10B10_XR_BIAS_A2_UNORM", F::kR10G10B10A2Typeless, 4),
    single(F::kB8G8R8A8Typeless, "B8G8R8A8_TYPELESS", F::kB8G8R8A8Typeless, 4),
    single(F::kB8G8R8A8UnormSrgb, "B8G8R8A8_UNORM_SRGB", F::kB8G8R8A8Typeless, 4),
    single(F::kB8G8R8X8Typeless, "B8G8R8X8_TYPELESS", F::kB8G8R8X8Typeless, 4),
    single(F::kB8G8R8X8UnormSrgb, "B8G8R8X8_UNORM_SRGB", F::kB8G8R8X8Typeless, 4),
    bc(F::kBc6hTypeless, "BC6H_TYPELESS", F::kBc6hTypeless, 16),
    bc(F::kBc6hUf16, "BC6H_UF16", F::kBc6hTypeless, 16),
    bc(F::kBc6hSf16, "BC6H_SF16", F::kBc6hTypeless, 16),
    bc(F::kBc7Typeless, "BC7_TYPELESS", F::kBc7Typeless, 16),
    bc(F::kBc7Unorm, "BC7_UNORM", F::kBc7Typeless, 16),
    bc(F::kBc7UnormSrgb, "BC7_UNORM_SRGB", F::kBc7Typeless, 16),
    video(single(F::kAyuv, "AYUV", F::kAyuv, 4)),
    video(single(F::kY410, "Y410", F::kY410, 4)),
    video(single(F::kY416, "Y416", F::kY416, 8)),
    luma_chroma(F::kNv12, "NV12", 2, 2, kLuma8, chroma(kChroma8, 2, 2)),
    luma_chroma(F::kP010, "P010", 2, 2, kLuma16, chroma(kChroma16, 2, 2)),
    luma_chroma(F::kP016, "P016", 2, 2, kLuma16, chroma(kChroma16, 2, 2)),
    opaque(video(block(F::k420Opaque, "420_OPAQUE", 2, 1)), 2),
    video(block(F::kYuy2, "YUY2", 2, 4)),
    video(block(F::kY210, "Y210", 2, 8)),
    video(block(F::kY216, "Y216", 2, 8)),
    luma_chroma(F::kNv11, "NV11", 4, 1, kLuma8, chroma(kChroma8, 4, 1, 2)),
    palette(single(F::kAi44, "AI44", F::kAi44, 1)),
    palette(single(F::kIa44, "IA44", F::kIa44, 1)),
    palette(single(F::kP8, "P8", F::kP8, 1)),
    palette(single(F::kA8P8, "A8P8", F::kA8P8, 2)),
    single(F::kB4G4R4A4Unorm, "B4G4R4A4_UNORM", F::kB4G4R4A4Unorm, 2),
    luma_chroma(F::kP208, "P208", 2, 1, kLuma8, chroma(kChroma8, 2, 1)),
    luma_two_chromas(F::kV208, "V208", 1, 2, kLuma8, chroma(kLuma8, 1, 2)),
    luma_two_chromas(F::kV408, "V408", 1, 1, kLuma8, kLuma8),
    opaque(single(F::kSamplerFeedbackMinMipOpaque, "SAMPLER_FEEDBACK_MIN_MIP_OPAQUE",
                  F::kSamplerFeedbackMinMipOpaque, 1),
           1),
    opaque(single(F::kSamplerFeedbackMipRegionUsedOpaque, "SAMPLER_FEEDBACK_MIP_REGION_USED_OPAQUE",
                  F::kSamplerFeedbackMipRegionUsedOpaque, 1),
           1),
    single(F::kA4B4G4R4Unorm, "A4B4G4R4_UNORM", F::kA4B4G4R4Unorm, 2),
};

constexpr std::string_view kSrgbSuffix = "_SRGB";

constexpr std::array<FormatInfo, detail::kFormatTableSize> make_table() {
  std::array<FormatInfo, detail::kFormatTableSize> table = {};
  for (const FormatInfo& info : kFormats) table[static_cast<std::size_t>(info.format)] = info;
  for (const FormatInfo& srgb : kFormats) {
    if (!srgb.srgb) continue;
    const std::string_view linear_name = srgb.name.substr(0, srgb.name.size() - kSrgbSuffix.size());
    for (const FormatInfo& linear : kFormats) {
      if (linear.name != linear_name) continue;
      table[static_cast<std::size_t>(srgb.format)].srgb_twin = linear.format;
      table[static_cast<std::size_t>(linear.format)].srgb_twin = srgb.format;
    }
  }
  return table;
}

constexpr char upper(char c) {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

bool same_word(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return upper(x) == upper(y); });
}

}  // namespace

namespace detail {
constexpr std::array<FormatInfo, kFormatTableSize> kFormatTable = make_table();
}  // namespace detail

std::string_view format_name(Format format) noexcept {
  const FormatInfo* info = format_info(format);
  return info != nullptr ? info->name : "invalid format";
}

Result<Format> parse_format(std::string_view name) {
  constexpr std::string_view kPrefix = "DXGI_FORMAT_";
  std::string_view word = name;
  if (word.size() > kPrefix.size() && same_word(word.substr(0, kPrefix.size()), kPrefix)) {
    word.remove_prefix(kPrefix.size());
  }
  for (const FormatInfo& info : kFormats) {
    if (same_word(word, info.name)) return info.format;
  }
  return fail(ErrorCode::kNotFound, "'", name,
              "' is no format; write a DXGI_FORMAT name such as R8G8B8A8_UNORM or BC7_UNORM_SRGB");
}

Format to_srgb(Format format) noexcept {
  const FormatInfo* info = format_info(format);
  if (info == nullptr || info->srgb || info->srgb_twin == Format::kUnknown) return format;
  return info->srgb_twin;
}

Format to_linear(Format format) noexcept {
  const FormatInfo* info = format_info(format);
  return info != nullptr && info->srgb ? info->srgb_twin : format;
}

bool same_family(Format a, Format b) noexcept {
  const FormatInfo* info_a = format_info(a);
  const FormatInfo* info_b = format_info(b);
  return info_a != nullptr && info_b != nullptr && info_a->family == info_b->family;
}

}  // namespace ferry
