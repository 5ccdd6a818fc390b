#include "heap_rules.hpp"

#include <algorithm>
#include <bit>

#include <ferry/base/resource_states.hpp>
#include <ferry/base/text.hpp>
#include <ferry/base/units.hpp>

#include "alias_rules.hpp"
#include "state_machine.hpp"
#include "state_rules.hpp"
#include "words.hpp"

namespace ferry::check::model {
namespace {

constexpr std::uint32_t kDenyFlags =
    heap_flags::kDenyBuffers | heap_flags::kDenyRtDsTextures | heap_flags::kDenyNonRtDsTextures;
constexpr std::uint32_t kTargetFlags =
    resource_flags::kAllowRenderTarget | resource_flags::kAllowDepthStencil;
constexpr std::uint64_t kDefaultAlignment = 64_KiB;
constexpr std::uint64_t kMultisampledAlignment = 4_MiB;
/// More than any GPU's virtual addresses reach.
constexpr std::uint64_t kGreatestBuffer = std::uint64_t{1} << 48;
constexpr std::uint64_t kGreatestSide = 16384;  // 1D and 2D textures.
constexpr std::uint64_t kGreatestDepth = 2048;  // 3D textures in each direction, and array slices.

bool in_cpu_heap(HeapType type) {
  return type == HeapType::kUpload || type == HeapType::kReadback;
}

void set_up(Resource& resource, const event::ResourceCreated& e) {
  const ResourceDescription& d = e.description;
  resource.description = d;
  resource.how = e.kind;
  resource.properties = e.properties;
  resource.format = format_facts(d.format);
  resource.buffer = d.dimension == Dimension::kBuffer;
  resource.simultaneous = (d.flags & resource_flags::kAllowSimultaneousAccess) != 0;
  if (!resource.buffer) {
    resource.mips = std::max(d.mip_levels, 1U);
    resource.slices = d.dimension == Dimension::kTexture3D ? 1 : std::max(d.depth_or_array_size, 1U);
    resource.planes = resource.format != nullptr ? resource.format->planes : 1;
    // Beyond Direct3D 12's own limits nothing is tracked; such a creation is a finding by itself.
    resource.mips = std::min(resource.mips, 32U);
    resource.slices = std::min(resource.slices, static_cast<std::uint32_t>(kGreatestDepth));
  }
  resource.subresources = resource.mips * resource.slices * resource.planes;
}

void check_heap_type(World& world, const Resource& resource, std::uint32_t initial_state, const char* call) {
  const HeapType type = resource.properties.type;
  if (!in_cpu_heap(type)) return;
  if (!resource.buffer) {
    world.report(Rule::kTextureInCpuHeap, call, {resource.id}, [&] {
      return text("A ", shape_words(resource.description), " is created in the ", heap_type_word(type),
                  " heap");
    });
    return;
  }
  if (type == HeapType::kUpload && initial_state != states::kGenericRead) {
    world.report(Rule::kUploadInitialState, call, {resource.id}, [&] {
      return text("A ", shape_words(resource.description), " in the UPLOAD heap is created in ",
                  resource_states_text(initial_state));
    });
  }
  if (type == HeapType::kReadback && initial_state != states::kCopyDest) {
    world.report(Rule::kReadbackInitialState, call, {resource.id}, [&] {
      return text("A ", shape_words(resource.description), " in the READBACK heap is created in ",
                  resource_states_text(initial_state));
    });
  }
}

void check_initial_state(World& world, const Resource& resource, std::uint32_t state, const char* call) {
  if (in_cpu_heap(resource.properties.type)) return;
  if (const std::string_view why = unfit_words(resource, state); !why.empty()) {
    world.report(Rule::kInitialState, call, {resource.id}, [&] {
      return text("A ", shape_words(resource.description), " is created in ", resource_states_text(state),
                  ", which ", why);
    });
  } else if (resource.buffer && state != states::kCommon) {
    world.report(Rule::kBufferInitialState, call, {resource.id}, [&] {
      return text("A ", shape_words(resource.description), " in the ",
                  heap_type_word(resource.properties.type), " heap is created in ",
                  resource_states_text(state), "; the runtime takes COMMON instead, with a warning");
    });
  }
}

/// What is wrong with a buffer's description, or nothing.
std::string buffer_fault(const ResourceDescription& d) {
  if (d.height != 1) return text("its Height is ", d.height, ", not 1");
  if (d.depth_or_array_size != 1) return text("its DepthOrArraySize is ", d.depth_or_array_size, ", not 1");
  if (d.mip_levels != 1) return text("its MipLevels is ", d.mip_levels, ", not 1");
  if (d.sample_count != 1) return text("its SampleDesc.Count is ", d.sample_count, ", not 1");
  if (d.format != 0) return text("its Format is ", format_name(d.format), ", not DXGI_FORMAT_UNKNOWN");
  if (d.layout != TextureLayout::kRowMajor) return "its Layout is not D3D12_TEXTURE_LAYOUT_ROW_MAJOR";
  if (d.alignment != 0 && d.alignment != kDefaultAlignment) {
    return text("its Alignment is ", d.alignment, ", not 0 or 65536");
  }
  return {};
}

std::uint32_t full_mip_chain(const ResourceDescription& d) {
  std::uint64_t longest = std::max<std::uint64_t>(d.width, d.height);
  if (d.dimension == Dimension::kTexture3D) longest = std::max<std::uint64_t>(longest, d.depth_or_array_size);
  return static_cast<std::uint32_t>(std::bit_width(longest));
}

/// What is wrong with a texture's description, or nothing.
std::string texture_fault(const ResourceDescription& d, const FormatFacts* format) {
  if (d.width == 0 || d.height == 0 || d.depth_or_array_size == 0) {
    return text("it is ", d.width, " x ", d.height, " x ", d.depth_or_array_size);
  }
  if (d.format == 0) return "its Format is DXGI_FORMAT_UNKNOWN";
  if (d.dimension == Dimension::kTexture1D && d.height != 1) return "a 1D texture's Height is 1";
  if (d.mip_levels > full_mip_chain(d)) {
    return text("it has ", d.mip_levels, " mips, but its size allows ", full_mip_chain(d));
  }
  if (d.sample_count > 1) {
    if (d.mip_levels > 1) return "a multisampled texture has one mip";
    if (d.dimension != Dimension::kTexture2D || (d.flags & kTargetFlags) == 0) {
      return "only 2D render targets and depth buffers are multisampled";
    }
    if ((d.flags & (resource_flags::kAllowUnorderedAccess | resource_flags::kAllowSimultaneousAccess)) != 0) {
      return "a multisampled texture allows neither unordered nor simultaneous access";
    }
  }
  if ((d.flags & kTargetFlags) == kTargetFlags) return "it is both a render target and a depth buffer";
  if ((d.flags & resource_flags::kAllowDepthStencil) != 0 &&
      (d.flags & (resource_flags::kAllowUnorderedAccess | resource_flags::kAllowSimultaneousAccess)) != 0) {
    return "a depth buffer allows neither unordered nor simultaneous access";
  }
  if (format != nullptr && (d.width % format->block_width != 0 || d.height % format->block_height != 0)) {
    return text("its size ", d.width, " x ", d.height, " is not whole ", format->block_width, " x ",
                format->block_height, " blocks of ", format_name(d.format));
  }
  return {};
}

bool too_big(const ResourceDescription& d) {
  switch (d.dimension) {
    case Dimension::kBuffer:
      return d.width > kGreatestBuffer;
    case Dimension::kTexture3D:
      return d.width > kGreatestDepth || d.height > kGreatestDepth || d.depth_or_array_size > kGreatestDepth;
    default:
      return d.width > kGreatestSide || d.height > kGreatestSide || d.depth_or_array_size > kGreatestDepth;
  }
}

void check_shape(World& world, const Resource& resource, const event::ResourceCreated& e) {
  const ResourceDescription& d = e.description;
  if (resource.buffer && d.width == 0) {
    world.report(Rule::kZeroWidthBuffer, e.call, {e.id},
                 [] { return text("A buffer of 0 bytes is created"); });
    return;
  }
  if (too_big(d)) {
    world.report(Rule::kSizeOverflow, e.call, {e.id}, [&] {
      return text("A ", shape_words(d),
                  " is created; the limits are 2^48 bytes for buffers, 16384 texels "
                  "for 1D and 2D textures, and 2048 for 3D ones and array slices");
    });
    return;
  }
  const std::string fault = resource.buffer ? buffer_fault(d) : texture_fault(d, resource.format);
  if (!fault.empty()) {
    world.report(Rule::kResourceShape, e.call, {e.id},
                 [&] { return text("A ", shape_words(d), " cannot be: ", fault); });
  }
  if (e.has_clear_value && (resource.buffer || (d.flags & kTargetFlags) == 0)) {
    world.report(Rule::kClearValue, e.call, {e.id}, [&] {
      return text("A ", shape_words(d),
                  " that is neither render target nor depth buffer is given a clear "
                  "value");
    });
  }
}

/// The heap flag that keeps such a resource out, or 0.
std::uint32_t denial(const Resource& resource) {
  if (resource.buffer) return heap_flags::kDenyBuffers;
  const bool target = (resource.description.flags & kTargetFlags) != 0;
  return target ? heap_flags::kDenyRtDsTextures : heap_flags::kDenyNonRtDsTextures;
}

std::string_view denial_word(std::uint32_t flag) {
  switch (flag) {
    case heap_flags::kDenyBuffers:
      return "D3D12_HEAP_FLAG_DENY_BUFFERS";
    case heap_flags::kDenyRtDsTextures:
      return "D3D12_HEAP_FLAG_DENY_RT_DS_TEXTURES";
    default:
      return "D3D12_HEAP_FLAG_DENY_NON_RT_DS_TEXTURES";
  }
}

void check_committed_flags(World& world, const event::ResourceCreated& e) {
  if ((e.heap_flags & kDenyFlags) != 0) {
    world.report(Rule::kHeapFlags, e.call, {e.id}, [&] {
      return text("A committed resource is created with heap flags ", Hex{e.heap_flags},
                  "; the ALLOW_ONLY_... and DENY_... flags are for CreateHeap, where they say what the heap "
                  "may hold");
    });
  }
  if ((e.heap_flags & heap_flags::kAllowWriteWatch) != 0 && e.properties.type == HeapType::kDefault) {
    world.report(Rule::kHeapFlags, e.call, {e.id}, [&] {
      return text("ALLOW_WRITE_WATCH watches the CPU's writes, and the DEFAULT heap has none");
    });
  }
}

std::uint64_t needed_alignment(const event::ResourceCreated& e) {
  if (e.allocation_alignment != 0) return e.allocation_alignment;
  if (e.description.alignment != 0) return e.description.alignment;
  return e.description.sample_count > 1 ? kMultisampledAlignment : kDefaultAlignment;
}

void place(World& world, Resource& resource, const event::ResourceCreated& e) {
  Heap* heap = world.find<Heap>(e.heap);
  if (heap == nullptr) return;
  resource.heap = e.heap;
  resource.properties = heap->properties;
  const std::uint64_t alignment = needed_alignment(e);
  const std::uint64_t heap_alignment = heap->alignment == 0 ? kDefaultAlignment : heap->alignment;
  if (is_power_of_two(alignment) && !is_aligned(e.heap_offset, alignment)) {
    world.report(Rule::kPlacedMisaligned, e.call, {e.id, e.heap}, [&] {
      return text("A ", shape_words(e.description), " is placed at offset ", e.heap_offset, " of ",
                  world.describe(*heap), ", but its alignment is ", alignment);
    });
  } else if (alignment > heap_alignment) {
    world.report(Rule::kPlacedMisaligned, e.call, {e.id, e.heap}, [&] {
      return text("A ", shape_words(e.description), " with alignment ", alignment, " is placed in ",
                  world.describe(*heap), ", which was made with alignment ", heap_alignment);
    });
  }
  const std::uint64_t size =
      e.allocation_size != 0 ? e.allocation_size : (resource.buffer ? e.description.width : 1);
  std::uint64_t end = 0;
  if (!add_checked(e.heap_offset, size, end) || end > heap->size) {
    world.report(Rule::kPlacedOutsideHeap, e.call, {e.id, e.heap}, [&] {
      return text("A ", shape_words(e.description), " takes ", size, " bytes at offset ", e.heap_offset,
                  " of ", world.describe(*heap), ", which has ", heap->size);
    });
    end = std::max(heap->size, e.heap_offset);
  }
  if (const std::uint32_t flag = denial(resource); (heap->flags & flag) != 0) {
    world.report(Rule::kHeapFlags, e.call, {e.id, e.heap}, [&] {
      return text("A ", shape_words(e.description), " is placed in ", world.describe(*heap),
                  ", which was made with ", denial_word(flag));
    });
  }
  resource.heap_begin = e.heap_offset;
  resource.heap_end = end;
  join_heap(world, resource, *heap);
}

}  // namespace

void on_heap_created(World& world, const event::HeapCreated& e) {
  Heap* heap = world.make<Heap>(e.id, e.call);
  if (heap == nullptr) return;
  heap->properties = e.properties;
  heap->flags = e.flags;
  heap->size = e.size;
  heap->alignment = e.alignment;
  const std::uint32_t denied = e.flags & kDenyFlags;
  if (denied == kDenyFlags) {
    world.report(Rule::kHeapFlags, e.call, {e.id},
                 [] { return text("A heap is created with all three DENY_... flags: nothing fits in it"); });
  }
  if ((e.flags & heap_flags::kAllowDisplay) != 0) {
    world.report(Rule::kHeapFlags, e.call, {e.id},
                 [] { return text("ALLOW_DISPLAY is for CreateCommittedResource only"); });
  }
  if ((e.flags & heap_flags::kAllowWriteWatch) != 0 && e.properties.type == HeapType::kDefault) {
    world.report(Rule::kHeapFlags, e.call, {e.id}, [] {
      return text("ALLOW_WRITE_WATCH watches the CPU's writes, and the DEFAULT heap has none");
    });
  }
  if (world.resource_heap_tier == 1 && std::popcount(denied) != 2) {
    world.report(Rule::kHeapTier1Flags, e.call, {e.id}, [&] {
      return text(
          "A heap is created with flags ", Hex{e.flags},
          " on a device of resource heap tier 1, which wants exactly two of the three DENY_... flags");
    });
  }
}

void on_resource_created(World& world, const event::ResourceCreated& e) {
  Resource* resource = world.make<Resource>(e.id, e.call);
  if (resource == nullptr) return;
  set_up(*resource, e);
  check_shape(world, *resource, e);
  if (e.kind == event::ResourceKind::kPlaced) {
    place(world, *resource, e);
  } else if (e.kind == event::ResourceKind::kCommitted) {
    check_committed_flags(world, e);
  }
  check_heap_type(world, *resource, e.initial_state, e.call);
  check_initial_state(world, *resource, e.initial_state, e.call);
  resource->fixed_state = in_cpu_heap(resource->properties.type);
  if (resource->properties.type == HeapType::kUpload) {
    resource->all.state = states::kGenericRead;
  } else if (resource->properties.type == HeapType::kReadback) {
    resource->all.state = states::kCopyDest;
  } else if (!resource->buffer) {
    resource->all.state = e.initial_state;
  }
  const bool shares_memory =
      e.kind == event::ResourceKind::kPlaced || e.kind == event::ResourceKind::kReserved;
  if (shares_memory && !resource->buffer && (e.description.flags & kTargetFlags) != 0) {
    resource->must_initialise = true;
    resource->initialised.assign(resource->subresources, 0);
  }
}

}  // namespace ferry::check::model
