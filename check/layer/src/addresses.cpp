#include "addresses.hpp"

#include <algorithm>

namespace ferry::check::layer {

void Addresses::add(std::uint64_t address, std::uint64_t size, ObjectId resource) {
  if (address == 0 || size == 0) return;
  const std::lock_guard lock(mutex_);
  buffers_.emplace(address, Buffer{size, resource});
  longest_ = std::max(longest_, size);
}

void Addresses::remove(std::uint64_t address, ObjectId resource) {
  const std::lock_guard lock(mutex_);
  const auto [first, last] = buffers_.equal_range(address);
  for (auto it = first; it != last; ++it) {
    if (it->second.resource != resource) continue;
    buffers_.erase(it);
    return;
  }
}

Addresses::Place Addresses::find(std::uint64_t address) const {
  const std::shared_lock lock(mutex_);
  Place best;
  for (auto it = buffers_.upper_bound(address); it != buffers_.begin();) {
    --it;
    const std::uint64_t offset = address - it->first;
    if (offset >= longest_) break;
    if (offset < it->second.size && it->second.resource > best.resource) {
      best = {it->second.resource, offset, it->second.size};
    }
  }
  return best;
}

}  // namespace ferry::check::layer
