#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <ferry/check/model/object_id.hpp>

#include "generated/methods.hpp"

namespace ferry::check::layer {

/// One call of the program.
struct JournalEntry {
  std::uint64_t index = 0;  ///< From 1.
  Method method = Method::kCount;
  ObjectId object{};
  bool has_result = false;
  std::int32_t result = 0;
};

/// The last calls of all threads, in a ring that is written without a lock. A reader that meets an entry
/// while it is overwritten leaves it out.
class Journal {
 public:
  explicit Journal(std::size_t size);

  /// False where there was no memory for the ring; the journal then only counts.
  [[nodiscard]] bool usable() const noexcept { return slots_ != nullptr; }

  /// Counts a call and notes it; gives its number.
  std::uint64_t add(Method method, ObjectId object) noexcept;
  void set_result(std::uint64_t index, std::int32_t result) noexcept;

  /// The number of the last call.
  [[nodiscard]] std::uint64_t last_index() const noexcept { return next_.load(std::memory_order_relaxed); }

  /// The last `count` calls (0: all that are kept), oldest first.
  [[nodiscard]] std::vector<JournalEntry> last(std::size_t count) const;

 private:
  struct Slot {
    std::atomic<std::uint64_t> index{0};
    std::atomic<std::uint64_t> what{0};    ///< Object id << 16 | method.
    std::atomic<std::uint64_t> result{0};  ///< 1 << 32 | HRESULT, once known.
  };

  std::size_t mask_ = 0;
  std::unique_ptr<Slot[]> slots_;
  std::atomic<std::uint64_t> next_{0};
};

}  // namespace ferry::check::layer
