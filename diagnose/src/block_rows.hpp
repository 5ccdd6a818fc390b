#pragma once

#include <cstddef>
#include <cstdint>

namespace ferry::diagnose {

/// Fewer bytes than these may be found at a place by chance.
inline constexpr std::uint64_t kTellingBytes = 8;

/// A picture as the layout sees it: rows of bytes.
struct BlockRows {
  const std::byte* data = nullptr;
  std::uint64_t pitch = 0;
  std::uint64_t row_bytes = 0;
  std::uint64_t rows = 0;

  [[nodiscard]] const std::byte* row(std::uint64_t index) const { return data + index * pitch; }
  [[nodiscard]] std::uint64_t bytes() const { return row_bytes * rows; }
};

}  // namespace ferry::diagnose
