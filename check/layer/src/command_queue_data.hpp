#pragma once

#include <tuple>
#include <utility>

#include <ferry/check/model/description.hpp>

#include "data.hpp"
#include "gpu.hpp"
#include "wrapped.hpp"

namespace ferry::check::layer {

struct CommandQueueData : Data {
  ListType type = ListType::kDirect;
  QueueState* state = nullptr;  ///< Lives as long as the core. Guarded by the core's lock.

  void begin(Locked& lock, Node& node);
  void end(Locked& lock, ObjectId id);
};

/// Headers disagree on UpdateTileMappings' parameters (libvkd3d's and MinGW's leave the heap out), so the
/// method takes them from the interface. It goes below at once, whatever the pace.
template <typename V, typename Pointer>
class TileMappings;

template <typename V, typename Interface, typename... Arguments>
class TileMappings<V, void (STDMETHODCALLTYPE Interface::*)(Arguments...)> : public Wrapped<V> {
 public:
  using Wrapped<V>::Wrapped;

  void STDMETHODCALLTYPE UpdateTileMappings(Arguments... arguments) final {
    Call call(*this, Method::kCommandQueueUpdateTileMappings);
    const auto below = std::make_tuple(resolved(call, arguments)...);
    if (call.refused()) return;
    std::apply([this](auto... a) { this->template below<Interface>()->UpdateTileMappings(a...); }, below);
  }

 private:
  template <typename T>
  static T resolved(Call& call, T argument) {
    if constexpr (std::is_convertible_v<T, IUnknown*>) {
      Node* const node = call.resolve_any(argument, "resource or heap", Need::kOptional);
      void* pointer = nullptr;
      if (node == nullptr ||
          FAILED(node->below_unknown()->QueryInterface(iid_of<std::remove_pointer_t<T>>(), &pointer))) {
        return nullptr;
      }
      static_cast<T>(pointer)->Release();  // Its wrapper keeps it.
      return static_cast<T>(pointer);
    } else {
      return argument;
    }
  }
};

template <typename V>
using CommandQueueMixin = TileMappings<V, decltype(&ID3D12CommandQueue::UpdateTileMappings)>;

}  // namespace ferry::check::layer
