#include "prefault.hpp"

#if defined(__linux__)
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#endif

namespace ferry {

#if defined(__linux__)

namespace {
// Linux 5.14; the C library's headers may be older.
constexpr int kPopulateWrite = 23;
}  // namespace

void prefault_pages(std::byte* begin, std::size_t bytes) {
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const auto first = reinterpret_cast<std::uintptr_t>(begin) / page * page;
  const auto end = reinterpret_cast<std::uintptr_t>(begin) + bytes;
  if (end > first) madvise(reinterpret_cast<void*>(first), end - first, kPopulateWrite);
}

#else

void prefault_pages(std::byte*, std::size_t) {}

#endif

}  // namespace ferry
