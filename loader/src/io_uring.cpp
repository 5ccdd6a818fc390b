#include "io_uring.hpp"

#include <cerrno>
#include <new>

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <utility>

namespace ferry {
namespace {

/// The kernel takes no more in one read.
constexpr std::size_t kMostBytes = std::size_t{1} << 30;

}  // namespace

bool IoUring::map(Mapping& mapping, int descriptor, std::size_t bytes, std::uint64_t offset) {
  void* const memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, descriptor,
                              static_cast<::off_t>(offset));
  if (memory == MAP_FAILED) return false;
  mapping = {memory, bytes};
  return true;
}

std::unique_ptr<IoUring> IoUring::create() {
  std::unique_ptr<IoUring> ring(new (std::nothrow) IoUring());
  if (ring == nullptr) return nullptr;
  io_uring_params& params = ring->params_;
  ring->descriptor_ = static_cast<int>(::syscall(SYS_io_uring_setup, kDepth, &params));
  if (ring->descriptor_ < 0) return nullptr;
  // Since Linux 5.4: both rings are one mapping. IORING_OP_READ came with 5.6, whose mark is this one.
  constexpr std::uint32_t kNeeded = IORING_FEAT_SINGLE_MMAP | IORING_FEAT_RW_CUR_POS;
  if ((params.features & kNeeded) != kNeeded) return nullptr;
  const std::size_t submission = params.sq_off.array + std::size_t{params.sq_entries} * sizeof(std::uint32_t);
  const std::size_t completion = params.cq_off.cqes + std::size_t{params.cq_entries} * sizeof(io_uring_cqe);
  if (!map(ring->rings_, ring->descriptor_, std::max(submission, completion), IORING_OFF_SQ_RING) ||
      !map(ring->entries_, ring->descriptor_, std::size_t{params.sq_entries} * sizeof(io_uring_sqe),
           IORING_OFF_SQES)) {
    return nullptr;
  }
  return ring;
}

IoUring::~IoUring() {
  if (entries_.memory != nullptr) (void)::munmap(entries_.memory, entries_.bytes);
  if (rings_.memory != nullptr) (void)::munmap(rings_.memory, rings_.bytes);
  if (descriptor_ >= 0) (void)::close(descriptor_);
}

void IoUring::add(int descriptor, std::uint64_t offset, std::span<std::byte> out, std::size_t number) {
  // Nobody but this thread writes the tail of submissions.
  const std::uint32_t tail = *word(params_.sq_off.tail) + added_;
  const std::uint32_t slot = tail & *word(params_.sq_off.ring_mask);
  auto& entry = static_cast<io_uring_sqe*>(entries_.memory)[slot];
  entry = {};
  entry.opcode = IORING_OP_READ;
  entry.fd = descriptor;
  entry.off = offset;
  entry.addr = reinterpret_cast<std::uintptr_t>(out.data());
  entry.len = static_cast<std::uint32_t>(std::min(out.size(), kMostBytes));
  entry.user_data = number;
  word(params_.sq_off.array)[slot] = slot;
  results_[number] = 0;
  ++added_;
}

void IoUring::run() {
  std::atomic_ref<std::uint32_t> sq_tail(*word(params_.sq_off.tail));
  sq_tail.store(sq_tail.load(std::memory_order_relaxed) + added_, std::memory_order_release);
  std::uint32_t to_submit = added_;
  std::uint32_t to_come = std::exchange(added_, 0);
  std::atomic_ref<std::uint32_t> cq_head(*word(params_.cq_off.head));
  std::atomic_ref<std::uint32_t> cq_tail(*word(params_.cq_off.tail));
  const std::uint32_t mask = *word(params_.cq_off.ring_mask);
  const auto* const events =
      reinterpret_cast<const io_uring_cqe*>(static_cast<std::byte*>(rings_.memory) + params_.cq_off.cqes);
  while (to_come > 0) {
    const long entered = ::syscall(SYS_io_uring_enter, descriptor_, to_submit, to_come,
                                   IORING_ENTER_GETEVENTS, nullptr, std::size_t{0});
    if (entered < 0 && errno != EINTR && to_submit > 0) {
      // No memory, for example. What it took goes on, and must not write into memory that its owner thinks free.
      usable_ = false;
      to_come -= std::exchange(to_submit, 0);
    }
    if (entered > 0) to_submit -= std::min(to_submit, static_cast<std::uint32_t>(entered));
    std::uint32_t head = cq_head.load(std::memory_order_relaxed);
    for (; head != cq_tail.load(std::memory_order_acquire); ++head) {
      const io_uring_cqe& event = events[head & mask];
      results_[static_cast<std::size_t>(event.user_data)] = event.res;
      --to_come;
    }
    cq_head.store(head, std::memory_order_release);
  }
}

}  // namespace ferry
