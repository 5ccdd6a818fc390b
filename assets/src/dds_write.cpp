#include <ferry/assets/dds_write.hpp>

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

#include <ferry/assets/file.hpp>
#include <ferry/base/units.hpp>
#include <ferry/layout/footprint.hpp>

#include "dds_header.hpp"

namespace ferry {
namespace {

using namespace dds;

/// The pixel format that says `format` with no DX10 header, where every reader takes it to mean the same.
std::optional<PixelFormat> legacy_format(Format format, AlphaMode alpha) {
  const auto coded = [](const char(&letters)[5]) {
    PixelFormat result;
    result.flags = kFourCc;
    result.four_cc = four_cc(letters[0], letters[1], letters[2], letters[3]);
    return result;
  };
  const auto masked = [](std::uint32_t flags, std::uint32_t bits, std::uint32_t red, std::uint32_t green,
                         std::uint32_t blue, std::uint32_t alpha_mask) {
    return PixelFormat{.flags = flags | (alpha_mask != 0 && flags != kAlphaOnly ? kAlphaPixels : 0),
                       .bit_count = bits,
                       .red_mask = red,
                       .green_mask = green,
                       .blue_mask = blue,
                       .alpha_mask = alpha_mask};
  };
  if (alpha == AlphaMode::kPremultiplied) {
    if (format == Format::kBc2Unorm) return coded("DXT2");
    if (format == Format::kBc3Unorm) return coded("DXT4");
  }
  if (alpha != AlphaMode::kUnknown) return std::nullopt;
  switch (format) {
    case Format::kBc1Unorm:
      return coded("DXT1");
    case Format::kBc2Unorm:
      return coded("DXT3");
    case Format::kBc3Unorm:
      return coded("DXT5");
    case Format::kR8G8B8G8Unorm:
      return coded("RGBG");
    case Format::kG8R8G8B8Unorm:
      return coded("GRGB");
    case Format::kYuy2:
      return coded("YUY2");
    case Format::kR8G8B8A8Unorm:
      return masked(kRgb, 32, 0xff, 0xff00, 0xff0000, 0xff000000);
    case Format::kB8G8R8A8Unorm:
      return masked(kRgb, 32, 0xff0000, 0xff00, 0xff, 0xff000000);
    case Format::kB8G8R8X8Unorm:
      return masked(kRgb, 32, 0xff0000, 0xff00, 0xff, 0);
    case Format::kR16G16Unorm:
      return masked(kRgb, 32, 0xffff, 0xffff0000, 0, 0);
    case Format::kB5G6R5Unorm:
      return masked(kRgb, 16, 0xf800, 0x7e0, 0x1f, 0);
    case Format::kB5G5R5A1Unorm:
      return masked(kRgb, 16, 0x7c00, 0x3e0, 0x1f, 0x8000);
    case Format::kB4G4R4A4Unorm:
      return masked(kRgb, 16, 0xf00, 0xf0, 0xf, 0xf000);
    case Format::kR8Unorm:
      return masked(kLuminance, 8, 0xff, 0, 0, 0);
    case Format::kR16Unorm:
      return masked(kLuminance, 16, 0xffff, 0, 0, 0);
    case Format::kR8G8Unorm:
      return masked(kLuminance, 16, 0xff, 0, 0, 0xff00);
    case Format::kA8Unorm:
      return masked(kAlphaOnly, 8, 0, 0, 0, 0xff);
    default:
      return std::nullopt;
  }
}

std::uint32_t alpha_number(AlphaMode mode) {
  switch (mode) {
    case AlphaMode::kStraight:
      return 1;
    case AlphaMode::kPremultiplied:
      return 2;
    case AlphaMode::kOpaque:
      return 3;
    case AlphaMode::kCustom:
      return 4;
    case AlphaMode::kUnknown:
      break;
  }
  return 0;
}

/// As the file has it: rows without padding; NV11's chroma alone has unused bytes beside it.
Result<Footprint> in_file(const TextureImage& image, std::uint32_t subresource) {
  return footprint(image.desc, subresource, 0, {.unrestricted = true});
}

Result<void> check(const TextureImage& image) {
  const TextureDesc& desc = image.desc;
  if (auto valid = validate(desc); !valid) return valid;
  const FormatInfo& info = *format_info(desc.format);
  if (desc.dimension == Dimension::kBuffer) return fail(ErrorCode::kInvalidArgument, "a DDS holds no buffer");
  if (desc.sample_count != 1) {
    return fail(ErrorCode::kUnsupported, "a DDS holds no texture of ", desc.sample_count,
                " samples; resolve it first");
  }
  if (info.palette || info.opaque || (info.depth_stencil && info.plane_count > 1)) {
    return fail(ErrorCode::kUnsupported, "a DDS holds no texels of ", info.name);
  }
  if (desc.mip_levels == 0) {
    return fail(ErrorCode::kInvalidArgument,
                "an image must say how many mip levels it has; 0 is only for creation");
  }
  if (image.cube && (desc.dimension != Dimension::kTexture2D || desc.depth_or_array_size % 6 != 0)) {
    return fail(ErrorCode::kInvalidArgument,
                "a cube is a 2D texture with a multiple of 6 array slices, not a ", to_string(desc.dimension),
                " with ", array_size(desc));
  }
  if (image.parts.size() != subresource_count(desc)) {
    return fail(ErrorCode::kInvalidArgument, "the image has ", image.parts.size(), " parts; its ",
                subresource_count(desc), " subresources need one each");
  }
  for (std::uint32_t i = 0; i < image.parts.size(); ++i) {
    const auto whole = in_file(image, i);
    if (!whole) return fail(whole.error());
    const ImagePart& part = image.parts[i];
    if (part.data == nullptr) {
      return fail(ErrorCode::kInvalidArgument, "part ", i, " of the image has no data");
    }
    if (!image.convert && whole->rows > 1 && part.row_pitch < whole->row_bytes) {
      return fail(ErrorCode::kInvalidArgument, "the row pitch ", part.row_pitch, " of part ", i,
                  " of the image is less than the ", whole->row_bytes, " bytes of a row");
    }
  }
  return {};
}

Result<Header> make_header(const TextureImage& image, DdsHeaderChoice choice) {
  if (auto good = check(image); !good) return fail(std::move(good).error());
  const TextureDesc& desc = image.desc;
  const bool volume = desc.dimension == Dimension::kTexture3D;
  Header header;
  header.flags = kAlwaysThere;
  header.caps = kCapsTexture;
  header.width = static_cast<std::uint32_t>(desc.width);
  header.height = desc.height;
  header.depth = volume ? desc.depth_or_array_size : 1;
  header.mip_count = desc.mip_levels;
  if (desc.mip_levels > 1) {
    header.flags |= kHasMipCount;
    header.caps |= kCapsComplex | kCapsMipMap;
  }
  if (volume) {
    header.flags |= kHasDepth;
    header.caps |= kCapsComplex;
    header.caps2 |= kCaps2Volume;
  }
  if (image.cube) {
    header.caps |= kCapsComplex;
    header.caps2 |= kCaps2Cube | kCaps2AllFaces;
  }
  const auto top = in_file(image, 0);
  if (!top) return fail(top.error());
  const bool compressed = format_info(desc.format)->compressed;
  header.flags |= compressed ? kHasLinearSize : kHasPitch;
  // At most 16384 rows of 4096 blocks: fits.
  header.pitch_or_linear_size = static_cast<std::uint32_t>(compressed ? top->slice_pitch : top->row_pitch);

  const auto legacy = legacy_format(desc.format, image.alpha);
  header.has_dx10 = choice == DdsHeaderChoice::kDx10 || !legacy || desc.dimension == Dimension::kTexture1D ||
                    (image.cube ? array_size(desc) != 6 : array_size(desc) != 1);
  if (!header.has_dx10) {
    header.pixel_format = *legacy;
    return header;
  }
  header.pixel_format.flags = kFourCc;
  header.pixel_format.four_cc = kDx10;
  header.dxgi_format = static_cast<std::uint32_t>(desc.format);
  header.dimension = static_cast<std::uint32_t>(desc.dimension);
  header.misc_flag = image.cube ? kMiscCube : 0;
  header.array_size = image.cube ? array_size(desc) / 6 : array_size(desc);
  header.misc_flags2 = alpha_number(image.alpha);
  return header;
}

/// Calls `next(subresource, footprint in the file)` in the file's order.
template <typename Next>
Result<void> each_part(const TextureImage& image, const Next& next) {
  const TextureDesc& desc = image.desc;
  for (std::uint32_t slice = 0; slice < array_size(desc); ++slice) {
    for (std::uint32_t mip = 0; mip < desc.mip_levels; ++mip) {
      for (std::uint32_t plane = 0; plane < plane_count(desc); ++plane) {
        const std::uint32_t subresource = subresource_index(desc, {mip, slice, plane});
        const auto whole = in_file(image, subresource);
        if (!whole) return fail(whole.error());
        if (auto done = next(subresource, *whole); !done) return done;
      }
    }
  }
  return {};
}

Result<std::uint64_t> file_bytes(const TextureImage& image, const Header& header) {
  std::uint64_t bytes = header_bytes(header);
  auto counted = each_part(image, [&](std::uint32_t /*subresource*/, const Footprint& whole) -> Result<void> {
    bytes += whole.slice_pitch * whole.depth;
    return {};
  });
  if (!counted) return fail(std::move(counted).error());
  return bytes;
}

/// Rows as the file has them at `out`, which has room for them.
Result<void> put_rows(const TextureImage& image, const RowRange& range, const Footprint& whole,
                      std::byte* out) {
  if (whole.row_pitch != whole.row_bytes) {
    std::memset(out, 0, static_cast<std::size_t>(whole.row_pitch * range.rows));
  }
  return write_rows(image, range, out, whole.row_pitch);
}

}  // namespace

Result<std::uint64_t> dds_bytes(const TextureImage& image, DdsHeaderChoice choice) {
  auto header = make_header(image, choice);
  if (!header) return fail(std::move(header).error());
  return file_bytes(image, *header);
}

Result<ByteBuffer> encode_dds(const TextureImage& image, DdsHeaderChoice choice) {
  auto header = make_header(image, choice);
  if (!header) return fail(std::move(header).error());
  const auto bytes = file_bytes(image, *header);
  if (!bytes) return fail(bytes.error());
  auto file = ByteBuffer::make(*bytes, "the DDS file");
  if (!file) return fail(std::move(file).error());
  write_header(*header, file->data());
  std::byte* out = file->data() + header_bytes(*header);
  auto written = each_part(image, [&](std::uint32_t subresource, const Footprint& whole) -> Result<void> {
    for (std::uint32_t slice = 0; slice < whole.depth; ++slice) {
      if (auto done = put_rows(image, {subresource, slice, 0, whole.rows}, whole, out); !done) return done;
      out += whole.slice_pitch;
    }
    return {};
  });
  if (!written) return fail(std::move(written).error());
  return file;
}

Result<void> save_dds(const std::filesystem::path& path, const TextureImage& image, DdsHeaderChoice choice) {
  auto header = make_header(image, choice);
  if (!header) return fail(std::move(header).error());
  auto file = FileWriter::create(path);
  if (!file) return fail(std::move(file).error());

  // Rows go through a band of this many bytes, or of one row if that is longer.
  constexpr std::uint64_t kBandBytes = std::uint64_t{1} << 20;
  const auto top = in_file(image, 0);
  if (!top) return fail(top.error());
  auto band = ByteBuffer::make(std::max({kBandBytes, top->row_pitch, std::uint64_t{kDx10HeaderBytes}}),
                               "a band of rows");
  if (!band) return fail(std::move(band).error());
  write_header(*header, band->data());
  if (auto done = file->write(band->bytes().first(header_bytes(*header))); !done) return done;
  auto written = each_part(image, [&](std::uint32_t subresource, const Footprint& whole) -> Result<void> {
    const auto band_rows =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(band->size() / whole.row_pitch, whole.rows));
    for (std::uint32_t slice = 0; slice < whole.depth; ++slice) {
      for (std::uint32_t row = 0; row < whole.rows; row += band_rows) {
        const std::uint32_t rows = std::min(band_rows, whole.rows - row);
        if (auto done = put_rows(image, {subresource, slice, row, rows}, whole, band->data()); !done)
          return done;
        const auto used = static_cast<std::size_t>(whole.row_pitch * rows);
        if (auto done = file->write(band->bytes().first(used)); !done) return done;
      }
    }
    return {};
  });
  if (!written) return written;
  return file->commit();
}

}  // namespace ferry
