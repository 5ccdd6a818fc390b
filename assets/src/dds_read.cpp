#include <algorithm>
#include <array>
#include <cstring>
#include <new>
#include <utility>

#include <ferry/assets/dds.hpp>
#include <ferry/base/byte_buffer.hpp>
#include <ferry/base/units.hpp>
#include <ferry/layout/footprint.hpp>

#include "dds_header.hpp"
#include "dds_texels.hpp"

namespace ferry {
namespace {

using namespace dds;

constexpr std::uint32_t kMostMips = 15;  // of 16384 texels
constexpr std::uint32_t kMostPlanes = 3;

/// One plane of one mip level as the file has it.
struct FilePlane {
  std::uint64_t row_pitch = 0;
  std::uint64_t slice_pitch = 0;
  std::uint64_t bytes = 0;
  /// From the start of the array slice.
  std::uint64_t offset = 0;
};

/// How the levels of one array slice follow each other in the file.
struct FileChain {
  std::array<std::array<FilePlane, kMostPlanes>, kMostMips> planes = {};
  /// From the start of the array slice to the end of each level.
  std::array<std::uint64_t, kMostMips> level_end = {};
  /// From the start of an array slice to the start of the next.
  std::uint64_t bytes = 0;
};

class Reader {
 public:
  Reader(std::span<const std::byte> file, const DdsOptions& options) : file_(file), options_(options) {}

  Result<TextureImage> read() {
    auto header = parse_header(file_);
    if (!header) return fail(std::move(header).error());
    header_ = *header;
    if (auto done = check_structure(); !done) return fail(std::move(done).error());
    const auto body = file_.subspan(header_bytes(header_));
    auto plan = plan_texels(header_, body, options_, image_.oddities);
    if (!plan) return fail(std::move(plan).error());
    plan_ = *std::move(plan);
    payload_ = body.subspan(plan_.palette_bytes);
    image_.desc.format = plan_.format;
    image_.alpha = plan_.alpha;
    image_.convert = plan_.convert;
    if (auto done = find_shape(); !done) return fail(std::move(done).error());
    if (auto done = find_levels(); !done) return fail(std::move(done).error());
    if (auto done = find_array(); !done) return fail(std::move(done).error());
    note_pitch();
    if (!is_block_aligned(image_.desc)) {
      odd(text("the top level of ", image_.desc.width, "x", image_.desc.height,
               " texels is no whole number of ", format_name(image_.desc.format),
               " blocks, which most devices refuse"));
    }
    if (auto done = place_parts(); !done) return fail(std::move(done).error());
    return std::move(image_);
  }

 private:
  void odd(std::string sentence) { image_.oddities.push_back(std::move(sentence)); }

  /// What strict reading refuses.
  Result<void> wrong(std::string sentence) {
    if (options_.strict) return fail(ErrorCode::kCorrupt, sentence);
    odd(std::move(sentence));
    return {};
  }

  Result<void> check_structure() {
    if (header_.size != 124) {
      if (header_.size != 24) {
        return fail(ErrorCode::kCorrupt, "the DDS header says that it has ", header_.size,
                    " bytes; it has 124");
      }
      if (auto seen = wrong("the DDS header says that it has 24 bytes; it has 124"); !seen) return seen;
    }
    const std::uint32_t format_size = header_.pixel_format.size;
    if (format_size != 32) {
      if (format_size != 0 && format_size != 24) {
        return fail(ErrorCode::kCorrupt, "the DDS pixel format says that it has ", format_size,
                    " bytes; it has 32");
      }
      if (auto seen = wrong(text("the DDS pixel format says that it has ", format_size, " bytes; it has 32"));
          !seen) {
        return seen;
      }
    }
    if ((header_.flags & kAlwaysThere) != kAlwaysThere) {
      odd(text("the header's flags ", Hex{header_.flags}, " leave out some of those that every DDS has, ",
               Hex{kAlwaysThere}));
    }
    return {};
  }

