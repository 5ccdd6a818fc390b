// Written by generate.py from methods.table. Change those.
#include "generated/command_allocator.hpp"

#ifdef __ID3D12CommandAllocator_INTERFACE_DEFINED__

namespace ferry::check::layer {}  // namespace ferry::check::layer

#endif
