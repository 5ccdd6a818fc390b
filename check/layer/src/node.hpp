#pragma once

#include <atomic>
#include <cstdint>

#include <ferry/check/model/object_id.hpp>

#include "platform.hpp"

namespace ferry::check::layer {

class Core;

enum class Kind : std::uint8_t {
  kDevice,
  kHeap,
  kResource,
  kCommandAllocator,
  kDescriptorHeap,
  kQueryHeap,
  kCommandSignature,
  kRootSignature,
  kPipelineState,
  kFence,
  kCommandQueue,
  kCommandList,
  kPipelineLibrary,
};

/// Only wrappers answer to it. The pointer that QueryInterface then gives is the Node, with no reference
/// added.
inline constexpr GUID kNodeInterface = {
    0x8d4b2e60, 0x17fa, 0x4f0c, {0xb3, 0x6a, 0x55, 0x0e, 0xd9, 0x21, 0xc8, 0x74}};

/// What every wrapper is besides its COM interface.
class Node {
 public:
  Node(Core& core, Kind kind, ObjectId id) : core_(core), kind_(kind), id_(id) {}
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;

  [[nodiscard]] Core& core() const noexcept { return core_; }
  [[nodiscard]] Kind kind() const noexcept { return kind_; }
  [[nodiscard]] ObjectId id() const noexcept { return id_; }

  /// The wrapper as COM sees it, and the object below; no reference is added.
  virtual IUnknown* unknown() noexcept = 0;
  virtual IUnknown* below_unknown() noexcept = 0;

  /// A call on this object failed before it reached the device below.
  virtual void call_failed(HRESULT) {}

  ULONG add_ref() noexcept { return references_.fetch_add(1, std::memory_order_relaxed) + 1; }
  /// Adds a reference unless the object is being destroyed already.
  bool try_add_ref() noexcept;
  ULONG release(std::uint64_t call_index) noexcept;
  [[nodiscard]] ULONG references() const noexcept { return references_.load(std::memory_order_relaxed); }

  std::uint64_t made_at = 0;  ///< Call index.
  const char* made_by = "";
  std::uint64_t released_at = 0;  ///< Call index of the last Release.

 protected:
  ~Node() = default;

 private:
  /// The last reference is gone: ends the object.
  virtual void destroy() = 0;

  Core& core_;
  const Kind kind_;
  const ObjectId id_;
  std::atomic<ULONG> references_{1};
};

/// The wrapper behind a pointer from the program, or null for a foreign object. `object` is not null.
Node* node_of(IUnknown* object);

}  // namespace ferry::check::layer
