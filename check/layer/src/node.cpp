#include "node.hpp"

#include "core.hpp"

namespace ferry::check::layer {

bool Node::try_add_ref() noexcept {
  ULONG now = references_.load(std::memory_order_relaxed);
  while (now != 0) {
    if (references_.compare_exchange_weak(now, now + 1, std::memory_order_relaxed)) return true;
  }
  return false;
}

ULONG Node::release(std::uint64_t call_index) noexcept {
  const ULONG left = references_.fetch_sub(1, std::memory_order_acq_rel) - 1;
  if (left == 0) {
    released_at = call_index;
    destroy();
  }
  return left;
}

Node* node_of(IUnknown* object) {
  void* node = nullptr;
  if (FAILED(object->QueryInterface(kNodeInterface, &node))) return nullptr;
  return static_cast<Node*>(node);
}

}  // namespace ferry::check::layer
