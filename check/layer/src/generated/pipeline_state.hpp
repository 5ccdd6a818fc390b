// Written by generate.py from methods.table. Change those.
#pragma once

#include "call.hpp"
#include "pipeline_state_data.hpp"
#include "wrapped.hpp"

namespace ferry::check::layer {

#ifdef __ID3D12PipelineState_INTERFACE_DEFINED__

using PipelineStateVersions = Versions<ID3D12PipelineState>;

class PipelineState final : public Wrapped<PipelineStateVersions>, public PipelineStateData {
 public:
  static constexpr Kind kKind = Kind::kPipelineState;

  PipelineState(Core& core, ObjectId id, IUnknown* below, PipelineStateData data)
      : Wrapped<PipelineStateVersions>(core, kKind, id, below), PipelineStateData(std::move(data)) {}

#ifdef __ID3D12PipelineState_INTERFACE_DEFINED__
  HRESULT STDMETHODCALLTYPE GetCachedBlob(ID3DBlob** blob) override;
#endif

 private:
  void destroy() override {
    finish(*this);
  }
};

#endif

}  // namespace ferry::check::layer
