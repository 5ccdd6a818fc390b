#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <vector>

#include <ferry/check/options.hpp>

#include "platform.hpp"
#include "shadow.hpp"

namespace ferry::check::layer {

class Locked;
struct QueueState;

/// A fence of the program. Outlives its wrapper while work names it.
struct FenceState {
  struct Sent {
    QueueState* queue = nullptr;
    std::uint64_t value = 0;
  };

  ObjectId id{};
  Ref<ID3D12Fence> below;
  std::uint64_t told = 0;   ///< The value that the model knows to be reached.
  std::uint64_t asked = 0;  ///< The greatest value that the program waits for (GpuPace::kWhenAsked).
  std::vector<Sent> sent;   ///< Signals that have gone below and are not known to be reached.
  std::uint64_t shown = 0;  ///< The greatest value that `below` has shown.
  std::uint64_t greatest_sent = 0;
  bool rewound = false;  ///< A queue was told to signal a lower value than before.

  /// The value of `below`. libvkd3d's fences can fall back behind values they had reached, until the next
  /// Signal: there the greatest that was seen, unless the program itself takes values back.
  std::uint64_t look_below() {
    const std::uint64_t now = below->GetCompletedValue();
    shown = kFencesFallBack && !rewound && now < shown ? shown : now;
    return shown;
  }
};

/// Whether an object below (a command list, an allocator) is still needed by work.
struct BelowUse {
  struct Submission {
    QueueState* queue = nullptr;
    std::uint64_t number = 0;
  };
  std::uint32_t held = 0;               ///< Pieces of work that have not gone below.
  std::vector<Submission> submissions;  ///< The last of each queue.
};

/// A piece of work of a queue.
struct Work {
  enum class Kind : std::uint8_t { kExecute, kSignal, kWait, kOther };

  Kind kind = Kind::kOther;
  std::uint64_t order = 0;       ///< Over all queues.
  std::uint64_t submission = 0;  ///< kExecute: of this queue, from 1.
  std::vector<Ref<ID3D12CommandList>> lists;
  std::vector<std::shared_ptr<BelowUse>> uses;
  std::vector<ShadowRead> reads;
  bool reads_all = false;  ///< What it reads of shadow memory is not known: all of it.
  std::shared_ptr<FenceState> fence;
  std::uint64_t value = 0;
  std::function<void(ID3D12CommandQueue*)> other;
};

/// A queue of the program and what was given to it.
struct QueueState {
  struct Mark {
    std::shared_ptr<FenceState> fence;
    std::uint64_t value = 0;
    std::uint64_t submission = 0;  ///< Complete once the fence has the value.
  };
  struct Link {
    QueueState* consumer = nullptr;
    Ref<ID3D12Fence> fence;
    std::uint64_t value = 0;
  };

  ObjectId id{};
  Ref<ID3D12CommandQueue> below;
  std::deque<Work> held;
  std::uint64_t submitted = 0;       ///< ExecuteCommandLists of the program.
  std::uint64_t reached = 0;         ///< The last of them that is known to be complete.
  std::deque<std::uint64_t> orders;  ///< Of the submissions after `reached`.
  std::deque<Mark> marks;
  std::vector<Link> links;  ///< For Waits of other queues on this one.
  bool busy_below = false;  ///< Something went below since it was last idle.
  bool released = false;
  Ref<ID3D12Fence> own_fence;
  std::uint64_t own_value = 0;
  std::uint64_t free_at = 0;  ///< gpu_advance(): when its engine has ended what it ran.
};

/// All queues of a device: orders what they are given, and runs it at the pace that was chosen. Guarded by
/// the core's lock.
class Gpu {
 public:
  Gpu(ID3D12Device* below, GpuPace pace, std::uint64_t looks_per_piece, std::uint64_t ticks_per_execution)
      : below_(below),
        pace_(pace),
        looks_per_piece_(looks_per_piece),
        ticks_per_execution_(ticks_per_execution) {}

  QueueState* add_queue(ObjectId id, Ref<ID3D12CommandQueue> below);
  void release_queue(Locked& lock, QueueState& queue);
  void add_fence(const std::shared_ptr<FenceState>& fence);
  void remove_fence(const FenceState& fence);
  void add_shadow(const std::shared_ptr<Shadow>& shadow) { shadows_.push_back(shadow); }
  void remove_shadow(const Shadow* shadow);
  [[nodiscard]] std::shared_ptr<Shadow> find_shadow(ObjectId resource) const;

  /// Takes a piece of work and runs what the pace allows. Gives the result of a Signal or Wait that went
  /// below at once, else S_OK.
  HRESULT submit(Locked& lock, QueueState& queue, Work work);
  /// ID3D12Fence::Signal, from the CPU.
  HRESULT signal(Locked& lock, FenceState& fence, std::uint64_t value);
  /// The program waits for that value, or has just read the fence's value.
  void asked(Locked& lock, FenceState& fence, std::uint64_t value);
  void was_read(Locked& lock);

  void look(Locked& lock);
  [[nodiscard]] bool in_flight(const BelowUse& use) const;

  /// Releases the object once no work that was submitted before can need it.
  void bury(Locked& lock, Ref<IUnknown> object);

  void set_pace(Locked& lock, GpuPace pace);
  std::uint64_t step(Locked& lock, std::uint64_t steps, QueueState* only);
  std::uint64_t advance(Locked& lock, std::uint64_t ticks);
  [[nodiscard]] std::uint64_t pending() const;

  /// Device loss: drops held work and sets every fence to UINT64_MAX.
  void lose(Locked& lock);
  /// The end: waits for what still runs below.
  void finish();

 private:
  struct Grave {
    Ref<IUnknown> object;
    std::uint64_t order = 0;
  };

  void pump(Locked& lock);
  bool pump_queue(Locked& lock, QueueState& queue, HRESULT& result);
  HRESULT send_below(Locked& lock, QueueState& queue, Work& work);
  bool try_wait_below(QueueState& queue, Work& work, HRESULT& result);
  bool run_one(Locked& lock, QueueState& queue);
  bool skip_waits(Locked& lock, QueueState& queue);
  bool run_for(Locked& lock, FenceState& fence, std::uint64_t value, int depth);
  void run_asked(Locked& lock);
  QueueState* next_runnable(Locked& lock, QueueState* only);
  void idle(Locked& lock, QueueState& queue);
  bool wait_idle_below(QueueState& queue);
  void execute_below(Locked& lock, QueueState& queue, Work& work);
  void reached(Locked& lock, QueueState& queue, std::uint64_t submission);
  void fence_reached(Locked& lock, FenceState& fence, std::uint64_t value);
  void retire(Locked& lock);
  void let_go(Locked& lock, Work& work);

  ID3D12Device* below_;
  GpuPace pace_;
  std::uint64_t looks_per_piece_;
  std::uint64_t looks_ = 0;  ///< Since the last piece that was submitted or run.
  std::uint64_t ticks_per_execution_;
  std::uint64_t now_ = 0;
  std::uint64_t next_order_ = 1;
  bool lost_ = false;
  bool running_asked_ = false;
  std::vector<std::unique_ptr<QueueState>> queues_;
  std::vector<std::weak_ptr<FenceState>> fences_;
  std::vector<std::shared_ptr<Shadow>> shadows_;
  std::vector<Grave> graves_;
};

}  // namespace ferry::check::layer
