#include <ferry/transfer/host_memory.hpp>

#include <algorithm>
#include <utility>

#include <ferry/gpu/live_objects.hpp>
#include <ferry/gpu/resource_desc.hpp>
#include <ferry/transfer/transfer_manager.hpp>

#include "host_memory_state.hpp"

namespace ferry {
namespace {

enum class Way : std::uint8_t { kUp, kDown };

Result<void> check_run(const HostMemoryState& state, const HostBufferCopy& copy, Way way) {
  if (copy.buffer == nullptr) return fail(ErrorCode::kInvalidArgument, "the buffer to copy is null");
  const TextureDesc desc = describe(copy.buffer);
  if (desc.dimension != Dimension::kBuffer) {
    return fail(ErrorCode::kInvalidArgument, object_name(copy.buffer), " is a ", to_string(desc.dimension),
                ", not a buffer; give a HostTextureCopy");
  }
  const auto fits = [&](std::uint64_t offset, std::uint64_t size) {
    return copy.bytes <= size && offset <= size - copy.bytes;
  };
  if (!fits(copy.buffer_offset, desc.width)) {
    return fail(ErrorCode::kInvalidArgument, copy.bytes, " bytes at offset ", copy.buffer_offset,
                " lie outside ", object_name(copy.buffer), " of ", desc.width, " bytes");
  }
  if (!fits(copy.host_offset, state.memory.size())) {
    return fail(ErrorCode::kInvalidArgument, copy.bytes, " bytes at offset ", copy.host_offset,
                " lie outside '", state.name, "' of ", state.memory.size(), " bytes");
  }
  return way == Way::kUp ? check_copy_destination(copy.buffer) : check_copy_source(copy.buffer);
}

/// Where the texels lie in host memory.
Result<Footprint> footprint_of(const HostMemoryState& state, const TextureDesc& desc,
                               const HostTextureCopy& copy, const Box& box) {
  PitchRules rules;
  rules.unrestricted = state.core->device->caps().unrestricted_pitch;
  auto footprint = region_footprint(desc, copy.subresource, box, copy.host_offset, rules);
  if (!footprint) {
    return fail(footprint.error().code, object_name(copy.texture), ": ", footprint.error().message);
  }
  if (footprint->total_bytes == 0) return footprint;
  if (copy.row_pitch != 0) {
    const std::uint64_t unit = rules.unrestricted ? 1 : kRowPitchAlignment;
    if (copy.row_pitch % unit != 0 || copy.row_pitch < footprint->row_bytes || copy.row_pitch > UINT32_MAX) {
      return fail(ErrorCode::kInvalidArgument, "row pitch ", copy.row_pitch, " of host memory is not for ",
                  object_name(copy.texture), ": it must be a multiple of ", unit, " and at least the ",
                  footprint->row_bytes, " bytes of a row; or 0");
    }
    footprint->row_pitch = copy.row_pitch;
    footprint->slice_pitch = copy.row_pitch * footprint->rows;
    footprint->total_bytes = footprint->slice_pitch * (footprint->depth - 1) +
                             footprint->row_pitch * (footprint->rows - 1) + footprint->row_bytes;
  }
  const std::uint64_t size = state.memory.size();
  if (footprint->total_bytes > size || footprint->offset > size - footprint->total_bytes) {
    return fail(ErrorCode::kInvalidArgument, footprint->total_bytes, " bytes at offset ", footprint->offset,
                " lie outside '", state.name, "' of ", size, " bytes");
  }
  return footprint;
}

Result<std::shared_ptr<TransferQueue>> queue_for(const HostMemoryState& state,
                                                 const HostCopyOptions& options) {
  auto on = state.core->queue(options.queue);
  if (!on) return on;
  if (options.after) {
    if (auto waits = state.core->wait_on((*on)->queue->d3d(), *options.after); !waits) {
      return fail(std::move(waits).error());
    }
  }
  return on;
}

Result<FencePoint> copy_runs(HostMemoryState& state, std::span<const HostBufferCopy> copies,
                             const HostCopyOptions& options, Way way) {
  CopyPlan plan(options.queue, CopyPlan::ListOwner::kFerry);
  for (const HostBufferCopy& copy : copies) {
    if (auto checked = check_run(state, copy, way); !checked) return fail(std::move(checked).error());
    if (copy.bytes == 0) continue;
    ID3D12Resource* const host = state.heap.buffer.get();
    auto added = way == Way::kUp ? plan.add_upload(copy.buffer, copy.buffer_offset, host, copy.host_offset,
                                                   copy.bytes, StateChange{})
                                 : plan.add_readback(copy.buffer, copy.buffer_offset, host, copy.host_offset,
                                                     copy.bytes, StateChange{});
    if (!added) return fail(std::move(added).error());
  }
  if (plan.empty()) return FencePoint{};
  auto on = queue_for(state, options);
  if (!on) return fail(std::move(on).error());
  return state.execute(**on, plan, options);
}

Result<FencePoint> copy_texels(HostMemoryState& state, const HostTextureCopy& copy,
                               const HostCopyOptions& options, Way way) {
  if (copy.texture == nullptr) return fail(ErrorCode::kInvalidArgument, "the texture to copy is null");
  const TextureDesc desc = describe(copy.texture);
  if (desc.dimension == Dimension::kBuffer) {
    return fail(ErrorCode::kInvalidArgument, object_name(copy.texture), " is a buffer; give HostBufferCopy");
  }
  if (auto copyable = state.core->check_copyable(copy.texture, desc); !copyable) {
    return fail(std::move(copyable).error());
  }
  TexturePlace place;
  place.texture = copy.texture;
  place.subresource = copy.subresource;
  place.subresource_count = subresource_count(desc);
  auto whole = whole_box(desc, copy.subresource);
  if (!whole) return fail(whole.error().code, object_name(copy.texture), ": ", whole.error().message);
  place.box = copy.box.value_or(*whole);
  place.whole = place.box == *whole;
  auto footprint = footprint_of(state, desc, copy, place.box);
  if (!footprint) return fail(std::move(footprint).error());
  if (footprint->total_bytes == 0) return FencePoint{};
  CopyPlan plan(options.queue, CopyPlan::ListOwner::kFerry);
  ID3D12Resource* const host = state.heap.buffer.get();
  auto added = way == Way::kUp ? plan.add_upload(place, host, *footprint, copy.states)
                               : plan.add_readback(place, host, *footprint, copy.states);
  if (!added) return fail(std::move(added).error());
  auto on = queue_for(state, options);
  if (!on) return fail(std::move(on).error());
  return state.execute(**on, plan, options);
}

}  // namespace

HostMemory HostMemoryState::make(std::shared_ptr<TransferCore> core, host::HostHeap heap,
                                 std::span<std::byte> memory, std::string_view name) {
  auto state = std::make_unique<HostMemoryState>();
  state->core = std::move(core);
  state->heap = std::move(heap);
  state->memory = memory;
  state->name = name;
  watch_lifetime(state->heap.buffer.get(), state->core->device->live_objects(), "host memory", name,
                 memory.size());
  return HostMemory(std::move(state));
}

void HostMemoryState::use_until(FencePoint point) {
  if (point.value == 0) return;
  const std::lock_guard lock(mutex);
  std::uint64_t& last = points[point.timeline];
  last = std::max(last, point.value);
}

Result<FencePoint> HostMemoryState::execute(TransferQueue& on, CopyPlan& plan,
                                            const HostCopyOptions& options) {
  bool executed = false;
  auto point = core->execute(on, plan, options.label, executed);
  // A list that went out without a Signal: its queue is asked by another way when the memory is released.
  if (point || executed) {
    use_until(point ? *point : FencePoint{on.queue->timeline()->id(), on.queue->timeline()->next_value()});
  }
  return point;
}

Result<void> HostMemoryState::wait(std::chrono::nanoseconds timeout) {
  const auto begin = std::chrono::steady_clock::now();
  const auto left = [&] {
    const std::chrono::nanoseconds waited = std::chrono::steady_clock::now() - begin;
    return waited < timeout ? timeout - waited : std::chrono::nanoseconds(0);
  };
  std::map<TimelineId, std::uint64_t> pending;
  {
    const std::lock_guard lock(mutex);
    pending = points;
  }
  for (const auto& [timeline, value] : pending) {
    auto waited = core->device->timelines().wait({timeline, value}, left());
    // A removed device uses nothing. A queue of Ferry's that is lost for its Signals failed is drained.
    if (!waited && waited.error().code != ErrorCode::kTimeout) {
      const auto on = core->queue_of(timeline);
      if (!core->device->check_alive()) {
        waited = {};
      } else if (on) {
        waited = on->queue->drain(left());
      }
    }
    if (!waited) {
      return fail(waited.error().code, "the GPU may still use the host memory '", name, "' of ",
                  memory.size(), " bytes: ", waited.error().message,
                  "; keep the memory, and release it again");
    }
  }
  return {};
}

HostMemory::HostMemory(std::unique_ptr<HostMemoryState> state) : state_(std::move(state)) {}

HostMemory::HostMemory(HostMemory&&) noexcept = default;

HostMemory& HostMemory::operator=(HostMemory&& other) noexcept {
  std::swap(state_, other.state_);
  return *this;
}

HostMemory::~HostMemory() {
  if (!state_) return;
  if (release(state_->core->options.timeout)) return;
  // It hangs, and may go on one day: what it may still use is never released.
  (void)state_->heap.buffer.detach();
  (void)state_->heap.heap.detach();
}

std::span<std::byte> HostMemory::bytes() const {
  return state_ ? state_->memory : std::span<std::byte>();
}

ID3D12Resource* HostMemory::buffer() const {
  return state_ ? state_->heap.buffer.get() : nullptr;
}

Result<void> HostMemory::check_open() const {
  if (state_) return {};
  return fail(ErrorCode::kInvalidArgument,
              "this HostMemory was released or moved from; import the memory again");
}

Result<FencePoint> HostMemory::upload(std::span<const HostBufferCopy> copies,
                                      const HostCopyOptions& options) {
  if (auto open = check_open(); !open) return fail(std::move(open).error());
  return copy_runs(*state_, copies, options, Way::kUp);
}

Result<FencePoint> HostMemory::upload(const HostTextureCopy& copy, const HostCopyOptions& options) {
  if (auto open = check_open(); !open) return fail(std::move(open).error());
  return copy_texels(*state_, copy, options, Way::kUp);
}

Result<FencePoint> HostMemory::download(std::span<const HostBufferCopy> copies,
                                        const HostCopyOptions& options) {
  if (auto open = check_open(); !open) return fail(std::move(open).error());
  return copy_runs(*state_, copies, options, Way::kDown);
}

Result<FencePoint> HostMemory::download(const HostTextureCopy& copy, const HostCopyOptions& options) {
  if (auto open = check_open(); !open) return fail(std::move(open).error());
  return copy_texels(*state_, copy, options, Way::kDown);
}

void HostMemory::used_until(FencePoint point) {
  if (state_) state_->use_until(point);
}

bool HostMemory::in_use() const {
  if (!state_) return false;
  const std::lock_guard lock(state_->mutex);
  const TimelineRegistry& timelines = state_->core->device->timelines();
  return std::any_of(state_->points.begin(), state_->points.end(), [&](const auto& last) {
    return !timelines.is_complete({last.first, last.second});
  });
}

Result<void> HostMemory::release(std::chrono::nanoseconds timeout) {
  if (!state_) return {};
  if (auto waited = state_->wait(timeout); !waited) return waited;
  // The buffer before its heap, and both before the memory.
  state_->heap.buffer.reset();
  state_->heap.heap.reset();
  state_.reset();
  return {};
}

Result<HostMemory> import_host_memory(TransferManager& manager, std::span<std::byte> memory,
                                      std::string_view name) {
  const std::shared_ptr<TransferCore>& core = TransferCore::of(manager);
  auto heap = host::open_heap(core->device->d3d(), memory, name);
  if (!heap) return fail(std::move(heap).error());
  return HostMemoryState::make(core, *std::move(heap), memory, name);
}

}  // namespace ferry
