// What can be done to requests that are known: cancel, change, leave out; and the groups they are in.

#include <ferry/schedule/scheduler.hpp>

namespace ferry {

std::uint32_t Scheduler::find(RequestId id) const {
  const auto index = static_cast<std::uint32_t>(static_cast<std::uint64_t>(id));
  const auto generation = static_cast<std::uint32_t>(static_cast<std::uint64_t>(id) >> 32);
  if (index >= slots_.size() || !slots_[index].used || slots_[index].generation != generation) return kNone;
  return index;
}

RequestId Scheduler::id_of(std::uint32_t slot) const {
  return static_cast<RequestId>(std::uint64_t{slots_[slot].generation} << 32 | slot);
}

std::uint64_t Scheduler::order_of(RequestId id) const {
  const std::uint32_t index = find(id);
  return index == kNone ? UINT64_MAX : slots_[index].order;
}

void Scheduler::release(std::uint32_t index) {
  dequeue(index);
  Slot& slot = slots_[index];
  if (!slot.cancelled) {
    unlink_tag(index);
    if (slot.request.priority == LoadPriority::kImmediate) --immediates_;
  }
  slot.used = false;
  ++slot.generation;
  free_.push_back(index);
}

Scheduler::Cancelled Scheduler::cancel(RequestId id) {
  const std::uint32_t index = find(id);
  if (index == kNone || slots_[index].cancelled) return Cancelled::kUnknown;
  Slot& slot = slots_[index];
  dequeue(index);
  unlink_tag(index);
  if (slot.request.priority == LoadPriority::kImmediate) --immediates_;
  slot.cancelled = true;
  if (slot.in_flight > 0) return Cancelled::kInFlight;
  release(index);
  return Cancelled::kGone;
}

std::vector<RequestId> Scheduler::cancel_tag(std::uint64_t tag) {
  std::vector<RequestId> ids = requests_of(tag);
  for (const RequestId id : ids) cancel(id);
  return ids;
}

bool Scheduler::set_priority(RequestId id, LoadPriority priority, ScheduleTime now) {
  const std::uint32_t index = find(id);
  if (index == kNone || slots_[index].cancelled) return false;
  Slot& slot = slots_[index];
  if (slot.request.priority == priority) return true;
  const bool queued = slot.queued;
  dequeue(index);
  if (slot.request.priority == LoadPriority::kImmediate) --immediates_;
  slot.request.priority = priority;
  if (priority == LoadPriority::kImmediate) {
    ++immediates_;
    if (now + options_.hold_after > hold_until_) hold_until_ = now + options_.hold_after;
  }
  if (queued) enqueue(index);
  return true;
}

std::size_t Scheduler::set_priority_of_tag(std::uint64_t tag, LoadPriority priority, ScheduleTime now) {
  const std::vector<RequestId> ids = requests_of(tag);
  for (const RequestId id : ids) set_priority(id, priority, now);
  return ids.size();
}

std::vector<RequestId> Scheduler::requests_of(std::uint64_t tag) const {
  std::vector<RequestId> ids;
  const auto found = tags_.find(tag);
  if (tag == 0 || found == tags_.end()) return ids;
  for (std::uint32_t i = found->second; i != kNone; i = slots_[i].tag_next) ids.push_back(id_of(i));
  return ids;
}

void Scheduler::link_tag(std::uint32_t index) {
  const auto [place, fresh] = tags_.try_emplace(slots_[index].request.tag, index);
  if (fresh) return;
  slots_[index].tag_next = place->second;
  slots_[place->second].tag_before = index;
  place->second = index;
}

void Scheduler::unlink_tag(std::uint32_t index) {
  Slot& slot = slots_[index];
  if (slot.request.tag == 0) return;
  if (slot.tag_next != kNone) slots_[slot.tag_next].tag_before = slot.tag_before;
  if (slot.tag_before != kNone) {
    slots_[slot.tag_before].tag_next = slot.tag_next;
  } else if (slot.tag_next != kNone) {
    tags_[slot.request.tag] = slot.tag_next;
  } else {
    tags_.erase(slot.request.tag);
  }
  slot.tag_next = kNone;
  slot.tag_before = kNone;
}

bool Scheduler::suspend(RequestId id) {
  const std::uint32_t index = find(id);
  if (index == kNone || slots_[index].cancelled) return false;
  dequeue(index);
  slots_[index].suspended = true;
  return true;
}

bool Scheduler::resume(RequestId id) {
  const std::uint32_t index = find(id);
  if (index == kNone || slots_[index].cancelled) return false;
  Slot& slot = slots_[index];
  slot.suspended = false;
  if (!slot.queued && slot.done < slot.request.bytes) enqueue(index);
  return true;
}

}  // namespace ferry
