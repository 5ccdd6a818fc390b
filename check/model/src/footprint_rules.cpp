#include <ferry/base/text.hpp>
#include <ferry/base/units.hpp>

#include "advice.hpp"
#include "copy_rules.hpp"
#include "record.hpp"
#include "words.hpp"

/// CopyTextureRegion. All extents are counted in blocks, so that one arithmetic serves plain texels,
/// block-compressed ones, and copies that reinterpret the one as the other.
namespace ferry::check::model {
namespace {

constexpr std::uint64_t kPlacementAlignment = 512;
constexpr std::uint64_t kPitchAlignment = 256;

/// One end of a copy.
struct Side {
  Side(Resource* r, const CopyLocation& l, const char* n) : resource(r), location(&l), name(n) {}

  Resource* resource;
  const CopyLocation* location;
  const char* name;
  std::uint32_t format = 0;
  PlaneFacts texel;
  bool known_format = false;
  bool whole_only = false;  ///< Depth-stencil or multisampled.
  std::uint64_t width = 0;  ///< Texels, like height and depth.
  std::uint64_t height = 0;
  std::uint64_t depth = 0;
};

/// Blocks [left, right) x [top, bottom) and slices [front, back).
struct Region {
  std::uint64_t left = 0, top = 0, front = 0;
  std::uint64_t right = 0, bottom = 0, back = 0;
  bool outside = false;  ///< Reported already.
};

std::string side_words(const World& world, const Side& side) {
  if (side.location->placed) return text("the footprint in ", world.describe(*side.resource));
  return text("subresource ", side.location->subresource, " of ", world.describe(*side.resource));
}

void measure_subresource(Side& side) {
  const ResourceDescription& d = side.resource->description;
  const std::uint32_t subresource = side.location->subresource;
  const std::uint32_t mip = subresource % side.resource->mips;
  const std::uint32_t plane = subresource / (side.resource->mips * side.resource->slices);
  const auto at_mip = [mip](std::uint64_t size) {
    const std::uint64_t shrunk = mip < 64 ? size >> mip : 0;
    return shrunk == 0 ? std::uint64_t{1} : shrunk;
  };
  if (side.resource->format != nullptr) {
    side.texel = plane_facts(*side.resource->format, plane);
    side.known_format = true;
  }
  side.whole_only = (d.flags & resource_flags::kAllowDepthStencil) != 0 || d.sample_count > 1;
  side.format = d.format;
  side.width = at_mip(d.width) >> side.texel.width_shift;
  side.height = d.dimension == Dimension::kTexture1D ? 1 : at_mip(d.height) >> side.texel.height_shift;
  side.depth = d.dimension == Dimension::kTexture3D ? at_mip(d.depth_or_array_size) : 1;
}

/// The bytes from the footprint's offset to the end of its last row.
std::uint64_t footprint_size(const Footprint& f, const PlaneFacts& texel) {
  const std::uint64_t rows = divide_up(f.height, texel.block_height);
  const std::uint64_t row = divide_up(f.width, texel.block_width) * texel.block_bytes;
  return (std::uint64_t{f.depth} * rows - 1) * f.row_pitch + row;
}

void check_footprint(World& world, Side& side, const char* call) {
  const Footprint& f = side.location->footprint;
  const auto about = {side.resource->id};
  if (!world.unrestricted_copy_pitch && f.offset % kPlacementAlignment != 0) {
    world.report(Rule::kFootprintOffset, call, about, [&] {
      return text("The footprint in ", world.describe(*side.resource), " starts at offset ", f.offset,
                  ", which is ", f.offset % kPlacementAlignment, " past a multiple of 512");
    });
  }
  if (!world.unrestricted_copy_pitch && f.row_pitch % kPitchAlignment != 0) {
    world.report(Rule::kFootprintPitch, call, about, [&] {
      return text("The footprint in ", world.describe(*side.resource), " has a row pitch of ", f.row_pitch,
                  " bytes, which is not a multiple of 256; the next one is ",
                  align_up(f.row_pitch, kPitchAlignment));
    });
  }
  if (!side.known_format || f.width == 0 || f.height == 0 || f.depth == 0 ||
      f.width % side.texel.block_width != 0 || f.height % side.texel.block_height != 0) {
    world.report(Rule::kFootprintShape, call, about, [&] {
      return text("The footprint in ", world.describe(*side.resource), " is ", f.width, " x ", f.height,
                  " x ", f.depth, " texels of ", format_name(f.format),
                  side.known_format ? ", whose blocks are " : "",
                  side.known_format ? text(side.texel.block_width, " x ", side.texel.block_height) : "");
    });
    return;
  }
  const std::uint64_t row = divide_up(f.width, side.texel.block_width) * side.texel.block_bytes;
  if (f.row_pitch < row) {
    world.report(Rule::kFootprintPitchTooSmall, call, about, [&] {
      return text("The footprint in ", world.describe(*side.resource), " has a row pitch of ", f.row_pitch,
                  " bytes, but ", f.width, " texels of ", format_name(f.format), " take ", row);
    });
    return;
  }
  const std::uint64_t size = footprint_size(f, side.texel);
  std::uint64_t end = 0;
  if (!add_checked(f.offset, size, end) || end > side.resource->description.width) {
    world.report(Rule::kFootprintBeyondBuffer, call, about, [&] {
      return text("The footprint in ", world.describe(*side.resource), " takes ", size, " bytes at offset ",
                  f.offset, ", but the buffer has ", side.resource->description.width);
    });
  }
}

/// Fills in one end; false where nothing more can be said about the copy.
bool open_side(World& world, Side& side, const char* call) {
  Resource& resource = *side.resource;
  const CopyLocation& location = *side.location;
  if (location.placed != resource.buffer) {
    world.report(Rule::kCopyLocationKind, call, {resource.id}, [&] {
      return text(
          "The ", side.name, " names ", world.describe(resource),
          resource.buffer ? ", a buffer, by a subresource index" : ", a texture, by a placed footprint");
    });
    return false;
  }
  if (!location.placed) {
    if (!check_subresource(world, resource, location.subresource, call)) return false;
    measure_subresource(side);
    return true;
  }
  const Footprint& f = location.footprint;
  side.format = f.format;
  if (const FormatFacts* facts = format_facts(f.format); facts != nullptr) {
    // A footprint holds one plane. GetCopyableFootprints names it by the plane's own format; a planar format
    // is taken for its first plane.
    side.texel = plane_facts(*facts, 0);
    side.known_format = true;
  }
  side.width = f.width;
  side.height = f.height;
  side.depth = f.depth;
  check_footprint(world, side, call);
  return true;
}

/// The source region in blocks; false where it is empty (a successful no-op).
bool source_region(World& world, const event::CopyTexture& e, const Side& source, Region& region) {
  const std::uint64_t block_width = source.texel.block_width;
  const std::uint64_t block_height = source.texel.block_height;
  std::uint64_t right = source.width;
  std::uint64_t bottom = source.height;
  std::uint64_t back = source.depth;
  if (e.has_box) {
    const Box& box = e.box;
    if (box.left >= box.right || box.top >= box.bottom || box.front >= box.back) return false;
    region.left = box.left / block_width;
    region.top = box.top / block_height;
    region.front = box.front;
    right = box.right;
    bottom = box.bottom;
    back = box.back;
    if (right > align_up(source.width, block_width) || bottom > align_up(source.height, block_height) ||
        back > source.depth) {
      region.outside = true;
      world.report(Rule::kCopyRegionOutside, e.call, {source.resource->id, e.list}, [&] {
        return text("The box (", box.left, ", ", box.top, ", ", box.front, ") to (", box.right, ", ",
                    box.bottom, ", ", box.back, ") reaches beyond ", side_words(world, source), ", which is ",
                    source.width, " x ", source.height, " x ", source.depth, " texels");
      });
    }
    if (box.left % block_width != 0 || box.top % block_height != 0 ||
        (right % block_width != 0 && right != source.width) ||
        (bottom % block_height != 0 && bottom != source.height)) {
      world.report(Rule::kCopyOffBlockGrid, e.call, {source.resource->id, e.list}, [&] {
        return text("The box (", box.left, ", ", box.top, ") to (", box.right, ", ", box.bottom,
                    ") cuts through the ", block_width, " x ", block_height, " blocks of ",
                    side_words(world, source), " of ", format_name(source.format));
      });
    }
  }
  region.right = divide_up(right, block_width);
  region.bottom = divide_up(bottom, block_height);
  region.back = back;
  return true;
}

/// Where the region lands, in blocks of the destination.
Region destination_region(World& world, const event::CopyTexture& e, const Side& destination,
                          const Region& from) {
  const std::uint64_t block_width = destination.texel.block_width;
  const std::uint64_t block_height = destination.texel.block_height;
  if (e.x % block_width != 0 || e.y % block_height != 0) {
    world.report(Rule::kCopyOffBlockGrid, e.call, {destination.resource->id, e.list}, [&] {
      return text("The destination (", e.x, ", ", e.y, ") is inside one of the ", block_width, " x ",
                  block_height, " blocks of ", side_words(world, destination), " of ",
                  format_name(destination.format));
    });
  }
  Region to;
  to.left = e.x / block_width;
  to.top = e.y / block_height;
  to.front = e.z;
  to.right = to.left + (from.right - from.left);
  to.bottom = to.top + (from.bottom - from.top);
  to.back = to.front + (from.back - from.front);
  if (from.outside) return to;
  if (to.right > divide_up(destination.width, block_width) ||
      to.bottom > divide_up(destination.height, block_height) || to.back > destination.depth) {
    world.report(Rule::kCopyRegionOutside, e.call, {destination.resource->id, e.list}, [&] {
      return text("A region of ", (from.right - from.left) * block_width, " x ",
                  (from.bottom - from.top) * block_height, " x ", from.back - from.front, " texels at (", e.x,
                  ", ", e.y, ", ", e.z, ") reaches beyond ", side_words(world, destination), ", which is ",
                  destination.width, " x ", destination.height, " x ", destination.depth);
    });
  }
  return to;
}

bool covers_all(const Side& side, const Region& region) {
  return region.left == 0 && region.top == 0 && region.front == 0 &&
         region.right >= divide_up(side.width, side.texel.block_width) &&
         region.bottom >= divide_up(side.height, side.texel.block_height) && region.back >= side.depth;
}

ByteRange bytes_of_region(const Side& side, const Region& region) {
  if (!side.location->placed) return {0, kWholeSize};
  const Footprint& f = side.location->footprint;
  const std::uint64_t slice = std::uint64_t{f.row_pitch} * divide_up(f.height, side.texel.block_height);
  const std::uint64_t bytes = side.texel.block_bytes;
  return {f.offset + region.front * slice + region.top * f.row_pitch + region.left * bytes,
          f.offset + (region.back - 1) * slice + (region.bottom - 1) * f.row_pitch + region.right * bytes};
}

/// In bytes, with no padding; kWholeSize where nobody can tell.
std::uint64_t size_of_region(const Side& side, const Region& region) {
  if (!side.known_format || region.outside) return kWholeSize;
  return (region.right - region.left) * (region.bottom - region.top) * (region.back - region.front) *
         side.texel.block_bytes;
}

void check_whole(World& world, const event::CopyTexture& e, const Side& source, const Side& destination,
                 const Region& from, const Region& to) {
  if (!source.whole_only && !destination.whole_only) return;
  const bool same_samples =
      source.location->placed || destination.location->placed ||
      source.resource->description.sample_count == destination.resource->description.sample_count;
  if (covers_all(source, from) && covers_all(destination, to) && same_samples) return;
  world.report(
      Rule::kPartialDepthOrMsaaCopy, e.call, {destination.resource->id, source.resource->id, e.list}, [&] {
        return text("The copy from ", side_words(world, source), " to ", side_words(world, destination),
                    same_samples ? " takes a part of a depth-stencil or multisampled subresource"
                                 : " goes between different sample counts");
      });
}

void check_formats(World& world, const event::CopyTexture& e, const Side& source, const Side& destination) {
  if (!source.known_format || !destination.known_format || source.format == destination.format) return;
  if (groups_can_copy(source.format, source.texel.group, destination.format, destination.texel.group)) return;
  world.report(
      Rule::kCopyFormatMismatch, e.call, {destination.resource->id, source.resource->id, e.list}, [&] {
        return text("The copy goes from ", side_words(world, source), " of ", format_name(source.format),
                    " to ", side_words(world, destination), " of ", format_name(destination.format));
      });
}

}  // namespace

void on_copy_texture(World& world, const event::CopyTexture& e) {
  List* list = open_list_for(world, e.list, e.call);
  if (list == nullptr || !check_list_type(world, *list, kNotBundles, e.call)) return;
  Side source(world.find<Resource>(e.source.resource), e.source, "source");
  Side destination(world.find<Resource>(e.destination.resource), e.destination, "destination");
  if (source.resource == nullptr || destination.resource == nullptr) return;
  const bool source_open = open_side(world, source, e.call);
  const bool destination_open = open_side(world, destination, e.call);
  if (!source_open || !destination_open) return;
  if (source.resource == destination.resource &&
      (e.source.placed || e.source.subresource == e.destination.subresource)) {
    world.report(Rule::kCopySameSubresource, e.call, {source.resource->id, e.list},
                 [&] { return text(side_words(world, source), " is copied to itself"); });
    return;
  }
  check_formats(world, e, source, destination);
  Region from;
  if (!source_region(world, e, source, from)) return;
  const Region to = destination_region(world, e, destination, from);
  check_whole(world, e, source, destination, from, to);
  ++list->changes;
  note_copy(world, *list, destination.resource, source.resource, size_of_region(source, from), e.call);
  add_subresource_use(world, *list, *source.resource, states::kCopySource,
                      e.source.placed ? 0 : e.source.subresource, bytes_of_region(source, from),
                      "a copy's source", e.call);
  add_subresource_use(world, *list, *destination.resource, states::kCopyDest,
                      e.destination.placed ? 0 : e.destination.subresource, bytes_of_region(destination, to),
                      "a copy's destination", e.call, !e.destination.placed && covers_all(destination, to));
}

}  // namespace ferry::check::model
