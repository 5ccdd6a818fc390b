#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>
#include <span>

#include <ferry/base/units.hpp>
#include <ferry/gpu/d3d12.hpp>

namespace ferry::test {

/// Memory as it can be imported: a VirtualAlloc region, and where there is none, something aligned likewise.
class RegionMemory {
 public:
  explicit RegionMemory(std::size_t bytes) : bytes_(bytes) {
#if defined(_WIN32)
    memory_ = VirtualAlloc(nullptr, bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
#else
    memory_ = ::operator new(bytes, std::align_val_t(64_KiB));
#endif
  }
  ~RegionMemory() {
#if defined(_WIN32)
    VirtualFree(memory_, 0, MEM_RELEASE);
#else
    ::operator delete(memory_, std::align_val_t(64_KiB));
#endif
  }
  RegionMemory(const RegionMemory&) = delete;
  RegionMemory& operator=(const RegionMemory&) = delete;

  [[nodiscard]] std::span<std::byte> bytes() const {
    return {static_cast<std::byte*>(memory_), bytes_};
  }

 private:
  std::size_t bytes_;
  void* memory_ = nullptr;
};

}  // namespace ferry::test
