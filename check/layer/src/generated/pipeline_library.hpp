// Written by generate.py from methods.table. Change those.
#pragma once

#include "call.hpp"
#include "pipeline_library_data.hpp"
#include "wrapped.hpp"

namespace ferry::check::layer {

class PipelineState;

#ifdef __ID3D12PipelineLibrary_INTERFACE_DEFINED__

#if defined(__ID3D12PipelineLibrary1_INTERFACE_DEFINED__)
using PipelineLibraryVersions = Versions<ID3D12PipelineLibrary, ID3D12PipelineLibrary1>;
#else
using PipelineLibraryVersions = Versions<ID3D12PipelineLibrary>;
#endif

class PipelineLibrary final : public Wrapped<PipelineLibraryVersions>, public PipelineLibraryData {
 public:
  static constexpr Kind kKind = Kind::kPipelineLibrary;

  PipelineLibrary(Core& core, ObjectId id, IUnknown* below, PipelineLibraryData data)
      : Wrapped<PipelineLibraryVersions>(core, kKind, id, below), PipelineLibraryData(std::move(data)) {}

#ifdef __ID3D12PipelineLibrary_INTERFACE_DEFINED__
  HRESULT STDMETHODCALLTYPE StorePipeline(const WCHAR* name, ID3D12PipelineState* pipeline) override;
  HRESULT STDMETHODCALLTYPE LoadGraphicsPipeline(const WCHAR* name,
                                                 const D3D12_GRAPHICS_PIPELINE_STATE_DESC* desc, REFIID riid,
                                                 void** pipeline_state) override;
  HRESULT STDMETHODCALLTYPE LoadComputePipeline(const WCHAR* name,
                                                const D3D12_COMPUTE_PIPELINE_STATE_DESC* desc, REFIID riid,
                                                void** pipeline_state) override;
  SIZE_T STDMETHODCALLTYPE GetSerializedSize() override;
  HRESULT STDMETHODCALLTYPE Serialize(void* data, SIZE_T data_size_in_bytes) override;
#endif
#ifdef __ID3D12PipelineLibrary1_INTERFACE_DEFINED__
  HRESULT STDMETHODCALLTYPE LoadPipeline(const WCHAR* name, const D3D12_PIPELINE_STATE_STREAM_DESC* desc,
                                         REFIID riid, void** pipeline_state) override;
#endif

 private:
  void destroy() override {
    finish(*this);
  }
};

#endif

}  // namespace ferry::check::layer
