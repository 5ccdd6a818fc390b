#include <ferry/gpu/upload_ring.hpp>

#include <algorithm>
#include <utility>

#include <ferry/base/units.hpp>
#include <ferry/gpu/api_error.hpp>
#include <ferry/gpu/d3d12.hpp>
#include <ferry/gpu/device.hpp>

#include "prefault.hpp"

namespace ferry {
namespace {

/// How far ahead of the writers pages are given memory.
constexpr std::uint64_t kPrefaultStride = 1_MiB;

}  // namespace

Result<std::unique_ptr<UploadRing>> UploadRing::create(const std::shared_ptr<Device>& device,
                                                       std::uint64_t bytes, std::string_view name) {
  if (bytes < 64_KiB) {
    return fail(ErrorCode::kInvalidArgument, "an upload ring of ", bytes,
                " bytes is too small; use 64 KiB or more");
  }
  std::uint64_t capacity = 0;
  if (!align_up_checked(bytes, 64_KiB, capacity)) {
    return fail(ErrorCode::kInvalidArgument, "an upload ring of ", bytes, " bytes is too big");
  }
  auto buffer = device->create_buffer(HeapKind::kUpload, capacity, name);
  if (!buffer) return fail(std::move(buffer).error());
  auto arithmetic = RingAllocator::create(capacity);
  if (!arithmetic) return fail(std::move(arithmetic).error());

  std::unique_ptr<UploadRing> ring(new UploadRing(device, *std::move(arithmetic)));
  ring->buffer_ = *std::move(buffer);
  ring->capacity_ = capacity;
  // Mapped for its whole life: no Unmap is needed before the GPU reads ("ID3D12Resource::Map").
  void* memory = nullptr;
  const D3D12_RANGE no_reads = {0, 0};
  const HRESULT hr = ring->buffer_->Map(0, &no_reads, &memory);
  if (FAILED(hr))
    return fail_api(hr, "Map of the upload ring '", name, "' of ", byte_text(capacity), " failed");
  ring->memory_ = static_cast<std::byte*>(memory);
  ring->gpu_address_ = ring->buffer_->GetGPUVirtualAddress();
  ring->mark_ = LiveObjectMark(device->live_objects(), "upload ring", name, capacity);
  return ring;
}

UploadRing::UploadRing(std::shared_ptr<Device> device, RingAllocator ring)
    : device_(device), ring_(std::move(ring)), dedicated_(std::move(device)) {}

UploadRing::~UploadRing() = default;

Result<StagingBlock> UploadRing::reserve(std::uint64_t size, std::uint64_t alignment, WhenFull when_full,
                                         std::chrono::nanoseconds timeout) {
  if (size == 0 || !is_power_of_two(alignment) || alignment > 64_KiB) {
    return fail(ErrorCode::kInvalidArgument, "staging of ", size, " bytes at a multiple of ", alignment,
                " was asked for; the size must not be 0 and the alignment a power of two up to 65536");
  }
  std::chrono::nanoseconds left = timeout;
  while (true) {
    RingReservation answer;
    {
      const std::lock_guard lock(mutex_);
      answer = ring_.reserve(size, alignment);
      if (answer.status == RingStatus::kFull || answer.status == RingStatus::kNeedsSubmit) {
        retire_locked();
        answer = ring_.reserve(size, alignment);
      }
      if (answer) {
        const RingSegment& segment = answer.segment;
        if (segment.offset + segment.size > prefaulted_) prefault_to(segment.offset + segment.size);
        StagingBlock block;
        block.cpu = memory_ + segment.offset;
        block.size = size;
        block.buffer = buffer_.get();
        block.offset = segment.offset;
        block.gpu_address = gpu_address_ + segment.offset;
        block.segment = segment.id;
        return block;
      }
    }
    switch (answer.status) {
      case RingStatus::kOutOfMemory:
        return fail(ErrorCode::kOutOfMemory, "no memory for the upload ring's records");
      case RingStatus::kTooBig:
        if (when_full == WhenFull::kDedicated) return dedicated_block(size);
        return fail(ErrorCode::kInvalidArgument, size, " bytes do not fit into the upload ring of ",
                    capacity_, " bytes; cut them into pieces, or choose WhenFull::kDedicated");
      case RingStatus::kNeedsSubmit:
        if (when_full == WhenFull::kDedicated) return dedicated_block(size);
        return fail(ErrorCode::kNeedsSubmit, "the upload ring of ", byte_text(capacity_),
                    " is full of staging that no fence point covers yet; submit it, then ask again");
      case RingStatus::kFull:
        break;
      default:
        return fail(ErrorCode::kInvalidArgument, "the upload ring refuses ", size, " bytes at a multiple of ",
                    alignment);
    }
    if (when_full == WhenFull::kDedicated) return dedicated_block(size);
    if (when_full == WhenFull::kFail) {
      return fail(ErrorCode::kFull, "the upload ring of ", byte_text(capacity_), " has no room for ",
                  byte_text(size), " until the GPU has read more of it; wait, or make it bigger");
    }
    const auto begin = std::chrono::steady_clock::now();
    auto waited = device_->timelines().wait(answer.wait_for, left);
    const auto took = std::chrono::steady_clock::now() - begin;
    {
      const std::lock_guard lock(mutex_);
      ++counts_.waits;
      counts_.waited += took;
      retire_locked();
    }
    if (!waited) return fail(std::move(waited).error());
    left = std::max(left - std::chrono::duration_cast<std::chrono::nanoseconds>(took),
                    std::chrono::nanoseconds(0));
  }
}

Result<StagingBlock> UploadRing::dedicated_block(std::uint64_t size) {
  dedicated_.collect();
  auto buffer = device_->create_buffer(HeapKind::kUpload, align_up(size, 64_KiB), "dedicated upload buffer");
  if (!buffer) return fail(std::move(buffer).error());
  void* memory = nullptr;
  const D3D12_RANGE no_reads = {0, 0};
  const HRESULT hr = (*buffer)->Map(0, &no_reads, &memory);
  if (FAILED(hr)) return fail_api(hr, "Map of a dedicated upload buffer of ", byte_text(size), " failed");
  StagingBlock block;
  block.cpu = static_cast<std::byte*>(memory);
  block.size = size;
  block.buffer = buffer->get();
  block.gpu_address = (*buffer)->GetGPUVirtualAddress();
  block.dedicated = *std::move(buffer);
  const std::lock_guard lock(mutex_);
  ++counts_.dedicated;
  counts_.dedicated_bytes += size;
  return block;
}

void UploadRing::commit(StagingBlock block, FencePoint point) {
  if (block.dedicated) {
    dedicated_.release_after(std::move(block.dedicated), point);
    return;
  }
  const std::lock_guard lock(mutex_);
  // Where the ring cannot note the point, the segment stays reserved: never reused, which is the safe side.
  (void)ring_.commit(block.segment, point);
}

void UploadRing::drop(StagingBlock block) {
  if (block.dedicated) {
    block.dedicated.reset();
    return;
  }
  const std::lock_guard lock(mutex_);
  ring_.drop(block.segment);
}

void UploadRing::trim(StagingBlock& block, std::uint64_t used) {
  if (block.dedicated || used == 0 || used >= block.size) return;
  const std::lock_guard lock(mutex_);
  block.size -= ring_.trim(block.segment, used);
}

void UploadRing::retire() {
  {
    const std::lock_guard lock(mutex_);
    retire_locked();
  }
  if (dedicated_.pending() != 0) dedicated_.collect();
}

void UploadRing::retire_locked() {
  device_->timelines().for_each_completed(
      [this](TimelineId id, std::uint64_t completed) { ring_.retire(id, completed); });
}

void UploadRing::prefault_to(std::uint64_t end) {
  const std::uint64_t target = std::min(align_up(end, kPrefaultStride), capacity_);
  prefault_pages(memory_ + prefaulted_, static_cast<std::size_t>(target - prefaulted_));
  prefaulted_ = target;
}

void UploadRing::prefault() {
  const std::lock_guard lock(mutex_);
  if (prefaulted_ < capacity_) prefault_to(capacity_);
}

UploadRingStats UploadRing::stats() const {
  const std::lock_guard lock(mutex_);
  UploadRingStats stats = counts_;
  stats.ring = ring_.stats();
  stats.recommended_bytes = recommend_capacity(stats.ring);
  return stats;
}

}  // namespace ferry
