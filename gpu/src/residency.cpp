#include <ferry/gpu/residency.hpp>

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include <ferry/gpu/api_error.hpp>
#include <ferry/gpu/device.hpp>
#include <ferry/gpu/fence_timeline.hpp>

#include "device3.hpp"
#include "residency_calls.hpp"

namespace ferry {
namespace {

class DeviceCalls final : public ResidencyCalls {
 public:
  explicit DeviceCalls(ID3D12Device* device) : device_(device) {
    (void)device->QueryInterface(newer::kDevice3, newer_.put_void());
  }

  [[nodiscard]] bool can_enqueue() const override { return static_cast<bool>(newer_); }
  HRESULT make_resident(std::span<ID3D12Pageable* const> objects) override {
    return device_->MakeResident(static_cast<UINT>(objects.size()), objects.data());
  }
  HRESULT enqueue(std::span<ID3D12Pageable* const> objects, ID3D12Fence* fence,
                  std::uint64_t value) override {
    return newer_->EnqueueMakeResident(newer::kResidencyNone, static_cast<UINT>(objects.size()),
                                       objects.data(), fence, value);
  }
  HRESULT evict(std::span<ID3D12Pageable* const> objects) override {
    return device_->Evict(static_cast<UINT>(objects.size()), objects.data());
  }

 private:
  ID3D12Device* device_;
  ComPtr<newer::Device3> newer_;
};

}  // namespace

struct ResidencyManager::State {
  std::vector<ID3D12Pageable*> objects_of(std::span<const ResidencyId> ids) const {
    std::vector<ID3D12Pageable*> found;
    found.reserve(ids.size());
    for (const ResidencyId id : ids) found.push_back(objects.at(id).get());
    return found;
  }

  [[nodiscard]] ResidencySet::IsComplete is_complete() const {
    return [this](FencePoint point) { return device->timelines().is_complete(point); };
  }

  /// Asked with no lock held: it is the application's, or it asks the system.
  [[nodiscard]] std::uint64_t ask_budget() const {
    if (options.budget) return options.budget();
    const auto memory = device->video_memory();
    if (!memory) return UINT64_MAX;
    const std::lock_guard lock(mutex);
    // What is used beside the tracked objects.
    const std::uint64_t others = memory->usage - std::min(memory->usage, set.resident_bytes());
    return memory->budget - std::min(memory->budget, others);
  }

  Result<void> evict(const ResidencyPlan& plan) {
    if (plan.evict.empty()) return {};
    const std::vector<ID3D12Pageable*> going = objects_of(plan.evict);
    const HRESULT hr = calls->evict(going);
    if (FAILED(hr)) return fail_api(hr, "Evict failed for ", going.size(), " objects");
    evictions += going.size();
    return {};
  }

  Result<FencePoint> make_resident(const std::vector<ResidencyId>& ids) {
    const std::vector<ID3D12Pageable*> coming = objects_of(ids);
    if (!calls->can_enqueue()) {
      const HRESULT hr = calls->make_resident(coming);
      if (FAILED(hr)) return fail_api(hr, "MakeResident failed for ", coming.size(), " objects");
      return FencePoint{};
    }
    const std::uint64_t value = timeline->next_value();
    const HRESULT hr = calls->enqueue(coming, timeline->d3d(), value);
    if (FAILED(hr)) return fail_api(hr, "EnqueueMakeResident failed for ", coming.size(), " objects");
    timeline->note_submitted(value, "made resident");
    return FencePoint{timeline->id(), value};
  }

