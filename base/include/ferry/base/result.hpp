#pragma once

#include <cstdlib>
#include <functional>
#include <type_traits>
#include <utility>
#include <variant>

#include <ferry/base/error.hpp>
#include <ferry/base/text.hpp>

namespace ferry {

/// Carries an Error into a Result<T> of any T; what `fail()` gives.
struct Failure {
  Error error;
};

/// A failed Result: `return fail(ErrorCode::kInvalidArgument, "size is ", size, "; at most 4 GiB");`
/// The parts are joined as by `text()`.
template <typename... Parts>
[[nodiscard]] Failure fail(ErrorCode code, const Parts&... parts) {
  return Failure{Error{code, 0, text(parts...)}};
}

/// Hands an existing error on, for example from a Result of another type.
[[nodiscard]] inline Failure fail(Error error) {
  return Failure{std::move(error)};
}

namespace detail {
/// Ends the program: a Result was opened without looking. Prints the error first.
[[noreturn]] void result_misused(const Error* error);
}  // namespace detail

/// A value or an Error; the interface of std::expected<T, Error> (C++23), which C++20 lacks.
///
/// Opening the wrong side is a bug in the caller and ends the program with the error on standard error.
template <typename T>
class [[nodiscard]] Result {
 public:
  using value_type = T;

  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Failure failure) : state_(std::in_place_index<1>, std::move(failure.error)) {}

  [[nodiscard]] bool has_value() const noexcept { return state_.index() == 0; }
  explicit operator bool() const noexcept { return has_value(); }

  T& value() & { return open(*this); }
  const T& value() const& { return open(*this); }
  T&& value() && { return std::move(open(*this)); }

  T& operator*() & { return open(*this); }
  const T& operator*() const& { return open(*this); }
  T&& operator*() && { return std::move(open(*this)); }
  T* operator->() { return &open(*this); }
  const T* operator->() const { return &open(*this); }

  Error& error() & { return open_error(*this); }
  const Error& error() const& { return open_error(*this); }
  Error&& error() && { return std::move(open_error(*this)); }

  template <typename U>
  T value_or(U&& fallback) const& {
    return has_value() ? std::get<0>(state_) : static_cast<T>(std::forward<U>(fallback));
  }
  template <typename U>
  T value_or(U&& fallback) && {
    return has_value() ? std::move(std::get<0>(state_)) : static_cast<T>(std::forward<U>(fallback));
  }

  /// Calls `next(value)`, which gives a Result, or hands the error on.
  template <typename Next>
  auto and_then(Next&& next) && -> std::invoke_result_t<Next, T&&> {
    if (!has_value()) return Failure{std::move(std::get<1>(state_))};
    return std::invoke(std::forward<Next>(next), std::move(std::get<0>(state_)));
  }

  /// Calls `change(value)`, which gives a plain value, or hands the error on.
  template <typename Change>
  auto transform(Change&& change) && -> Result<std::invoke_result_t<Change, T&&>> {
    if (!has_value()) return Failure{std::move(std::get<1>(state_))};
    return std::invoke(std::forward<Change>(change), std::move(std::get<0>(state_)));
  }

  /// Calls `otherwise(error)`, which gives a Result<T>, where this one failed.
  template <typename Otherwise>
  Result or_else(Otherwise&& otherwise) && {
    if (has_value()) return std::move(*this);
    return std::invoke(std::forward<Otherwise>(otherwise), std::move(std::get<1>(state_)));
  }

 private:
  template <typename Self>
  static auto& open(Self& self) {
    if (!self.has_value()) detail::result_misused(&std::get<1>(self.state_));
    return *std::get_if<0>(&self.state_);
  }
  template <typename Self>
  static auto& open_error(Self& self) {
    if (self.has_value()) detail::result_misused(nullptr);
    return *std::get_if<1>(&self.state_);
  }

  std::variant<T, Error> state_;
};

/// Success with nothing to give, or an Error. `return {};` is success.
template <>
class [[nodiscard]] Result<void> {
 public:
  using value_type = void;

  Result() = default;
  Result(Failure failure) : failed_(true), error_(std::move(failure.error)) {}

  [[nodiscard]] bool has_value() const noexcept { return !failed_; }
  explicit operator bool() const noexcept { return has_value(); }
  void value() const {
    if (failed_) detail::result_misused(&error_);
  }
  void operator*() const { value(); }

  Error& error() & {
    if (!failed_) detail::result_misused(nullptr);
    return error_;
  }
  const Error& error() const& {
    if (!failed_) detail::result_misused(nullptr);
    return error_;
  }
  Error&& error() && { return std::move(error()); }

  template <typename Next>
  auto and_then(Next&& next) && -> std::invoke_result_t<Next> {
    if (failed_) return Failure{std::move(error_)};
    return std::invoke(std::forward<Next>(next));
  }

 private:
  bool failed_ = false;
  Error error_;
};

}  // namespace ferry
