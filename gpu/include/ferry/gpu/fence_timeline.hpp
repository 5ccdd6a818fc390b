#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include <ferry/base/fence_point.hpp>
#include <ferry/base/result.hpp>
#include <ferry/gpu/com_ptr.hpp>

struct ID3D12CommandQueue;
struct ID3D12Device;
struct ID3D12Fence;

namespace ferry {

class Device;
class FenceProbe;

/// How long Ferry waits where the caller names no time: long enough for any honest work, short of for ever.
inline constexpr std::chrono::nanoseconds kDefaultTimeout = std::chrono::seconds(30);

/// One value that was submitted, for reports.
struct TimelineEntry {
  std::uint64_t value = 0;
  /// What was submitted, at most 47 bytes of it.
  std::string label;
  bool complete = false;
};

/// A fence whose values only rise, with a label for each: what was submitted, what is done.
///
/// One belongs to each queue (Queue makes and signals it); another kind stands for a fence of the
/// application, which signals it itself. Device loss is not completion: a fence of a removed device reads
/// UINT64_MAX, which becomes kDeviceLost here (Direct3D 12 documentation, "ID3D12Fence::GetCompletedValue").
///
/// Threading: every method may be called from any thread.
class FenceTimeline {
 public:
  /// How many of the last submitted values keep their labels.
  static constexpr std::size_t kKeptLabels = 256;

  /// A new fence at 0, entered into the device's TimelineRegistry.
  static Result<std::shared_ptr<FenceTimeline>> create(Device& device, std::string_view name);
  /// The application's fence; the same timeline for the same fence. Its values count as submitted when
  /// `note_submitted` says so.
  static Result<std::shared_ptr<FenceTimeline>> adopt(Device& device, ID3D12Fence* fence,
                                                      std::string_view name);
  ~FenceTimeline();
  FenceTimeline(const FenceTimeline&) = delete;
  FenceTimeline& operator=(const FenceTimeline&) = delete;

  [[nodiscard]] TimelineId id() const { return id_; }
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] ID3D12Fence* d3d() const { return fence_.get(); }

  /// The next value to signal: one above the last. The caller signals it and then calls `note_submitted`,
  /// both under its own lock.
  [[nodiscard]] std::uint64_t next_value() const { return last_submitted() + 1; }
  /// A Signal of `value` was submitted. Lower values than the last are ignored.
  void note_submitted(std::uint64_t value, std::string_view label);
  /// Gives a value that was submitted another label, if it still has one: what it stood for was not known yet.
  void rename(std::uint64_t value, std::string_view label);
  [[nodiscard]] std::uint64_t last_submitted() const { return submitted_.load(std::memory_order_acquire); }

  /// Says which queue signals the fence, for as long as it lives; null takes that back. Where fences can stand
  /// below values that they had reached (libvkd3d), a fence that stands still is then seen through by another
  /// Signal of that queue, to a fence of its own. Default: null; such a fence shows the truth only with the
  /// next Signal.
  void watch_queue(ID3D12CommandQueue* queue);

  /// The highest value known to be complete. Asks the fence. kDeviceLost after removal.
  Result<std::uint64_t> completed();
  /// Whether `value` is complete; asks the fence only where the last answer does not settle it. False when
  /// lost.
  [[nodiscard]] bool is_complete(std::uint64_t value);

  /// Waits on the CPU until `value` is complete.
  ///
  /// kNotSubmitted at once where nobody submitted it (it would never end), kTimeout, kDeviceLost. A timeout
  /// of 0 asks once. Never hangs: a lost device ends the wait.
  Result<void> wait(std::uint64_t value, std::chrono::nanoseconds timeout = kDefaultTimeout);

  /// Gives up on the timeline: its device or its queue failed for good. From now on everything answers
  /// kDeviceLost, and what depends on it is never reused.
  void mark_lost();
  [[nodiscard]] bool lost() const { return lost_.load(std::memory_order_acquire); }

  /// The last submitted values with their labels, oldest first.
  [[nodiscard]] std::vector<TimelineEntry> recent() const;

  /// Work that no value stands for, for reports. Either the queue was given it and its Signal failed, so that
  /// it may have been done or not; or it was refused, for the timeline was lost: then it surely was not done.
  enum class Unmarked : std::uint8_t { kNoSignal, kRefused };
  void note_unmarked(Unmarked why, std::string_view label);
  /// How much there was of it, with the labels of the first kKeptUnmarked, oldest first.
  struct UnmarkedWork {
    std::uint64_t count = 0;
    std::vector<std::string> labels;
  };
  static constexpr std::size_t kKeptUnmarked = 32;
  [[nodiscard]] UnmarkedWork unmarked(Unmarked why) const;

 private:
  struct Label {
    std::uint64_t value = 0;
    std::array<char, 48> text{};
  };

  friend class TimelineRegistry;
  FenceTimeline();
  [[nodiscard]] Failure lost_error() const;
  Result<std::uint64_t> completed_within(std::chrono::nanoseconds patience);
  void raise_completed(std::uint64_t value);
  static void set_text(Label& slot, std::string_view label);

  // Not the Device: its registry holds the timelines.
  ComPtr<ID3D12Device> device_;
  ComPtr<ID3D12Fence> fence_;
  std::string name_;
  TimelineId id_{};
  std::atomic<std::uint64_t> submitted_ = 0;
  std::atomic<std::uint64_t> completed_ = 0;
  std::atomic<bool> lost_ = false;
  std::unique_ptr<FenceProbe> probe_;

  mutable std::mutex labels_mutex_;
  std::array<Label, kKeptLabels> labels_{};
  std::uint64_t label_count_ = 0;
  std::array<UnmarkedWork, 2> unmarked_;
};

/// Every timeline of one device, by id, so that a FencePoint alone says what to ask. Keeps them for as long
/// as the device lives: a point stays answerable after its queue is gone.
///
/// Threading: every method may be called from any thread.
class TimelineRegistry {
 public:
  /// Gives the timeline its id and makes it known; where one of the same fence is known already, gives that
  /// one instead.
  [[nodiscard]] std::shared_ptr<FenceTimeline> enter(const std::shared_ptr<FenceTimeline>& timeline);
  /// The timeline of this id; null for an id that was never given.
  [[nodiscard]] std::shared_ptr<FenceTimeline> find(TimelineId id) const;
  /// The timeline of this fence; null where none was made for it.
  [[nodiscard]] std::shared_ptr<FenceTimeline> find(ID3D12Fence* fence) const;
  /// All of them, in the order of their ids.
  [[nodiscard]] std::vector<std::shared_ptr<FenceTimeline>> all() const;
  /// Calls `visit(id, completed)` for each timeline that is not lost, asking each fence once. `visit` must
  /// not use the registry: its lock is held.
  template <typename Visit>
  void for_each_completed(Visit&& visit) const {
    const std::lock_guard lock(mutex_);
    for (const auto& timeline : timelines_) {
      if (auto value = timeline->completed()) visit(timeline->id(), *value);
    }
  }
  /// Whether the point is complete. False when lost or unknown.
  [[nodiscard]] bool is_complete(FencePoint point) const;
  /// FenceTimeline::wait by point. kInvalidArgument for an id that was never given.
  Result<void> wait(FencePoint point, std::chrono::nanoseconds timeout = kDefaultTimeout) const;
  /// Marks every timeline lost.
  void mark_all_lost();

 private:
  mutable std::mutex mutex_;
  std::vector<std::shared_ptr<FenceTimeline>> timelines_;
};

}  // namespace ferry
