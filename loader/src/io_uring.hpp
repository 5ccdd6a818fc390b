#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include <linux/io_uring.h>

namespace ferry {

/// The kernel's io_uring, as far as reading takes it, by its system calls alone. One thread at a time.
///
/// Source: the manual pages io_uring_setup(2) and io_uring_enter(2).
class IoUring {
 public:
  /// Reads in one run.
  static constexpr std::size_t kDepth = 32;

  /// Null where the kernel has none, or does not let us.
  static std::unique_ptr<IoUring> create();
  ~IoUring();
  IoUring(const IoUring&) = delete;
  IoUring& operator=(const IoUring&) = delete;

  /// Adds a read to the next run. `number`, below kDepth, names it; at most kDepth a run.
  void add(int descriptor, std::uint64_t offset, std::span<std::byte> out, std::size_t number);

  /// Performs what was added and waits for all of it. Where the kernel takes no more, the results of what it
  /// did not take are 0, and the ring is of no use any more.
  void run();
  [[nodiscard]] bool usable() const { return usable_; }

  /// Of the last run: bytes read, maybe fewer than asked for, or a negative error.
  [[nodiscard]] std::int32_t result(std::size_t number) const { return results_[number]; }

 private:
  struct Mapping {
    void* memory = nullptr;
    std::size_t bytes = 0;
  };
  IoUring() = default;
  static bool map(Mapping& mapping, int descriptor, std::size_t bytes, std::uint64_t offset);
  [[nodiscard]] std::uint32_t* word(std::uint32_t offset) const {
    return reinterpret_cast<std::uint32_t*>(static_cast<std::byte*>(rings_.memory) + offset);
  }

  int descriptor_ = -1;
  Mapping rings_;
  Mapping entries_;
  io_uring_params params_ = {};
  std::uint32_t added_ = 0;
  bool usable_ = true;
  std::array<std::int32_t, kDepth> results_ = {};
};

}  // namespace ferry
