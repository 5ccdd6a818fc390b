#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ferry/check/model/event.hpp>
#include <ferry/check/model/recorded.hpp>

#include "clock.hpp"
#include "format_table.hpp"
#include "habits.hpp"
#include "recording.hpp"

namespace ferry::check::model {

enum class Kind : std::uint8_t { kDevice, kQueue, kFence, kAllocator, kList, kHeap, kResource, kPlain };

/// What every object has. A destroyed object is replaced by a bare one (World::bury), so that messages can
/// still speak of it.
struct Object {
  explicit Object(Kind k) : kind(k) {}
  virtual ~Object() = default;
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;

  Kind kind;
  bool alive = true;
  ObjectId id{};
  const char* made_by = "";
  std::string_view buried_as;  ///< The kind's word, once it is destroyed.
  std::string name;
  /// The last submissions that name it: it must live until they are complete.
  Clock last_use;
  /// The recording that took it into its references last, to keep those short.
  std::uint64_t referenced_by = 0;
};

struct Plain final : Object {
  static constexpr Kind kKind = Kind::kPlain;
  Plain() : Object(kKind) {}
  event::PlainKind what = event::PlainKind::kPipelineState;
};

struct Device final : Object {
  static constexpr Kind kKind = Kind::kDevice;
  Device() : Object(kKind) {}
};

struct Heap final : Object {
  static constexpr Kind kKind = Kind::kHeap;
  Heap() : Object(kKind) {}
  HeapProperties properties;
  std::uint32_t flags = 0;
  std::uint64_t size = 0;
  std::uint64_t alignment = 0;
  std::vector<ObjectId> placed;  ///< Live resources in it.
};

/// The state of one subresource.
struct SubState {
  std::uint32_t state = 0;
  /// Another state that the program may rightly believe in, after a finding about this subresource.
  std::uint32_t believed = 0;
  /// The second half of a split barrier that is due, where `pending`.
  std::uint32_t pending_after = 0;
  bool has_believed = false;
  bool promoted = false;    ///< The state came by promotion from COMMON.
  bool copy_class = false;  ///< The state was entered on a COPY queue.
  bool pending = false;

  friend bool operator==(const SubState&, const SubState&) = default;
};

/// One touch of a resource by a submission, kept until it is known to be complete.
struct Access {
  std::uint32_t queue = 0;  ///< Index.
  bool write = false;
  std::uint64_t submission = 0;
  std::uint64_t begin = 0;  ///< Buffers: bytes. Textures: subresource indices.
  std::uint64_t end = 0;
  const char* call = "";
};

/// The latest submission of one queue that touched, and that wrote, a resource.
struct QueueTouch {
  std::uint64_t any = 0;
  std::uint64_t write = 0;
};

struct Resource final : Object {
  static constexpr Kind kKind = Kind::kResource;
  Resource() : Object(kKind) {}

  ResourceDescription description;
  event::ResourceKind how = event::ResourceKind::kCommitted;
  HeapProperties properties;
  ObjectId heap{};
  std::uint64_t heap_begin = 0;
  std::uint64_t heap_end = 0;
  const FormatFacts* format = nullptr;
  bool buffer = false;
  bool fixed_state = false;   ///< UPLOAD or READBACK.
  bool simultaneous = false;  ///< Promotes like a buffer.
  std::uint32_t mips = 1;
  std::uint32_t slices = 1;
  std::uint32_t planes = 1;
  std::uint32_t subresources = 1;

  /// States: one for all while `each` is empty, otherwise one per subresource.
  SubState all;
  std::vector<SubState> each;
  std::uint64_t touched_epoch = 0;  ///< The Executed that listed it for decay.

  /// In flight.
  std::vector<Access> accesses;
  std::vector<QueueTouch> touches;  ///< By queue index.

  /// Aliasing. Uses and barriers are numbered in the order of replay.
  std::vector<ObjectId> overlaps;
  std::uint64_t used_at = 0;
  std::uint64_t used_epoch = 0;
  std::uint64_t activated_at = 0;
  bool must_initialise = false;           ///< Placed or reserved, render target or depth buffer.
  std::vector<std::uint8_t> initialised;  ///< By subresource, where `must_initialise`.

