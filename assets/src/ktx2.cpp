#include <ferry/assets/ktx2.hpp>

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>

#include <ferry/base/byte_buffer.hpp>
#include <ferry/layout/footprint.hpp>

#include "inflate.hpp"
#include "ktx2_format.hpp"
#include "ktx2_header.hpp"
#include "little_endian.hpp"

namespace ferry {
namespace ktx2 {
namespace {

// Of the Khronos Data Format specification: "colorModel" and "transferFunction".
constexpr std::uint8_t kModelEtc1s = 163;
constexpr std::uint8_t kModelUastc = 166;
constexpr std::uint8_t kModelUastcHdr = 167;
constexpr std::uint8_t kTransferSrgb = 2;

/// Texels that only a transcoder can turn into something for Direct3D 12, by name; empty for others.
std::string_view universal_texels(const Ktx2Info& info) {
  if (info.color_model == kModelUastcHdr) return "Basis Universal UASTC HDR";
  if (info.vk_format != 0) return {};
  if (info.color_model == kModelUastc) return "Basis Universal UASTC";
  if (info.color_model == kModelEtc1s || info.supercompression == Ktx2Supercompression::kBasisLz)
    return "Basis Universal ETC1S (BasisLZ)";
  return {};
}

Result<VkFormatEntry> find_format(const Header& header) {
  const Ktx2Info& info = header.info;
  if (const std::string_view universal = universal_texels(info); !universal.empty()) {
    return fail(
        ErrorCode::kUnsupported, "the KTX2 file holds texels of ", universal,
        ", which Direct3D 12 does not have; transcode it first, with 'ktx transcode --target bc7' for "
        "example");
  }
  if (info.vk_format == 0) {
    const FormatInfo* const named = format_info(header.dxgi_format);
    const bool usable = named != nullptr && header.dxgi_format != Format::kUnknown && !named->planar &&
                        !named->opaque && !named->palette;
    if (usable) return VkFormatEntry{0, "UNDEFINED", header.dxgi_format};
    return fail(ErrorCode::kUnsupported, "the KTX2 file names no format (VK_FORMAT_UNDEFINED, color model ",
                info.color_model, ", KTXdxgiFormat__ ", static_cast<std::uint32_t>(header.dxgi_format),
                ") that Ferry could take");
  }
  const VkFormatEntry* const entry = find_vk_format(info.vk_format);
  if (entry == nullptr) {
    return fail(ErrorCode::kUnsupported, "the KTX2 file's VkFormat ", info.vk_format,
                " is none that Ferry knows");
  }
  if (entry->format == Format::kUnknown) {
    return fail(ErrorCode::kUnsupported, "the KTX2 file holds texels of VK_FORMAT_", entry->name,
                ", which Direct3D 12 does not have; convert it to a BC format, for example");
  }
  return *entry;
}

Result<TextureDesc> describe(const Ktx2Info& info, Format format) {
  if (info.faces != 1 && info.faces != 6) {
    return fail(ErrorCode::kCorrupt, "the KTX2 file is damaged: it is said to have ", info.faces,
                " faces; 1 and 6 are possible");
  }
  if (info.faces == 6 && (info.width != info.height || info.depth != 0)) {
    return fail(ErrorCode::kCorrupt, "the KTX2 file is damaged: a cube of ", info.width, "x", info.height,
                "x", info.depth);
  }
  if (info.width == 0 || (info.height == 0 && info.depth != 0)) {
    return fail(ErrorCode::kCorrupt, "the KTX2 file is damaged: a texture of ", info.width, "x", info.height,
                "x", info.depth);
  }
  if (info.depth != 0 && info.layers != 0) {
    return fail(ErrorCode::kUnsupported, "the KTX2 file holds an array of 3D textures; Direct3D 12 has none");
  }
  const std::uint64_t slices = std::uint64_t{std::max(info.layers, 1U)} * info.faces;
  TextureDesc desc;
  desc.dimension = info.depth != 0    ? Dimension::kTexture3D
                   : info.height != 0 ? Dimension::kTexture2D
                                      : Dimension::kTexture1D;
  desc.format = format;
  desc.width = info.width;
  desc.height = std::max(info.height, 1U);
  desc.depth_or_array_size =
      info.depth != 0 ? info.depth : static_cast<std::uint32_t>(std::min<std::uint64_t>(slices, UINT32_MAX));
  desc.mip_levels = std::max(info.levels, 1U);
  if (desc.mip_levels > full_mip_count(desc)) {
    return fail(ErrorCode::kCorrupt, "the KTX2 file is damaged: it is said to have ", desc.mip_levels,
                " mip levels, and a texture of ", info.width, "x", desc.height, " has at most ",
                full_mip_count(desc));
  }
  if (auto valid = validate(desc); !valid) {
    return fail(ErrorCode::kUnsupported,
                "Direct3D 12 has no texture as the KTX2 file's: ", valid.error().message);
  }
  return desc;
}

/// One mip level of all slices, as it is in the file.
struct LevelShape {
  std::uint64_t row_pitch = 0;
  std::uint64_t slice_pitch = 0;
  std::uint64_t image_bytes = 0;  // of one array slice
  std::uint64_t bytes = 0;
};

class Reader {
 public:
  Reader(std::span<const std::byte> file, const Ktx2Options& options) : file_(file), options_(options) {}

