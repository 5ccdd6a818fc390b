#include "gpu_clock.hpp"

#include <array>
#include <span>

#include <ferry/gpu/d3d12.hpp>
#include <ferry/gpu/timestamps.hpp>

namespace ferry::measure {

std::optional<GpuClock> GpuClock::create(TransferManager& manager, Queue& queue) {
  GpuClock clock;
  // COPY's heap is resolved on COPY; libvkd3d's is the same everywhere.
  if (queue.kind() == QueueKind::kCopy && !kOnLibvkd3d) clock.resolve_on_ = QueueKind::kCopy;
  if (FAILED(queue.d3d()->GetTimestampFrequency(&clock.frequency_)) || clock.frequency_ == 0) {
    return std::nullopt;
  }
  auto heap = create_timestamp_heap(*manager.device(), queue.kind(), 2, "bench: timestamps");
  if (!heap) return std::nullopt;
  clock.heap_ = *std::move(heap);
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
