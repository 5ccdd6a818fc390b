#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <ferry/base/result.hpp>

namespace ferry {

/// How a RangeAllocator is doing. Sizes are bytes.
struct RangeStats {
  std::uint64_t capacity = 0;
  std::uint64_t used = 0;
  std::uint64_t free = 0;
  std::uint64_t largest_free = 0;
  /// The greatest `used` so far.
  std::uint64_t high_water = 0;
  std::uint64_t allocations = 0;
  std::uint64_t free_ranges = 0;
  /// 0 where all free bytes lie in one range (or none is free), towards 1 as they fall to pieces:
  /// 1 - largest_free / free.
  double fragmentation = 0.0;
};

/// One range, allocated or free, for reports.
struct RangeInfo {
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
  bool is_free = false;
};

/// Hands out ranges of [0, capacity) in any size and takes them back in any order: for resources placed in a
/// heap. Pure arithmetic; the memory itself is never touched.
///
/// Free ranges are kept in lists by size class (sixteen classes for each power of two), and neighbours that
/// are free are joined at once. A request is met from the first class that can hold it, by the range that
/// wastes least among the first few there. It fails only where no free range can hold it, aligned as asked.
/// The cost does not grow with the number of allocations, but for requests whose alignment rules out most
/// free ranges of their class.
///
/// Threading: one thread at a time. Errors change nothing.
class RangeAllocator {
 public:
  static constexpr std::uint64_t kMaxCapacity = 1ull << 62;

  /// `capacity` in bytes: 1 to kMaxCapacity.
  static Result<RangeAllocator> create(std::uint64_t capacity);

  RangeAllocator(RangeAllocator&&) noexcept = default;
  RangeAllocator& operator=(RangeAllocator&&) noexcept = default;
  RangeAllocator(const RangeAllocator&) = delete;
  RangeAllocator& operator=(const RangeAllocator&) = delete;
  ~RangeAllocator() = default;

  /// The offset of `size` bytes (not 0) at a multiple of `alignment` (a power of two); nothing where no free
  /// range holds them, for a size of 0 or a wrong alignment, or without memory for the allocator's records.
  [[nodiscard]] std::optional<std::uint64_t> allocate(std::uint64_t size, std::uint64_t alignment);

  /// Takes back what `allocate` gave at `offset`. False, and nothing happens, where nothing is allocated
  /// there.
  bool free(std::uint64_t offset);

  /// The size of the allocation at `offset`; 0 where there is none.
  std::uint64_t size_at(std::uint64_t offset) const;

  std::uint64_t capacity() const noexcept { return capacity_; }
  std::uint64_t used() const noexcept { return used_; }
  bool empty() const noexcept { return used_ == 0; }

  /// Looks at the free ranges of the highest class, not at all ranges.
  RangeStats stats() const;
  /// All ranges by offset.
  std::vector<RangeInfo> ranges() const;
  /// One line of `width` cells, `#` allocated, `.` free (by each cell's first byte), then a line per range.
  std::string dump(std::uint64_t width = 64) const;

 private:
  using Index = std::uint32_t;
  static constexpr Index kNone = UINT32_MAX;
  static constexpr unsigned kSubclassBits = 4;
  static constexpr std::uint32_t kSubclasses = 1u << kSubclassBits;
  static constexpr std::uint32_t kClasses = 64 * kSubclasses;

  struct Node {
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
    Index before = kNone;  // Neighbours by offset.
    Index after = kNone;
    Index previous = kNone;  // Neighbours in a list: of free ranges of one class, or of spare nodes.
    Index next = kNone;
    bool is_free = false;
  };

  RangeAllocator() = default;

  static std::uint32_t class_of(std::uint64_t size);
  Index find_free(std::uint64_t size, std::uint64_t alignment) const;
  std::uint32_t next_class(std::uint32_t from) const;
  void list(Index index);
  void unlist(Index index);
  Index take_node(std::uint64_t offset, std::uint64_t size);
  void spare_node(Index index);
  void insert_after(Index index, Index added);
  void remove(Index index);
  bool make_room();

  // A hash table from offset to the allocation's node: open addressing, linear probing.
  std::uint64_t slot_of(std::uint64_t offset) const;
  std::uint64_t find_slot(std::uint64_t offset) const;
  void enter(Index index);
  void leave(std::uint64_t slot);

  std::uint64_t capacity_ = 0;
  std::uint64_t used_ = 0;
  std::uint64_t high_water_ = 0;
  std::uint64_t allocations_ = 0;
  std::uint64_t free_ranges_ = 0;
  std::unique_ptr<Node[]> nodes_;
  Index node_count_ = 0;
  Index spare_ = kNone;
  std::uint32_t spare_count_ = 0;
  Index first_ = 0;  // The range at offset 0.
  std::unique_ptr<Index[]> table_;
  std::uint64_t table_mask_ = 0;
  std::unique_ptr<Index[]> lists_;               // One head for each class.
  std::unique_ptr<std::uint16_t[]> subclasses_;  // For each power of two: which of its classes are not empty.
  std::uint64_t powers_ = 0;                     // Which powers of two have such classes.
};

}  // namespace ferry