  Result<TextureImage> read() {
    auto header = read_header(file_);
    if (!header) return fail(std::move(header).error());
    header_ = *std::move(header);
    auto format = find_format(header_);
    if (!format) return fail(std::move(format).error());
    format_ = *format;
    auto desc = describe(header_.info, format_.format);
    if (!desc) return fail(std::move(desc).error());
    image_.desc = *desc;
    image_.cube = header_.info.faces == 6;
    if (auto made = check_sizes(); !made) return fail(std::move(made).error());
    remark();
    if (options_.strict && !header_.breaches.empty()) {
      return fail(ErrorCode::kCorrupt, "the KTX2 file breaks the specification: ", header_.breaches.front());
    }
    if (auto made = find_texels(); !made) return fail(std::move(made).error());
    image_.convert = row_conversion(format_);
    image_.oddities = std::move(header_.breaches);
    for (std::string& note : header_.notes) image_.oddities.push_back(std::move(note));
    return std::move(image_);
  }

 private:
  [[nodiscard]] bool depth_with_stencil() const { return format_info(format_.format)->plane_count == 2; }
  [[nodiscard]] std::uint32_t slices() const { return array_size(image_.desc); }

  LevelShape shape_of(std::uint32_t mip) const {
    const FormatInfo& info = *format_info(format_.format);
    const Extent extent = mip_extent(image_.desc, mip);
    const std::uint64_t across = (extent.width + info.block_width - 1) / info.block_width;
    const std::uint64_t down = (extent.height + std::uint64_t{info.block_height} - 1) / info.block_height;
    LevelShape shape;
    shape.row_pitch = across * block_bytes(format_);
    shape.slice_pitch = shape.row_pitch * down;
    shape.image_bytes = shape.slice_pitch * extent.depth;
    shape.bytes = shape.image_bytes * slices();
    return shape;
  }

  /// All of this before memory is asked for. Sizes are at most 2^46 each: the description is valid.
  Result<void> check_sizes() {
    const Ktx2Supercompression scheme = header_.info.supercompression;
    if (scheme != Ktx2Supercompression::kNone && scheme != Ktx2Supercompression::kZstandard &&
        scheme != Ktx2Supercompression::kZlib) {
      return fail(ErrorCode::kUnsupported, "the KTX2 file is supercompressed by scheme ",
                  static_cast<std::uint32_t>(scheme), "; none, Zstandard (2) and zlib (3) are taken");
    }
    auto bytes = tight_bytes(image_.desc, 0, subresource_count(image_.desc));
    if (!bytes) return fail(ErrorCode::kUnsupported, bytes.error().message);
    if (*bytes > options_.limits.max_texture_bytes) {
      return fail(ErrorCode::kUnsupported, "the KTX2 file's texture takes ", *bytes,
                  " bytes, and the limit is ", options_.limits.max_texture_bytes);
    }
    for (std::uint32_t mip = 0; mip < image_.desc.mip_levels; ++mip) {
      const Level& level = header_.levels[mip];
      const std::uint64_t expected = shape_of(mip).bytes;
      memory_bytes_ += expected;
      if (scheme == Ktx2Supercompression::kNone) {
        if (level.bytes != expected) {
          return fail(ErrorCode::kCorrupt, "the KTX2 file is damaged: mip level ", mip, " has ", level.bytes,
                      " bytes, and ", expected, " are needed");
        }
        if (level.uncompressed != level.bytes) {
          header_.breaches.push_back(text("mip level ", mip,
                                          " is not supercompressed, and two sizes are given: ", level.bytes,
                                          " and ", level.uncompressed));
        }
        continue;
      }
      if (level.uncompressed != expected) {
        return fail(ErrorCode::kCorrupt, "the KTX2 file is damaged: mip level ", mip, " is said to hold ",
                    level.uncompressed, " bytes, and ", expected, " are needed");
      }
      const auto packed = file_.subspan(level.offset, level.bytes);
      auto can_be = scheme == Ktx2Supercompression::kZlib ? can_be_zlib_of(packed, expected)
                                                          : can_be_zstd_of(packed, expected);
      if (!can_be) return named(mip, can_be.error());
    }
    if (scheme == Ktx2Supercompression::kNone) memory_bytes_ = 0;
    return {};
  }

  static Failure named(std::uint32_t mip, const Error& error) {
    return fail(error.code, "the KTX2 file's mip level ", mip, ": ", error.message);
  }

