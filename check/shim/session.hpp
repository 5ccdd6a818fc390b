#pragma once

#include "platform.hpp"

namespace ferry::check::shim {

/// What a creation of the runtime gave, wrapped: `device` is exchanged for the wrapper's pointer of the same
/// interface. A failed creation, one that only asked, and what is wrapped already stay as they are.
HRESULT wrap_created(HRESULT result, REFIID iid, void** device);

/// An image went to the display. Safe from any thread.
void count_presented();

/// Something that the program cannot know went wrong in the shim.
void complain(const char* what);

}  // namespace ferry::check::shim
