#include <ferry/schedule/memory_budget.hpp>

namespace ferry {

void MemoryBudget::add(std::uint64_t id, std::uint64_t bytes) {
  Held& held = entries_[id];
  held.bytes += bytes;
  used_ += bytes;
}

void MemoryBudget::make_evictable(std::uint64_t id) {
  const auto found = entries_.find(id);
  if (found == entries_.end() || found->second.evictable) return;
  found->second.evictable = true;
  found->second.place = evictable_.insert(evictable_.end(), id);
}

void MemoryBudget::make_busy(std::uint64_t id) {
  const auto found = entries_.find(id);
  if (found == entries_.end() || !found->second.evictable) return;
  found->second.evictable = false;
  evictable_.erase(found->second.place);
}

void MemoryBudget::touch(std::uint64_t id) {
  const auto found = entries_.find(id);
  if (found == entries_.end() || !found->second.evictable) return;
  evictable_.splice(evictable_.end(), evictable_, found->second.place);
}

std::uint64_t MemoryBudget::remove(std::uint64_t id) {
  const auto found = entries_.find(id);
  if (found == entries_.end()) return 0;
  const std::uint64_t bytes = found->second.bytes;
  if (found->second.evictable) evictable_.erase(found->second.place);
  entries_.erase(found);
  used_ -= bytes;
  return bytes;
}

std::optional<MemoryBudget::Entry> MemoryBudget::least_recent() const {
  if (evictable_.empty()) return std::nullopt;
  const std::uint64_t id = evictable_.front();
  return Entry{id, entries_.at(id).bytes};
}

}  // namespace ferry