  /// Says what is unusual; decides on alpha.
  void remark() {
    const Ktx2Info& info = header_.info;
    const FormatInfo& format = *format_info(format_.format);
    if (info.levels == 0) {
      auto& where = format.compressed ? header_.breaches : header_.notes;
      where.push_back("the level count is 0: smaller mips are to be made by whoever loads it");
    }
    if (header_.has_descriptor) {
      if (format.srgb != (info.transfer == kTransferSrgb) &&
          (format.srgb || format.srgb_twin != Format::kUnknown)) {
        header_.breaches.push_back(text("the format is ", format_.name,
                                        ", and the data format descriptor says "
                                        "that the texels are ",
                                        format.srgb ? "not sRGB" : "sRGB"));
      }
      const bool packed = info.supercompression != Ktx2Supercompression::kNone;
      if (header_.bytes_of_plane0 != block_bytes(format_) && !(packed && header_.bytes_of_plane0 == 0)) {
        header_.breaches.push_back(text("the data format descriptor gives ", header_.bytes_of_plane0,
                                        " bytes for a block of texels that has ", block_bytes(format_)));
      }
    }
    const bool bc1 = to_linear(format_.format) == Format::kBc1Unorm;
    if (bc1 && !format_.alpha && format_.number != 0) {
      header_.notes.push_back("the format is BC1_RGB: alpha is to be ignored");
    }
    if (info.premultiplied) {
      image_.alpha = AlphaMode::kPremultiplied;
    } else if (format_.number == 0 || !header_.has_descriptor) {
      image_.alpha = AlphaMode::kUnknown;
    } else {
      image_.alpha = format_.alpha ? AlphaMode::kStraight : AlphaMode::kOpaque;
    }
  }

  Result<void> find_texels() {
    const bool apart = depth_with_stencil();
    std::byte* into = nullptr;
    if (memory_bytes_ != 0 || apart) {
      auto planes = tight_bytes(image_.desc, 0, apart ? subresource_count(image_.desc) : 0);
      if (!planes) return fail(std::move(planes).error());
      auto memory = ByteBuffer::make(memory_bytes_ + *planes, "the texels of a KTX2 file");
      if (!memory) return fail(std::move(memory).error());
      auto kept = std::make_shared<ByteBuffer>(*std::move(memory));
      into = kept->data();
      image_.memory_bytes = kept->size();
      image_.memory = std::move(kept);
    }
    const std::uint32_t mips = image_.desc.mip_levels;
    image_.parts.resize(subresource_count(image_.desc));
    for (std::uint32_t mip = 0; mip < mips; ++mip) {
      const Level& level = header_.levels[mip];
      const LevelShape shape = shape_of(mip);
      const std::byte* texels = file_.data() + level.offset;
      if (header_.info.supercompression != Ktx2Supercompression::kNone) {
        const auto packed = file_.subspan(level.offset, level.bytes);
        const std::span<std::byte> out(into, static_cast<std::size_t>(shape.bytes));
        auto inflated = header_.info.supercompression == Ktx2Supercompression::kZlib
                            ? inflate_zlib(packed, out)
                            : inflate_zstd(packed, out);
        if (!inflated) return named(mip, inflated.error());
        texels = into;
        into += shape.bytes;
      }
      for (std::uint32_t slice = 0; slice < slices(); ++slice) {
        const std::byte* const at = texels + slice * shape.image_bytes;
        const std::uint32_t first = subresource_index(mip, slice, 0, mips, slices());
        if (apart) {
          into = take_apart(at, shape, first, into);
        } else {
          image_.parts[first] = {at, shape.row_pitch, shape.slice_pitch};
        }
      }
    }
    return {};
  }

  /// Depth and stencil of one image, which lie together in the file and in two planes in Direct3D 12. Gives
  /// where the next ones go.
  std::byte* take_apart(const std::byte* at, const LevelShape& shape, std::uint32_t first, std::byte* into) {
    const std::uint32_t bytes = block_bytes(format_);
    const std::uint64_t texels = shape.image_bytes / bytes;
    const std::uint64_t across = shape.row_pitch / bytes;
    std::byte* const depth = into;
    std::byte* const stencil = depth + texels * 4;
    for (std::uint64_t i = 0; i < texels; ++i, at += bytes) {
      // D24_UNORM_S8_UINT has the stencil in its lowest byte, D32_SFLOAT_S8_UINT in that of its second word.
      write_u32(depth + i * 4, bytes == 4 ? read_u32(at) >> 8 : read_u32(at));
      stencil[i] = bytes == 4 ? at[0] : at[4];
    }
    const std::uint64_t texels_of_slice = shape.slice_pitch / bytes;
    image_.parts[first] = {depth, across * 4, texels_of_slice * 4};
    image_.parts[first + image_.desc.mip_levels * slices()] = {stencil, across, texels_of_slice};
    return stencil + texels;
  }

  std::span<const std::byte> file_;
  const Ktx2Options& options_;
  Header header_;
  VkFormatEntry format_;
  TextureImage image_;
  std::uint64_t memory_bytes_ = 0;
};

}  // namespace
}  // namespace ktx2

Result<TextureImage> read_ktx2(std::span<const std::byte> file, const Ktx2Options& options) {
  return ktx2::Reader(file, options).read();
}

}  // namespace ferry
