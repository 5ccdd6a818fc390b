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
  const std::size_t before = reinterpret_cast<std::uintptr_t>(begin) % page;
  // Drivers may map memory that the kernel cannot populate: then the first writer does, as without this call.
  if (bytes > 0) madvise(begin - before, bytes + before, kPopulateWrite);
}

}  // namespace ferry
