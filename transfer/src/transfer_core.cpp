#include "transfer_core.hpp"

#include <algorithm>
#include <new>

#include <ferry/gpu/api_error.hpp>
#include <ferry/gpu/d3d12.hpp>
#include <ferry/gpu/pix_event.hpp>
#include <ferry/gpu/resource_desc.hpp>

namespace ferry {
namespace {

/// Of Ferry's transfers in PIX.
constexpr PixColor kPixColor = {64, 128, 255};

std::size_t place_of(QueueKind kind) {
  switch (kind) {
    case QueueKind::kDirect:
      return 0;
    case QueueKind::kCompute:
      return 1;
    case QueueKind::kCopy:
      break;
  }
  return 2;
}

const char* word_for(QueueKind kind) {
  switch (kind) {
    case QueueKind::kDirect:
      return "direct";
    case QueueKind::kCompute:
      return "compute";
    case QueueKind::kCopy:
      break;
  }
  return "copy";
}

/// Releases all of them. Most are in no cache by now, and an atomic subtraction waits for what it misses: so
/// the objects of a small group are looked at first, all at once.
void release_all(std::vector<ComPtr<ID3D12Resource>>& references) {
  constexpr std::size_t kGroup = 16;
  for (std::size_t begin = 0; begin < references.size(); begin += kGroup) {
    const std::size_t end = std::min(begin + kGroup, references.size());
    for (std::size_t i = begin; i < end; ++i) {
      if (references[i]) (void)*reinterpret_cast<void* const volatile*>(references[i].get());
    }
    for (std::size_t i = begin; i < end; ++i) references[i] = nullptr;
  }
}

}  // namespace

TransferCore::~TransferCore() {
  // Lists, staging and destinations are released below: the GPU must be done with them, or be lost.
  const auto idle = wait_idle(gave_up ? std::chrono::nanoseconds(0) : options.timeout, WaitFor::kEverything);
  if (idle || idle.error().code != ErrorCode::kTimeout) return;
  // It hangs, and may go on one day: what it may still use is never released.
  struct ForGood {
    std::array<std::shared_ptr<TransferQueue>, 3> queues;
    std::unique_ptr<UploadRing> ring;
    std::map<TimelineId, std::deque<Held>> held;
    std::vector<ComPtr<ID3D12Resource>> kept;
  };
  auto* for_good = new (std::nothrow) ForGood();
  if (for_good == nullptr) return;
  *for_good = {std::move(queues_), std::move(ring), std::move(held_), std::move(kept_)};
}

Result<void> TransferCore::wait_idle(std::chrono::nanoseconds timeout, WaitFor what) {
  const auto begin = std::chrono::steady_clock::now();
  const auto left = [&] {
    const auto waited = std::chrono::steady_clock::now() - begin;
    return waited < timeout ? timeout - waited : std::chrono::nanoseconds(0);
  };
  std::array<std::shared_ptr<TransferQueue>, 3> queues;
  {
    const std::lock_guard lock(queues_mutex_);
    queues = queues_;
  }
  Result<void> result;
  const auto note = [&result](Result<void> waited) {
    // A queue or a fence that is lost is not waited for; one that hangs is what must be known.
    if (!waited && (result || waited.error().code == ErrorCode::kTimeout)) result = std::move(waited);
  };
  for (const auto& on : queues) {
    if (!on) continue;
    note(what == WaitFor::kEverything ? on->queue->drain(left()) : on->queue->wait_idle(left()));
  }
  std::map<TimelineId, std::uint64_t> points;
  {
    const std::lock_guard lock(held_mutex_);
    points = application_points_;
  }
  for (const auto& [timeline, value] : points) note(device->timelines().wait({timeline, value}, left()));
  return result;
}

Result<void> TransferCore::wait_on(ID3D12CommandQueue* consumer, FencePoint point) {
  if (consumer == nullptr) return fail(ErrorCode::kInvalidArgument, "the queue that is to wait is null");
  if (point.value == 0) return {};
  if (const auto on = queue_of(point.timeline)) return on->queue->make_wait(consumer, point.value);
  const auto timeline = device->timelines().find(point.timeline);
  if (!timeline) {
    return fail(ErrorCode::kInvalidArgument, "there is no timeline ",
                static_cast<std::uint32_t>(point.timeline), "; use a fence point of this device");
  }
  if (timeline->is_complete(point.value)) return {};
  if (timeline->lost()) return fail(timeline->completed().error());
  if (point.value > timeline->last_submitted()) {
    return fail(ErrorCode::kNotSubmitted, "value ", point.value, " of timeline '", timeline->name(),
                "' is not submitted yet; signal it before a queue waits for it");
  }
  const HRESULT hr = consumer->Wait(timeline->d3d(), point.value);
  if (FAILED(hr))
    return fail_api(hr, "ID3D12CommandQueue::Wait failed for timeline '", timeline->name(), "'");
  return {};
}

void TransferCore::note_application_point(FencePoint point) {
  const std::lock_guard lock(held_mutex_);
  std::uint64_t& last = application_points_[point.timeline];
  last = std::max(last, point.value);
}

Result<std::shared_ptr<TransferQueue>> TransferCore::queue(QueueKind kind) {
  const std::lock_guard lock(queues_mutex_);
  std::shared_ptr<TransferQueue>& place = queues_[place_of(kind)];
  if (place) return place;
  ID3D12CommandQueue* given = kind == QueueKind::kDirect    ? options.direct_queue
                              : kind == QueueKind::kCompute ? options.compute_queue
                                                            : options.copy_queue;
  const std::string name = text(options.name, " ", word_for(kind));
  auto made = given != nullptr ? Queue::adopt(device, given, name) : Queue::create(device, kind, name);
  if (!made) return fail(std::move(made).error());
  if ((*made)->kind() != kind) {
    return fail(ErrorCode::kInvalidArgument, "TransferOptions names a ", to_string((*made)->kind()),
                " queue where a ", to_string(kind), " queue belongs");
  }
  place = std::make_shared<TransferQueue>(device, *std::move(made), name);
  return place;
}

std::shared_ptr<TransferQueue> TransferCore::queue_of(TimelineId timeline) {
  const std::lock_guard lock(queues_mutex_);
  for (const auto& on : queues_) {
    if (on && on->queue->timeline()->id() == timeline) return on;
  }
  return nullptr;
}

Result<FencePoint> TransferCore::execute(TransferQueue& on, CopyPlan& plan, std::string_view label,
                                         bool& executed) {
  executed = false;
  auto context = on.lists.acquire();
  if (!context) {
    (void)plan.clear();
    return on.refused(label, std::move(context).error());
  }
  ID3D12GraphicsCommandList* list = context->list.get();
  {
    const PixEvent event(list, label, kPixColor);
    record_barriers(list, plan.barriers_before());
    plan.record_copies(list);
    record_barriers(list, plan.barriers_after());
  }
  const std::uint64_t copies = plan.copy_count();
  auto references = plan.clear();
  const HRESULT hr = list->Close();
  if (FAILED(hr)) {
    auto why =
        fail_api(hr, "ID3D12GraphicsCommandList::Close failed for '", label, "' with ", copies, " copies");
    return on.refused(label, std::move(why.error));
  }
  executed = true;
  ID3D12CommandList* lists[] = {list};
  auto point = on.queue->execute(lists, label);
  if (!point) {
    on.lists.keep(*std::move(context));
    keep(std::move(references));
    return fail(std::move(point).error());
  }
  on.lists.give_back(*std::move(context), *point);
  hold(std::move(references), *point);
  submissions.fetch_add(1, std::memory_order_relaxed);
  return *point;
}

void TransferCore::hold(std::vector<ComPtr<ID3D12Resource>> references, FencePoint point) {
  if (references.empty()) return;
  const std::lock_guard lock(held_mutex_);
  held_[point.timeline].push_back({point, std::move(references)});
}

void TransferCore::keep(std::vector<ComPtr<ID3D12Resource>> references) {
  const std::lock_guard lock(held_mutex_);
  for (auto& reference : references) kept_.push_back(std::move(reference));
}

void TransferCore::collect() {
  std::vector<Held> done;
  {
    const std::lock_guard lock(held_mutex_);
    // A timeline's empty queue stays: the next submission needs it again.
    for (auto& [timeline, of_timeline] : held_) {
      while (!of_timeline.empty() && device->timelines().is_complete(of_timeline.front().point)) {
        done.push_back(std::move(of_timeline.front()));
        of_timeline.pop_front();
      }
    }
  }
  for (Held& held : done) release_all(held.references);
  if (heaps_.pending() != 0) heaps_.collect();
  ring->retire();
}

Result<void> TransferCore::check_copyable(ID3D12Resource* texture, const TextureDesc& desc) const {
  if (plane_count(desc) <= 1 || device->caps().planar_copies) return {};
  return fail(ErrorCode::kUnsupported, object_name(texture), " is ", format_name(desc.format),
              ", whose planes this Direct3D 12 (libvkd3d) does not copy right; use a format of one plane");
}

void TransferCore::call_when_done(std::function<bool()> is_over, std::function<void()> run) {
  const std::lock_guard lock(callbacks_mutex_);
  if (callbacks_over_) return;
  callbacks_.push_back({std::move(is_over), std::move(run)});
}

void TransferCore::forget_callbacks() {
  std::vector<Callback> forgotten;  // Ends after the lock: a ticket's end may do anything.
  const std::lock_guard lock(callbacks_mutex_);
  callbacks_over_ = true;
  forgotten.swap(callbacks_);
}

void TransferCore::run_callbacks() {
  std::vector<Callback> due;
  {
    const std::lock_guard lock(callbacks_mutex_);
    std::vector<Callback> later;
    for (Callback& callback : callbacks_) {
      (callback.is_over() ? due : later).push_back(std::move(callback));
    }
    callbacks_ = std::move(later);
  }
  for (Callback& callback : due) callback.run();
}

}  // namespace ferry
