#include "huge_pages.hpp"

namespace ferry {

// Windows gives big pages only to those who may lock memory.
void ask_for_huge_pages(std::byte*, std::size_t) noexcept {}

}  // namespace ferry
