// Written by generate.py from methods.table. Change those.
#include "generated/root_signature.hpp"

#ifdef __ID3D12RootSignature_INTERFACE_DEFINED__

namespace ferry::check::layer {}  // namespace ferry::check::layer

#endif
