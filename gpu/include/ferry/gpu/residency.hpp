#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include <ferry/base/fence_point.hpp>
#include <ferry/base/result.hpp>
#include <ferry/gpu/residency_set.hpp>

struct ID3D12Pageable;

namespace ferry {

class Device;

struct ResidencyOptions {
  /// The most bytes of tracked objects that shall be resident, asked for each time that some come in and by
  /// `trim`. Default: what the system leaves to them beside all else that the process has
  /// (Device::video_memory); no limit where it says nothing.
  std::function<std::uint64_t()> budget;
};

struct ResidencyStats {
  std::uint64_t objects = 0;
  std::uint64_t bytes = 0;
  std::uint64_t resident_bytes = 0;
  /// Objects that went out and came in so far.
  std::uint64_t evictions = 0;
  std::uint64_t made_resident = 0;
  /// How often the budget was exceeded because the GPU might still use everything else.
  std::uint64_t over_budget = 0;
};

/// Keeps heaps and committed resources within a budget of GPU memory: whatever the GPU has not used for the
/// longest time is evicted, and comes back before it is used again (Direct3D 12 documentation, "Residency").
/// Nothing is evicted that the GPU may still use.
///
/// What is evicted keeps its content. Give a HeapPool a manager and its heaps are tracked; others by `track`.
/// Work that uses tracked objects stands between two calls: `use` before it is submitted, `used_until` after.
///
/// Threading: every method may be called from any thread. Lifetime: keeps the device alive; holds a reference
/// on each tracked object.
class ResidencyManager {
 public:
  static Result<std::shared_ptr<ResidencyManager>> create(std::shared_ptr<Device> device,
                                                          const ResidencyOptions& options = {});
  ~ResidencyManager();
  ResidencyManager(const ResidencyManager&) = delete;
  ResidencyManager& operator=(const ResidencyManager&) = delete;

  /// `object` is a heap, a committed resource, a descriptor heap or a query heap, and resident. `bytes`: what
  /// it takes of GPU memory.
  ResidencyId track(ID3D12Pageable* object, std::uint64_t bytes);
  /// Forgets it, whatever it is used by: releasing it is the caller's affair. It must be resident, or be
  /// released.
  void untrack(ResidencyId id);

  /// Makes the objects resident, evicting others where the budget asks for it, and holds them until
  /// `used_until`. Gives the point that must be complete before the GPU uses them: make each queue wait for
  /// it (TransferManager::wait_on, or ID3D12CommandQueue::Wait on its timeline's fence). Complete already
  /// where nothing had to come in, and where the device has no ID3D12Device3::EnqueueMakeResident: then this
  /// call itself takes as long as the paging.
  ///
  /// kOutOfMemory where the system has no room even after everything that may go was evicted; the objects are
  /// not held then.
  Result<FencePoint> use(std::span<const ResidencyId> ids);
  /// The GPU uses them until the point. Once for each `use`.
  void used_until(std::span<const ResidencyId> ids, FencePoint point);
  /// They are not used after all. Instead of `used_until`.
  void release(std::span<const ResidencyId> ids);
  /// Evicts what is above the budget: to be called when it shrank (VideoMemoryWatch tells), or now and then.
  Result<void> trim();

  [[nodiscard]] bool resident(ResidencyId id) const;
  [[nodiscard]] ResidencyStats stats() const;

 private:
  struct State;
  explicit ResidencyManager(std::unique_ptr<State> state);
  friend struct ResidencyAccess;

  std::unique_ptr<State> state_;
};

}  // namespace ferry
