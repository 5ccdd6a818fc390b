#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>

#include "prefault.hpp"

namespace ferry {
namespace {

// MADV_POPULATE_WRITE of Linux 5.14; the C library's headers may be older.
constexpr int kPopulateWrite = 23;

}  // namespace

void prefault_pages(std::byte* begin, std::size_t bytes) {
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const auto first = reinterpret_cast<std::uintptr_t>(begin) / page * page;
  const auto end = reinterpret_cast<std::uintptr_t>(begin) + bytes;
  // Drivers may map memory that the kernel cannot populate: then the first writer does, as without this call.
  if (end > first) madvise(reinterpret_cast<void*>(first), end - first, kPopulateWrite);
}

}  // namespace ferry
