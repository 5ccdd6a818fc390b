#include <ferry/ring/range_allocator.hpp>

#include <algorithm>
#include <bit>
#include <new>
#include <utility>

#include <ferry/base/text.hpp>
#include <ferry/base/units.hpp>

namespace ferry {

namespace {
constexpr std::uint32_t kFirstNodes = 64;
// How many ranges that fit are compared before the best of them is taken.
constexpr int kCompared = 8;
}  // namespace

Result<RangeAllocator> RangeAllocator::create(std::uint64_t capacity) {
  if (capacity == 0 || capacity > kMaxCapacity) {
    return fail(ErrorCode::kInvalidArgument, "a range allocator's capacity is ", capacity,
                " bytes; give 1 to 2^62");
  }
  RangeAllocator made;
  made.nodes_.reset(new (std::nothrow) Node[kFirstNodes]);
  made.table_.reset(new (std::nothrow) Index[std::size_t{2} * kFirstNodes]);
  made.lists_.reset(new (std::nothrow) Index[kClasses]);
  made.subclasses_.reset(new (std::nothrow) std::uint16_t[64]());
  if (!made.nodes_ || !made.table_ || !made.lists_ || !made.subclasses_) {
    return fail(ErrorCode::kOutOfMemory, "no memory for the tables of a range allocator");
  }
  std::fill_n(made.table_.get(), 2 * kFirstNodes, kNone);
  std::fill_n(made.lists_.get(), kClasses, kNone);
  made.table_mask_ = 2 * kFirstNodes - 1;
  made.capacity_ = capacity;
  made.node_count_ = kFirstNodes;
  for (Index index = kFirstNodes; index-- > 0;) made.spare_node(index);
  made.first_ = made.take_node(0, capacity);
  made.list(made.first_);
  return Result<RangeAllocator>(std::move(made));
}

std::optional<std::uint64_t> RangeAllocator::allocate(std::uint64_t size, std::uint64_t alignment) {
  if (size == 0 || size > capacity_ || !is_power_of_two(alignment) || alignment > kMaxCapacity) return {};
  const Index found = find_free(size, alignment);
  if (found == kNone || !make_room()) return {};

  unlist(found);
  Node& node = nodes_[found];
  const std::uint64_t offset = align_up(node.offset, alignment);
  if (const std::uint64_t gap = offset - node.offset; gap != 0) {
    const Index before = take_node(node.offset, gap);
    node.offset = offset;
    node.size -= gap;
    if (node.before == kNone) {
      first_ = before;
      nodes_[before].after = found;
      node.before = before;
    } else {
      insert_after(node.before, before);
    }
    list(before);
  }
  if (const std::uint64_t rest = node.size - size; rest != 0) {
    const Index after = take_node(offset + size, rest);
    node.size = size;
    insert_after(found, after);
    list(after);
  }
  enter(found);
  ++allocations_;
  used_ += size;
  high_water_ = std::max(high_water_, used_);
  return offset;
}

bool RangeAllocator::free(std::uint64_t offset) {
  const std::uint64_t slot = find_slot(offset);
  if (table_[slot] == kNone) return false;
  const Index index = table_[slot];
  leave(slot);
  --allocations_;
  Node& node = nodes_[index];
  used_ -= node.size;
  if (const Index after = node.after; after != kNone && nodes_[after].is_free) {
    unlist(after);
    node.size += nodes_[after].size;
    remove(after);
  }
  if (const Index before = node.before; before != kNone && nodes_[before].is_free) {
    unlist(before);
    nodes_[before].size += node.size;
    remove(index);
    list(before);
  } else {
    list(index);
  }
  return true;
}

std::uint64_t RangeAllocator::size_at(std::uint64_t offset) const {
  const Index index = table_[find_slot(offset)];
  return index == kNone ? 0 : nodes_[index].size;
}

// Classes rise with size, and every range of a class is smaller than every range of the next.
std::uint32_t RangeAllocator::class_of(std::uint64_t size) {
  if (size < kSubclasses) return static_cast<std::uint32_t>(size);
  const auto power = static_cast<unsigned>(std::bit_width(size)) - 1;  // At least kSubclassBits.
  const auto subclass = static_cast<std::uint32_t>(size >> (power - kSubclassBits)) & (kSubclasses - 1);
  return (power - kSubclassBits + 1) * kSubclasses + subclass;
}

std::uint32_t RangeAllocator::next_class(std::uint32_t from) const {
  const std::uint32_t power = from / kSubclasses;
  if (power >= 64) return kClasses;
  const unsigned here = subclasses_[power] & (0xffffu << from % kSubclasses);
  if (here != 0) return power * kSubclasses + static_cast<std::uint32_t>(std::countr_zero(here));
  const std::uint64_t above = power == 63 ? 0 : powers_ & (~0ull << (power + 1));
  if (above == 0) return kClasses;
  const auto next = static_cast<std::uint32_t>(std::countr_zero(above));
  return next * kSubclasses + static_cast<std::uint32_t>(std::countr_zero(unsigned{subclasses_[next]}));
}

RangeAllocator::Index RangeAllocator::find_free(std::uint64_t size, std::uint64_t alignment) const {
  for (std::uint32_t c = next_class(class_of(size)); c < kClasses; c = next_class(c + 1)) {
    Index best = kNone;
    int fitting = 0;
    for (Index index = lists_[c]; index != kNone && fitting < kCompared; index = nodes_[index].next) {
      const Node& node = nodes_[index];
      const std::uint64_t gap = align_up(node.offset, alignment) - node.offset;
      if (gap > node.size || node.size - gap < size) continue;
      ++fitting;
      if (best == kNone || node.size < nodes_[best].size) best = index;
      if (node.size == size) break;
    }
    if (best != kNone) return best;
  }
  return kNone;
}

void RangeAllocator::list(Index index) {
  Node& node = nodes_[index];
  const std::uint32_t c = class_of(node.size);
  node.is_free = true;
  node.previous = kNone;
  node.next = lists_[c];
  if (node.next != kNone) nodes_[node.next].previous = index;
  lists_[c] = index;
  subclasses_[c / kSubclasses] =
      static_cast<std::uint16_t>(subclasses_[c / kSubclasses] | 1u << c % kSubclasses);
  powers_ |= 1ull << c / kSubclasses;
  ++free_ranges_;
}

void RangeAllocator::unlist(Index index) {
  Node& node = nodes_[index];
  const std::uint32_t c = class_of(node.size);
  if (node.previous != kNone) nodes_[node.previous].next = node.next;
  if (node.next != kNone) nodes_[node.next].previous = node.previous;
  if (lists_[c] == index) lists_[c] = node.next;
  if (lists_[c] == kNone) {
    subclasses_[c / kSubclasses] =
        static_cast<std::uint16_t>(subclasses_[c / kSubclasses] & ~(1u << c % kSubclasses));
    if (subclasses_[c / kSubclasses] == 0) powers_ &= ~(1ull << c / kSubclasses);
  }
  node.is_free = false;
  node.previous = kNone;
  node.next = kNone;
  --free_ranges_;
}

RangeAllocator::Index RangeAllocator::take_node(std::uint64_t offset, std::uint64_t size) {
  const Index index = spare_;
  spare_ = nodes_[index].next;
  --spare_count_;
  nodes_[index] = Node{};
  nodes_[index].offset = offset;
  nodes_[index].size = size;
  return index;
}

void RangeAllocator::spare_node(Index index) {
  nodes_[index] = Node{};
  nodes_[index].next = spare_;
  spare_ = index;
  ++spare_count_;
}

void RangeAllocator::insert_after(Index index, Index added) {
  const Index after = nodes_[index].after;
  nodes_[added].before = index;
  nodes_[added].after = after;
  nodes_[index].after = added;
  if (after != kNone) nodes_[after].before = added;
}

// Only what has a neighbour before it is ever removed, so first_ stays.
void RangeAllocator::remove(Index index) {
  const Node node = nodes_[index];
  nodes_[node.before].after = node.after;
  if (node.after != kNone) nodes_[node.after].before = node.before;
  spare_node(index);
}

// Before an allocation: two nodes to spare, and a hash table at most half full after it.
bool RangeAllocator::make_room() {
  if (spare_count_ >= 2) return true;
  if (node_count_ > kNone / 2) return false;
  const Index count = 2 * node_count_;
  std::unique_ptr<Node[]> nodes(new (std::nothrow) Node[count]);
  std::unique_ptr<Index[]> table(new (std::nothrow) Index[2 * std::uint64_t{count}]);
  if (nodes == nullptr || table == nullptr) return false;
  std::copy_n(nodes_.get(), node_count_, nodes.get());
  std::fill_n(table.get(), 2 * std::uint64_t{count}, kNone);
  const std::unique_ptr<Index[]> old_table = std::exchange(table_, std::move(table));
  const std::uint64_t old_slots = table_mask_ + 1;
  nodes_ = std::move(nodes);
  table_mask_ = 2 * std::uint64_t{count} - 1;
  for (std::uint64_t slot = 0; slot < old_slots; ++slot) {
    if (old_table[slot] != kNone) enter(old_table[slot]);
  }
  for (Index index = count; index-- > node_count_;) spare_node(index);
  node_count_ = count;
  return true;
}

std::uint64_t RangeAllocator::slot_of(std::uint64_t offset) const {
  // Offsets are mostly multiples of big powers of two: the high half of a product mixes those bits in.
  return (offset * 0x9e3779b97f4a7c15ull >> 32) & table_mask_;
}

// Where `offset` is, or the empty slot that ends the search for it.
std::uint64_t RangeAllocator::find_slot(std::uint64_t offset) const {
  std::uint64_t slot = slot_of(offset);
  while (table_[slot] != kNone && nodes_[table_[slot]].offset != offset) slot = (slot + 1) & table_mask_;
  return slot;
}

void RangeAllocator::enter(Index index) {
  table_[find_slot(nodes_[index].offset)] = index;
}

// Empties a slot and moves up what could no longer be found across it.
void RangeAllocator::leave(std::uint64_t slot) {
  std::uint64_t hole = slot;
  for (std::uint64_t at = (slot + 1) & table_mask_; table_[at] != kNone; at = (at + 1) & table_mask_) {
    const std::uint64_t wanted = slot_of(nodes_[table_[at]].offset);
    if (((at - wanted) & table_mask_) < ((at - hole) & table_mask_)) continue;
    table_[hole] = table_[at];
    hole = at;
  }
  table_[hole] = kNone;
}

RangeStats RangeAllocator::stats() const {
  RangeStats stats;
  stats.capacity = capacity_;
  stats.used = used_;
  stats.free = capacity_ - used_;
  stats.high_water = high_water_;
  stats.allocations = allocations_;
  stats.free_ranges = free_ranges_;
  if (powers_ != 0) {
    const auto power = static_cast<std::uint32_t>(std::bit_width(powers_)) - 1;
    const auto subclass = static_cast<std::uint32_t>(std::bit_width(unsigned{subclasses_[power]})) - 1;
    for (Index index = lists_[power * kSubclasses + subclass]; index != kNone; index = nodes_[index].next) {
      stats.largest_free = std::max(stats.largest_free, nodes_[index].size);
    }
    stats.fragmentation = 1.0 - static_cast<double>(stats.largest_free) / static_cast<double>(stats.free);
  }
  return stats;
}

std::vector<RangeInfo> RangeAllocator::ranges() const {
  std::vector<RangeInfo> infos;
  for (Index index = first_; index != kNone; index = nodes_[index].after) {
    infos.push_back({nodes_[index].offset, nodes_[index].size, nodes_[index].is_free});
  }
  return infos;
}

std::string RangeAllocator::dump(std::uint64_t width) const {
  width = std::min({width == 0 ? capacity_ : width, capacity_, std::uint64_t{1} << 16});
  const std::vector<RangeInfo> infos = ranges();
  const std::uint64_t whole = capacity_ / width;
  const std::uint64_t rest = capacity_ % width;
  std::string out = "|";
  std::size_t at = 0;
  for (std::uint64_t cell = 0; cell < width; ++cell) {
    const std::uint64_t byte = cell * whole + cell * rest / width;
    while (byte >= infos[at].offset + infos[at].size) ++at;
    out += infos[at].is_free ? '.' : '#';
  }
  out += text("| ", byte_text(used_), " of ", byte_text(capacity_), " used in ", allocations_, " ranges\n");
  for (const RangeInfo& info : infos) {
    out += text("  ", info.offset, " + ", info.size, info.is_free ? " free\n" : " used\n");
  }
  return out;
}

}  // namespace ferry