  /// Dimension, sizes and whether it is of cubes.
  Result<void> find_shape() {
    TextureDesc& desc = image_.desc;
    desc.width = header_.width;
    desc.height = header_.height;
    const bool volume_flags =
        (header_.caps2 & kCaps2Volume) != 0 || ((header_.flags & kHasDepth) != 0 && header_.depth > 1);
    desc.dimension = volume_flags ? Dimension::kTexture3D : Dimension::kTexture2D;
    if (header_.has_dx10) {
      if (auto done = find_dx10_dimension(); !done) return done;
    } else if ((header_.caps2 & kCaps2Cube) != 0) {
      if (desc.dimension == Dimension::kTexture3D) {
        return fail(ErrorCode::kCorrupt, "the header says both volume and cube map");
      }
      if ((header_.caps2 & kCaps2AllFaces) != kCaps2AllFaces) return partial_cube();
      image_.cube = true;
    }
    if (desc.dimension == Dimension::kTexture3D) desc.depth_or_array_size = header_.depth;
    if (desc.width == 0 || desc.height == 0 || desc.depth_or_array_size == 0) {
      return fail(ErrorCode::kCorrupt, "the header says ", header_.width, "x", header_.height, "x",
                  header_.depth, " texels; no size may be 0");
    }
    return {};
  }

  Result<void> find_dx10_dimension() {
    TextureDesc& desc = image_.desc;
    switch (header_.dimension) {
      case 2:
        desc.dimension = Dimension::kTexture1D;
        if (header_.height > 1) {
          return fail(ErrorCode::kCorrupt, "the header says a 1D texture of height ", header_.height,
                      "; it must be 1");
        }
        desc.height = 1;
        break;
      case 3:
        desc.dimension = Dimension::kTexture2D;
        break;
      case 4:
        desc.dimension = Dimension::kTexture3D;
        break;
      default:
        if (auto seen =
                wrong(text("the dimension ", header_.dimension, " of the DX10 header is none of 2 (1D), ",
                           "3 (2D) and 4 (3D); a ", to_string(desc.dimension), " is taken"));
            !seen) {
          return seen;
        }
    }
    image_.cube = (header_.misc_flag & kMiscCube) != 0;
    if (image_.cube && desc.dimension != Dimension::kTexture2D) {
      return fail(ErrorCode::kCorrupt, "the DX10 header says both cube map and ", to_string(desc.dimension));
    }
    if (!image_.cube && (header_.caps2 & kCaps2Cube) != 0) {
      odd("the header says cube map and the DX10 header does not, which is believed");
    }
    if (desc.dimension == Dimension::kTexture3D && header_.array_size > 1) {
      return fail(ErrorCode::kCorrupt, "the DX10 header says an array of ", header_.array_size,
                  " 3D textures, which cannot be");
    }
    return {};
  }

  [[nodiscard]] Failure partial_cube() const {
    constexpr std::array<std::string_view, 6> kFaces = {"+X", "-X", "+Y", "-Y", "+Z", "-Z"};
    std::string faces;
    for (unsigned i = 0; i < 6; ++i) {
      if ((header_.caps2 & (0x400U << i)) == 0) continue;
      if (!faces.empty()) faces += ", ";
      faces += kFaces[i];
    }
    return fail(ErrorCode::kUnsupported, "the cube map has only the faces ", faces.empty() ? "none" : faces,
                "; Direct3D 12 has no partial cubes: store the faces that there are as an array");
  }

  Result<void> find_levels() {
    TextureDesc& desc = image_.desc;
    // Sizes are looked at first, so that nothing below can overflow.
    desc.mip_levels = 1;
    if (auto valid = validate(desc); !valid) {
      return fail(ErrorCode::kUnsupported, "Direct3D 12 has no such texture: ", valid.error().message);
    }
    const std::uint32_t full = full_mip_count(desc);
    const std::uint32_t claimed = std::max(header_.mip_count, std::uint32_t{1});
    desc.mip_levels = std::min(claimed, full);
    if (claimed > 1 && (header_.flags & kHasMipCount) == 0) {
      odd(text("the header counts ", claimed, " mip levels, but its flags say that it does not count them"));
    }
    if (claimed > full) {
      return wrong(text("the header counts ", claimed, " mip levels; ", desc.width, "x", desc.height,
                        " texels have ", full));
    }
    return {};
  }

