#include <ferry/base/text.hpp>
#include <ferry/base/units.hpp>
#include <ferry/check/model/advice.hpp>

#include "advice.hpp"

namespace ferry::check::model {
namespace {

/// Of the biggest subresource; 0 where the format is not known.
std::uint64_t picture_bytes(const Resource& texture) {
  if (texture.format == nullptr) return 0;
  const ResourceDescription& d = texture.description;
  return divide_up(d.width, texture.format->block_width) * divide_up(d.height, texture.format->block_height) *
         texture.format->block_bytes;
}

std::uint64_t texels(const Resource& texture) {
  return texture.description.width * texture.description.height;
}

/// True for a texture that may be what the program shows.
bool is_a_frame(const World& world, const Resource& texture) {
  const std::uint64_t shown = world.habits.back_buffer_texels;
  if (picture_bytes(texture) < advice::kFrameBytes || texels(texture) < shown) return false;
  return texture.how == event::ResourceKind::kSwapChain ||
         (texture.description.flags & resource_flags::kAllowRenderTarget) != 0 || texels(texture) == shown;
}

}  // namespace

void end_frame(World& world, FrameSign sign) {
  if (sign < world.habits.frame_sign) return;
  world.habits.frame_sign = sign;
  ++world.habits.frame;
  for (Queue* queue : world.queues) {
    if (queue->habits.tiny_in_frame < advice::kTinySubmissionsPerFrame) queue->habits.tiny_in_a_row = 0;
    queue->habits.tiny_in_frame = 0;
  }
}

void end_frame_by_signal(World& world, const Queue& queue) {
  if (!queue.habits.more_than_copies || queue.type == ListType::kCopy) return;
  const Queue* pacing = world.find<Queue>(world.habits.pacing_queue);
  if (pacing == nullptr || (pacing->type != ListType::kDirect && queue.type == ListType::kDirect)) {
    world.habits.pacing_queue = queue.id;
  }
  if (world.habits.pacing_queue == queue.id) end_frame(world, FrameSign::kSignal);
}

void note_back_buffer(World& world, const Resource& resource) {
  world.habits.back_buffer_texels = std::max(world.habits.back_buffer_texels, texels(resource));
}

void note_fetch(const World& world, List& list, const Binding& binding, const char* call) {
  if (binding.point != event::BindPoint::kVertexBuffer && binding.point != event::BindPoint::kIndexBuffer) {
    return;
  }
  for (const event::Use& use : binding.uses) {
    const Resource* buffer = world.find<Resource>(use.resource);
    if (buffer == nullptr || buffer->habits == nullptr) continue;
    auto& fetches = list.recording->workload.fetches;
    const bool again = !fetches.empty() && fetches.back().buffer == use.resource;
    if (!again) fetches.push_back({use.resource, use.as, call});
  }
}

void advise_on_fetches(World& world, const Queue& queue, const Workload& work) {
  for (const Workload::Fetch& fetch : work.fetches) {
    const Resource* buffer = world.find<Resource>(fetch.buffer);
    if (buffer == nullptr || buffer->habits == nullptr) continue;
    BufferHabits& habits = *buffer->habits;
    if (!buffer->maps.empty()) {  // Whether it is written through the pointer, nobody sees.
      habits.fetched.clear();
      continue;
    }
    const std::uint64_t frames = habits.fetched.hit(world.habits.frame);
    if (frames < advice::kFramesInARow || habits.fetch_told) continue;
    habits.fetch_told = true;
    world.report(Rule::kVerticesInUploadHeap, fetch.call, {buffer->id, queue.id}, [&] {
      return text(world.describe(*buffer), " of ", byte_text(buffer->description.width),
                  " in the UPLOAD heap is the ", fetch.as, " of draws in ", frames,
                  " frames in a row, and nobody has written to it in that time: ",
                  world.uma
                      ? "this GPU shares its memory with the CPU and may not feel it, but one with memory of "
                        "its own fetches it over the bus each time"
                      : "the GPU fetches it over the bus each time");
    });
  }
}

void advise_on_texture_reads(World& world, const Queue& queue, const Workload& work) {
  Habits& habits = world.habits;
  for (const Workload::TextureRead& read : work.texture_reads) {
    const Resource* texture = world.find<Resource>(read.texture);
    if (texture == nullptr || !is_a_frame(world, *texture)) continue;
    if (habits.texture_read != read.texture || habits.texture_read_frame != habits.frame) {
      habits.texture_read = read.texture;
      habits.texture_read_frame = habits.frame;
      habits.texture_read_bytes = 0;
    }
    habits.texture_read_bytes += std::min(read.bytes, UINT64_MAX - habits.texture_read_bytes);
    if (habits.texture_read_bytes < picture_bytes(*texture)) continue;
    const std::uint64_t frames = habits.texture_reads.hit(habits.frame);
    if (frames < advice::kFramesInARow || habits.texture_read_told) continue;
    habits.texture_read_told = true;
    world.report(Rule::kFullFrameReadback, read.call, {texture->id, queue.id}, [&] {
      return text("The whole of ", world.describe(*texture), ", ", texture->description.width, " x ",
                  texture->description.height, " texels or ", byte_text(picture_bytes(*texture)),
                  ", is copied to the READBACK heap in this frame, as one like it was in each of the ",
                  frames - 1, " before");
    });
  }
}

}  // namespace ferry::check::model
