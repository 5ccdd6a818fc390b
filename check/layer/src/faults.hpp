#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <vector>

#include <ferry/base/result.hpp>
#include <ferry/check/options.hpp>

#include "generated/methods.hpp"

namespace ferry::check::layer {

/// Counts the calls of each method and says which of them is to fail.
class Faults {
 public:
  Result<void> add(const Fault& fault);
  void clear();

  /// Counts this call; the HRESULT that it must give, or 0 where it goes on.
  std::int32_t count(Method method);

  [[nodiscard]] std::uint64_t calls(Method method) const noexcept {
    return calls_[static_cast<std::size_t>(method)].load(std::memory_order_relaxed);
  }
  [[nodiscard]] std::uint64_t hresult_calls() const noexcept {
    return hresult_calls_.load(std::memory_order_relaxed);
  }

 private:
  struct Armed {
    Method method = Method::kCount;  ///< kCount: every method that returns an HRESULT.
    std::uint64_t left = 0;
    std::int32_t result = 0;
  };

  std::array<std::atomic<std::uint64_t>, kMethodCount> calls_{};
  std::atomic<std::uint64_t> hresult_calls_{0};
  std::atomic<bool> armed_{false};
  std::mutex mutex_;
  std::vector<Armed> faults_;  ///< Guarded by mutex_.
};

}  // namespace ferry::check::layer
