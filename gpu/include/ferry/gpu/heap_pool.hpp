#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <ferry/base/fence_point.hpp>
#include <ferry/base/result.hpp>
#include <ferry/base/units.hpp>
#include <ferry/gpu/com_ptr.hpp>
#include <ferry/gpu/residency_set.hpp>
#include <ferry/layout/texture_desc.hpp>

struct ID3D12GraphicsCommandList;
struct ID3D12Resource;

namespace ferry {

class Device;
class ResidencyManager;
struct HeapPoolState;

/// A DEFAULT resource of a HeapPool. Its place in the heap comes back when this ends and `used_until`'s point
/// is complete.
///
/// Threading: as a plain value. Lifetime: may outlive the HeapPool.
class PlacedResource {
 public:
  PlacedResource() = default;
  PlacedResource(PlacedResource&& other) noexcept = default;
  PlacedResource& operator=(PlacedResource&& other) noexcept;
  ~PlacedResource();

  [[nodiscard]] ID3D12Resource* get() const { return resource_.get(); }
  explicit operator bool() const { return static_cast<bool>(resource_); }

  /// The GPU uses it until `point`. The last call counts. Default: the GPU never used it.
  void used_until(FencePoint point) { last_use_ = point; }

  /// Whether its memory belonged to another resource before. Then an aliasing barrier must come before its
  /// first use, and a render target or depth buffer must be cleared, discarded or copied over first (Direct3D
  /// 12 documentation, "Memory Aliasing and Data Inheritance").
  [[nodiscard]] bool reuses_memory() const { return reuses_memory_; }
  /// Records that aliasing barrier where it is needed, else nothing. Not for COPY lists.
  void record_aliasing_barrier(ID3D12GraphicsCommandList* list) const;

  /// Bytes it takes in its heap.
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

  /// What to give the pool's ResidencyManager before and after the GPU uses it: its heap's, which it shares
  /// with others, or its own where it is committed. None where the pool has no manager.
  [[nodiscard]] std::optional<ResidencyId> residency() const { return residency_; }

 private:
  friend class HeapPool;
  std::shared_ptr<HeapPoolState> pool_;
  ComPtr<ID3D12Resource> resource_;
  FencePoint last_use_;
  std::uint32_t heap_ = 0;
  std::uint64_t offset_ = 0;
  std::uint64_t bytes_ = 0;
  bool reuses_memory_ = false;
  std::optional<ResidencyId> residency_;
};

struct HeapPoolStats {
  std::uint64_t heaps = 0;
  std::uint64_t heap_bytes = 0;
  std::uint64_t resources = 0;
  /// Bytes of heaps that resources take.
  std::uint64_t used_bytes = 0;
  /// Resources too big for the pool's heaps, which got one of their own (committed), and their bytes.
  std::uint64_t committed = 0;
  std::uint64_t committed_bytes = 0;
  /// 0 where each heap's free bytes lie together, towards 1 as they fall to pieces; of the worst heap.
  double fragmentation = 0.0;
};

/// Many small DEFAULT resources in few heaps, instead of a heap for each: creation is quicker, and memory is
/// not lost to the rounding of every heap.
///
/// Buffers, textures, and render targets or depth buffers lie in heaps of their own, as resource-heap tier 1
/// asks.
///
/// Threading: every method may be called from any thread.
class HeapPool {
 public:
  /// `heap_bytes` is the size of each heap; resources above half of it are committed ones. `residency` tracks
  /// the heaps and the committed resources, so that they can be evicted while nothing uses them: then every
  /// use stands between its calls. Default: none; all is resident for ever.
  explicit HeapPool(std::shared_ptr<Device> device, std::uint64_t heap_bytes = 64_MiB,
                    std::shared_ptr<ResidencyManager> residency = nullptr);
  ~HeapPool();
  HeapPool(const HeapPool&) = delete;
  HeapPool& operator=(const HeapPool&) = delete;

  /// A buffer of `bytes` (not 0) in COMMON. `flags` are D3D12_RESOURCE_FLAGS.
  Result<PlacedResource> create_buffer(std::uint64_t bytes, std::string_view name, std::uint32_t flags = 0);
  /// A texture in `state` (D3D12_RESOURCE_STATES; default COMMON).
  Result<PlacedResource> create_texture(const TextureDesc& desc, std::string_view name,
                                        std::uint32_t flags = 0, std::uint32_t state = 0);

  /// Takes back places whose last use is complete and releases heaps that are empty, but for one of each
  /// kind. Creation does so itself where it finds no room.
  void collect();

  [[nodiscard]] HeapPoolStats stats() const;
  /// A picture of each heap, for people: which parts are taken.
  [[nodiscard]] std::string dump() const;

 private:
  std::shared_ptr<HeapPoolState> state_;
};

}  // namespace ferry
