#pragma once

#include <cstddef>

namespace ferry {

/// Asks the system for big pages under this memory, which nobody has written to yet: its first use then stops
/// once for 2 MiB, not for 4 KiB, and is several times as fast. What does not fill a big page stays as it is.
/// Where the system has no such call, or will not, nothing happens.
void ask_for_huge_pages(std::byte* begin, std::size_t bytes) noexcept;

}  // namespace ferry
