#pragma once

#include <cstddef>
#include <utility>

namespace ferry {

namespace detail {
// Every COM interface starts with IUnknown, so these need no complete type.
void com_add_ref(void* object);
void com_release(void* object);
}  // namespace detail

/// Owns one reference on a COM object. Works with interfaces that are only declared (`struct ID3D12Fence;`).
///
/// Threading: as a plain pointer: different ComPtr objects may be used by different threads.
template <typename Interface>
class ComPtr {
 public:
  ComPtr() = default;
  ComPtr(std::nullptr_t) {}
  /// Takes a reference of its own.
  explicit ComPtr(Interface* object) : object_(object) {
    if (object_ != nullptr) detail::com_add_ref(object_);
  }
  ComPtr(const ComPtr& other) : ComPtr(other.object_) {}
  ComPtr(ComPtr&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  ComPtr& operator=(ComPtr other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~ComPtr() { reset(); }

  /// Takes over the caller's reference, as a creating call returns it.
  static ComPtr attach(Interface* object) {
    ComPtr pointer;
    pointer.object_ = object;
    return pointer;
  }
  /// Gives the reference away.
  [[nodiscard]] Interface* detach() { return std::exchange(object_, nullptr); }

  void reset() {
    if (object_ != nullptr) detail::com_release(std::exchange(object_, nullptr));
  }

  /// For creating calls, which write an interface pointer: drops what was held.
  [[nodiscard]] void** put_void() {
    reset();
    return reinterpret_cast<void**>(&object_);
  }
  [[nodiscard]] Interface** put() {
    reset();
    return &object_;
  }

  [[nodiscard]] Interface* get() const { return object_; }
  Interface* operator->() const { return object_; }
  Interface& operator*() const { return *object_; }
  explicit operator bool() const { return object_ != nullptr; }

  friend bool operator==(const ComPtr& a, const ComPtr& b) { return a.object_ == b.object_; }

 private:
  Interface* object_ = nullptr;
};

}  // namespace ferry
