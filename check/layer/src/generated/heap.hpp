// Written by generate.py from methods.table. Change those.
#pragma once

#include "call.hpp"
#include "heap_data.hpp"
#include "wrapped.hpp"

namespace ferry::check::layer {

#ifdef __ID3D12Heap_INTERFACE_DEFINED__

#if defined(__ID3D12Heap1_INTERFACE_DEFINED__)
using HeapVersions = Versions<ID3D12Heap, ID3D12Heap1>;
#else
using HeapVersions = Versions<ID3D12Heap>;
#endif

class Heap final : public Wrapped<HeapVersions>, public HeapData {
 public:
  static constexpr Kind kKind = Kind::kHeap;

  Heap(Core& core, ObjectId id, IUnknown* below, HeapData data)
      : Wrapped<HeapVersions>(core, kKind, id, below), HeapData(std::move(data)) {}

#ifdef __ID3D12Heap_INTERFACE_DEFINED__
#if FERRY_CHECK_AGGREGATES_BY_POINTER
  D3D12_HEAP_DESC* STDMETHODCALLTYPE GetDesc(D3D12_HEAP_DESC* result) override;
#else
  D3D12_HEAP_DESC STDMETHODCALLTYPE GetDesc() override;
#endif
#endif
#ifdef __ID3D12Heap1_INTERFACE_DEFINED__
  HRESULT STDMETHODCALLTYPE GetProtectedResourceSession(REFIID riid, void** protected_session) override;
#endif

 private:
  void destroy() override {
    finish(*this);
  }
};

#endif

}  // namespace ferry::check::layer
