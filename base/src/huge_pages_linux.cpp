#include <sys/mman.h>

#include <cstdint>

#include "huge_pages.hpp"

namespace ferry {

void ask_for_huge_pages(std::byte* begin, std::size_t bytes) noexcept {
  // Of x86-64, and of 64-bit ARM with pages of 4 KiB.
  constexpr std::size_t kHugePage = std::size_t{2} << 20;
  const std::size_t before = (kHugePage - reinterpret_cast<std::uintptr_t>(begin) % kHugePage) % kHugePage;
  if (bytes < before + kHugePage) return;
  (void)madvise(begin + before, (bytes - before) / kHugePage * kHugePage, MADV_HUGEPAGE);
}

}  // namespace ferry
