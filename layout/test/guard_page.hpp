#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#if defined(_WIN32)
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <windows.h>
#else
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace ferry {

/// Memory between two pages that may be neither read nor written: a step outside ends the program.
/// Ends the program too where the system gives no memory.
class GuardedMemory {
 public:
  /// At least `bytes`, rounded up to whole pages.
  explicit GuardedMemory(std::size_t bytes) {
    const std::size_t page = page_bytes();
    size_ = (bytes + page - 1) / page * page;
    mapped_ = size_ + 2 * page;
#if defined(_WIN32)
    base_ = static_cast<std::byte*>(VirtualAlloc(nullptr, mapped_, MEM_RESERVE | MEM_COMMIT, PAGE_NOACCESS));
    if (base_ == nullptr) std::abort();
    DWORD before = 0;
    if (VirtualProtect(base_ + page, size_, PAGE_READWRITE, &before) == 0) std::abort();
#else
    void* base = mmap(nullptr, mapped_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (base == MAP_FAILED) std::abort();
    base_ = static_cast<std::byte*>(base);
    if (mprotect(base_ + page, size_, PROT_READ | PROT_WRITE) != 0) std::abort();
#endif
    begin_ = base_ + page;
  }

  ~GuardedMemory() {
#if defined(_WIN32)
    VirtualFree(base_, 0, MEM_RELEASE);
#else
    munmap(base_, mapped_);
#endif
  }

  GuardedMemory(const GuardedMemory&) = delete;
  GuardedMemory& operator=(const GuardedMemory&) = delete;

  /// The first usable byte: the byte before it is guarded.
  [[nodiscard]] std::byte* begin() const {
    return begin_;
  }
  /// One past the last usable byte: guarded.
  [[nodiscard]] std::byte* end() const {
    return begin_ + size_;
  }
  [[nodiscard]] std::size_t size() const {
    return size_;
  }

 private:
  static std::size_t page_bytes() {
#if defined(_WIN32)
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    return info.dwPageSize;
#else
    return static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
#endif
  }

  std::size_t size_ = 0;
  std::size_t mapped_ = 0;
  std::byte* base_ = nullptr;
  std::byte* begin_ = nullptr;
};

}  // namespace ferry
