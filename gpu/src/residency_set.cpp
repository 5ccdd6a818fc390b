#include <ferry/gpu/residency_set.hpp>

#include <algorithm>

namespace ferry {

ResidencySet::Object* ResidencySet::find(ResidencyId id) {
  const auto found = objects_.find(static_cast<std::uint64_t>(id));
  return found != objects_.end() ? &found->second : nullptr;
}

void ResidencySet::touch(Object& object) {
  order_.splice(order_.end(), order_, object.place);
}

ResidencyId ResidencySet::add(std::uint64_t bytes) {
  const auto id = static_cast<ResidencyId>(next_++);
  Object object;
  object.bytes = bytes;
  object.place = order_.insert(order_.end(), id);
  objects_.emplace(static_cast<std::uint64_t>(id), std::move(object));
  bytes_ += bytes;
  resident_bytes_ += bytes;
  return id;
}

void ResidencySet::remove(ResidencyId id) {
  const Object* const object = find(id);
  if (object == nullptr) return;
  bytes_ -= object->bytes;
  if (object->resident) resident_bytes_ -= object->bytes;
  order_.erase(object->place);
  objects_.erase(static_cast<std::uint64_t>(id));
}

void ResidencySet::evict_down(std::uint64_t budget, const IsComplete& is_complete, ResidencyPlan& plan) {
  for (const ResidencyId id : order_) {
    if (resident_bytes_ <= budget) break;
    Object& object = *find(id);
    if (!object.resident || object.held > 0 || object.bytes == 0) continue;
    std::erase_if(object.points, is_complete);
    if (!object.points.empty()) continue;
    object.resident = false;
    resident_bytes_ -= object.bytes;
    plan.evict.push_back(id);
  }
  plan.over_budget = resident_bytes_ > budget ? resident_bytes_ - budget : 0;
}

ResidencyPlan ResidencySet::use(std::span<const ResidencyId> ids, std::uint64_t budget,
                                const IsComplete& is_complete) {
  ResidencyPlan plan;
  for (const ResidencyId id : ids) {
    Object* const object = find(id);
    if (object == nullptr) continue;
    ++object->held;
    touch(*object);
    if (object->resident) continue;
    object->resident = true;
    resident_bytes_ += object->bytes;
    plan.make_resident.push_back(id);
  }
  // Where nothing comes in, nothing has to go: trim() is for budgets that shrink.
  if (!plan.make_resident.empty()) evict_down(budget, is_complete, plan);
  return plan;
}

void ResidencySet::used_until(std::span<const ResidencyId> ids, FencePoint point) {
  release(ids);
  for (const ResidencyId id : ids) {
    Object* const object = find(id);
    if (object == nullptr) continue;
    touch(*object);
    const auto same = std::find_if(object->points.begin(), object->points.end(),
                                   [&](FencePoint other) { return other.timeline == point.timeline; });
    if (same == object->points.end()) {
      object->points.push_back(point);
    } else {
      same->value = std::max(same->value, point.value);
    }
  }
}

void ResidencySet::release(std::span<const ResidencyId> ids) {
  for (const ResidencyId id : ids) {
    Object* const object = find(id);
    if (object != nullptr && object->held > 0) --object->held;
  }
}

ResidencyPlan ResidencySet::trim(std::uint64_t budget, const IsComplete& is_complete) {
  ResidencyPlan plan;
  evict_down(budget, is_complete, plan);
  return plan;
}

void ResidencySet::refused(std::span<const ResidencyId> ids) {
  for (const ResidencyId id : ids) {
    Object* const object = find(id);
    if (object == nullptr || !object->resident) continue;
    object->resident = false;
    resident_bytes_ -= object->bytes;
  }
}

bool ResidencySet::resident(ResidencyId id) const {
  const auto found = objects_.find(static_cast<std::uint64_t>(id));
  return found != objects_.end() && found->second.resident;
}

}  // namespace ferry
