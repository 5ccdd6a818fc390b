// Written by generate.py from methods.table. Change those.
#include "generated/command_queue.hpp"
#include "generated/fence.hpp"
#include "generated/heap.hpp"
#include "generated/resource.hpp"

#ifdef __ID3D12CommandQueue_INTERFACE_DEFINED__

namespace ferry::check::layer {

#ifdef __ID3D12CommandQueue_INTERFACE_DEFINED__
void STDMETHODCALLTYPE CommandQueue::SetMarker(UINT metadata, const void* data, UINT size) {
  Call call(*this, Method::kCommandQueueSetMarker);
  if (call.refused()) return;
  below<ID3D12CommandQueue>()->SetMarker(metadata, data, size);
}

void STDMETHODCALLTYPE CommandQueue::BeginEvent(UINT metadata, const void* data, UINT size) {
  Call call(*this, Method::kCommandQueueBeginEvent);
  if (call.refused()) return;
  below<ID3D12CommandQueue>()->BeginEvent(metadata, data, size);
}

void STDMETHODCALLTYPE CommandQueue::EndEvent() {
  Call call(*this, Method::kCommandQueueEndEvent);
  if (call.refused()) return;
  below<ID3D12CommandQueue>()->EndEvent();
}

HRESULT STDMETHODCALLTYPE CommandQueue::GetTimestampFrequency(UINT64* frequency) {
  Call call(*this, Method::kCommandQueueGetTimestampFrequency);
  if (call.refused()) return call.refusal();
  return call.done(below<ID3D12CommandQueue>()->GetTimestampFrequency(frequency));
}

HRESULT STDMETHODCALLTYPE CommandQueue::GetClockCalibration(UINT64* gpu_timestamp, UINT64* cpu_timestamp) {
  Call call(*this, Method::kCommandQueueGetClockCalibration);
  if (call.refused()) return call.refusal();
  return call.done(below<ID3D12CommandQueue>()->GetClockCalibration(gpu_timestamp, cpu_timestamp));
}

#if FERRY_CHECK_AGGREGATES_BY_POINTER
D3D12_COMMAND_QUEUE_DESC* STDMETHODCALLTYPE CommandQueue::GetDesc(D3D12_COMMAND_QUEUE_DESC* result) {
  const Call call(*this, Method::kCommandQueueGetDesc);
  return below<ID3D12CommandQueue>()->GetDesc(result);
}
#else
D3D12_COMMAND_QUEUE_DESC STDMETHODCALLTYPE CommandQueue::GetDesc() {
  const Call call(*this, Method::kCommandQueueGetDesc);
  return below<ID3D12CommandQueue>()->GetDesc();
}
#endif

#endif
}  // namespace ferry::check::layer

#endif
