#pragma once

#include <cstdint>

#include "core.hpp"
#include "node.hpp"

namespace ferry::check::layer {

enum class Need : std::uint8_t { kRequired, kOptional };

/// One call of the program on a wrapper: journal, faults, device loss, and the way from the program's
/// pointers to wrappers.
class Call {
 public:
  Call(Node& node, Method method);

  [[nodiscard]] const char* name() const noexcept { return name_of(method_); }
  [[nodiscard]] std::uint64_t index() const noexcept { return index_; }
  [[nodiscard]] Core& core() const noexcept { return node_.core(); }

  /// True where the call must not go below.
  [[nodiscard]] bool refused() const noexcept { return refusal_ != S_OK; }
  /// What a refused call gives.
  [[nodiscard]] HRESULT refusal() const noexcept { return refusal_; }
  void refuse(HRESULT result);

  /// Notes the result of the call below and gives it back.
  HRESULT done(HRESULT result);

  /// The call is not offered: reported, refused with E_NOTIMPL.
  void unsupported();

  /// A required parameter is null: reported, refused.
  void null_argument(const char* parameter);

  /// The wrapper behind a parameter. Null, with the call refused, for a foreign object and for a required one
  /// that is missing.
  template <typename Wrapper>
  Wrapper* resolve(IUnknown* object, const char* parameter, Need need) {
    return static_cast<Wrapper*>(resolve_node(object, Wrapper::kKind, parameter, need));
  }
  /// The same for any kind of object.
  Node* resolve_any(IUnknown* object, const char* parameter, Need need);

 private:
  Node* resolve_node(IUnknown* object, Kind kind, const char* parameter, Need need);

  Node& node_;
  Method method_;
  HRESULT refusal_ = S_OK;
  std::uint64_t index_ = 0;
};

/// A wrapper's object below at the interface's version; null for null.
template <typename Interface, typename Wrapper>
Interface* below_of(Wrapper* wrapper) {
  return wrapper == nullptr ? nullptr : wrapper->template below<Interface>();
}

}  // namespace ferry::check::layer
