#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include <ferry/check/model/model.hpp>

#include "objects.hpp"

namespace ferry::check::model {

/// Whether some work is over, as far as the rules may count on it.
enum class Completion : std::uint8_t {
  kKnown,     ///< Complete, and the program could know it.
  kLucky,     ///< Complete, but nothing told the program so.
  kInFlight,  ///< Not complete.
};

/// All objects, what is known about the GPU's progress, and the way to the sink. The rules are functions over
/// it, one file for each idea.
class World {
 public:
  World(Sink sink, Options wanted) : options(wanted), sink_(std::move(sink)) {}

  // ------------------------------------------------------------------------------------------- objects

  /// Makes an object of that id; null where the id is kNone.
  template <typename T>
  T* make(ObjectId id, const char* call) {
    auto made = std::make_unique<T>();
    T* object = made.get();
    object->id = id;
    object->made_by = call;
    return put(id, std::move(made)) ? object : nullptr;
  }

  /// The live object of that id and kind; null where there is none.
  template <typename T>
  [[nodiscard]] T* find(ObjectId id) const {
    Object* object = any(id);
    return object != nullptr && object->alive && object->kind == T::kKind ? static_cast<T*>(object) : nullptr;
  }

  /// The object is destroyed: only its name stays. A queue stays whole, for others point to it.
  void bury(ObjectId id);

  /// The object of that id, alive or not; null where there is none.
  [[nodiscard]] Object* any(ObjectId id) const {
    const auto at = static_cast<std::uint64_t>(id);
    return at < objects_.size() ? objects_[at].get() : nullptr;
  }
  [[nodiscard]] const std::vector<std::unique_ptr<Object>>& objects() const { return objects_; }

  /// `resource`-like words: `buffer`, `command list`, `pipeline state`.
  [[nodiscard]] static std::string_view kind_word(const Object& object);
  /// `buffer "positions"`, `texture #7`.
  [[nodiscard]] std::string describe(ObjectId id) const;
  [[nodiscard]] std::string describe(const Object& object) const { return describe(object.id); }

  // ------------------------------------------------------------------------------------------ findings

  /// Starts one event: nothing is wrong yet.
  void begin() { allowed_ = true; }
  /// False once an error was found since `begin`.
  [[nodiscard]] bool allowed() const { return allowed_; }

  /// Reports a finding. `message` makes the sentence (no full stop at its end); it is called only where the
  /// finding is new. The rule's remedy is added to it.
  template <typename Message>
  void report(Rule rule, const char* call, std::initializer_list<ObjectId> about, Message&& message) {
    report(rule, rule_info(rule).severity, call, about, std::forward<Message>(message));
  }
  template <typename Message>
  void report(Rule rule, Severity severity, const char* call, std::initializer_list<ObjectId> about,
              Message&& message) {
    if (is_new(rule, severity, call, about)) send(rule, severity, call, about, message());
  }
  [[nodiscard]] std::uint64_t count(Severity severity) const {
    return counts_[static_cast<std::size_t>(severity)];
  }

  /// True where advice on use is wanted. A lost device needs none.
  [[nodiscard]] bool advises() const { return options.advise_on_use && !lost; }

  // -------------------------------------------------------------------------------------- GPU progress

  [[nodiscard]] Completion completion(std::size_t queue, std::uint64_t submission) const;
  /// The worst over all queues.
  [[nodiscard]] Completion completion(const Clock& uses) const;
  /// What the rules count as complete.
  [[nodiscard]] const Clock& settled() const { return options.require_observed_completion ? known : truth; }
  /// The words for a message: ` (the GPU happened to be done ...)`, or nothing.
  [[nodiscard]] static std::string_view luck_words(Completion completion);
  /// The severity of a finding about work in that completion.
  [[nodiscard]] static Severity soften(Severity severity, Completion completion);

  Options options;
  std::uint32_t resource_heap_tier = 2;
  bool unrestricted_copy_pitch = false;
  bool uma = false;
  bool lost = false;
  bool lost_told = false;
  Clock truth;  ///< What the GPU has really done.
  Clock known;  ///< What the program could know of it.
  std::vector<Queue*> queues;
  std::vector<ObjectId> awaited;       ///< Fences with CpuWaits not yet reached.
  std::uint64_t epoch = 0;             ///< Counts replayed ExecuteCommandLists.
  std::uint64_t steps = 0;             ///< Counts replayed uses and aliasing barriers.
  std::uint64_t activated_all_at = 0;  ///< The last aliasing barrier that names no resource after it.
  std::uint64_t recordings = 0;
  std::vector<Resource*> touched;  ///< By the ExecuteCommandLists that is being replayed.
  Habits habits;

 private:
  bool put(ObjectId id, std::unique_ptr<Object> object);
  bool is_new(Rule rule, Severity severity, const char* call, std::initializer_list<ObjectId> about);
  void send(Rule rule, Severity severity, const char* call, std::initializer_list<ObjectId> about,
            const std::string& message);

  Sink sink_;
  std::vector<std::unique_ptr<Object>> objects_;
  std::unordered_set<std::uint64_t> seen_;
  std::array<std::uint64_t, 3> counts_{};
  bool allowed_ = true;
};

}  // namespace ferry::check::model
