#include "journal.hpp"

#include <algorithm>
#include <bit>
#include <new>

namespace ferry::check::layer {

Journal::Journal(std::size_t size) {
  const std::size_t count = std::bit_ceil(std::clamp<std::size_t>(size, 16, std::size_t{1} << 24));
  slots_.reset(new (std::nothrow) Slot[count]);
  mask_ = count - 1;
}

std::uint64_t Journal::add(Method method, ObjectId object) noexcept {
  const std::uint64_t index = next_.fetch_add(1, std::memory_order_relaxed) + 1;
  if (slots_ == nullptr) return index;
  Slot& slot = slots_[index & mask_];
  slot.index.store(0, std::memory_order_relaxed);
  slot.what.store(static_cast<std::uint64_t>(object) << 16 | static_cast<std::uint64_t>(method),
                  std::memory_order_relaxed);
  slot.result.store(0, std::memory_order_relaxed);
  slot.index.store(index, std::memory_order_release);
  return index;
}

void Journal::set_result(std::uint64_t index, std::int32_t result) noexcept {
  if (slots_ == nullptr) return;
  Slot& slot = slots_[index & mask_];
  if (slot.index.load(std::memory_order_relaxed) != index) return;
  slot.result.store(std::uint64_t{1} << 32 | static_cast<std::uint32_t>(result), std::memory_order_relaxed);
}

std::vector<JournalEntry> Journal::last(std::size_t count) const {
  std::vector<JournalEntry> entries;
  if (slots_ == nullptr) return entries;
  const std::uint64_t newest = last_index();
  const std::uint64_t kept = std::min<std::uint64_t>(newest, mask_ + 1);
  const std::uint64_t wanted = count == 0 ? kept : std::min<std::uint64_t>(count, kept);
  entries.reserve(static_cast<std::size_t>(wanted));
  for (std::uint64_t index = newest - wanted + 1; index <= newest; ++index) {
    const Slot& slot = slots_[index & mask_];
    if (slot.index.load(std::memory_order_acquire) != index) continue;
    JournalEntry entry;
    entry.index = index;
    const std::uint64_t what = slot.what.load(std::memory_order_relaxed);
    entry.method = static_cast<Method>(what & 0xffff);
    entry.object = static_cast<ObjectId>(what >> 16);
    const std::uint64_t result = slot.result.load(std::memory_order_relaxed);
    entry.has_result = (result >> 32) != 0;
    entry.result = static_cast<std::int32_t>(static_cast<std::uint32_t>(result));
    if (slot.index.load(std::memory_order_relaxed) == index) entries.push_back(entry);
  }
  return entries;
}

}  // namespace ferry::check::layer
