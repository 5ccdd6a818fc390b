#include "allowance.hpp"

#include <sanitizer/allocator_interface.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>

namespace ferry::fuzz {
namespace {

constexpr std::uint64_t kForAnyInput = 64 << 10;
constexpr std::uint64_t kTimesInput = 16;

std::atomic<std::uint64_t> allowed{UINT64_MAX};

void look_at(const volatile void* /*memory*/, std::size_t size) {
  const std::uint64_t most = allowed.load(std::memory_order_relaxed);
  if (size <= most) return;
  allowed.store(UINT64_MAX);  // the report may allocate
  std::fprintf(stderr, "ERROR: an allocation of %zu bytes; %llu are the most that this input may cause\n",
               size, static_cast<unsigned long long>(most));
  std::abort();
}

}  // namespace

Allowance::Allowance(std::size_t input_bytes) {
  static const int installed =
      __sanitizer_install_malloc_and_free_hooks(look_at, [](const volatile void* /*memory*/) {});
  if (installed == 0) {
    std::fprintf(stderr, "ERROR: the sanitizer has no room for a hook on allocations\n");
    std::abort();
  }
  allowed.store(std::max(kForAnyInput, kTimesInput * input_bytes));
}

Allowance::~Allowance() {
  allowed.store(UINT64_MAX);
}

void Allowance::raise_to(std::uint64_t bytes) {
  allowed.store(std::max(allowed.load(), bytes));
}

}  // namespace ferry::fuzz
