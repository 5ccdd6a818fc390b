// Written by generate.py from methods.table. Change those.
#pragma once

#include "call.hpp"
#include "root_signature_data.hpp"
#include "wrapped.hpp"

namespace ferry::check::layer {

#ifdef __ID3D12RootSignature_INTERFACE_DEFINED__

using RootSignatureVersions = Versions<ID3D12RootSignature>;

class RootSignature final : public Wrapped<RootSignatureVersions>, public RootSignatureData {
 public:
  static constexpr Kind kKind = Kind::kRootSignature;

  RootSignature(Core& core, ObjectId id, IUnknown* below, RootSignatureData data)
      : Wrapped<RootSignatureVersions>(core, kKind, id, below), RootSignatureData(std::move(data)) {}

 private:
  void destroy() override { finish(*this); }
};

#endif

}  // namespace ferry::check::layer
