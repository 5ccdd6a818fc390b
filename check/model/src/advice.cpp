#include "advice.hpp"

namespace ferry::check::model {
namespace {

/// The open list of that id does more than copies.
void note_other_work(World& world, ObjectId id) {
  List* list = world.find<List>(id);
  if (list != nullptr && list->open) list->recording->workload.more_than_copies = true;
}

void note_written(World& world, ObjectId id) {
  const Resource* resource = world.find<Resource>(id);
  if (resource == nullptr || resource->habits == nullptr) return;
  resource->habits->written = true;
  resource->habits->fetched.clear();
}

}  // namespace

void advise(World& world, const event::ResourceCreated& e) {
  Resource* resource = world.find<Resource>(e.id);
  if (resource == nullptr) return;
  if (resource->buffer && resource->properties.type == HeapType::kUpload) {
    resource->habits = std::make_unique<BufferHabits>();
    resource->habits->made_in_frame = world.habits.frame;
  }
  if (e.kind == event::ResourceKind::kSwapChain) note_back_buffer(world, *resource);
}

void advise_at_end(World& world, const event::ObjectDestroyed& e) {
  const Resource* resource = world.find<Resource>(e.id);
  if (resource != nullptr && resource->habits != nullptr) advise_on_buffer_end(world, *resource);
}

void advise(World& world, const event::Unmapped& e) {
  if (!e.has_written_range || e.written_range.begin < e.written_range.end) note_written(world, e.resource);
}

void advise(World& world, const event::CpuWrite& e) {
  note_written(world, e.resource);
}

void advise(World& world, const event::ListCreated&) {
  go_on(world);
}

void advise(World& world, const event::ListReset&) {
  go_on(world);
}

void advise(World& world, const event::Executed& e) {
  Queue* queue = world.find<Queue>(e.queue);
  if (queue == nullptr) return;
  go_on(world);
  ++world.habits.submissions;
  Workload work;
  for (const ObjectId id : e.lists) {
    const List* list = world.find<List>(id);
    if (list == nullptr || list->open || list->recording == nullptr) continue;
    work.add(list->recording->workload);
    note_buffer_uses(world, *list->recording);
  }
  queue->habits.executed = true;
  queue->habits.more_than_copies = queue->habits.more_than_copies || work.more_than_copies;
  advise_on_tiny_submission(world, *queue, work, e.call);
  advise_on_fetches(world, *queue, work);
  advise_on_texture_reads(world, *queue, work);
  advise_on_staging(world, *queue, e);
}

void advise(World& world, const event::QueueSignal& e) {
  Queue* queue = world.find<Queue>(e.queue);
  if (queue == nullptr || !queue->habits.executed) return;
  note_fresh_signal(world, *queue, e);
  end_frame_by_signal(world, *queue);
  queue->habits.executed = false;
  queue->habits.more_than_copies = false;
}

void advise(World& world, const event::QueueWait& e) {
  // What comes after depends on what another queue does: it could not have come with what went before.
  if (Queue* queue = world.find<Queue>(e.queue); queue != nullptr) queue->habits.tiny_in_a_row = 0;
}

void advise(World& world, const event::FenceRead& e) {
  const Fence* fence = world.find<Fence>(e.fence);
  if (fence != nullptr) note_look(world, *fence, e);
}

void advise(World& world, const event::CpuWait& e) {
  const Fence* fence = world.find<Fence>(e.fence);
  if (fence == nullptr) return;
  note_wait(world, e.fence, e.value, e.thread, e.call);
  if (e.value > fence->reached) note_wait_for_staging(world);
}

void advise(World& world, const event::FrameEnd&) {
  end_frame(world, FrameSign::kFrameEnd);
}

void advise(World& world, const event::Presented& e) {
  const Resource* resource = world.find<Resource>(e.resource);
  if (resource == nullptr) return;
  note_back_buffer(world, *resource);
  end_frame(world, FrameSign::kPresented);
}

void advise(World& world, const event::Resolve& e) {
  note_other_work(world, e.list);
}

void advise(World& world, const event::Draw& e) {
  note_other_work(world, e.list);
}

void advise(World& world, const event::Dispatch& e) {
  note_other_work(world, e.list);
}

void advise(World& world, const event::Used& e) {
  note_other_work(world, e.list);
}

void advise(World& world, const event::ClearView& e) {
  note_other_work(world, e.list);
}

void advise(World& world, const event::Discard& e) {
  note_other_work(world, e.list);
}

}  // namespace ferry::check::model
