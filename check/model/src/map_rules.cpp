#include "map_rules.hpp"

#include <algorithm>

#include <ferry/base/text.hpp>

#include "hazard_rules.hpp"
#include "words.hpp"

namespace ferry::check::model {
namespace {

bool check_mapped_subresource(World& world, const Resource& resource, std::uint32_t subresource,
                              const char* call) {
  if (subresource < resource.subresources) return true;
  world.report(Rule::kMapSubresource, call, {resource.id}, [&] {
    return text("Subresource ", subresource, " of ", world.describe(resource), " is named, but it has ",
                resource.subresources);
  });
  return false;
}

void check_range(World& world, const Resource& resource, const ByteRange& range, const char* call) {
  if (!resource.buffer || range.end <= range.begin || range.end <= resource.description.width) return;
  world.report(Rule::kMapRange, call, {resource.id}, [&] {
    return text("The range ", range.begin, " to ", range.end, " reaches beyond ", world.describe(resource),
                ", which has ", resource.description.width, " bytes");
  });
}

/// The worst access among those in flight that match; kKnown where there is none.
template <typename Match>
Completion worst_pending(const World& world, const Resource& resource, ByteRange range, Match&& match,
                         Access& found) {
  Completion worst = Completion::kKnown;
  for_each_pending(world, resource, [&](const Access& access) {
    if (!match(access) || access.begin >= range.end || range.begin >= access.end) return;
    const Completion state = world.completion(access.queue, access.submission);
    if (state <= worst) return;
    worst = state;
    found = access;
  });
  return worst;
}

/// The CPU reads these bytes, or is about to.
void check_read(World& world, const Resource& resource, ByteRange range, const char* call) {
  Access access;
  const Completion state = worst_pending(
      world, resource, range, [](const Access& a) { return a.write; }, access);
  if (state == Completion::kKnown) return;
  const Queue& queue = *world.queues[access.queue];
  if (world.lost) {
    if (!world.lost_told) return;
    world.report(Rule::kLostTakenAsDone, call, {resource.id, queue.id}, [&] {
      return text("The CPU reads ", world.describe(resource), " although the device was lost before ",
                  world.describe(queue), " had surely written it (", access.call, ")");
    });
    return;
  }
  const std::uint64_t end = std::min(range.end, resource.description.width);
  world.report(
      Rule::kReadbackBeforeFence, World::soften(Severity::kError, state), call, {resource.id, queue.id}, [&] {
        return text("The CPU reads bytes ", range.begin, " to ", end, " of ", world.describe(resource),
                    " before the work of ", world.describe(queue), " that writes bytes ", access.begin,
                    " to ", access.end, " (", access.call, ") is complete", World::luck_words(state));
      });
}

}  // namespace

void on_mapped(World& world, const event::Mapped& e) {
  Resource* resource = world.find<Resource>(e.resource);
  if (resource == nullptr) return;
  if (!resource->cpu_visible()) {
    world.report(Rule::kMapDefault, e.call, {e.resource}, [&] {
      return text(world.describe(*resource), " is in the ", heap_type_word(resource->properties.type),
                  " heap, which the CPU cannot see, and so it cannot be mapped");
    });
    return;
  }
  if (!check_mapped_subresource(world, *resource, e.subresource, e.call)) return;
  if (e.has_read_range) check_range(world, *resource, e.read_range, e.call);
  const auto at = std::find_if(resource->maps.begin(), resource->maps.end(),
                               [&](const auto& map) { return map.first == e.subresource; });
  if (at != resource->maps.end()) {
    ++at->second;
  } else {
    resource->maps.emplace_back(e.subresource, 1U);
  }
  // Only READBACK memory is meant for reading; elsewhere a null range says little.
  if (resource->buffer && resource->properties.type == HeapType::kReadback) {
    const ByteRange range = e.has_read_range ? e.read_range : ByteRange{0, kWholeSize};
    if (range.begin < range.end) check_read(world, *resource, range, e.call);
  }
}

void on_unmapped(World& world, const event::Unmapped& e) {
  Resource* resource = world.find<Resource>(e.resource);
  if (resource == nullptr) return;
  if (!check_mapped_subresource(world, *resource, e.subresource, e.call)) return;
  const auto at = std::find_if(resource->maps.begin(), resource->maps.end(),
                               [&](const auto& map) { return map.first == e.subresource; });
  if (at == resource->maps.end()) {
    world.report(Rule::kUnmapWithoutMap, e.call, {e.resource}, [&] {
      return text("Subresource ", e.subresource, " of ", world.describe(*resource),
                  " is unmapped, but it is not mapped");
    });
    return;
  }
  if (--at->second == 0) resource->maps.erase(at);
  if (e.has_written_range) check_range(world, *resource, e.written_range, e.call);
  if (resource->properties.type == HeapType::kReadback &&
      (!e.has_written_range || e.written_range.begin < e.written_range.end)) {
    world.report(Rule::kReadbackUnmapWritten, e.call, {e.resource}, [&] {
      return text(world.describe(*resource), " in the READBACK heap is unmapped with ",
                  e.has_written_range ? "a written range" : "a null written range",
                  ", which says that the CPU changed its bytes");
    });
  }
}

void on_cpu_read(World& world, const event::CpuRead& e) {
  const Resource* resource = world.find<Resource>(e.resource);
  if (resource == nullptr || !resource->buffer || e.range.begin >= e.range.end) return;
  check_range(world, *resource, e.range, e.call);
  check_read(world, *resource, e.range, e.call);
}

void on_cpu_write(World& world, const event::CpuWrite& e) {
  const Resource* resource = world.find<Resource>(e.resource);
  if (resource == nullptr || !resource->buffer || e.range.begin >= e.range.end || world.lost) return;
  check_range(world, *resource, e.range, e.call);
  Access access;
  const Completion state = worst_pending(
      world, *resource, e.range, [](const Access&) { return true; }, access);
  if (state == Completion::kKnown) return;
  const Queue& queue = *world.queues[access.queue];
  world.report(Rule::kStagingChangedInFlight, World::soften(Severity::kError, state), e.call,
               {e.resource, queue.id}, [&] {
                 return text("The CPU changes bytes ", e.range.begin, " to ", e.range.end, " of ",
                             world.describe(*resource), " while ", world.describe(queue),
                             access.write ? " writes" : " still reads", " bytes ", access.begin, " to ",
                             access.end, " (", access.call, ")", World::luck_words(state));
               });
}

}  // namespace ferry::check::model
