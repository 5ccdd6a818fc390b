#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include <ferry/gpu/heap_pool.hpp>
#include <ferry/gpu/live_objects.hpp>
#include <ferry/gpu/residency.hpp>
#include <ferry/ring/range_allocator.hpp>

struct ID3D12Heap;
struct ID3D12Pageable;
struct D3D12_RESOURCE_DESC;

namespace ferry {

/// What a heap of the pool may hold; resource-heap tier 1 allows no mixing.
enum class HeapContent : std::uint8_t { kBuffers, kTextures, kTargets };

/// Stands for "no heap of the pool": a committed resource.
inline constexpr std::uint32_t kNoHeap = UINT32_MAX;

/// What a HeapPool and its resources share.
struct HeapPoolState {
  struct Heap {
    ComPtr<ID3D12Heap> heap;
    HeapContent content = HeapContent::kBuffers;
    RangeAllocator ranges;
    /// Bytes below this have belonged to some resource before.
    std::uint64_t touched_to = 0;
    LiveObjectMark mark;
    std::optional<ResidencyId> residency;
  };
  struct Returned {
    ComPtr<ID3D12Resource> resource;
    FencePoint point;
    std::uint32_t heap = kNoHeap;
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0;
    std::optional<ResidencyId> residency;
  };
  struct Place {
    std::uint32_t heap = kNoHeap;
    std::uint64_t offset = 0;
    bool reuses_memory = false;
    std::optional<ResidencyId> residency;
  };

  /// Waits for what was returned and is still in use, each for at most kDefaultTimeout.
  ~HeapPoolState();

  Result<Place> find_place(HeapContent content, std::uint64_t bytes, std::uint64_t alignment);
  Result<std::uint32_t> add_heap(HeapContent content);
  void collect_locked();
  std::optional<ResidencyId> track(ID3D12Pageable* object, std::uint64_t bytes);
  void untrack(std::optional<ResidencyId> id);

  std::shared_ptr<Device> device;
  std::shared_ptr<ResidencyManager> residency;
  std::uint64_t heap_bytes = 0;
  mutable std::mutex mutex;
  std::map<std::uint32_t, Heap> heaps;
  std::uint32_t next_heap = 0;
  std::deque<Returned> returned;
  std::uint64_t resources = 0;
  std::uint64_t committed = 0;
  std::uint64_t committed_bytes = 0;
};

}  // namespace ferry
