#include "gpu_stopwatch.hpp"

#include <array>
#include <cstring>
#include <utility>

#include <ferry/gpu/d3d12.hpp>
#include <ferry/gpu/mapping.hpp>
#include <ferry/gpu/timestamps.hpp>

namespace ferry::cli {

Result<GpuStopwatch> GpuStopwatch::create(Device& device, Queue& queue, std::uint32_t places) {
  GpuStopwatch watch;
  std::uint64_t frequency = 0;
  if (FAILED(queue.d3d()->GetTimestampFrequency(&frequency)) || frequency == 0) return watch;
  auto heap = create_timestamp_heap(device, queue.kind(), places * 2, "stream: timestamps");
  // A COPY queue may have none: then nothing is timed.
  if (!heap && heap.error().code == ErrorCode::kUnsupported) return watch;
  if (!heap) return fail(std::move(heap).error());
  auto results = device.create_buffer(HeapKind::kReadback, places * sizeof(GpuTicks), "stream: timestamps");
  if (!results) return fail(std::move(results).error());
  watch.heap_ = *std::move(heap);
  watch.results_ = *std::move(results);
  watch.frequency_ = frequency;
  return watch;
}

void GpuStopwatch::begin(ID3D12GraphicsCommandList* list, std::uint32_t place) const {
  if (heap_) list->EndQuery(heap_.get(), D3D12_QUERY_TYPE_TIMESTAMP, place * 2);
}

void GpuStopwatch::end(ID3D12GraphicsCommandList* list, std::uint32_t place) const {
  if (!heap_) return;
  list->EndQuery(heap_.get(), D3D12_QUERY_TYPE_TIMESTAMP, place * 2 + 1);
  list->ResolveQueryData(heap_.get(), D3D12_QUERY_TYPE_TIMESTAMP, place * 2, 2, results_.get(),
                         place * sizeof(GpuTicks));
}

std::optional<GpuTicks> GpuStopwatch::read(std::uint32_t place) const {
  if (!heap_) return std::nullopt;
  const auto mapped = ReadMapping::map(results_.get(), place * sizeof(GpuTicks), sizeof(GpuTicks));
  if (!mapped) return std::nullopt;
  GpuTicks ticks;
  std::memcpy(&ticks, mapped->bytes().data(), sizeof ticks);
  if (ticks.end < ticks.begin) return std::nullopt;
  return ticks;
}

TimedWork timed_work(std::uint64_t frequency, std::chrono::steady_clock::time_point submitted,
                     std::chrono::steady_clock::time_point seen, const std::optional<GpuTicks>& ticks,
                     std::uint64_t bytes) {
  TimedWork work;
  work.submitted = submitted.time_since_epoch();
  work.seen = seen.time_since_epoch();
  work.bytes = bytes;
  if (!ticks || frequency == 0) return work;
  const auto time_of = [frequency](std::uint64_t tick) {
    // Whole seconds apart, so that nothing overflows and no digit is lost.
    const double part = static_cast<double>(tick % frequency) / static_cast<double>(frequency);
    return std::chrono::seconds(tick / frequency) + StreamTime(static_cast<std::int64_t>(part * 1e9));
  };
  work.gpu_begin = time_of(ticks->begin);
  work.gpu_end = time_of(ticks->end);
  return work;
}

}  // namespace ferry::cli
