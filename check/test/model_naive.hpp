#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include <ferry/check/model/model.hpp>

/// The rules of states, promotion, decay, several queues and completion a second time, from the documentation
/// alone and without cleverness: sets and maps, one subresource and one bit at a time, every pair of accesses
/// compared. It shares no code with the model.
namespace ferry::check::test {

/// A finding as far as the two are compared.
using Finding = std::pair<Rule, ObjectId>;

class Naive {
 public:
  struct Resource {
    bool buffer = false;
    bool simultaneous = false;
    bool fixed = false;
    std::uint32_t subresources = 1;
  };
  struct Step {
    enum class What { kUse, kTransition } what = What::kUse;
    ObjectId resource{};
    std::set<std::uint32_t> subresources;
    std::uint32_t state = 0;
    std::uint32_t before = 0;
    bool begin_only = false;
    bool end_only = false;
    std::uint64_t first_byte = 0;
    std::uint64_t last_byte = 0;  ///< Included.
  };

  void add_queue(ObjectId id, bool copy) {
    queue_order_.push_back(id);
    queues_[id].copy = copy;
  }
  void add_fence(ObjectId id) { fences_[id] = {}; }
  void add_resource(ObjectId id, const Resource& resource, std::uint32_t state);
  void add_allocator(ObjectId id) { allocators_[id]; }
  void open(ObjectId list, ObjectId allocator);
  void record(ObjectId list, Step step) { lists_[list].steps.push_back(std::move(step)); }
  void execute(ObjectId queue, const std::vector<ObjectId>& lists);
  void signal(ObjectId queue, ObjectId fence, std::uint64_t value);
  void wait(ObjectId queue, ObjectId fence, std::uint64_t value);
  void read_fence(ObjectId fence, std::uint64_t value);
  void reset_allocator(ObjectId allocator);
  void destroy(ObjectId resource);
  void cpu_read(ObjectId resource, std::uint64_t first_byte, std::uint64_t last_byte);

  [[nodiscard]] std::uint32_t state_of(ObjectId resource, std::uint32_t subresource) const {
    return states_.at({resource, subresource}).bits;
  }
  /// The greatest value of the fence whose Signal has been replayed.
  [[nodiscard]] std::uint64_t fence_value(ObjectId fence) const { return fences_.at(fence).value; }

  std::set<Finding> findings;

 private:
  using Work = std::set<int>;  ///< Submissions, by number over all queues.

  struct State {
    std::uint32_t bits = 0;
    bool promoted = false;
    bool of_copy_queue = false;
    std::optional<std::uint32_t> believed;
    std::optional<std::uint32_t> pending;
  };
  struct Access {
    int submission = 0;
    ObjectId queue{};
    ObjectId resource{};
    bool write = false;
    std::uint64_t first = 0;
    std::uint64_t last = 0;
  };
  struct Fence {
    std::uint64_t value = 0;
    std::vector<std::pair<std::uint64_t, Work>> signals;
  };
  struct List {
    std::vector<Step> steps;
    ObjectId allocator{};
    Work executions;
  };
  struct Item {
    enum class What { kExecute, kSignal, kWait } what = What::kExecute;
    int submission = 0;
    std::vector<std::vector<Step>> lists;
    ObjectId fence{};
    std::uint64_t value = 0;
    Work cpu_knew;
  };
  struct Queue {
    bool copy = false;
    std::vector<Item> items;  ///< Not replayed yet.
    Work done_before;         ///< What is complete before the next item starts.
    Work own;                 ///< Its submissions so far, replayed or not.
    Work own_replayed;
  };

  void push(ObjectId queue, Item item);
  bool run_what_can(ObjectId queue);
  void run(ObjectId queue, const Item& item);
  void run_execute(ObjectId queue, const Item& item);
  void use(ObjectId queue, const Step& step);
  void transition(ObjectId queue, const Step& step);
  void touch(ObjectId queue, int submission, const Step& step);
  void meet(const Access& now);
  [[nodiscard]] bool promotes(const Resource& resource, std::uint32_t state) const;
  [[nodiscard]] bool all_complete(const Work& work) const;
  void find(Rule rule, ObjectId about) { findings.insert({rule, about}); }

  std::vector<ObjectId> queue_order_;
  std::map<ObjectId, Queue> queues_;
  std::map<ObjectId, Fence> fences_;
  std::map<ObjectId, Resource> resources_;
  std::map<ObjectId, Work> allocators_;
  std::map<ObjectId, Work> uses_;
  std::map<ObjectId, List> lists_;
  std::map<std::pair<ObjectId, std::uint32_t>, State> states_;
  std::vector<Access> accesses_;
  std::set<std::pair<ObjectId, std::uint32_t>> touched_;
  Work cpu_knows_;
  int submissions_ = 0;
};

}  // namespace ferry::check::test
