#include "prefault.hpp"

namespace ferry {

// Windows gives an UPLOAD heap its memory when it is created.
void prefault_pages(std::byte*, std::size_t) {}

}  // namespace ferry
