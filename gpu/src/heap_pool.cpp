#include <ferry/gpu/heap_pool.hpp>

#include <algorithm>
#include <array>
#include <utility>

#include <ferry/gpu/api_error.hpp>
#include <ferry/gpu/d3d12.hpp>
#include <ferry/gpu/device.hpp>
#include <ferry/gpu/fence_timeline.hpp>
#include <ferry/gpu/residency.hpp>
#include <ferry/gpu/resource_desc.hpp>

#include "heap_pool_state.hpp"

namespace ferry {
namespace {

HeapContent content_of(const D3D12_RESOURCE_DESC& desc) {
  if (desc.Dimension == D3D12_RESOURCE_DIMENSION_BUFFER) return HeapContent::kBuffers;
  const UINT target_flags = D3D12_RESOURCE_FLAG_ALLOW_RENDER_TARGET | D3D12_RESOURCE_FLAG_ALLOW_DEPTH_STENCIL;
  return (static_cast<UINT>(desc.Flags) & target_flags) != 0 ? HeapContent::kTargets : HeapContent::kTextures;
}

D3D12_HEAP_FLAGS heap_flags(HeapContent content) {
  switch (content) {
    case HeapContent::kBuffers:
      return D3D12_HEAP_FLAG_ALLOW_ONLY_BUFFERS;
    case HeapContent::kTextures:
      return D3D12_HEAP_FLAG_ALLOW_ONLY_NON_RT_DS_TEXTURES;
    case HeapContent::kTargets:
      break;
  }
  return D3D12_HEAP_FLAG_ALLOW_ONLY_RT_DS_TEXTURES;
}

const char* content_name(HeapContent content) {
  switch (content) {
    case HeapContent::kBuffers:
      return "buffers";
    case HeapContent::kTextures:
      return "textures";
    case HeapContent::kTargets:
      break;
  }
  return "render targets and depth buffers";
}

/// Asks for the small alignment of 4 KiB first, which small textures that are no targets may have.
D3D12_RESOURCE_ALLOCATION_INFO allocation_info(ID3D12Device* device, D3D12_RESOURCE_DESC& desc) {
  // libvkd3d has no small alignment, and says so on standard error.
  if (!kOnLibvkd3d && content_of(desc) == HeapContent::kTextures) {
    desc.Alignment = D3D12_SMALL_RESOURCE_PLACEMENT_ALIGNMENT;
    const D3D12_RESOURCE_ALLOCATION_INFO small = device->GetResourceAllocationInfo(0, 1, &desc);
    if (small.SizeInBytes != UINT64_MAX && small.Alignment == D3D12_SMALL_RESOURCE_PLACEMENT_ALIGNMENT)
      return small;
    desc.Alignment = 0;
  }
  return device->GetResourceAllocationInfo(0, 1, &desc);
}

/// A placed resource where it fits a heap of the pool, a committed one otherwise.
Result<HeapPoolState::Place> create(HeapPoolState& state, D3D12_RESOURCE_DESC desc,
                                    D3D12_RESOURCE_STATES initial, std::string_view name,
                                    ComPtr<ID3D12Resource>& resource, std::uint64_t& bytes) {
  ID3D12Device* device = state.device->d3d();
  const D3D12_RESOURCE_ALLOCATION_INFO info = allocation_info(device, desc);
  if (info.SizeInBytes == UINT64_MAX || info.SizeInBytes == 0) {
    return fail(ErrorCode::kInvalidArgument, "the device cannot make '", name, "' as it is described");
  }
  bytes = info.SizeInBytes;
  const std::lock_guard lock(state.mutex);
  if (bytes > state.heap_bytes / 2 || info.Alignment > D3D12_DEFAULT_RESOURCE_PLACEMENT_ALIGNMENT) {
    D3D12_HEAP_PROPERTIES heap = {};
    heap.Type = D3D12_HEAP_TYPE_DEFAULT;
    desc.Alignment = 0;
    const HRESULT hr = device->CreateCommittedResource(&heap, D3D12_HEAP_FLAG_NONE, &desc, initial, nullptr,
                                                       iid_of<ID3D12Resource>(), resource.put_void());
    if (FAILED(hr))
      return fail_api(hr, "CreateCommittedResource failed for '", name, "' of ", byte_text(bytes));
    ++state.committed;
    state.committed_bytes += bytes;
    HeapPoolState::Place own;
    own.residency = state.track(resource.get(), bytes);
    return own;
  }
  auto place = state.find_place(content_of(desc), bytes, info.Alignment);
  if (!place) return place;
  HeapPoolState::Heap& heap = state.heaps.at(place->heap);
  const HRESULT hr = device->CreatePlacedResource(heap.heap.get(), place->offset, &desc, initial, nullptr,
                                                  iid_of<ID3D12Resource>(), resource.put_void());
  if (FAILED(hr)) {
    heap.ranges.free(place->offset);
    return fail_api(hr, "CreatePlacedResource failed for '", name, "' of ", byte_text(bytes));
  }
  place->reuses_memory = place->offset < heap.touched_to;
  heap.touched_to = std::max(heap.touched_to, place->offset + bytes);
  ++state.resources;
  return place;
}

}  // namespace

HeapPoolState::~HeapPoolState() {
  for (const Returned& resource : returned) {
    (void)device->timelines().wait(resource.point);
    if (resource.heap == kNoHeap) untrack(resource.residency);
  }
  for (const auto& [id, heap] : heaps) untrack(heap.residency);
}

std::optional<ResidencyId> HeapPoolState::track(ID3D12Pageable* object, std::uint64_t bytes) {
  if (!residency) return std::nullopt;
  return residency->track(object, bytes);
}

void HeapPoolState::untrack(std::optional<ResidencyId> id) {
  if (residency && id) residency->untrack(*id);
}

Result<std::uint32_t> HeapPoolState::add_heap(HeapContent content) {
  auto ranges = RangeAllocator::create(heap_bytes);
  if (!ranges) return fail(std::move(ranges).error());
  D3D12_HEAP_DESC desc = {};
  desc.SizeInBytes = heap_bytes;
  desc.Properties.Type = D3D12_HEAP_TYPE_DEFAULT;
  desc.Alignment = D3D12_DEFAULT_RESOURCE_PLACEMENT_ALIGNMENT;
  desc.Flags = heap_flags(content);
  ComPtr<ID3D12Heap> heap;
  const HRESULT hr = device->d3d()->CreateHeap(&desc, iid_of<ID3D12Heap>(), heap.put_void());
  if (FAILED(hr)) {
    return fail_api(hr, "CreateHeap failed for ", byte_text(heap_bytes), " of ", content_name(content));
  }
  const std::uint32_t id = next_heap++;
  const std::string name = text("heap ", id, " of ", content_name(content));
  set_object_name(heap.get(), name);
  LiveObjectMark mark(device->live_objects(), "heap", name, heap_bytes);
  const std::optional<ResidencyId> tracked = track(heap.get(), heap_bytes);
  heaps.emplace(id, Heap{std::move(heap), content, *std::move(ranges), 0, std::move(mark), tracked});
  return id;
}

Result<HeapPoolState::Place> HeapPoolState::find_place(HeapContent content, std::uint64_t bytes,
                                                       std::uint64_t alignment) {
  for (const bool collected : {false, true}) {
    if (collected) collect_locked();
    for (auto& [id, heap] : heaps) {
      if (heap.content != content) continue;
      if (const auto offset = heap.ranges.allocate(bytes, alignment)) {
        return Place{id, *offset, false, heap.residency};
      }
    }
  }
  const auto added = add_heap(content);
  if (!added) return fail(added.error());
  const auto offset = heaps.at(*added).ranges.allocate(bytes, alignment);
  if (!offset) return fail(ErrorCode::kOutOfMemory, "no memory for the records of a heap pool");
  return Place{*added, *offset, false, heaps.at(*added).residency};
}

void HeapPoolState::collect_locked() {
  for (auto it = returned.begin(); it != returned.end();) {
    if (!device->timelines().is_complete(it->point)) {
      ++it;
      continue;
    }
    it->resource.reset();
    if (it->heap == kNoHeap) {
      untrack(it->residency);
      --committed;
      committed_bytes -= it->bytes;
    } else {
      heaps.at(it->heap).ranges.free(it->offset);
      --resources;
    }
    it = returned.erase(it);
  }
  std::array<bool, 3> one_is_empty = {};
  for (auto it = heaps.begin(); it != heaps.end();) {
    bool& seen = one_is_empty[static_cast<std::size_t>(it->second.content)];
    const bool surplus = it->second.ranges.empty() && std::exchange(seen, seen || it->second.ranges.empty());
    if (surplus) untrack(it->second.residency);
    it = surplus ? heaps.erase(it) : std::next(it);
  }
}

PlacedResource& PlacedResource::operator=(PlacedResource&& other) noexcept {
  std::swap(pool_, other.pool_);
  std::swap(resource_, other.resource_);
  std::swap(last_use_, other.last_use_);
  std::swap(heap_, other.heap_);
  std::swap(offset_, other.offset_);
  std::swap(bytes_, other.bytes_);
  std::swap(reuses_memory_, other.reuses_memory_);
  std::swap(residency_, other.residency_);
  return *this;
}

PlacedResource::~PlacedResource() {
  if (!pool_ || !resource_) return;
  const std::lock_guard lock(pool_->mutex);
  pool_->returned.push_back({std::move(resource_), last_use_, heap_, offset_, bytes_, residency_});
}

void PlacedResource::record_aliasing_barrier(ID3D12GraphicsCommandList* list) const {
  if (!reuses_memory_) return;
  D3D12_RESOURCE_BARRIER barrier = {};
  barrier.Type = D3D12_RESOURCE_BARRIER_TYPE_ALIASING;
  barrier.Aliasing.pResourceAfter = resource_.get();
  list->ResourceBarrier(1, &barrier);
}

HeapPool::HeapPool(std::shared_ptr<Device> device, std::uint64_t heap_bytes,
                   std::shared_ptr<ResidencyManager> residency)
    : state_(std::make_shared<HeapPoolState>()) {
  state_->device = std::move(device);
  state_->residency = std::move(residency);
  state_->heap_bytes = std::max(align_up(heap_bytes, 64_KiB), 1_MiB);
}

HeapPool::~HeapPool() = default;

Result<PlacedResource> HeapPool::create_buffer(std::uint64_t bytes, std::string_view name,
                                               std::uint32_t flags) {
  if (bytes == 0) {
    return fail(ErrorCode::kInvalidArgument, "buffer '", name,
                "' would have 0 bytes; Direct3D 12 has no empty buffers");
  }
  TextureDesc desc;
  desc.dimension = Dimension::kBuffer;
  desc.format = Format::kUnknown;
  desc.width = bytes;
  return create_texture(desc, name, flags, 0);
}

Result<PlacedResource> HeapPool::create_texture(const TextureDesc& desc, std::string_view name,
                                                std::uint32_t flags, std::uint32_t state) {
  if (auto valid = validate(desc); !valid) return fail(std::move(valid).error());
  PlacedResource made;
  auto place = create(*state_, to_d3d12(desc, flags), static_cast<D3D12_RESOURCE_STATES>(state), name,
                      made.resource_, made.bytes_);
  if (!place) return fail(std::move(place).error());
  set_object_name(made.resource_.get(), name);
  watch_lifetime(made.resource_.get(), state_->device->live_objects(),
                 text("pooled ", to_string(desc.dimension)), name, made.bytes_);
  made.pool_ = state_;
  made.heap_ = place->heap;
  made.offset_ = place->offset;
  made.reuses_memory_ = place->reuses_memory;
  made.residency_ = place->residency;
  return made;
}

void HeapPool::collect() {
  const std::lock_guard lock(state_->mutex);
  state_->collect_locked();
}

HeapPoolStats HeapPool::stats() const {
  const std::lock_guard lock(state_->mutex);
  HeapPoolStats stats;
  stats.heaps = state_->heaps.size();
  stats.heap_bytes = state_->heaps.size() * state_->heap_bytes;
  stats.resources = state_->resources;
  stats.committed = state_->committed;
  stats.committed_bytes = state_->committed_bytes;
  for (const auto& [id, heap] : state_->heaps) {
    const RangeStats ranges = heap.ranges.stats();
    stats.used_bytes += ranges.used;
    stats.fragmentation = std::max(stats.fragmentation, ranges.fragmentation);
  }
  return stats;
}

std::string HeapPool::dump() const {
  const std::lock_guard lock(state_->mutex);
  std::string lines;
  for (const auto& [id, heap] : state_->heaps) {
    const std::string picture = heap.ranges.dump();
    lines +=
        text("heap ", id, " of ", content_name(heap.content), ", ", byte_text(heap.ranges.used()), " of ",
             byte_text(state_->heap_bytes), " taken\n", picture.substr(0, picture.find('\n')), "\n");
  }
  return lines;
}

}  // namespace ferry
