#pragma once

#include <atomic>

namespace ferry::check::shim {

/// A function that the shim stands in front of, and where the real one is. Constant from the start of the
/// process: other libraries' constructors may come here before the shim's own.
class RealFunction {
 public:
  /// `library` is the soname of the library that has it.
  constexpr RealFunction(const char* name, const char* library) : name_(name), library_(library) {}

  [[nodiscard]] const char* name() const noexcept { return name_; }
  [[nodiscard]] const char* library() const noexcept { return library_; }

  /// The program asked for the function by dlsym, and this is what it would have got.
  void found(void* address) noexcept { address_.store(address, std::memory_order_release); }

  /// The real function: the one that a dlsym of the program found, or the next in the order of loading, or
  /// that of the library where it was loaded by dlopen. Null where there is none.
  void* find() noexcept;

  /// The same as a function of the type of the shim's own. Ends the program where there is none: whoever
  /// calls it linked it from somewhere.
  template <typename Function>
  Function* as() noexcept {
    return reinterpret_cast<Function*>(find_or_end());
  }

 private:
  void* find_or_end() noexcept;

  const char* name_;
  const char* library_;
  std::atomic<void*> address_{nullptr};
};

/// dlsym as the C library has it.
void* real_dlsym(void* handle, const char* name) noexcept;

}  // namespace ferry::check::shim