  /// Rows are padded to a multiple of `row_alignment` bytes.
  Result<FileChain> chain(std::uint64_t row_alignment) const {
    TextureDesc slice = image_.desc;
    if (slice.dimension != Dimension::kTexture3D) slice.depth_or_array_size = 1;
    const std::uint32_t planes = plane_count(slice);
    FileChain result;
    for (std::uint32_t mip = 0; mip < slice.mip_levels; ++mip) {
      for (std::uint32_t plane = 0; plane < planes; ++plane) {
        const auto tight =
            footprint(slice, subresource_index(slice, {mip, 0, plane}), 0, {.unrestricted = true});
        if (!tight) return fail(tight.error());
        FilePlane& in_file = result.planes[mip][plane];
        in_file.row_pitch =
            plan_.source_bytes != 0 ? std::uint64_t{tight->width} * plan_.source_bytes : tight->row_pitch;
        in_file.row_pitch = align_up(in_file.row_pitch, row_alignment);
        in_file.slice_pitch = in_file.row_pitch * tight->rows;
        in_file.bytes = in_file.slice_pitch * tight->depth;
        in_file.offset = result.bytes;
        result.bytes += in_file.bytes;
      }
      result.level_end[mip] = result.bytes;
    }
    return result;
  }

  /// How many array slices there are, and how they lie; what is missing, and what is too much.
  Result<void> find_array() {
    TextureDesc& desc = image_.desc;
    auto found = chain(1);
    if (!found) return fail(std::move(found).error());
    chain_ = *found;

    std::uint64_t slices = 1;
    if (header_.has_dx10) {
      slices = std::max(header_.array_size, std::uint32_t{1});
      if (header_.array_size == 0) odd("the array size of the DX10 header is 0; 1 is taken");
    }
    if (image_.cube) slices *= 6;
    const std::uint64_t have = payload_.size();
    if (image_.cube && header_.has_dx10 && header_.array_size % 6 == 0 && header_.array_size != 0 &&
        header_.array_size <= kMaxTextureArraySize && have == header_.array_size * chain_.bytes) {
      slices = header_.array_size;
      odd(text("the array size ", header_.array_size,
               " of the DX10 header counts faces; it should count cubes, ", slices / 6));
    }
    if (desc.dimension != Dimension::kTexture3D) {
      if (slices > kMaxTextureArraySize) {
        return fail(ErrorCode::kUnsupported, "the DDS has an array of ", slices,
                    " slices; Direct3D 12 takes up to ", kMaxTextureArraySize);
      }
      desc.depth_or_array_size = static_cast<std::uint32_t>(slices);
    }
    allow_for_surplus_levels(slices);
    if (auto done = allow_for_padded_rows(slices); !done) return done;

    const std::uint64_t needed = slices * chain_.bytes;
    if (have < needed) {
      if (auto done = drop_missing_levels(slices, needed); !done) return done;
    } else if (have > needed) {
      odd(text(have - needed, " bytes follow the last level"));
    }
    return {};
  }

  /// Levels that the header counts and the size does not have may be in the file all the same, each as small
  /// as the last one. Only its length tells.
  void allow_for_surplus_levels(std::uint64_t slices) {
    const std::uint32_t levels = image_.desc.mip_levels;
    if (header_.mip_count <= levels) return;
    const std::uint64_t last = chain_.level_end[levels - 1] - (levels > 1 ? chain_.level_end[levels - 2] : 0);
    const std::uint64_t bytes = chain_.bytes + last * (header_.mip_count - levels);
    if (payload_.size() == slices * bytes) chain_.bytes = bytes;
  }

  /// Some old writers pad rows to four bytes. Nothing in a header says so; the length of the file does.
  Result<void> allow_for_padded_rows(std::uint64_t slices) {
    if (format_info(image_.desc.format)->block_width != 1 || payload_.size() == slices * chain_.bytes)
      return {};
    auto padded = chain(4);
    if (!padded) return fail(std::move(padded).error());
    if (padded->bytes != chain_.bytes && payload_.size() == slices * padded->bytes) {
      chain_ = *padded;
      odd("rows are padded to a multiple of 4 bytes");
    }
    return {};
  }

