#pragma once

#include <charconv>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace ferry {

/// A number to be shown in hexadecimal by `text()`: `0x1f`.
struct Hex {
  std::uint64_t value = 0;
};

namespace detail {

void append_text(std::string& out, double value);
void append_text(std::string& out, Hex value);

template <std::integral Integer>
void append_text(std::string& out, Integer value) {
  if constexpr (std::same_as<Integer, bool>) {
    out += value ? "true" : "false";
  } else if constexpr (std::same_as<Integer, char>) {
    out += value;
  } else {
    char digits[24];
    const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
    out.append(digits, end);
  }
}

template <typename T>
requires std::convertible_to<T, std::string_view>
void append_text(std::string& out, const T& value) {
  out += std::string_view(value);
}

}  // namespace detail

/// Puts its arguments one after the other into a string: `text("row pitch ", pitch, " is too small")`.
/// Strings, integers, floating-point numbers, bool and Hex are taken. The core has no formatting library.
template <typename... Parts>
std::string text(const Parts&... parts) {
  std::string out;
  (detail::append_text(out, parts), ...);
  return out;
}

/// Bytes for people, in binary units and at most four digits: `512 B`, `4 MiB`, `1.5 GiB`.
std::string byte_text(std::uint64_t bytes);

}  // namespace ferry
