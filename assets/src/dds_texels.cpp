#include "dds_texels.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "texel_expand.hpp"

namespace ferry::dds {
namespace {

using Oddities = std::vector<std::string>;

struct CodedFormat {
  std::uint32_t code;
  Format format;
  AlphaMode alpha = AlphaMode::kUnknown;
  /// Empty, or what somebody who looks at the file should know.
  std::string_view oddity = {};
};

// Besides Microsoft's: BC6H, BC7L and BC7 of some engines' tools, A2XY of NVIDIA's, RXGB of Doom 3's.
constexpr CodedFormat kCodedFormats[] = {
    {four_cc('D', 'X', 'T', '1'), Format::kBc1Unorm},
    {four_cc('D', 'X', 'T', '2'), Format::kBc2Unorm, AlphaMode::kPremultiplied},
    {four_cc('D', 'X', 'T', '3'), Format::kBc2Unorm},
    {four_cc('D', 'X', 'T', '4'), Format::kBc3Unorm, AlphaMode::kPremultiplied},
    {four_cc('D', 'X', 'T', '5'), Format::kBc3Unorm},
    {four_cc('R', 'X', 'G', 'B'), Format::kBc3Unorm, AlphaMode::kCustom,
     "the FourCC `RXGB` says that red is in the alpha channel, as in normal maps"},
    {four_cc('A', 'T', 'I', '1'), Format::kBc4Unorm},
    {four_cc('B', 'C', '4', 'U'), Format::kBc4Unorm},
    {four_cc('B', 'C', '4', 'S'), Format::kBc4Snorm},
    {four_cc('A', 'T', 'I', '2'), Format::kBc5Unorm},
    {four_cc('A', '2', 'X', 'Y'), Format::kBc5Unorm},
    {four_cc('B', 'C', '5', 'U'), Format::kBc5Unorm},
    {four_cc('B', 'C', '5', 'S'), Format::kBc5Snorm},
    {four_cc('B', 'C', '6', 'H'), Format::kBc6hUf16},
    {four_cc('B', 'C', '7', 'L'), Format::kBc7Unorm},
    {four_cc('B', 'C', '7', '\0'), Format::kBc7Unorm},
    {four_cc('R', 'G', 'B', 'G'), Format::kR8G8B8G8Unorm},
    {four_cc('G', 'R', 'G', 'B'), Format::kG8R8G8B8Unorm},
    {four_cc('Y', 'U', 'Y', '2'), Format::kYuy2},
    {four_cc('U', 'Y', 'V', 'Y'), Format::kYuy2},
    // D3DFORMAT numbers.
    {36, Format::kR16G16B16A16Unorm},
    {110, Format::kR16G16B16A16Snorm},
    {111, Format::kR16Float},
    {112, Format::kR16G16Float},
    {113, Format::kR16G16B16A16Float},
    {114, Format::kR32Float},
    {115, Format::kR32G32Float},
    {116, Format::kR32G32B32A32Float},
    {117, Format::kR8G8Snorm, AlphaMode::kUnknown,
     "D3DFMT_CxV8U8: the third component, sqrt(1 - U*U - V*V), is for the shader to compute"},
};

struct MaskedFormat {
  std::uint32_t kind;  // one of the pixel format's flags
  std::uint32_t bits;
  std::uint32_t red, green, blue, alpha;
  Format format;
};

constexpr MaskedFormat kMaskedFormats[] = {
    {kRgb, 32, 0x00ff0000, 0x0000ff00, 0x000000ff, 0xff000000, Format::kB8G8R8A8Unorm},
    {kRgb, 32, 0x00ff0000, 0x0000ff00, 0x000000ff, 0x00000000, Format::kB8G8R8X8Unorm},
    {kRgb, 32, 0x000000ff, 0x0000ff00, 0x00ff0000, 0xff000000, Format::kR8G8B8A8Unorm},
    {kRgb, 32, 0x0000ffff, 0xffff0000, 0x00000000, 0x00000000, Format::kR16G16Unorm},
    {kRgb, 32, 0xffffffff, 0x00000000, 0x00000000, 0x00000000, Format::kR32Float},
    {kRgb, 16, 0xf800, 0x07e0, 0x001f, 0x0000, Format::kB5G6R5Unorm},
    {kRgb, 16, 0x7c00, 0x03e0, 0x001f, 0x8000, Format::kB5G5R5A1Unorm},
    {kRgb, 16, 0x0f00, 0x00f0, 0x000f, 0xf000, Format::kB4G4R4A4Unorm},
    {kRgb, 16, 0xf000, 0x0f00, 0x00f0, 0x000f, Format::kA4B4G4R4Unorm},
    {kRgb, 16, 0x00ff, 0xff00, 0x0000, 0x0000, Format::kR8G8Unorm},
    // Luminance, as some of NVIDIA's tools call it.
    {kRgb, 16, 0x00ff, 0x0000, 0x0000, 0xff00, Format::kR8G8Unorm},
    {kRgb, 16, 0xffff, 0x0000, 0x0000, 0x0000, Format::kR16Unorm},
    {kRgb, 8, 0xff, 0x00, 0x00, 0x00, Format::kR8Unorm},
    {kLuminance, 8, 0xff, 0x00, 0x00, 0x00, Format::kR8Unorm},
    {kLuminance, 16, 0xffff, 0x0000, 0x0000, 0x0000, Format::kR16Unorm},
    {kLuminance, 16, 0x00ff, 0x0000, 0x0000, 0xff00, Format::kR8G8Unorm},
    {kLuminance, 32, 0x0000ffff, 0x00000000, 0x00000000, 0xffff0000, Format::kR16G16Unorm},
    {kBumpDuDv, 16, 0x00ff, 0xff00, 0x0000, 0x0000, Format::kR8G8Snorm},
    {kBumpDuDv, 32, 0x000000ff, 0x0000ff00, 0x00ff0000, 0xff000000, Format::kR8G8B8A8Snorm},
    {kBumpDuDv, 32, 0x0000ffff, 0xffff0000, 0x00000000, 0x00000000, Format::kR16G16Snorm},
};

Result<TexelPlan> plan_dx10(const Header& header, Oddities& oddities) {
  TexelPlan plan;
  plan.format = static_cast<Format>(header.dxgi_format);
  const FormatInfo* const info = format_info(plan.format);
  if (info == nullptr || plan.format == Format::kUnknown) {
    return fail(ErrorCode::kUnsupported, "the DX10 header names format ", header.dxgi_format,
                ", which is no DXGI_FORMAT of Direct3D 12");
  }
  if (info->palette || info->opaque) {
    return fail(ErrorCode::kUnsupported, "the DX10 header names ", info->name,
                ", which Direct3D 12 knows only by name; convert the file to another format");
  }
  if (info->depth_stencil && info->plane_count > 1) {
    return fail(
        ErrorCode::kUnsupported, "the DX10 header names ", info->name,
        ": a file interleaves depth and stencil, which Direct3D 12 keeps apart; store them as two files");
  }
  const std::uint32_t alpha = header.misc_flags2 & 7;
  constexpr AlphaMode kModes[] = {AlphaMode::kUnknown, AlphaMode::kStraight, AlphaMode::kPremultiplied,
                                  AlphaMode::kOpaque, AlphaMode::kCustom};
  if (alpha < std::size(kModes)) {
    plan.alpha = kModes[alpha];
  } else {
    oddities.push_back(text("the alpha mode ", alpha, " of the DX10 header is none of 0 to 4"));
  }
  return plan;
}

Result<TexelPlan> plan_four_cc(const PixelFormat& file, Oddities& oddities) {
  const auto* const found =
      std::find_if(std::begin(kCodedFormats), std::end(kCodedFormats),
                   [&](const CodedFormat& coded) { return coded.code == file.four_cc; });
  if (found != std::end(kCodedFormats)) {
    TexelPlan plan;
    plan.format = found->format;
    plan.alpha = found->alpha;
    plan.swap_bytes = found->code == four_cc('U', 'Y', 'V', 'Y');
    if (!found->oddity.empty()) oddities.emplace_back(found->oddity);
    const FormatInfo* const info = format_info(plan.format);
    if (info->compressed && file.bit_count > 0xffff) {
      oddities.push_back(text("the pixel format's bit count holds the code ", four_cc_text(file.bit_count),
                              ", with which some tools mark the channels of normal maps"));
    }
    return plan;
  }
  if (file.four_cc == four_cc('X', 'B', 'O', 'X')) {
    return fail(
        ErrorCode::kUnsupported,
        "the DDS is tiled for an Xbox (FourCC `XBOX`); save it untiled, for example with xbdecompress");
  }
  if (file.four_cc != 0 && file.four_cc < 192) {
    return fail(ErrorCode::kUnsupported, "the FourCC is the number ", file.four_cc,
                ", which may be a D3DFORMAT or a DXGI_FORMAT; save the file with a DX10 header");
  }
  return fail(ErrorCode::kUnsupported, "the FourCC ", four_cc_text(file.four_cc),
              " names no format that Direct3D 12 has; convert the file to a BC format");
}

/// The masks of a pixel format as fields, in the order red, green, blue, alpha.
Result<TexelFields> fields_of(const PixelFormat& file) {
  constexpr std::string_view kNames[] = {"red", "green", "blue", "alpha"};
  const std::uint32_t masks[] = {file.red_mask, file.green_mask, file.blue_mask, file.alpha_mask};
  if (file.bit_count != 8 && file.bit_count != 16 && file.bit_count != 24 && file.bit_count != 32) {
    return fail(ErrorCode::kUnsupported, "a texel of ", file.bit_count,
                " bits with bit masks; 8, 16, 24 and 32 bits are read");
  }
  TexelFields fields;
  for (std::size_t c = 0; c < 4; ++c) {
    if (file.bit_count < 32 && masks[c] >> file.bit_count != 0) {
      return fail(ErrorCode::kCorrupt, "the mask ", Hex{masks[c]}, " of ", kNames[c], " reaches past the ",
                  file.bit_count, " bits of a texel");
    }
    const std::optional<BitField> field = bit_field(masks[c]);
    if (!field) {
      return fail(ErrorCode::kUnsupported, "the bits of the mask ", Hex{masks[c]}, " of ", kNames[c],
                  " do not lie side by side");
    }
    fields[c] = *field;
  }
  return fields;
}

unsigned widest(const TexelFields& fields) {
  return std::max({fields[0].bits, fields[1].bits, fields[2].bits, fields[3].bits});
}

TexelPlan expand_colour(const PixelFormat& file, const TexelFields& fields) {
  TexelPlan plan;
  plan.source_bytes = file.bit_count / 8;
  if (widest(fields) <= 8) {
    constexpr TexelFields kRgbx = {BitField{0, 8}, BitField{8, 8}, BitField{16, 8}, BitField{}};
    plan.format = Format::kR8G8B8A8Unorm;
    plan.convert = plan.source_bytes == 4 && fields == kRgbx ? make_rgba8_opaque()
                                                             : expand_to_rgba8(plan.source_bytes, fields);
  } else {
    plan.format = Format::kR16G16B16A16Unorm;
    plan.convert = expand_to_rgba16(plan.source_bytes, fields);
  }
  if (fields[3].bits == 0) plan.alpha = AlphaMode::kOpaque;
  return plan;
}

/// A 10:10:10:2 format, whichever way round; no format otherwise.
TexelPlan plan_10_10_10_2(const PixelFormat& file, bool exact_masks, Oddities& oddities) {
  TexelPlan plan;
  constexpr std::uint32_t kLow = 0x000003ff;
  constexpr std::uint32_t kHigh = 0x3ff00000;
  const bool red_low = file.red_mask == kLow && file.blue_mask == kHigh;
  const bool red_high = file.red_mask == kHigh && file.blue_mask == kLow;
  // Microsoft's own table of formats leaves the mask of alpha out.
  const bool has_alpha = file.alpha_mask == 0xc0000000 || (file.flags & kAlphaPixels) != 0;
  if (file.bit_count != 32 || !(red_low || red_high) || file.green_mask != 0x000ffc00 ||
      (file.alpha_mask != 0 && file.alpha_mask != 0xc0000000)) {
    return plan;
  }
  plan.format = Format::kR10G10B10A2Unorm;
  if (!exact_masks) {
    oddities.emplace_back(
        "the masks of red and blue are taken for swapped, as D3DX writes them for 10:10:10:2 bits");
  }
  const bool swap = exact_masks ? red_high : red_low;
  if (swap || !has_alpha) {
    plan.source_bytes = 4;
    plan.convert = change_10_10_10_2(swap, !has_alpha);
  }
  if (!has_alpha) plan.alpha = AlphaMode::kOpaque;
  return plan;
}

Format masked_format(const PixelFormat& file, std::uint32_t kind) {
  for (const MaskedFormat& masked : kMaskedFormats) {
    if (masked.kind == kind && masked.bits == file.bit_count && masked.red == file.red_mask &&
        masked.green == file.green_mask && masked.blue == file.blue_mask && masked.alpha == file.alpha_mask) {
      return masked.format;
    }
  }
  return Format::kUnknown;
}

Result<TexelPlan> plan_rgb(const PixelFormat& file, const DdsOptions& options, Oddities& oddities) {
  TexelPlan plan = plan_10_10_10_2(file, options.exact_10_bit_masks, oddities);
  if (plan.format != Format::kUnknown) return plan;
  plan.format = masked_format(file, kRgb);
  if (plan.format == Format::kR32Float) {
    oddities.emplace_back("one mask of 32 bits is taken for a float, as D3DX writes R32_FLOAT");
  }
  if (plan.format != Format::kUnknown) return plan;
  const Result<TexelFields> fields = fields_of(file);
  if (!fields) return fail(fields.error());
  if (widest(*fields) == 0) {
    return fail(ErrorCode::kCorrupt, "the pixel format has RGB texels, but all its bit masks are 0");
  }
  return expand_colour(file, *fields);
}

Result<TexelPlan> plan_luminance(PixelFormat file, const DdsOptions& options, Oddities& oddities) {
  // Only red's mask counts; some writers repeat it.
  file.green_mask = 0;
  file.blue_mask = 0;
  const bool fits = file.bit_count >= 32 || file.red_mask >> file.bit_count == 0;
  if (file.bit_count == 8 && file.red_mask == 0xff && file.alpha_mask == 0xff00) {
    oddities.emplace_back("a bit count of 8 for luminance and alpha of 8 bits each is taken for 16");
    file.bit_count = 16;
  } else if ((file.bit_count == 8 || file.bit_count == 16) && file.alpha_mask == 0 &&
             (file.red_mask == 0 || !fits)) {
    oddities.push_back(text("the mask ", Hex{file.red_mask}, " of luminance has no place in ", file.bit_count,
                            " bits; all of them are taken"));
    file.red_mask = file.bit_count == 8 ? 0xff : 0xffff;
  }
  TexelPlan plan;
  if (!options.expand_luminance) plan.format = masked_format(file, kLuminance);
  if (plan.format != Format::kUnknown) return plan;
  Result<TexelFields> fields = fields_of(file);
  if (!fields) return fail(std::move(fields).error());
  if ((*fields)[0].bits == 0 || widest(*fields) > 16) {
    return fail(ErrorCode::kUnsupported, "luminance with the mask ", Hex{file.red_mask}, " in ",
                file.bit_count, " bits; up to 16 bits are read");
  }
  if (options.expand_luminance || file.alpha_mask == 0) {
    (*fields)[1] = (*fields)[2] = (*fields)[0];
    return expand_colour(file, *fields);
  }
  const TexelFields two = {(*fields)[0], (*fields)[3]};
  plan.source_bytes = file.bit_count / 8;
  const bool narrow = widest(two) <= 8;
  plan.format = narrow ? Format::kR8G8Unorm : Format::kR16G16Unorm;
  plan.convert = narrow ? expand_to_rg8(plan.source_bytes, two) : expand_to_rg16(plan.source_bytes, two);
  return plan;
}

Result<TexelPlan> plan_bump_map(PixelFormat file, std::uint32_t kind, const DdsOptions& options) {
  TexelPlan plan;
  plan.format = masked_format(file, kind);
  if (plan.format != Format::kUnknown) return plan;
  if (file.bit_count == 32 && file.red_mask == 0x3ff00000 && file.blue_mask == 0x3ff &&
      !options.exact_10_bit_masks) {
    std::swap(file.red_mask, file.blue_mask);  // A2W10V10U10, as D3DX writes it
  }
  const Result<TexelFields> fields = fields_of(file);
  if (!fields) return fail(fields.error());
  if (widest(*fields) == 0) {
    return fail(ErrorCode::kCorrupt, "the pixel format is of a bump map, but all its bit masks are 0");
  }
  plan.format = Format::kR16G16B16A16Snorm;
  plan.source_bytes = file.bit_count / 8;
  // Of L6V5U5 and X8L8V8U8 the third channel is luminance, of A2W10V10U10 the fourth is alpha: unsigned both.
  const std::array<bool, 4> is_signed = {true, true, kind == kBumpDuDv, (file.flags & kAlphaPixels) == 0};
  plan.convert = expand_to_rgba16_snorm(plan.source_bytes, *fields, is_signed);
  return plan;
}

Result<TexelPlan> plan_palette(const PixelFormat& file, std::span<const std::byte> body) {
  constexpr std::size_t kPaletteBytes = std::size_t{256} * 4;
  const bool with_alpha = (file.flags & kAlphaPixels) != 0;
  if (file.bit_count != (with_alpha ? 16U : 8U)) {
    return fail(ErrorCode::kUnsupported, "a palette with texels of ", file.bit_count,
                " bits; 8 are read, 16 with alpha");
  }
  if (body.size() < kPaletteBytes) {
    return fail(ErrorCode::kCorrupt, "the DDS is cut short: it has ", body.size(), " of its palette's ",
                kPaletteBytes, " bytes");
  }
  TexelPlan plan;
  plan.format = Format::kR8G8B8A8Unorm;
  plan.source_bytes = file.bit_count / 8;
  plan.palette_bytes = kPaletteBytes;
  plan.convert = look_up_palette(body.data(), with_alpha);
  return plan;
}

}  // namespace

Result<TexelPlan> plan_texels(const Header& header, std::span<const std::byte> body,
                              const DdsOptions& options, Oddities& oddities) {
  if (header.has_dx10) return plan_dx10(header, oddities);
  PixelFormat file = header.pixel_format;
  if ((file.flags & kFourCc) != 0) return plan_four_cc(file, oddities);
  if ((file.flags & kPalette8) != 0) return plan_palette(file, body);
  if ((file.flags & (kPalette4 | kPalette2 | kPalette1)) != 0) {
    return fail(ErrorCode::kUnsupported, "a palette of less than 256 colours; convert the file to RGB");
  }
  if ((file.flags & (kAlphaPixels | kAlphaOnly)) == 0 && file.alpha_mask != 0 &&
      (file.flags & kBumpDuDv) == 0) {
    oddities.push_back(
        text("the mask ", Hex{file.alpha_mask},
             " of alpha is passed over, since the pixel format's flags say that there is no alpha"));
    file.alpha_mask = 0;
  }
  if ((file.flags & kRgb) != 0) return plan_rgb(file, options, oddities);
  if ((file.flags & kLuminance) != 0) return plan_luminance(file, options, oddities);
  if ((file.flags & kBumpDuDv) != 0) return plan_bump_map(file, kBumpDuDv, options);
  if ((file.flags & kBumpLuminance) != 0) return plan_bump_map(file, kBumpLuminance, options);
  if ((file.flags & (kAlphaOnly | kAlphaPixels)) != 0 && file.bit_count == 8) {
    TexelPlan plan;
    plan.format = Format::kA8Unorm;
    return plan;
  }
  return fail(ErrorCode::kUnsupported, "texels of ", file.bit_count, " bits with the pixel format's flags ",
              Hex{file.flags},
              ", which say neither colours, luminance nor alpha of 8 bits; save the file with a DX10 header");
}

}  // namespace ferry::dds
