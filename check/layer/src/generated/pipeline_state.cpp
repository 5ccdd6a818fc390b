// Written by generate.py from methods.table. Change those.
#include "generated/pipeline_state.hpp"

#ifdef __ID3D12PipelineState_INTERFACE_DEFINED__

namespace ferry::check::layer {

#ifdef __ID3D12PipelineState_INTERFACE_DEFINED__
HRESULT STDMETHODCALLTYPE PipelineState::GetCachedBlob(ID3DBlob** blob) {
  Call call(*this, Method::kPipelineStateGetCachedBlob);
  if (call.refused()) return call.refusal();
  return call.done(below<ID3D12PipelineState>()->GetCachedBlob(blob));
}

#endif
}  // namespace ferry::check::layer

#endif
