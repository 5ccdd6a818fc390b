// Written by generate.py from methods.table. Change those.
#pragma once

#include "call.hpp"
#include "command_allocator_data.hpp"
#include "wrapped.hpp"

namespace ferry::check::layer {

#ifdef __ID3D12CommandAllocator_INTERFACE_DEFINED__

using CommandAllocatorVersions = Versions<ID3D12CommandAllocator>;

class CommandAllocator final : public Wrapped<CommandAllocatorVersions>, public CommandAllocatorData {
 public:
  static constexpr Kind kKind = Kind::kCommandAllocator;

  CommandAllocator(Core& core, ObjectId id, IUnknown* below, CommandAllocatorData data)
      : Wrapped<CommandAllocatorVersions>(core, kKind, id, below), CommandAllocatorData(std::move(data)) {}

#ifdef __ID3D12CommandAllocator_INTERFACE_DEFINED__
  HRESULT STDMETHODCALLTYPE Reset() override;
#endif

 private:
  void destroy() override {
    finish(*this);
  }
};

#endif

}  // namespace ferry::check::layer
