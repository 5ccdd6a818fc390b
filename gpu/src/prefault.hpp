#pragma once

#include <cstddef>

namespace ferry {

/// Has the system put memory behind these pages, without changing what they hold, so that the first writer
/// does not stop at every page. Where the system has no such call, nothing happens.
void prefault_pages(std::byte* begin, std::size_t bytes);

}  // namespace ferry
