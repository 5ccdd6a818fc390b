#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <span>
#include <unordered_map>
#include <vector>

#include <ferry/base/fence_point.hpp>

namespace ferry {

/// One object of a ResidencySet.
enum class ResidencyId : std::uint64_t {};

/// What to do so that some objects are resident within a budget: first evict, then make resident.
struct ResidencyPlan {
  std::vector<ResidencyId> evict;
  std::vector<ResidencyId> make_resident;
  /// Bytes above the budget that remain, because the GPU may still use everything else.
  std::uint64_t over_budget = 0;
};

/// Which objects are resident, who was used last, and what may be evicted: the policy behind a
/// ResidencyManager. Pure: no device, no clock. What was not used for the longest time goes first; what the
/// GPU may still use never goes.
///
/// Threading: one thread at a time.
class ResidencySet {
 public:
  /// Whether a point is complete; asked while a plan is made.
  using IsComplete = std::function<bool(FencePoint)>;

  /// A new object, resident as Direct3D 12 makes them, and counted as used now.
  ResidencyId add(std::uint64_t bytes);
  /// It is gone. Unknown ids are ignored, here and below.
  void remove(ResidencyId id);

  /// The objects are going to be used: they are held until as many `used_until` (or `release`) calls as `use`
  /// calls. The plan is taken as done: where the system refuses it, say so with `refused`.
  ResidencyPlan use(std::span<const ResidencyId> ids, std::uint64_t budget, const IsComplete& is_complete);
  /// The objects are used until the point; they count as used now. Points of several timelines add up.
  void used_until(std::span<const ResidencyId> ids, FencePoint point);
  /// Takes a `use` back: the objects are not used after all.
  void release(std::span<const ResidencyId> ids);
  /// What to evict to come down to the budget; taken as done.
  ResidencyPlan trim(std::uint64_t budget, const IsComplete& is_complete);
  /// These could not be made resident.
  void refused(std::span<const ResidencyId> ids);

  [[nodiscard]] bool resident(ResidencyId id) const;
  [[nodiscard]] std::uint64_t resident_bytes() const { return resident_bytes_; }
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
  [[nodiscard]] std::size_t size() const { return objects_.size(); }

 private:
  struct Object {
    std::uint64_t bytes = 0;
    std::uint32_t held = 0;
    bool resident = true;
    /// The last of each timeline that used it.
    std::vector<FencePoint> points;
    std::list<ResidencyId>::iterator place;
  };

  [[nodiscard]] Object* find(ResidencyId id);
  void touch(Object& object);
  void evict_down(std::uint64_t budget, const IsComplete& is_complete, ResidencyPlan& plan);

  std::unordered_map<std::uint64_t, Object> objects_;
  std::list<ResidencyId> order_;  // Not used for the longest time first.
  std::uint64_t next_ = 1;
  std::uint64_t bytes_ = 0;
  std::uint64_t resident_bytes_ = 0;
};

}  // namespace ferry
