#pragma once

#include <cstdint>

#include <ferry/base/result.hpp>
#include <ferry/gpu/com_ptr.hpp>
#include <ferry/gpu/queue.hpp>

struct ID3D12QueryHeap;

namespace ferry {

class Device;

/// A query heap for `count` timestamps of lists that execute on queues of that kind, which resolve it too: on
/// COPY a COPY_QUEUE_TIMESTAMP heap (Direct3D 12 documentation, "D3D12_QUERY_HEAP_TYPE enumeration"),
/// elsewhere a TIMESTAMP heap; on libvkd3d a TIMESTAMP heap for all. The query type is
/// D3D12_QUERY_TYPE_TIMESTAMP for both.
///
/// kUnsupported on COPY where the device has no timestamps there (DeviceCaps::copy_queue_timestamps).
Result<ComPtr<ID3D12QueryHeap>> create_timestamp_heap(const Device& device, QueueKind kind,
                                                      std::uint32_t count, std::string_view name);

}  // namespace ferry
