#include "gpu_clock.hpp"

#include <array>
#include <cstring>
#include <span>

#include <ferry/gpu/d3d12.hpp>

namespace ferry::measure {

namespace {

/// D3D12_QUERY_HEAP_TYPE_COPY_QUEUE_TIMESTAMP, which libvkd3d's enum has no room for.
constexpr std::uint32_t kCopyQueueTimestamps = 5;

}  // namespace

std::optional<GpuClock> GpuClock::create(TransferManager& manager, Queue& queue) {
  GpuClock clock;
  D3D12_QUERY_HEAP_DESC desc = {};
  desc.Type = D3D12_QUERY_HEAP_TYPE_TIMESTAMP;
  desc.Count = 2;
  if (queue.kind() == QueueKind::kCopy && !kOnLibvkd3d) {
    // COPY lists write and resolve only a heap of this type; libvkd3d knows only the plain one.
    if (!manager.device()->caps().copy_queue_timestamps) return std::nullopt;
    static_assert(sizeof desc.Type == sizeof kCopyQueueTimestamps);
    std::memcpy(&desc.Type, &kCopyQueueTimestamps, sizeof desc.Type);
    clock.resolve_on_ = QueueKind::kCopy;
  }
  if (FAILED(queue.d3d()->GetTimestampFrequency(&clock.frequency_)) || clock.frequency_ == 0) {
    return std::nullopt;
  }
  const HRESULT hr =
      manager.device()->d3d()->CreateQueryHeap(&desc, iid_of<ID3D12QueryHeap>(), clock.heap_.put_void());
  if (FAILED(hr)) return std::nullopt;
  return clock;
}

void GpuClock::begin(ID3D12GraphicsCommandList* list) const {
  list->EndQuery(heap_.get(), D3D12_QUERY_TYPE_TIMESTAMP, 0);
}

void GpuClock::end(ID3D12GraphicsCommandList* list) const {
  list->EndQuery(heap_.get(), D3D12_QUERY_TYPE_TIMESTAMP, 1);
}

Result<double> GpuClock::seconds(TransferManager& manager, FencePoint point) const {
  QueryReadback request;
  request.heap = heap_.get();
  request.count = 2;
  ReadbackOptions options;
  options.queue = resolve_on_;
  options.after = point;
  const auto ticket = manager.read_queries(request, options);
  if (!ticket) return fail(ticket.error());
  std::array<std::uint64_t, 2> ticks{};
  if (auto copied = ticket->copy_to(std::as_writable_bytes(std::span(ticks))); !copied) {
    return fail(std::move(copied).error());
  }
  if (ticks[1] <= ticks[0]) return fail(ErrorCode::kUnsupported, "the queue's timestamps do not rise");
  return static_cast<double>(ticks[1] - ticks[0]) / static_cast<double>(frequency_);
}

}  // namespace ferry::measure
