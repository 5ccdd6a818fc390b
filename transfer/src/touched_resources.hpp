#pragma once

#include <cstdint>
#include <vector>

#include <ferry/gpu/com_ptr.hpp>

#include "touched_ranges.hpp"

struct ID3D12Resource;

namespace ferry {

/// The subresources that one list touches, found by a hash table that is emptied by counting up, not by
/// walking.
///
/// Threading: one thread at a time.
class TouchedResources {
 public:
  struct Entry {
    ComPtr<ID3D12Resource> resource;
    std::uint32_t subresource = 0;
    std::uint32_t subresource_count = 1;
    bool is_buffer = false;
    /// Said by the first transfer: the state that it comes in.
    std::uint32_t first_before = 0;
    /// COPY_DEST or COPY_SOURCE: what the copies so far have it in.
    std::uint32_t copy_state = 0;
    /// Said by the last transfer: the state to leave it in.
    std::uint32_t after = 0;
    TouchedRanges ranges;
  };

  /// The entry of this subresource; `is_new` says whether it was just made (with resource and subresource
  /// set).
  Entry& find_or_add(ID3D12Resource* resource, std::uint32_t subresource, bool& is_new);

  /// Null where it was not touched.
  [[nodiscard]] const Entry* find(ID3D12Resource* resource, std::uint32_t subresource) const;

  [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }
  [[nodiscard]] Entry& entry(std::uint32_t number) { return entries_[number]; }
  [[nodiscard]] std::uint32_t number_of(const Entry& entry) const {
    return static_cast<std::uint32_t>(&entry - entries_.data());
  }
  /// Forgets all entries and gives their references away.
  [[nodiscard]] std::vector<ComPtr<ID3D12Resource>> clear();

 private:
  struct Slot {
    std::uint64_t round = 0;
    std::uint32_t entry = 0;
  };
  void grow();
  [[nodiscard]] std::size_t slot_of(ID3D12Resource* resource, std::uint32_t subresource) const;

  std::vector<Entry> entries_;
  std::vector<Slot> slots_ = std::vector<Slot>(16);
  std::uint64_t round_ = 1;
};

}  // namespace ferry
