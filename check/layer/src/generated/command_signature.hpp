// Written by generate.py from methods.table. Change those.
#pragma once

#include "call.hpp"
#include "command_signature_data.hpp"
#include "wrapped.hpp"

namespace ferry::check::layer {

#ifdef __ID3D12CommandSignature_INTERFACE_DEFINED__

using CommandSignatureVersions = Versions<ID3D12CommandSignature>;

class CommandSignature final : public Wrapped<CommandSignatureVersions>, public CommandSignatureData {
 public:
  static constexpr Kind kKind = Kind::kCommandSignature;

  CommandSignature(Core& core, ObjectId id, IUnknown* below, CommandSignatureData data)
      : Wrapped<CommandSignatureVersions>(core, kKind, id, below), CommandSignatureData(std::move(data)) {}

 private:
  void destroy() override { finish(*this); }
};

#endif

}  // namespace ferry::check::layer
