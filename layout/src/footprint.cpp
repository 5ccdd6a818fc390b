#include <ferry/layout/footprint.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <new>

#include <ferry/base/units.hpp>

namespace ferry {
namespace {

// Every product here is of numbers that validate() has bounded: rows of at most 16384 texels of 16 bytes,
// 16384 rows, 2048 slices, 2048 array slices, 15 mips and 3 planes stay below 2^63. Only base_offset is
// unbounded.

/// What footprint() needs to know about a texture; made once for a run of subresources.
struct Shape {
  const FormatInfo* info = nullptr;
  std::uint32_t mips = 1;
  std::uint32_t arrays = 1;
  std::uint32_t subresources = 1;
};

Failure no_footprint(const TextureDesc& desc) {
  if (auto valid = validate(desc); !valid) return fail(std::move(valid.error()));
  if (desc.sample_count != 1) {
    return fail(ErrorCode::kUnsupported, "a texture of ", desc.sample_count,
                " samples cannot be copied to or from a buffer; resolve it first");
  }
  if (desc.dimension == Dimension::kBuffer) {
    return fail(ErrorCode::kUnsupported, "a buffer of ", byte_text(desc.width),
                " is too wide for a footprint; copy it with CopyBufferRegion");
  }
  return fail(ErrorCode::kUnsupported, "format ", format_name(desc.format),
              " is opaque; it has no layout in a buffer");
}

/// validate() and what a footprint asks beyond it, without the cost of an Error.
bool has_footprint(const TextureDesc& desc, const FormatInfo* info) noexcept {
  if (info == nullptr || info->opaque || desc.sample_count != 1 || desc.width == 0) return false;
  const bool unknown = desc.format == Format::kUnknown;
  switch (desc.dimension) {
    case Dimension::kBuffer:
      return unknown && desc.height == 1 && desc.depth_or_array_size == 1 && desc.mip_levels <= 1 &&
             desc.width <= UINT32_MAX - kRowPitchAlignment;
    case Dimension::kTexture1D:
      if (desc.height != 1) return false;
      [[fallthrough]];
    case Dimension::kTexture2D:
      if (desc.width > kMaxTextureSize || desc.height > kMaxTextureSize) return false;
      break;
    case Dimension::kTexture3D:
      if (desc.width > kMaxTexture3DSize || desc.height > kMaxTexture3DSize) return false;
      break;
    default:
      return false;
  }
  return !unknown && desc.height != 0 && desc.depth_or_array_size != 0 &&
         desc.depth_or_array_size <= kMaxTextureArraySize && desc.mip_levels <= full_mip_count(desc);
}

Shape shape_of(const TextureDesc& desc, const FormatInfo& info) noexcept {
  const std::uint32_t mips = mip_count(desc);
  const std::uint32_t arrays = array_size(desc);
  return {&info, mips, arrays, mips * arrays * info.plane_count};
}

Failure no_such_run(const Shape& shape, std::uint64_t first, std::uint64_t count) {
  return fail(ErrorCode::kInvalidArgument, "subresources ", first, " to ", first + count, " (excluded) of ",
              shape.subresources, ": the texture has ", shape.mips, " mips, ", shape.arrays,
              " array slices and ", shape.info->plane_count, " planes");
}

/// A multiple of the block's bytes, of which 12 is no power of two.
std::uint64_t placement_alignment(const Shape& shape, std::uint32_t plane, PitchRules rules) noexcept {
  if (!rules.unrestricted) return kPlacementAlignment;
  const std::uint64_t bytes = shape.info->planes[plane].block_bytes;
  return shape.info->depth_stencil ? std::max<std::uint64_t>(bytes, 4) : bytes;
}

std::uint64_t first_alignment(const Shape& shape, std::uint64_t first, PitchRules rules) noexcept {
  const Subresource at = subresource_at(static_cast<std::uint32_t>(first), shape.mips, shape.arrays);
  return placement_alignment(shape, at.plane, rules);
}

Failure misplaced(std::uint64_t offset, std::uint64_t alignment) {
  return fail(ErrorCode::kInvalidArgument, "base offset ", offset, " is not a multiple of ", alignment,
              ", where texture data must start");
}

Failure offset_too_high(std::uint64_t offset) {
  return fail(ErrorCode::kInvalidArgument, "base offset ", offset,
              " leaves no room for the texture below 2^64 bytes");
}

/// n / d rounded up, for the small powers of two that blocks and planes are made of: a shift, not a division.
std::uint64_t shrink(std::uint64_t n, std::uint32_t d) noexcept {
  return (n + (d - 1)) >> std::countr_zero(d);
}

/// The first place for texture data at or after `end`; false where that is past 2^64.
bool next_place(std::uint64_t end, std::uint64_t alignment, PitchRules rules, std::uint64_t& out) noexcept {
  if (!rules.unrestricted) return align_up_checked(end, kPlacementAlignment, out);
  return multiply_checked(divide_up(end, alignment), alignment, out);
}

/// The whole extent of a subresource in texels of its plane, rounded up to blocks.
Extent plane_extent(const TextureDesc& desc, const Shape& shape, std::uint32_t mip,
                    std::uint32_t plane) noexcept {
  Extent extent = mip_extent(desc, mip);
  extent.width = align_up(extent.width, shape.info->block_width);
  extent.height = static_cast<std::uint32_t>(align_up(extent.height, shape.info->block_height));
  const PlaneInfo& info = shape.info->planes[plane];
  extent.width = shrink(extent.width, info.subsample_x);
  extent.height = static_cast<std::uint32_t>(shrink(extent.height, info.subsample_y));
  return extent;
}

/// `extent` is a whole number of blocks and not empty; `full_width` is the subresource's width in texels of
/// the texture, rounded up to blocks, or 0 for a region.
Footprint place(const Shape& shape, std::uint32_t plane, const Extent& extent, std::uint64_t full_width,
                std::uint64_t offset, PitchRules rules) noexcept {
  const FormatInfo& info = *shape.info;
  const PlaneInfo& plane_info = info.planes[plane];
  // The blocks of planar formats only round the size up; their planes consist of texels.
  const std::uint32_t block_width = info.planar ? 1 : info.block_width;
  const std::uint32_t block_height = info.planar ? 1 : info.block_height;

  Footprint result;
  result.offset = offset;
  result.format = plane_info.copy_format;
  result.width = static_cast<std::uint32_t>(extent.width);
  result.height = extent.height;
  result.depth = extent.depth;
  result.rows = static_cast<std::uint32_t>(shrink(extent.height, block_height));
  result.row_bytes = shrink(extent.width, block_width) * plane_info.block_bytes;
  const std::uint64_t last_row_bytes =
      plane_info.pitch_subsample_x != plane_info.subsample_x && full_width != 0
          ? shrink(full_width, plane_info.pitch_subsample_x) * plane_info.block_bytes
          : result.row_bytes;
  // Planar formats take the greater alignment for their pitch, so that each plane can start where the plane
  // before it ends. This is what the runtime does, and drivers count on it.
  const std::uint64_t pitch_alignment = info.planar ? kPlacementAlignment : kRowPitchAlignment;
  result.row_pitch = rules.unrestricted ? last_row_bytes : align_up(last_row_bytes, pitch_alignment);
  result.slice_pitch = result.row_pitch * result.rows;
  result.total_bytes = (std::uint64_t{result.rows} * result.depth - 1) * result.row_pitch + last_row_bytes;
  return result;
}

Footprint place_whole(const TextureDesc& desc, const Shape& shape, Subresource at, std::uint64_t offset,
                      PitchRules rules) noexcept {
  const std::uint64_t full_width = align_up(mip_extent(desc, at.mip).width, shape.info->block_width);
  return place(shape, at.plane, plane_extent(desc, shape, at.mip, at.plane), full_width, offset, rules);
}

/// Whether these subresources exist and the first may lie at `base_offset`; if so, fills `shape`. Makes no
/// Error, so that asking for one footprint is cheap; explain_run() does.
bool open_run(const TextureDesc& desc, std::uint64_t first, std::uint64_t count, std::uint64_t base_offset,
              PitchRules rules, Shape& shape) noexcept {
  const FormatInfo* info = format_info(desc.format);
  if (!has_footprint(desc, info)) return false;
  shape = shape_of(desc, *info);
  if (first > shape.subresources || count > shape.subresources - first) return false;
  if (!rules.unrestricted) return count == 0 || is_aligned(base_offset, kPlacementAlignment);
  return count == 0 || base_offset % first_alignment(shape, first, rules) == 0;
}

Failure explain_run(const TextureDesc& desc, std::uint64_t first, std::uint64_t count,
                    std::uint64_t base_offset, PitchRules rules) {
  const FormatInfo* info = format_info(desc.format);
  if (!has_footprint(desc, info)) return no_footprint(desc);
  const Shape shape = shape_of(desc, *info);
  if (first > shape.subresources || count > shape.subresources - first)
    return no_such_run(shape, first, count);
  return misplaced(base_offset, first_alignment(shape, first, rules));
}

constexpr std::size_t kMaxMips = 15;

/// Places subresources one after the other; calls `each(footprint)` for every one of them. Array slices are
/// alike, so each mip of a plane is worked out once.
template <typename Each>
Result<std::uint64_t> walk(const TextureDesc& desc, std::uint32_t first, std::uint64_t count,
                           std::uint64_t base_offset, PitchRules rules, Each&& each) {
  Shape shape;
  if (!open_run(desc, first, count, base_offset, rules, shape)) {
    return explain_run(desc, first, count, base_offset, rules);
  }
  Subresource at = subresource_at(first, shape.mips, shape.arrays);
  std::array<Footprint, kMaxMips> by_mip;
  std::uint32_t known_mips = 0;
  std::uint64_t end = base_offset;
  for (std::uint64_t i = 0; i < count; ++i) {
    Footprint& placed = by_mip[at.mip];
    if ((known_mips >> at.mip & 1) == 0) {
      known_mips |= 1u << at.mip;
      placed = place_whole(desc, shape, at, 0, rules);
    }
    const std::uint64_t alignment = placement_alignment(shape, at.plane, rules);
    std::uint64_t offset = 0;
    if (!next_place(end, alignment, rules, offset)) return offset_too_high(base_offset);
    if (!add_checked(offset, placed.total_bytes, end)) return offset_too_high(base_offset);
    each(placed, offset);
    if (++at.mip == shape.mips) {
      at.mip = 0;
      if (++at.array_slice == shape.arrays) {
        at.array_slice = 0;
        ++at.plane;
        known_mips = 0;
      }
    }
  }
  return end - base_offset;
}

struct Axis {
  char name;
  std::uint32_t begin;
  std::uint32_t end;
  std::uint32_t block;
  std::uint64_t size;     // of the subresource, in texels of the plane
  std::uint64_t rounded;  // the same, rounded up to blocks
};

Result<void> check_axis(const Axis& axis) {
  if (axis.begin > axis.end) {
    return fail(ErrorCode::kInvalidArgument, "box is inside out along ", axis.name, ": it runs from ",
                axis.begin, " to ", axis.end);
  }
  if (axis.end > axis.rounded) {
    return fail(ErrorCode::kInvalidArgument, "box ends at ", axis.name, " = ", axis.end,
                ", past the subresource's ", axis.size, " texels");
  }
  if (axis.begin % axis.block != 0) {
    return fail(ErrorCode::kInvalidArgument, "box starts at ", axis.name, " = ", axis.begin,
                ", inside a block; blocks start at multiples of ", axis.block);
  }
  if (axis.end % axis.block != 0 && axis.end != axis.size) {
    return fail(ErrorCode::kInvalidArgument, "box ends at ", axis.name, " = ", axis.end,
                ", inside a block; end it at a multiple of ", axis.block, " or at the edge, ", axis.size);
  }
  return {};
}

}  // namespace

Result<FootprintList> FootprintList::make(std::size_t count) {
  FootprintList list;
  if (count == 0) return list;
  list.footprints_.reset(new (std::nothrow) Footprint[count]);
  if (list.footprints_ == nullptr) {
    return fail(ErrorCode::kOutOfMemory, "no memory for ", count, " footprints (",
                byte_text(count * sizeof(Footprint)), ")");
  }
  list.count_ = count;
  return list;
}

Result<Footprint> footprint(const TextureDesc& desc, std::uint32_t subresource, std::uint64_t base_offset,
                            PitchRules rules) {
  Shape shape;
  if (!open_run(desc, subresource, 1, base_offset, rules, shape)) {
    return explain_run(desc, subresource, 1, base_offset, rules);
  }
  const Subresource at = subresource_at(subresource, shape.mips, shape.arrays);
  const Footprint placed = place_whole(desc, shape, at, base_offset, rules);
  std::uint64_t end = 0;
  if (!add_checked(base_offset, placed.total_bytes, end)) return offset_too_high(base_offset);
  return placed;
}

Result<Layout> layout(const TextureDesc& desc, std::uint32_t first, std::uint32_t count,
                      std::uint64_t base_offset, PitchRules rules) {
  // Ask for the memory only when the count is known to be sane: at most 15 * 2048 * 3 footprints.
  auto bytes = walk(desc, first, count, base_offset, rules, [](const Footprint&, std::uint64_t) {});
  if (!bytes) return fail(std::move(bytes.error()));
  auto list = FootprintList::make(count);
  if (!list) return fail(std::move(list.error()));
  std::size_t next = 0;
  (void)walk(desc, first, count, base_offset, rules, [&](const Footprint& placed, std::uint64_t offset) {
    (*list)[next] = placed;
    (*list)[next++].offset = offset;
  });
  return Layout{std::move(*list), *bytes};
}

Result<Layout> layout(const TextureDesc& desc) {
  return layout(desc, 0, subresource_count(desc));
}

Result<std::uint64_t> layout_into(std::span<Footprint> out, const TextureDesc& desc, std::uint32_t first,
                                  std::uint64_t base_offset, PitchRules rules) {
  std::size_t next = 0;
  return walk(desc, first, out.size(), base_offset, rules,
              [&](const Footprint& placed, std::uint64_t offset) {
                out[next] = placed;
                out[next++].offset = offset;
              });
}

Result<std::uint64_t> layout_bytes(const TextureDesc& desc, std::uint32_t first, std::uint32_t count,
                                   PitchRules rules) {
  return walk(desc, first, count, 0, rules, [](const Footprint&, std::uint64_t) {});
}

Result<Box> whole_box(const TextureDesc& desc, std::uint32_t subresource) {
  auto placed = footprint(desc, subresource);
  if (!placed) return fail(std::move(placed.error()));
  return Box{0, 0, 0, placed->width, placed->height, placed->depth};
}

Result<Footprint> region_footprint(const TextureDesc& desc, std::uint32_t subresource, const Box& box,
                                   std::uint64_t base_offset, PitchRules rules) {
  Shape shape;
  if (!open_run(desc, subresource, 1, base_offset, rules, shape)) {
    return explain_run(desc, subresource, 1, base_offset, rules);
  }
  const Subresource at = subresource_at(subresource, shape.mips, shape.arrays);

  const FormatInfo& info = *shape.info;
  const std::uint32_t block_width = info.planar ? 1 : info.block_width;
  const std::uint32_t block_height = info.planar ? 1 : info.block_height;
  const Extent rounded = plane_extent(desc, shape, at.mip, at.plane);
  // A plane's texels are all there, also those that rounding up to the planes' block has added.
  const Extent size = info.planar ? rounded : mip_extent(desc, at.mip);
  const Axis axes[] = {{'x', box.left, box.right, block_width, size.width, rounded.width},
                       {'y', box.top, box.bottom, block_height, size.height, rounded.height},
                       {'z', box.front, box.back, 1, size.depth, rounded.depth}};
  for (const Axis& axis : axes) {
    if (auto checked = check_axis(axis); !checked) return fail(std::move(checked.error()));
  }

  const Extent extent = {align_up(box.right, block_width) - box.left,
                         static_cast<std::uint32_t>(align_up(box.bottom, block_height)) - box.top,
                         box.back - box.front};
  const PlaneInfo& plane = info.planes[at.plane];
  if (box.left == box.right || box.top == box.bottom || box.front == box.back) {
    Footprint nothing;
    nothing.offset = base_offset;
    nothing.format = plane.copy_format;
    return nothing;
  }
  const bool whole = extent == rounded;
  if (info.depth_stencil && !whole) {
    return fail(ErrorCode::kUnsupported, "part of a texture of format ", info.name,
                ": Direct3D 12 copies subresources of depth-stencil textures only whole");
  }
  const Footprint placed = whole ? place_whole(desc, shape, at, base_offset, rules)
                                 : place(shape, at.plane, extent, 0, base_offset, rules);
  std::uint64_t end = 0;
  if (!add_checked(base_offset, placed.total_bytes, end)) return offset_too_high(base_offset);
  return placed;
}

Result<std::uint64_t> tight_bytes(const TextureDesc& desc, std::uint32_t first, std::uint32_t count) {
  std::uint64_t bytes = 0;
  auto total = walk(desc, first, count, 0, {},
                    [&](const Footprint& placed, std::uint64_t) { bytes += tight_bytes(placed); });
  if (!total) return total;
  return bytes;
}

std::uint32_t rows_that_fit(const Footprint& footprint, std::uint64_t bytes) noexcept {
  if (footprint.rows == 0 || bytes < footprint.row_bytes) return 0;
  if (footprint.row_pitch == 0) return footprint.rows;
  const std::uint64_t fitting = (bytes - footprint.row_bytes) / footprint.row_pitch + 1;
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(fitting, footprint.rows));
}

}  // namespace ferry
