// Written by generate.py from methods.table. Change those.
#include "generated/pipeline_library.hpp"
#include "generated/pipeline_state.hpp"

#ifdef __ID3D12PipelineLibrary_INTERFACE_DEFINED__

namespace ferry::check::layer {

#ifdef __ID3D12PipelineLibrary_INTERFACE_DEFINED__
SIZE_T STDMETHODCALLTYPE PipelineLibrary::GetSerializedSize() {
  Call call(*this, Method::kPipelineLibraryGetSerializedSize);
  return below<ID3D12PipelineLibrary>()->GetSerializedSize();
}

HRESULT STDMETHODCALLTYPE PipelineLibrary::Serialize(void* data, SIZE_T data_size_in_bytes) {
  Call call(*this, Method::kPipelineLibrarySerialize);
  if (call.refused()) return call.refusal();
  return call.done(below<ID3D12PipelineLibrary>()->Serialize(data, data_size_in_bytes));
}

#endif
}  // namespace ferry::check::layer

#endif
