#pragma once

#include <cstdint>
#include <list>
#include <optional>
#include <unordered_map>

namespace ferry {

/// Who holds how much memory, and who was used last. Pure. Every step is O(1). Threading: one thread at a
/// time.
class MemoryBudget {
 public:
  /// Default limit: none.
  explicit MemoryBudget(std::uint64_t limit = UINT64_MAX) : limit_(limit) {}

  void set_limit(std::uint64_t limit) { limit_ = limit; }
  [[nodiscard]] std::uint64_t limit() const { return limit_; }
  [[nodiscard]] std::uint64_t used() const { return used_; }
  /// Whether `bytes` more stay within the limit.
  [[nodiscard]] bool fits(std::uint64_t bytes) const { return bytes <= limit_ && used_ <= limit_ - bytes; }

  /// `bytes` more are in use, by `id`, which is new. It cannot be evicted until `make_evictable`.
  void add(std::uint64_t id, std::uint64_t bytes);
  /// Its loading is over: from now on it may be evicted, as the one used last.
  void make_evictable(std::uint64_t id);
  /// It may not be evicted for now.
  void make_busy(std::uint64_t id);
  /// It was used now.
  void touch(std::uint64_t id);
  /// It is gone; unknown ids are ignored. The bytes it had.
  std::uint64_t remove(std::uint64_t id);

  struct Entry {
    std::uint64_t id = 0;
    std::uint64_t bytes = 0;
  };
  /// The one among the evictable that was not used for the longest time.
  [[nodiscard]] std::optional<Entry> least_recent() const;
  /// Entries that cannot be evicted yet.
  [[nodiscard]] std::size_t busy() const { return entries_.size() - evictable_.size(); }
  [[nodiscard]] std::size_t evictable() const { return evictable_.size(); }

 private:
  struct Held {
    std::uint64_t bytes = 0;
    bool evictable = false;
    std::list<std::uint64_t>::iterator place;
  };

  std::uint64_t limit_;
  std::uint64_t used_ = 0;
  std::unordered_map<std::uint64_t, Held> entries_;
  std::list<std::uint64_t> evictable_;  // Least recently used first.
};

}  // namespace ferry
