#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace ferry {

/// A binary heap of slot numbers, the smallest key on top, from which any slot can be taken out again. Each
/// step costs O(log n).
///
/// Where each slot stands is kept in an array of the caller's, indexed by slot, so that several heaps of
/// which a slot is in one at a time share one array.
class IndexedHeap {
 public:
  static constexpr std::uint32_t kNowhere = UINT32_MAX;

  struct Key {
    std::uint64_t first = 0;
    std::uint64_t second = 0;

    friend bool operator<(const Key& a, const Key& b) {
      return a.first != b.first ? a.first < b.first : a.second < b.second;
    }
  };

  [[nodiscard]] bool empty() const { return entries_.empty(); }
  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  /// Of a heap that is not empty.
  [[nodiscard]] std::uint32_t top() const { return entries_.front().slot; }

  void push(std::uint32_t slot, Key key, std::vector<std::uint32_t>& places) {
    entries_.push_back({key, slot});
    rise(entries_.size() - 1, places);
  }

  /// `slot` is in this heap.
  void erase(std::uint32_t slot, std::vector<std::uint32_t>& places) {
    const std::size_t place = places[slot];
    places[slot] = kNowhere;
    const Entry last = entries_.back();
    entries_.pop_back();
    if (place == entries_.size()) return;
    entries_[place] = last;
    rise(place, places);
    sink(places[last.slot], places);
  }

 private:
  struct Entry {
    Key key;
    std::uint32_t slot = 0;
  };

  void rise(std::size_t place, std::vector<std::uint32_t>& places) {
    const Entry entry = entries_[place];
    while (place > 0 && entry.key < entries_[(place - 1) / 2].key) {
      put(place, entries_[(place - 1) / 2], places);
      place = (place - 1) / 2;
    }
    put(place, entry, places);
  }

  void sink(std::size_t place, std::vector<std::uint32_t>& places) {
    const Entry entry = entries_[place];
    while (true) {
      std::size_t child = place * 2 + 1;
      if (child >= entries_.size()) break;
      if (child + 1 < entries_.size() && entries_[child + 1].key < entries_[child].key) ++child;
      if (!(entries_[child].key < entry.key)) break;
      put(place, entries_[child], places);
      place = child;
    }
    put(place, entry, places);
  }

  void put(std::size_t place, const Entry& entry, std::vector<std::uint32_t>& places) {
    entries_[place] = entry;
    places[entry.slot] = static_cast<std::uint32_t>(place);
  }

  std::vector<Entry> entries_;
};

}  // namespace ferry
