// Written by generate.py from methods.table. Change those.
#pragma once

#include "call.hpp"
#include "fence_data.hpp"
#include "wrapped.hpp"

namespace ferry::check::layer {

#ifdef __ID3D12Fence_INTERFACE_DEFINED__

#if defined(__ID3D12Fence1_INTERFACE_DEFINED__)
using FenceVersions = Versions<ID3D12Fence, ID3D12Fence1>;
#else
using FenceVersions = Versions<ID3D12Fence>;
#endif

class Fence final : public Wrapped<FenceVersions>, public FenceData {
 public:
  static constexpr Kind kKind = Kind::kFence;

  Fence(Core& core, ObjectId id, IUnknown* below, FenceData data)
      : Wrapped<FenceVersions>(core, kKind, id, below), FenceData(std::move(data)) {}

#ifdef __ID3D12Fence_INTERFACE_DEFINED__
  UINT64 STDMETHODCALLTYPE GetCompletedValue() override;
  HRESULT STDMETHODCALLTYPE SetEventOnCompletion(UINT64 value, HANDLE event) override;
  HRESULT STDMETHODCALLTYPE Signal(UINT64 value) override;
#endif
#ifdef __ID3D12Fence1_INTERFACE_DEFINED__
  D3D12_FENCE_FLAGS STDMETHODCALLTYPE GetCreationFlags() override;
#endif

 private:
  void destroy() override {
    finish(*this);
  }
};

#endif

}  // namespace ferry::check::layer
