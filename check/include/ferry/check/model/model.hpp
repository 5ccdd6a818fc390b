#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <ferry/check/model/event.hpp>
#include <ferry/check/model/object_id.hpp>
#include <ferry/check/model/recorded.hpp>
#include <ferry/check/model/rule.hpp>
#include <ferry/check/model/violation.hpp>

namespace ferry::check {

/// What the model looks for beyond the rules that always hold.
struct Options {
  /// True: work counts as done only once the program could know it (a fence value that it read, or waited for
  /// and that was then reached). Where the GPU happens to be done but the program never looked, the finding
  /// is a portability one. False: only what the GPU really has not finished is reported.
  bool require_observed_completion = true;
  /// True: a finding is reported again each time it happens. False: once for each call site's objects: the
  /// same rule, call and objects are reported once.
  bool report_repeats = false;
  /// True: habits that are legal and cost time are looked for, too (`tiny-submissions` and the other rules of
  /// model/advice.hpp). Each is reported once, whatever `report_repeats` says. Default: false.
  bool advise_on_use = false;
  /// Findings below it are not reported.
  Severity least = Severity::kAdvice;
};

/// A live object, for the report at shutdown.
struct LiveObject {
  ObjectId id{};
  std::string_view kind;  ///< `resource`, `heap`, `command list`, ...
  std::string name;       ///< Empty where it was never named.
  const char* made_by = "";
};

/// Bytes of a CPU-visible buffer that a submission reads.
struct MemoryRead {
  ObjectId resource{};
  ByteRange range;
};

/// Turns events into violations: Direct3D 12's rules with no Direct3D 12.
///
/// Pure: no thread, no clock, no device; the same events give the same violations. Not thread-safe: the layer
/// holds one mutex around each call, and gives events in the order in which the calls happened.
///
/// Each `on` gives true where the call is allowed: no rule of severity `error` was broken by it. The layer
/// may then forward it; the model goes on sensibly whether or not it does (after a wrong barrier it takes the
/// program at its word, so that one mistake is one finding).
///
/// Ids it was never told of, or kNone, are ignored: a layer may leave out what it does not track.
///
/// State of resources follows D3D12's documentation ('Using Resource Barriers to Synchronize Resource States
/// in Direct3D 12', 'Synchronization and Multi-Engine'): lists are replayed at Executed, in submission order;
/// work behind a Wait whose Signal is not yet submitted is replayed when that Signal comes.
class Model {
 public:
  explicit Model(Sink sink, Options options = {});
  ~Model();
  Model(Model&&) noexcept;
  Model& operator=(Model&&) noexcept;
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  bool on(const event::DeviceCreated& e);
  bool on(const event::QueueCreated& e);
  bool on(const event::FenceCreated& e);
  bool on(const event::AllocatorCreated& e);
  bool on(const event::ListCreated& e);
  bool on(const event::HeapCreated& e);
  bool on(const event::ResourceCreated& e);
  bool on(const event::PlainCreated& e);
  bool on(const event::Named& e);
  bool on(const event::ObjectDestroyed& e);

  bool on(const event::Mapped& e);
  bool on(const event::Unmapped& e);
  bool on(const event::CpuRead& e);
  bool on(const event::CpuWrite& e);

  bool on(const event::AllocatorReset& e);
  bool on(const event::ListReset& e);
  bool on(const event::ListClosed& e);
  bool on(const event::Executed& e);

  bool on(const event::QueueSignal& e);
  bool on(const event::QueueWait& e);
  bool on(const event::CpuSignal& e);
  bool on(const event::FenceRead& e);
  bool on(const event::CpuWait& e);
  bool on(const event::FenceReached& e);
  bool on(const event::QueueReached& e);
  bool on(const event::DeviceLost& e);
  bool on(const event::FrameEnd& e);
  bool on(const event::Presented& e);

  bool on(const event::CopyBuffer& e);
  bool on(const event::CopyTexture& e);
  bool on(const event::CopyWhole& e);
  bool on(const event::Resolve& e);
  bool on(const event::Barriers& e);
  bool on(const event::Bound& e);
  bool on(const event::BindingsCleared& e);
  bool on(const event::StateCleared& e);
  bool on(const event::Draw& e);
  bool on(const event::Dispatch& e);
  bool on(const event::Used& e);
  bool on(const event::ClearView& e);
  bool on(const event::Discard& e);
  bool on(const event::Referenced& e);
  bool on(const event::BundleExecuted& e);
  bool on(const event::PlainCommand& e);

  /// Reports a violation that the layer found by itself (a foreign object, a call it does not offer).
  /// `detail` is the message; the rule's remedy is added. Gives false where the rule is an error.
  bool report(Rule rule, const char* call, std::string_view detail, std::span<const ObjectId> objects = {});

  /// The name for messages: `buffer "positions"`, or `buffer #12` for one without a name.
  [[nodiscard]] std::string describe(ObjectId id) const;

  /// Every object made and not yet destroyed, in the order of their ids.
  [[nodiscard]] std::vector<LiveObject> live_objects() const;

  /// The bytes of UPLOAD (and other CPU-writable) buffers that these closed lists copy from, for the layer's
  /// shadow memory: what `CpuWrite` is worth looking for while they are in flight.
  [[nodiscard]] std::vector<MemoryRead> cpu_memory_reads(std::span<const ObjectId> lists) const;

  /// Fences that a CpuWait named whose value the model has not yet seen reached. A program that waited on the
  /// event may go on at any moment, so the layer asks these fences for their value, and sends `FenceReached`,
  /// before each event that looks at completion: AllocatorReset, ListReset, ObjectDestroyed, Mapped, CpuRead,
  /// CpuWrite, Executed and QueueSignal. Usually empty. Valid until the next `on`.
  [[nodiscard]] std::span<const ObjectId> awaited_fences() const;

  /// The state of one subresource as of the last Executed, for tests and tools; COMMON for unknown ids.
  [[nodiscard]] std::uint32_t state_of(ObjectId resource, std::uint32_t subresource) const;

  /// How many violations were reported so far, by severity.
  [[nodiscard]] std::uint64_t count(Severity severity) const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace ferry::check
