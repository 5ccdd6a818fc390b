// Written by generate.py from methods.table. Change those.
#include "generated/fence.hpp"

#ifdef __ID3D12Fence_INTERFACE_DEFINED__

namespace ferry::check::layer {

#ifdef __ID3D12Fence1_INTERFACE_DEFINED__
D3D12_FENCE_FLAGS STDMETHODCALLTYPE Fence::GetCreationFlags() {
  Call call(*this, Method::kFenceGetCreationFlags);
  return below<ID3D12Fence1>()->GetCreationFlags();
}

#endif
}  // namespace ferry::check::layer

#endif
