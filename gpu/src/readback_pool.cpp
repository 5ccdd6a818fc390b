#include <ferry/gpu/readback_pool.hpp>

#include <algorithm>
#include <bit>

#include <ferry/gpu/device.hpp>
#include <ferry/gpu/fence_timeline.hpp>

namespace ferry {
namespace {

/// 0 where it overflows.
std::uint64_t size_class(std::uint64_t bytes) {
  if (bytes <= 64_KiB) return 64_KiB;
  if (bytes <= 64_MiB) return std::bit_ceil(bytes);
  std::uint64_t rounded = 0;
  return align_up_checked(bytes, 16_MiB, rounded) ? rounded : 0;
}

}  // namespace

ReadbackPool::ReadbackPool(std::shared_ptr<Device> device, std::uint64_t idle_budget,
                           std::uint64_t idle_frames)
    : device_(std::move(device)), idle_budget_(idle_budget), idle_frames_(idle_frames) {}

ReadbackPool::~ReadbackPool() = default;

Result<ReadbackBuffer> ReadbackPool::acquire(std::uint64_t bytes) {
  const std::uint64_t capacity = size_class(bytes);
  if (bytes == 0 || capacity == 0) {
    return fail(ErrorCode::kInvalidArgument, "a readback buffer of ", bytes, " bytes was asked for");
  }
  {
    const std::lock_guard lock(mutex_);
    // The newest first: its memory is the likeliest to be in a cache.
    for (auto it = idle_.rbegin(); it != idle_.rend(); ++it) {
      if (it->buffer.capacity != capacity || !device_->timelines().is_complete(it->point)) continue;
      ReadbackBuffer found = std::move(it->buffer);
      idle_.erase(std::next(it).base());
      ++stats_.reused;
      --stats_.idle_buffers;
      stats_.idle_bytes -= capacity;
      return found;
    }
  }
  auto resource = device_->create_buffer(HeapKind::kReadback, capacity, "readback buffer");
  if (!resource) return fail(std::move(resource).error());
  const std::lock_guard lock(mutex_);
  ++stats_.made;
  ++stats_.buffers;
  stats_.bytes += capacity;
  return ReadbackBuffer{*std::move(resource), capacity};
}

void ReadbackPool::give_back(ReadbackBuffer buffer, FencePoint point) {
  const std::lock_guard lock(mutex_);
  ++stats_.idle_buffers;
  stats_.idle_bytes += buffer.capacity;
  idle_.push_back({std::move(buffer), point, frame_});
}

void ReadbackPool::keep(ReadbackBuffer buffer) {
  const std::lock_guard lock(mutex_);
  kept_.push_back(std::move(buffer));
}

void ReadbackPool::trim_locked(std::uint64_t budget, std::uint64_t frames, std::vector<ReadbackBuffer>& out) {
  for (auto it = idle_.begin(); it != idle_.end() && stats_.idle_bytes > budget;) {
    if (frame_ - it->since_frame < frames || !device_->timelines().is_complete(it->point)) {
      ++it;
      continue;
    }
    --stats_.idle_buffers;
    --stats_.buffers;
    ++stats_.trimmed;
    stats_.idle_bytes -= it->buffer.capacity;
    stats_.bytes -= it->buffer.capacity;
    out.push_back(std::move(it->buffer));
    it = idle_.erase(it);
  }
}

void ReadbackPool::end_frame() {
  std::vector<ReadbackBuffer> released;
  const std::lock_guard lock(mutex_);
  ++frame_;
  trim_locked(idle_budget_, idle_frames_, released);
}

void ReadbackPool::trim() {
  std::vector<ReadbackBuffer> released;
  const std::lock_guard lock(mutex_);
  trim_locked(0, 0, released);
}

ReadbackPoolStats ReadbackPool::stats() const {
  const std::lock_guard lock(mutex_);
  return stats_;
}

}  // namespace ferry