  /// Keeps the levels that are whole in every slice; only those of the last one can be missing.
  Result<void> drop_missing_levels(std::uint64_t slices, std::uint64_t needed) {
    TextureDesc& desc = image_.desc;
    const std::uint64_t have = payload_.size();
    const std::uint64_t before_last = (slices - 1) * chain_.bytes;
    std::uint32_t whole = 0;
    while (whole < desc.mip_levels && have >= before_last && have - before_last >= chain_.level_end[whole]) {
      ++whole;
    }
    const std::string sentence =
        text("the file is cut short: ", desc.width, "x", desc.height, "x", desc.depth_or_array_size,
             " texels of ", format_name(desc.format), " with ", desc.mip_levels, " mip levels take ", needed,
             " bytes, ", have, " are there");
    if (whole == 0) return fail(ErrorCode::kCorrupt, sentence);
    if (auto seen = wrong(text(sentence, "; the first ", whole, " levels are taken")); !seen) return seen;
    desc.mip_levels = whole;
    return {};
  }

  void note_pitch() {
    const std::uint64_t said = header_.pitch_or_linear_size;
    const FilePlane& top = chain_.planes[0][0];
    if (said == 0) return;
    if ((header_.flags & kHasLinearSize) != 0) {
      if (said != chain_.level_end[0] && said != top.slice_pitch) {
        odd(text("the header says that the top level has ", said, " bytes; it has ", chain_.level_end[0]));
      }
    } else if ((header_.flags & kHasPitch) != 0 && said != top.row_pitch) {
      odd(text("the header says that a row has ", said, " bytes; it has ", top.row_pitch));
    }
  }

  /// The description is final.
  Result<void> place_parts() {
    const TextureDesc& desc = image_.desc;
    const auto bytes = tight_bytes(desc, 0, subresource_count(desc));
    if (!bytes) return fail(bytes.error());
    if (*bytes > options_.limits.max_texture_bytes) {
      return fail(ErrorCode::kUnsupported, "the texture has ", *bytes, " bytes; at most ",
                  options_.limits.max_texture_bytes, " are taken");
    }
    const std::byte* texels = payload_.data();
    if (plan_.swap_bytes) {
      if (auto swapped = swap_payload(); !swapped) return fail(std::move(swapped).error());
      texels = static_cast<const std::byte*>(image_.memory.get());
    }
    image_.parts.reserve(subresource_count(desc));
    for (std::uint32_t plane = 0; plane < plane_count(desc); ++plane) {
      for (std::uint32_t slice = 0; slice < array_size(desc); ++slice) {
        for (std::uint32_t mip = 0; mip < desc.mip_levels; ++mip) {
          const FilePlane& in_file = chain_.planes[mip][plane];
          image_.parts.push_back(
              {texels + slice * chain_.bytes + in_file.offset, in_file.row_pitch, in_file.slice_pitch});
        }
      }
    }
    return {};
  }

  /// The payload with every two bytes swapped, in memory of the image's own.
  Result<void> swap_payload() {
    const std::size_t last = array_size(image_.desc) - 1U;
    const std::uint64_t used = last * chain_.bytes + chain_.level_end[image_.desc.mip_levels - 1];
    auto memory = ByteBuffer::make(used, "the texels");
    if (!memory) return fail(std::move(memory).error());
    const std::shared_ptr<ByteBuffer> held(new (std::nothrow) ByteBuffer(*std::move(memory)));
    if (!held) return fail(ErrorCode::kOutOfMemory, "no memory for the texels");
    for (std::size_t i = 0; i + 1 < used; i += 2) {
      held->data()[i] = payload_[i + 1];
      held->data()[i + 1] = payload_[i];
    }
    image_.memory = std::shared_ptr<const void>(held, held->data());
    image_.memory_bytes = used;
    return {};
  }

  std::span<const std::byte> file_;
  const DdsOptions& options_;
  Header header_;
  TexelPlan plan_;
  std::span<const std::byte> payload_;
  FileChain chain_;
  TextureImage image_;
};

}  // namespace

Result<TextureImage> read_dds(std::span<const std::byte> file, const DdsOptions& options) {
  return Reader(file, options).read();
}

}  // namespace ferry
