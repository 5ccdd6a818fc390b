#include "lifetime_rules.hpp"

#include <algorithm>

#include <ferry/base/text.hpp>

#include "alias_rules.hpp"
#include "record.hpp"
#include "submission.hpp"
#include "words.hpp"

namespace ferry::check::model {
namespace {

/// Starts recording on `allocator`: at creation or Reset.
void open_list(World& world, List& list, ObjectId allocator_id, const char* call) {
  Allocator* allocator = world.find<Allocator>(allocator_id);
  if (allocator != nullptr) {
    if (allocator->type != list.type) {
      world.report(Rule::kListTypeMismatch, call, {list.id, allocator_id}, [&] {
        return text(world.describe(list), " is of type ", list_type_word(list.type), ", but ",
                    world.describe(*allocator), " is of type ", list_type_word(allocator->type));
      });
    }
    const List* other = world.find<List>(allocator->recording);
    if (other != nullptr && other != &list && other->open) {
      world.report(Rule::kAllocatorTwoLists, call, {allocator_id, list.id, other->id}, [&] {
        return text(world.describe(list), " starts recording on ", world.describe(*allocator), " while ",
                    world.describe(*other), " still records on it");
      });
    }
    allocator->recording = list.id;
  }
  list.open = true;
  list.close_failed = false;
  list.allocator = allocator_id;
  list.recording = std::make_shared<Recording>();
  list.recording->allocator = allocator_id;
  list.recording->allocator_generation = allocator != nullptr ? allocator->generation : 0;
  list.recording_number = ++world.recordings;
  reference(world, list, allocator_id);
  list.bindings.clear();
  list.changes = 1;
  list.rebinds = 0;
  list.drawn_at = 0;
  list.dispatched_at = 0;
}

/// False where the list cannot be executed at all.
bool check_executable(World& world, const Queue& queue, const List& list, const char* call) {
  if (list.type != queue.type) {
    world.report(Rule::kListTypeMismatch, call, {list.id, queue.id}, [&] {
      return text(world.describe(list), " is of type ", list_type_word(list.type), ", but ",
                  world.describe(queue), " executes ", list_type_word(queue.type), " lists");
    });
    if (list.type == ListType::kBundle) return false;
  }
  if (list.recording == nullptr && !list.open) return false;  // Never recorded: nothing to do.
  if (list.open) {
    world.report(Rule::kExecuteOpenList, call, {list.id, queue.id}, [&] {
      return text(world.describe(list), " is executed while it is still open: Close was not called");
    });
    return false;
  }
  if (list.close_failed) {
    world.report(Rule::kExecuteFailedList, call, {list.id, queue.id},
                 [&] { return text(world.describe(list), " is executed although its Close failed"); });
    return false;
  }
  const Allocator* allocator = world.find<Allocator>(list.recording->allocator);
  if (allocator != nullptr && allocator->generation != list.recording->allocator_generation) {
    world.report(Rule::kExecuteStaleList, call, {list.id, allocator->id}, [&] {
      return text(world.describe(list),
                  " is executed, but its commands are gone: ", world.describe(*allocator),
                  " was reset after they were recorded");
    });
    return false;
  }
  return true;
}

void check_not_executing(World& world, const List& list, const char* call) {
  const Completion state = world.completion(list.recording->executed);
  if (state == Completion::kKnown) return;
  world.report(Rule::kListExecutingAgain, World::soften(Severity::kError, state), call, {list.id}, [&] {
    return text(world.describe(list), " is executed again before its last execution is complete",
                World::luck_words(state));
  });
}

void check_references(World& world, const List& list, const char* call) {
  for (const ObjectId id : list.recording->references) {
    const Object* object = world.any(id);
    if (object == nullptr || object->alive) continue;
    world.report(Rule::kUsedAfterRelease, call, {id, list.id}, [&] {
      return text(world.describe(list), " is executed, but ", world.describe(*object),
                  ", which it names, has been released since it was recorded");
    });
  }
}

void use_references(World& world, const Queue& queue, const Recording& recording) {
  const std::uint64_t submission = queue.submitted;
  for (const ObjectId id : recording.references) {
    Object* object = world.any(id);
    if (object == nullptr) continue;
    object->last_use.raise(queue.index, submission);
    const Resource* resource = world.find<Resource>(id);
    Heap* heap = resource != nullptr ? world.find<Heap>(resource->heap) : nullptr;
    if (heap != nullptr) heap->last_use.raise(queue.index, submission);
  }
}

}  // namespace

void on_list_created(World& world, const event::ListCreated& e) {
  List* list = world.make<List>(e.id, e.call);
  if (list == nullptr) return;
  list->type = e.type;
  if (e.open) open_list(world, *list, e.allocator, e.call);
}

void on_allocator_reset(World& world, const event::AllocatorReset& e) {
  Allocator* allocator = world.find<Allocator>(e.id);
  if (allocator == nullptr) return;
  const List* list = world.find<List>(allocator->recording);
  if (list != nullptr && list->alive && list->open && list->allocator == e.id) {
    world.report(Rule::kAllocatorResetWhileRecording, e.call, {e.id, list->id}, [&] {
      return text(world.describe(*allocator), " is reset while ", world.describe(*list), " records on it");
    });
  }
  const Completion state = world.completion(allocator->last_use);
  if (state != Completion::kKnown && !world.lost) {
    world.report(Rule::kAllocatorResetInFlight, World::soften(Severity::kError, state), e.call, {e.id}, [&] {
      return text(world.describe(*allocator), " is reset before the lists recorded on it are complete",
                  World::luck_words(state));
    });
  }
  ++allocator->generation;
}

void on_list_reset(World& world, const event::ListReset& e) {
  List* list = world.find<List>(e.id);
  if (list == nullptr) return;
  if (list->open) {
    world.report(Rule::kListResetWhileOpen, e.call, {e.id}, [&] {
      return text(world.describe(*list), " is reset while it is still open: Close was not called");
    });
  }
  open_list(world, *list, e.allocator, e.call);
}

void on_list_closed(World& world, const event::ListClosed& e) {
  List* list = world.find<List>(e.id);
  if (list == nullptr) return;
  if (!list->open) {
    world.report(Rule::kRecordOnClosedList, e.call, {e.id},
                 [&] { return text(world.describe(*list), " is closed, but it is closed already"); });
    return;
  }
  list->open = false;
  list->close_failed = !e.succeeded;
  Allocator* allocator = world.find<Allocator>(list->allocator);
  if (allocator != nullptr && allocator->recording == e.id) allocator->recording = ObjectId::kNone;
}

void on_executed(World& world, const event::Executed& e) {
  Queue* queue = world.find<Queue>(e.queue);
  if (queue == nullptr) return;
  ++queue->submitted;
  queue->last_use.raise(queue->index, queue->submitted);
  Submitted work;
  work.what = Submitted::What::kExecute;
  work.call = e.call;
  work.submission = queue->submitted;
  work.known = world.known;
  work.lists.reserve(e.lists.size());
  for (const ObjectId id : e.lists) {
    List* list = world.find<List>(id);
    if (list == nullptr || !check_executable(world, *queue, *list, e.call)) continue;
    check_not_executing(world, *list, e.call);
    check_references(world, *list, e.call);
    list->recording->executed.raise(queue->index, queue->submitted);
    Allocator* allocator = world.find<Allocator>(list->recording->allocator);
    if (allocator != nullptr) allocator->last_use.raise(queue->index, queue->submitted);
    use_references(world, *queue, *list->recording);
    work.lists.emplace_back(id, list->recording);
  }
  submit(world, *queue, std::move(work));
}

void on_destroyed(World& world, const event::ObjectDestroyed& e) {
  Object* object = world.any(e.id);
  if (object == nullptr || !object->alive) return;
  // A list may go as soon as it is submitted: its commands are the allocator's.
  const bool may_go = object->kind == Kind::kList || object->kind == Kind::kDevice || world.lost;
  const Completion state = may_go ? Completion::kKnown : world.completion(object->last_use);
  if (state != Completion::kKnown) {
    world.report(Rule::kReleasedInFlight, World::soften(Severity::kError, state), e.call, {e.id}, [&] {
      return text(world.describe(*object), " is released before the last work that uses it is complete",
                  World::luck_words(state));
    });
  }
  if (object->kind == Kind::kResource) leave_heap(world, *static_cast<Resource*>(object));
  if (object->kind == Kind::kFence) std::erase(world.awaited, e.id);
  world.bury(e.id);
}

}  // namespace ferry::check::model
