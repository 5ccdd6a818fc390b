#pragma once

#include <atomic>
#include <cstdint>

namespace ferry::check::layer {

/// The calling thread's number: from 1, and never another thread's.
inline std::uint64_t thread_number() {
  static std::atomic<std::uint64_t> last{0};
  thread_local const std::uint64_t mine = last.fetch_add(1, std::memory_order_relaxed) + 1;
  return mine;
}

}  // namespace ferry::check::layer
