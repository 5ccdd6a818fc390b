// Written by generate.py from methods.table. Change those.
#include "generated/query_heap.hpp"

#ifdef __ID3D12QueryHeap_INTERFACE_DEFINED__

namespace ferry::check::layer {}  // namespace ferry::check::layer

#endif
