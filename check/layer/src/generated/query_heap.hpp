// Written by generate.py from methods.table. Change those.
#pragma once

#include "call.hpp"
#include "query_heap_data.hpp"
#include "wrapped.hpp"

namespace ferry::check::layer {

#ifdef __ID3D12QueryHeap_INTERFACE_DEFINED__

using QueryHeapVersions = Versions<ID3D12QueryHeap>;

class QueryHeap final : public Wrapped<QueryHeapVersions>, public QueryHeapData {
 public:
  static constexpr Kind kKind = Kind::kQueryHeap;

  QueryHeap(Core& core, ObjectId id, IUnknown* below, QueryHeapData data)
      : Wrapped<QueryHeapVersions>(core, kKind, id, below), QueryHeapData(std::move(data)) {}

 private:
  void destroy() override { finish(*this); }
};

#endif

}  // namespace ferry::check::layer
