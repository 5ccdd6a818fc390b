#include "copy_rules.hpp"

#include <ferry/base/text.hpp>
#include <ferry/base/units.hpp>

#include "advice.hpp"
#include "record.hpp"
#include "words.hpp"

namespace ferry::check::model {
namespace {

/// False, with a finding, where [offset, offset + size) is not in the buffer.
bool check_buffer_range(World& world, const Resource& buffer, std::uint64_t offset, std::uint64_t size,
                        std::string_view side, const char* call) {
  std::uint64_t end = 0;
  if (add_checked(offset, size, end) && end <= buffer.description.width) return true;
  world.report(Rule::kCopyBufferRange, call, {buffer.id}, [&] {
    return text("The copy's ", side, " is ", size, " bytes at offset ", offset, " of ",
                world.describe(buffer), ", which has ", buffer.description.width);
  });
  return false;
}

bool check_is_buffer(World& world, const Resource& resource, const char* call) {
  if (resource.buffer) return true;
  world.report(Rule::kCopyLocationKind, call, {resource.id}, [&] {
    return text("CopyBufferRegion names ", world.describe(resource), ", which is a texture");
  });
  return false;
}

bool same_formats(const Resource& a, const Resource& b) {
  if (a.description.format == b.description.format) return true;
  if (a.format == nullptr || b.format == nullptr) return false;
  return groups_can_copy(a.description.format, a.format->group, b.description.format, b.format->group);
}

/// Whole texels of one are whole blocks of the other where a copy reinterprets.
bool same_extents(const Resource& a, const Resource& b) {
  const ResourceDescription& x = a.description;
  const ResourceDescription& y = b.description;
  const auto blocks = [](std::uint64_t size, const Resource& r, bool vertical) {
    const std::uint64_t block =
        r.format == nullptr ? 1 : (vertical ? r.format->block_height : r.format->block_width);
    return divide_up(size, block);
  };
  const bool reinterprets =
      a.format != nullptr && b.format != nullptr && (a.format->block_width != b.format->block_width);
  if (reinterprets) {
    return blocks(x.width, a, false) == blocks(y.width, b, false) &&
           blocks(x.height, a, true) == blocks(y.height, b, true) &&
           x.depth_or_array_size == y.depth_or_array_size;
  }
  return x.width == y.width && x.height == y.height && x.depth_or_array_size == y.depth_or_array_size;
}

/// Why CopyResource cannot copy one to the other, or nothing.
std::string_view shape_difference(const Resource& a, const Resource& b) {
  const ResourceDescription& x = a.description;
  const ResourceDescription& y = b.description;
  if (x.dimension != y.dimension) return "they are of different dimensions";
  if (!same_extents(a, b)) return "their sizes differ";
  if (x.mip_levels != y.mip_levels) return "their numbers of mips differ";
  if (x.sample_count != y.sample_count) return "their sample counts differ";
  return {};
}

}  // namespace

void on_copy_buffer(World& world, const event::CopyBuffer& e) {
  List* list = open_list_for(world, e.list, e.call);
  if (list == nullptr || !check_list_type(world, *list, kNotBundles, e.call)) return;
  Resource* destination = world.find<Resource>(e.destination);
  Resource* source = world.find<Resource>(e.source);
  if (destination != nullptr && !check_is_buffer(world, *destination, e.call)) return;
  if (source != nullptr && !check_is_buffer(world, *source, e.call)) return;
  if (destination != nullptr && destination == source) {
    world.report(Rule::kCopySameSubresource, e.call, {e.source, e.list},
                 [&] { return text(world.describe(*source), " is copied to itself"); });
    return;
  }
  ++list->changes;
  note_copy(world, *list, destination, source, e.size, e.call);
  if (source != nullptr) {
    check_buffer_range(world, *source, e.source_offset, e.size, "source", e.call);
    if (e.size != 0) {
      add_subresource_use(world, *list, *source, states::kCopySource, kAllSubresources,
                          {e.source_offset, e.source_offset + e.size}, "a copy's source", e.call);
    }
  }
  if (destination != nullptr) {
    check_buffer_range(world, *destination, e.destination_offset, e.size, "destination", e.call);
    if (e.size != 0) {
      add_subresource_use(world, *list, *destination, states::kCopyDest, kAllSubresources,
                          {e.destination_offset, e.destination_offset + e.size}, "a copy's destination",
                          e.call);
    }
  }
}

void on_copy_whole(World& world, const event::CopyWhole& e) {
  List* list = open_list_for(world, e.list, e.call);
  if (list == nullptr || !check_list_type(world, *list, kNotBundles, e.call)) return;
  Resource* destination = world.find<Resource>(e.destination);
  Resource* source = world.find<Resource>(e.source);
  if (destination != nullptr && destination == source) {
    world.report(Rule::kCopyResourceShape, e.call, {e.source, e.list},
                 [&] { return text(world.describe(*source), " is copied to itself"); });
    return;
  }
  if (destination != nullptr && source != nullptr) {
    if (const std::string_view why = shape_difference(*destination, *source); !why.empty()) {
      world.report(Rule::kCopyResourceShape, e.call, {e.destination, e.source, e.list}, [&] {
        return text("CopyResource goes from ", world.describe(*source), ", a ",
                    shape_words(source->description), ", to ", world.describe(*destination), ", a ",
                    shape_words(destination->description), ": ", why);
      });
    } else if (!same_formats(*destination, *source)) {
      world.report(Rule::kCopyFormatMismatch, e.call, {e.destination, e.source, e.list}, [&] {
        return text("CopyResource goes from ", world.describe(*source), " of ",
                    format_name(source->description.format), " to ", world.describe(*destination), " of ",
                    format_name(destination->description.format));
      });
    }
  }
  ++list->changes;
  const bool buffers = source != nullptr && source->buffer;
  note_copy(world, *list, destination, source, buffers ? source->description.width : kWholeSize, e.call);
  constexpr ByteRange kAll{0, kWholeSize};
  if (source != nullptr) {
    add_subresource_use(world, *list, *source, states::kCopySource, kAllSubresources, kAll, "a copy's source",
                        e.call);
  }
  if (destination != nullptr) {
    add_subresource_use(world, *list, *destination, states::kCopyDest, kAllSubresources, kAll,
                        "a copy's destination", e.call, true);
  }
}

void on_resolve(World& world, const event::Resolve& e) {
  List* list = open_list_for(world, e.list, e.call);
  if (list == nullptr || !check_list_type(world, *list, kDirectLists, e.call)) return;
  Resource* destination = world.find<Resource>(e.destination);
  Resource* source = world.find<Resource>(e.source);
  if (destination == nullptr || source == nullptr) return;
  const bool in_range = check_subresource(world, *destination, e.destination_subresource, e.call) &&
                        check_subresource(world, *source, e.source_subresource, e.call);
  if (!in_range) return;
  const ResourceDescription& to = destination->description;
  const ResourceDescription& from = source->description;
  std::string_view why;
  if (from.sample_count <= 1) {
    why = "the source is not multisampled";
  } else if (to.sample_count > 1) {
    why = "the destination is multisampled";
  } else if (!same_formats(*destination, *source)) {
    why = "their formats are of different groups";
  } else if (!e.region && (from.width != (to.width >> e.destination_subresource % destination->mips) ||
                           from.height != (to.height >> e.destination_subresource % destination->mips))) {
    why = "their sizes differ";
  }
  if (!why.empty()) {
    world.report(Rule::kResolveShape, e.call, {e.destination, e.source, e.list}, [&] {
      return text("A resolve goes from ", world.describe(*source), ", a ", shape_words(from), ", to ",
                  world.describe(*destination), ", a ", shape_words(to), ": ", why);
    });
  }
  ++list->changes;
  constexpr ByteRange kAll{0, kWholeSize};
  add_subresource_use(world, *list, *source, states::kResolveSource, e.source_subresource, kAll,
                      "a resolve's source", e.call);
  add_subresource_use(world, *list, *destination, states::kResolveDest, e.destination_subresource, kAll,
                      "a resolve's destination", e.call);
}

}  // namespace ferry::check::model
