#include "model_naive.hpp"

namespace ferry::check::test {
namespace {

std::vector<std::uint32_t> bits_of(std::uint32_t state) {
  std::vector<std::uint32_t> bits;
  for (std::uint32_t bit = 1; bit != 0; bit <<= 1) {
    if ((state & bit) != 0) bits.push_back(bit);
  }
  return bits;
}

bool is_write_bit(std::uint32_t bit) {
  return bit == states::kRenderTarget || bit == states::kUnorderedAccess || bit == states::kDepthWrite ||
         bit == states::kStreamOut || bit == states::kCopyDest || bit == states::kResolveDest;
}

bool has_write_bit(std::uint32_t state) {
  for (const std::uint32_t bit : bits_of(state)) {
    if (is_write_bit(bit)) return true;
  }
  return false;
}

/// The state serves the need: every bit that is needed is there; a write state stands alone.
bool serves(std::uint32_t state, std::uint32_t need) {
  if (need == states::kDepthRead && state == states::kDepthWrite) return true;
  for (const std::uint32_t bit : bits_of(need)) {
    if ((state & bit) == 0) return false;
  }
  return !has_write_bit(need) || state == need;
}

void join(std::set<int>& into, const std::set<int>& from) {
  into.insert(from.begin(), from.end());
}

bool contains_all(const std::set<int>& all, const std::set<int>& some) {
  for (const int one : some) {
    if (all.count(one) == 0) return false;
  }
  return true;
}

}  // namespace

// The table of the page, line by line.
bool Naive::promotes(const Resource& resource, std::uint32_t state) const {
  const std::vector<std::uint32_t> bits = bits_of(state);
  if (bits.empty()) return false;
  for (const std::uint32_t bit : bits) {
    if (is_write_bit(bit) && bits.size() > 1) return false;
    bool line = false;
    switch (bit) {
      case states::kNonPixelShaderResource:
      case states::kPixelShaderResource:
      case states::kCopyDest:
      case states::kCopySource:
        line = true;
        break;
      case states::kDepthWrite:
      case states::kDepthRead:
        line = false;
        break;
      default:
        line = resource.buffer || resource.simultaneous;
        break;
    }
    if (!line) return false;
  }
  return true;
}

void Naive::add_resource(ObjectId id, const Resource& resource, std::uint32_t state) {
  resources_[id] = resource;
  for (std::uint32_t i = 0; i < resource.subresources; ++i) states_[{id, i}].bits = state;
}

void Naive::open(ObjectId list, ObjectId allocator) {
  lists_[list] = {};
  lists_[list].allocator = allocator;
}

void Naive::execute(ObjectId queue, const std::vector<ObjectId>& lists) {
  Item item;
  item.submission = ++submissions_;
  for (const ObjectId id : lists) {
    List& list = lists_[id];
    if (!all_complete(list.executions)) find(Rule::kListExecutingAgain, id);
    list.executions.insert(item.submission);
    allocators_[list.allocator].insert(item.submission);
    for (const Step& step : list.steps) uses_[step.resource].insert(item.submission);
    item.lists.push_back(list.steps);
  }
  queues_[queue].own.insert(item.submission);
  push(queue, std::move(item));
}

void Naive::signal(ObjectId queue, ObjectId fence, std::uint64_t value) {
  Item item;
  item.what = Item::What::kSignal;
  item.fence = fence;
  item.value = value;
  push(queue, std::move(item));
}

void Naive::wait(ObjectId queue, ObjectId fence, std::uint64_t value) {
  Item item;
  item.what = Item::What::kWait;
  item.fence = fence;
  item.value = value;
  push(queue, std::move(item));
}

void Naive::push(ObjectId queue, Item item) {
  item.cpu_knew = cpu_knows_;
  queues_[queue].items.push_back(std::move(item));
  bool moved = run_what_can(queue);
  while (moved) {
    moved = false;
    for (const ObjectId each : queue_order_) moved = run_what_can(each) || moved;
  }
}

bool Naive::run_what_can(ObjectId id) {
  Queue& queue = queues_[id];
  bool moved = false;
  while (!queue.items.empty()) {
    const Item item = queue.items.front();
    if (item.what == Item::What::kWait && fences_[item.fence].value < item.value) break;
    queue.items.erase(queue.items.begin());
    run(id, item);
    moved = true;
  }
  return moved;
}

void Naive::run(ObjectId id, const Item& item) {
  Queue& queue = queues_[id];
  join(queue.done_before, item.cpu_knew);
  if (item.what == Item::What::kExecute) {
    run_execute(id, item);
    queue.own_replayed.insert(item.submission);
    return;
  }
  Fence& fence = fences_[item.fence];
  if (item.what == Item::What::kSignal) {
    Work done = queue.done_before;
    join(done, queue.own_replayed);
    fence.signals.emplace_back(item.value, done);
    if (item.value > fence.value) fence.value = item.value;
    return;
  }
  if (item.value == 0) return;  // The initial value: nobody signalled it.
  for (const auto& [value, done] : fence.signals) {
    if (value < item.value) continue;
    join(queue.done_before, done);
    break;
  }
}

void Naive::read_fence(ObjectId id, std::uint64_t value) {
  for (const auto& [signalled, done] : fences_[id].signals) {
    if (signalled <= value) join(cpu_knows_, done);
  }
}

bool Naive::all_complete(const Work& work) const {
  return contains_all(cpu_knows_, work);
}

void Naive::reset_allocator(ObjectId allocator) {
  if (!all_complete(allocators_[allocator])) find(Rule::kAllocatorResetInFlight, allocator);
}

void Naive::destroy(ObjectId resource) {
  if (!all_complete(uses_[resource])) find(Rule::kReleasedInFlight, resource);
}

void Naive::cpu_read(ObjectId resource, std::uint64_t first_byte, std::uint64_t last_byte) {
  for (const Access& access : accesses_) {
    if (access.resource != resource || !access.write || cpu_knows_.count(access.submission) != 0) continue;
    if (access.last >= first_byte && access.first <= last_byte) find(Rule::kReadbackBeforeFence, resource);
  }
  for (const auto& [id, queue] : queues_) {
    for (const Item& item : queue.items) {
      for (const auto& list : item.lists) {
        for (const Step& step : list) {
          if (step.resource == resource && step.what == Step::What::kUse && has_write_bit(step.state) &&
              step.last_byte >= first_byte && step.first_byte <= last_byte) {
            find(Rule::kReadbackBeforeFence, resource);
          }
        }
      }
    }
  }
}

void Naive::run_execute(ObjectId id, const Item& item) {
  touched_.clear();
  for (const auto& list : item.lists) {
    for (const Step& step : list) {
      touch(id, item.submission, step);
      if (step.what == Step::What::kUse) {
        use(id, step);
      } else {
        transition(id, step);
      }
    }
  }
  // The call is complete: what decays, decays. A resource counts as used with all its subresources only as
  // far as they are in such a state, so looking at each is the same.
  for (const auto& [resource_id, touched] : touched_) {
    const Resource& resource = resources_[resource_id];
    for (std::uint32_t i = 0; i < resource.subresources; ++i) {
      State& state = states_[{resource_id, i}];
      const bool read_promotion = state.promoted && !has_write_bit(state.bits);
      const bool decays = queues_[id].copy || resource.buffer || resource.simultaneous || read_promotion;
      if (resource.fixed || state.pending.has_value() || !decays) continue;
      state = State{};
    }
  }
}

void Naive::use(ObjectId queue, const Step& step) {
  const Resource& resource = resources_[step.resource];
  const bool copy = queues_[queue].copy;
  for (const std::uint32_t i : step.subresources) {
    State& state = states_[{step.resource, i}];
    touched_.insert({step.resource, 0});
    if (resource.fixed) {
      if (!serves(state.bits, step.state)) find(Rule::kMissingBarrier, step.resource);
      continue;
    }
    if (state.pending.has_value()) {
      find(Rule::kSplitBarrierPending, step.resource);
      continue;
    }
    if (state.bits == 0 && promotes(resource, step.state)) {
      state = State{};
      state.bits = step.state;
      state.promoted = true;
      state.of_copy_queue = copy;
    } else if (serves(state.bits, step.state)) {
      if (copy && !state.of_copy_queue) {
        find(Rule::kCopyQueueWantsCommon, step.resource);
        state.of_copy_queue = true;
      }
    } else if (state.promoted && !has_write_bit(state.bits | step.state) && promotes(resource, step.state)) {
      state.bits |= step.state;
    } else if (!(state.believed.has_value() && serves(*state.believed, step.state))) {
      const bool copies = step.state == states::kCopySource || step.state == states::kCopyDest;
      find(state.bits == states::kCopySource && !copies ? Rule::kLeftInCopySource : Rule::kMissingBarrier,
           step.resource);
      state.believed = step.state;
    }
  }
}

void Naive::transition(ObjectId queue, const Step& step) {
  const Resource& resource = resources_[step.resource];
  if (resource.fixed) return;
  const bool copy = queues_[queue].copy;
  for (const std::uint32_t i : step.subresources) {
    State& state = states_[{step.resource, i}];
    touched_.insert({step.resource, 0});
    if (step.end_only) {
      const bool matches = state.pending == step.state && state.bits == step.before;
      if (!matches) find(Rule::kSplitBarrierMismatch, step.resource);
    } else if (state.pending.has_value()) {
      find(Rule::kSplitBarrierMismatch, step.resource);
    } else {
      bool matches = state.bits == step.before || state.believed == step.before;
      if (promotes(resource, step.before)) {
        if (state.bits == 0) matches = true;
        // Promoted to some reads; the program may name more of them.
        if (state.promoted && !has_write_bit(state.bits | step.before) && serves(step.before, state.bits)) {
          matches = true;
        }
      }
      if (!matches) {
        find(Rule::kStateBeforeMismatch, step.resource);
      } else if (copy && state.bits != 0 && !state.of_copy_queue) {
        find(Rule::kCopyQueueWantsCommon, step.resource);
      }
    }
    state = State{};
    state.bits = step.begin_only ? step.before : step.state;
    state.of_copy_queue = copy && state.bits != 0;
    if (step.begin_only) state.pending = step.state;
  }
}

void Naive::touch(ObjectId queue, int submission, const Step& step) {
  const Resource& resource = resources_[step.resource];
  Access access;
  access.submission = submission;
  access.queue = queue;
  access.resource = step.resource;
  access.write = has_write_bit(step.state);
  if (resource.buffer) {
    if (step.what == Step::What::kTransition) return;
    access.first = step.first_byte;
    access.last = step.last_byte;
    meet(access);
    return;
  }
  if (step.what == Step::What::kTransition) {
    if (resource.simultaneous) return;
    access.write = true;
  }
  for (const std::uint32_t i : step.subresources) {
    access.first = i;
    access.last = i;
    meet(access);
  }
}

void Naive::meet(const Access& now) {
  const Resource& resource = resources_[now.resource];
  for (const ObjectId other : queue_order_) {
    bool meet = false;
    bool beside = false;
    for (const Access& then : accesses_) {
      if (then.resource != now.resource || then.queue != other || other == now.queue) continue;
      if (queues_[now.queue].done_before.count(then.submission) != 0) continue;
      if (cpu_knows_.count(then.submission) != 0) continue;
      if (!now.write && !then.write) continue;
      const bool both = now.write && then.write;
      if (resource.simultaneous && !both) continue;
      const bool same_bytes = now.first <= then.last && then.first <= now.last;
      meet = meet || same_bytes;
      beside = beside || (both && resource.buffer && !same_bytes);
    }
    if (meet) {
      find(Rule::kCrossQueueHazard, now.resource);
    } else if (beside) {
      find(Rule::kCrossQueueSharedWrite, now.resource);
    }
  }
  accesses_.push_back(now);
}

}  // namespace ferry::check::test