  std::shared_ptr<Device> device;
  ResidencyOptions options;
  std::unique_ptr<ResidencyCalls> calls;
  std::shared_ptr<FenceTimeline> timeline;
  mutable std::mutex mutex;
  ResidencySet set;
  std::map<ResidencyId, ComPtr<ID3D12Pageable>> objects;
  /// Of the last that came in: later users of the same objects wait for it too.
  FencePoint last_point;
  std::uint64_t evictions = 0;
  std::uint64_t made_resident = 0;
  std::uint64_t over_budget = 0;
};

ResidencyManager::ResidencyManager(std::unique_ptr<State> state) : state_(std::move(state)) {}

ResidencyManager::~ResidencyManager() = default;

Result<std::shared_ptr<ResidencyManager>> ResidencyManager::create(std::shared_ptr<Device> device,
                                                                   const ResidencyOptions& options) {
  if (!device) return fail(ErrorCode::kInvalidArgument, "the device is null");
  auto calls = std::make_unique<DeviceCalls>(device->d3d());
  return ResidencyAccess::create(std::move(device), options, std::move(calls));
}

Result<std::shared_ptr<ResidencyManager>> ResidencyAccess::create(std::shared_ptr<Device> device,
                                                                  const ResidencyOptions& options,
                                                                  std::unique_ptr<ResidencyCalls> calls) {
  auto state = std::make_unique<ResidencyManager::State>();
  if (calls->can_enqueue()) {
    auto timeline = FenceTimeline::create(*device, "residency");
    if (!timeline) return fail(std::move(timeline).error());
    state->timeline = *std::move(timeline);
  }
  state->device = std::move(device);
  state->options = options;
  state->calls = std::move(calls);
  return std::shared_ptr<ResidencyManager>(new ResidencyManager(std::move(state)));
}

ResidencyId ResidencyManager::track(ID3D12Pageable* object, std::uint64_t bytes) {
  const std::lock_guard lock(state_->mutex);
  const ResidencyId id = state_->set.add(bytes);
  state_->objects.emplace(id, ComPtr<ID3D12Pageable>(object));
  return id;
}

void ResidencyManager::untrack(ResidencyId id) {
  ComPtr<ID3D12Pageable> object;  // Released with no lock held.
  const std::lock_guard lock(state_->mutex);
  const auto found = state_->objects.find(id);
  if (found == state_->objects.end()) return;
  object = std::move(found->second);
  state_->objects.erase(found);
  state_->set.remove(id);
}

Result<FencePoint> ResidencyManager::use(std::span<const ResidencyId> ids) {
  const std::uint64_t budget = state_->ask_budget();
  const std::lock_guard lock(state_->mutex);
  ResidencyPlan plan = state_->set.use(ids, budget, state_->is_complete());
  if (plan.make_resident.empty()) return state_->last_point;
  const auto give_up = [&](Error error) -> Result<FencePoint> {
    state_->set.refused(plan.make_resident);
    state_->set.release(ids);
    return fail(std::move(error));
  };
  if (plan.over_budget > 0) ++state_->over_budget;
  if (auto evicted = state_->evict(plan); !evicted) return give_up(std::move(evicted).error());
  auto made = state_->make_resident(plan.make_resident);
  if (!made && made.error().code == ErrorCode::kOutOfMemory) {
    // Whatever the budget says: everything that may go goes.
    const ResidencyPlan all = state_->set.trim(0, state_->is_complete());
    if (auto evicted = state_->evict(all); !evicted) return give_up(std::move(evicted).error());
    made = state_->make_resident(plan.make_resident);
  }
  if (!made) return give_up(std::move(made).error());
  state_->made_resident += plan.make_resident.size();
  state_->last_point = *made;
  return *made;
}

void ResidencyManager::used_until(std::span<const ResidencyId> ids, FencePoint point) {
  const std::lock_guard lock(state_->mutex);
  state_->set.used_until(ids, point);
}

void ResidencyManager::release(std::span<const ResidencyId> ids) {
  const std::lock_guard lock(state_->mutex);
  state_->set.release(ids);
}

Result<void> ResidencyManager::trim() {
  const std::uint64_t budget = state_->ask_budget();
  const std::lock_guard lock(state_->mutex);
  return state_->evict(state_->set.trim(budget, state_->is_complete()));
}

bool ResidencyManager::resident(ResidencyId id) const {
  const std::lock_guard lock(state_->mutex);
  return state_->set.resident(id);
}

ResidencyStats ResidencyManager::stats() const {
  const std::lock_guard lock(state_->mutex);
  ResidencyStats stats;
  stats.objects = state_->set.size();
  stats.bytes = state_->set.bytes();
  stats.resident_bytes = state_->set.resident_bytes();
  stats.evictions = state_->evictions;
  stats.made_resident = state_->made_resident;
  stats.over_budget = state_->over_budget;
  return stats;
}

}  // namespace ferry
