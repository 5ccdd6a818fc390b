// Written by generate.py from methods.table. Change those.
#pragma once

#include "call.hpp"
#include "command_queue_data.hpp"
#include "wrapped.hpp"

namespace ferry::check::layer {

class Fence;
class Heap;
class Resource;

#ifdef __ID3D12CommandQueue_INTERFACE_DEFINED__

using CommandQueueVersions = Versions<ID3D12CommandQueue>;

class CommandQueue final : public CommandQueueMixin<CommandQueueVersions>, public CommandQueueData {
 public:
  static constexpr Kind kKind = Kind::kCommandQueue;

  CommandQueue(Core& core, ObjectId id, IUnknown* below, CommandQueueData data)
      : CommandQueueMixin<CommandQueueVersions>(core, kKind, id, below), CommandQueueData(std::move(data)) {}

#ifdef __ID3D12CommandQueue_INTERFACE_DEFINED__
  void STDMETHODCALLTYPE CopyTileMappings(ID3D12Resource* dst_resource,
                                          const D3D12_TILED_RESOURCE_COORDINATE* dst_region_start_coordinate,
                                          ID3D12Resource* src_resource,
                                          const D3D12_TILED_RESOURCE_COORDINATE* src_region_start_coordinate,
                                          const D3D12_TILE_REGION_SIZE* region_size,
                                          D3D12_TILE_MAPPING_FLAGS flags) override;
  void STDMETHODCALLTYPE ExecuteCommandLists(UINT num_command_lists,
                                             ID3D12CommandList* const* command_lists) override;
  void STDMETHODCALLTYPE SetMarker(UINT metadata, const void* data, UINT size) override;
  void STDMETHODCALLTYPE BeginEvent(UINT metadata, const void* data, UINT size) override;
  void STDMETHODCALLTYPE EndEvent() override;
  HRESULT STDMETHODCALLTYPE Signal(ID3D12Fence* fence, UINT64 value) override;
  HRESULT STDMETHODCALLTYPE Wait(ID3D12Fence* fence, UINT64 value) override;
  HRESULT STDMETHODCALLTYPE GetTimestampFrequency(UINT64* frequency) override;
  HRESULT STDMETHODCALLTYPE GetClockCalibration(UINT64* gpu_timestamp, UINT64* cpu_timestamp) override;
#if FERRY_CHECK_AGGREGATES_BY_POINTER
  D3D12_COMMAND_QUEUE_DESC* STDMETHODCALLTYPE GetDesc(D3D12_COMMAND_QUEUE_DESC* result) override;
#else
  D3D12_COMMAND_QUEUE_DESC STDMETHODCALLTYPE GetDesc() override;
#endif
#endif

 private:
  void destroy() override {
    finish(*this);
  }
};

#endif

}  // namespace ferry::check::layer
