#include <ferry/gpu/fence_timeline.hpp>

#include <algorithm>
#include <cstring>

#include <ferry/gpu/api_error.hpp>
#include <ferry/gpu/d3d12.hpp>
#include <ferry/gpu/device.hpp>

#include "cpu_wait.hpp"
#include "fence_probe.hpp"

namespace ferry {
namespace {

/// How long a fence may stand still before its queue is asked in another way. Long against what completes in
/// time, and for somebody who only looks, long against the time to the next submission.
constexpr std::chrono::milliseconds kPatienceOfWaits(10);
constexpr std::chrono::milliseconds kPatienceOfLooks(250);

}  // namespace

FenceTimeline::FenceTimeline() : probe_(std::make_unique<FenceProbe>()) {}

FenceTimeline::~FenceTimeline() = default;

Result<std::shared_ptr<FenceTimeline>> FenceTimeline::create(Device& device, std::string_view name) {
  ComPtr<ID3D12Fence> fence;
  const HRESULT hr =
      device.d3d()->CreateFence(0, D3D12_FENCE_FLAG_NONE, iid_of<ID3D12Fence>(), fence.put_void());
  if (FAILED(hr)) return fail_api(hr, "CreateFence failed for the timeline '", name, "'");
  set_object_name(fence.get(), name);
  return adopt(device, fence.get(), name);
}

Result<std::shared_ptr<FenceTimeline>> FenceTimeline::adopt(Device& device, ID3D12Fence* fence,
                                                            std::string_view name) {
  if (fence == nullptr)
    return fail(ErrorCode::kInvalidArgument, "the fence of timeline '", name, "' is null");
  if (auto known = device.timelines().find(fence)) return known;
  const std::uint64_t now = fence->GetCompletedValue();
  if (now == UINT64_MAX)
    return fail(ErrorCode::kDeviceLost, "the fence of timeline '", name, "' is of a lost device");
  std::shared_ptr<FenceTimeline> timeline(new FenceTimeline());
  timeline->device_ = ComPtr(device.d3d());
  timeline->fence_ = ComPtr(fence);
  timeline->name_ = name;
  timeline->submitted_ = now;
  timeline->completed_ = now;
  return device.timelines().enter(timeline);
}

void FenceTimeline::note_submitted(std::uint64_t value, std::string_view label) {
  const std::lock_guard lock(labels_mutex_);
  if (value <= submitted_.load(std::memory_order_relaxed)) return;
  Label& slot = labels_[label_count_++ % kKeptLabels];
  slot.value = value;
  set_text(slot, label);
  submitted_.store(value, std::memory_order_release);
}

void FenceTimeline::rename(std::uint64_t value, std::string_view label) {
  const std::lock_guard lock(labels_mutex_);
  for (Label& slot : labels_) {
    if (slot.value == value && value != 0) set_text(slot, label);
  }
}

void FenceTimeline::set_text(Label& slot, std::string_view label) {
  slot.text.fill('\0');
  std::memcpy(slot.text.data(), label.data(), std::min(label.size(), slot.text.size() - 1));
}

Failure FenceTimeline::lost_error() const {
  const std::int32_t reason = device_->GetDeviceRemovedReason();
  return Failure{Error{ErrorCode::kDeviceLost, reason,
                       text("the device is lost; timeline '", name_, "' stands at ", completed_.load(),
                            " of ", submitted_.load(), "; make a new device and load again")}};
}

Result<std::uint64_t> FenceTimeline::completed() {
  return completed_within(kPatienceOfLooks);
}

Result<std::uint64_t> FenceTimeline::completed_within(std::chrono::nanoseconds patience) {
  if (lost()) return lost_error();
  const std::uint64_t now = fence_->GetCompletedValue();
  if (now == UINT64_MAX) {
    mark_lost();
    return lost_error();
  }
  raise_completed(now);
  if constexpr (kOnLibvkd3d) {
    const std::uint64_t submitted = last_submitted();
    if (now < submitted) raise_completed(probe_->look(device_.get(), now, submitted, patience));
  }
  return completed_.load(std::memory_order_acquire);
}

void FenceTimeline::raise_completed(std::uint64_t value) {
  std::uint64_t known = completed_.load(std::memory_order_relaxed);
  while (known < value && !completed_.compare_exchange_weak(known, value, std::memory_order_acq_rel)) {
  }
}

void FenceTimeline::watch_queue(ID3D12CommandQueue* queue) {
  probe_->watch(queue);
}

bool FenceTimeline::is_complete(std::uint64_t value) {
  if (lost()) return false;
  if (value <= completed_.load(std::memory_order_acquire)) return true;
  const auto now = completed();
  return now && value <= *now;
}

Result<void> FenceTimeline::wait(std::uint64_t value, std::chrono::nanoseconds timeout) {
  if (lost()) return lost_error();
  if (is_complete(value)) return {};
  if (lost()) return lost_error();
  if (value > last_submitted()) {
    return fail(ErrorCode::kNotSubmitted, "a wait for value ", value, " of timeline '", name_,
                "' would never end: the last value submitted is ", last_submitted(), "; submit first");
  }
  CpuWait cpu_wait(timeout);
  while (true) {
    const auto now = completed_within(kPatienceOfWaits);
    if (!now) return fail(now.error());
    if (value <= *now) return {};
    if (!cpu_wait.pause(fence_.get(), value)) break;
    // A removed device need not move its fences: ask it now and then.
    if (cpu_wait.slept() && FAILED(device_->GetDeviceRemovedReason())) {
      mark_lost();
      return lost_error();
    }
  }
  return fail(ErrorCode::kTimeout, "value ", value, " of timeline '", name_, "' did not complete within ",
              std::chrono::duration_cast<std::chrono::milliseconds>(timeout).count(), " ms (it stands at ",
              completed_.load(), " of ", last_submitted(),
              "); wait again, or look at what the queue executes");
}

void FenceTimeline::mark_lost() {
  lost_.store(true, std::memory_order_release);
}

std::vector<TimelineEntry> FenceTimeline::recent() const {
  const std::lock_guard lock(labels_mutex_);
  std::vector<TimelineEntry> entries;
  const std::uint64_t kept = std::min<std::uint64_t>(label_count_, kKeptLabels);
  for (std::uint64_t i = label_count_ - kept; i < label_count_; ++i) {
    const Label& label = labels_[i % kKeptLabels];
    entries.push_back(
        {label.value, label.text.data(), label.value <= completed_.load(std::memory_order_acquire)});
  }
  return entries;
}

void FenceTimeline::note_unmarked(Unmarked why, std::string_view label) {
  const std::lock_guard lock(labels_mutex_);
  UnmarkedWork& work = unmarked_[static_cast<std::size_t>(why)];
  if (work.count++ < kKeptUnmarked) work.labels.emplace_back(label);
}

FenceTimeline::UnmarkedWork FenceTimeline::unmarked(Unmarked why) const {
  const std::lock_guard lock(labels_mutex_);
  return unmarked_[static_cast<std::size_t>(why)];
}

std::shared_ptr<FenceTimeline> TimelineRegistry::enter(const std::shared_ptr<FenceTimeline>& timeline) {
  const std::lock_guard lock(mutex_);
  for (const auto& known : timelines_) {
    if (known->d3d() == timeline->d3d()) return known;
  }
  // Before anybody can see it: whoever walks the list takes completed values by id.
  timeline->id_ = static_cast<TimelineId>(timelines_.size());
  timelines_.push_back(timeline);
  return timeline;
}

std::shared_ptr<FenceTimeline> TimelineRegistry::find(TimelineId id) const {
  const std::lock_guard lock(mutex_);
  const auto index = static_cast<std::size_t>(id);
  return index < timelines_.size() ? timelines_[index] : nullptr;
}

std::shared_ptr<FenceTimeline> TimelineRegistry::find(ID3D12Fence* fence) const {
  const std::lock_guard lock(mutex_);
  for (const auto& timeline : timelines_) {
    if (timeline->d3d() == fence) return timeline;
  }
  return nullptr;
}

std::vector<std::shared_ptr<FenceTimeline>> TimelineRegistry::all() const {
  const std::lock_guard lock(mutex_);
  return timelines_;
}

bool TimelineRegistry::is_complete(FencePoint point) const {
  if (point.value == 0) return true;
  const auto timeline = find(point.timeline);
  return timeline && timeline->is_complete(point.value);
}

Result<void> TimelineRegistry::wait(FencePoint point, std::chrono::nanoseconds timeout) const {
  if (point.value == 0) return {};
  const auto timeline = find(point.timeline);
  if (!timeline) {
    return fail(ErrorCode::kInvalidArgument, "there is no timeline ",
                static_cast<std::uint32_t>(point.timeline), "; use a fence point of this device");
  }
  return timeline->wait(point.value, timeout);
}

void TimelineRegistry::mark_all_lost() {
  for (const auto& timeline : all()) timeline->mark_lost();
}

}  // namespace ferry
