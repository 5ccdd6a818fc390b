// Written by generate.py from methods.table. Change those.
#include "generated/command_signature.hpp"

#ifdef __ID3D12CommandSignature_INTERFACE_DEFINED__

namespace ferry::check::layer {}  // namespace ferry::check::layer

#endif