  /// Maps by subresource; short for most.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> maps;

  /// For advice; UPLOAD buffers only, and null where none is wanted.
  std::unique_ptr<BufferHabits> habits;

  [[nodiscard]] SubState& state(std::uint32_t subresource) { return each.empty() ? all : each[subresource]; }
  [[nodiscard]] bool cpu_writable() const {
    return properties.type == HeapType::kUpload || properties.type == HeapType::kGpuUpload ||
           (properties.type == HeapType::kCustom && properties.cpu_page != CpuPage::kNotAvailable &&
            properties.cpu_page != CpuPage::kUnknown);
  }
  [[nodiscard]] bool cpu_visible() const { return cpu_writable() || properties.type == HeapType::kReadback; }
};

struct Allocator final : Object {
  static constexpr Kind kKind = Kind::kAllocator;
  Allocator() : Object(kKind) {}
  ListType type = ListType::kDirect;
  ObjectId recording{};  ///< The open list, or kNone.
  std::uint64_t generation = 0;
};

/// One slot that holds something.
struct Binding {
  event::BindPoint point{};
  std::uint32_t index = 0;
  std::vector<event::Use> uses;
  std::uint64_t emitted_at = 0;     ///< List::changes when a draw or dispatch last recorded its uses.
  std::uint32_t emitted_state = 0;  ///< Of the first use then.
};

struct List final : Object {
  static constexpr Kind kKind = Kind::kList;
  List() : Object(kKind) {}
  ListType type = ListType::kDirect;
  bool open = false;
  bool close_failed = false;
  ObjectId allocator{};
  std::shared_ptr<Recording> recording;
  std::uint64_t recording_number = 0;
  std::vector<Binding> bindings;
  /// Counts commands other than draws and dispatches: between two of them, a binding's uses are recorded
  /// once.
  std::uint64_t changes = 1;
  std::uint64_t rebinds = 0;  ///< Counts changes of bindings.
  /// changes + rebinds at the last draw and dispatch: another one like it adds nothing.
  std::uint64_t drawn_at = 0;
  std::uint64_t dispatched_at = 0;
  std::uint64_t drawn_how = 0;
};

/// A value that was signalled, and what is complete once the fence has it.
struct SignalRecord {
  std::uint64_t value = 0;
  Clock done;
};

struct Fence final : Object {
  static constexpr Kind kKind = Kind::kFence;
  Fence() : Object(kKind) {}
  std::uint64_t last_value = 0;  ///< As last signalled by a call.
  std::uint64_t greatest = 0;    ///< Of all values that a call signalled, and the first one.
  bool signalled = false;        ///< By a call.
  ObjectId signalling_queue{};
  std::deque<SignalRecord> signals;    ///< As replayed, in order.
  std::uint64_t replayed = 0;          ///< The greatest value of them, forgotten ones included.
  std::uint64_t forgotten = 0;         ///< Values up to it are no longer in `signals`: known to be complete.
  std::uint64_t reached = 0;           ///< The truth below.
  std::vector<std::uint64_t> awaited;  ///< By CpuWait, not reached yet.
};

/// Something submitted to a queue that stands behind a Wait.
struct Submitted {
  enum class What : std::uint8_t { kExecute, kSignal, kWait };
  What what = What::kExecute;
  const char* call = "";
  std::vector<std::pair<ObjectId, std::shared_ptr<Recording>>> lists;
  std::uint64_t submission = 0;
  ObjectId fence{};
  std::uint64_t value = 0;
  Clock known;  ///< What the program knew when it submitted.
};

struct Queue final : Object {
  static constexpr Kind kKind = Kind::kQueue;
  Queue() : Object(kKind) {}
  ListType type = ListType::kDirect;
  std::uint32_t index = 0;
  std::uint64_t submitted = 0;  ///< ExecuteCommandLists calls so far.
  std::uint64_t covered = 0;    ///< Of them, those before the last Signal.
  Clock before;                 ///< What is complete before its next work starts.
  std::deque<Submitted> blocked;
  QueueHabits habits;
};

}  // namespace ferry::check::model
