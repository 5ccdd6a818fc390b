#include <ferry/gpu/timestamps.hpp>

#include <cstring>

#include <ferry/gpu/api_error.hpp>
#include <ferry/gpu/d3d12.hpp>
#include <ferry/gpu/device.hpp>

namespace ferry {
namespace {

/// D3D12_QUERY_HEAP_TYPE_COPY_QUEUE_TIMESTAMP, which libvkd3d's enum has no room for.
constexpr std::uint32_t kCopyQueueTimestamps = 5;

}  // namespace

Result<ComPtr<ID3D12QueryHeap>> create_timestamp_heap(const Device& device, QueueKind kind,
                                                      std::uint32_t count, std::string_view name) {
  D3D12_QUERY_HEAP_DESC desc = {};
  desc.Type = D3D12_QUERY_HEAP_TYPE_TIMESTAMP;
  desc.Count = count;
  if (kind == QueueKind::kCopy && !kOnLibvkd3d) {
    if (!device.caps().copy_queue_timestamps) {
      return fail(ErrorCode::kUnsupported, "this device has no timestamps on COPY queues, which '", name,
                  "' asks for; time the copies on DIRECT or by the CPU");
    }
    static_assert(sizeof desc.Type == sizeof kCopyQueueTimestamps);
    std::memcpy(&desc.Type, &kCopyQueueTimestamps, sizeof desc.Type);
  }
  ComPtr<ID3D12QueryHeap> heap;
  const HRESULT hr = device.d3d()->CreateQueryHeap(&desc, iid_of<ID3D12QueryHeap>(), heap.put_void());
  if (FAILED(hr)) {
    return fail_api(hr, "CreateQueryHeap failed for ", count, " timestamps of ", to_string(kind), ", '", name,
                    "'");
  }
  set_object_name(heap.get(), name);
  return heap;
}

}  // namespace ferry
