#include "touched_resources.hpp"

#include <utility>

namespace ferry {

std::size_t TouchedResources::slot_of(ID3D12Resource* resource, std::uint32_t subresource) const {
  // Objects lie at multiples of 16 at least; a multiplication spreads what is left (Fibonacci hashing).
  const auto address = reinterpret_cast<std::uintptr_t>(resource);
  const std::uint64_t mixed = (static_cast<std::uint64_t>(address) >> 4) * 0x9e3779b97f4a7c15ull +
                              (subresource + 1ull) * 0xd6e8feb86659fd93ull;
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = static_cast<std::size_t>(mixed >> 32) & mask;
  while (slots_[at].round == round_) {
    const Entry& entry = entries_[slots_[at].entry];
    if (entry.resource.get() == resource && entry.subresource == subresource) break;
    at = (at + 1) & mask;
  }
  return at;
}

TouchedResources::Entry& TouchedResources::find_or_add(ID3D12Resource* resource, std::uint32_t subresource,
                                                       bool& is_new) {
  if ((entries_.size() + 1) * 2 > slots_.size()) grow();
  Slot& slot = slots_[slot_of(resource, subresource)];
  is_new = slot.round != round_;
  if (is_new) {
    slot = {round_, static_cast<std::uint32_t>(entries_.size())};
    Entry& entry = entries_.emplace_back();
    entry.resource = ComPtr(resource);
    entry.subresource = subresource;
    return entry;
  }
  return entries_[slot.entry];
}

const TouchedResources::Entry* TouchedResources::find(ID3D12Resource* resource,
                                                      std::uint32_t subresource) const {
  const Slot& slot = slots_[slot_of(resource, subresource)];
  return slot.round == round_ ? &entries_[slot.entry] : nullptr;
}

void TouchedResources::grow() {
  slots_.assign(slots_.size() * 2, Slot{});
  round_ = 1;
  for (std::uint32_t i = 0; i < entries_.size(); ++i) {
    slots_[slot_of(entries_[i].resource.get(), entries_[i].subresource)] = {round_, i};
  }
}

std::vector<ComPtr<ID3D12Resource>> TouchedResources::clear() {
  std::vector<ComPtr<ID3D12Resource>> references;
  references.reserve(entries_.size());
  for (Entry& entry : entries_) references.push_back(std::move(entry.resource));
  entries_.clear();
  ++round_;
  return references;
}

}  // namespace ferry
