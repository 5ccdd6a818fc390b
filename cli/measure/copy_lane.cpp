#include "copy_lane.hpp"

#include <algorithm>
#include <utility>

#include <ferry/gpu/d3d12.hpp>

#include "setting.hpp"

namespace ferry::measure {

Result<std::unique_ptr<CopyLane>> CopyLane::create(TransferManager& manager, QueueKind queue,
                                                   Direction direction, std::uint64_t bytes) {
  auto own = Queue::create(manager.device(), queue, direction == Direction::kUp ? "bench up" : "bench down");
  if (!own) return fail(std::move(own).error());
  std::unique_ptr<CopyLane> lane(new CopyLane(manager, *std::move(own), direction, bytes));
  const bool up = direction == Direction::kUp;
  auto cpu =
      manager.device()->create_buffer(up ? HeapKind::kUpload : HeapKind::kReadback, bytes, "bench staging");
  if (!cpu) return fail(std::move(cpu).error());
  lane->cpu_ = *std::move(cpu);
  auto gpu = manager.device()->create_buffer(HeapKind::kDefault, bytes, "bench data");
  if (!gpu) return fail(std::move(gpu).error());
  lane->gpu_ = *std::move(gpu);
  if (up) {
    auto staging = WriteMapping::map(lane->cpu_.get(), 0, bytes);
    if (!staging) return fail(std::move(staging).error());
    lane->staging_ = *std::move(staging);
  }
  lane->clock_ = GpuClock::create(manager, *lane->runner_.queue());
  // A clock that cannot be read, or that tells more than passed, is none.
  if (lane->clock_) {
    const double begin = now_seconds();
    const auto took =
        lane->copy(std::min<std::uint64_t>(bytes, 1 << 20), std::min<std::uint64_t>(bytes, 1 << 20));
    const double passed = now_seconds() - begin;
    if (auto alive = manager.device()->check_alive(); !alive) return fail(std::move(alive).error());
    if (!took || *took > passed) lane->clock_.reset();
  }
  return lane;
}

Result<ReadMapping> CopyLane::arrived() const {
  return ReadMapping::map(cpu_.get(), 0, bytes_);
}

Result<CommandContext> CopyLane::record(std::uint64_t bytes, std::uint64_t piece, bool timed) {
  return runner_.record([&](ID3D12GraphicsCommandList* list) -> Result<void> {
    if (timed) clock_->begin(list);
    ID3D12Resource* const from = direction_ == Direction::kUp ? cpu_.get() : gpu_.get();
    ID3D12Resource* const to = direction_ == Direction::kUp ? gpu_.get() : cpu_.get();
    for (std::uint64_t at = 0; at < bytes; at += piece) {
      list->CopyBufferRegion(to, at, from, at, std::min(piece, bytes - at));
    }
    if (timed) clock_->end(list);
    return {};
  });
}

Result<double> CopyLane::copy(std::uint64_t bytes, std::uint64_t piece) {
  auto recorded = record(bytes, piece, has_clock());
  if (!recorded) return fail(std::move(recorded).error());
  const double begin = now_seconds();
  const auto point = submit(*std::move(recorded));
  if (!point) return fail(point.error());
  if (auto done = wait(*point); !done) return fail(std::move(done).error());
  const double passed = now_seconds() - begin;
  return clock_ ? clock_->seconds(manager_, *point) : Result<double>(passed);
}

}  // namespace ferry::measure
